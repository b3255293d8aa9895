"""Files that tables are written to: CSV, JSON, lines of JSON, Parquet, SQLite.

    csv      RFC 4180 in UTF-8, with a line of names. Lists and objects are JSON. A text that
             begins with = + - @, a tab or a line end would be a formula for a spreadsheet: it
             gets a ' before it, and so does one that has such a ' already
    json     one list of objects
    ndjson   an object a line
    parquet  a table; objects and bodies are texts of JSON
    sqlite   a collection, as `stbpi collect` makes one; events alone

Never: reads what is stored. Keep: row after row, so that memory stays what it is.
"""

from __future__ import annotations

import csv
import json
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from stbpi.errors import StbError
from stbpi.games.record import Column, Kind
from stbpi.history.archive import About
from stbpi.language import _

BATCH = 20_000
"""Rows that are written at once where that is faster."""

_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")

Rows = Iterable[tuple[Any, ...]]


class Written(Protocol):
    """Where bytes go."""

    def write(self, data: bytes, /) -> object: ...


def write_csv(out: Written, columns: Sequence[Column], rows: Rows) -> None:
    """Write a table as CSV."""
    writer = csv.writer(_Text(out), lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    kinds = [column.kind for column in columns]
    writer.writerows(
        [_cell(value, kind) for value, kind in zip(row, kinds, strict=True)] for row in rows
    )


def write_json(out: Written, columns: Sequence[Column], rows: Rows) -> None:
    """Write a table as one list of objects."""
    before = b"[\n"
    for line in _objects(columns, rows):
        out.write(before + line)
        before = b",\n"
    out.write(b"[]\n" if before == b"[\n" else b"\n]\n")


def write_ndjson(out: Written, columns: Sequence[Column], rows: Rows) -> None:
    """Write a table as an object a line."""
    for line in _objects(columns, rows):
        out.write(line + b"\n")


def write_parquet(path: Path, columns: Sequence[Column], rows: Rows) -> None:
    """Write a table as Parquet.

    Raises:
        StbError: pyarrow is missing.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as exc:
        if exc.name != "pyarrow":
            raise
        what = _("Parquet needs pyarrow: {command}")
        raise StbError(what.format(command="pip install 'stbpi[parquet]'")) from exc
    integer, text = pyarrow.int64(), pyarrow.string()
    types = {
        Kind.INT: integer,
        Kind.FLOAT: pyarrow.float64(),
        Kind.BOOL: pyarrow.bool_(),
        Kind.INTS: pyarrow.list_(integer),
        Kind.TEXTS: pyarrow.list_(text),
    }
    schema = pyarrow.schema([(column.name, types.get(column.kind, text)) for column in columns])
    rows = iter(rows)
    with parquet.ParquetWriter(path, schema) as writer:
        while batch := [*islice(rows, BATCH)]:
            arrays = {
                column.name: [_of_parquet(value, column.kind) for value in values]
                for column, values in zip(columns, zip(*batch, strict=True), strict=True)
            }
            writer.write_table(pyarrow.Table.from_pydict(arrays, schema))


def write_sqlite(path: Path, rows: Rows, about: Iterable[About]) -> int:
    """Write events as a collection.

    Returns:
        How many are so damaged that they are kept in its table `damaged`.
    """
    from stbpi.collector.database import connect, translated

    with closing(connect(path)) as connection, translated(path):
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        damaged = 0
        rows = iter(rows)
        while batch := [*islice(rows, BATCH)]:
            damaged += _insert(connection, batch)
        connection.executemany("INSERT INTO boxes VALUES (?, ?, ?, ?, ?)", about)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = DELETE")
    return damaged


def _insert(connection: sqlite3.Connection, batch: list[tuple[Any, ...]]) -> int:
    """Insert rows; those that the tables can't take are kept apart, and counted."""
    connection.execute("SAVEPOINT batch")
    try:
        connection.executemany(_INSERT, batch)
    except sqlite3.Error:
        connection.execute("ROLLBACK TO batch")
        return sum(not _insert_one(connection, row) for row in batch)
    finally:
        connection.execute("RELEASE batch")
    return 0


_INSERT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def _insert_one(connection: sqlite3.Connection, row: tuple[Any, ...]) -> bool:
    """Insert a row, or keep it apart; say whether it could be inserted."""
    try:
        connection.execute(_INSERT, row)
    except sqlite3.Error:
        data = json.dumps(row).encode()
        connection.execute(
            "INSERT INTO damaged (at, port, box, why, length, data) VALUES (?, ?, ?, ?, ?, ?)",
            (int(time.time()), "", row[0], "damaged", len(data), data),
        )
        return False
    return True


def _objects(columns: Sequence[Column], rows: Rows) -> Iterator[bytes]:
    """Write rows as objects of JSON, in ASCII but for bodies, which are passed on as they are."""
    written = json.JSONEncoder(separators=(",", ":")).encode
    heads = [
        (f"{written(column.name)}:", _body if column.kind is Kind.BODY else written)
        for column in columns
    ]
    for row in rows:
        members = [head + how(value) for (head, how), value in zip(heads, row, strict=True)]
        yield ("{" + ",".join(members) + "}").encode("utf-8", "backslashreplace")


def _body(stored: str) -> str:
    """Return a body as JSON: itself if it is an object in one line, else a text."""
    try:
        is_object = isinstance(json.loads(stored), dict)
    except (ValueError, RecursionError):
        is_object = False
    return stored if is_object and stored.isprintable() else json.dumps(stored)


def _cell(value: object, kind: Kind) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if kind in (Kind.INTS, Kind.TEXTS, Kind.OBJECT):
        return json.dumps(value)
    if isinstance(value, str) and _FORMULA.match(value):
        return f"'{value}"
    return value


def _of_parquet(value: object, kind: Kind) -> object:
    if kind is Kind.INT:
        return value if type(value) is int else None
    if kind is Kind.OBJECT:
        return json.dumps(value)
    if isinstance(value, str):
        return _encoded(value)
    if kind is Kind.TEXTS and isinstance(value, list):
        return [*map(_encoded, value)]
    return value


def _encoded(text: str) -> str:
    """Return a text that can be written as UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


class _Text:
    """Takes texts and passes them on as UTF-8."""

    def __init__(self, out: Written) -> None:
        self._out = out

    def write(self, text: str) -> object:
        return self._out.write(text.encode("utf-8", "backslashreplace"))
