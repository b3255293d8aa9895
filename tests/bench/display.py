"""What the display sends in a recorded match against the same pictures as whole frames.

Matches like the one of `match`, played as people do, tile by tile, by quick hands and by slow
ones; the worst of them counts. What is sent is counted with everything: initialisation, checks,
moves against burning in. A picture that is the same as the one before it is not counted as a
frame; a picture of dice that tumble, as long as they are let, is.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from stbpi.display.animation import Frame, frames
from stbpi.display.panel import LumaPanel
from stbpi.display.screens import draw
from stbpi.scene import Scene
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.virtual import run
from tests.bench.figure import Figure
from tests.bench.match import play_on_table

if TYPE_CHECKING:
    from PIL.Image import Image

MATCHES = ((7, 1.0), (8, 0.3), (9, 4.0))
"""The seeds of the dice, and for how long the hand rests after each move, in seconds."""


def bytes_against_whole_frames() -> Figure:
    return Figure(
        name="display_bytes_against_whole_frames",
        value=max(_sent_by_frames(seed, rest_s) for seed, rest_s in MATCHES),
        unit="of the whole frames",
        limit=0.3,
        at_most=True,
    )


def _sent_by_frames(seed: int, rest_s: float) -> float:
    """Play a match and return the bytes that were sent by those of the whole frames."""
    with TemporaryDirectory(prefix="stbpi-") as directory:
        journal = Path(directory) / "journal.db"
        reel = Reel()
        box = run(play_on_table(journal, on_scene=reel.take, rest_s=rest_s, seed=seed))
    return box.panel.bytes_sent / (reel.count * _whole_frame())


class Reel:
    """Counts the pictures of a match that differ from the one before them."""

    def __init__(self) -> None:
        self.count = 0
        self._last = b""
        self._scene: Scene | None = None
        self._film: list[Frame] = []
        self._since = 0.0

    def take(self, scene: Scene) -> None:
        """Take a scene, which ends whatever moves before it."""
        now = asyncio.get_running_loop().time()
        shown_s = now - self._since
        for frame in self._film:
            if shown_s > 0:
                self._count(frame.picture)
            shown_s -= frame.ms / 1000
        picture = draw(scene).picture
        if shown_s > 0 and self._scene is not None:
            self._count(draw(self._scene).picture)
        before, self._scene, self._since = self._scene, scene, now
        self._film = list(frames(before, scene, picture)) if before else []
        if not self._film:
            self._count(picture)

    def _count(self, picture: Image) -> None:
        pixels = picture.tobytes()
        self.count += pixels != self._last
        self._last = pixels


def _whole_frame() -> int:
    from PIL import Image

    model = PanelModel()
    panel = LumaPanel("ssd1306", lambda: model)
    panel.open()
    before = model.bytes_sent
    panel.show(Image.new("1", (128, 64)))
    return model.bytes_sent - before
