"""The journal's database: how it is opened, what tables it has, and whose it is.

`events` holds the facts and is only ever appended to. `boots` has a row for each start of the
program that wrote anything. `matches` is a read model: it can be dropped at any time and is made
again from `events` at the next opening.

Every commit is on the disk when it returns (WAL, `synchronous=FULL`). `sqlite3.Error` is turned
into `JournalError` here and nowhere else.

Never: knows a rule of a game; deletes or overwrites a file; upgrades a newer one. Keep: a table
that can be rebuilt is never asked for what `events` does not say.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from stbpi.errors import JournalError
from stbpi.foreign import reason
from stbpi.language import Message, _, message

VERSION = 1
APPLICATION = 0x73746270  # "stbp": tells a journal from another program's database
_NO_VERSION = 1000  # there will never be so many; a bit of the number has tipped over

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
CREATE {kind} matches (
    match   INTEGER PRIMARY KEY,
    first_n INTEGER NOT NULL,
    down    INTEGER NOT NULL,
    state   TEXT NOT NULL
)
"""

SETTING = "e IN ('setting_changed', 'cleared')"
"""Finds the events that settings follow from, by an index of their own."""

_SETTINGS = f"CREATE INDEX IF NOT EXISTS settings ON events (n) WHERE {SETTING}"

_CANT: Mapping[str, Message] = {
    "be opened": message("the journal {path} can't be opened: {cause}"),
    "be read": message("the journal {path} can't be read: {cause}"),
    "be written": message("the journal {path} can't be written: {cause}"),
    "be closed": message("the journal {path} can't be closed: {cause}"),
    "be checked": message("the journal {path} can't be checked: {cause}"),
    "be set aside": message("the journal {path} can't be set aside: {cause}"),
}
_CHECK_DISK = message("Check the disk, and who may read and write there.")

# What stands in the journal and in the log of a journal that fails.
FULL = "the journal's disk is full"
READ_ONLY = "the journal's disk is read-only"
NOT_ALLOWED = "the journal may not be written"
MISSING = "the journal's folder is missing"
FAILS = "the journal's disk fails"

_BY_ERRNO = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: NOT_ALLOWED,
    errno.EPERM: NOT_ALLOWED,
    errno.ENOENT: MISSING,
    errno.EIO: FAILS,
}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Damaged(JournalError):
    """What lies in the file makes no sense; it stays so, however often it is tried."""


class NotOurs(JournalError):
    """The file is something else than a journal that this stbpi knows; it is left as it is."""


@contextmanager
def translated(path: Path, doing: str) -> Iterator[None]:
    """Turn an error of the database or of the file system into a `JournalError`.

    Args:
        doing: what was being done, a key of `_CANT`.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as exc:
        what = str(_CANT[doing]).format(path=path, cause=reason(exc))
        if isinstance(exc, NotADirectoryError | FileExistsError | IsADirectoryError):
            raise NotOurs(what, move_it(), path=path) from exc
        if _is_damage(exc):
            raise Damaged(what, move_it(), path=path) from exc
        raise JournalError(what, str(_CHECK_DISK), path=path, mark=_mark(exc, path)) from exc


def move_it() -> str:
    """Say what to do about a file that can't be used as it is."""
    text = _("Move the file away (keep it), or name another one ({option}, or {key}).")
    return text.format(option="--journal", key="[journal] path")


def _is_damage(exc: sqlite3.Error | OSError) -> bool:
    if isinstance(exc, OSError):
        return False
    code = _code(exc)
    if code is None:  # the binding's own: a text that is no UTF-8, as opposed to a closed file
        return isinstance(exc, sqlite3.OperationalError)
    return code in _DAMAGED


def _code(exc: sqlite3.Error) -> int | None:
    """Return SQLite's own primary code of an error."""
    extended: int | None = getattr(exc, "sqlite_errorcode", None)
    return None if extended is None else extended & 0xFF


def _mark(exc: sqlite3.Error | OSError, path: Path) -> str:
    """Say in a few words why it failed; nothing if that can't be told."""
    if isinstance(exc, OSError):
        return _BY_ERRNO.get(exc.errno or 0, FAILS)
    match _code(exc):
        case sqlite3.SQLITE_FULL:
            return FULL
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return _hindrance(path)
        case sqlite3.SQLITE_IOERR:
            return _hindrance(path) or FAILS
        case _:
            return ""


def _hindrance(path: Path) -> str:
    """Look at the folder for what hinders a write there."""
    try:
        disk = os.statvfs(path.parent)
    except OSError as exc:
        return _BY_ERRNO.get(exc.errno or 0, FAILS)
    if disk.f_flag & os.ST_RDONLY:
        return READ_ONLY
    if not all(_may(place, os.W_OK) for place in (path.parent, path) if _may(place, os.F_OK)):
        return NOT_ALLOWED
    return "" if disk.f_bavail else FULL


def _may(place: Path, how: int) -> bool:
    return os.access(place, how, effective_ids=os.access in os.supports_effective_ids)


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


def connect_to_write(path: Path) -> sqlite3.Connection:
    """Connect to a journal; a file is made if there is none, and not looked into yet.

    Raises:
        JournalError: it can't be opened.
    """
    with translated(path, "be opened"):
        return sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)


def prepare_to_write(connection: sqlite3.Connection, path: Path, *, synced: bool = True) -> None:
    """Make sure that a journal can be written, and how; its tables may not be there yet.

    Args:
        synced: every commit waits for the disk; without it a cut of the machine's power (not of
            the program) may lose or damage everything.

    Raises:
        NotOurs: it is another program's database, or of a newer version.
        Damaged: it makes no sense.
        JournalError: it can't be opened.
    """
    with translated(path, "be opened"):
        _refuse_foreign(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if synced else 'OFF'}")


Check = Callable[[sqlite3.Connection, Path], None]
"""Raises `NotOurs` or `Damaged` if a database is not what it should be."""


def open_to_read(
    path: Path, *, alone: bool = False, check: Check | None = None
) -> sqlite3.Connection:
    """Open a journal without writing to it; its writer may be at work.

    A reader who may not write in the folder can't take part in WAL; while no -wal file exists,
    nobody is writing and the file can be read as it lies (`immutable=1`).

    Args:
        alone: it is certain that nobody writes; then the -wal can be read in any case.
        check: what is to be opened if it is no journal.

    Raises:
        JournalError: there is none, it can't be read, or it is no journal.
    """
    with translated(path, "be read"):
        is_there = path.is_file()
    if not is_there:
        what = _("there is no journal at {path}").format(path=path)
        raise JournalError(what, path=path, mark=MISSING)
    with translated(path, "be read"):
        try:
            return _connect_read_only(path, "", check)
        except sqlite3.OperationalError as exc:
            if _is_damage(exc) or (_has_log(path) and not alone):
                raise
            return open_at_rest(path, check=check)


def open_at_rest(path: Path, *, check: Check | None = None) -> sqlite3.Connection:
    """Open a journal that nobody writes, without making or changing any file beside it.

    With a -wal file, what SQLite keeps beside it in a -shm file stands in memory: that is so in
    exclusive mode, which needs no right to write while locks are left out (`unix-none`).

    Raises:
        JournalError: it can't be read, or it is no journal.
    """
    with translated(path, "be read"):
        how = "&vfs=unix-none" if _has_log(path) else "&immutable=1"
        return _connect_read_only(path, how, check)


def _connect_read_only(path: Path, how: str, check: Check | None) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro{how}",
        uri=True,
        timeout=BUSY_S,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        if "unix-none" in how:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA temp_store = MEMORY")
        if not has_tables(connection):
            raise JournalError(_("the journal {path} is empty").format(path=path), path=path)
        (check or _refuse_foreign)(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _has_log(path: Path) -> bool:
    return path.with_name(path.name + "-wal").exists()


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    if has_tables(connection) and number(connection, "PRAGMA application_id") != APPLICATION:
        what = _("{path} is the database of another program").format(path=path)
        raise NotOurs(what, move_it(), path=path)
    version = number(connection, "PRAGMA user_version")
    if version > _NO_VERSION:
        what = _("the journal {path} can't be opened: it is damaged").format(path=path)
        raise Damaged(what, move_it(), path=path)
    if version > VERSION:
        what = _("the journal {path} has version {version}, this stbpi knows {known}")
        raise NotOurs(
            what.format(path=path, version=version, known=VERSION),
            _("Update stbpi, or name another file with {key}.").format(key="[journal] path"),
            path=path,
        )


def has_tables(connection: sqlite3.Connection) -> bool:
    """Say whether anything was ever made in this database."""
    return bool(number(connection, "SELECT count(*) FROM sqlite_master"))


def make_tables(connection: sqlite3.Connection) -> None:
    """Make a journal of an empty database, in the transaction of its first events."""
    connection.execute(_EVENTS)
    make_index(connection)
    connection.execute(_BOOTS)
    make_matches(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def make_index(connection: sqlite3.Connection) -> None:
    """Make the index of settings, which older journals lack."""
    connection.execute(_SETTINGS)


def has_matches(connection: sqlite3.Connection) -> bool:
    """Say whether the read model `matches` exists."""
    return bool(number(connection, "SELECT count(*) FROM sqlite_master WHERE name = 'matches'"))


def make_matches(connection: sqlite3.Connection, *, for_now: bool = False) -> None:
    """Make the read model `matches`, empty.

    Args:
        for_now: in the memory of this connection; nothing is written.
    """
    connection.execute(_MATCHES.format(kind="TEMP TABLE" if for_now else "TABLE"))


def number(connection: sqlite3.Connection, query: str) -> int:
    """Return the one number that a query asks for."""
    return int(connection.execute(query).fetchone()[0])
