"""The OLED in the terminal: the pixels that the program has sent to the model of its chip.

While one looks back, it shows what the display would show of that moment.

Never: knows what is shown now; of that it sees the bytes that came over the bus, nothing else.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from stbpi.display.drawing import drawing_for
from stbpi.scene import Scene
from stbpi.sim.app_pixels import Picture, braille, half_blocks
from stbpi.sim.panel_model import PanelModel

LOOK_S = 0.05
"""How often the model is asked whether anything has changed; asking costs nothing."""


def drawn(scene: Scene, *, driver: str = "ssd1306") -> Picture:
    """Return the pixels of a scene on a panel."""
    picture = drawing_for(driver)(scene).picture
    pixels = picture.tobytes()
    row = picture.width // 8
    return [
        [bool(pixels[y * row + x // 8] & 0x80 >> x % 8) for x in range(picture.width)]
        for y in range(picture.height)
    ]


class OledWidget(Widget):
    """Draws the pixels with half blocks where they fit, else with braille.

    Args:
        panel: the model of the display's chip.
        driver: the chip, as it is configured.
    """

    DEFAULT_CSS: ClassVar[str] = """
    OledWidget { width: 64; height: 16; color: #d6ecff; background: #000000; }
    """

    def __init__(self, panel: PanelModel, *, driver: str) -> None:
        super().__init__()
        self._panel = panel
        self._driver = driver
        self._version = panel.version
        self._picture: Picture = panel.picture()
        self._live = self._picture
        self._is_past = False
        self._lines: list[str] = []

    @property
    def picture(self) -> Picture:
        """The pixels that are shown."""
        return self._picture

    def show(self, past: Scene | None) -> None:
        """Show what the display would show of a scene, or (`None`) what it shows."""
        if past is None and not self._is_past:
            return
        self._is_past = past is not None
        self._set(self._live if past is None else drawn(past, driver=self._driver))

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
        self._live = self._panel.picture()
        if not self._is_past:
            self._set(self._live)

    def _set(self, picture: Picture) -> None:
        if picture != self._picture:
            self._picture = picture
            self._draw()

    def _draw(self) -> None:
        width, height = len(self._picture[0]), len(self._picture)
        is_large = self.size.width >= width and self.size.height >= height // 2
        self._lines = half_blocks(self._picture) if is_large else braille(self._picture)
        self.refresh()
