"""The pace of a simulated box: its time runs slower or faster than that of the world.

The loop itself runs at this pace, so that everything on the box keeps step: the readings of the
switches, bouncing contacts, the timers of the game, the finger that holds the button. What
is done outside of it (a key that is pressed, a disk that writes) takes as long as it takes. Where
the machine can't keep up the box's time stands still, so that no press becomes a hold.

Never: changes the order in which things happen. Keep: the time of the loop never goes back, also
when the pace changes.
"""

from __future__ import annotations

import asyncio
import math
import selectors
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stbpi.clock import EARLIEST_WALL, Clock, SystemClock

PACES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The paces that can be chosen; 1 is that of the world."""

LATE_S = 0.05
"""How far the box's time goes on at the most while the loop is busy or comes too late."""


@dataclass(frozen=True, slots=True)
class _Leg:
    """A part of the box's time.

    Attributes:
        then: when it began, in seconds on the box.
        since: when that was in the world.
        factor: how many seconds pass on the box in one of the world.
        most_s: how long it can become on the box.
    """

    then: float
    since: float
    factor: float
    most_s: float

    def at(self, world: float) -> float:
        return self.then + min((world - self.since) * self.factor, self.most_s)


class Pace:
    """How fast the time of a box runs."""

    def __init__(self) -> None:
        now = time.monotonic()
        self._leg = _Leg(then=now, since=now, factor=1.0, most_s=math.inf)

    @property
    def factor(self) -> float:
        """How many seconds pass on the box in one of the world."""
        return self._leg.factor

    @factor.setter
    def factor(self, factor: float) -> None:
        self._go_on(factor, self._leg.most_s)

    def now(self) -> float:
        """Return the time on the box, in seconds since whenever."""
        return self._leg.at(time.monotonic())

    def wait(self, seconds: float | None) -> None:
        """Go on for so long at the most, on the box and besides `LATE_S`; `None` is without end."""
        self._go_on(self._leg.factor, LATE_S + (math.inf if seconds is None else seconds))

    def _go_on(self, factor: float, most_s: float) -> None:
        """Begin another part of the time; a thread that asks meanwhile sees one or the other."""
        now = time.monotonic()
        self._leg = _Leg(then=self._leg.at(now), since=now, factor=factor, most_s=most_s)

    def change(self, by: int) -> None:
        """Go so many steps of `PACES` faster, or (negative) slower, as far as there are any."""
        at = min(range(len(PACES)), key=lambda i: abs(PACES[i] - self.factor))
        self.factor = PACES[min(max(at + by, 0), len(PACES) - 1)]


class _PacedSelector(selectors.DefaultSelector):
    """Waits as long in the world as the loop's time takes there."""

    def __init__(self, pace: Pace) -> None:
        super().__init__()
        self._pace = pace

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._pace.wait(timeout)
        ready = super().select(timeout and timeout / self._pace.factor)
        self._pace.wait(0)
        return ready


class PacedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time runs at a pace that can be changed at any moment."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.pace.wait(0)
        super().__init__(_PacedSelector(self.pace))

    def time(self) -> float:
        return self.pace.now()


class JumpingClock:
    """The clocks of a box: one that keeps step with the loop, and the machine's wall clock.

    The wall clock is not paced, since it dates what the journal keeps; it can be put forward or
    back. It is first read in the loop, and then from any thread.
    """

    def __init__(self) -> None:
        self._machine = SystemClock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._start = 0.0
        self._jumped_s = 0.0

    def ms(self) -> int:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._start = self._loop.time()
        return math.floor((self._loop.time() - self._start) * 1000)

    def wall(self) -> int | None:
        wall = self._machine.wall()
        if wall is None:
            return None
        jumped = wall + math.floor(self._jumped_s)
        return jumped if jumped >= EARLIEST_WALL else None

    def jump(self, seconds: float) -> None:
        """Put the wall clock forward, or (negative) back."""
        self._jumped_s += seconds


def pace_now() -> float:
    """Return how many seconds pass in the running loop in one of the world."""
    loop = asyncio.get_running_loop()
    return loop.pace.factor if isinstance(loop, PacedLoop) else 1.0


if TYPE_CHECKING:
    _fits: type[Clock] = JumpingClock
