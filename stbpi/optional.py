"""Parts that the game can do without: one that fails is logged, and the game goes on.

Never: hides what has failed. Keep: only what is optional goes through here; a table, a scanner or
a journal that fails ends the program.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

logger = logging.getLogger(__name__)


def hears(tell: Callable[[T], None], part: str) -> Callable[[T], None]:
    """Return a listener that may fail.

    Args:
        tell: what is called.
        part: its name, for the log.
    """

    def hear(news: T) -> None:
        try:
            tell(news)
        except Exception:  # a bug of a part that nobody needs is not the end of a game
            _told(part)

    return hear


def answer(ask: Callable[[], T], instead: T, part: str) -> T:
    """Return an answer, or this one instead if whoever is asked fails."""
    try:
        return ask()
    except Exception:  # as above
        _told(part)
        return instead


async def runs(job: Coroutine[Any, Any, None], part: str) -> None:
    """Run a task that may fail; this one goes on doing nothing until it is cancelled."""
    try:
        await job
    except Exception:  # as above
        _told(part)
        await asyncio.Event().wait()


async def does(job: Coroutine[Any, Any, None], part: str) -> None:
    """Do something that may fail, and come back."""
    try:
        await job
    except Exception:  # as above
        _told(part)


def _told(part: str) -> None:
    logger.exception("the game goes on without the %s", part)
