"""What the display sends in a recorded match against the same pictures as whole frames.

Matches like the one of `match`, played as people do, tile by tile, by quick hands and by slow
ones; the worst of them counts. What is sent is counted with everything: initialisation, checks,
moves against burning in. A picture that is the same as the one before it is not counted as a
frame.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.display.panel import LumaPanel
from stbpi.display.screens import draw
from stbpi.scene import Scene
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.virtual import run
from tests.bench.figure import Figure
from tests.bench.match import play_on_table

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
    pictures: list[bytes] = []

    def on_scene(scene: Scene) -> None:
        picture = draw(scene).picture.tobytes()
        if pictures[-1:] != [picture]:
            pictures.append(picture)

    with TemporaryDirectory(prefix="stbpi-") as directory:
        journal = Path(directory) / "journal.db"
        box = run(play_on_table(journal, on_scene=on_scene, rest_s=rest_s, seed=seed))
    return box.panel.bytes_sent / (len(pictures) * _whole_frame())


def _whole_frame() -> int:
    from PIL import Image

    model = PanelModel()
    panel = LumaPanel("ssd1306", lambda: model)
    panel.open()
    before = model.bytes_sent
    panel.show(Image.new("1", (128, 64)))
    return model.bytes_sent - before
