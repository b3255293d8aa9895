"""Tasks that live and die together.

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
