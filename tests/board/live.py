"""A box that plays into a real journal while the board reads it, and ways to ask the board.

Never: asserts anything.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from stbpi.board.aftermath import last_turn
from stbpi.board.app import Board
from stbpi.board.hub import Hub
from stbpi.board.scores import Scores
from stbpi.board.source import Source
from stbpi.board.stored import Shelf
from stbpi.clock import SystemClock
from stbpi.games.events import Event
from stbpi.journal.store import Journal
from stbpi.scorebook.book import Book
from tests.books.journals import MONDAY, Box

EVENING = MONDAY + 20 * 3600

Told = tuple[str, str, Any]
"""A message: its kind, its id, its data."""


class WrittenBox(Box):
    """A box whose events are in a journal as soon as they have happened."""

    def __init__(self, path: Path, wall: int = EVENING) -> None:
        super().__init__(wall)
        self.path = path
        self._journal = Journal(path, synced=False)

    def tell(self, *events: Event) -> None:
        super().tell(*events)
        self._journal.record(events, t=self.recorded[-1].t, wall=self.wall)
        self._journal.sync()

    def close(self) -> None:
        self._journal.close()


def messages(chunk: bytes) -> list[Told]:
    """Read what a watcher was told; comments are left out."""
    found: list[Told] = []
    for text in chunk.decode("ascii").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in text.split("\n") if line)
        if "event" in fields:
            found.append((fields["event"], fields.get("id", ""), json.loads(fields["data"])))
    return found


def of_kind(kind: str, told: Sequence[Told]) -> list[Any]:
    """Return the data of the messages of a kind."""
    return [data for its, _id, data in told if its == kind]


@asynccontextmanager
async def asking(
    path: Path, *, wall: int = EVENING, leagues: Sequence[Path] = ()
) -> AsyncIterator[httpx.AsyncClient]:
    """Ask a board for pages, without a network."""
    shelf = Shelf(path, "", lambda: wall)
    hub = Hub(Source(path), last_turn(shelf))
    book = Book(path.with_name("sheets.db"), SystemClock(), lambda: wall)
    board = Board(hub, shelf, Scores(book), leagues)
    await hub.look()
    transport = httpx.ASGITransport(board.app(), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://board") as client:
        yield client
    await hub.close()
    book.close()
