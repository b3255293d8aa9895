"""The journal: what happened on this box, on the disk before anybody is shown it.

It has two halves. `record` gives events their numbers and hands them over in memory; it is
called from the loop that decides, and never waits for the disk. `sync` writes everything that
was handed over, in one transaction, and returns when it is on the disk; it is called from one
worker thread. What can't be written stays handed over, and the next `sync` tries again: a full
or missing disk never loses an event of a box that stays on.

The events of one `record` are on the disk together or not at all, and what is on the disk is
always a beginning of what was recorded, whenever the power is cut.

The file is open, or it is not; each `sync` opens it if it is not, and each failure closes it:

    not open ──sync──▶ open ──sync──▶ open
        ▲                └─ vanished, damaged (set aside), can't be written: said by JournalError

What is found at an opening decides where the events that wait are numbered from (`History`).

Never: knows a rule of a game, reads a clock, retries by itself, writes before `sync`. Keep: a
number that has been synced is never given to another event; a number that has not may be.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from stbpi.errors import InUseError, JournalError
from stbpi.games.events import Event
from stbpi.games.game import Tiles
from stbpi.journal.database import Damaged, NotOurs, open_to_read
from stbpi.journal.file import File, Identity
from stbpi.journal.folds import Fold, Folded, advanced, folded, write
from stbpi.journal.history import History
from stbpi.journal.lock import lock, lock_file
from stbpi.journal.opening import End, is_there, judged, look
from stbpi.journal.reader import LastMatch, Reader
from stbpi.journal.recorded import Recorded
from stbpi.journal.secrets import NO_SECRETS
from stbpi.language import _

VANISHED = "the journal has vanished"

S = TypeVar("S")

logger = logging.getLogger(__name__)


class Journal:
    """The journal of a box that plays.

    Args:
        path: the database; the first `sync` makes it, with its folders, if there is none.
        synced: every `sync` waits for the disk. Without it (for simulations) a cut of the
            machine's power may damage the file.

    Attributes:
        path: the database.
        found: what it ended with when the program started; nothing, if it couldn't be read.

    Raises:
        InUseError: another program plays with it.
        JournalError: the file is no journal, or of a newer version (it is left as it is).
    """

    def __init__(self, path: Path, *, synced: bool = True) -> None:
        self.path = path
        self._synced = synced
        self._was_ours = lock_file(path).is_file() if os.access(path.parent, os.X_OK) else False
        self._lock: int | None = None
        self._file: File | None = None
        self._reader: Reader | None = None
        self._reads: Identity = None
        self._untold: JournalError | None = None
        self._handing_over = threading.Lock()
        self._at_the_disk = threading.Lock()
        self._reading = threading.Lock()
        try:
            self.found = self._begin()
        except BaseException as exc:
            if isinstance(exc, NotOurs) and self._lock is not None and not self._was_ours:
                with suppress(OSError):
                    lock_file(path).unlink()
            self._leave()
            raise
        self._history = History(self.found)

    def record(
        self,
        events: Iterable[Event],
        *,
        t: int,
        wall: int | None,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> tuple[Recorded, ...]:
        """Number what happened and hand it over to `sync`; `MatchStarted` opens a match.

        Args:
            t: milliseconds since the start of the program.
            wall: whole epoch seconds; `None` if the clock is unknown.
            secrets: the bytes that a `DiceCommitted` or `DealCommitted` among them commits to, by
                their commitments, in hex digits; kept with it, and told to nobody before they are
                revealed.

        Returns:
            The events as they will stand in the journal, in order; with other numbers, if the
            journal that is there when they are written ends differently from what was known.
        """
        with self._handing_over:
            return self._history.record(events, t=t, wall=wall, secrets=secrets)

    def sync(self) -> tuple[Recorded, ...]:
        """Write what was recorded; blocks until it is on the disk.

        Returns:
            What this call brought to the disk, in order.

        Raises:
            JournalError: it can't be written now; it stays recorded for the next call.
        """
        with self._at_the_disk:
            if self._untold is not None:
                untold, self._untold = self._untold, None
                raise untold
            file = self._file
            if file is not None and file.is_gone():
                file.settle()
                self._leave()
                what = _("the journal has vanished: {path}").format(path=self.path)
                raise JournalError(what, path=self.path, mark=VANISHED)
            file = file or self._open()
            try:
                return self._write(file)
            except Damaged as exc:
                try:
                    raise judged(self.path, exc, wholly=True) from exc
                finally:
                    self._close_files()
            except JournalError:
                self._close_file()
                raise

    @property
    def boot(self) -> int:
        """Number of this start of the program, from 1; used again if nothing was written."""
        return self._history.boot

    @property
    def unsynced(self) -> int:
        """How many recorded events are not on the disk yet."""
        with self._handing_over:
            return len(self._history.pending)

    @property
    def last_n(self) -> int:
        """The number of the newest event on the disk; 0 if there is none."""
        return self._history.on_disk.n

    @property
    def down(self) -> Tiles:
        """The tiles that are down after everything recorded."""
        return self._history.down

    def last_match(self) -> LastMatch | None:
        """Read the match that was started last; `None` if there is none.

        Raises:
            JournalError: it can't be read.
        """
        return self._read().last_match() if self._history.newest is not None else None

    def events(self, after: int = 0) -> Iterator[Recorded]:
        """Iterate over the events on the disk behind number `after`, in order.

        Raises:
            JournalError: they can't be read.
        """
        return self._read().events(after) if self._history.newest is not None else iter(())

    def folded(self, fold: Fold[S]) -> Folded[S]:
        """Fold all events on the disk; reads those behind the last snapshot.

        Raises:
            JournalError: they can't be read.
        """
        if self._history.newest is None:
            return Folded(state=fold.start(), newest=None, n=0)
        return folded(fold, self._read())

    def keep(self, folds: Sequence[Fold[Any]]) -> bool:
        """Bring the snapshots of folds further; blocks as `sync` does, but never for long.

        Returns:
            Whether there is more to fold, so that it should be called again.

        Raises:
            JournalError: it can't be done now; nothing is lost. A disk that can't be written is
                told by the next `sync`, too.
        """
        with self._at_the_disk:
            file = self._file
            if file is None or not file.has_tables or file.is_gone():
                return False
            reader = Reader(self.path, file.connection)
            snapshots = advanced(folds, reader)
            try:
                write(file.connection, self.path, folds, snapshots)
            except JournalError as exc:
                self._untold = exc
                self._close_file()
                raise
            newest = reader.last_n()
            return any(made.n < newest for made in snapshots)

    def close(self) -> None:
        """Close the file; may be called twice. What is not synced is lost, as in a power cut."""
        with self._at_the_disk:
            self._leave()

    # Open or not

    def _begin(self) -> End:
        """Read what there is, and open it if it can be written; nothing is made."""
        try:
            if is_there(self.path):
                self._open_file()
                assert self._file is not None
                return self._file.end
            self._take_lock()
        except (InUseError, NotOurs):
            raise
        except Damaged as exc:
            self._untold = exc
        except JournalError:
            pass  # the first `sync` meets it again, and says it
        try:
            return look(self.path, was_ours=self._was_ours)
        except NotOurs:
            raise
        except JournalError as exc:
            logger.warning("%s; its events are numbered when it can be", exc.what)
            return End()

    def _open(self) -> File:
        """Open the file, and go on in it."""
        file = self._open_file()
        reader = Reader(self.path, file.connection)

        def read(n: int) -> Recorded | None:
            return next(reader.events(after=n - 1), None)

        try:
            is_continued = self._history.is_continued_by(file.end, read)
        except JournalError:
            self._close_file()
            raise
        with self._handing_over:
            self._history.go_on_in(file.end, is_continued=is_continued)
        return file

    def _open_file(self) -> File:
        self._take_lock()
        self._file = File(self.path, was_ours=self._was_ours, synced=self._synced)
        with self._reading:
            if self._reads != self._file.identity:
                self._close_reader()
        return self._file

    def _take_lock(self) -> None:
        if self._lock is None:
            self._lock = lock(self.path)

    def _write(self, file: File) -> tuple[Recorded, ...]:
        with self._handing_over:
            batch = tuple(self._history.pending)
        if not batch and file.has_tables and not self._history.lacks:
            return ()
        if self._history.is_ahead:
            file.settle()
        events, down = self._history.to_write(batch)
        if events or not file.has_tables:
            secrets = self._history.secrets
            file.write(events, boot=self._history.boot, down=down, secrets=secrets)
        with self._handing_over:
            self._history.wrote(batch)
        return batch

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _close_files(self) -> None:
        with self._reading:
            self._close_reader()
        self._close_file()

    def _leave(self) -> None:
        """Close everything, and let go of the lock."""
        self._close_files()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # Reading

    def _read(self) -> Reader:
        with self._reading:
            if self._reader is None:
                connection = open_to_read(
                    self.path, alone=self._file is None and self._lock is not None
                )
                self._reader = Reader(self.path, connection)
                self._reads = self._file.identity if self._file is not None else None
            return self._reader

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
        self._reader = self._reads = None
