"""The pages of the board, in the language of whoever looks at them.

    /                what the boxes do, and where the rest is
    /tv              all boxes, or one (`?box=NAME`), to be read from afar
    /box             the same for a telephone
    /tonight         the matches of this evening, and who has won
    /match/BOX:N     one of them as a sheet

What happens on a box is put in by `static/live.js`, from what `hub` tells.

Never: reads what is stored. Keep: no script and no style in a page, so that none can be put in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from stbpi.board import sheets, words
from stbpi.board.boxes import Seen
from stbpi.board.html import Content, Markup, element, joined
from stbpi.history import listing
from stbpi.history.matches import StoredMatch
from stbpi.history.skill import Judged
from stbpi.language import LANGUAGES, _, current


@dataclass(frozen=True, slots=True)
class Visit:
    """What is asked for, as far as links follow from it.

    Attributes:
        path: of the page.
        box: the only one that is to be seen; empty for all.
        lang: the language that was chosen; empty if it is that of the browser.
    """

    path: str
    box: str = ""
    lang: str = ""

    def link(self, path: str, *, box: str = "", lang: str | None = None) -> str:
        """Return the address of a page, in the same language."""
        asked = {"box": box, "lang": self.lang if lang is None else lang}
        query = urlencode({key: value for key, value in asked.items() if value})
        return f"{path}?{query}" if query else path


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
    return _page(
        visit,
        _("Overview"),
        element("h2", _("Boxes")),
        element("ul", *stands) if stands else element("p", _("There is no box yet.")),
        element("h2", _("Tonight")),
        _matches(visit, tonight),
    )


def live(visit: Visit, *, is_far: bool) -> Markup:
    """Write the page that shows what happens on the boxes.

    Args:
        is_far: it is looked at from afar: nothing but the boxes, as large as they can be.
    """
    noscript = element("noscript", element("p", _("This page needs JavaScript."), class_="bad"))
    boxes = element(
        "main", _card(), noscript, id="boxes", data_box=visit.box, data_lost=_("No connection")
    )
    if is_far:
        body = element("body", boxes, _evening(), class_="tv")
        return _document(_("Live"), body, script="live.js")
    title = visit.box or _("Live")
    body = element("body", _header(visit), boxes)
    return _document(title, body, script="live.js")


def tonight(visit: Visit, matches: Sequence[StoredMatch]) -> Markup:
    """Write the page of this evening."""
    files = element(
        "p",
        element("a", "CSV", href="/tonight.csv"),
        " · ",
        element("a", "JSON", href="/tonight.json"),
    )
    return _page(
        visit,
        _("Tonight"),
        *sheets.boards(matches),
        element("h2", _("Matches")),
        _matches(visit, matches),
        files,
    )


def match(visit: Visit, one: StoredMatch, luck: Sequence[Sequence[Judged]]) -> Markup:
    """Write the page of a match.

    Args:
        visit: what is asked for.
        one: the match.
        luck: of each of its turns.
    """
    files = element("p", element("a", "JSON", href=f"{sheets.address(one)}.json"))
    title = _("Match {match}").format(match=listing.place(one))
    page = element("main", element("h1", title), sheets.sheet(one, luck), files, _replay(one))
    return _document(title, element("body", _header(visit), page), script="replay.js")


def _replay(one: StoredMatch) -> Markup:
    """Write where a match is seen once more, event after event."""
    slider = element("input", type="range", min="0", value="0", aria_label=_("Event"))
    return element(
        "section",
        element("h2", _("Event by event")),
        slider,
        element("output"),
        element("div", class_="slot"),
        _card(),
        id="replay",
        data_steps=f"{sheets.address(one)}/steps.json?lang={current()}",
        hidden=True,
    )


def problem(visit: Visit, what: str, do: str = "") -> Markup:
    """Write a page that says what is wrong."""
    return _page(visit, _("That did not work"), element("p", what), element("p", do))


def _matches(visit: Visit, found: Sequence[StoredMatch]) -> Markup:
    if not found:
        return element("p", _("No match has begun this evening."))
    return sheets.listed(found, visit.link)


def _page(visit: Visit, title: str, *contents: Content) -> Markup:
    main = element("main", element("h1", title), *contents)
    return _document(title, element("body", _header(visit), main))


def _document(title: str, body: Markup, *, script: str = "") -> Markup:
    head = [
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{title} · Shut the Box"),
        element("link", rel="stylesheet", href="/static/board.css"),
        element("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
    ]
    if script:
        head.append(element("script", src=f"/static/{script}", type="module"))
    page = element("html", element("head", *head), body, lang=current())
    return joined(Markup("<!doctype html>\n"), page, "\n")


def _header(visit: Visit) -> Markup:
    places = (("/", _("Overview")), ("/box", _("Live")), ("/tonight", _("Tonight")), ("/tv", "TV"))
    links = [_link(visit.link(path), name, is_here=path == visit.path) for path, name in places]
    tongues = [
        _link(visit.link(visit.path, box=visit.box, lang=code), name, is_here=code == current())
        for code, name in LANGUAGES.items()
    ]
    return element(
        "header",
        element("nav", *links, aria_label=_("Pages")),
        element("nav", *tongues, aria_label=_("Language"), class_="small"),
    )


def _link(address: str, name: str, *, is_here: bool) -> Markup:
    if is_here:
        return element("a", name, href=address, aria_current="page")
    return element("a", name, href=address)


def _evening() -> Markup:
    """Write what is seen on a television while nobody plays; the script fills it in."""
    heads = (_("player"), _("won"), _("matches"))
    head = element("tr", *(element("th", head, scope="col") for head in heads))
    ranks = element("table", element("thead", head), element("tbody"))
    return element("section", element("h1", _("Tonight")), ranks, id="evening", hidden=True)


def _card() -> Markup:
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
            element("p", class_="state", role="status"),
            empty("p", "luck"),
            class_="now",
        ),
        element("ol", class_="tiles", aria_label=_("Tiles"), data_up=_("up"), data_down=_("down")),
        empty("dl", "own"),
        scores,
        empty("p", "faults"),
        class_="card",
    )
    return element("template", card, id="card")
