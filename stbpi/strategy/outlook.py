"""What others may come to: the independent turns of players who play for points.

Used where an exact answer would have to follow everybody's choices to the end of a match.

Never: knows a match.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import prod

from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring
from stbpi.strategy.goals import Points
from stbpi.strategy.solver import solve

Chances = Mapping[int, float]
"""Chances by cost, which is a total of which less is better; they need not add up to 1."""

GRAIN = 2**48
"""Chances that are not exact are rounded to a part of this."""


def rounded(value: float) -> Fraction:
    """Return a number that solves fast: rounded to the grain."""
    return Fraction(round(value * GRAIN), GRAIN)


def cost(score: int, rules: Ruleset) -> int:
    """Return a score as something of which less is better."""
    return -score if rules.scoring is Scoring.COVERED else score


def coarse(total: int, rules: Ruleset) -> int:
    """Return a total, as `digits` to two significant ones: there would be millions of totals.

    >>> coarse(123456, Ruleset(scoring=Scoring.DIGITS)), coarse(123456, Ruleset())
    (120000, 123456)
    """
    places = len(str(total)) - 2
    is_long = rules.scoring is Scoring.DIGITS and places > 0
    return round(total, -places) if is_long else total


@dataclass(frozen=True, slots=True)
class Rival:
    """What another player's cost may be.

    Attributes:
        chances: of his costs.
        out: the chance that he is out of the match.
    """

    chances: Chances
    out: float = 0.0


class Comparison:
    """How costs compare with those of rivals who are independent."""

    def __init__(self, rivals: Iterable[Rival]) -> None:
        self._rivals = [_Tail(rival) for rival in rivals]

    def share(self, own: int) -> float:
        """Return the chance to be the best with these costs, where equal ones share."""
        return sum(chance / (tied + 1) for tied, chance in enumerate(self.tied(own)))

    def tied(self, own: int) -> list[float]:
        """Return the chance to be the best with these costs, by how many rivals are equal."""
        by_tied = [1.0]
        for rival in self._rivals:
            worse, equal = rival.worse(own), rival.equal(own)
            by_tied = [
                a * worse + b * equal for a, b in zip([*by_tied, 0.0], [0.0, *by_tied], strict=True)
            ]
        return by_tied

    def best(self, own: int) -> dict[int, float]:
        """Return the chances of the best rival's costs, as far as they beat these."""
        costs = sorted({cost for rival in self._rivals for cost in rival.costs if cost < own})
        reach = [prod(r.worse(c) + r.equal(c) for r in self._rivals) for c in (*costs, own)]
        parts = (here - further for here, further in pairwise(reach))
        return dict(zip(costs, parts, strict=True))


class _Tail:
    """How likely a rival is worse than a cost, or equal."""

    def __init__(self, rival: Rival) -> None:
        self._chances = rival.chances
        self.costs = sorted(rival.chances)
        parts = [rival.out, *(rival.chances[cost] for cost in reversed(self.costs))]
        self._worse = [*accumulate(parts)][::-1]

    def worse(self, own: int) -> float:
        return self._worse[bisect_right(self.costs, own)]

    def equal(self, own: int) -> float:
        return self._chances.get(own, 0.0)


def points_turn(rules: Ruleset) -> dict[int, float]:
    """Return the chances of the costs of one turn for points."""
    distribution = solve(rules, Points()).distribution
    return {cost(score, rules): chance for score, chance in distribution.items()}
