"""What the live view shows: boxes, how their matches stand, and what happened last.

Never: draws. Keep: a box whose events have come in another order than they happened is read anew
from the database, so that what is shown is what is stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from stbpi.collector.collecting import Listener
from stbpi.collector.database import Row
from stbpi.collector.followed import Followed
from stbpi.collector.notices import Notice
from stbpi.collector.played import Played, event_of, played
from stbpi.collector.store import Store
from stbpi.collector.words import sentence

KEPT = 100
"""So many of the last events and notices can be shown."""

RATE_S = 5.0
"""The rate is that of so many last seconds."""


class Picture:
    """Listens to the collector.

    Args:
        store: the database, for what happened before.
        now: returns the time in seconds.

    Attributes:
        matches: how the newest match of each box stands.
        followed: the same, as its game sees it.
        last: what happened last, the newest at the end: the box, the number, in words.
        notices: what there was to say.
    """

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._counts: deque[tuple[float, int]] = deque()
        self._newest: dict[str, int] = {}
        self.matches: dict[str, Played] = {}
        self.followed: dict[str, Followed] = {}
        self.last: deque[tuple[str, int, str]] = deque(maxlen=KEPT)
        self.notices: deque[Notice] = deque(maxlen=KEPT)
        self._named = store.names.stamp
        for known in store.boxes():
            self._read(known.box)

    @property
    def rate(self) -> float:
        """Events that are stored a second."""
        while self._counts and self._counts[0][0] < self._now() - RATE_S:
            self._counts.popleft()
        return sum(count for _, count in self._counts) / RATE_S

    def stored(self, rows: Sequence[Row]) -> None:
        self._counts.append((self._now(), len(rows)))
        for box, group in groupby(rows, attrgetter("box")):
            self._of_one(box, list(group))

    def said(self, notice: Notice) -> None:
        self.notices.append(notice)

    def look(self) -> None:
        """Say everything anew if other names are to be shown."""
        named = self._store.names.stamp
        if named != self._named:
            self._named = named
            self.last.clear()
            for box in self.matches:
                self._read(box)

    def _of_one(self, box: str, rows: list[Row]) -> None:
        before = [self._newest.get(box, 0), *(row.n for row in rows[:-1])]
        if any(row.n != n + 1 for row, n in zip(rows, before, strict=True)):
            self._read(box)
            rows = [row for row in rows if row.match == self.matches[box].number]
            for row in rows[-KEPT:]:
                self.last.append((box, row.n, sentence(row, self.matches[box])))
            return
        for row in rows:
            self._take(box, row)
        self._newest[box] = rows[-1].n

    def _take(self, box: str, row: Row) -> None:
        match = self.matches.get(box)
        if match is None or match.number != row.match:
            match = self.matches[box] = Played(row.match)
            self.followed[box] = Followed()
        event = event_of(row)
        if event is not None:
            match.take(event)
            self.followed[box].take(event)
        self.last.append((box, row.n, sentence(row, match)))

    def _read(self, box: str) -> None:
        rows = self._store.latest_match(box)
        self.matches[box] = played(rows)
        self.followed[box] = Followed()
        for row in rows:
            event = event_of(row)
            if event is not None:
                self.followed[box].take(event)
        self._newest[box] = rows[-1].n if rows else 0


if TYPE_CHECKING:
    _listens: type[Listener] = Picture
