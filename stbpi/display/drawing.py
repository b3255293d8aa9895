"""Which function draws scenes for which panel.

Never: imports what draws before it is asked for (Pillow takes a while on a Pi).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stbpi.display.libraries import PILLOW, load
from stbpi.scene import Scene

if TYPE_CHECKING:
    from stbpi.display.screens import Screen

TALL = ("ssd1327",)
"""Drivers of panels of 128×128 pixels; all others have 128×64."""


def drawing_for(driver: str) -> Callable[[Scene], Screen]:
    """Return what draws scenes for a panel.

    Args:
        driver: its controller chip.

    Raises:
        PanelError: nothing can be drawn, as Pillow can't be imported.
    """
    load(PILLOW)
    if driver in TALL:
        from stbpi.display.screens_tall import draw_tall

        return draw_tall
    from stbpi.display.screens import draw

    return draw
