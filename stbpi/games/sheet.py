"""What the score sheet of a game is: its entries, the events that they become, what it shows.

A game that can be kept on a sheet has a module `sheet` in its package, which fits `ScoreSheet`.
A state of it is what its own `evolve` makes of the events of one match.

Never: reads or writes anything, shows anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from stbpi.errors import NotAllowedError
from stbpi.games import registry
from stbpi.games.events import Event
from stbpi.games.game import HouseRules, StartMatch
from stbpi.language import Message, _, all_of, counted


@dataclass(frozen=True, slots=True)
class Entered:
    """What an entry brings.

    Attributes:
        events: what happens by it.
        said: what is said of it, besides the sheet as it is then; empty if that says it all.
    """

    events: tuple[Event, ...]
    said: str = ""


S = TypeVar("S")


class ScoreSheet(Protocol[S]):
    """The module `sheet` of a game's package; `S` is its state, a frozen value."""

    PRESET: str
    """The preset that is played by where none is named."""

    ENTRIES: Mapping[str, Message]
    """What can be entered, and what that is; the words are the same in every language."""

    def check_rules(self, preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
        """Read house rules and return those that differ from the preset.

        Raises:
            RulesError: they can't be played on a sheet.
        """
        ...

    def new(self) -> S:
        """Make the state before a match."""
        ...

    def start(self, command: StartMatch) -> tuple[Event, ...]:
        """Return the events that start a match.

        Raises:
            RulesError: it can't be played so.
        """
        ...

    def evolve(self, state: S, event: Event) -> S: ...

    def again(self, state: S) -> StartMatch:
        """Return the command that starts a match of the same players under the same rules."""
        ...

    def is_over(self, state: S) -> bool: ...

    def enter(self, state: S | None, words: Sequence[str]) -> Entered:
        """Take an entry that is none of every sheet (help, rules, new, quit).

        Args:
            state: the match; `None` before the first.
            words: what was entered.

        Raises:
            RulesError: the entry is impossible.
            NotAllowedError: it can't be done now.
        """
        ...

    def prompt(self, state: S | None) -> str:
        """Say what is to be entered."""
        ...

    def table(self, state: S) -> str:
        """Write the sheet."""
        ...

    def rules_told(self, state: S) -> Sequence[str]:
        """Say what is played by, a sentence each."""
        ...


def sheet_of(game: str) -> ScoreSheet[Any] | None:
    """Return the score sheet of a game; `None` if it has none."""
    return cast("ScoreSheet[Any] | None", registry.part(game, "sheet"))


def no_match() -> NotAllowedError:
    """Return the error of an entry that needs a match where there is none."""
    return NotAllowedError("nothing", _("there is no match yet"))


def won(names: Sequence[str]) -> str:
    """Say who has won."""
    if not names:
        return _("Nobody has won.")
    return str(counted("{names} wins.", "{names} win.", len(names), names=all_of(names)))


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows of cells as lines, each cell at the right end of its column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
