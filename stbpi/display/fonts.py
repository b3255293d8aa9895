"""The fonts of the display: Terminus, read from the package and kept.

A face knows its cell and where capitals and digits stand in it, so that a line can be centred
by what is seen rather than by its cell.

Never: uses a font of the machine; the pictures are the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).parent / "fonts"


@dataclass(frozen=True, slots=True)
class Face:
    """A font of cells of one width; all numbers are pixels.

    Attributes:
        name: the part of the file's name that tells the font.
        width: of a cell; its last column is empty in letters and digits.
        height: of a cell.
        cap_top: the row in which capitals and digits begin.
        cap_height: of capitals and digits.
    """

    name: str
    width: int
    height: int
    cap_top: int
    cap_height: int

    def length(self, text: str) -> int:
        """Return the width of a text in pixels, without the empty last column."""
        return max(len(text) * self.width - 1, 0)


SMALL = Face("12n", 6, 12, 2, 8)
LARGE = Face("14b", 8, 14, 2, 10)
HUGE = Face("32b", 16, 32, 6, 20)


@cache
def load(face: Face) -> ImageFont.FreeTypeFont:
    """Read a font; of its file only what is drawn takes memory."""
    path = FOLDER / f"ter-u{face.name}_unicode.pcf"
    return ImageFont.truetype(str(path), face.height, layout_engine=ImageFont.Layout.BASIC)
