"""The disk of a simulated box: it can be full, and it knows what was recorded.

It stands between the program and its journal. Full, it refuses to write and to open the journal
for writing, as a real one does; what is there can be read. The journal itself stays as it is, so
that what was recorded is written when there is room again.

Never: changes what is written. Keep: `is_full` is set in the loop and read in the journal's
thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from stbpi.errors import JournalError
from stbpi.games.events import Event
from stbpi.journal.database import FULL
from stbpi.journal.recorded import Recorded
from stbpi.journal.secrets import NO_SECRETS
from stbpi.journal.store import Journal
from stbpi.journal.writer import Store
from stbpi.language import _


class Disk:
    """One disk, for as many starts of the program as there are.

    Attributes:
        is_full: whether it refuses to write.
        recorded: what was recorded since the simulation began, written or not, in order; what a
            cut of the power has lost is not in it.
        kept: how many of them were on the disk at each start of the program.
    """

    def __init__(self) -> None:
        self.is_full = False
        self.recorded: list[Recorded] = []
        self.kept: list[int] = []

    def holding(self, journal: Journal) -> Store:
        """Return this journal as it is on this disk; the program has just opened it."""
        self.recorded = [recorded for recorded in self.recorded if recorded.n <= journal.last_n]
        self.kept.append(len(self.recorded))
        return _Held(self, journal)


class _Held:
    """A journal on a simulated disk."""

    def __init__(self, disk: Disk, journal: Journal) -> None:
        self._disk = disk
        self._journal = journal
        self._is_begun = False

    def record(
        self,
        events: Iterable[Event],
        *,
        t: int,
        wall: int | None,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> tuple[Recorded, ...]:
        recorded = self._journal.record(events, t=t, wall=wall, secrets=secrets)
        self._disk.recorded += recorded
        return recorded

    def sync(self) -> tuple[Recorded, ...]:
        if self._disk.is_full and (self._journal.unsynced or not self._is_begun):
            what = _("the journal {path} can't be written: the disk is full")
            what = what.format(path=self._journal.path)
            raise JournalError(what, path=self._journal.path, mark=FULL)
        self._is_begun = True
        return self._journal.sync()


if TYPE_CHECKING:
    _fits: type[Store] = _Held
