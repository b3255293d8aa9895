"""The read model `matches`: where each match begins, on which box, and what became of it.

Because of it an opening reads the last match only, however many there were.

Never: says anything that the events don't; `rebuild` makes it from them.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from stbpi.games.events import (
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    TileDown,
    TileUp,
)
from stbpi.games.game import NO_TILES, Tiles, tiles, without
from stbpi.journal.reader import COLUMNS, MatchState, from_row
from stbpi.journal.recorded import Recorded


def moved(down: Tiles, event: Event) -> Tiles:
    """Return the tiles that are down after an event.

    >>> moved(tiles(1, 3), TileUp(tile=3)) == tiles(1)
    True
    """
    match event:
        case TileDown(tile=tile):
            return Tiles(down | tiles(tile))
        case TileUp(tile=tile):
            return without(down, tiles(tile))
        case _:
            return down


def note(connection: sqlite3.Connection, recorded: Recorded, down: Tiles) -> None:
    """Take in one event, in the transaction that writes it.

    Args:
        down: the tiles that were down before it.
    """
    match recorded.event:
        case MatchStarted():
            connection.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?)",
                (recorded.match, recorded.n, down, MatchState.OPEN),
            )
        case MatchEnded():
            _become(connection, recorded.match, MatchState.ENDED)
        case MatchSetAside():
            _become(connection, recorded.match, MatchState.SET_ASIDE)
        case MatchContinued():
            _become(connection, recorded.match, MatchState.OPEN)
        case _:
            pass


def rebuild(connection: sqlite3.Connection, path: Path) -> None:
    """Fill an empty read model from all events.

    Raises:
        JournalError: an event can't be read.
    """
    down = NO_TILES
    kinds = (MatchStarted, MatchEnded, MatchSetAside, MatchContinued, TileDown, TileUp)
    telling = [kind.e for kind in kinds]
    marks = ", ".join("?" * len(telling))
    for row in connection.execute(
        f"SELECT {COLUMNS} FROM events WHERE e IN ({marks}) ORDER BY n", telling
    ):
        recorded = from_row(row, path)
        note(connection, recorded, down)
        down = moved(down, recorded.event)


def down_at_the_end(connection: sqlite3.Connection, path: Path) -> Tiles:
    """Return the tiles that are down after the last event; reads the last match only.

    Raises:
        JournalError: an event can't be read.
    """
    began = connection.execute(
        "SELECT first_n, down FROM matches ORDER BY match DESC LIMIT 1"
    ).fetchone()
    first_n, down = began or (1, NO_TILES)
    for row in connection.execute(
        f"SELECT {COLUMNS} FROM events WHERE n >= ? AND e IN (?, ?) ORDER BY n",
        (first_n, TileDown.e, TileUp.e),
    ):
        down = moved(down, from_row(row, path).event)
    return Tiles(down)


def _become(connection: sqlite3.Connection, match: int, state: MatchState) -> None:
    connection.execute("UPDATE matches SET state = ? WHERE match = ?", (state, match))
