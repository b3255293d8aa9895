"""The file of the score book: a collection (`collector.database`) whose boxes are sheets.

Events stand there as those of boxes do, so that whatever reads a collection reads the sheets.
Two tables are ours: `sheets` says which secret opens which of them, `entries` which entries have
been taken, so that one that is sent twice counts once.

The file is made when it is first asked for, and opened anew if another one lies in its place.

`sqlite3.Error` is turned into `CollectionError` here and nowhere else in this room.

Never: deletes or overwrites anything; touches a file of another kind. Keep: what is done in one
`writing` is on the disk together when it ends, or not at all.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from stbpi.collector.database import connect
from stbpi.errors import CollectionError
from stbpi.foreign import reason
from stbpi.journal.reader import COLUMNS, from_row, to_row
from stbpi.journal.recorded import Recorded
from stbpi.language import _

MOST_PAGES = 1 << 18
"""Of 4 KB: a gigabyte, some years of a bar. The disk may be that of a box's journal."""

_TABLES = (
    """
    CREATE TABLE sheets (
        token TEXT PRIMARY KEY,
        box   TEXT NOT NULL UNIQUE,
        id    TEXT NOT NULL UNIQUE,
        made  INTEGER NOT NULL
    )
    """,
    "CREATE INDEX made ON sheets (made)",
    """
    CREATE TABLE entries (
        box TEXT NOT NULL,
        id  TEXT NOT NULL,
        PRIMARY KEY (box, id)
    ) WITHOUT ROWID
    """,
)


class Numbers(NamedTuple):
    """The numbers of an event; all are 0 before the first."""

    n: int
    boot: int
    match: int


class Store:
    """The file.

    Args:
        path: where it lies; it need not be there yet.

    Raises:
        CollectionError: from any method; what was done before stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
        self._db = None

    def is_still_there(self) -> bool:
        """Say whether the file that is open is the one that lies there."""
        return self._db is not None and _identity(self.path) == self._opened

    def is_there(self) -> bool:
        """Say whether the file has been made."""
        return _identity(self.path) is not None

    def check(self) -> None:
        """Find out whether it could be written, without making it."""
        if self.is_there():
            with self.writing():
                return
        with self._translated():
            folder = next(place for place in self.path.absolute().parents if place.exists())
            if not folder.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Do all of it or nothing; nobody else writes meanwhile."""
        with self._translated():
            database = self._open()
            database.execute("BEGIN IMMEDIATE")
            try:
                yield
                database.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk may have ended it already
                    database.execute("ROLLBACK")
                raise

    def box_of(self, token: str) -> str:
        """Return the name of the sheet that a secret opens; nothing if there is none."""
        rows = self._rows("SELECT box FROM sheets WHERE token = ?", token)
        return str(rows[0][0]) if rows else ""

    def made_by(self, request: str) -> str:
        """Return the secret of the sheet that a request has made; nothing if it made none."""
        rows = self._rows("SELECT token FROM sheets WHERE id = ?", request)
        return str(rows[0][0]) if rows else ""

    def count(self, since: int = 0) -> int:
        """Return how many sheets were made since then, in epoch seconds."""
        return int(self._rows("SELECT count(*) FROM sheets WHERE made >= ?", since)[0][0])

    def make(self, token: str, request: str, at: int) -> str:
        """Make a sheet, and return its name as that of a box."""
        box = f"sheet {self.count() + 1}"
        self._rows("INSERT INTO sheets VALUES (?, ?, ?, ?)", token, box, request, at)
        return box

    def has_taken(self, box: str, entry: str) -> bool:
        """Say whether an entry has been taken."""
        return bool(self._rows("SELECT 1 FROM entries WHERE box = ? AND id = ?", box, entry))

    def take(self, box: str, entry: str) -> None:
        """Note that an entry has been taken."""
        self._rows("INSERT INTO entries VALUES (?, ?)", box, entry)

    def last(self, box: str) -> Numbers:
        """Return the numbers of the newest event of a sheet."""
        rows = self._rows(
            "SELECT n, boot, match FROM events WHERE box = ? ORDER BY n DESC LIMIT 1", box
        )
        return Numbers(*rows[0]) if rows else Numbers(0, 0, 0)

    def match(self, box: str, number: int) -> list[Recorded]:
        """Return the events of a match of a sheet, in order."""
        rows = self._rows(
            f"SELECT {COLUMNS} FROM events WHERE box = ? AND match = ? ORDER BY n", box, number
        )
        return [from_row(row, self.path) for row in rows]

    def add(self, box: str, events: Iterable[Recorded]) -> None:
        """Add events to a sheet."""
        for event in events:
            row = (box, *to_row(event))
            self._rows("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)

    def _rows(self, query: str, *values: int | str | None) -> list[tuple[Any, ...]]:
        with self._translated():
            return self._open().execute(query, values).fetchall()

    def _open(self) -> sqlite3.Connection:
        if self._db is not None:
            return self._db
        try:
            database = connect(self.path)
        except CollectionError as exc:
            raise CollectionError(exc.what, _another(), path=self.path) from exc
        try:
            _make_tables(database, self.path)
        except BaseException:
            database.close()
            raise
        self._db, self._opened = database, _identity(self.path)
        return database

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as exc:
            what = _("the score sheets in {path} can't be used: {cause}").format(
                path=self.path, cause=reason(exc)
            )
            raise CollectionError(what, _another(), path=self.path) from exc


def _make_tables(database: sqlite3.Connection, path: Path) -> None:
    """Make the tables that are ours.

    Raises:
        CollectionError: there are events already: it is the collection of other boxes.
    """
    database.execute(f"PRAGMA max_page_count = {MOST_PAGES}")
    if _has(database, "sqlite_master WHERE name = 'entries'"):
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        if not _has(database, "sqlite_master WHERE name = 'entries'"):
            if _has(database, "events") or _has(database, "boxes"):
                what = _("{path} is the database of {command}")
                what = what.format(path=path, command="stbpi collect")
                raise CollectionError(what, _another(), path=path)
            for statement in _TABLES:
                database.execute(statement)
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


def _has(database: sqlite3.Connection, what: str) -> bool:
    return bool(database.execute(f"SELECT 1 FROM {what} LIMIT 1").fetchall())


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _another() -> str:
    text = _("Check the folder and who may write there, or name another file with {option}.")
    return text.format(option="--sheets")
