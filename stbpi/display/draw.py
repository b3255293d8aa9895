"""Pixel drawing: texts that fit their box, dice with pips, the row of tiles.

A text may have several wordings, the longest first, and is given in several faces, the largest
first; the first that fits is drawn. One that fits in no way is cut and noted in `Canvas.cut`:
a test holds that no screen ever cuts.

Never: knows a phase, a prompt or a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from PIL import Image, ImageDraw

from stbpi.display.fonts import LARGE, SMALL, Face, load
from stbpi.display.texts import Text, said

WIDTH = 128
HEIGHT = 64
TILE_HEIGHT = 14
LOW_TILE = 12  # where there is little room
LATELY = 32  # texts that are kept as they were drawn: most are on the next picture, too
NARROW = 11  # pixels: a white figure of 7 needs two black ones on either side

DIE = 25  # pixels: pips of 5 within every 8, so that each lies in one page of the panel

PIPS = {
    0: (),
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Columns and rows (0 to 2) of the pips of each value; a die that is yet to be thrown has none."""

PIP_PLACES = {
    DIE: (5, (2, 10, 18)),
    17: (3, (2, 7, 12)),
    13: (3, (1, 5, 9)),
    10: (2, (1, 4, 7)),
}
"""For each size of a die in pixels: the size of a pip, and where its columns and rows begin."""


class Box(NamedTuple):
    """A part of the picture, in pixels; (0, 0) is the upper left corner."""

    x: int
    y: int
    w: int
    h: int

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """The first and the last column and row, as Pillow wants them."""
        return (self.x, self.y, self.x + self.w - 1, self.y + self.h - 1)


class Align(Enum):
    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class Look(Enum):
    """How a tile of the row looks."""

    UP = "full, with its number"
    MOVED = "a bar below its number"
    DOWN = "a bar"


class Canvas:
    """A picture that is being drawn.

    Args:
        picture: what is drawn on; by default black of 128×64 pixels.

    Attributes:
        picture: mode "1".
        cut: the texts that did not fit, as they were given.
    """

    def __init__(self, picture: Image.Image | None = None) -> None:
        self.picture = picture or Image.new("1", (WIDTH, HEIGHT))
        self.cut: list[str] = []
        self._draw = ImageDraw.Draw(self.picture)

    def text(
        self,
        box: Box,
        text: Text,
        *faces: Face,
        align: Align = Align.LEFT,
        ink: bool = True,
    ) -> None:
        """Draw the first wording that fits the box in one of the faces, centred upright."""
        wordings = said(text)
        for wording, face in product(wordings, faces):
            if face.length(wording) <= box.w and face.cap_height <= box.h:
                self._line(box, wording, face, align, ink)
                return
        self.cut.append(wordings[-1])
        room = (box.w + 1) // faces[-1].width
        self._line(box, shorten(wordings[-1], room), faces[-1], align, ink)

    def pair(self, box: Box, left: Text, right: Text, *faces: Face, ink: bool = True) -> None:
        """Draw two texts at both ends of a line; the left one has the faces, the right is small."""
        for wording, face, end in product(said(left), faces, said(right)):
            if face.length(wording) + SMALL.width + SMALL.length(end) <= box.w:
                self.text(box, wording, face, ink=ink)
                self.text(box, end, SMALL, align=Align.RIGHT, ink=ink)
                return
        self.cut.append(f"{said(left)[-1]} {said(right)[-1]}")
        self.text(box, left, *faces, ink=ink)

    def _line(self, box: Box, text: str, face: Face, align: Align, ink: bool) -> None:
        x = box.x + int((box.w - face.length(text)) * align.value)
        y = box.y + (box.h - face.cap_height) // 2 - face.cap_top
        self._draw.bitmap((x, y), _written(text, face), fill=ink)

    def fill(self, box: Box, ink: bool = True) -> None:
        self._draw.rectangle(box.corners, fill=ink)

    def stamp(self, x: int, y: int, rows: Sequence[str]) -> None:
        """Draw a small picture of a letter a pixel (`#` is lit) from its upper left corner on."""
        for down, row in enumerate(rows):
            for right, pixel in enumerate(row):
                if pixel == "#":
                    self.fill(Box(x + right, y + down, 1, 1))

    def strike(self, box: Box, ink: bool = True) -> None:
        """Draw a line through the middle of the box."""
        self.fill(Box(box.x, box.y + box.h // 2, box.w, 1), ink)

    def die(self, x: int, y: int, size: int, value: int) -> None:
        """Draw a white die with black pips.

        Args:
            size: one of `PIP_PLACES`.
        """
        pip, places = PIP_PLACES[size]
        self._rounded(Box(x, y, size, size), pip // 2)
        for column, row in PIPS[value]:
            spot = Box(x + places[column], y + places[row], pip, pip)
            self._rounded(spot, pip // 4, ink=False)

    def _rounded(self, box: Box, cut: int, ink: bool = True) -> None:
        """Fill a box but for a triangle of `cut` rows in each corner.

        Not rounded_rectangle: it draws other pixels in other versions of Pillow.
        """
        for row in range(cut + 1):
            edge = cut - row
            part = Box(box.x + edge, box.y + row, box.w - 2 * edge, box.h - 2 * row)
            self.fill(part, ink)

    def dice(self, x: int, y: int, size: int, values: Sequence[int]) -> int:
        """Draw dice side by side and return the first free column behind them."""
        for value in values:
            self.die(x, y, size, value)
            x += size + 3
        return x

    def arrow(self, x: int, y: int, *, up: bool, ink: bool = True) -> None:
        """Draw a triangle of 7×4 pixels whose upper left corner is (x, y)."""
        for row in range(4):
            half = row if up else 3 - row
            self.fill(Box(x + 3 - half, y + row, 2 * half + 1, 1), ink)

    def tiles(self, looks: Sequence[Look], named: Sequence[int], height: int = TILE_HEIGHT) -> None:
        """Draw the row of tiles along the lower edge.

        Args:
            looks: of the tiles from 1 on, 6 to 12 of them.
            named: numbers of tiles that get an arrow: up over a tile that is down, down over
                one that is up.
            height: of a tile, `TILE_HEIGHT` or `LOW_TILE`.
        """
        boxes = tile_boxes(len(looks), height)
        for number, (box, look) in enumerate(zip(boxes, looks, strict=True), 1):
            self._tile(box, number, look)
            if number in named:
                x = box.x + (box.w - 7) // 2
                self.arrow(x, box.y - 6, up=look is not Look.UP)

    def _tile(self, box: Box, number: int, look: Look) -> None:
        is_low = box.h == LOW_TILE
        is_narrow = look is Look.MOVED and box.w < NARROW * len(str(number))
        faces = (SMALL,) if is_low or is_narrow else (LARGE, SMALL)
        thick = 2 if is_low else 3
        bar = Box(box.x, HEIGHT - thick, box.w, thick)
        self.fill(box if look is Look.UP else bar)
        if look is not Look.DOWN:
            face = box if look is Look.UP else box._replace(h=box.h - bar.h)
            ink = look is not Look.UP
            self.text(face, str(number), *faces, align=Align.CENTRE, ink=ink)


@lru_cache(maxsize=LATELY)
def _written(text: str, face: Face) -> Image.Image:
    """Return a text in white on black."""
    picture = Image.new("1", (len(text) * face.width, face.height))
    ImageDraw.Draw(picture).text((0, 0), text, fill=1, font=load(face))
    return picture


def tile_boxes(count: int, height: int = TILE_HEIGHT) -> tuple[Box, ...]:
    """Return the boxes of tiles 1 to `count` (6 to 12), one pixel apart, centred.

    Numbers of two digits get wider tiles: twelve tiles use every column there is.
    """
    long = max(count - 9, 0)
    room = WIDTH - (count - 1)
    wide = 17 if room - 17 * long >= 9 * 9 else 12
    width = min((room - wide * long) // (count - long), 17)
    widths = [width] * (count - long) + [wide] * long
    x = (room - sum(widths)) // 2
    boxes = []
    for w in widths:
        boxes.append(Box(x, HEIGHT - height, w, height))
        x += w + 1
    return tuple(boxes)


def shorten(text: str, cells: int) -> str:
    """Cut a text to a number of characters; an ellipsis says that something is missing.

    >>> shorten("Alexandra", 5)
    'Alex…'
    """
    return text if len(text) <= cells else text[: max(cells - 1, 0)] + "…"
