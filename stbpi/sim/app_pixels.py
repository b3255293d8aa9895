"""Pixels as characters: half blocks, braille, and large figures drawn with them.

Both characters keep pixels square in a terminal, whose cells are twice as high as wide.

Never: knows a widget, a colour or what is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

Picture = Sequence[Sequence[bool]]
"""Rows of pixels; all rows have the same length."""

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille character, by row and column."""

_FIGURES = (
    "75557",
    "26227",
    "71747",
    "71717",
    "55711",
    "74717",
    "74757",
    "71122",
    "75757",
    "75717",
)
"""The figures 0 to 9: five rows of three pixels, an octal digit a row."""

_WIDTH, _HEIGHT = 3, 5
_SCALES = (2, 1)


def half_blocks(picture: Picture) -> list[str]:
    """Draw a picture with one column a pixel and one row two pixels.

    >>> half_blocks([[True, False, True], [True, True, False]])
    ['█▄▀']
    """
    dark = [False] * len(picture[0])
    pairs = zip_longest(picture[::2], picture[1::2], fillvalue=dark)
    return [
        "".join(_HALVES[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs
    ]


def braille(picture: Picture) -> list[str]:
    """Draw a picture with one column two pixels and one row four pixels.

    >>> braille([[True, True], [False, True], [False, True], [False, True]])
    ['⢹']
    """
    return [
        "".join(_cell(picture, x, y) for x in range(0, len(picture[0]), 2))
        for y in range(0, len(picture), 4)
    ]


def figure(number: int, *, width: int, height: int) -> list[str]:
    """Draw a number as large as the room allows; as plain text where it allows nothing larger.

    Args:
        number: at least 0.
        width: columns.
        height: rows.
    """
    for scale in _SCALES:
        picture = _scaled(str(number), scale)
        if len(picture[0]) <= width and len(picture) <= 2 * height:
            return half_blocks(picture)
    return [str(number)]


def _cell(picture: Picture, x: int, y: int) -> str:
    bits = sum(
        bit
        for row, pair in zip(picture[y : y + 4], _DOTS, strict=True)
        for pixel, bit in zip(row[x : x + 2], pair, strict=True)
        if pixel
    )
    return chr(0x2800 + bits) if bits else " "  # some fonts show empty dots in U+2800


def _scaled(digits: str, scale: int) -> list[list[bool]]:
    rows = []
    for y in range(_HEIGHT):
        row: list[bool] = []
        for digit in digits:
            bits = int(_FIGURES[int(digit)][y], 8)
            row += [bool(bits >> (_WIDTH - 1 - x) & 1) for x in range(_WIDTH) for _ in range(scale)]
            row += [False] * scale
        rows += [row[:-scale]] * scale
    return rows
