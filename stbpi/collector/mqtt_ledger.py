"""What has been published, kept in the collection: nothing is lost if this program is killed.

The numbers of the events that a broker has confirmed are kept as runs, for each broker and box;
so an event that comes late, into a gap, is published late. There is a table besides with the name
by which brokers know this collection.

The ledger has a connection of its own to the database, and a thread of its own: whoever stores
events is not held up.

Never: changes an event.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from stbpi.collector.database import BUSY_S, Row, translated
from stbpi.collector.ranges import Ranges
from stbpi.forgotten.names import Names
from stbpi.worker import Worker

LOOK_BACK = 2000
"""So many events are looked at, at least, to find how a box stands."""

_TABLES = (
    "CREATE TABLE IF NOT EXISTS mqtt_client (id TEXT NOT NULL)",
    """
    CREATE TABLE IF NOT EXISTS mqtt_published (
        broker TEXT NOT NULL,
        box    TEXT NOT NULL,
        first  INTEGER NOT NULL,
        last   INTEGER NOT NULL,
        PRIMARY KEY (broker, box, first)
    ) WITHOUT ROWID
    """,
)

T = TypeVar("T")


class Page(NamedTuple):
    """Some events of a box, in order.

    Attributes:
        last: the number of its newest event.
    """

    rows: list[Row]
    last: int


class Ledger:
    """Reads what is to be published, and keeps what has been.

    Args:
        path: the collection, which is there already.

    Attributes:
        client: a name that no other collection has.
        names: how players are called who are shown.

    Raises:
        CollectionError: from any method; the database can't be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.names = Names(path)
        self._worker = Worker("mqtt")
        self._published: dict[tuple[str, str], Ranges] = {}
        with translated(path):
            self._db = sqlite3.connect(
                path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )
            self._db.execute("PRAGMA synchronous = NORMAL")  # what is lost is published again
            self._db.execute("BEGIN IMMEDIATE")
            for table in _TABLES:
                self._db.execute(table)
            found = self._db.execute("SELECT id FROM mqtt_client").fetchone()
            self.client = found[0] if found else secrets.token_hex(6)
            if not found:
                self._db.execute("INSERT INTO mqtt_client VALUES (?)", (self.client,))
            self._db.execute("COMMIT")

    def close(self) -> None:
        """Close it when everything is done that it was asked for."""
        self._worker.submit(self._close).result()
        self._worker.shutdown()

    async def boxes(self) -> list[str]:
        """Return all boxes that have events."""
        return await self._do(self._boxes)

    async def to_publish(self, broker: str, box: str, most: int) -> list[Row]:
        """Return the first events that this broker has not confirmed."""
        return await self._do(partial(self._to_publish, broker, box, most))

    async def confirm(self, broker: str, box: str, ns: Iterable[int]) -> None:
        """Keep that a broker has confirmed these events."""
        await self._do(partial(self._confirm, broker, box, tuple(ns)))

    async def behind(self, box: str, after: int, most: int) -> Page:
        """Return the events behind a number."""
        return await self._do(partial(self._behind, box, after, most))

    async def newest(self, box: str) -> list[Row]:
        """Return the events that it follows from how a box stands, as they are shown."""
        return await self._do(partial(self._newest, box))

    async def _do(self, job: Callable[[], T]) -> T:
        def translated_job() -> T:
            with translated(self._path):
                return job()

        return await asyncio.get_running_loop().run_in_executor(self._worker, translated_job)

    def _close(self) -> None:
        with suppress(sqlite3.Error):
            self._db.close()

    def _boxes(self) -> list[str]:
        boxes: list[str] = []
        while found := self._db.execute(
            "SELECT min(box) FROM events WHERE box > ?", (boxes[-1] if boxes else "",)
        ).fetchone()[0]:
            boxes.append(found)
        return boxes

    def _to_publish(self, broker: str, box: str, most: int) -> list[Row]:
        for first, last in self._of(broker, box).gaps(self._last(box)):
            rows = self._db.execute(
                "SELECT * FROM events WHERE box = ? AND n BETWEEN ? AND ? ORDER BY n LIMIT ?",
                (box, first, last, most),
            ).fetchall()
            if rows:
                return [Row(*row) for row in rows]
        return []

    def _confirm(self, broker: str, box: str, ns: Iterable[int]) -> None:
        published = self._of(broker, box)
        for n in ns:
            published.add(n)
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("DELETE FROM mqtt_published WHERE broker = ? AND box = ?", (broker, box))
        self._db.executemany(
            "INSERT INTO mqtt_published VALUES (?, ?, ?, ?)",
            [(broker, box, *run) for run in published.runs],
        )
        self._db.execute("COMMIT")

    def _of(self, broker: str, box: str) -> Ranges:
        if (broker, box) not in self._published:
            runs = self._db.execute(
                "SELECT first, last FROM mqtt_published WHERE broker = ? AND box = ? "
                "ORDER BY first",
                (broker, box),
            )
            self._published[broker, box] = Ranges(runs.fetchall())
        return self._published[broker, box]

    def _behind(self, box: str, after: int, most: int) -> Page:
        rows = self._db.execute(
            "SELECT * FROM events WHERE box = ? AND n > ? ORDER BY n LIMIT ?", (box, after, most)
        ).fetchall()
        return Page([Row(*row) for row in rows], self._last(box))

    def _last(self, box: str) -> int:
        found = self._db.execute("SELECT max(n) FROM events WHERE box = ?", (box,)).fetchone()
        return found[0] or 0

    def _newest(self, box: str) -> list[Row]:
        """Read backwards until both the match and the start are older, and some way on.

        Of what is older than the match only faults and tiles are kept.
        """
        kept: list[Row] = []
        for count, found in enumerate(
            self._db.execute("SELECT * FROM events WHERE box = ? ORDER BY n DESC", (box,))
        ):
            row = Row(*found)
            newest = kept[0] if kept else row
            is_older = row.match < newest.match and row.boot < newest.boot
            if is_older and count >= LOOK_BACK:
                break
            if row.match == newest.match or row.e in _OLD:
                kept.append(row)
        names = self.names.safely()
        return [row.shown(names) for row in reversed(kept)]


_OLD = ("fault", "fault_cleared", "tile_down", "tile_up")
