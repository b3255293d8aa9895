"""Somebody who watches, and what waits for him until he has room for it.

Never: holds up anybody else.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

MOST_WAITING = 1_000_000
"""Bytes that may wait for a watcher before he is too slow: seconds of a storm."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Events of one box, as they are told."""

    box: str
    said: bytes


class Watcher:
    """Somebody who watches.

    Args:
        language: he is spoken to in.

    Attributes:
        stirred: set when there is something to tell.
        is_lost: he has to be told how everything stands.
        trouble: what he was told last that is wrong.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.stirred = asyncio.Event()
        self.is_lost = False
        self.trouble = ""
        self._waiting: list[Batch] = []
        self._size = 0

    def tell(self, batch: Batch) -> None:
        """Keep what has happened for him; forget everything if that is too much."""
        self._size += len(batch.said)
        if self._size > MOST_WAITING:
            self.lose()
        if not self.is_lost:
            self._waiting.append(batch)
        self.stirred.set()

    def lose(self) -> None:
        """Leave out what waits for him; he has to be told everything anew."""
        self.take()
        self.is_lost = True
        self.stirred.set()

    def take(self) -> list[Batch]:
        """Return what has waited for him."""
        taken, self._waiting, self._size = self._waiting, [], 0
        return taken
