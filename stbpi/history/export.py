"""What is stored, as tables for other programs: events, turns, matches.

    events    as they are stored: box, n, boot, match, t, wall, e, body
    turns     a row a turn, as it stands in the end; `measure`, `luck`, `errors` and `adjusted` as
              in `history.skill`, by the score; nothing where a turn can't be judged
    matches   a row a match, of all games

The turns of each other game that tells of them itself are a table of their own (`TURNS` in
`games/*/record.py`), with the match before them: a throw of Glückshaus, a choice of Luk Fu.

Events are told in their public form: the landlord's key never leaves the box. Everything else of
them is passed on letter by letter, known or not, damaged or not.

Never: writes a file (`formats` does); holds more than one match. Keep: names of columns are
stable: there may come more, but none goes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from stbpi.collector.database import Row
from stbpi.errors import JournalError
from stbpi.games import events
from stbpi.games.events import HIDDEN, SECRET, SettingChanged
from stbpi.games.record import Column, Kind, columns, telling
from stbpi.history import days, report
from stbpi.history.archive import Archive
from stbpi.history.matches import StoredMatch, Wanted, stored


@dataclass(frozen=True, slots=True)
class Table:
    """A table, row by row.

    Attributes:
        columns: of each row.
        rows: yields the rows, given all events of some boxes in order.
    """

    columns: tuple[Column, ...]
    rows: Callable[[Iterable[Row]], Iterator[tuple[Any, ...]]]


def all_rows(archive: Archive, box: str = "", *, done: Callable[[int], None]) -> Iterator[Row]:
    """Iterate over all events that are stored now.

    Args:
        archive: where.
        box: only this one's.
        done: called with how many have passed, now and then.
    """
    for name in [box] if box else archive.boxes():
        passed = 0
        for row in archive.rows(name, before=archive.last_n(name) + 1):
            yield row
            passed += 1
            if passed == _OFTEN:
                done(passed)
                passed = 0
        done(passed)


_OFTEN = 1000


def public(row: Row) -> Row:
    """Return an event as it may leave the box; what is damaged becomes a text."""
    if type(row.e) is type(row.body) is str and row.e != SettingChanged.e:
        return row
    e, body = _text(row.e), _text(row.body)
    if e == SettingChanged.e and not _is_open(body):
        body = json.dumps({"key": SECRET, "value": HIDDEN}, separators=(",", ":"))
    return row._replace(e=e, body=body)


def _is_open(body: str) -> bool:
    """Say whether it is certain that a setting is not the secret one."""
    try:
        event = events.decode(SettingChanged.e, json.loads(body))
    except (JournalError, ValueError, TypeError, AttributeError, RecursionError):
        return False
    return isinstance(event, SettingChanged) and event.key != SECRET


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _events(rows: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
    return map(public, rows)


def _matches(rows: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
    for match in _stored(rows):
        told = report.match_row(match)
        players = told.pop("players")
        told["time"] = days.local(match.wall)
        told["players"] = [player["player"] for player in players]
        told["totals"] = [player["total"] for player in players if player["total"] is not None]
        told["winners"] = list(match.winners)
        yield tuple(told[column.name] for column in _MATCHES)


def _turns(rows: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
    from stbpi.history.luck import Judges

    judge = Judges(in_match=False).judge
    for match in _stored(rows):
        about = report.match_row(match)
        turns = match.played.turns
        luck = judge(match, {turn.seat for turn in turns})
        for turn, judged in zip(turns, luck, strict=True):
            told = {**about, **report.turn(match, turn), "time": days.local(turn.wall)}
            told |= report.luck(judged[0]) if judged else {}
            yield tuple(told.get(column.name) for column in _TURNS)


def turns_of(game: str) -> Table:
    """Return the table of the turns of a game."""
    theirs = telling(game)
    if theirs is None:
        return TABLES["turns"]
    head, asked = (*_ABOUT, *theirs.TURNS), Wanted(game=game)

    def told(rows: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
        for match in _stored(rows):
            if match.record is not None and asked.has(match):
                about = report.match_row(match)
                for turn in match.record.turns():
                    row = {**about, **turn, "time": days.local(turn["wall"])}
                    yield tuple(row[column.name] for column in head)

    return Table(head, told)


def _stored(rows: Iterable[Row]) -> Iterator[StoredMatch]:
    for (box, number), of_match in groupby(rows, key=lambda row: (row.box, row.match)):
        if type(number) is int and number > 0:
            yield stored(box, number, of_match, is_whole=True)


_EVENTS = columns(
    box=Kind.TEXT,
    n=Kind.INT,
    boot=Kind.INT,
    match=Kind.INT,
    t=Kind.INT,
    wall=Kind.INT,
    e=Kind.TEXT,
    body=Kind.BODY,
)
_ABOUT = columns(
    box=Kind.TEXT,
    match=Kind.INT,
    preset=Kind.TEXT,
    rules=Kind.OBJECT,
    evening=Kind.TEXT,
    time=Kind.TEXT,
)
_TURNS = _ABOUT + columns(
    wall=Kind.INT,
    round=Kind.INT,
    seat=Kind.INT,
    player=Kind.TEXT,
    standing=Kind.INTS,
    left=Kind.INT,
    score=Kind.INT,
    why=Kind.TEXT,
    shut=Kind.BOOL,
    counts=Kind.BOOL,
    seconds=Kind.INT,
    measure=Kind.TEXT,
    luck=Kind.FLOAT,
    errors=Kind.FLOAT,
    adjusted=Kind.FLOAT,
)
_MATCHES = columns(
    box=Kind.TEXT,
    match=Kind.INT,
    game=Kind.TEXT,
    preset=Kind.TEXT,
    rules=Kind.OBJECT,
    evening=Kind.TEXT,
    time=Kind.TEXT,
    wall=Kind.INT,
    seconds=Kind.INT,
    stands=Kind.TEXT,
    why=Kind.TEXT,
    players=Kind.TEXTS,
    totals=Kind.INTS,
    winners=Kind.INTS,
    troubles=Kind.TEXTS,
)

TABLES = {
    "events": Table(_EVENTS, _events),
    "turns": Table(_TURNS, _turns),
    "matches": Table(_MATCHES, _matches),
}
