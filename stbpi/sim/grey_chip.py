"""What an SSD1327 holds: 128×128 pixels of sixteen greys, two in a byte.

Its bytes fill a window of columns (of two pixels) and rows, line by line, and begin again.

Never: is lit before it was switched on since it got power.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

SIZE = 128

_ARGUMENTS = {
    **dict.fromkeys((0x81, 0xA0, 0xA1, 0xA2, 0xA8, 0xAB, 0xB1, 0xB3, 0xB6, 0xBC, 0xBE, 0xD5), 1),
    **dict.fromkeys((0x15, 0x75), 2),
    0xB8: 8,
}

_MIRRORS, _SWAPS, _TURNS = 0x01, 0x02, 0x10
"""Bits of the setting A0: columns from the right, pixels of a byte swapped, rows from the foot.

The glass hangs upside down from its chip, so that a picture is upright with all three.
"""


@dataclass(slots=True)
class GreyChip:
    """The chip; a new one has just got power."""

    ram: list[bytearray] = field(init=False)
    is_on: bool = False
    contrast: int = 0x7F
    remap: int = 0
    columns: tuple[int, int] = (0, SIZE // 2 - 1)
    rows: tuple[int, int] = (0, SIZE - 1)
    column: int = 0
    row: int = 0

    def __post_init__(self) -> None:
        self.ram = [bytearray(SIZE // 2) for _ in range(SIZE)]

    @property
    def arguments(self) -> Mapping[int, int]:
        return _ARGUMENTS

    @property
    def is_lit(self) -> bool:
        return self.is_on

    def store(self, values: Sequence[int]) -> None:
        """Store two pixels of a row each, and move on within the window."""
        for value in values:
            self.ram[self.row][self.column] = value
            self.column += 1
            if self.column > self.columns[1]:
                self.column = self.columns[0]
                self.row = self.row + 1 if self.row < self.rows[1] else self.rows[0]

    def picture(self) -> tuple[tuple[bool, ...], ...]:
        columns = range(SIZE)[:: 1 if self.remap & _MIRRORS else -1]
        rows = range(SIZE)[:: 1 if self.remap & _TURNS else -1]
        return tuple(tuple(self._is_white(x, y) for x in columns) for y in rows)

    def _is_white(self, x: int, y: int) -> bool:
        is_low = (x % 2 == 0) == bool(self.remap & _SWAPS)
        return bool(self.ram[y][x // 2] >> (0 if is_low else 4) & 0x0F)

    def obey(self, command: int, arguments: tuple[int, ...]) -> None:
        match command, arguments:
            case 0xAE | 0xAF, ():
                self.is_on = command == 0xAF
            case 0xA0, (remap,):
                self.remap = remap
            case 0x81, (level,):
                self.contrast = level
            case 0x15, (first, last):
                self.columns, self.column = (first & 0x3F, last & 0x3F), first & 0x3F
            case 0x75, (first, last):
                self.rows, self.row = (first & 0x7F, last & 0x7F), first & 0x7F
