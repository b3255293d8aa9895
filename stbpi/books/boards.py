"""Boards: the record tables as they are read.

Never: decides who enters one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum


class Span(StrEnum):
    """For how long a table lasts; the values are public."""

    TONIGHT = "tonight"
    SEASON = "season"
    EVER = "ever"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of a table.

    Attributes:
        name: of the player.
        score: a match's total, or that of a turn.
        is_shut: the match was won by shutting the box.
        match: its number.
        seat: of the player in it.
        wall: when it was, in epoch seconds; `None` if the clock was unknown.
    """

    name: str
    score: int
    is_shut: bool
    match: int
    seat: int
    wall: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The best of a span of time.

    Attributes:
        matches: the best totals, the best first.
        turn: the best turn; `None` before the first.
        shut: how many boxes were shut.
    """

    matches: tuple[Entry, ...] = ()
    turn: Entry | None = None
    shut: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The tables of a preset on boxes of one size.

    Attributes:
        tonight: of the night that it is.
        season: of the year that it is.
        ever: since the records were cleared.
    """

    game: str
    preset: str
    tiles: int
    tonight: Table = Table()
    season: Table = Table()
    ever: Table = Table()

    def table(self, span: Span) -> Table:
        return {Span.TONIGHT: self.tonight, Span.SEASON: self.season, Span.EVER: self.ever}[span]


@dataclass(frozen=True, slots=True)
class Records:
    """All boards, in the order of their presets' names."""

    boards: tuple[Board, ...] = ()

    def board(self, game: str, preset: str, tiles: int) -> Board:
        """Return a board; an empty one if nothing was played so."""
        wanted = (game, preset, tiles)
        empty = Board(game=game, preset=preset, tiles=tiles)
        return next((b for b in self.boards if (b.game, b.preset, b.tiles) == wanted), empty)

    def called(self, called: Callable[[str], str]) -> Records:
        """Return the same with the names that are shown."""

        def entry(one: Entry) -> Entry:
            return replace(one, name=called(one.name))

        def table(one: Table) -> Table:
            turn = None if one.turn is None else entry(one.turn)
            return replace(one, matches=tuple(map(entry, one.matches)), turn=turn)

        return Records(
            tuple(
                replace(
                    one, tonight=table(one.tonight), season=table(one.season), ever=table(one.ever)
                )
                for one in self.boards
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player who has entered a table and has no name of his own.

    Attributes:
        seat: his.
        name: what he is called, `P2`.
        span: the longest one whose table he has entered.
        place: in it, from 1; 0 for the best turn.
    """

    seat: int
    name: str
    span: Span
    place: int
