"""The wall clock that jumps: each start of the program finds it where it was put.

Never: tells the time (the clocks do).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar


class Jumping(Protocol):
    """A clock that can be put forward or back."""

    def jump(self, seconds: float) -> None: ...


C = TypeVar("C", bound=Jumping)


class Jumps(Generic[C]):
    """The clocks of one box, one for each start of the program.

    Args:
        new: makes a clock that has never jumped.
    """

    def __init__(self, new: Callable[[], C]) -> None:
        self._new = new
        self._clock: C | None = None
        self._jumped_s = 0.0

    def make_clock(self) -> C:
        """Make the clock of a start of the program; it has jumped as the one before."""
        self._clock = clock = self._new()
        clock.jump(self._jumped_s)
        return clock

    def jump(self, seconds: float) -> None:
        """Put the wall clock forward, or (negative) back."""
        self._jumped_s += seconds
        if self._clock is not None:
            self._clock.jump(seconds)
