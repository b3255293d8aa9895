"""The sender: tells a serial line what is in the journal, and never holds up the game.

It has its own place in the journal: the number of the event that it told last. What is behind it
is told, from memory if it has just happened, else from the journal; when a receiver asks for
everything behind some number, that becomes the place. So it keeps no more in memory for a
receiver that is slow, or that nobody has plugged in.

    closed ──open──▶ hello ──▶ waits for a question ──▶ tells what is behind its place
       ▲                        (none: the last match)        │
       └──────────── a port that fails: again in 1 to 30 s ◀──┘

Never: tells what is not on the disk; reads or writes a port itself. Keep: between two questions
the numbers only grow. An opening begins with CR and LF, which end what was torn before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Protocol

from stbpi.errors import JournalError, PortError
from stbpi.games.events import MatchStarted
from stbpi.journal.recorded import Recorded
from stbpi.language import _
from stbpi.serial_log.lines import END, Decoder, Heartbeat, Hello, Resume, encode, encode_line
from stbpi.serial_log.port import Port
from stbpi.serial_log.port_errors import STUCK
from stbpi.tasks import Pauses, until_one_ends

HEARTBEAT_S = 30.0
ASKED_S = 2.0
"""A receiver that talks back has asked by then; any other is told the last match again."""

SOONEST_S, LATEST_S = 1.0, 30.0
"""A port that has failed is opened again after so long, and after twice as long each time."""

STEADY_S = 5.0
"""A port that has been open for so long is well."""

OPENING_S = 10.0
"""A port that takes longer to open is told."""

LISTENS_S = 0.02
"""There is a rest of so long before more is read: whoever sends without end is heard slowly."""

RECENT = 200
"""So many events are kept, also for the time while the journal can't be read."""

_PAGE = 25  # events that are read together; a few milliseconds on the smallest Pi

logger = logging.getLogger(__name__)


class Past(Protocol):
    """What is on the disk."""

    @property
    def last_n(self) -> int:
        """The number of the newest event; 0 if there is none."""
        ...

    def events(self, after: int = 0) -> Iterator[Recorded]:
        """Iterate over the events behind a number, in order.

        Raises:
            JournalError: they can't be read.
        """
        ...


Page = list[Recorded]


class Sender:
    """Tells what happens on a port; everything is called in the loop.

    Args:
        port: where it is told.
        past: the journal.
        read: reads a page of it, where that holds up nobody.
        hello: says whose lines these are, when the number of the newest event is this one.
        last_match: the number of the event with which the last match began; 0 if there is none.
        on_fault: told what is wrong when the port fails, and `None` when it is well again.
    """

    def __init__(
        self,
        port: Port,
        past: Past,
        *,
        read: Callable[[Callable[[], Page]], Awaitable[Page]],
        hello: Callable[[int], Hello],
        last_match: int,
        on_fault: Callable[[str | None], None],
    ) -> None:
        self._port = port
        self._past = past
        self._read = read
        self._hello = hello
        self._match = last_match
        self._on_fault = on_fault
        self._last = past.last_n
        self._recent: deque[Recorded] = deque(maxlen=RECENT)
        self._news = asyncio.Event()
        self._told = 0
        self._page: deque[Recorded] = deque()
        self._reading: Iterator[Recorded] | None = None
        self._questions = 0
        self._is_asked = asyncio.Event()
        self._rest = b""
        self._beats_at = 0.0
        self._pauses = Pauses(SOONEST_S, LATEST_S)
        self._fault = ""
        self._is_ending = False

    def take(self, events: Iterable[Recorded]) -> None:
        """Hear what has come to the disk."""
        for one in events:
            if isinstance(one.event, MatchStarted):
                self._match = one.n
            self._recent.append(one)
            self._last = one.n
        self._news.set()

    async def run(self) -> None:
        """Tell until cancelled; a port that fails is opened again."""
        while True:
            try:
                await self._open()
                await until_one_ends([self._talk(), self._listen(), self._be_well()])
            except PortError as exc:
                self._is_asked.clear()
                self._failed(exc)
                await self._port.close()
            await self._pauses.rest()

    async def finish(self, *, within_s: float) -> None:
        """Tell what is left to be told when `run` has been cancelled, and close the port.

        Args:
            within_s: for so long at most; 0: nothing is told any more.
        """
        loop = asyncio.get_running_loop()
        latest = loop.time() + within_s
        self._is_ending = True
        if within_s and self._is_asked.is_set():
            with suppress(TimeoutError, PortError):
                async with asyncio.timeout_at(latest):
                    await self._put(self._rest)
                    await self._tell()
        await self._port.close(within_s=max(latest - loop.time(), 0) if within_s else 0)

    # The port

    async def _open(self) -> None:
        opening = asyncio.create_task(self._port.open())
        try:
            await asyncio.wait({opening}, timeout=OPENING_S)
            if not opening.done():
                self._failed(PortError(_("the serial port does not open"), mark=STUCK))
            await opening
        finally:
            opening.cancel()

    async def _be_well(self) -> None:
        await asyncio.sleep(STEADY_S)
        self._pauses.begin_anew()
        if self._fault:
            self._fault = ""
            logger.info("the serial log goes on")
            self._on_fault(None)
        await asyncio.Event().wait()

    def _failed(self, exc: PortError) -> None:
        if self._fault != exc.what:
            said = f"{exc.what}. {exc.do}".rstrip()
            logger.warning("the game goes on without serial log: %s", said)
        if not self._fault:
            self._on_fault(exc.mark)
        self._fault = exc.what

    async def _listen(self) -> None:
        heard = Decoder()
        while True:
            for line in heard.feed(await self._port.read()):
                if isinstance(line, Resume):
                    self._beats_at = self._now()  # whoever asks learns first who answers
                    self._go_to(line.after)
            await asyncio.sleep(LISTENS_S)

    # What is told

    async def _talk(self) -> None:
        await self._put(END + encode_line(self._hello(self._last)))
        self._beats_at = self._now() + HEARTBEAT_S
        with suppress(TimeoutError):
            async with asyncio.timeout(ASKED_S):
                await self._is_asked.wait()
        if not self._is_asked.is_set():
            self._go_to(self._match - 1 if self._match else self._last)
        while True:
            await self._tell()
            self._news.clear()
            if self._told >= self._last:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(self._beats_at):
                        await self._news.wait()

    async def _tell(self) -> None:
        """Tell everything that is behind our place, and that we are there."""
        while (line := await self._next()) is not None:
            await self._put(line)
            await asyncio.sleep(0)  # others have their turn, also if the port takes everything

    async def _next(self) -> bytes | None:
        if self._now() >= self._beats_at:
            self._beats_at = self._now() + HEARTBEAT_S
            hello = self._hello(self._last)
            return encode_line(Heartbeat(box=hello.box, last=hello.last, wall=hello.wall))
        while self._told < self._last:
            if not self._page:
                await self._turn_over()
            if self._page:
                one = self._page.popleft()
                self._told = one.n
                return encode(one)
        return None

    async def _turn_over(self) -> None:
        """Find what is behind our place: in memory, or in the journal.

        What can't be had from either is left out. A receiver that asks meanwhile has put the
        place elsewhere; then nothing is found here.
        """
        if self._recent and self._recent[0].n <= self._told + 1:
            self._reading = None
            self._page.extend(one for one in self._recent if one.n > self._told)
            return
        questions = self._questions
        page = [] if self._is_ending else await self._read_on()
        if questions != self._questions:
            return
        if page or (self._recent and not self._is_ending):
            self._page.extend(page or self._recent)
        else:
            self._told = self._last

    async def _read_on(self) -> Page:
        """Read what is next in the journal; nothing if that can't be read.

        Where reading on finds nothing it is read from our place on: more may have come to the
        end, and it may have been opened anew.
        """
        questions = self._questions
        for reading in (self._reading, None):
            following = reading or _behind(self._told, self._past)
            self._reading = None
            try:
                page = await self._read(partial(_page, following))
            except JournalError:
                continue
            if page:
                if questions == self._questions:
                    self._reading = following
                return page
        return []

    def _go_to(self, after: int) -> None:
        """Make this number our place: what is behind it is told next."""
        self._told = min(after, self._last)
        self._page.clear()
        self._reading = None
        self._questions += 1
        self._is_asked.set()
        self._news.set()

    async def _put(self, data: bytes) -> None:
        """Write all of it; where that ends untimely, `_rest` has not gone out."""
        self._rest = data
        while self._rest:
            taken = await self._port.write(self._rest)
            self._rest = self._rest[taken:]

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _behind(after: int, past: Past) -> Iterator[Recorded]:
    """Iterate over the events behind a number; the journal is opened when that begins."""
    yield from past.events(after)


def _page(following: Iterator[Recorded]) -> Page:
    """Take the next events; those before one that can't be read are taken without it."""
    page: Page = []
    try:
        for one in islice(following, _PAGE):
            page.append(one)
    except JournalError:
        if not page:
            raise
    return page
