"""Tasks that live and die together, and the pauses of one that tries again and again.

Never: swallows what a task has ended with.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def until_one_ends(jobs: Iterable[Coroutine[Any, Any, Any]]) -> None:
    """Run jobs until one of them ends, and end the others.

    Raises:
        Exception: whatever the one that has ended raises.
    """
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Pauses:
    """The pauses between attempts: each is twice as long as the one before it.

    Args:
        soonest_s: the first one, in seconds.
        latest_s: none is longer.
    """

    def __init__(self, soonest_s: float, latest_s: float) -> None:
        self._soonest_s = self._next_s = soonest_s
        self._latest_s = latest_s

    def begin_anew(self) -> None:
        """Let the next one be the shortest."""
        self._next_s = self._soonest_s

    async def rest(self) -> None:
        """Wait."""
        now_s, self._next_s = self._next_s, min(2 * self._next_s, self._latest_s)
        await asyncio.sleep(now_s)
