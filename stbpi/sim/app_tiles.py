"""The box in the terminal: its tiles, as the hand has put them.

A tile that stands is a tall block, one that is down a low one: they differ by more than colour.
What the program thinks of a tile is told by marks: it asks for it to be moved, it is closed for
good in this turn, it is not in play.

Never: moves a tile; it tells that one was clicked, and shows where the tiles are.
"""

from __future__ import annotations

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


_UP = {
    Mark.NONE: Style(color="#2a1706", bgcolor="#e0b070", bold=True),
    Mark.NAMED: Style(color="#1d1400", bgcolor="#ffd23f", bold=True),
    Mark.CLOSED: Style(color="#2a1706", bgcolor="#e0b070", bold=True),
    Mark.IDLE: Style(color="#54504a", bgcolor="#2f2c28"),
}
_DOWN = {
    Mark.NONE: Style(color="#ffe9c9", bgcolor="#9a6a34", bold=True),
    Mark.NAMED: Style(color="#ffffff", bgcolor="#c8372d", bold=True),
    Mark.CLOSED: Style(color="#c9ab86", bgcolor="#4f3318"),
    Mark.IDLE: Style(color="#54504a", bgcolor="#2f2c28"),
}
_SIGN = {
    Mark.NAMED: ("▲", Style(color="#ff6b5e", bold=True)),
    Mark.CLOSED: ("✓", Style(color="#7fae94")),
}
"""What stands over a tile that is down."""
_NO_SIGN = ("", Style())


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
        style = (_DOWN if self.is_down else _UP)[self.mark]
        return Strip([Segment(self._face(width, tall)[y - top], style), gap])

    def _face(self, width: int, height: int) -> list[str]:
        """Return the rows of the tile itself, with its number in the middle."""
        margin = 0 if self.is_down else 2
        rows = figure(self.number, width=width - 2, height=height - margin)
        above = (height - len(rows)) // 2
        face = [""] * above + rows + [""] * (height - len(rows) - above)
        if not self.is_down and self.mark is Mark.NAMED:
            face[-1] = "▼"
        return [row.center(width) for row in face]


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
