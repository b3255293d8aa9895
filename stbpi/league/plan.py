"""A league: who plays, how, since when, and what was written of it by hand.

Never: reads a file, a clock or a match. Keep: names are those at the box, letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from stbpi.history.days import BEGINS_H
from stbpi.league.outcomes import Order, Outcome


class Kind(StrEnum):
    """How a league is played; the values are public."""

    ROUND_ROBIN = "round_robin"
    KNOCK_OUT = "knock_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """A match between two players of a league.

    Attributes:
        players: who began, and the other one.
        winner: one of them; empty: a draw.
        by: points of difference; 0 where they are not known.
        match: as it is named in commands; empty if it was written by hand.
        order: when it was played, for sorting; `None` if it was written by hand.
    """

    players: tuple[str, str]
    winner: str
    by: int = 0
    match: str = ""
    order: Order | None = None

    @property
    def pair(self) -> frozenset[str]:
        return frozenset(self.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A league, as it is planned.

    Attributes:
        players: by name; of a knock-out the strongest first.
        since, until: matches that began before or after don't count; a day is an evening.
        game, preset: matches of others don't count; empty: all do.
        rounds: of a round robin: so often each pair meets.
        win, draw: points for it.
        left: who plays no more.
        skipped: matches that don't count.
        results: those that were written by hand.
    """

    kind: Kind
    players: tuple[str, ...]
    name: str = ""
    since: date | None = None
    until: date | None = None
    game: str = ""
    preset: str = ""
    rounds: int = 1
    win: int = 2
    draw: int = 1
    left: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    results: tuple[Met, ...] = ()

    def called(self, called: Callable[[str], str]) -> Plan:
        """Return the same league with the names that are shown."""

        def names(of: Iterable[str]) -> tuple[str, ...]:
            return tuple(map(called, of))

        return replace(
            self,
            players=names(self.players),
            left=names(self.left),
            results=tuple(
                replace(
                    met,
                    players=(called(met.players[0]), called(met.players[1])),
                    winner=called(met.winner) if met.winner else "",
                )
                for met in self.results
            ),
        )

    def counts(self, one: Outcome) -> bool:
        """Say whether a match is one of two players of the league that counts for it."""
        names = {player.name for player in one.players if not player.is_bot}
        return (
            len(one.players) == 2 == len(names)
            and names <= {*self.players}
            and self.game in ("", one.game)
            and self.preset in ("", one.preset)
            and f"{one.box}:{one.match}" not in self.skipped
            and self._is_then(one.wall)
        )

    def met(self, outcomes: Iterable[Outcome]) -> list[Met]:
        """Return what counts: what was written by hand first, then matches in the given order."""
        return [*self.results, *(_met(one) for one in outcomes if self.counts(one))]

    def _is_then(self, wall: int | None) -> bool:
        if self.since is None and self.until is None:
            return True
        if wall is None:
            return False
        begins = self.since is None or _moment(self.since) <= wall
        return begins and (self.until is None or wall < _end(self.until))


def _met(one: Outcome) -> Met:
    first, second = (player.name for player in one.players)
    winners = one.winners
    is_known = len(one.totals) == 2 and len(winners) == 1
    return Met(
        players=(first, second),
        winner=winners[0].name if len(winners) == 1 else "",
        by=abs(one.totals[0] - one.totals[1]) if is_known else 0,
        match=f"{one.box}:{one.match}",
        order=one.order,
    )


def _moment(day: date) -> float:
    """Return when a day begins, or a moment is, in epoch seconds."""
    if not isinstance(day, datetime):
        day = datetime.combine(day, time(BEGINS_H))
    return day.timestamp()


def _end(day: date) -> float:
    """Return when a day ends, or a moment is."""
    return _moment(day if isinstance(day, datetime) else day + timedelta(days=1))
