"""An address as a QR code, dark on a lit square as cameras expect it, and in words beside it.

A module is two pixels wide; what the square has left around the code is its quiet zone, eight
pixels where the address is so short that they are there. Without segno there are only words.

Never: is loaded before a code is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from stbpi.display.draw import HEIGHT, WIDTH, Box, Canvas
from stbpi.display.fonts import SMALL
from stbpi.display.table import ROW
from stbpi.display.texts import Text

MODULE = 2
"""Pixels of a module."""

SQUARE = HEIGHT
_GAP = 4
_ROWS = HEIGHT // ROW


def draw_code(canvas: Canvas, address: str, title: Text) -> None:
    """Draw the code of an address, and the address itself if it has room beside it."""
    modules = _modules(address)
    left = 0
    if modules:
        _draw(canvas, modules)
        left = SQUARE + _GAP
    words = _words(address, (WIDTH - left) // SMALL.width)
    shown = words if len(words) < _ROWS else ()
    top = (HEIGHT - (1 + len(shown)) * ROW) // 2
    for row, text in enumerate((title, *shown)):
        canvas.text(Box(left, top + row * ROW, WIDTH - left, ROW), text, SMALL)


def _modules(address: str) -> Sequence[Sequence[int]]:
    """Return the rows of a code, 1 for a dark module; nothing where it can't be made."""
    if find_spec("segno") is None:
        return ()
    import segno

    modules = segno.make_qr(address, error="L").matrix
    return modules if len(modules) * MODULE <= SQUARE else ()


def _draw(canvas: Canvas, modules: Sequence[Sequence[int]]) -> None:
    canvas.fill(Box(0, 0, SQUARE, SQUARE))
    start = (SQUARE - len(modules) * MODULE) // 2
    for y, row in enumerate(modules):
        for x, is_dark in enumerate(row):
            if is_dark:
                place = Box(start + x * MODULE, start + y * MODULE, MODULE, MODULE)
                canvas.fill(place, ink=False)


def _words(address: str, letters: int) -> tuple[str, ...]:
    """Part an address into lines, without what every address begins with."""
    text = address.partition("://")[2].rstrip("/")
    return tuple(text[at : at + letters] for at in range(0, len(text), letters))
