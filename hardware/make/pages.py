"""Parts of a page that are made: what stands between two marks is written anew."""

from __future__ import annotations

import re


def filled(page: str, name: str, made: str) -> str:
    """Return a page with what is made in its place.

    Args:
        page: Markdown, with `<!-- made: NAME -->` and `<!-- end -->` each on a line.
        name: of the place.
        made: what belongs there.
    """
    place = re.compile(rf"(<!-- made: {name} -->\n).*?(\n<!-- end -->)", re.DOTALL)
    whole, count = place.subn(lambda mark: mark[1] + made + mark[2], page)
    assert count == 1, name
    return whole
