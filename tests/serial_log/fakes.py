"""What a sender is tested with: a port in virtual time, a journal in memory, a receiver."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

from stbpi.errors import JournalError, PortError
from stbpi.games.events import Event, MatchStarted, Rolled
from stbpi.journal.recorded import Recorded
from stbpi.serial_log.lines import (
    Damaged,
    Decoder,
    EventLine,
    Heartbeat,
    Hello,
    Line,
    Resume,
    encode_line,
)
from stbpi.serial_log.port import Port
from stbpi.serial_log.sender import Past, Sender
from stbpi.sim.virtual import run

T = TypeVar("T")

MISSING = PortError("there is no serial port /dev/log", "Plug it in.", mark="it is missing")
GONE = PortError("the serial port /dev/log has gone", "Plug it in.", mark="it has gone")


def virtual(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in virtual time."""

    @wraps(test)
    def in_virtual_time(**given: object) -> None:
        async def main() -> None:
            await test(**given)

        run(main())

    return in_virtual_time


class FakePort:
    """A port in virtual time.

    Attributes:
        is_there: it can be opened, and does not fail.
        room: how many bytes it takes; `None`: all.
        most: it takes so many at once.
        hangs: it does not open, and does not say why.
        openings: when it was opened or tried, in seconds.
        closings: within how many seconds it was closed.
    """

    def __init__(self) -> None:
        self.is_there = True
        self.room: int | None = None
        self.most = 10_000
        self.hangs = False
        self.openings: list[float] = []
        self.closings: list[float] = []
        self._taken: list[bytearray] = []
        self._said: list[bytes] = []
        self._change = asyncio.Condition()

    @property
    def sent(self) -> list[bytes]:
        """What it has taken, one an opening."""
        return [bytes(taken) for taken in self._taken]

    async def open(self) -> None:
        self.openings.append(asyncio.get_running_loop().time())
        if self.hangs:
            await asyncio.Event().wait()
        if not self.is_there:
            raise MISSING
        self._taken.append(bytearray())
        self._said.clear()

    async def write(self, data: bytes) -> int:
        await self._until(lambda: self.room != 0)
        taken = data[: self.most if self.room is None else min(self.room, self.most)]
        if self.room is not None:
            self.room -= len(taken)
        self._taken[-1] += taken
        return len(taken)

    async def read(self) -> bytes:
        await self._until(lambda: bool(self._said))
        return self._said.pop(0)

    async def close(self, *, within_s: float = 0) -> None:
        self.closings.append(within_s)

    async def say(self, line: bytes | Resume) -> None:
        """Let the other side say something."""
        self._said.append(encode_line(line) if isinstance(line, Resume) else line)
        await self._changed()

    async def ask(self, after: int) -> None:
        await self.say(Resume(after=after))

    async def pull(self) -> None:
        """Pull the cable off."""
        self.is_there = False
        await self._changed()

    async def read_out(self, room: int | None = None) -> None:
        """Let the other side read, so that there is room for so many bytes."""
        self.room = room
        await self._changed()

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with self._change:
            await self._change.wait_for(lambda: not self.is_there or is_so())
        if not self.is_there:
            raise GONE

    async def _changed(self) -> None:
        async with self._change:
            self._change.notify_all()
        await asyncio.sleep(0)


class FakeLog:
    """A journal in memory.

    Attributes:
        events_: what is on the disk.
        is_readable: it can be read.
        damaged: the event with this number can't be read.
        pages: how often a page of it was asked for.
    """

    def __init__(self) -> None:
        self.events_: list[Recorded] = []
        self.is_readable = True
        self.damaged = 0
        self.pages = 0

    @property
    def last_n(self) -> int:
        return self.events_[-1].n if self.events_ else 0

    def events(self, after: int = 0) -> Iterator[Recorded]:
        for one in self.events_[after:]:
            if not self.is_readable or one.n == self.damaged:
                raise JournalError("the journal can't be read")
            yield one

    def add(self, *events: Event) -> tuple[Recorded, ...]:
        """Bring events to the disk."""
        begin = self.last_n + 1
        match = self.events_[-1].match if self.events_ else 0
        recorded = []
        for n, event in enumerate(events, start=begin):
            match += isinstance(event, MatchStarted)
            recorded.append(Recorded(n=n, boot=1, match=match, t=n, wall=None, event=event))
        self.events_ += recorded
        return tuple(recorded)

    async def read(self, job: Callable[[], T]) -> T:
        self.pages += 1
        await asyncio.sleep(0.001)
        return job()


def started() -> MatchStarted:
    return MatchStarted(game="shut_the_box", preset="luk_kassen", seats=2)


def rolls(count: int) -> tuple[Rolled, ...]:
    return tuple(Rolled(player=1, dice=(2, 3), total=5, k=k) for k in range(1, count + 1))


@dataclass
class Told:
    """What was told in one opening."""

    hello: Hello | None
    numbers: list[int]
    beats: list[Heartbeat]
    damaged: list[Damaged]


def told(data: bytes) -> Told:
    """Read what a port has taken since it was opened."""
    decoder = Decoder()
    found = Told(None, [], [], [])
    lines: Iterable[Line | Damaged] = [*decoder.feed(data), *decoder.end()]
    for line in lines:
        match line:
            case Hello():
                assert found.hello is None and not found.numbers and not found.beats
                found.hello = line
            case EventLine():
                found.numbers.append(line.n)
            case Heartbeat():
                found.beats.append(line)
            case Damaged():
                found.damaged.append(line)
            case _:
                raise AssertionError(line)
    return found


class Bench:
    """A sender with all that it needs; only in a running loop.

    Args:
        events: what has happened before.
        line: a real port, in place of the one in virtual time.

    Attributes:
        faults: what it has told of its port, in order.
    """

    def __init__(self, *events: Event, line: Port | None = None) -> None:
        self.port = FakePort()
        self.log = FakeLog()
        self.faults: list[str | None] = []
        recorded = self.log.add(*events)
        starts = [one.n for one in recorded if isinstance(one.event, MatchStarted)]
        self.sender = Sender(
            line or self.port,
            self.log,
            read=self.log.read,
            hello=lambda last: Hello(
                box="box", protocol=1, version="1", tiles=9, boot=1, wall=None, last=last
            ),
            last_match=starts[-1] if starts else 0,
            on_fault=self.faults.append,
        )
        self._life: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Bench:
        self._life = asyncio.create_task(self.sender.run())
        await asyncio.sleep(0.001)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def stop(self) -> None:
        """End `run` as the daemon does."""
        assert self._life is not None
        self._life.cancel()
        await asyncio.gather(self._life, return_exceptions=True)

    def happens(self, *events: Event) -> None:
        """Bring events to the disk, and tell the sender."""
        self.sender.take(self.log.add(*events))

    def told(self, opening: int = -1) -> Told:
        return told(self.port.sent[opening])


if TYPE_CHECKING:
    _fit: tuple[type[Port], type[Past]] = (FakePort, FakeLog)
