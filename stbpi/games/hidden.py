"""Checking what was hidden in a match: what the module `verify` of a game has, if it hides things.

    take(fact)       each event of one box, in the order of the numbers
    checked()        what has become of the matches that are of this game

Never: reads a file. Keep: what can't be checked is counted, and accuses nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from stbpi.language import Message


class Fact(Protocol):
    """An event as it was logged; `dice.verify.Fact` says what its fields are."""

    @property
    def n(self) -> int: ...

    @property
    def at(self) -> int: ...

    @property
    def match(self) -> int: ...

    @property
    def e(self) -> str: ...

    @property
    def members(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that does not fit.

    Attributes:
        wrong: what, for programs.
        n: number of the event that shows it.
        deal: number of the deal in its match.
        logged, expected: what was logged, and what it should have been.
        words: the same for people.
    """

    wrong: str
    n: int
    deal: int
    logged: str
    expected: str
    words: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What became of the check of one match.

    Attributes:
        deals: how many deals were followed from their bytes, and fit.
        unchecked: how many could not be checked, and why (`Verify.WHY`).
        problem: the first thing that does not fit; `None` if all does.
    """

    deals: int
    unchecked: tuple[tuple[str, int], ...]
    problem: Problem | None


class Checker(Protocol):
    """Checks the matches of one box."""

    def take(self, fact: Fact) -> None:
        """Take in the next event."""
        ...

    def checked(self) -> Mapping[int, Checked]:
        """Return what has become of each match of this game, at the end of the log."""
        ...


class Verify(Protocol):
    """How a game is checked: what its module `verify` has (`registry.part`).

    Attributes:
        TOLD: the events whose fields are looked at.
        PROVES: what a match proves that fits.
        WHY: why deals can't be checked.
    """

    TOLD: frozenset[str]
    PROVES: Message
    WHY: Mapping[str, Message]

    def checker(self) -> Checker: ...
