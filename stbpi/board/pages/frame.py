"""What stands around every page: its head, the ways to the other pages, the languages.

Never: reads what is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from stbpi.board.html import Content, Markup, element, joined
from stbpi.language import LANGUAGES, Message, _, current, message

PLACES: Mapping[str, Message] = {
    "/": message("Overview"),
    "/box": message("Live"),
    "/score": message("Score sheet"),
    "/tonight": message("Tonight"),
    "/season": message("Season"),
    "/ever": message("All time"),
    "/players": message("Players"),
    "/ratings": message("Ratings"),
    "/league": message("League"),
    "/audits": message("Audits"),
    "/tv": message("TV"),
}
"""The pages that every page leads to, by their addresses."""

LEAGUE = "/league"

KEPT = ("box", "season", "day", "name")
"""What a page is asked for besides its address, and is the same in every language."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What is asked for, as far as links follow from it.

    Attributes:
        path: of the page.
        lang: the language that was chosen; empty if it is that of the browser.
        asked: what else the page is asked for (`KEPT`).
        has_leagues: there are some.
    """

    path: str
    lang: str = ""
    asked: Mapping[str, str] = field(default_factory=dict)
    has_leagues: bool = False

    @property
    def box(self) -> str:
        """The only box that is to be seen; empty for all."""
        return self.asked.get("box", "")

    def link(self, path: str, *, lang: str | None = None, **asked: str) -> str:
        """Return the address of a page, in the same language.

        Args:
            path: of the page, written as it stands in an address.
            lang: another language.
            asked: what it is asked for.
        """
        asked["lang"] = self.lang if lang is None else lang
        query = urlencode({key: value for key, value in asked.items() if value}, errors="replace")
        return f"{path}?{query}" if query else path


def page(visit: Visit, title: str, *contents: Content, script: str = "") -> Markup:
    """Write a page with a title."""
    main = element("main", element("h1", title), *contents)
    return document(title, element("body", header(visit), main), script=script)


def document(title: str, body: Markup, *, script: str = "", style: str = "") -> Markup:
    """Write a page of which everything is given but its head."""
    head = [
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{title} · Shut the Box"),
        element("link", rel="stylesheet", href="/static/board.css"),
        element("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
    ]
    if style:
        head.append(element("link", rel="stylesheet", href=f"/static/{style}"))
    if script:
        head.append(element("script", src=f"/static/{script}", type="module"))
    made = element("html", element("head", *head), body, lang=current())
    return joined(Markup("<!doctype html>\n"), made, "\n")


def header(visit: Visit) -> Markup:
    """Write the ways to the other pages, and to the same one in other languages."""
    here = "/" + visit.path.split("/")[1]
    links = [
        _link(visit.link(path), str(name), is_here=path == here)
        for path, name in PLACES.items()
        if path != LEAGUE or visit.has_leagues
    ]
    tongues = [
        _link(visit.link(visit.path, lang=code, **visit.asked), name, is_here=code == current())
        for code, name in LANGUAGES.items()
    ]
    return element(
        "header",
        element("nav", *links, aria_label=_("Pages")),
        element("nav", *tongues, aria_label=_("Language"), class_="small"),
    )


def problem(visit: Visit, what: str, do: str = "") -> Markup:
    """Write a page that says what is wrong."""
    return page(visit, _("That did not work"), element("p", what), element("p", do))


def files(visit: Visit, *kinds: tuple[str, str]) -> Markup:
    """Write where the same can be had for other programs.

    Args:
        visit: what is asked for.
        kinds: names and addresses.
    """
    asked = {key: value for key, value in visit.asked.items() if key != "box"}
    links: list[Content] = []
    for name, address in kinds:
        links += [" · "] if links else []
        query = urlencode(asked, errors="replace")
        links.append(element("a", name, href=f"{address}?{query}" if query else address))
    return element("p", *links, class_="files")


def same_as_files(visit: Visit) -> Markup:
    """Write where a page can be had as CSV and as JSON, beside its own address."""
    return files(visit, ("CSV", f"{visit.path}.csv"), ("JSON", f"{visit.path}.json"))


def choice(label: str, rows: Iterable[Iterable[tuple[str, str, bool]]]) -> Markup:
    """Write what can be chosen in place of what is shown.

    Args:
        label: what it is about.
        rows: of each choice its name, its address, and whether it is the one that is shown.
    """
    written = [
        element("div", *(_link(address, name, is_here=is_here) for name, address, is_here in row))
        for row in rows
    ]
    return element("nav", *written, aria_label=label, class_="choice")


def _link(address: str, name: str, *, is_here: bool) -> Markup:
    if is_here:
        return element("a", name, href=address, aria_current="page")
    return element("a", name, href=address)
