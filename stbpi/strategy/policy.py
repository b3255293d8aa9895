"""A policy: how one plays a turn, whether always the same or by chance; and what comes of it.

Choices are weighed: of several, each is made as often as its weight says. Weights are whole
numbers, so that what a policy comes to can be told exactly. What is played is looked up in flat
lists, a position's when it is first reached.

Never: makes chance, it is handed in; knows a match.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Protocol

from stbpi.games.game import NO_TILES, Tiles
from stbpi.strategy.positions import Positions
from stbpi.strategy.solver import Number
from stbpi.strategy.throws import Throw, throws

Weights = Mapping[int, int]
"""How often each of several choices is made, against the others."""

_Lot = tuple[Sequence[int], Sequence[float]]
"""Choices, and for each but the last the chance to have drawn one up to it."""

_Moves = tuple[Sequence[Sequence[_Lot]], Sequence[float]]
"""For each number of dice what each of its rolls may leave; and the lot that draws the number."""


class Chance(Protocol):
    """Where chance comes from; `random.Random` is one."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""


class Choices(Protocol):
    """How one chooses."""

    def dice(self, standing: Tiles) -> Weights:
        """Weigh the numbers of dice that are allowed."""

    def covers(self, standing: Tiles, throw: Throw) -> Weights:
        """Weigh the covers of a throw; there are none where the turn is over."""


class Policy:
    """A way to play a turn.

    Args:
        positions: of the rules that are played by.
        choices: what is chosen where.
    """

    def __init__(self, positions: Positions, choices: Choices) -> None:
        self._positions = positions
        self._choices = choices
        self._moves: list[_Moves | None] = [None] * (positions.start + 1)
        self._throws = {
            positions.group(throw): throw for count in positions.ways for throw in throws(count)
        }

    def dice(self, standing: Tiles, chance: Chance) -> int:
        """Choose how many dice to throw."""
        return _drawn(self._choices.dice(standing), chance)

    def cover(self, standing: Tiles, dice: Sequence[int], chance: Chance) -> Tiles:
        """Choose what to close for a throw; nothing if it can't be covered."""
        weights = self._choices.covers(standing, tuple(sorted(dice)))
        return Tiles(_drawn(weights, chance)) if weights else NO_TILES

    def play(self, chance: Chance) -> Tiles:
        """Play a turn, with dice that are thrown here; return what stands at its end."""
        random, moves = chance.random, self._moves
        standing: int = self._positions.start
        while standing:
            rows, numbers = moves[standing] or self._prepared(standing)
            row = rows[bisect(numbers, random()) if numbers else 0]
            lefts, limits = row[int(random() * len(row))]
            left = lefts[bisect(limits, random()) if limits else 0]
            if left == standing:
                break
            standing = left
        return Tiles(standing)

    def distribution(self, certainty: Number) -> dict[int, Number]:
        """Return the chance of every score, ascending by score.

        Args:
            certainty: what a chance of 1 is: 1.0 for floats, `Fraction(1)` for fractions.
        """
        scores: dict[int, Number] = {}
        for standing, chance in self._endings(certainty).items():
            score = self._positions.scores[standing]
            scores[score] = scores[score] + chance if score in scores else chance
        return dict(sorted(scores.items()))

    def _endings(self, certainty: Number) -> dict[Tiles, Number]:
        """Return the chance of every position that a turn can end in."""
        positions, nothing = self._positions, certainty - certainty
        reached: defaultdict[int, Number] = defaultdict(lambda: nothing)
        reached[positions.start] = certainty
        endings: dict[Tiles, Number] = {}
        for standing in positions.all[:0:-1]:
            if not (chance := reached[standing]):
                continue
            stuck = nothing
            for left, part in self._parts(standing, chance):
                if left == standing:
                    stuck += part
                else:
                    reached[left] += part
            endings[standing] = stuck
        endings[NO_TILES] = reached[NO_TILES]
        return {standing: chance for standing, chance in endings.items() if chance}

    def _parts(self, standing: Tiles, chance: Number) -> list[tuple[int, Number]]:
        """Return what a throw may leave, each with its part of a chance."""
        numbers = self._choices.dice(standing)
        lefts = [self._lefts(standing, group) for group in range(len(self._throws))]
        return [
            (left, chance * (often * ways * weight) / (_sum(numbers) * 6**count * _sum(weights)))
            for count, often in numbers.items()
            for ways, weights in zip(self._positions.ways[count], lefts, strict=True)
            for left, weight in weights.items()
            if ways
        ]

    def _lefts(self, standing: Tiles, group: int) -> Weights:
        """Weigh what the throws of a group may leave; all of it where nothing can be closed."""
        covers = self._choices.covers(standing, self._throws[group])
        return {standing ^ cover: weight for cover, weight in covers.items()} or {standing: 1}

    def _prepared(self, position: int) -> _Moves:
        standing = Tiles(position)
        numbers, limits = _lot(self._choices.dice(standing))
        lots = [_lot(self._lefts(standing, group)) for group in range(len(self._throws))]
        rows = [
            [
                lot
                for lot, ways in zip(lots, self._positions.ways[n], strict=True)
                for _ in range(ways)
            ]
            for n in numbers
        ]
        moves = self._moves[position] = (rows, limits)
        return moves


def _sum(weights: Weights) -> int:
    return sum(weights.values())


def _lot(weights: Weights) -> _Lot:
    total = _sum(weights)
    return tuple(weights), [upto / total for upto in accumulate(weights.values())][:-1]


def _drawn(weights: Weights, chance: Chance) -> int:
    choices, limits = _lot(weights)
    return choices[bisect(limits, chance.random())]
