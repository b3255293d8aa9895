"""Goals: what a turn is played for.

A goal says what each score is worth, and whether much or little of it is wanted; what is reckoned
is the mean over the dice. With `covered`, where the highest score wins, "better" is more.

Keep: a tile more that is closed is never worth less, so that nobody gains by stopping.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from stbpi.games.game import NO_TILES
from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring


class Goal(Protocol):
    """What a turn is played for; goals are values, so that solutions can be kept by them."""

    def wants_most(self, rules: Ruleset) -> bool:
        """Say whether much of the worth is wanted, not little."""

    def worth(self, score: int, rules: Ruleset) -> int | Fraction:
        """Return what a score is worth."""


@dataclass(frozen=True, slots=True)
class Points:
    """The best expected score: the smallest, with `covered` the largest."""

    def wants_most(self, rules: Ruleset) -> bool:
        return rules.scoring is Scoring.COVERED

    def worth(self, score: int, rules: Ruleset) -> int:
        return score


class _Chance:
    """A goal that a turn reaches or not; what is wanted is the largest chance."""

    __slots__ = ()

    def wants_most(self, rules: Ruleset) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Shutting(_Chance):
    """The largest chance to shut the box."""

    def worth(self, score: int, rules: Ruleset) -> int:
        return int(score == shut_score(rules))


@dataclass(frozen=True, slots=True)
class Beating(_Chance):
    """The largest chance of a score better than the target."""

    target: int

    def worth(self, score: int, rules: Ruleset) -> int:
        return int(is_better(score, self.target, rules))


@dataclass(frozen=True, slots=True)
class Reaching(_Chance):
    """The largest chance of a score as good as the target, or better."""

    target: int

    def worth(self, score: int, rules: Ruleset) -> int:
        return int(not is_better(self.target, score, rules))


@dataclass(frozen=True, slots=True)
class Winning(_Chance):
    """The most of what each score brings: a chance to win, or units.

    Attributes:
        brings: by score; a score that is not in it brings nothing.
    """

    brings: Mapping[int, int | Fraction] = field(hash=False)

    def worth(self, score: int, rules: Ruleset) -> int | Fraction:
        return self.brings.get(score, 0)


def is_better(score: int, other: int, rules: Ruleset) -> bool:
    """Say whether a score is better than another."""
    return score > other if rules.scoring is Scoring.COVERED else score < other


def shut_score(rules: Ruleset) -> int:
    """Return the score of a shut box; no other turn has it."""
    return rules.score(NO_TILES, start=rules.start_tiles)
