"""A stored match: its sheet, and how it went, event by event.

Never: reads what is stored.
"""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.board import sheets
from stbpi.board.html import Markup, element
from stbpi.board.pages.frame import Visit, files, page
from stbpi.board.pages.live import card
from stbpi.history import listing
from stbpi.history.matches import StoredMatch
from stbpi.history.skill import Judged
from stbpi.language import _, current


def match(visit: Visit, one: StoredMatch, luck: Sequence[Sequence[Judged]]) -> Markup:
    """Write the page of a match.

    Args:
        visit: what is asked for.
        one: the match.
        luck: of each of its turns.
    """
    place = sheets.address(one)
    title = _("Match {match}").format(match=listing.place(one))
    return page(
        visit,
        title,
        sheets.sheet(one, luck),
        files(visit, ("CSV", f"{place}.csv"), ("JSON", f"{place}.json")),
        _replay(one),
        script="replay.js",
    )


def _replay(one: StoredMatch) -> Markup:
    """Write where a match is seen once more, event after event."""
    slider = element("input", type="range", min="0", value="0", aria_label=_("Event"))
    return element(
        "section",
        element("h2", _("Event by event")),
        slider,
        element("output"),
        element("div", class_="slot"),
        card(),
        id="replay",
        data_steps=f"{sheets.address(one)}/steps.json?lang={current()}",
        hidden=True,
    )
