"""What the OLED shows, worked out from every byte that went over the I2C bus.

The chip on the bus (i2c-stub) accepts everything and remembers almost nothing, but the kernel's
trace has each write. Of an SSD1306's commands those are understood that say where the next
bytes go, and on and off.

Never: asks the program what it meant to show.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

TRACE = Path("/sys/kernel/debug/tracing")
WIDTH, PAGES = 128, 8

_WRITE = re.compile(r"smbus_write: i2c-0 a=03c f=\w+ c=(\w+) I2C_BLOCK_DATA l=\d+ \[([\w-]+)\]")
_DATA = "40"
_COLUMNS, _ROWS, _OFF, _ON = 0x21, 0x22, 0xAE, 0xAF
# How many bytes follow a command; none, if it isn't here.
_ARGUMENTS = {
    _COLUMNS: 2,
    _ROWS: 2,
    **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
}


class Oled:
    """An SSD1306 that listens.

    Attributes:
        writes: how many writes it has seen.
        on: whether it is switched on.
    """

    def __init__(self) -> None:
        (TRACE / "events/smbus/smbus_write/enable").write_text("1")
        self._pipe = os.open(TRACE / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)
        self._rest = ""
        self.writes = 0
        self.on = False
        self._memory = bytearray(WIDTH * PAGES)
        self._columns = (0, WIDTH - 1)
        self._rows = (0, PAGES - 1)
        self._column = self._row = 0

    def picture(self) -> bytes:
        """Return what is in the chip's memory now: eight pages of 128 columns of 8 pixels."""
        self.listen()
        return bytes(self._memory)

    def listen(self) -> None:
        """Take in what was sent since the last call."""
        for line in self._lines():
            found = _WRITE.search(line)
            if found is None:
                continue
            self.writes += 1
            sent = bytes.fromhex(found[2].replace("-", ""))[1:]  # the first is the length
            if found[1] == _DATA:
                self._store(sent)
            else:
                self._obey(sent)

    def _lines(self) -> Iterator[str]:
        try:
            while piece := os.read(self._pipe, 1 << 16):
                *lines, self._rest = (self._rest + piece.decode("ascii")).split("\n")
                yield from lines
        except BlockingIOError:
            return

    def _obey(self, sent: bytes) -> None:
        rest = iter(sent)
        for command in rest:
            arguments = [next(rest) for _ in range(_ARGUMENTS.get(command, 0))]
            if command == _COLUMNS:
                self._columns = (arguments[0], arguments[1])
                self._column = arguments[0]
            elif command == _ROWS:
                self._rows = (arguments[0], arguments[1])
                self._row = arguments[0]
            elif command in (_OFF, _ON):
                self.on = command == _ON

    def _store(self, sent: bytes) -> None:
        for byte in sent:
            self._memory[self._row * WIDTH + self._column] = byte
            self._column += 1
            if self._column > self._columns[1]:
                self._column = self._columns[0]
                self._row = self._rows[0] if self._row == self._rows[1] else self._row + 1


def lit(picture: bytes) -> int:
    """Count the pixels that are lit."""
    return int.from_bytes(picture, "big").bit_count()


def drawn(picture: bytes) -> str:
    """Draw a picture with half-block characters, 32 lines of 128, for a person to look at."""
    rows = []
    for y in range(0, PAGES * 8, 2):
        pairs = (picture[y // 8 * WIDTH + x] >> y % 8 & 3 for x in range(WIDTH))
        rows.append("".join(" ▀▄█"[pair] for pair in pairs).rstrip())
    return "\n".join(rows)
