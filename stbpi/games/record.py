"""What a game tells of its stored matches: listings, sheets, statistics and tables ask for it.

A game that is told so has a module `record` in its package, which fits `Telling`; it folds the
events of a match with the game's own `evolve` into a `Record`. Hidden things are in it when the
events reveal them, never before.

Never: reads what is stored, draws, counts over several matches (`history` does).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, cast

from stbpi.games import registry
from stbpi.games.events import Event
from stbpi.games.game import HouseRules
from stbpi.language import Message

Told = tuple[int | None, Event]
"""An event, and when it was, in epoch seconds; `None` if the clock was unknown."""


class Kind(StrEnum):
    """What stands in a column."""

    INT = "int"
    FLOAT = "float"
    TEXT = "text"
    BOOL = "bool"
    INTS = "ints"
    TEXTS = "texts"
    OBJECT = "object"
    """An object of JSON."""
    BODY = "body"
    """A text that should be an object of JSON, as it is stored."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table for other programs; its name is public and stays."""

    name: str
    kind: Kind


def columns(**kinds: Kind) -> tuple[Column, ...]:
    """Make columns of their names and kinds."""
    return tuple(Column(name, kind) for name, kind in kinds.items())


class Shown(StrEnum):
    """How a figure is made of the values that it is about, and written."""

    SUM = "sum"
    """Their sum, a whole number."""
    MOST = "most"
    """The highest of them."""
    BALANCE = "balance"
    """Their sum, with its sign; a fraction is written with one digit."""
    MEAN = "mean"
    """Their sum, for each of another value."""
    SHARE = "share"
    """Their sum, out of that of another value: 3/7."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A column of a game's statistics.

    Attributes:
        value: the value that it is about, by its name in `Record.values`.
        head: what stands above it.
        per: that other value, of a mean or a share.
    """

    value: str
    head: Message
    shown: Shown = Shown.SUM
    per: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells, a head first.

    Attributes:
        left: so many columns, the first ones, are written from their left end on.
    """

    rows: tuple[tuple[str, ...], ...]
    left: int = 1


@dataclass(frozen=True, slots=True)
class Plot:
    """How values have changed: each by its name, all of the same number of steps."""

    title: str
    values: Mapping[str, Sequence[int]]


Section = str | Grid | Plot
"""A part of a sheet: a line, a table, a picture."""


class Record(Protocol):
    """A stored match, as the game tells it; seats count from 1."""

    @property
    def house_rules(self) -> HouseRules:
        """What differs from the preset in the end, as (field, value)."""
        ...

    @property
    def totals(self) -> tuple[int, ...]:
        """What each player has in the end, by seat."""
        ...

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that were knocked out, in the order in which they went."""
        ...

    def course(self) -> Iterable[Section]:
        """Tell how the match went, for people."""
        ...

    def rules_in_words(self) -> tuple[str, ...]:
        """Tell what was played by, a sentence each."""
        ...

    def turns(self) -> Iterable[Mapping[str, Any]]:
        """Tell the same for programs, a row for each turn, by the names of `Telling.TURNS`."""
        ...

    def values(self, seat: int) -> Mapping[str, float]:
        """Return what counts of the match for the statistics of a player.

        The names are public, and the same for each seat and match. Those of several matches are
        added up, or the highest is taken (`Shown.MOST`).
        """
        ...


class Telling(Protocol):
    """The module `record` of a game's package."""

    ENDED: Mapping[str, Message]
    """How a match ended, by the code in `match_ended`."""

    TURNS: tuple[Column, ...]
    """The columns of `Record.turns`."""

    FIGURES: tuple[Figure, ...]
    """The statistics of a player, besides matches that were played and won."""

    LEGEND: tuple[Message, ...]
    """What is to be known of them."""

    def read(self, told: Iterable[Told]) -> Record:
        """Fold the events of a match, from the first on, in order.

        Anything may be raised where they make no sense.
        """
        ...


def telling(game: str) -> Telling | None:
    """Return what tells of the matches of a game; `None` where nothing of its own does."""
    return cast("Telling | None", registry.part(game, "record"))
