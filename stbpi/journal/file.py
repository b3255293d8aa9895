"""The file that a journal is written to, for as long as it lies where it was opened.

A file can vanish under a program: SQLite would go on writing into what nobody finds any more.
So before each write its name is looked up again.

Never: gives numbers. Keep: what was written is carried into the database when the file is left,
wherever it lies by then.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from stbpi.errors import JournalError
from stbpi.games.game import Tiles
from stbpi.journal.database import make_index, make_tables, transaction, translated
from stbpi.journal.matches import moved, note
from stbpi.journal.opening import End, open_journal
from stbpi.journal.reader import to_row
from stbpi.journal.recorded import Recorded
from stbpi.journal.secrets import keep, make_secrets

Identity = tuple[int, int] | None


class File:
    """An open journal.

    Args:
        path: the database.
        was_ours: its lock file lay there before this start.
        synced: every commit waits for the disk.

    Attributes:
        end: what it ended with when it was opened.
        identity: which file it is, whatever its name.

    Raises:
        JournalError: it can't be opened (see `open_journal`).
    """

    def __init__(self, path: Path, *, was_ours: bool, synced: bool) -> None:
        self._path = path
        opened = open_journal(path, was_ours=was_ours, synced=synced)
        self._connection = opened.connection
        self.end: End = opened.end
        self.identity = identity(path)
        self._has_tables = self.end.has_tables
        self._boots: set[int] = set()
        self._log: Identity = None

    @property
    def has_tables(self) -> bool:
        """Whether events can be read from it."""
        return self._has_tables

    @property
    def connection(self) -> sqlite3.Connection:
        """Reads what this file holds; only the thread that writes may use it."""
        return self._connection

    def write(
        self,
        recorded: Iterable[Recorded],
        *,
        boot: int,
        down: Tiles,
        secrets: Mapping[str, str],
    ) -> None:
        """Write events, all or none; when this ends they are on the disk.

        Args:
            boot: number of this start of the program.
            down: the tiles that were down before the first event.
            secrets: the bytes that the events may commit to (`journal.secrets`).

        Raises:
            Damaged: the file makes no sense.
            JournalError: they can't be written now.
        """
        events = tuple(recorded)
        with translated(self._path, "be written"), transaction(self._connection):
            if not self._has_tables:
                make_tables(self._connection)
            elif not self._boots:
                make_index(self._connection)
            if not self._boots:
                make_secrets(self._connection)
            if events and boot not in self._boots:
                self._connection.execute("INSERT OR IGNORE INTO boots VALUES (?)", (boot,))
            for one in events:
                self._connection.execute(
                    "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", to_row(one)
                )
                note(self._connection, one, down)
                keep(self._connection, one.event, secrets)
                down = moved(down, one.event)
        self._has_tables = True
        if events:
            self._boots.add(boot)
        if self._log is None:
            self._log = identity(self._log_path)

    def settle(self) -> None:
        """Carry everything from the -wal file into the database, as far as that is possible."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def is_gone(self) -> bool:
        """Say whether the file, or what SQLite writes beside it, lies there no more."""
        is_same = identity(self._path) == self.identity
        return not is_same or (self._log is not None and identity(self._log_path) != self._log)

    def close(self) -> None:
        """Close it; may be called twice."""
        with suppress(JournalError), translated(self._path, "be closed"):
            self._connection.close()

    @property
    def _log_path(self) -> Path:
        return self._path.with_name(self._path.name + "-wal")


def identity(path: Path) -> Identity:
    """Return what tells a file from every other; `None` if there is none, or it can't be seen."""
    with suppress(OSError):
        about = path.stat()
        return about.st_dev, about.st_ino
    return None
