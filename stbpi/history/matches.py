"""Matches as they are stored, folded by the game.

What was undone or scored anew counts as it stands in the end.

    StoredMatch        one of them
    stored(…)          makes it of the rows that are stored of it
    Wanted             which ones are asked for

Only the game itself says how a match of it stands: of Shut the Box `books.match` asks it, of any
other one its `record` (`games.record`), for which all events are needed. Of a game that is not
known, and of a match that can't be read, it is known what its events say plainly: who has sat at
it, who has won.

Never: reads a file. Keep: what is damaged or unknown is marked, and is never an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import get_args

from stbpi.books.match import MatchLog, PlayedMatch, Telling
from stbpi.collector.database import Row
from stbpi.errors import JournalError
from stbpi.games.events import (
    BY_NAME,
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    Resumed,
    RulesChanged,
    TurnStarted,
    Undone,
    decode,
)
from stbpi.games.record import Record, Told, telling
from stbpi.games.record import Telling as GameTelling
from stbpi.games.shut_the_box import sheet
from stbpi.games.shut_the_box.match import State
from stbpi.games.shut_the_box.tally import MatchWhy
from stbpi.history import days
from stbpi.history.archive import Key
from stbpi.history.thrown import THROWN, Place, Places
from stbpi.journal.recorded import Recorded

TELLING = frozenset(kind.e for kind in get_args(Telling))
"""The names of the events that results follow from."""


class Trouble(StrEnum):
    """What is to be known of a match before one believes what is told of it."""

    DAMAGED = "damaged"
    """An event that results follow from can't be read, or they make no sense."""

    UNKNOWN = "unknown"
    """It has events that a newer program knows."""

    MISSING = "missing"
    """Some of its events are not stored."""


class Stands(StrEnum):
    """What has become of a match."""

    ENDED = "ended"
    STOPPED = "stopped"
    SET_ASIDE = "set_aside"
    OPEN = "open"


OVER = (Stands.ENDED, Stands.STOPPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """A match.

    Attributes:
        box: the name of the box.
        played: the match; without turns and result where they can't be known.
        state: as the game sees it; `None` where they can't be known.
        record: what a game tells of it that does so itself; `None` where that can't be known, or
            not all of its events were read.
        stands: what has become of it.
        why: why it ended, as in `match_ended`; empty while it has not.
        winners: the seats that have won.
        ms: how long it was played, if all of its events were read.
        wall: the first time that is known of it, in epoch seconds.
        troubles: what is to be known of it.
        places: where the events of its turns are, by round and seat.
    """

    box: str
    played: PlayedMatch
    state: State | None
    record: Record | None
    stands: Stands
    why: str
    winners: tuple[int, ...]
    ms: int
    wall: int | None
    troubles: tuple[Trouble, ...]
    places: Mapping[tuple[int, int], Place]

    @property
    def number(self) -> int:
        return self.played.number

    @property
    def totals(self) -> tuple[int, ...]:
        """What each player has in the end, by seat; nothing where that can't be known."""
        if self.record is not None:
            return self.record.totals
        return self.state.tally.totals if self.state is not None else ()

    @property
    def evening(self) -> date | None:
        """The day on whose evening it began; `None` if that is unknown."""
        return days.evening(self.wall)

    def name(self, seat: int) -> str:
        """Return what the player of a seat is called."""
        names = self.played.names
        return names[seat - 1] if 0 < seat <= len(names) else f"P{seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which matches are asked for; what is empty or `None` asks for all.

    Attributes:
        box: on which box.
        player: who has sat at it.
        since, until: the evenings between which it began, both included.
        preset: by which preset.
        game: which game.
    """

    box: str = ""
    player: str = ""
    since: date | None = None
    until: date | None = None
    preset: str = ""
    game: str = ""

    def has(self, match: StoredMatch) -> bool:
        """Say whether a match is asked for."""
        return (
            self.box in ("", match.box)
            and (not self.player or self.player in match.played.names)
            and self.preset in ("", match.played.preset)
            and self.game in ("", match.played.game)
            and self.is_then(match.wall)
        )

    def is_then(self, wall: int | None) -> bool:
        """Say whether a match that began then is asked for."""
        if self.since is None and self.until is None:
            return True
        day = days.evening(wall)
        if day is None:
            return False
        return (self.since or day) <= day <= (self.until or day)


def matches(rows: Iterable[Row]) -> Iterator[StoredMatch]:
    """Fold rows that are sorted by box and match into the matches."""
    for (box, number), of_match in groupby(rows, key=lambda row: (row.box, row.match)):
        if type(number) is int and number > 0:
            yield stored(box, number, of_match)


def stored(box: str, number: int, rows: Iterable[Row], *, is_whole: bool = False) -> StoredMatch:
    """Fold the rows of a match.

    Args:
        box: the name of the box.
        number: of the match.
        rows: all that are stored of it, or those that results follow from; in order.
        is_whole: they are all; then a number that is not among them is missing.
    """
    reading = _Reading(number, is_whole=is_whole)
    last = 0
    for row in rows:
        if row.match == number:
            reading.take(row)
            if is_whole and last and row.n != last + 1:
                reading.miss()
            last = row.n
    return reading.match(box)


class _Reading:
    """A match that is being read."""

    def __init__(self, number: int, *, is_whole: bool) -> None:
        self._number = number
        self._is_whole = is_whole
        self._recorder: GameTelling | None = None
        self._recorded: list[Told] = []
        self._log = MatchLog(warn=lambda _text: None)
        self._troubles: set[Trouble] = set()
        self._told: tuple[Stands, str, tuple[int, ...]] = _PLAYED
        self._wall: int | None = None
        self._places = Places()

    def take(self, row: Row) -> None:
        if row.e in TELLING:
            self._tell(row)
            return
        if self._recorder is not None and row.e in BY_NAME:
            self._record(row, decoded(row))
        if row.e in THROWN:
            self._places.tell(row.e, row.body)
        if row.e not in BY_NAME:
            self._troubles.add(Trouble.UNKNOWN)
        if type(row.t) is int:
            self._log.pass_time(row.t, is_new=row.e == Resumed.e)

    def miss(self) -> None:
        """Take in that events are missing."""
        self._troubles.add(Trouble.MISSING)

    def match(self, box: str) -> StoredMatch:
        played = self._log.match()
        if played is None:
            self._troubles.add(Trouble.MISSING)
            played = PlayedMatch(number=self._number, game="", preset="")
        elif self._log.makes_no_sense or (self._is_whole and not _is_shown(self._log.state)):
            self._troubles.add(Trouble.DAMAGED)
        state, record = self._log.state, self._read()
        if Trouble.DAMAGED in self._troubles:
            played, state = replace(played, rules=None, turns=(), result=None), None
            record = None
        result = played.result
        stands, why, winners = self._told
        if state is not None and result is None and stands in OVER:
            self._troubles.add(Trouble.MISSING)
        elif result is not None:
            stands, why, winners = _stands(result.why), result.why, result.winners
        return StoredMatch(
            box=box,
            played=played,
            state=state,
            record=record,
            stands=stands,
            why=why,
            winners=winners,
            ms=self._log.ms if result is None else result.ms,
            wall=self._wall,
            troubles=tuple(trouble for trouble in Trouble if trouble in self._troubles),
            places=self._places.found,
        )

    def _tell(self, row: Row) -> None:
        event = decoded(row)
        if event is None:
            self._troubles.add(Trouble.DAMAGED)
            return
        if self._wall is None:
            self._wall = row.wall
        self._log.take(
            Recorded(n=row.n, boot=row.boot, match=row.match, t=row.t, wall=row.wall, event=event)
        )
        self._places.take(row.n, event)
        self._note(event)
        if self._is_whole and isinstance(event, MatchStarted):
            self._recorder, self._recorded = telling(event.game), []
        if self._recorder is not None:
            self._record(row, event)

    def _record(self, row: Row, event: Event | None) -> None:
        """Keep an event for the game that tells of the match itself."""
        if event is None:
            self._troubles.add(Trouble.DAMAGED)
        else:
            self._recorded.append((row.wall, event))

    def _read(self) -> Record | None:
        """Return what the game tells itself of the match."""
        if self._recorder is None:
            return None
        try:
            return self._recorder.read(self._recorded)
        except Exception:  # what can't have been played was not written by this program
            self._troubles.add(Trouble.DAMAGED)
            return None

    def _note(self, event: Event) -> None:
        match event:
            case MatchEnded(winners=winners, why=why):
                self._told = (_stands(why), why, winners)
            case MatchSetAside() if self._told[0] not in OVER:
                self._told = (Stands.SET_ASIDE, "", ())
            case MatchContinued() | TurnStarted() | RulesChanged() | Undone():
                self._told = _PLAYED
            case _:
                pass


def _is_shown(state: State | None) -> bool:
    """Say whether a sheet can be made of a match, which wild numbers in its events prevent."""
    try:
        return state is None or bool(sheet.rows(state) and sheet.rules_in_words(state.rules))
    except Exception:  # it wasn't written by this program
        return False


_PLAYED = (Stands.OPEN, "", ())


def _stands(why: str) -> Stands:
    return Stands.STOPPED if why == MatchWhy.STOPPED else Stands.ENDED


def decoded(row: Row) -> Event | None:
    """Return the event of a row; `None` if the row makes no sense."""
    _box, n, boot, match, t, wall, name, body = row
    are_numbers = type(n) is type(boot) is type(match) is type(t) is int
    if not are_numbers or not (wall is None or type(wall) is int):
        return None
    return _event(name, body)


@lru_cache(1024)
def _event(name: str, body: str) -> Event | None:
    """Return an event; that somebody has sat down, or a turn begun, is often told alike."""
    try:
        return decode(name, json.loads(body))
    except (JournalError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def called_most_like(name: str, players: Sequence[str]) -> str:
    """Return the player who is called most like a name that nobody has; nothing if none is."""
    from difflib import get_close_matches

    folded = {player.casefold(): player for player in players}
    near = get_close_matches(name.casefold(), folded, n=1)
    return folded[near[0]] if near else ""


def in_order(keys: Iterable[Key]) -> list[Key]:
    """Sort matches by the time at which they began; one without a time follows the one before.

    Args:
        keys: box by box, in the order in which they were played.
    """
    placed: list[tuple[int, Key]] = []
    latest, box = 0, ""
    for key in keys:
        latest = max(latest if key.box == box else 0, key.wall or 0)
        box = key.box
        placed.append((latest, key))
    return [key for _latest, key in sorted(placed, key=lambda one: one[0])]
