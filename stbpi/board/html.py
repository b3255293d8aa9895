"""HTML, made of elements; every text in it is escaped.

>>> str(element("p", "a < b", element("b", "!", title='"')))
'<p>a &lt; b<b title="&quot;">!</b></p>'

Never: takes markup from a text.
"""

from __future__ import annotations

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
    """Make a table; the first cell of each row is its head."""
    top = element("tr", *(element("th", cell, scope="col") for cell in head))
    body = []
    for first, *cells in rows:
        body.append(
            element("tr", element("th", first, scope="row"), *(element("td", c) for c in cells))
        )
    made = element("table", element("thead", top), element("tbody", *body))
    return element("div", made, class_="wide", tabindex="0")


def _value(value: str | bool) -> str:
    return "" if value is True else f'="{escape(str(value))}"'
