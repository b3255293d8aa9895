"""The solver of one turn: what every position of a ruleset is worth when it is played best.

With V(m) the value of the standing tiles m before the dice are chosen, f(m, o) the value after
the best cover of the throw o (or the worth of the score, if there is none), and Q(m, k) the mean
of f over the throws of k dice, V(m) is the best Q(m, k).

All of it is reckoned in whole numbers: chances are multiples of 1/6 to the power of the dice that
can be thrown in a turn, so one common denominator holds for every value. Nothing is rounded
before it is handed out, a tie is a tie, and the same solution gives floats and fractions.

Keep: among equals, the most dice, then the cover with the largest mask.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import Generic, TypeVar

from stbpi.games.game import NO_TILES, Tiles, members, without
from stbpi.games.shut_the_box.covers import BY_TOTAL
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.goals import Goal
from stbpi.strategy.positions import Positions, positions_of
from stbpi.strategy.throws import throws

Number = TypeVar("Number", float, Fraction)

FirstBest = dict[str, dict[str, list[list[int]]]]
"""By the number of dice and by the throw: the best first covers, as lists of tiles."""


def solve(rules: Ruleset, goal: Goal) -> Solution[float]:
    """Solve a turn; `Solution.exactly` gives the same in fractions.

    Args:
        rules: all that a turn depends on is read; who throws the dice changes nothing.
        goal: what the turn is played for.

    >>> from stbpi.strategy.goals import Points, Shutting
    >>> round(solve(Ruleset(), Points()).start, 6)
    11.021121
    >>> solve(Ruleset(tiles=6, dice=1), Shutting()).exactly().p_shut
    Fraction(145, 1944)
    """
    return Solution(_Reckoning(positions_of(rules), goal), operator.truediv)


class Solution(Generic[Number]):
    """What the positions of a ruleset are worth, and what is best in them.

    Whatever stands must be a position of the turn, a part of the tiles of its start; anything
    else, and a number of dice that is allowed nowhere, is a `KeyError`.

    Attributes:
        rules: what is played by.
        wants_most: whether much is wanted, not little.
    """

    def __init__(self, reckoning: _Reckoning, number: Callable[[int, int], Number]) -> None:
        self._reckoning: _Reckoning = reckoning
        self._number: Callable[[int, int], Number] = number
        self.rules = reckoning.positions.rules
        self.wants_most = reckoning.sign < 0

    def exactly(self) -> Solution[Fraction]:
        """Return the same solution, with fractions for numbers."""
        return Solution(self._reckoning, Fraction)

    @property
    def start(self) -> Number:
        """What a turn is worth before it begins."""
        return self.value(self._reckoning.positions.start)

    def value(self, standing: Tiles) -> Number:
        """Return V(m): what a position is worth before the dice are chosen."""
        return self._give(self._reckoning.values[standing])

    def end(self, standing: Tiles) -> Number:
        """Return what it is worth that the turn ends in a position."""
        return self._give(self._reckoning.ends[standing])

    def throwing(self, standing: Tiles, count: int) -> Number:
        """Return Q(m, k): what it is worth to throw so many dice, which must be allowed."""
        return self._give(self._reckoning.throwing(standing, count))

    def after(self, standing: Tiles, dice: Sequence[int]) -> Number:
        """Return f(m, o): what a throw is worth, by its best cover or as the end of the turn."""
        ranked = self._reckoning.ranked(standing, dice)
        return self.value(without(standing, ranked[0])) if ranked else self.end(standing)

    def covers(self, standing: Tiles, dice: Sequence[int]) -> tuple[tuple[Tiles, Number], ...]:
        """List the covers of a throw, each with the worth of what it leaves, best first."""
        ranked = self._reckoning.ranked(standing, dice)
        return tuple((cover, self.value(without(standing, cover))) for cover in ranked)

    def best_dice(self, standing: Tiles) -> tuple[int, ...]:
        """List the best numbers of dice: several if they are equal, most dice first."""
        return self._reckoning.best_dice(standing)

    def best_covers(self, standing: Tiles, dice: Sequence[int]) -> tuple[Tiles, ...]:
        """List the best covers of a throw: several if they are equal, largest mask first."""
        ranked, values = self._reckoning.ranked(standing, dice), self._reckoning.values
        return tuple(c for c in ranked if values[standing ^ c] == values[standing ^ ranked[0]])

    @property
    def distribution(self) -> dict[int, Number]:
        """The chance of every score that best play can have, ascending by score."""
        return {score: self._chance(part) for score, part in self._reckoning.scores.items()}

    @property
    def p_shut(self) -> Number:
        """The chance that best play shuts the box."""
        return self._chance(self._reckoning.endings.get(NO_TILES, 0))

    def shutting(self, standing: Tiles) -> Number:
        """Return the chance that best play shuts the box from a position on."""
        return self._chance(self._reckoning.shutting(standing))

    def shutting_with(self, standing: Tiles, count: int) -> Number:
        """Return the same for a throw of so many dice first, which must be allowed."""
        return self._chance(self._reckoning.shutting_with(standing, count))

    @property
    def first_best(self) -> FirstBest:
        """The best first covers, by the number of dice and by the throw.

        A throw is named by its total ("7"), or by its dice ("2+5") where a cover rule looks at
        them; one that can't be covered has an empty list.
        """
        start = self._reckoning.positions.start
        return {
            str(count): {
                _name(throw, self.rules): [
                    list(members(cover)) for cover in self.best_covers(start, throw)
                ]
                for throw in throws(count)
            }
            for count in reversed(self.rules.dice_allowed(start))
        }

    def _give(self, cost: int) -> Number:
        return self._number(self._reckoning.sign * cost, self._reckoning.unit)

    def _chance(self, part: int) -> Number:
        return self._number(part, self._reckoning.certainty)


def _name(throw: Sequence[int], rules: Ruleset) -> str:
    return str(sum(throw)) if rules.cover in BY_TOTAL else "+".join(map(str, throw))


class _Reckoning:
    """A solution in whole numbers, and with everything as a cost: the least is the best.

    Attributes:
        certainty: what a chance of 1 is here.
        unit: what a cost of 1 is here.
        sign: -1 where much is wanted: a worth is a negative cost.
        ends: by position: what it costs that the turn ends there.
        values: by position: V(m).
    """

    def __init__(self, positions: Positions, goal: Goal) -> None:
        rules = positions.rules
        worth = {score: goal.worth(score, rules) for score in set(positions.scores.values())}
        self.positions = positions
        self.sign = -1 if goal.wants_most(rules) else 1
        self.certainty = 6 ** (rules.dice * positions.start.bit_count())
        self.unit = self.certainty * lcm(*(w.denominator for w in worth.values()))
        costs = {
            score: self.sign * w.numerator * (self.unit // w.denominator)
            for score, w in worth.items()
        }
        scores = positions.scores.items()
        self.ends: dict[int, int] = {position: costs[score] for position, score in scores}
        self.values = self.ends.copy()
        self._shutting: dict[Tiles, int] = {NO_TILES: self.certainty}
        self._solve()

    def _solve(self) -> None:
        for position, allowed in self.positions.dice.items():
            after = self._after(position)
            self.values[position] = min([self._mean(after, count) for count in allowed])

    def _after(self, position: Tiles) -> list[int]:
        """Return f(m, o), for each group of throws."""
        values, end = self.values, self.ends[position]
        gone = self.positions.start ^ position
        left_by_group = (
            [values[position ^ cover] for cover in covers if not cover & gone]
            for covers in self.positions.covers_by_group(position)
        )
        return [min(left) if left else end for left in left_by_group]

    def _mean(self, after: Iterable[int], count: int) -> int:
        total: int = sum(map(mul, after, self.positions.ways[count]))
        rolls: int = 6**count
        return total // rolls

    def throwing(self, position: Tiles, count: int) -> int:
        return self._mean(self._after(position), count)

    def best_dice(self, position: Tiles) -> tuple[int, ...]:
        allowed = self.positions.dice[position]
        if len(allowed) == 1:
            return allowed
        after, best = self._after(position), self.values[position]
        return tuple(n for n in reversed(allowed) if self._mean(after, n) == best)

    def ranked(self, position: Tiles, throw: Sequence[int]) -> list[Tiles]:
        """List the covers of a throw, best first, of equal ones the largest mask."""
        covers = self.positions.covers(position, self.positions.group(throw))
        return sorted(covers, key=lambda cover: self.values[position ^ cover])

    def shutting(self, position: Tiles) -> int:
        """Return the chance that best play shuts the box from a position on."""
        if position not in self._shutting:
            count = self.best_dice(position)[0]
            self._shutting[position] = self.shutting_with(position, count)
        return self._shutting[position]

    def shutting_with(self, position: Tiles, count: int) -> int:
        """Return the same for a throw of so many dice first."""
        ways_left = zip(self._best_left(position), self.positions.ways[count], strict=True)
        chances = (n * self.shutting(left) for left, n in ways_left if n and left != position)
        total: int = sum(chances)
        rolls: int = 6**count
        return total // rolls

    @cached_property
    def endings(self) -> dict[Tiles, int]:
        """The chance of every position that best play can end in."""
        reached: defaultdict[Tiles, int] = defaultdict(int)
        reached[self.positions.start] = self.certainty
        endings: defaultdict[Tiles, int] = defaultdict(int)
        for position in self.positions.all[:0:-1]:
            if chance := reached[position]:
                count = self.best_dice(position)[0]
                for left, ways in zip(
                    self._best_left(position), self.positions.ways[count], strict=True
                ):
                    into = endings if left == position else reached
                    into[left] += chance * ways // 6**count
        endings[NO_TILES] = reached[NO_TILES]
        return {position: chance for position, chance in endings.items() if chance}

    def _best_left(self, position: Tiles) -> list[Tiles]:
        """Return what is left after the best cover, for each group of throws."""
        gone, cost = self.positions.start ^ position, self.values.__getitem__
        left_by_group = (
            [position ^ cover for cover in covers if not cover & gone]
            for covers in self.positions.covers_by_group(position)
        )
        return [Tiles(min(left, key=cost, default=position)) for left in left_by_group]

    @cached_property
    def scores(self) -> dict[int, int]:
        """The chance of every score that best play can have, ascending."""
        scores: defaultdict[int, int] = defaultdict(int)
        for position, chance in self.endings.items():
            scores[self.positions.scores[position]] += chance
        return dict(sorted(scores.items()))
