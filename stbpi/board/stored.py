"""What the pages say of matches that are stored: one of them, and those of this evening.

Never: writes; reads more matches than it is asked for. Keep: each page opens the file anew, so
that it always is the one that lies there.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from stbpi.board import words
from stbpi.board.boxes import Box, tiles_down
from stbpi.collector.database import Row
from stbpi.history import days
from stbpi.history.archive import Archive, Key
from stbpi.history.export import TABLES
from stbpi.history.formats import write_csv
from stbpi.history.luck import Judges
from stbpi.history.matches import StoredMatch, stored
from stbpi.history.skill import Judged

MOST_STEPS = 3000
"""Events of a match that are shown one by one."""

MOST_EVENTS = 30_000
"""Events of a match that are read for its sheet; people play a match in hundreds of them."""

MOST_MATCHES = 300
"""Matches of a box that are looked at for an evening."""


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
            return None if key is None else _whole(archive, key)

    def steps(self, box: str, number: int) -> dict[str, Any]:
        """Return how a match stood behind each of its first events, and what each of them was."""
        steps: list[dict[str, Any]] = []
        with closing(self._open()) as archive:
            key = archive.match(box, number)
            if key is not None:
                followed = Box(box, tiles_down(archive.tiles_before(box, key.first_n)))
                for row in islice(archive.rows_of(key), MOST_STEPS):
                    followed.take([row])
                    steps.append({**words.told(followed.seen()), "said": followed.said(row)})
        return {"steps": steps}

    def tonight(self) -> list[StoredMatch]:
        """Return the matches that were begun this evening, the newest first."""
        with closing(self._open()) as archive:
            found = [_whole(archive, key) for key in self._keys(archive)]
        return sorted(found, key=lambda match: match.wall or 0, reverse=True)

    def csv(self) -> bytes:
        """Return the matches of this evening as a table, the oldest of each box first."""
        out = io.BytesIO()
        with closing(self._open()) as archive:
            keys = sorted(self._keys(archive))
            table = TABLES["matches"]
            rows = chain.from_iterable(_rows(archive, key) for key in keys)
            write_csv(out, table.columns, table.rows(rows))
        return out.getvalue()

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


def _whole(archive: Archive, key: Key) -> StoredMatch:
    return stored(key.box, key.match, _rows(archive, key), is_whole=True)


def _rows(archive: Archive, key: Key) -> Iterator[Row]:
    return islice(archive.rows_of(key), MOST_EVENTS)


def luck_of(match: StoredMatch) -> list[tuple[Judged, ...]]:
    """Judge the turns of a match by their score."""
    seats = {turn.seat for turn in match.played.turns}
    return [*Judges(in_match=False).judge(match, seats)]
