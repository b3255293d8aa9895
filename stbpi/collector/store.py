"""What has come from boxes, on its way into the collector's database.

Everything between two commits is one transaction. Its numbers are `(box, n)`: the first event that
has a number keeps it, another one is given back to whoever brings it.

Never: decides what is worth keeping.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from stbpi.collector.database import Row, connect, translated
from stbpi.collector.ranges import Run
from stbpi.forgotten.names import Names
from stbpi.serial_log.lines import Hello

LATEST = 2000
"""So many events are looked at for the match that is played."""


class Piece(NamedTuple):
    """Something that could not be stored as an event.

    Attributes:
        at: when it came, in epoch seconds.
        length: how many bytes came; `data` may be the first of them only.
    """

    at: int
    port: str
    box: str | None
    why: str
    length: int
    data: bytes


class Known(NamedTuple):
    """What is known of a box.

    Attributes:
        runs: the numbers that are stored.
        last: the newest that it has told of.
        seen: when it was heard last, in epoch seconds; 0 if that is not known.
    """

    box: str
    version: str
    tiles: int
    runs: tuple[Run, ...]
    last: int
    seen: int


class Store:
    """A collection that is open.

    Args:
        path: its file; made if there is none.

    Attributes:
        names: how players are called who are shown.

    Raises:
        CollectionError: from any method; what was committed stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.names = Names(path)
        self._db = connect(path)
        self._has_begun = False

    def boxes(self) -> list[Known]:
        """Return what is known of all boxes."""
        with translated(self.path):
            found = self._db.execute(
                "SELECT box, coalesce(version, ''), coalesce(tiles, 0), last, coalesce(seen, 0) "
                "FROM boxes ORDER BY box"
            ).fetchall()
        return [
            Known(box, version, tiles, self.runs(box), last, seen)
            for box, version, tiles, last, seen in found
        ]

    def runs(self, box: str) -> tuple[Run, ...]:
        """Return the numbers of a box that are stored."""
        with translated(self.path):
            count, first, end = self._db.execute(
                "SELECT count(*), min(n), max(n) FROM events WHERE box = ?", (box,)
            ).fetchone()
            if not count:
                return ()
            if count == end - first + 1:
                return ((first, end),)
            gaps = self._db.execute(
                "SELECT before, n FROM (SELECT n, lag(n) OVER (ORDER BY n) AS before "
                "FROM events WHERE box = ?) WHERE n > before + 1",
                (box,),
            ).fetchall()
        firsts = [first, *(n for _, n in gaps)]
        lasts = [*(before for before, _ in gaps), end]
        return tuple(zip(firsts, lasts, strict=True))

    def stored(self, box: str, n: int) -> Row | None:
        """Return the event that has a number."""
        with translated(self.path):
            found = self._db.execute("SELECT * FROM events WHERE box = ? AND n = ?", (box, n))
            row = found.fetchone()
        return None if row is None else Row(*row)

    def latest_match(self, box: str) -> list[Row]:
        """Return the newest events of the newest match of a box as they are shown, in order."""
        with translated(self.path):
            found = self._db.execute(
                f"SELECT * FROM events WHERE box = ? ORDER BY n DESC LIMIT {LATEST}", (box,)
            ).fetchall()
        rows = [Row(*row) for row in reversed(found)]
        names = self.names.safely()
        return [row.shown(names) for row in rows if row.match == rows[-1].match]

    def add(self, rows: Sequence[Row]) -> list[Row]:
        """Add events; return those whose number another one has, which are not added."""
        with translated(self.path):
            self._begin()
            added = self._db.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", rows
            ).rowcount
        return [] if added == len(rows) else [r for r in rows if self.stored(r.box, r.n) != r]

    def keep(self, pieces: Sequence[Piece]) -> None:
        """Keep what is no event; the same conflict is kept once."""
        with translated(self.path):
            self._begin()
            self._db.executemany(
                "INSERT INTO damaged (at, port, box, why, length, data) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                pieces,
            )

    def keep_sum(self, at: int, port: str, length: int, row: int | None) -> int:
        """Add to the number of bytes of which only that is kept; return its row's number.

        Args:
            row: what was returned the last time; `None` begins a new sum.
        """
        with translated(self.path):
            self._begin()
            if row is not None:
                self._db.execute(
                    "UPDATE damaged SET length = length + ? WHERE id = ?", (length, row)
                )
                return row
            added = self._db.execute(
                "INSERT INTO damaged (at, port, why, length, data) VALUES (?, ?, 'more', ?, x'')",
                (at, port, length),
            )
            assert added.lastrowid is not None
            return added.lastrowid

    def told(self, box: str, last: int, seen: int, hello: Hello | None) -> None:
        """Keep what a box says of itself."""
        version = hello.version if hello else None
        tiles = hello.tiles if hello else None
        with translated(self.path):
            self._begin()
            self._db.execute(
                "INSERT INTO boxes VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET "
                "version = coalesce(?2, version), tiles = coalesce(?3, tiles), "
                "last = ?4, seen = ?5",
                (box, version, tiles, last, seen),
            )

    def commit(self) -> None:
        """Bring everything since the last commit to the disk."""
        if self._has_begun:
            with translated(self.path):  # an error if the database has taken it back meanwhile
                self._db.execute("COMMIT")
            self._has_begun = False

    def close(self) -> None:
        """Close it; what is not committed is forgotten."""
        with suppress(sqlite3.Error):
            self._db.close()

    def _begin(self) -> None:
        if not self._has_begun:
            self._db.execute("BEGIN IMMEDIATE")
            self._has_begun = True
