"""The glass of the panel, compared with what should be on it.

Never: says whether a picture is a good one.
"""

from __future__ import annotations

from functools import lru_cache

from stbpi.display.care import PLACES
from stbpi.scene import Scene
from stbpi.sim.panel_model import HEIGHT, WIDTH, Picture


def is_drawn(scene: Scene, picture: Picture) -> bool:
    """Say whether a picture shows a scene, wherever the care for the panel has moved it."""
    seen = bytes(
        sum(row[x + bit] << 7 - bit for bit in range(8))
        for row in picture
        for x in range(0, WIDTH, 8)
    )
    return seen in _drawings(scene, len(picture))


@lru_cache(maxsize=4)
def _drawings(scene: Scene, height: int) -> frozenset[bytes]:
    from stbpi.display.care import moved
    from stbpi.display.screens import draw
    from stbpi.display.screens_tall import draw_tall

    drawn = (draw if height == HEIGHT else draw_tall)(scene).picture
    assert drawn.size == (WIDTH, height)
    return frozenset(moved(drawn, right, down).tobytes() for right, down in PLACES)
