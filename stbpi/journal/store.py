"""The journal: what happened on this box, on the disk before anybody is shown it.

It has two halves. `record` gives events their numbers and hands them over in memory; it is
called from the loop that decides, and never waits for the disk. `sync` writes everything that
was handed over, in one transaction, and returns when it is on the disk; it is called from one
worker thread. What can't be written stays handed over, and the next `sync` tries again: a full
or missing disk never loses an event of a box that stays on.

The events of one `record` are on the disk together or not at all, and what is on the disk is
always a beginning of what was recorded, whenever the power is cut.

Never: knows a rule of a game, reads a clock, retries by itself. Keep: a number that has been
synced is never given to another event; a number that has not may be, after a power cut.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from stbpi.games.events import Event, MatchStarted
from stbpi.games.game import Tiles
from stbpi.journal.database import (
    has_matches,
    lock,
    make_matches,
    open_to_write,
    transaction,
    translated,
)
from stbpi.journal.matches import last_place, moved, note, rebuild
from stbpi.journal.reader import LastMatch, Reader, to_row
from stbpi.journal.recorded import Recorded


class Journal:
    """The journal of a box that plays.

    Args:
        path: the database; it is made, with its folders, if there is none.

    Attributes:
        path: the database.
        boot: number of this start of the program, from 1; never used twice.

    Raises:
        JournalError: the file can't be opened or is no journal (it is left as it is), or
            another program plays with it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with ExitStack() as opened:
            opened.callback(os.close, lock(path))
            self._writer = open_to_write(path)
            opened.callback(self._writer.close)
            self.boot = self._begin_boot()
            self._reader = Reader(path)
            opened.callback(self._reader.close)
            with translated(path, "be read"):
                place = last_place(self._writer, path)
            self._n = self._last_n = self._reader.last_n()
            self._match = place.match
            self._down = self._down_on_disk = place.down
            self._opened = opened.pop_all()
        self._pending: list[Recorded] = []
        self._handing_over = threading.Lock()
        self._at_the_disk = threading.Lock()

    def record(self, events: Iterable[Event], *, t: int, wall: int | None) -> tuple[Recorded, ...]:
        """Number what happened and hand it over to `sync`; `MatchStarted` opens a match.

        Args:
            t: milliseconds since the start of the program.
            wall: whole epoch seconds; `None` if the clock is unknown.

        Returns:
            The events as they will stand in the journal, in order.
        """
        recorded = tuple(self._number(event, t, wall) for event in events)
        with self._handing_over:
            self._pending.extend(recorded)
        return recorded

    def sync(self) -> tuple[Recorded, ...]:
        """Write what was recorded; blocks until it is on the disk.

        Returns:
            What this call wrote, in order.

        Raises:
            JournalError: it can't be written now; it stays recorded for the next call.
        """
        with self._at_the_disk:
            with self._handing_over:
                batch = tuple(self._pending)
            if not batch:
                return ()
            down = self._down_on_disk
            with translated(self.path, "be written"), transaction(self._writer):
                for recorded in batch:
                    self._writer.execute(
                        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", to_row(recorded)
                    )
                    note(self._writer, recorded, down)
                    down = moved(down, recorded.event)
            self._down_on_disk = down
            self._last_n = batch[-1].n
            with self._handing_over:
                del self._pending[: len(batch)]
            return batch

    @property
    def unsynced(self) -> int:
        """How many recorded events are not on the disk yet."""
        with self._handing_over:
            return len(self._pending)

    @property
    def last_n(self) -> int:
        """The number of the newest event on the disk; 0 if there is none."""
        return self._last_n

    @property
    def down(self) -> Tiles:
        """The tiles that are down after everything recorded."""
        return self._down

    def last_match(self) -> LastMatch | None:
        """Read the match that was started last; `None` if there is none or it is set aside.

        Raises:
            JournalError: it can't be read.
        """
        return self._reader.last_match()

    def events(self, after: int = 0) -> Iterator[Recorded]:
        """Iterate over the events on the disk behind number `after`, in order.

        Raises:
            JournalError: they can't be read.
        """
        return self._reader.events(after)

    def close(self) -> None:
        """Close the file; may be called twice. What is not synced is lost, as in a power cut."""
        with self._at_the_disk:
            self._opened.close()

    def _begin_boot(self) -> int:
        with translated(self.path, "be opened"), transaction(self._writer):
            if not has_matches(self._writer):
                make_matches(self._writer)
                rebuild(self._writer, self.path)
            boot = self._writer.execute("INSERT INTO boots DEFAULT VALUES").lastrowid
        assert boot is not None
        return boot

    def _number(self, event: Event, t: int, wall: int | None) -> Recorded:
        self._n += 1
        if isinstance(event, MatchStarted):
            self._match += 1
        self._down = moved(self._down, event)
        return Recorded(n=self._n, boot=self.boot, match=self._match, t=t, wall=wall, event=event)
