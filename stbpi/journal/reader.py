"""Reading the journal: what is on the disk, and nothing that still waits to be written.

A reader has a connection of its own and may be used from any thread, while the box plays and
from another program. It reads page by page, so that a slow reader never keeps the writer from
tidying up.

Never: writes. Keep: nothing here reads more than the last match unless it is asked to.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from stbpi.errors import JournalError
from stbpi.games import events
from stbpi.games.events import Event
from stbpi.games.game import Tiles
from stbpi.journal.database import SETTING, Damaged, NotOurs, move_it, open_to_read, translated
from stbpi.journal.recorded import Recorded
from stbpi.language import _

COLUMNS = "n, boot, match, t, wall, e, body"

_PAGE = 500  # events; well under a tenth of a second on the smallest Pi


class MatchState(StrEnum):
    """What has become of a match, as the read model `matches` keeps it."""

    OPEN = "open"
    ENDED = "ended"
    SET_ASIDE = "set_aside"


@dataclass(frozen=True, slots=True, kw_only=True)
class LastMatch:
    """The match that the box is in: under way, deserted, or over and not followed by another.

    Attributes:
        number: of the match, from 1.
        down: the tiles that were down when it began.
        ended: it is over; the same players may go on.
        is_set_aside: it is neither over nor under way; its players may go on with it.
        events: everything since its `MatchStarted`, that one included.
    """

    number: int
    down: Tiles
    ended: bool
    is_set_aside: bool
    events: tuple[Recorded, ...]


class Reader:
    """A journal that is only read.

    Args:
        path: the journal.
        connection: reads through this one, instead of opening the file.

    Raises:
        JournalError: there is none, it can't be read, or it is no journal; also each method,
            where the disk or an event can't be read.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection | None = None) -> None:
        self._path = path
        self._connection = connection if connection is not None else open_to_read(path)
        self._lock = threading.Lock()

    def events(self, after: int = 0) -> Iterator[Recorded]:
        """Iterate over the events behind number `after`, in order; new ones may join the end."""
        while page := self._rows(
            f"SELECT {COLUMNS} FROM events WHERE n > ? ORDER BY n LIMIT ?", after, _PAGE
        ):
            for row in page:
                yield from_row(row, self._path)
            after = page[-1][0]

    def last_n(self) -> int:
        """Return the number of the newest event; 0 if there is none."""
        return int(self._rows("SELECT coalesce(max(n), 0) FROM events")[0][0])

    def newest(self) -> Recorded | None:
        """Return the newest event; `None` if there is none."""
        rows = self._rows(f"SELECT {COLUMNS} FROM events ORDER BY n DESC LIMIT 1")
        return from_row(rows[0], self._path) if rows else None

    def settings(self) -> tuple[Event, ...]:
        """Return the events that settings follow from, in order; there are few."""
        rows = self._rows(f"SELECT {COLUMNS} FROM events WHERE {SETTING} ORDER BY n")
        return tuple(from_row(row, self._path).event for row in rows)

    def snapshot(self, fold: str, version: int) -> tuple[int, str] | None:
        """Return the last snapshot of a fold, as (number of its last event, state).

        `None` if there is none of this version, or if it was made at another event than the one
        that has this number.
        """
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'snapshots'"):
            return None
        rows = self._rows(
            "SELECT n, state FROM snapshots JOIN events USING (n, boot, t) "
            "WHERE fold = ? AND version = ?",
            fold,
            version,
        )
        return (int(rows[0][0]), str(rows[0][1])) if rows else None

    def last_match(self) -> LastMatch | None:
        """Return the match that was started last; `None` if there is none."""
        rows = self._rows(
            "SELECT match, first_n, down, state FROM matches ORDER BY match DESC LIMIT 1"
        )
        if not rows:
            return None
        number, first_n, down, state = rows[0]
        return LastMatch(
            number=number,
            down=Tiles(down),
            ended=state == MatchState.ENDED,
            is_set_aside=state == MatchState.SET_ASIDE,
            events=tuple(self.events(after=first_n - 1)),
        )

    def matches(self, *, seats: int) -> Iterator[tuple[Recorded, ...]]:
        """Iterate over the matches of so many players, the oldest first, each with its events."""
        rows = self._rows("SELECT first_n FROM matches ORDER BY match")
        starts = [*(first_n for (first_n,) in rows), self.last_n() + 1]
        for first_n, next_n in pairwise(starts):
            following = self.events(after=first_n - 1)
            first = next(following, None)
            started = first.event if first is not None else None
            if first and isinstance(started, events.MatchStarted) and started.seats == seats:
                yield (first, *islice(following, next_n - first_n - 1))

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._lock:
            self._connection.close()

    def _rows(self, query: str, *values: int | str) -> list[tuple[Any, ...]]:
        with self._lock, translated(self._path, "be read"):
            return self._connection.execute(query, values).fetchall()


def open_read_only(path: Path) -> Reader:
    """Open a journal without writing to it, also while the box plays or under another user.

    Raises:
        JournalError: there is none, it can't be read, or it is no journal.
    """
    return Reader(path)


def to_row(recorded: Recorded) -> tuple[int | str | None, ...]:
    """Turn a recorded event into the values of `COLUMNS`."""
    body = json.dumps(events.encode(recorded.event), separators=(",", ":"))
    return (
        recorded.n,
        recorded.boot,
        recorded.match,
        recorded.t,
        recorded.wall,
        recorded.event.e,
        body,
    )


def from_row(row: tuple[Any, ...], path: Path) -> Recorded:
    """Turn the values of `COLUMNS` back into a recorded event.

    Raises:
        NotOurs: the event is unknown: a newer program knows it.
        Damaged: what stands there makes no sense; says its number.
    """
    n, boot, match, t, wall, e, body = row
    numbers = (n, boot, match, t) if wall is None else (n, boot, match, t, wall)
    if any(type(value) is not int for value in numbers):
        what = _("{path}, event {n}: {numbers} are no numbers")
        raise Damaged(what.format(path=path, n=n, numbers=numbers), move_it(), path=path)
    if e not in events.BY_NAME and not _is_misprint(e):
        raise NotOurs(
            _("{path}, event {n}: unknown event {name}").format(path=path, n=n, name=repr(e)),
            _("A newer stbpi wrote it: update this one."),
            path=path,
        )
    try:
        event = events.decode(e, json.loads(body))
    except JournalError as exc:
        what = _("{path}, event {n}: {what}").format(path=path, n=n, what=exc.what)
        raise Damaged(what, move_it(), path=path) from exc
    except (ValueError, TypeError, AttributeError) as exc:
        what = _("{path}, event {n}: {text} is no JSON object")
        raise Damaged(what.format(path=path, n=n, text=repr(body)), move_it(), path=path) from exc
    return Recorded(n=n, boot=boot, match=match, t=t, wall=wall, event=event)


def _is_misprint(name: object) -> bool:
    """Say whether a name is one letter off a known one: damage, as no name is ever that near."""
    return not isinstance(name, str) or any(
        len(name) == len(known) and sum(map(str.__ne__, name, known)) == 1
        for known in events.BY_NAME
    )
