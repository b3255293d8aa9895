"""The books of a box that plays: audits, records and diagnosis as they stand now.

They are folded from the journal when the box has started (from its snapshots, so that it costs
little), and go on with every event that is brought to the disk. Where events don't follow upon
what is known, as when the journal was replaced, they are folded anew.

Snapshots are written when a match ends, and otherwise after so many events (`EVERY`).

Pages are made when somebody wants to see them, and loaded then.

Never: in the way of the play: what the disk has to do is done in its own thread. Keep: books that
can't be read are empty, and are tried again with the next event.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stbpi.books.audits import AuditFold, Ledger, audits
from stbpi.books.boards import Entrant, Records
from stbpi.books.counts import Audits
from stbpi.books.records import Hall, RecordFold, records, who_enters
from stbpi.clock import Clock
from stbpi.desk.page import Figures, Poster
from stbpi.errors import JournalError
from stbpi.games.events import MatchEnded
from stbpi.games.game import View
from stbpi.journal.folds import Fold, Folded
from stbpi.journal.recorded import Recorded
from stbpi.language import Message

if TYPE_CHECKING:
    from stbpi.desk import books as desk

EVERY = 400
"""A snapshot is written after so many events at the latest."""

S = TypeVar("S")

logger = logging.getLogger(__name__)


class Source(Protocol):
    """What is folded; both methods are described in `journal.store.Journal`."""

    def folded(self, fold: Fold[S]) -> Folded[S]: ...

    def keep(self, folds: Sequence[Fold[Any]]) -> bool: ...


class Disk(Protocol):
    """Does jobs in the disk's thread: `journal.writer.Writer.do`."""

    def __call__(self, job: Callable[[], S]) -> Awaitable[S]: ...


class Books:
    """The books of a box that plays; used in its loop only.

    Args:
        journal: what happened.
        disk: does what may take its time.
        clock: tells which night it is.
        box: the name of the box.
        greeting: what the landlord says.
        board: the address of the board; empty if it is not shown.
        called: returns what is shown as the name of a player.

    Attributes:
        is_open: they have been read once.
    """

    def __init__(
        self,
        journal: Source,
        disk: Disk,
        *,
        clock: Clock,
        box: str,
        greeting: str = "",
        board: str = "",
        called: Callable[[str], str] = str,
    ) -> None:
        self.is_open = False
        self._journal = journal
        self._disk = disk
        self._clock = clock
        self._box, self._greeting, self._called = box, greeting, called
        self._board = board
        self._audit_fold, self._record_fold = AuditFold(), RecordFold()
        self._ledger, self._hall = self._audit_fold.start(), self._record_fold.start()
        self._audits: Audits | None = None
        self._n = -1
        self._since = 0
        self._must_read = True
        self._wakes = asyncio.Event()
        self._wakes.set()

    @property
    def audits(self) -> Audits:
        """The audits as they stand."""
        if self._audits is None:
            self._audits = audits(self._ledger)
        return self._audits

    @property
    def records(self) -> Records:
        """The records as they stand, with the names that are shown."""
        told = records(self._record_fold, self._hall, now=self._clock.wall())
        return told.called(self._called)

    @property
    def diagnosis(self) -> tuple[Message, ...]:
        """What should be looked at, the gravest first."""
        from stbpi.books.diagnosis import diagnosis

        return diagnosis(self.audits)

    def who_enters(self) -> tuple[Entrant, ...]:
        """Return who has entered a table with the last match and has no name of his own."""
        return who_enters(self._record_fold, self._hall)

    def statistics(self) -> tuple[Figures, ...]:
        """Return the audits as pages of numbers."""
        from stbpi.books.pages import statistics

        return statistics(self.audits)

    def posters(self, view: View) -> tuple[Poster, ...]:
        """Return what is shown in turn while nobody plays.

        Args:
            view: of the set-up, or of the match that is over.
        """
        from stbpi.books.pages import posters

        last = self.audits.match
        if last is not None:
            last = replace(last, names=tuple(map(self._called, last.names)))
        return posters(
            view,
            box=self._box,
            board=self.records.board(view.game, view.preset, view.tiles),
            last=last,
            greeting=self._greeting,
            address=self._board,
            faults=self.diagnosis,
        )

    def entering(self) -> frozenset[int]:
        """Return the seats of those who have entered a table and have no name of their own."""
        if self._must_read:
            return frozenset()  # what is known is not about the last match
        return frozenset(entrant.seat for entrant in self.who_enters())

    def take(self, recorded: Sequence[Recorded]) -> None:
        """Take in events that have been brought to the disk, in order."""
        if not recorded:
            return
        if self._must_read or recorded[0].n != self._n + 1:
            self._must_read = True
            self._wakes.set()
            return
        for one in recorded:
            self._ledger = self._audit_fold.step(self._ledger, one)
            self._hall = self._record_fold.step(self._hall, one)
        self._n = recorded[-1].n
        self._audits = None
        self._since += len(recorded)
        is_over = any(isinstance(one.event, MatchEnded) for one in recorded)
        if is_over or self._since >= EVERY:
            self._wakes.set()

    async def run(self) -> None:
        """Read the books, and write snapshots of them, until cancelled."""
        while True:
            await self._wakes.wait()
            self._wakes.clear()
            await self._try(self._keep)
            if self._must_read:
                await self._try(self._read)

    async def _try(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except JournalError as exc:
            logger.warning("the books wait: %s", exc.what)

    async def _keep(self) -> None:
        self._since = 0
        folds = (self._audit_fold, self._record_fold)
        while await self._disk(partial(self._journal.keep, folds)):
            pass

    async def _read(self) -> None:
        def read() -> tuple[Folded[Ledger], Folded[Hall]]:
            return self._journal.folded(self._audit_fold), self._journal.folded(self._record_fold)

        ledger, hall = await self._disk(read)
        self._ledger, self._hall, self._n = ledger.state, hall.state, ledger.n
        self._audits = None
        self._must_read, self.is_open = False, True


if TYPE_CHECKING:
    _fits: type[desk.Books] = Books
