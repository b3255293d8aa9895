"""Where dice come from.

Never: knows a game. Keep: what the machine throws comes from the operating system's random
source only; nothing that a player can observe predicts it.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Protocol

from stbpi.dice.lot import SEED_BYTES, Lot, faces
from stbpi.errors import DiceRanOut


class Dice(Protocol):
    def draw(self) -> bytes | None:
        """Draw the bytes that the throws of a match follow from; `None`: from none."""
        ...

    def deal(self) -> bytes | None:
        """Draw the bytes that a deal of cards follows from; `None`: not yet."""
        ...

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        """Throw so many dice and return what they show, 1 to 6 each.

        Args:
            count: how many.
            lot: what the throw follows from, in a match that has drawn bytes.

        Raises:
            DiceRanOut: a script has too few numbers left.
        """
        ...


class RandomDice:
    """Dice from the operating system's random source; a match that has drawn bytes keeps to them.

    Args:
        commits: the matches that start draw bytes, so that their throws can be checked.
    """

    def __init__(self, *, commits: bool = False) -> None:
        self._commits = commits

    def draw(self) -> bytes | None:
        return os.urandom(SEED_BYTES) if self._commits else None

    def deal(self) -> bytes | None:
        return os.urandom(SEED_BYTES)

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        if lot is not None:
            return lot.dice(count)
        return tuple(islice(faces(_random_bytes()), count))


class ScriptedDice:
    """Dice from a queue of numbers; each throw takes as many as it throws dice.

    Attributes:
        deals: the bytes of the next deals.
    """

    def __init__(self) -> None:
        self.deals: deque[bytes] = deque()
        self._queue: deque[int] = deque()

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers that will be thrown next."""
        return tuple(self._queue)

    def add(self, numbers: Iterable[int]) -> None:
        """Append numbers, 1 to 6 each."""
        self._queue.extend(numbers)

    def draw(self) -> bytes | None:
        """Draw nothing: a script is known beforehand."""
        return None

    def deal(self) -> bytes | None:
        return self.deals.popleft() if self.deals else None

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        if len(self._queue) < count:
            raise DiceRanOut(wanted=count, left=len(self._queue))
        return tuple(self._queue.popleft() for _ in range(count))


def _random_bytes() -> Iterator[int]:
    while True:
        yield from os.urandom(SEED_BYTES)
