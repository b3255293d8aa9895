"""The collector's database: what tables it has, whose it is, and what its errors mean.

`events` has the columns of a box's journal and the box's name; it is only ever appended to.
`boxes` is what each has said of itself last. `damaged` keeps what could not be stored as an event,
whatever the reason (`why`).

Every commit is on the disk when it returns (WAL, `synchronous=FULL`): on a line with one
direction nothing comes again that a power cut has taken. There are a few commits a second.

`sqlite3.Error` is turned into `CollectionError` here and nowhere else.

Never: deletes or overwrites anything; upgrades a newer one. Keep: a file that is something else
is looked at without write access first, and left as it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from stbpi.errors import CollectionError, CollectionStopped
from stbpi.foreign import reason
from stbpi.forgotten.names import NAMELESS, Forgotten
from stbpi.language import _

VERSION = 1
APPLICATION = 0x73746263  # "stbc": tells a collection from another program's database
JOURNAL = 0x73746270  # "stbp", of a box's journal

BUSY_S = 10.0
"""So long another program may write before we give up; the boxes keep what they have to tell."""

RESULTS = (
    *("match_started", "player_seated", "rule", "turn_started", "turn_ended", "rules_changed"),
    *("undone", "match_ended", "match_set_aside", "match_continued", "record_named"),
)
"""The events that results follow from."""

TOLD = "({})".format(" OR ".join(f"e = '{name}'" for name in RESULTS))
"""Finds them, by an index that has all of them: one in twelve events of a box that is played.

With `IN`, SQLite would make a list of the names anew for every event that is stored, which takes
as long as everything else.
"""

SEATED = "e IN ('player_seated', 'record_named')"
"""Finds the events that say what a player is called, by an index of what they say (`CALLED`)."""

CALLED = "coalesce(json_extract(body, '$.name'), json_extract(body, '$.player'))"
"""What a player is called, in an event of `SEATED`."""

_TABLES = (
    """
    CREATE TABLE events (
        box   TEXT NOT NULL,
        n     INTEGER NOT NULL,
        boot  INTEGER NOT NULL,
        match INTEGER NOT NULL,
        t     INTEGER NOT NULL,
        wall  INTEGER,
        e     TEXT NOT NULL,
        body  TEXT NOT NULL,
        PRIMARY KEY (box, n)
    ) WITHOUT ROWID
    """,
    f"CREATE INDEX seated ON events ({CALLED}, box, match) WHERE {SEATED}",
    f"CREATE INDEX told ON events (box, match, n, boot, t, wall, e, body) WHERE {TOLD}",
    """
    CREATE TABLE boxes (
        box     TEXT PRIMARY KEY,
        version TEXT,
        tiles   INTEGER,
        last    INTEGER NOT NULL,
        seen    INTEGER
    )
    """,
    """
    CREATE TABLE damaged (
        id     INTEGER PRIMARY KEY,
        at     INTEGER NOT NULL,
        port   TEXT NOT NULL,
        box    TEXT,
        why    TEXT NOT NULL,
        length INTEGER NOT NULL,
        data   BLOB NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX conflicts ON damaged (box, data) WHERE why = 'conflict'",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_STOPPED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY)


class Row(NamedTuple):
    """An event as it is stored, with the name of its box; see `serial_log.lines.EventLine`."""

    box: str
    n: int
    boot: int
    match: int
    t: int
    wall: int | None
    e: str
    body: str

    @property
    def is_plain(self) -> bool:
        """Its texts are certain to have no characters that work a terminal."""
        return "\\" not in self.body and self.body.isprintable()

    def line(self) -> str:
        """Return the event as one line of JSON, as `Recorded.line` does.

        >>> Row("bar", 7, 1, 3, 900, None, "tile_down", '{"tile":4}').line()
        '{"n":7,"boot":1,"match":3,"t":900,"e":"tile_down","tile":4}'
        """
        wall = "" if self.wall is None else f'"wall":{self.wall},'
        own = "" if self.body == "{}" else f",{self.body[1:-1]}"
        head = f'"n":{self.n},"boot":{self.boot},"match":{self.match},"t":{self.t}'
        return f'{{{head},{wall}"e":"{self.e}"{own}}}'

    def shown(self, names: Forgotten) -> Row:
        """Return the event as it may be shown, where these names are forgotten."""
        if self.e in NAMELESS:
            return self
        return self._replace(body=names.body(self.e, self.body))


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn an error of the database or of the file system into a `CollectionError`."""
    try:
        yield
    except (sqlite3.Error, OSError) as exc:
        code: int | None = getattr(exc, "sqlite_errorcode", None)
        primary = 0 if code is None else code & 0xFF
        what = _("the collection {path} can't be used: {cause}").format(
            path=path, cause=reason(exc)
        )
        if primary in _DAMAGED:
            raise CollectionError(what, _move_it(), path=path) from exc
        if primary in _STOPPED:
            do = _("What is stored stays. Make room or stop the other program, and start again.")
            raise CollectionStopped(what, do, path=path) from exc
        do = _("Check the folder, and who may read and write there.")
        raise CollectionError(what, do, path=path) from exc


def connect(path: Path) -> sqlite3.Connection:
    """Open a collection to write; it is made if there is none, and its folder.

    Raises:
        CollectionError: it can't be opened, or it is something else than a collection.
    """
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file() and path.stat().st_size:
            with closing(_look(path)) as seen:
                _refuse_foreign(seen, path)
        connection = sqlite3.connect(
            path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            if not _has_tables(connection):
                _make_tables(connection)
        except BaseException:
            connection.close()
            raise
        return connection


def _make_tables(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if not _has_tables(connection):  # another program may have been faster
        for statement in _TABLES:
            connection.execute(statement)
    connection.execute("COMMIT")


def _look(path: Path) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    application = _number(connection, "PRAGMA application_id")
    if application == JOURNAL:
        what = _("{path} is the journal of a box").format(path=path)
        raise CollectionError(what, _another(), path=path)
    if application != APPLICATION and _has_tables(connection):
        what = _("{path} is the database of another program").format(path=path)
        raise CollectionError(what, _another(), path=path)
    version = _number(connection, "PRAGMA user_version")
    if application == APPLICATION and version > VERSION:
        what = _("the collection {path} has version {version}, this stbpi knows {known}").format(
            path=path, version=version, known=VERSION
        )
        do = _("Update stbpi, or name another file with {key}.").format(key="--db")
        raise CollectionError(what, do, path=path)


def _another() -> str:
    return _("Name another file with {option}.").format(option="--db")


def _move_it() -> str:
    text = _("Move the file away (keep it), or name another one with {option}.")
    return text.format(option="--db")


def _has_tables(connection: sqlite3.Connection) -> bool:
    return bool(_number(connection, "SELECT count(*) FROM sqlite_master"))


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])
