"""What happens on the boxes, as it happens: for a television and for telephones.

Never: reads what is stored; `static/live.js` fills everything in.
"""

from __future__ import annotations

from stbpi.board.html import Markup, element
from stbpi.board.pages.frame import Visit, document, header
from stbpi.language import _


def live(visit: Visit, *, is_far: bool) -> Markup:
    """Write the page that shows what happens on the boxes.

    Args:
        is_far: it is looked at from afar: nothing but the boxes, as large as they can be.
    """
    noscript = element("noscript", element("p", _("This page needs JavaScript."), class_="bad"))
    boxes = element(
        "main", card(), noscript, id="boxes", data_box=visit.box, data_lost=_("No connection")
    )
    if is_far:
        body = element("body", boxes, _slide(), class_="tv")
        return document(_("Live"), body, script="live.js")
    title = visit.box or _("Live")
    body = element("body", header(visit), boxes)
    return document(title, body, script="live.js")


def _slide() -> Markup:
    """Write what is seen on a television in place of a box that nobody plays on."""
    ranks = element("table", element("thead", element("tr")), element("tbody"))
    slide = element(
        "section", element("h2"), element("p", class_="about"), ranks, class_="slide", hidden=True
    )
    return element("template", slide, id="slide")


def card() -> Markup:
    """Write what one box looks like; the script fills it in, once for each box."""

    def empty(name: str, kind: str) -> Markup:
        return element(name, class_=kind)

    heads = (_("player"), _("last"), _("total"))
    scores = element(
        "table",
        element("thead", element("tr", *(element("th", head, scope="col") for head in heads))),
        element("tbody"),
        class_="scores",
    )
    card = element(
        "article",
        element("header", empty("h2", "box"), empty("p", "title"), empty("p", "round")),
        element(
            "div",
            empty("p", "player"),
            element("div", empty("div", "dice"), empty("p", "left"), class_="throw"),
            class_="now",
        ),
        element(
            "div",
            element("p", class_="state", role="status"),
            empty("p", "luck"),
            empty("p", "chance"),
            class_="say",
        ),
        element("ol", class_="tiles", aria_label=_("Tiles"), data_up=_("up"), data_down=_("down")),
        empty("dl", "own"),
        element("div", scores, class_="sheet"),
        empty("p", "faults"),
        class_="card",
    )
    return element("template", card, id="card")
