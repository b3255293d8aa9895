"""A cable between a box and a collector that is treated badly: pulled, torn, full of noise.

Each end is a device of its own, as with two adapters; a pull takes out one of them, or both, or
the wire between them, which neither end can notice. What is on its way then is lost.

Never: knows a line.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass

from tests.serial_log.lines_of import Cable

MOST = (300, 3000, 20_000)
"""Bytes that come through at most until the next pull."""

IN_S = 1.0
"""It is pulled within this also if nothing comes."""

IN_SHARE = 0.7
"""Of what happens from pull to pull, so much happens before the next one, the rest after it."""

OUT_S = (0.0, 0.1)
LONG_S = 1.0
"""The cable is out for so long, and one time in twenty for much longer."""

PIECE = (100, 600, 4000)
"""So many bytes come through at once at most, until the next pull."""

BAD = 0.1
"""So often it is a bad one until the next pull."""

BYTES_A_DAMAGE = 400
LENGTHS = (1, 1, 2, 40)
"""On a bad one there is a damage of so many bytes every so many bytes."""


class End(Cable):
    """The end of a cable, which may be out.

    Args:
        name: where its device is to be found.
    """

    @property
    def is_in(self) -> bool:
        return self._master is not None

    def read(self) -> bytes:
        return super().read() if self.is_in else b""

    def put(self, data: bytes) -> int:
        """Write some of it; return how much was taken."""
        if self._master is None:
            return 0
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0


@dataclass(slots=True)
class _Way:
    """One direction.

    Attributes:
        rest: what has left one end, and has not reached the other.
    """

    begin: End
    end: End
    rest: bytes = b""


class BadCable:
    """Carries bytes from end to end, and is pulled again and again.

    Args:
        box: the box's end.
        collector: the other.
        pulls: how often it is pulled; then it is a good one.
        chance: when and how.
        now: in seconds.

    Attributes:
        pulled: how often it was pulled by now.
        torn: how often that was in the middle of a line.
        is_busy: the box has just begun to say something.
        carried: bytes that have reached the collector.
        lost: bytes that have reached nobody.
    """

    def __init__(
        self, box: End, collector: End, *, pulls: int, chance: random.Random, now: float
    ) -> None:
        self.pulled = 0
        self.torn = 0
        self.is_busy = False
        self.carried = 0
        self.lost = 0
        self._ends = (box, collector)
        self._there, self._back = _Way(box, collector), _Way(collector, box)
        self._pulls = pulls
        self._chance = chance
        self._is_in = True
        self._lasts_s = self._until = 0.0
        self._comes = self._to_come = 0
        self._piece = 0
        self._is_bad = False
        self._is_heard = False
        self._is_line_whole = True
        self._begin(now)

    @property
    def is_good(self) -> bool:
        """Nothing happens to it any more."""
        return self._is_in and self.pulled == self._pulls

    def progress(self, now: float) -> float:
        """Return how often it was pulled, and how far it has come towards the next time."""
        if not self._is_in or self.is_good:
            return self.pulled
        share = max(1 - self._to_come / self._comes, 1 - (self._until - now) / self._lasts_s)
        return self.pulled + IN_SHARE * min(share, 1)

    def step(self, now: float) -> None:
        """Carry a piece in each direction; pull the cable, or plug it in, if it is time.

        Args:
            now: in seconds.
        """
        if not self._is_in and now >= self._until:
            self._plug_in(now)
        was_silent = not self._is_heard
        for way in (self._there, self._back):
            if not way.rest:
                way.rest = self._damaged(way.begin.read())
        self._is_heard = bool(self._there.rest)
        self.is_busy = was_silent and self._is_heard
        if self._is_in:
            self._carry(now)
        else:
            self._lose(self._some())

    def close(self) -> None:
        for end in self._ends:
            end.close()

    def _carry(self, now: float) -> None:
        there, back = self._there, self._back
        back.rest = back.rest[back.end.put(back.rest[: self._some()]) :]
        piece = there.rest[: self._some()]
        if not self.is_good:
            piece = piece[: self._to_come]
        taken = there.end.put(piece)
        there.rest = there.rest[taken:]
        self.carried += taken
        if taken:
            self._is_line_whole = piece[:taken].endswith(b"\n")
        self._to_come -= taken
        if not self.is_good and (self._to_come <= 0 or now >= self._until):
            self._pull(now)

    def _some(self) -> int:
        return self._chance.randint(1, self._piece)

    def _pull(self, now: float) -> None:
        self.pulled += 1
        self.torn += not self._is_line_whole
        self._is_in = False
        is_long = self._chance.random() < 0.05
        self._until = now + (LONG_S if is_long else self._chance.uniform(*OUT_S))
        self._lose(None)
        for end in self._chance.choice(((), self._ends[:1], self._ends[1:], self._ends)):
            end.pull()

    def _plug_in(self, now: float) -> None:
        self._is_in = True
        for end in self._ends:
            if not end.is_in:
                end.plug_in()
        self._begin(now)

    def _begin(self, now: float) -> None:
        """Choose what happens until the next pull."""
        self._lasts_s = self._chance.uniform(0.001, IN_S)
        self._until = now + self._lasts_s
        self._to_come = self._comes = self._chance.randint(1, self._chance.choice(MOST))
        self._piece = max(PIECE) if self.is_good else self._chance.choice(PIECE)
        self._is_bad = not self.is_good and self._chance.random() < BAD

    def _lose(self, much: int | None) -> None:
        """Lose so much of what is on its way, or all of it."""
        for way in (self._there, self._back):
            self.lost += len(way.rest[:much])
            way.rest = way.rest[much:] if much else b""

    def _damaged(self, data: bytes) -> bytes:
        """Lose, double or change some bytes, or put noise between them."""
        if not self._is_bad:
            return data
        chance = self._chance
        for _ in range(chance.randint(0, 2 * len(data) // BYTES_A_DAMAGE)):
            at = chance.randrange(len(data))
            end = at + chance.choice(LENGTHS)
            some = data[at:end]
            changed = bytes(byte ^ 1 << chance.randrange(8) for byte in some)
            noise = chance.randbytes(len(some))
            some = chance.choice((b"", some + some, changed, some + noise))
            data = data[:at] + some + data[end:]
        return data
