"""The journal's file: how it is opened, what tables it has, and whose it is.

`events` holds the facts and is only ever appended to. `boots` has a row for each start of the
program, also for one that told nothing. `matches` is a read model: it can be dropped at any
time and is made again from `events` at the next opening.

Every commit is on the disk when it returns (WAL, `synchronous=FULL`). `sqlite3.Error` is turned
into `JournalError` here and nowhere else.

Never: knows a rule of a game; deletes or overwrites a file; upgrades a newer one. Keep: a table
that can be rebuilt is never asked for what `events` does not say.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from stbpi.errors import JournalError

VERSION = 1
APPLICATION = 0x73746270  # "stbp": tells a journal from another program's database

# Nobody else writes, so a lock can only be a person with a tool; a game must not wait for that.
BUSY_S = 0.25

_EVENTS = """
CREATE TABLE events (
    n     INTEGER PRIMARY KEY,
    boot  INTEGER NOT NULL,
    match INTEGER NOT NULL,
    t     INTEGER NOT NULL,
    wall  INTEGER,
    e     TEXT NOT NULL,
    body  TEXT NOT NULL
)
"""
_BOOTS = "CREATE TABLE boots (boot INTEGER PRIMARY KEY)"
_MATCHES = """
CREATE TABLE matches (
    match   INTEGER PRIMARY KEY,
    first_n INTEGER NOT NULL,
    down    INTEGER NOT NULL,
    state   TEXT NOT NULL
)
"""

_MOVE_IT = "Move the file away (keep it), or name another one (--journal, or [journal] path)."
_CHECK_DISK = "Check the disk, and who may read and write there."


@contextmanager
def translated(path: Path, doing: str) -> Iterator[None]:
    """Turn an error of the database or of the file system into a `JournalError`.

    Args:
        doing: what was being done, to follow "can't": "be opened".
    """
    try:
        yield
    except (sqlite3.Error, OSError) as exc:
        damaged = type(exc) is sqlite3.DatabaseError
        cause = exc.strerror if isinstance(exc, OSError) else exc
        raise JournalError(
            f"the journal {path} can't {doing}: {cause}",
            _MOVE_IT if damaged else _CHECK_DISK,
            path=path,
        ) from exc


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of it or nothing; when this ends without an error, it is on the disk."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have ended the transaction already; the first error is the one to tell.
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def lock(path: Path) -> int:
    """Make sure that only one program writes this journal; the lock ends with the process.

    A lock file of its own is used: opening and closing the database a second time in one
    process would drop the locks of SQLite itself.

    Returns:
        The file descriptor that holds the lock.

    Raises:
        JournalError: another program has the journal open, or nothing can be written there.
    """
    with translated(path, "be opened"):
        path.parent.mkdir(parents=True, exist_ok=True)
        held = os.open(path.with_name(path.name + "-lock"), os.O_RDONLY | os.O_CREAT, 0o666)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as exc:
            os.close(held)
            raise JournalError(
                f"the journal {path} is in use by another stbpi",
                "Stop that one, or name another file (--journal, or [journal] path).",
                path=path,
            ) from exc
    return held


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open a journal, and make it if there is none.

    Raises:
        JournalError: it can't be opened, is no journal, or is of a newer version.
    """
    with translated(path, "be opened"):
        connection = sqlite3.connect(
            path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
        )
        try:
            _refuse_foreign(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            with transaction(connection):
                _make_tables(connection)
        except BaseException:
            connection.close()
            raise
        return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal without writing to it; its writer may be at work.

    A reader who may not write in the folder can't take part in WAL; while no -wal file exists,
    nobody is writing and the file can be read as it lies (`immutable=1`).

    Raises:
        JournalError: there is none, it can't be read, or it is no journal.
    """
    if not path.is_file():
        raise JournalError(f"there is no journal at {path}", path=path)
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with translated(path, "be read"):
        try:
            return _connect_read_only(uri, path)
        except sqlite3.OperationalError:
            if path.with_name(path.name + "-wal").exists():
                raise
            return _connect_read_only(f"{uri}&immutable=1", path)


def _connect_read_only(uri: str, path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False
    )
    try:
        if not _number(connection, "SELECT count(*) FROM sqlite_master"):
            raise JournalError(f"the journal {path} is empty", path=path)
        _refuse_foreign(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    tables = _number(connection, "SELECT count(*) FROM sqlite_master")
    if tables and _number(connection, "PRAGMA application_id") != APPLICATION:
        raise JournalError(f"{path} is the database of another program", _MOVE_IT, path=path)
    version = _number(connection, "PRAGMA user_version")
    if version > VERSION:
        raise JournalError(
            f"the journal {path} has version {version}, this stbpi knows {VERSION}",
            "Update stbpi, or name another file with [journal] path.",
            path=path,
        )


def _make_tables(connection: sqlite3.Connection) -> None:
    if not _number(connection, "PRAGMA user_version"):
        connection.execute(_EVENTS)
        connection.execute(_BOOTS)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def has_matches(connection: sqlite3.Connection) -> bool:
    """Say whether the read model `matches` exists."""
    return bool(_number(connection, "SELECT count(*) FROM sqlite_master WHERE name = 'matches'"))


def make_matches(connection: sqlite3.Connection) -> None:
    """Make the read model `matches`, empty."""
    connection.execute(_MATCHES)


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])
