"""An alarm: a timer of the loop that can be set anew.

Never: waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


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
