"""Deeds: what a page asks of the table when the button chooses something.

Never: does anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.desk.settings import Value
from stbpi.games.game import EndMatch, NoMove, StopTurn, Tile, Undo


@dataclass(frozen=True, slots=True)
class Flip:
    """Close or open a tile whose switch is broken."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare that the switch of a tile is broken, or that it works again."""

    tile: Tile
    broken: bool


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """Change a house rule: of the match if there is one, and of those to come."""

    field: str
    value: Value


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the value of a setting."""

    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class Seat:
    """Start a match of these players."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameRecord:
    """Write a name into the record table."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class PutIn:
    """Let a player's word go into the dice."""

    word: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on with the match that was deserted."""


@dataclass(frozen=True, slots=True)
class Clear:
    """Begin anew with `settings`, `records` or `audits`."""

    what: str


@dataclass(frozen=True, slots=True)
class TryKey:
    """Open the landlord's drawers with the tiles that are down as the key."""


@dataclass(frozen=True, slots=True)
class SetKey:
    """Make the tiles that are down the key of the landlord's drawers; none opens them to all."""


@dataclass(frozen=True, slots=True)
class Test:
    """Begin the hardware test."""


Deed = (
    Undo
    | NoMove
    | StopTurn
    | EndMatch
    | Flip
    | Declare
    | ChangeRule
    | Choose
    | Seat
    | NameRecord
    | PutIn
    | GoOn
    | Clear
    | TryKey
    | SetKey
    | Test
)
