"""Time, handed in: a monotonic clock for the play and a wall clock for the record.

Never: anything else asks the machine for the time.
"""

from __future__ import annotations

import time
from typing import Protocol

# The wall clock of a Raspberry Pi without network starts in the past; nothing was played before
# this program existed (2026-01-01).
EARLIEST_WALL = 1_767_225_600


class Clock(Protocol):
    def ms(self) -> int:
        """Return milliseconds since the start of the program; never goes back."""
        ...

    def wall(self) -> int | None:
        """Return whole epoch seconds, or `None` if the wall clock is unknown."""
        ...


class SystemClock:
    """The machine's own clocks."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def ms(self) -> int:
        return round((time.monotonic() - self._start) * 1000)

    def wall(self) -> int | None:
        now = int(time.time())
        return now if now >= EARLIEST_WALL else None
