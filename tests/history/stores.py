"""Journals and collections that hold what happened on some boxes.

Never: asserts anything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from stbpi.collector import database as collection
from stbpi.games.game import Undo
from stbpi.journal.database import connect_to_write, make_tables, prepare_to_write
from stbpi.journal.reader import to_row
from stbpi.journal.recorded import Recorded
from tests.books.journals import STOPPED, Box, left

BAR = "anchor"

Stored = tuple[object, ...]
"""The values of a row of `events` in a journal."""


def journal(path: Path, recorded: Iterable[Recorded]) -> Path:
    """Make a journal."""
    return journal_of_rows(path, map(to_row, recorded))


def journal_of_rows(path: Path, rows: Iterable[Stored]) -> Path:
    """Make a journal of rows that may be damaged."""
    with closing(connect_to_write(path)) as connection:
        prepare_to_write(connection, path, synced=False)
        connection.execute("BEGIN")
        make_tables(connection)
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
    return path


def collected(path: Path, boxes: Mapping[str, Iterable[Recorded]]) -> Path:
    """Make a collection."""
    return collection_of_rows(path, {box: map(to_row, recorded) for box, recorded in boxes.items()})


def collection_of_rows(path: Path, boxes: Mapping[str, Iterable[Stored]]) -> Path:
    with closing(collection.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for box, rows in boxes.items():
            connection.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ((box, *row) for row in rows)
            )
        connection.execute("COMMIT")
    return path


def rows_in(path: Path) -> list[Stored]:
    """Return all events of a collection as they are stored."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM events ORDER BY box, n").fetchall()


def evening() -> Box:
    """An evening with matches of all kinds: won, undone, stopped, shut, of another game."""
    box = Box()
    box.plays(
        left(3, 9),
        left(2, 8),
        left(1),
        Undo(),
        left(4),
        left(),
        names=("Ann", "Bo"),
        preset="luk_kassen",
        rules=[("rounds", 2)],
    )
    box.after(600)
    box.plays(left(9), left(8), STOPPED, names=("Bo", "Cid"), preset="luk_kassen", seconds=30)
    box.after(24 * 3600)
    box.plays(left(), names=("Ann",), preset="solo")
    box.plays(left(7), left(1, 2), names=("=1+1", "Ann"), preset="digits", rules=[("rounds", 1)])
    return box
