"""The dice audit: do they fall as dice do?

How often each face and each total of two dice came is compared with what is to be expected
(Pearson's chi-squared test), and judged in words.

Never: knows a player. Keep: no judgement before every outcome was to be expected five times.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from stbpi.dice.fairness import LEAST_EXPECTED, chance_of, chi_squared
from stbpi.language import Message, message

TOTALS = range(2, 13)
"""What two dice can add up to."""

UNUSUAL = 0.01
"""What fair dice do more seldom than that is called unusual."""

_WAYS = tuple(6 - abs(7 - total) for total in TOTALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """How well what was counted fits what was to be expected.

    Attributes:
        count: how many were counted.
        chi_squared: the sum of squared differences.
        chance: how often fair dice differ at least so much; `None` while there are too few.
    """

    count: int
    chi_squared: float
    chance: float | None

    @property
    def is_unusual(self) -> bool:
        return self.chance is not None and self.chance < UNUSUAL

    @property
    def words(self) -> Message:
        """The judgement."""
        if self.chance is None:
            return message("too few throws|too few")
        if not self.is_unusual:
            return message("as expected|fair")
        return message("unusual: 1 in {n}|1 in {n}", n=_one_in(self.chance))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceAudit:
    """How dice fell.

    Attributes:
        faces: how often each face came, of all dice; the 1 first.
        totals: how often two dice added up to each of `TOTALS`.
    """

    faces: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def fairness_of_faces(self) -> Fairness:
        return fairness(self.faces, (1,) * 6)

    @property
    def fairness_of_totals(self) -> Fairness:
        return fairness(self.totals, _WAYS)


def fairness(counted: Sequence[int], ways: Sequence[int]) -> Fairness:
    """Compare counts with what was to be expected.

    Args:
        counted: how often each outcome came.
        ways: in how many equally likely ways it comes.
    """
    count = sum(counted)
    expected = [count * way / sum(ways) for way in ways]
    if min(expected) < LEAST_EXPECTED:
        return Fairness(count=count, chi_squared=0.0, chance=None)
    chi = chi_squared(counted, ways)
    return Fairness(count=count, chi_squared=chi, chance=chance_of(chi, len(ways) - 1))


def _one_in(chance: float) -> str:
    """Say one in how many, to one digit; nobody has lived to see a million."""
    if chance < 1e-6:
        return "1000000+"
    many = 1 / chance
    step = 10 ** int(math.log10(many))
    return str(round(many / step) * step)
