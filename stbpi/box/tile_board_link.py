"""The link to a tile board: one conversation, on a port that is open.

    greet: "who are you?" ─▶ run: snapshots are taken and acknowledged; once a second we say that
    we are there, with what may have been lost of it before

What waits to be said is kept by its kind, and of each kind only the newest: a board that does
not read costs no memory, and hears how things are when it reads again.

Never: opens or closes a port, knows what a contact is for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from stbpi.box.tile_board_errors import gone, silent
from stbpi.box.tile_board_lines import (
    BUZZER,
    LAMPS,
    Counters,
    Heard,
    Identity,
    Lines,
    Samples,
    Snapshot,
    lamps,
    line_of,
    tone,
)
from stbpi.serial_log.port import Port
from stbpi.tasks import until_one_ends

logger = logging.getLogger(__name__)

SAYS_S = 1.0
"""So often we say something, and ask again for what was not answered."""

ASKS_S = 0.25
"""So often a question is said again: of a bad line little of a long answer is whole."""

LONGEST_S = 12.0
"""A board that is heard has so long for an answer."""

WORRIES_S = 1.5
"""A board of which nothing was heard for so long is asked for a sign, again and again."""

SILENCE_S = 3.0
"""A board of which nothing was heard for so long is gone; it says something every second."""

SAMPLES = 1
"""The board tells what it reads: what is to be believed of it is decided here, as for any pins."""


class Link:
    """A conversation; everything is called in the loop.

    Args:
        port: open.
        address: what the port is called.

    Attributes:
        port: where the board is.
        address: what that is called.
        identity: who the board is, when it has said so.
        snapshot: how its contacts stand; `None` before it has said so.
        counters: what it counts, when it was asked.
        bad: how many of its lines were none.
        on_snapshot: called with every snapshot that has another content than the last one.
    """

    def __init__(self, port: Port, address: str) -> None:
        self.port = port
        self.address = address
        self.identity: Identity | None = None
        self.snapshot: Snapshot | None = None
        self.counters: Counters | None = None
        self.on_snapshot: Callable[[Snapshot], None] = _nobody
        self._lines = Lines()
        self._words = _beginning()
        self._has_words = asyncio.Event()
        self._news = asyncio.Event()
        self._heard_at = self._now()
        self._lamps = ""
        self._samples = 0

    @property
    def bad(self) -> int:
        return self._lines.bad

    async def greet(self) -> Identity:
        """Ask who the board is.

        Raises:
            BoardLostError: nothing there says so.
            PortError: the port has failed.
        """
        self._say("V")
        await self._until(lambda: self.identity is not None)
        if self.identity is None:
            raise silent([self.address])
        return self.identity

    async def ask(self) -> tuple[Snapshot | None, Counters | None]:
        """Ask once how the contacts stand, and for the counters; for who then goes away.

        Raises:
            PortError: the port has failed.
        """
        self._say("E")
        await self._until(lambda: None not in (self.snapshot, self.counters))
        return self.snapshot, self.counters

    async def run(self) -> None:
        """Talk until cancelled.

        Raises:
            BoardLostError: nothing is heard of the board any more.
            PortError: the port has failed.
        """
        await until_one_ends([self._listen(), self._talk(), self._be_there(), self._watch()])

    async def part(self, *, within_s: float) -> None:
        """Leave the lamps dark and the buzzer silent, if the board listens."""
        self._words = _beginning()
        self.show_lamps(0, 0)
        self.sound(0, 0, 0.5)
        async with asyncio.timeout(within_s):
            await self._talk(once=True)

    def show_lamps(self, lit: int, blinking: int) -> None:
        """Light these lamps and no other; bit 0 is that of tile 1."""
        if self.identity is not None and LAMPS in self.identity.capabilities:
            self._lamps = lamps(lit, blinking)
            self._say(self._lamps)

    def sound(self, hertz: int, ms: int, duty: float) -> None:
        """Make a tone, in place of the one that sounds; 0 is silence."""
        if self.identity is not None and BUZZER in self.identity.capabilities:
            self._say(tone(hertz, ms, duty))

    # What is said

    def _say(self, body: str) -> None:
        self._words.pop(body[0], None)
        self._words[body[0]] = line_of(body)
        self._has_words.set()

    async def _talk(self, *, once: bool = False) -> None:
        while True:
            data = b"".join(self._words.values())
            self._words.clear()
            self._has_words.clear()
            while data:
                data = data[await self.port.write(data) :]
            if once:
                return
            await self._has_words.wait()

    async def _be_there(self) -> None:
        while True:
            if self._samples != SAMPLES:
                self._say(f"N {SAMPLES}")
            self._say(self._lamps or "P")
            await asyncio.sleep(SAYS_S)

    # What is heard

    async def _listen(self) -> None:
        while True:
            for line in self._lines.feed(await self.port.read()):
                self._heard_at = self._now()
                self._take(line)
                self._news.set()

    def _take(self, line: Heard) -> None:
        match line:
            case Snapshot():
                self._say(f"A {line.seq:02x}")
                before, self.snapshot = self.snapshot, line
                if before is None or before.closed != line.closed:
                    self.on_snapshot(line)
            case Identity():
                if self.identity is not None:
                    logger.info("the tile board has started anew")
                self.identity, self._samples = line, 0
            case Samples(count=count):
                self._samples = count
            case Counters():
                self.counters = line

    async def _watch(self) -> None:
        while (silent_s := self._now() - self._heard_at) < SILENCE_S:
            if silent_s >= WORRIES_S:
                self._say(f"N {SAMPLES}")
            await asyncio.sleep(max(WORRIES_S - silent_s, ASKS_S))
        raise gone(self.address)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        """Talk until something is so, or nothing was heard for so long; ask again meanwhile."""
        asked = dict(self._words)

        async def wait() -> None:
            while not is_so():
                self._news.clear()
                await self._news.wait()

        async def ask_again() -> None:
            while True:
                await asyncio.sleep(ASKS_S)
                self._words.update(asked)
                self._has_words.set()

        async def give_up() -> None:
            latest = self._now() + LONGEST_S
            while (left_s := min(self._heard_at + SILENCE_S, latest) - self._now()) > 0:
                await asyncio.sleep(left_s)

        await until_one_ends([self._listen(), self._talk(), wait(), ask_again(), give_up()])

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _beginning() -> dict[str, bytes]:
    """Return what ends a line that was torn before, by whoever had the port, or by ourselves."""
    return {"": b"\n"}


def _nobody(snapshot: Snapshot) -> None:
    """Nobody looks at the contacts yet."""
