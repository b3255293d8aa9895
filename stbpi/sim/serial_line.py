"""The serial line of a simulated box: a cable that can be pulled, and a receiver at its end.

The receiver is a perfect one: it asks for what it lacks, keeps every event once, in order, and
nothing else. What is on its way when the cable is pulled is torn.

Never: makes up a line; knows the journal.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from stbpi.serial_log.lines import Decoder, EventLine, Hello, Resume, encode_line
from stbpi.serial_log.port import Port
from stbpi.serial_log.port_errors import GONE, MISSING, failed

NAME = "simulated"
BYTES_S = 11_520
"""What 115200 bits a second come to, each byte with its start and its stop."""


class Receiver:
    """Keeps what a box tells.

    Attributes:
        events: all of them, from the first on.
        answer: what it wants to say.
        wrong: the first line that can't be: one of another content than that which it has.
    """

    def __init__(self) -> None:
        self.events: list[EventLine] = []
        self.answer = b""
        self.wrong: EventLine | None = None
        self._heard = Decoder()
        self._asked_for = 0

    def hear(self, data: bytes) -> None:
        """Take what comes."""
        for line in self._heard.feed(data):
            match line:
                case Hello():
                    self._ask()
                case EventLine():
                    self._take(line)

    def _take(self, line: EventLine) -> None:
        following = len(self.events) + 1
        if line.n == following:
            self.events.append(line)
        elif line.n > following:
            if self._asked_for != following:
                self._ask()
        elif self.wrong is None and line != self.events[line.n - 1]:
            self.wrong = line

    def _ask(self) -> None:
        self._asked_for = len(self.events) + 1
        self.answer += encode_line(Resume(after=len(self.events)))


class SerialLine:
    """The line, for as many starts of the program as there are.

    Attributes:
        receiver: at its other end.
        is_plugged_in: nobody has pulled the cable.
    """

    def __init__(self) -> None:
        self.receiver = Receiver()
        self.is_plugged_in = True
        self._pulled = asyncio.Event()
        self._has_answer = asyncio.Event()

    def pull(self) -> None:
        """Pull the cable."""
        self.is_plugged_in = False
        self._pulled.set()
        self._has_answer.set()

    def plug_in(self) -> None:
        """Plug the cable in again."""
        self.is_plugged_in = True
        self._pulled.clear()

    async def open(self) -> None:
        if not self.is_plugged_in:
            raise failed(NAME, MISSING)
        self._has_answer.clear()
        self.receiver.answer = b""

    async def write(self, data: bytes) -> int:
        await self._go_out(data)
        self.receiver.hear(data)
        if self.receiver.answer:
            self._has_answer.set()
        return len(data)

    async def read(self) -> bytes:
        await self._has_answer.wait()
        self._has_answer.clear()
        if not self.is_plugged_in:
            raise failed(NAME, GONE)
        answer, self.receiver.answer = self.receiver.answer, b""
        return answer

    async def close(self, *, within_s: float = 0) -> None:
        """Do nothing: what was taken has gone out."""

    async def _go_out(self, data: bytes) -> None:
        """Wait until it has gone out; when the cable is pulled meanwhile, half of it has."""
        try:
            async with asyncio.timeout(len(data) / BYTES_S):
                await self._pulled.wait()
        except TimeoutError:
            return
        self.receiver.hear(data[: len(data) // 2])
        raise failed(NAME, GONE)


if TYPE_CHECKING:
    _fits: type[Port] = SerialLine
