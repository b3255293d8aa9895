"""Where dice come from.

Never: knows a game. Keep: real throws come from the operating system's random source only;
nothing that a player can observe predicts them.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from typing import Protocol

from stbpi.errors import DiceRanOut


class Dice(Protocol):
    def throw(self, count: int) -> tuple[int, ...]:
        """Throw so many dice and return what they show, 1 to 6 each.

        Raises:
            DiceRanOut: a script has too few numbers left.
        """
        ...


class RandomDice:
    """Dice from the operating system's random source."""

    def __init__(self) -> None:
        self._source = random.SystemRandom()

    def throw(self, count: int) -> tuple[int, ...]:
        return tuple(self._source.randint(1, 6) for _ in range(count))


class ScriptedDice:
    """Dice from a queue of numbers; each throw takes as many as it throws dice."""

    def __init__(self) -> None:
        self._queue: deque[int] = deque()

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers that will be thrown next."""
        return tuple(self._queue)

    def add(self, numbers: Iterable[int]) -> None:
        """Append numbers, 1 to 6 each."""
        self._queue.extend(numbers)

    def throw(self, count: int) -> tuple[int, ...]:
        if len(self._queue) < count:
            raise DiceRanOut(wanted=count, left=len(self._queue))
        return tuple(self._queue.popleft() for _ in range(count))
