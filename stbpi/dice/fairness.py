"""Do dice fall as dice do? Three tests, and what their result says.

    faces   how often each face came                          Pearson's chi-squared, 5 degrees
    pairs   how often each face followed each other one       Pearson's chi-squared, 35 degrees
    runs    how often low and high faces took turns           Wald and Wolfowitz

A p-value says how often fair dice would look at least so odd. It proves nothing by itself: of a
hundred fair logs one is below 0.01, and three tests are three chances. A large one says that
nothing stands out in so many dice, not that they are fair.

Never: judges a player. Keep: no p-value before every outcome was to be expected five times.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

LEAST_EXPECTED = 5
_FACES = range(1, 7)
_LOW = 3
"""Faces up to this are low."""

_NOTICED = 3
"""What differs by so many standard deviations is noticed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Oddity:
    """What a test found.

    Attributes:
        name: `faces`, `pairs` or `runs`.
        count: how many were looked at: dice, pairs of them, or runs.
        statistic: chi-squared; of runs, how many standard deviations there were too many.
        p: how often fair dice look at least so odd; `None` while there are too few.
    """

    name: str
    count: int
    statistic: float
    p: float | None


def oddities(dice: Sequence[int]) -> tuple[Oddity, ...]:
    """Test dice, in the order in which they fell."""
    return faces(dice), pairs(dice), runs(dice)


def faces(dice: Sequence[int]) -> Oddity:
    counted = Counter(dice)
    return _even("faces", [counted[face] for face in _FACES])


def pairs(dice: Sequence[int]) -> Oddity:
    """Test pairs that have no die in common: the first two dice, the next two, and so on."""
    counted = Counter(zip(dice[::2], dice[1::2], strict=False))
    return _even("pairs", [counted[first, second] for first in _FACES for second in _FACES])


def runs(dice: Sequence[int]) -> Oddity:
    """Test how many runs there are: dice in a row that are all low, or all high.

    >>> runs((1, 6) * 50).statistic > 9
    True
    """
    is_low = [die <= _LOW for die in dice]
    low, high = sum(is_low), len(dice) - sum(is_low)
    count = sum(one != other for one, other in pairwise(is_low)) + bool(dice)
    if min(low, high) < 2 * LEAST_EXPECTED:
        return Oddity(name="runs", count=count, statistic=0.0, p=None)
    both, all_ = 2 * low * high, low + high
    variance = both * (both - all_) / (all_**2 * (all_ - 1))
    deviations = (count - both / all_ - 1) / math.sqrt(variance)
    p = math.erfc(abs(deviations) / math.sqrt(2))
    return Oddity(name="runs", count=count, statistic=deviations, p=p)


def noticed_percent(count: int) -> int | None:
    """Return how many per cent too often a face must come to be noticed among so many dice.

    `None`: among so few nothing is. So many dice as 500,000 notice a per cent.

    >>> [noticed_percent(count) for count in (100, 1000, 10_000, 500_000)]
    [68, 22, 7, 1]
    """
    return math.ceil(_NOTICED * math.sqrt(5 / count) * 100) if count >= 45 else None


def chi_squared(counted: Sequence[int], ways: Sequence[int]) -> float:
    """Return Pearson's sum of squared differences; every outcome must have been expected.

    Args:
        counted: how often each outcome came.
        ways: in how many equally likely ways it comes.
    """
    expected = [sum(counted) * way / sum(ways) for way in ways]
    return sum((got - wanted) ** 2 / wanted for got, wanted in zip(counted, expected, strict=True))


def chance_of(chi_squared: float, freedom: int) -> float:
    """Return how likely a chi-squared variable is at least so large.

    The upper regularised gamma function of half a whole number: the one of a half or of one, and
    a term for each step up from it.

    >>> [round(chance_of(x, f), 3) for x, f in ((3.841, 1), (11.07, 5), (18.307, 10))]
    [0.05, 0.05, 0.05]
    """
    half = chi_squared / 2
    order = 0.5 if freedom % 2 else 1.0
    chance = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while order < freedom / 2:
        chance += half**order * math.exp(-half) / math.gamma(order + 1)
        order += 1
    return min(chance, 1.0)


def _even(name: str, counted: Sequence[int]) -> Oddity:
    count = sum(counted)
    if count < LEAST_EXPECTED * len(counted):
        return Oddity(name=name, count=count, statistic=0.0, p=None)
    chi = chi_squared(counted, (1,) * len(counted))
    return Oddity(name=name, count=count, statistic=chi, p=chance_of(chi, len(counted) - 1))
