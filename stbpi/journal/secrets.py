"""The bytes of dice and deals that are not revealed yet, in a table of their own.

They are written in the transaction of the event that commits to them, so that a match goes on
with the same dice and hands after a power cut, and go in that of the event that reveals them.

Never: read for anything that is shown, sent or exported: only the start of the program reads
them, to go on with the match, and the simulator, whose player looks back at his own cards.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from stbpi.games.events import (
    DealCommitted,
    DealRevealed,
    DiceCommitted,
    DiceRevealed,
    Event,
)

NO_SECRETS: Mapping[str, str] = {}


def make_secrets(connection: sqlite3.Connection) -> None:
    """Make the table, which older journals lack."""
    connection.execute("CREATE TABLE IF NOT EXISTS secrets (sha TEXT PRIMARY KEY, bytes TEXT)")


def keep(connection: sqlite3.Connection, event: Event, secrets: Mapping[str, str]) -> None:
    """Take in one event, in the transaction that writes it.

    Args:
        secrets: bytes by their commitments, both in hex digits.
    """
    match event:
        case DiceCommitted(sha=sha) | DealCommitted(sha=sha) if sha in secrets:
            connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (sha, secrets[sha]))
        case DiceRevealed(bytes=revealed) | DealRevealed(bytes=revealed):
            connection.execute("DELETE FROM secrets WHERE bytes = ?", (revealed,))
        case _:
            pass


def kept(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what is not revealed yet, by the commitments."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'secrets'").fetchone():
        return {}
    return dict(connection.execute("SELECT sha, bytes FROM secrets"))


def opened(digits: str) -> bytes:
    """Return bytes of their hex digits; none if a disk has kept them badly."""
    try:
        return bytes.fromhex(digits)
    except (TypeError, ValueError):
        return b""
