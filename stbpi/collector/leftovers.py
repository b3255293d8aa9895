"""What came and is no event of a box: kept, but not without bounds.

Of each port the first `MOST` pieces of a day are kept, each with its first bytes. Of what comes
beyond, the number of bytes is kept, in one row a day (`why` is `more`). A conflict, which is an
event of some box, is always kept, once.
"""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.collector.store import Piece, Store

MOST = 1000
DAY_S = 86_400

NO_LINE = "no line"
NO_HELLO = "no hello yet"
NOT_FOR_US = "not for us"
CONFLICT = "conflict"


@dataclass(slots=True)
class _Day:
    """What was kept of a port on one day."""

    number: int
    pieces: int = 0
    more: int = 0
    row: int | None = None


class Leftovers:
    """Brings pieces to the database.

    Args:
        store: the database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._days: dict[str, _Day] = {}
        self._pieces: list[Piece] = []

    def take(self, piece: Piece) -> None:
        """Keep a piece, or its length."""
        day = self._days.get(piece.port)
        if day is None or day.number != piece.at // DAY_S:
            self._write_sum(piece.port, piece.at)
            day = self._days[piece.port] = _Day(piece.at // DAY_S)
        if piece.why != CONFLICT and day.pieces >= MOST:
            day.more += piece.length
            return
        day.pieces += 1
        self._pieces.append(piece)

    def write(self, now: int) -> None:
        """Hand over to the database what was taken since the last time.

        Args:
            now: in epoch seconds.
        """
        if self._pieces:
            self._store.keep(self._pieces)
            self._pieces = []
        for port in self._days:
            self._write_sum(port, now)

    def _write_sum(self, port: str, now: int) -> None:
        day = self._days.get(port)
        if day is not None and day.more:
            day.row = self._store.keep_sum(now, port, day.more, day.row)
            day.more = 0
