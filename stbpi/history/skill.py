"""Luck and skill: what a turn has gained by luck and lost by errors, and the same of many turns.

Never: judges (`luck` does). Keep: units that differ (`Measure`) are never added up; with each

    result = start - luck + errors, or start + luck - errors where the most is wanted
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum


class Measure(StrEnum):
    """What luck and errors are measured in; the values are public.

    It is the score, by the way in which the rules count it; the chance to win the match, of 1;
    or, where a match is played for stakes, the units that the round is expected to bring.
    """

    SUM = "sum"
    DIGITS = "digits"
    COUNT = "count"
    COVERED = "covered"
    WIN = "win"
    UNITS = "units"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a turn has gained by luck, and lost by errors.

    Attributes:
        measure: what everything else is measured in.
        start: what was to be expected before the turn.
        luck: gained by the throws; negative: bad luck.
        cover_errors: lost by what was closed, or left open.
        dice_errors: lost by throwing too few dice or too many, or none.
        result: what the turn has come to.
        adjusted: what it would have come to with neither good nor bad luck.
    """

    measure: Measure
    start: float
    luck: float
    cover_errors: float
    dice_errors: float
    result: float
    adjusted: float

    @property
    def errors(self) -> float:
        return self.cover_errors + self.dice_errors


@dataclass(slots=True)
class Skill:
    """Sums over judged turns, all by the same measure; see `Judged`.

    Attributes:
        turns: so many.
        faultless: so many of them without an error.
    """

    turns: int = 0
    start: float = 0.0
    luck: float = 0.0
    cover_errors: float = 0.0
    dice_errors: float = 0.0
    result: float = 0.0
    adjusted: float = 0.0
    faultless: int = 0

    def add(self, judged: Judged) -> None:
        self.turns += 1
        self.start += judged.start
        self.luck += judged.luck
        self.cover_errors += judged.cover_errors
        self.dice_errors += judged.dice_errors
        self.result += judged.result
        self.adjusted += judged.adjusted
        self.faultless += not judged.errors

    def take(self, other: Skill) -> None:
        """Add the sums over other turns."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def mean(self, measure: Measure) -> Judged:
        """Return what one of the turns has come to on average; there must be some."""
        return Judged(
            measure=measure,
            start=self.start / self.turns,
            luck=self.luck / self.turns,
            cover_errors=self.cover_errors / self.turns,
            dice_errors=self.dice_errors / self.turns,
            result=self.result / self.turns,
            adjusted=self.adjusted / self.turns,
        )
