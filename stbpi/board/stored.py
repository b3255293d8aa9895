"""What the pages say of matches that are stored: one of them, and those of this evening.

Never: writes; reads more matches than it is asked for. Keep: each page opens the file anew, so
that it always is the one that lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from itertools import chain, islice
from pathlib import Path
from typing import Any

from stbpi.board import audit, words
from stbpi.board.boxes import Box, tiles_down
from stbpi.board.chance import chance_to_shut
from stbpi.collector.database import Row
from stbpi.games.record import Column
from stbpi.history import days
from stbpi.history.archive import Archive, Key
from stbpi.history.export import TABLES, turns_of
from stbpi.history.luck import Judges
from stbpi.history.matches import StoredMatch, stored
from stbpi.history.skill import Judged

MOST_STEPS = 3000
"""Events of a match that are shown one by one."""

MOST_EVENTS = 30_000
"""Events of a match that are read for its sheet; people play a match in hundreds of them."""

MOST_MATCHES = 300
"""Matches of a box that are looked at for an evening."""

Written = tuple[Sequence[Column], Sequence[tuple[Any, ...]]]
"""A table for other programs: its columns and rows."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where matches are stored.

    Attributes:
        path: a journal or a collection.
        box: the name of the box whose journal it is.
        now: returns the time in epoch seconds.
    """

    path: Path
    box: str
    now: Callable[[], float]

    def match(self, box: str, number: int) -> StoredMatch | None:
        """Return a match with all of its events; `None` if there is none."""
        with closing(self._open()) as archive:
            key = archive.match(box, number)
            return None if key is None else whole(archive, key)

    def steps(self, box: str, number: int) -> dict[str, Any]:
        """Return how a match stood behind each of its first events, and what each of them was."""
        steps: list[dict[str, Any]] = []
        with closing(self._open()) as archive:
            key = archive.match(box, number)
            if key is not None:
                followed = Box(box, tiles_down(archive.tiles_before(box, key.first_n)))
                for row in islice(archive.rows_of(key), MOST_STEPS):
                    followed.take([row])
                    seen = followed.seen()
                    chance = chance_to_shut(seen.position) if seen.position is not None else None
                    told = words.told(seen, chance=chance)
                    steps.append({**told, "said": followed.said(row)})
        return {"steps": steps}

    def tonight(self) -> list[StoredMatch]:
        """Return the matches that were begun this evening, the newest first."""
        with closing(self._open()) as archive:
            found = [whole(archive, key) for key in self._keys(archive)]
        return sorted(found, key=lambda match: match.wall or 0, reverse=True)

    def matches_of_tonight(self) -> Written:
        """Return the matches of this evening as a table, the oldest of each box first."""
        with closing(self._open()) as archive:
            keys = sorted(self._keys(archive))
            table = TABLES["matches"]
            rows = chain.from_iterable(_rows(archive, key) for key in keys)
            return table.columns, [*table.rows(rows)]

    def turns(self, match: StoredMatch) -> Written:
        """Return the turns of a match as a table."""
        table = turns_of(match.played.game)
        with closing(self._open()) as archive:
            key = archive.match(match.box, match.number)
            return table.columns, [*table.rows(_rows(archive, key))] if key is not None else []

    def evenings(self) -> list[date]:
        """Return the evenings on which matches have begun, in order."""
        with closing(self._open()) as archive:
            found = {days.evening(key.wall) for key in archive.matches()}
        return sorted(day for day in found if day is not None)

    def audits(self, day: date) -> list[audit.Audit]:
        """Return what has happened on an evening, box by box."""
        with closing(self._open()) as archive:
            return audit.evening(archive, day)

    def _open(self) -> Archive:
        return Archive(self.path, box=self.box)

    def _keys(self, archive: Archive) -> Iterator[Key]:
        """Find the matches of this evening; those without a time are not known to be of it."""
        today = days.evening(int(self.now()))
        for box in archive.boxes():
            for key in islice(archive.latest(box), MOST_MATCHES):
                evening = days.evening(key.wall)
                if evening == today:
                    yield key
                elif evening is not None:
                    break


def whole(archive: Archive, key: Key) -> StoredMatch:
    """Read a match with all of its events, as far as people play."""
    return stored(key.box, key.match, _rows(archive, key), is_whole=True)


def _rows(archive: Archive, key: Key) -> Iterator[Row]:
    return islice(archive.rows_of(key), MOST_EVENTS)


def luck_of(match: StoredMatch) -> list[tuple[Judged, ...]]:
    """Judge the turns of a match by their score."""
    seats = {turn.seat for turn in match.played.turns}
    return [*Judges(in_match=False).judge(match, seats)]
