"""What the display sends in a recorded match against the same pictures as whole frames.

The match is the one of `match`, played as people do, tile by tile. What is sent is counted with
everything: initialisation, checks, moves against burning in. Measured 2026-11: 0.46; the bytes
of the memory that differ from picture to picture are 0.29 of the frames without any address, so
0.30 takes screens that have more in common.
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


def bytes_against_whole_frames() -> Figure:
    pictures: list[bytes] = []

    def on_scene(scene: Scene) -> None:
        picture = draw(scene).picture.tobytes()
        if pictures[-1:] != [picture]:
            pictures.append(picture)

    with TemporaryDirectory(prefix="stbpi-") as directory:
        journal = Path(directory) / "journal.db"
        box = run(play_on_table(journal, on_scene=on_scene, is_slow=True))
    return Figure(
        name="display_bytes_against_whole_frames",
        value=box.panel.bytes_sent / (len(pictures) * _whole_frame()),
        unit="of the whole frames",
        limit=0.3,
        at_most=True,
    )


def _whole_frame() -> int:
    from PIL import Image

    model = PanelModel()
    panel = LumaPanel("ssd1306", lambda: model)
    panel.open()
    before = model.bytes_sent
    panel.show(Image.new("1", (128, 64)))
    return model.bytes_sent - before
