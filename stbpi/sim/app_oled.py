"""The OLED in the terminal: the pixels that the program has sent to the model of its chip.

Never: knows what is shown; it sees bytes that came over the bus and nothing else.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from stbpi.sim.app_pixels import braille, half_blocks
from stbpi.sim.panel_model import HEIGHT, WIDTH, PanelModel

LOOK_S = 0.05
"""How often the model is asked whether anything has changed; asking costs nothing."""


class OledWidget(Widget):
    """Draws the pixels with half blocks where they fit, else with braille.

    Args:
        panel: the model of the display's chip.
    """

    DEFAULT_CSS: ClassVar[str] = """
    OledWidget { width: 64; height: 16; color: #d6ecff; background: #000000; }
    """

    def __init__(self, panel: PanelModel) -> None:
        super().__init__()
        self._panel = panel
        self._version = panel.version
        self._picture = panel.picture()
        self._lines: list[str] = []

    def on_mount(self) -> None:
        self.set_interval(LOOK_S, self._look)

    def on_resize(self) -> None:
        self._draw()

    def render_line(self, y: int) -> Strip:
        text = self._lines[y] if y < len(self._lines) else ""
        return Strip([Segment(text.ljust(self.size.width), self.rich_style)])

    def _look(self) -> None:
        """Redraw if the picture has changed since the last look."""
        version = self._panel.version
        if version == self._version:
            return
        self._version = version
        picture = self._panel.picture()
        if picture != self._picture:
            self._picture = picture
            self._draw()

    def _draw(self) -> None:
        is_large = self.size.width >= WIDTH and self.size.height >= HEIGHT // 2
        self._lines = half_blocks(self._picture) if is_large else braille(self._picture)
        self.refresh()
