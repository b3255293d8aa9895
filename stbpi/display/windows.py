"""Windows: which parts of the panel's memory differ between two pictures.

The memory is eight pages of 128 bytes; a byte is eight pixels of a column, the topmost in its
lowest bit. What differs is sent as windows: so many columns of one page, or on a chip that
fills windows by itself of several. Every window costs its commands, so that bytes that have
not changed are sent along where that is cheaper; what a window shares with the one before it
is not told again. The cost is counted in bytes on the wire.

Never: knows a bus or what is on the panel. Keep: the windows never cost more than the whole
picture, however little the two have in common; every window is filled to its last byte, after
which the chip stands at its beginning again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS = 128
PAGES = 8
BLOCK = 32  # bytes of data in one transfer
TRANSFER = 2  # bytes that every transfer costs: the address and the register

_DIFFERING = re.compile(rb"[^\0]+")


class Window(NamedTuple):
    """A rectangle of bytes that is to be written; a tuple, for it is made by the dozen a picture.

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
    def pages(self) -> tuple[int, int]:
        """The first and the last page."""
        return (self.page, self.last_page)

    @property
    def columns(self) -> tuple[int, int]:
        """The first and the last column."""
        return (self.column, self.last_column)

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
        page_bytes: how many bytes of commands tell the pages.
        column_bytes: how many tell the columns.
        is_tall: whether a window may be of several pages, and is begun again when it is full.
    """

    page_bytes: int
    column_bytes: int
    is_tall: bool

    def tells_pages(self, window: Window, before: Window | None) -> bool:
        """Say whether a chip that has just filled another window must be told the pages."""
        return before is None or window.pages != before.pages

    def tells_columns(self, window: Window, before: Window | None) -> bool:
        """Say whether it must be told the columns."""
        return before is None or not self.is_tall or window.columns != before.columns

    def cost(self, window: Window, before: Window | None = None) -> int:
        """Return how many bytes a window takes on the bus."""
        commands = self.page_bytes * self.tells_pages(window, before)
        commands += self.column_bytes * self.tells_columns(window, before)
        told = TRANSFER + commands if commands else 0
        return told + _data_cost(window.size)

    def costs(self, parts: Sequence[Window], before: Window | None = None) -> int:
        """Return how many bytes windows take that are sent in this order."""
        cost = 0
        for part in parts:
            cost += self.cost(part, before)
            before = part
        return cost


LAYOUTS = {
    "ssd1306": Layout(page_bytes=3, column_bytes=3, is_tall=True),
    "ssd1309": Layout(page_bytes=3, column_bytes=3, is_tall=True),
    "sh1106": Layout(page_bytes=1, column_bytes=2, is_tall=False),
}


def memory_of(picture: Image) -> bytes:
    """Return what the panel's memory holds when it shows a picture of 128×64 pixels."""
    from PIL.Image import Transpose

    columns = picture.transpose(Transpose.ROTATE_270).tobytes()  # each from its foot upwards
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def windows(
    old: bytes, new: bytes, layout: Layout, before: Window | None = None
) -> tuple[Window, ...]:
    """Return what to send, in the order of the pages, so that `old` becomes `new`.

    Args:
        before: the window that the chip was sent last, if that is known.

    >>> windows(bytes(1024), bytes(200) + b"!" + bytes(823), LAYOUTS["sh1106"])
    (Window(page=1, last_page=1, column=72, last_column=72),)
    """
    if old == new:
        return ()
    best: list[tuple[int, tuple[Window, ...]]] = [(0, ())]  # for the first n pages
    talls: list[Window | None] = []  # all that differs from page n on
    for page, differing in enumerate(_pages(old, new)):
        spans = _spans(differing, page, layout)
        choices = [_after(best[page], spans, layout, before)]
        if layout.is_tall:
            here = _joined(spans[0], spans[-1]) if spans else None
            talls = [_joined(tall, here) for tall in talls]
            for first, tall in enumerate(talls):
                if tall is not None:
                    choices.append(_after(best[first], (tall,), layout, before))
            talls.append(here)
        best.append(min(choices, key=lambda choice: choice[0]))
    return best[PAGES][1]


def _after(
    best: tuple[int, tuple[Window, ...]],
    more: tuple[Window, ...],
    layout: Layout,
    before: Window | None,
) -> tuple[int, tuple[Window, ...]]:
    """Return what it costs to send more windows after others, and all of them."""
    cost, parts = best
    return cost + layout.costs(more, parts[-1] if parts else before), (*parts, *more)


def _pages(old: bytes, new: bytes) -> Iterable[bytes]:
    """Return what differs, page by page: 0 where a byte is the same."""
    differs = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    differing = differs.to_bytes(len(new), "big")
    return (differing[page * COLUMNS : (page + 1) * COLUMNS] for page in range(PAGES))


def _spans(differing: bytes, page: int, layout: Layout) -> tuple[Window, ...]:
    """Return the cheapest windows of one page: one of all that differs, or one a gap."""
    another = TRANSFER + layout.column_bytes  # to tell the columns of one more window
    runs: list[tuple[int, int]] = []  # from column to column, the end left out
    for found in _DIFFERING.finditer(differing):
        first, end = found.span()
        if runs:
            begin, last_end = runs[-1]
            apart = _data_cost(last_end - begin) + another + _data_cost(end - first)
            if _data_cost(end - begin) <= apart:
                runs[-1] = (begin, end)
                continue
        runs.append((first, end))
    if len(runs) > 1:
        whole = (runs[0][0], runs[-1][1])
        apart = another * (len(runs) - 1) + sum(_data_cost(end - begin) for begin, end in runs)
        if _data_cost(whole[1] - whole[0]) <= apart:
            runs = [whole]
    return tuple(Window(page, page, begin, end - 1) for begin, end in runs)


def _data_cost(size: int) -> int:
    """Return how many bytes so many bytes of data take on the bus."""
    return size + TRANSFER * -(-size // BLOCK)


def _joined(one: Window | None, other: Window | None) -> Window | None:
    """Return the smallest window that holds both."""
    if one is None or other is None:
        return one or other
    return Window(
        page=min(one.page, other.page),
        last_page=max(one.last_page, other.last_page),
        column=min(one.column, other.column),
        last_column=max(one.last_column, other.last_column),
    )
