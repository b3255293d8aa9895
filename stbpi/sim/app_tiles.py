"""The box in the terminal: its tiles, as the hand has put them.

A tile that stands is a tall block, one that is down a low one: they differ by more than colour.
What the program thinks of a tile is told by marks: it asks for it to be moved, it is closed for
good in this turn, it is not in play.

Never: moves a tile; it tells that one was clicked, and shows where the tiles are.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from stbpi.games.game import NO_TILES, Tiles, View, tiles
from stbpi.sim.app_pixels import figure


class Mark(Enum):
    """What the program thinks of a tile."""

    NONE = "nothing"
    NAMED = "to be moved"
    CLOSED = "closed for good"
    IDLE = "not in play"


@dataclass(frozen=True, slots=True)
class _Look:
    """The colours of a tile: its face with what stands on it, and the edges that light falls on."""

    face: str
    ink: str
    light: str
    shade: str

    def style(self, ink: str) -> Style:
        return Style(color=ink, bgcolor=self.face, bold=True)


_WOOD = _Look("#dfae6c", "#2a1706", "#f7d9a8", "#a8763a")
_ASKED = _Look("#ffd23f", "#1d1400", "#fff0b3", "#c99a10")
_FLAT = _Look("#8a5c2e", "#ffe9c9", "#b98a52", "#5d3b1a")
_WRONG = _Look("#c8372d", "#ffffff", "#f0847c", "#8c1f17")
_SHUT = _Look("#4f3318", "#c9ab86", "#6b4824", "#362210")
_OUT = _Look("#2f2c28", "#6a655e", "#3d3934", "#24211e")

_UP = {Mark.NONE: _WOOD, Mark.NAMED: _ASKED, Mark.CLOSED: _WOOD, Mark.IDLE: _OUT}
_DOWN = {Mark.NONE: _FLAT, Mark.NAMED: _WRONG, Mark.CLOSED: _SHUT, Mark.IDLE: _OUT}
_SIGN = {
    Mark.NAMED: ("▲", Style(color="#ff6b5e", bold=True)),
    Mark.CLOSED: ("✓", Style(color="#7fae94")),
}
"""What stands over a tile that is down."""
_NO_SIGN = ("", Style())

_SHALLOW = 3
"""A tile with fewer rows has no room for an edge above and below."""


def mark_of(number: int, view: View) -> Mark:
    """Say what is to be marked on a tile."""
    tile = tiles(number)
    if number > view.tiles:
        return Mark.IDLE
    if view.named & tile:
        return Mark.NAMED
    return Mark.CLOSED if view.committed & tile else Mark.NONE


class TileWidget(Widget):
    """One tile; a click flips it.

    Args:
        number: of the tile, from 1.
    """

    DEFAULT_CSS: ClassVar[str] = """
    TileWidget { width: 1fr; height: 100%; background: #123524; }
    TileWidget:hover { background: #1d4d36; }
    """

    is_down = reactive(False)
    mark = reactive(Mark.NONE)

    class Clicked(Message):
        """A tile was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, number: int) -> None:
        super().__init__(id=f"tile-{number}")
        self.number = number

    def on_click(self) -> None:
        self.post_message(self.Clicked(self.number))

    def render_line(self, y: int) -> Strip:
        width, height = self.size.width - 1, self.size.height  # the last column parts the tiles
        tall = max(height // 3, 1) if self.is_down else height
        gap = Segment(" ", self.rich_style)
        top = height - tall
        if y < top:
            sign, style = _SIGN.get(self.mark, _NO_SIGN) if y == top - 1 else _NO_SIGN
            return Strip([Segment(sign.center(width), self.rich_style + style), gap])
        look = (_DOWN if self.is_down else _UP)[self.mark]
        left, middle, right = self._row(y - top, width, tall)
        light = look.shade if self.is_down else look.light
        dark = look.light if self.is_down else look.shade
        is_edge = tall >= _SHALLOW and y in (top, height - 1)
        ink = (light if y == top else dark) if is_edge and not middle.strip(" ▔▁") else look.ink
        return Strip(
            [
                Segment(left, look.style(light)),
                Segment(middle, look.style(ink)),
                Segment(right, look.style(dark)),
                gap,
            ]
        )

    def _row(self, y: int, width: int, height: int) -> tuple[str, str, str]:
        """Return a row of the tile itself: its left edge, what is between, its right edge."""
        inner = width - 2
        has_edges = height >= _SHALLOW
        rows = figure(self.number, width=inner, height=height - 2 * has_edges)
        above = (height - len(rows)) // 2
        if not self.is_down and self.mark is Mark.NAMED and y == height - 1:
            middle = "▼".center(inner)
        elif above <= y < above + len(rows):
            middle = rows[y - above].center(inner)
        elif has_edges and y == 0:
            middle = "▔" * inner
        elif has_edges and y == height - 1:
            middle = "▁" * inner
        else:
            middle = " " * inner
        return "▏", middle, "▕"


class BoxWidget(Horizontal):
    """The tiles of a box, from 1 on.

    Args:
        count: how many tiles it has.
    """

    DEFAULT_CSS: ClassVar[str] = """
    BoxWidget { height: 3; padding: 0 0 0 1; background: #123524; }
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self._tiles = [TileWidget(number) for number in range(1, count + 1)]

    def compose(self) -> ComposeResult:
        yield from self._tiles

    def move(self, down: Tiles) -> None:
        """Show where the tiles are."""
        for tile in self._tiles:
            tile.is_down = down & tiles(tile.number) != NO_TILES

    def show(self, view: View) -> None:
        """Show what the program thinks of them."""
        for tile in self._tiles:
            tile.mark = mark_of(tile.number, view)
