"""The felt in the terminal: what the game that is on shows besides the box, where it shows any.

Where there is room it lies beside the display; in a small terminal it takes the display's place,
but for pages, and a key brings the display back.

Never: asks which game is on; moves a tile (a click tells which).
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from stbpi.games.game import View
from stbpi.language import SOURCE, speaking
from stbpi.scene import Scene
from stbpi.sim.app_tiles import TileWidget
from stbpi.sim.felt import Felt, Look, felt_of


class FeltWidget(Widget):
    """The felt; nothing where the game has none."""

    DEFAULT_CSS: ClassVar[str] = """
    FeltWidget { width: 64; height: 16; background: #123524; }
    """

    def __init__(self) -> None:
        super().__init__(id="felt")
        self._view: View | None = None
        self._language = SOURCE
        self._felt = Felt(0, 0)

    @property
    def text(self) -> str:
        """The letters that are shown."""
        return "\n".join(self._felt.text())

    def show(self, scene: Scene) -> None:
        """Show what lies on the felt."""
        shown = (scene.view, scene.language)
        if shown != (self._view, self._language):
            self._view, self._language = shown
            self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        tile = self._felt.tile_at(event.x, event.y)
        if tile:
            self.post_message(TileWidget.Clicked(tile))

    def render_line(self, y: int) -> Strip:
        if y >= self._felt.height:
            return Strip.blank(self.size.width, self.rich_style)
        row = self._felt.row(y)
        return Strip([Segment(text, _style(look)) for text, look in row]).adjust_cell_length(
            self.size.width, self.rich_style
        )

    def _draw(self) -> None:
        self._felt = Felt(*self.size)
        own = felt_of(self._view) if self._view is not None else None
        if own is not None and self._view is not None:
            with speaking(self._language):
                own.draw(self._felt, self._view)
        self.refresh()


def lay_out(top: Widget, scene: Scene, *, wants_display: bool) -> None:
    """Say how display and felt are to lie (`app_style`).

    Args:
        top: what both lie in.
        scene: what is shown.
        wants_display: where only one of them fits, it is to be the display.
    """
    top.set_class(felt_of(scene.view) is not None, "-felted")
    is_page = scene.page is not None or scene.test is not None
    top.set_class(wants_display or is_page, "-display")


@lru_cache(256)
def _style(look: Look) -> Style:
    return Style(color=look.ink, bgcolor=look.paper, bold=look.is_bold)
