"""What pages send to the score book, and a book to send it to.

Never: asserts anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from stbpi.clock import SystemClock
from stbpi.scorebook.book import Book, Seen
from stbpi.scorebook.entries import read_entry, read_new
from tests.books.journals import MONDAY

EVENING = MONDAY + 20 * 3600

_ids = count(1)


def fresh() -> str:
    """Return the name of something that is sent; never the same twice."""
    return f"entry-{next(_ids):020d}"


def new(*players: object, preset: object = "luk_kassen", **rules: object) -> dict[str, Any]:
    """Return what a page sends for a new sheet."""
    return {"id": fresh(), "players": [*players], "preset": preset, "rules": rules}


def turn(round_: object, seat: object, *standing: object, match: object = 1) -> dict[str, Any]:
    """Return what a page sends for a turn."""
    sent = {"do": "turn", "standing": [*standing], "round": round_, "seat": seat}
    return {"id": fresh(), "match": match, **sent}


def undo(round_: int, seat: int, *standing: int) -> dict[str, Any]:
    """Return what a page sends to take back a turn."""
    return {**turn(round_, seat, *standing), "do": "undo"}


def rule(field: object, value: object, was: object) -> dict[str, Any]:
    """Return what a page sends to change a house rule."""
    return {"id": fresh(), "match": 1, "do": "set", "field": field, "value": value, "was": was}


def plain(do: str, match: int = 1) -> dict[str, Any]:
    """Return what a page sends to end a match, or to begin another."""
    return {"id": fresh(), "match": match, "do": do}


@contextmanager
def book_in(path: Path, wall: int = EVENING) -> Iterator[Book]:
    with closing(Book(path, SystemClock(), lambda: wall)) as book:
        yield book


def begin(book: Book, *players: str, **rules: object) -> str:
    """Begin a sheet, and return its secret."""
    return book.make(read_new(json.dumps(new(*players, **rules)).encode()))


def send(book: Book, token: str, *entries: dict[str, Any]) -> Seen:
    """Send entries in order; return how the sheet stands then."""
    for entry in entries:
        seen = book.enter(token, read_entry(json.dumps(entry).encode()))
    return seen
