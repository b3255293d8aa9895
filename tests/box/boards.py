"""Tile boards without hardware: one that speaks the protocol, on a line in memory.

Never: stands in for the firmware, whose own tests are tests/firmware.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stbpi.box.tile_board_lines import line_of
from stbpi.errors import PortError
from stbpi.serial_log.port import Port
from stbpi.serial_log.port_errors import GONE, MISSING, failed

HEARTBEAT_S = 1.0
RESENDS_S = 0.05
IDENTITY = "V 1 0.1.0 pico 12 lamps,buzzer,menu,reference"


class FakeBoard:
    """A board as it is seen from its USB socket; everything is called in the loop.

    Attributes:
        address: the device that it is.
        identity: its answer to `V`; empty: it is silent.
        is_plugged: it is on the bus.
        is_deaf: it says nothing at all.
        heard: the bodies of all lines that it was sent.
        times: when, in the loop's seconds.
        said: how many bytes it has sent.
        got: how many bytes it was sent.
        opened: how often it was opened.
        spoil: what the line makes of what the board sends.
    """

    def __init__(self, address: str = "/dev/ttyACM0", *, identity: str = IDENTITY) -> None:
        self.address = address
        self.identity = identity
        self.is_plugged = True
        self.is_deaf = False
        self.heard: list[str] = []
        self.times: list[float] = []
        self.said = self.got = self.opened = 0
        self.spoil: Callable[[bytes], bytes] = lambda data: data
        self.closed = 0
        self._seq = 0
        self._acked: int | None = None
        self._host: FakePort | None = None
        self._rest = b""
        self._beat: asyncio.TimerHandle | None = None

    @property
    def lamps(self) -> str:
        """What the lamps were told last."""
        return next((line for line in reversed(self.heard) if line[0] == "L"), "")

    def contacts(self, *numbers: int) -> None:
        """Close these contacts, from 1, and open all others."""
        self.closed = sum(1 << number - 1 for number in numbers)
        self._seq = (self._seq + 1) % 256
        self.tell()

    def unplug(self) -> None:
        self.is_plugged = False
        if self._beat is not None:
            self._beat.cancel()
        if self._host is not None:
            self._host.fail()
            self._host = None

    def plug_in(self, address: str = "") -> None:
        self.is_plugged = True
        self.address = address or self.address
        self._seq, self._acked = 0, None

    def start_anew(self) -> None:
        """Be started by the watchdog, so quickly that the line stays."""
        self._seq = 0
        self.say(self.identity)
        self.tell()

    def say(self, body: str) -> None:
        self.send(line_of(body))

    def send(self, data: bytes) -> None:
        if self._host is not None and self.identity and not self.is_deaf:
            self.said += len(data)
            self._host.come(self.spoil(data))

    def tell(self) -> None:
        """Send the snapshot, and again: soon if it is not acknowledged, else as a heartbeat."""
        if self._beat is not None:
            self._beat.cancel()
        self.say(f"S {self._seq:02x} {self.closed:04x}")
        soon = self._acked != self._seq and self._host is not None
        loop = asyncio.get_running_loop()
        if self.is_plugged and self._host is not None:
            self._beat = loop.call_later(RESENDS_S if soon else HEARTBEAT_S, self.tell)

    # What its port does

    def open(self, host: FakePort) -> None:
        if not self.is_plugged:
            raise failed(self.address, MISSING)
        self.opened += 1
        self._host = host
        self.tell()

    def hear(self, data: bytes) -> None:
        self.got += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._hear_line(line)

    def let_go(self, host: FakePort) -> None:
        if self._host is host:
            self._host = None
            if self._beat is not None:
                self._beat.cancel()

    def _hear_line(self, line: bytes) -> None:
        body = line.rpartition(b"*")[0].decode("ascii", "replace")
        if not body or line + b"\n" != line_of(body):
            return
        self.heard.append(body)
        self.times.append(asyncio.get_running_loop().time())
        match body.split():
            case ["A", seq]:
                self._acked = int(seq, 16)
                if self._beat is not None and self._acked == self._seq:
                    self._beat.cancel()
                    loop = asyncio.get_running_loop()
                    self._beat = loop.call_later(HEARTBEAT_S, self.tell)
            case ["V"] if self.identity:
                self.say(self.identity)
            case ["N", count]:
                self.say(f"N {count}")
            case ["E"]:
                self.say("E 1 2 3")


class FakePort:
    """A port of the host, with a board at its other end."""

    def __init__(self, board: FakeBoard) -> None:
        self._board = board
        self._came = b""
        self._has_news = asyncio.Event()
        self._failure: PortError | None = None

    async def open(self) -> None:
        self._board.open(self)

    async def write(self, data: bytes) -> int:
        if self._failure is not None:
            raise self._failure
        taken = data[:40]  # a part of it, as a real port does
        self._board.hear(taken)
        return len(taken)

    async def read(self) -> bytes:
        while not self._came:
            if self._failure is not None:
                raise self._failure
            self._has_news.clear()
            await self._has_news.wait()
        data, self._came = self._came, b""
        return data

    async def close(self, *, within_s: float = 0) -> None:
        self._board.let_go(self)

    def come(self, data: bytes) -> None:
        self._came += data
        self._has_news.set()

    def fail(self) -> None:
        self._failure = failed(self._board.address, GONE)
        self._has_news.set()


class Bus:
    """The USB sockets of a host."""

    def __init__(self, *boards: FakeBoard) -> None:
        self.boards = list(boards)
        self.searches = 0

    def search(self) -> list[str]:
        self.searches += 1
        return sorted(board.address for board in self.boards if board.is_plugged)

    def opens(self, address: str) -> Port:
        boards: Sequence[FakeBoard] = [b for b in self.boards if b.address == address]
        return FakePort(boards[0] if boards else _nothing_at(address))


def _nothing_at(address: str) -> FakeBoard:
    nothing = FakeBoard(address)
    nothing.is_plugged = False
    return nothing


if TYPE_CHECKING:
    _fits: type[Port] = FakePort
