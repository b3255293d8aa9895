"""HTML, made of elements; every text in it is escaped.

>>> str(element("p", "a < b", element("b", "!", title='"')))
'<p>a &lt; b<b title="&quot;">!</b></p>'

Never: takes markup from a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

_WITHOUT_END = ("input", "link", "meta")


@dataclass(frozen=True, slots=True)
class Markup:
    """A piece of HTML."""

    text: str

    def __str__(self) -> str:
        return self.text


Content = Markup | str | int


def element(name: str, /, *contents: Content, **attributes: str | bool) -> Markup:
    """Make an element.

    Args:
        name: its tag.
        contents: texts and elements.
        attributes: by their names; `_` stands for `-`, and one at the end for nothing.
    """
    written = "".join(
        f" {key.removesuffix('_').replace('_', '-')}" + _value(value)
        for key, value in attributes.items()
        if value is not False
    )
    end = "" if name in _WITHOUT_END else f"{joined(*contents)}</{name}>"
    return Markup(f"<{name}{written}>{end}")


def joined(*contents: Content) -> Markup:
    """Put contents one behind the other."""
    return Markup("".join(c.text if isinstance(c, Markup) else escape(str(c)) for c in contents))


def table(head: Iterable[Content], rows: Iterable[Iterable[Content]]) -> Markup:
    """Make a table; the first cell of each row is its head, columns of figures are marked."""
    heads, body = [*head], [[*row] for row in rows]
    columns = [[*column] for column in zip(*body, strict=True)] or [[] for _head in heads]
    kinds = ["figures" if _are_figures(column) else False for column in columns]

    def cell(name: str, at: int, content: Content, scope: str | bool = False) -> Markup:
        return element(name, content, scope=scope, class_=kinds[at])

    top = element("tr", *(cell("th", at, one, "col") for at, one in enumerate(heads)))
    lines = [
        element(
            "tr",
            element("th", first, scope="row"),
            *(cell("td", at, one) for at, one in enumerate(cells, start=1)),
        )
        for first, *cells in body
    ]
    made = element("table", element("thead", top), element("tbody", *lines))
    return element("div", made, class_="wide", tabindex="0")


_FIGURE = re.compile(r"[-+−]?\d[\d\s.,/]*(?: ?%)?|[-–]?")


def _are_figures(column: list[Content]) -> bool:
    """Say whether cells are nothing but numbers."""
    texts = [str(cell) for cell in column]
    return any(texts) and all(map(_FIGURE.fullmatch, texts))


def _value(value: str | bool) -> str:
    return "" if value is True else f'="{escape(str(value))}"'
