"""Windows: which parts of the panel's memory differ between two pictures.

The memory is eight pages of 128 bytes; a byte is eight pixels of a column, the topmost in its
lowest bit. What differs is sent as windows: so many columns of one page, or on a chip that
fills windows by itself of several. Every window costs its commands, so that bytes that have
not changed are sent along where that is cheaper. The cost is counted in bytes on the wire.

Never: knows a bus or what is on the panel. Keep: the windows never cost more than the whole
picture, however little the two have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS = 128
PAGES = 8
BLOCK = 32  # bytes of data in one transfer
TRANSFER = 2  # bytes that every transfer costs: the address and the register


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A rectangle of bytes that is to be written.

    Attributes:
        page: the first page, 0 to 7.
        last_page: the last page; it belongs to the window.
        column: the first column, 0 to 127.
        last_column: the last column; it belongs to the window.
    """

    page: int
    last_page: int
    column: int
    last_column: int

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        return (self.last_page - self.page + 1) * (self.last_column - self.column + 1)

    def cut(self, memory: bytes) -> bytes:
        """Return its bytes of a picture, page by page."""
        return b"".join(
            memory[page * COLUMNS + self.column : page * COLUMNS + self.last_column + 1]
            for page in range(self.page, self.last_page + 1)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a chip wants to be told where its bytes go.

    Attributes:
        commands: bytes of commands before a window.
        is_tall: whether a window may be of several pages.
    """

    commands: int
    is_tall: bool

    def cost(self, window: Window) -> int:
        """Return how many bytes a window takes on the bus."""
        return TRANSFER + self.commands + window.size + TRANSFER * -(-window.size // BLOCK)


LAYOUTS = {
    "ssd1306": Layout(commands=6, is_tall=True),
    "sh1106": Layout(commands=3, is_tall=False),
}


def memory_of(picture: Image) -> bytes:
    """Return what the panel's memory holds when it shows a picture of 128×64 pixels."""
    from PIL.Image import Transpose

    columns = picture.transpose(Transpose.ROTATE_270).tobytes()  # each from its foot upwards
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def windows(old: bytes, new: bytes, layout: Layout) -> tuple[Window, ...]:
    """Return what to send, in the order of the pages, so that `old` becomes `new`.

    >>> windows(bytes(1024), bytes(200) + b"!" + bytes(823), LAYOUTS["sh1106"])
    (Window(page=1, last_page=1, column=72, last_column=72),)
    """
    best: list[tuple[int, tuple[Window, ...]]] = [(0, ())]  # for the first n pages
    spans = [_spans(old, new, page, layout) for page in range(PAGES)]
    for page in range(PAGES):
        cost, before = best[page]
        choices = [(cost + sum(map(layout.cost, spans[page])), (*before, *spans[page]))]
        for first in range(page if layout.is_tall else 0):
            cost, before = best[first]
            tall = _around([span for of_page in spans[first : page + 1] for span in of_page])
            if tall is not None:
                choices.append((cost + layout.cost(tall), (*before, tall)))
        best.append(min(choices, key=lambda choice: choice[0]))
    return best[PAGES][1]


def _spans(old: bytes, new: bytes, page: int, layout: Layout) -> tuple[Window, ...]:
    """Return the cheapest windows of one page: one of all that differs, or one a gap."""
    runs: list[Window] = []
    for column in _changed(old, new, page):
        here = Window(page=page, last_page=page, column=column, last_column=column)
        joined = _around([*runs[-1:], here])
        if runs and joined and layout.cost(joined) <= layout.cost(runs[-1]) + layout.cost(here):
            runs[-1] = joined
        else:
            runs.append(here)
    whole = _around(runs)
    if whole is None or layout.cost(whole) > sum(map(layout.cost, runs)):
        return tuple(runs)
    return (whole,)


def _changed(old: bytes, new: bytes, page: int) -> Iterator[int]:
    at = page * COLUMNS
    if old[at : at + COLUMNS] != new[at : at + COLUMNS]:
        yield from (x for x in range(COLUMNS) if old[at + x] != new[at + x])


def _around(parts: list[Window]) -> Window | None:
    """Return the smallest window that holds all parts; `None` without any."""
    if not parts:
        return None
    return Window(
        page=min(part.page for part in parts),
        last_page=max(part.last_page for part in parts),
        column=min(part.column for part in parts),
        last_column=max(part.last_column for part in parts),
    )
