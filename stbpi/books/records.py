"""Records: the best matches and turns by each preset, tonight, in this season and ever.

    RecordFold    folds the journal into a `Hall`
    records(…)    reads it: frozen `Records`
    who_enters(…) says whom to ask for his name

Only matches by unchanged rules are compared (the number of tiles makes a table of its own), and
only totals that can be: of who has played all his turns, or has won. Who has won by shutting the
box goes before all others. Among equals the older record stands. Bots
hold none.

The last match is entered when the next one begins, since it may still be undone; until then it is
added to what is read.

Never: reads a clock. Keep: what has no time is in the table for ever only.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from stbpi.books.boards import Board, Entrant, Entry, Records, Span, Table
from stbpi.books.match import MatchLog, PlayedMatch
from stbpi.games.events import Cleared, MatchStarted
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import MatchWhy
from stbpi.journal.recorded import Recorded

if TYPE_CHECKING:
    from stbpi.journal.folds import Fold

PLACES = 5
"""Matches of a table."""

SHOWN = 3
"""So many of them are worth a name."""

NIGHT_BEGINS_H = 4
"""A night ends, and the next one begins, at this hour of the morning."""

Local = Callable[[int], time.struct_time]

_Key = tuple[str, str, int, Span]
"""Game, preset, number of tiles, and span."""


_EMPTY = Table()


@dataclass(frozen=True, slots=True)
class _Kept:
    """A table, and the night or year that it belongs to (0: for ever)."""

    period: int = 0
    table: Table = _EMPTY


@dataclass(slots=True)
class Hall:
    """What the records are read from; belongs to whoever folds.

    Attributes:
        kept: all tables.
        log: the last match.
        old_turns: so many of its turns were played before the records were cleared.
        is_old: it was over by then.
    """

    kept: dict[_Key, _Kept] = field(default_factory=dict)
    log: MatchLog = field(default_factory=MatchLog)
    old_turns: int = 0
    is_old: bool = False


class RecordFold:
    """Folds the journal into a hall of records; a `journal.folds.Fold`.

    Args:
        local: tells the day and the hour of an epoch second.
    """

    name = "records"
    version = 2

    def __init__(self, local: Local = time.localtime) -> None:
        self._local = local

    def start(self) -> Hall:
        return Hall()

    def step(self, state: Hall, recorded: Recorded) -> Hall:
        match recorded.event:
            case MatchStarted():
                state.kept = self.entered(state)
                state.old_turns, state.is_old = 0, False
            case Cleared(what="records"):
                last = state.log.match()
                state.kept = {}
                state.old_turns = len(last.turns) if last is not None else 0
                state.is_old = last is not None and last.result is not None
            case _:
                pass
        state.log.take(recorded)
        return state

    def dump(self, state: Hall) -> dict[str, Any]:
        kept = [
            [
                *key,
                about.period,
                [_dumped(entry) for entry in about.table.matches],
                _dumped(about.table.turn),
                about.table.shut,
            ]
            for key, about in state.kept.items()
        ]
        return {
            "kept": kept,
            "log": state.log.dump(),
            "old_turns": state.old_turns,
            "is_old": state.is_old,
        }

    def load(self, dumped: dict[str, Any]) -> Hall:
        kept: dict[_Key, _Kept] = {}
        for game, preset, tiles, span, period, matches, turn, shut in dumped["kept"]:
            table = Table(
                matches=tuple(Entry(**entry) for entry in matches),
                turn=Entry(**turn) if turn else None,
                shut=shut,
            )
            kept[(game, preset, tiles, Span(span))] = _Kept(period, table)
        return Hall(
            kept=kept,
            log=MatchLog.load(dumped["log"]),
            old_turns=dumped["old_turns"],
            is_old=dumped["is_old"],
        )

    def entered(self, hall: Hall) -> dict[_Key, _Kept]:
        """Return the tables with the last match in them."""
        last = hall.log.match()
        if last is None or last.rules is None or not last.is_unchanged:
            return hall.kept
        kept = dict(hall.kept)
        for turn in last.turns[hall.old_turns :]:
            if turn.seat in last.bots:
                continue
            entry = _entry(last, turn.seat, turn.score, turn.wall)
            for span, period in self.periods(turn.wall):
                key = (last.game, last.preset, last.rules.tiles, span)
                table = _of(kept, key, period)
                table = replace(table, shut=table.shut + turn.is_shut)
                if table.turn is None or is_better(last.rules, entry.score, table.turn.score):
                    table = replace(table, turn=entry)
                kept[key] = _Kept(period, table)
        for entry in () if hall.is_old else totals(last, last.rules):
            for span, period in self.periods(entry.wall):
                key = (last.game, last.preset, last.rules.tiles, span)
                table = _of(kept, key, period)
                matches = sorted((*table.matches, entry), key=order(last.rules))[:PLACES]
                kept[key] = _Kept(period, replace(table, matches=tuple(matches)))
        return kept

    def periods(self, wall: int | None) -> tuple[tuple[Span, int], ...]:
        """Return which night and which year a moment belongs to."""
        ever = ((Span.EVER, 0),)
        if wall is None:
            return ever
        try:
            night = self._local(wall - NIGHT_BEGINS_H * 3600)
            year = self._local(wall).tm_year
            day = date(night.tm_year, night.tm_mon, night.tm_mday).toordinal()
        except (OverflowError, ValueError, OSError):  # no time that a calendar has
            return ever
        return (*ever, (Span.SEASON, year), (Span.TONIGHT, day))


def records(fold: RecordFold, hall: Hall, *, now: int | None) -> Records:
    """Read a hall.

    Args:
        fold: what it was folded with.
        hall: the hall.
        now: epoch seconds; if they are unknown, it is still the night of the newest record.
    """
    kept = fold.entered(hall)
    periods = dict(fold.periods(now))

    def table(*key: Any) -> Table:
        about = kept.get(key, _Kept())
        is_over = key[-1] in periods and about.period != periods[key[-1]]
        return _EMPTY if is_over else about.table

    return Records(
        tuple(
            Board(
                game=game,
                preset=preset,
                tiles=tiles,
                tonight=table(game, preset, tiles, Span.TONIGHT),
                season=table(game, preset, tiles, Span.SEASON),
                ever=table(game, preset, tiles, Span.EVER),
            )
            for game, preset, tiles in sorted({key[:3] for key in kept})
        )
    )


def who_enters(fold: RecordFold, hall: Hall) -> tuple[Entrant, ...]:
    """Return who has entered a table with the last match and is called P1, P2 …, seat by seat."""
    last = hall.log.match()
    if last is None or last.result is None or last.rules is None or hall.is_old:
        return ()
    kept = fold.entered(hall)
    entrants: dict[int, Entrant] = {}
    for span in (Span.EVER, Span.SEASON, Span.TONIGHT):
        about = kept.get((last.game, last.preset, last.rules.tiles, span), _Kept())
        shown = [*enumerate(about.table.matches[:SHOWN], start=1), (0, about.table.turn)]
        for place, entry in shown:
            if entry is not None and entry.match == last.number and _is_asked(last, entry):
                entrant = Entrant(seat=entry.seat, name=entry.name, span=span, place=place)
                entrants.setdefault(entry.seat, entrant)
    return tuple(entrants[seat] for seat in sorted(entrants))


def _is_asked(match: PlayedMatch, entry: Entry) -> bool:
    """Say whether a player is only called by his place (P1, P2 and so on) and wrote no name."""
    is_no_name = re.fullmatch(r"P\d+", entry.name, re.ASCII) is not None
    return is_no_name and entry.seat not in match.written


def totals(match: PlayedMatch, rules: Ruleset) -> Iterator[Entry]:
    """Return the totals of a match that can be compared with those of others."""
    result = match.result
    if result is None or result.why == MatchWhy.STOPPED:
        return
    for seat, total in enumerate(result.totals, start=1):
        if seat in match.bots:
            continue
        has_won = seat in result.winners
        if has_won or (rules.rounds and match.turns_of(seat) >= rules.rounds):
            entry = _entry(match, seat, total, result.wall)
            yield replace(entry, is_shut=has_won and result.why == MatchWhy.SHUT)


def _entry(match: PlayedMatch, seat: int, score: int, wall: int | None) -> Entry:
    name = match.names[seat - 1]
    return Entry(name=name, score=score, is_shut=False, match=match.number, seat=seat, wall=wall)


def _of(kept: Mapping[_Key, _Kept], key: _Key, period: int) -> Table:
    """Return the table of a period; another night or year begins with an empty one."""
    about = kept.get(key)
    return about.table if about is not None and about.period == period else _EMPTY


def is_better(rules: Ruleset, score: int, than: int) -> bool:
    """Say whether a score goes before another one."""
    return score != than and rules.best((score, than)) == score


def order(rules: Ruleset) -> Callable[[Entry], tuple[bool, int, int, int]]:
    """Return what a table is sorted by."""
    sign = 1 if rules.best((0, 1)) == 0 else -1
    return lambda entry: (not entry.is_shut, sign * entry.score, entry.match, entry.seat)


def _dumped(entry: Entry | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    return {name: getattr(entry, name) for name in Entry.__slots__}


if TYPE_CHECKING:
    _fits: Callable[[], Fold[Hall]] = RecordFold
