"""An alarm: a timer of the loop that can be set anew; a wait: an alarm for something.

Never: waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Alarm:
    """Rings once, so many seconds after it was set last.

    Args:
        ring: called in the loop.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is going to ring."""
        return self._timer is not None

    def set(self, seconds: float) -> None:
        """Let it ring so many seconds from now, and not when it would have before."""
        self.clear()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._rings)

    def clear(self) -> None:
        """Let it not ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rings(self) -> None:
        self._timer = None
        self._ring()


class Wait(Generic[T]):
    """Waits once for each thing that is to be waited for, and anew when that is another one.

    Args:
        ring: called in the loop with what was waited for.

    Attributes:
        what: is waited for; `None`: nothing.
        is_over: the time for it has passed.
    """

    def __init__(self, ring: Callable[[T], None]) -> None:
        self.what: T | None = None
        self.is_over = False
        self._ring = ring
        self._alarm = Alarm(self._rings)

    def want(self, what: T | None, ms: int, *, pauses: bool) -> None:
        """Go on waiting for the same, or begin with something else.

        Args:
            what: is to be waited for.
            ms: how long.
            pauses: not now; it takes its whole time afterwards.
        """
        if what != self.what:
            self._alarm.clear()
            self.what, self.is_over = what, False
        if pauses:
            self._alarm.clear()
        elif what is not None and not self.is_over and not self._alarm.is_set:
            self._alarm.set(ms / 1000)

    def ends(self, what: T) -> bool:
        """Take that the time for something has passed; say whether it is still waited for."""
        if what != self.what:
            return False
        self.is_over = True
        return True

    def clear(self) -> None:
        """Let it not ring."""
        self._alarm.clear()

    def _rings(self) -> None:
        assert self.what is not None
        self._ring(self.what)
