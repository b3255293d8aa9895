"""The terminal that a program draws on, and that may go away.

Textual goes on reading a terminal that has gone. The system tells the program that leads its
session (SIGHUP), which need not be this one: `make` keeps it to itself.
"""

from __future__ import annotations

import asyncio
import errno
import sys
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

LOOK_S = 1.0


@asynccontextmanager
async def watched(leave: Callable[[], object]) -> AsyncIterator[None]:
    """Call `leave` if the terminal goes away meanwhile."""
    watching = asyncio.create_task(_watch(leave))
    try:
        yield
    finally:
        watching.cancel()


async def _watch(leave: Callable[[], object]) -> None:
    while not _has_gone():
        await asyncio.sleep(LOOK_S)
    leave()


def _has_gone() -> bool:
    """Say whether the terminal of stdin has gone; what never was one hasn't."""
    try:
        termios.tcgetattr(sys.stdin.fileno())
    except termios.error as exc:
        return bool(exc.args[0] == errno.EIO)
    return False
