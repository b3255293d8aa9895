"""A model of the OLED: decodes the bytes of the I2C bus into pixels.

It is the bus and the only part on it. It knows the commands that position, switch on and mirror
a picture on an SSD1306, SSD1309 or SH1106, and skips the others with their arguments. The SH1106
has 132 columns, of which the glass shows 2 to 129; it knows neither addressing modes nor
windows. The SSD1327 is another part (`grey_chip`). A command that is cut off waits for the rest
of its arguments, whatever comes next.

Thread-safe: the display's thread writes, the simulator reads; `version` tells when to look.

Never: guesses; a panel that was not initialised since it got power shows nothing.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8
LARGEST_BLOCK = 32  # bytes of data in one SMBus block

COMMANDS = 0x00
DATA = 0x40

_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_ARGUMENTS_OF = {
    "ssd1306": _ARGUMENTS | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1},
    "ssd1309": _ARGUMENTS | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1},
    "sh1106": _ARGUMENTS | {0xAD: 1},
}
"""How many bytes follow a command; none follow the others."""

_COLUMNS = {"ssd1306": 128, "ssd1309": 128, "sh1106": 132}
_FIRST_COLUMN = {"ssd1306": 0, "ssd1309": 0, "sh1106": 2}

Picture = tuple[tuple[bool, ...], ...]
"""64 rows of 128 pixels; 128 rows of an SSD1327."""


class Chip(Protocol):
    """What a chip holds; a new one has just got power."""

    is_on: bool
    contrast: int

    @property
    def arguments(self) -> Mapping[int, int]:
        """How many bytes follow a command; none follow the others."""
        ...

    @property
    def is_lit(self) -> bool: ...

    def store(self, values: Sequence[int]) -> None:
        """Take bytes of a picture."""
        ...

    def obey(self, command: int, arguments: tuple[int, ...]) -> None: ...

    def picture(self) -> Picture:
        """Return what is to be seen while it is lit."""
        ...


@dataclass(slots=True)
class _PageChip:
    """A chip whose bytes are eight pixels of a column."""

    name: str
    ram: list[bytearray] = field(init=False)
    is_on: bool = False
    has_pump: bool = False
    is_mirrored: bool = True
    is_upside_down: bool = True
    is_paged: bool = True
    contrast: int = 0x7F
    page: int = 0
    column: int = 0
    window: tuple[int, int] = (0, WIDTH - 1)
    pages: tuple[int, int] = (0, PAGES - 1)

    def __post_init__(self) -> None:
        self.ram = [bytearray(self.columns) for _ in range(PAGES)]

    @property
    def columns(self) -> int:
        return _COLUMNS[self.name]

    @property
    def arguments(self) -> Mapping[int, int]:
        return _ARGUMENTS_OF[self.name]

    @property
    def is_lit(self) -> bool:
        """Whether it is switched on, and on an SSD1306 its charge pump too."""
        return self.is_on and (self.has_pump or self.name != "ssd1306")

    def store(self, values: Sequence[int]) -> None:
        """Store eight pixels of a column each, and move on as the addressing mode says."""
        while values:
            at = self.column % self.columns
            room = self.columns - at if self.is_paged else max(self.window[1] - self.column + 1, 1)
            part, values = values[:room], values[room:]
            self.ram[self.page][at : at + len(part)] = part
            self._move_on(len(part))

    def _move_on(self, count: int) -> None:
        """Move on by so many columns, at most to the first one behind the last."""
        self.column += count
        if self.is_paged:
            self.column %= self.columns
        elif self.column > self.window[1]:
            self.column = self.window[0]
            self.page = self.page + 1 if self.page < self.pages[1] else self.pages[0]

    def picture(self) -> Picture:
        first = _FIRST_COLUMN[self.name]
        columns = range(first, first + WIDTH)[:: -1 if self.is_mirrored else 1]
        rows = range(HEIGHT)[:: -1 if self.is_upside_down else 1]
        return tuple(tuple(bool(self.ram[y // 8][x] >> y % 8 & 1) for x in columns) for y in rows)

    def obey(self, command: int, arguments: tuple[int, ...]) -> None:
        match command, arguments:
            case 0xAE | 0xAF, ():
                self.is_on = command == 0xAF
            case 0xA0 | 0xA1, ():
                self.is_mirrored = command == 0xA0
            case 0xC0 | 0xC8, ():
                self.is_upside_down = command == 0xC0
            case 0x81, (level,):
                self.contrast = level
            case 0x8D, (setting,):
                self.has_pump = bool(setting & 0x04)
            case 0x20, (mode,):
                self.is_paged = mode & 3 == 2
            case 0x21, (first, last):
                self.window, self.column = (first & 0x7F, last & 0x7F), first & 0x7F
            case 0x22, (first, last):
                self.pages, self.page = (first & 7, last & 7), first & 7
            case _, () if 0xB0 <= command <= 0xB7:
                self.page = command & 7
            case _, () if command <= 0x0F:
                self.column = self.column & 0xF0 | command
            case _, () if 0x10 <= command <= 0x1F:
                self.column = self.column & 0x0F | (command & 0x0F) << 4


class PanelModel:
    """An I2C bus with one OLED on it.

    Args:
        chip: "ssd1306", "ssd1309", "sh1106" or "ssd1327".
        address: its I2C address, of 7 bits.

    Attributes:
        bytes_sent: bytes on the wire so far, with address and register.
        version: counts whatever may have changed the picture.
    """

    def __init__(self, chip: str = "ssd1306", *, address: int = 0x3C) -> None:
        self.bytes_sent = 0
        self.version = 0
        self._name = chip
        self._address = address
        self._lock = Lock()
        self._chip = _powered(chip)
        self._half: list[int] = []  # a command that waits for arguments
        self._writes_left: int | None = None
        self._bytes_left = 0
        self._keeps_power = False

    @property
    def on(self) -> bool:
        """Whether the glass is lit."""
        return self._chip.is_lit

    @property
    def is_plugged_in(self) -> bool:
        """Whether it answers on the bus."""
        return self._writes_left is None

    @property
    def contrast(self) -> int:
        """0 to 255."""
        return self._chip.contrast

    def picture(self) -> Picture:
        """Return what is to be seen."""
        with self._lock:
            picture = self._chip.picture()
            return picture if self.on else ((False,) * WIDTH,) * len(picture)

    def unplug(
        self, *, after_writes: int = 0, after_bytes: int = 0, keeps_power: bool = False
    ) -> None:
        """Take the panel off the bus, at once or later; also in the middle of a transfer.

        Args:
            after_writes: so many more transfers come through.
            after_bytes: then so many bytes of commands and of pictures.
            keeps_power: only the bus is broken; the chip still knows everything.
        """
        with self._lock:
            self._writes_left, self._bytes_left = after_writes, after_bytes
            self._keeps_power = keeps_power
            if not after_writes and not after_bytes:
                self._lose_power()

    def plug_in(self) -> None:
        """Put the panel back; unless it kept its power, it shows nothing until initialised."""
        with self._lock:
            self._writes_left = None
            self._lose_power()
            self._keeps_power = False

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int], /) -> None:
        """Take a block, as `smbus2.SMBus.write_i2c_block_data` sends it.

        Raises:
            OSError: nothing answers at this address (errno 121, as on a Raspberry Pi).
            ValueError: the block is too long.
        """
        if len(data) > LARGEST_BLOCK:
            raise ValueError(f"a block of {len(data)} bytes; at most {LARGEST_BLOCK}")
        with self._lock:
            taken = self._taken(address, data)
            self.bytes_sent += len(taken) + 2
            self.version += 1
            if register == DATA:
                self._chip.store(taken)
            elif register == COMMANDS:
                self._obey(taken)
            if len(taken) < len(data):
                self._lose_power()
                raise _no_answer()

    def read_byte(self, address: int, /) -> int:
        """Return the chip's status, as `smbus2.SMBus.read_byte` does: bit 6 says that it is off.

        Raises:
            OSError: nothing answers at this address.
        """
        with self._lock:
            self._taken(address, ())
            self.bytes_sent += 2
            return 0x00 if self._chip.is_on else 0x40

    def close(self) -> None:
        """Do nothing: the model may be opened again."""

    def _taken(self, address: int, data: Sequence[int]) -> Sequence[int]:
        """Return what comes through of a transfer.

        Raises:
            OSError: nothing answers.
        """
        if address != self._address:
            raise _no_answer()
        if self._writes_left is None:
            return data
        if self._writes_left:
            self._writes_left -= 1
            return data
        if not self._bytes_left:
            self._lose_power()
            raise _no_answer()
        taken = data[: self._bytes_left]
        self._bytes_left -= len(taken)
        return taken

    def _lose_power(self) -> None:
        """Forget everything, unless it keeps its power."""
        if not self._keeps_power:
            self._chip = _powered(self._name)
            self._half.clear()
            self.version += 1

    def _obey(self, data: Sequence[int]) -> None:
        waits = self._half
        for byte in data:
            waits.append(byte)
            command, *arguments = waits
            if len(arguments) == self._chip.arguments.get(command, 0):
                self._chip.obey(command, tuple(arguments))
                waits.clear()


def _no_answer() -> OSError:
    return OSError(errno.EREMOTEIO, "Remote I/O error")


def _powered(name: str) -> Chip:
    """Return a chip that has just got power."""
    from stbpi.sim.grey_chip import GreyChip

    return GreyChip() if name == "ssd1327" else _PageChip(name)
