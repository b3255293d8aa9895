"""The page that everything is found from.

Never: reads what is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stbpi.board import sheets, words
from stbpi.board.boxes import Seen
from stbpi.board.html import Markup, element
from stbpi.board.pages.frame import Visit, page
from stbpi.history.matches import StoredMatch
from stbpi.language import _


def overview(visit: Visit, boxes: Iterable[Seen], tonight: Sequence[StoredMatch]) -> Markup:
    """Write the page that everything is found from."""
    stands = [
        element(
            "li",
            element("a", seen.box, href=visit.link("/box", box=seen.box)),
            " · ".join(("", *filter(None, (words.title(seen), words.state(seen))))),
        )
        for seen in boxes
    ]
    return page(
        visit,
        _("Overview"),
        element("h2", _("Boxes")),
        element("ul", *stands) if stands else element("p", _("There is no box yet.")),
        element("h2", _("Tonight")),
        matches(visit, tonight),
    )


def matches(visit: Visit, found: Sequence[StoredMatch]) -> Markup:
    if not found:
        return element("p", _("No match has begun this evening."))
    return sheets.listed(found, visit.link)
