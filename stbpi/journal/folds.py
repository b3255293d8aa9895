"""Folds of the whole journal, which cost the same after ten evenings and after ten years.

A fold goes through all events from the first and computes something: what the landlord wants to
count, who holds the records. Now and then how far it has come is kept in the table `snapshots`,
so that only what came after it has to be folded. Like `matches` the table is a read model: it may
be dropped at any time, and is made again bit by bit.

A snapshot is made from what the file itself holds and written into the same file behind it, so
that whatever a cut of the power leaves, the events of a snapshot are there. One that was made at
another event than the one that now has its number is not used.

Never: knows a fold. Keep: who only reads a journal folds it as fast and writes nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from stbpi.journal.database import transaction, translated
from stbpi.journal.reader import Reader
from stbpi.journal.recorded import Recorded

MOST = 500
"""Events that are folded in one go; a tenth of a second on the smallest Pi."""

S = TypeVar("S")

_SNAPSHOTS = """
CREATE TABLE IF NOT EXISTS snapshots (
    fold    TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    n       INTEGER NOT NULL,
    boot    INTEGER NOT NULL,
    t       INTEGER NOT NULL,
    state   TEXT NOT NULL
)
"""


class Fold(Protocol[S]):
    """A way to go through all events; `S` is what it carries along.

    Attributes:
        name: tells its snapshots from those of other folds.
        version: another one makes its old snapshots useless.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    def start(self) -> S:
        """Return what it carries before the first event."""
        ...

    def step(self, state: S, recorded: Recorded) -> S:
        """Take in one event; the state that was handed in may be changed and returned."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """Return a state as JSON can hold it."""
        ...

    def load(self, dumped: dict[str, Any]) -> S:
        """Return the state of a dump; may raise anything if it makes no sense."""
        ...


@dataclass(frozen=True, slots=True)
class Folded(Generic[S]):
    """How far a fold has come.

    Attributes:
        state: after the newest event.
        newest: that event; `None` if there was none, or none behind a snapshot.
        n: its number; 0 before the first.
    """

    state: S
    newest: Recorded | None
    n: int


@dataclass(slots=True)
class _Run:
    """A fold on its way."""

    fold: Fold[Any]
    state: Any
    n: int
    newest: Recorded | None = None

    def take(self, recorded: Recorded) -> None:
        if recorded.n > self.n:
            self.state = self.fold.step(self.state, recorded)
            self.n, self.newest = recorded.n, recorded


def folded(fold: Fold[S], reader: Reader) -> Folded[S]:
    """Fold all events of a journal, from the last snapshot on.

    Raises:
        JournalError: they can't be read.
    """
    (run,) = _go_on([fold], reader, most=None)
    return Folded(state=run.state, newest=run.newest, n=run.n)


def advanced(folds: Sequence[Fold[Any]], reader: Reader) -> list[Folded[str]]:
    """Fold a part of what no snapshot has yet.

    Returns:
        New snapshots, as texts, in the order of the folds.

    Raises:
        JournalError: the events can't be read.
    """
    return [
        Folded(state=json.dumps(run.fold.dump(run.state)), newest=run.newest, n=run.n)
        for run in _go_on(folds, reader, most=MOST)
    ]


def write(
    connection: sqlite3.Connection,
    path: Path,
    folds: Sequence[Fold[Any]],
    snapshots: Iterable[Folded[str]],
) -> None:
    """Write snapshots of what this file holds.

    Raises:
        JournalError: they can't be written.
    """
    rows = [
        (fold.name, fold.version, made.n, made.newest.boot, made.newest.t, made.state)
        for fold, made in zip(folds, snapshots, strict=True)
        if made.newest is not None
    ]
    if not rows:
        return
    with translated(path, "be written"), transaction(connection):
        connection.execute(_SNAPSHOTS)
        connection.executemany("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?)", rows)


def _go_on(folds: Sequence[Fold[Any]], reader: Reader, *, most: int | None) -> list[_Run]:
    runs = [_begun(fold, reader) for fold in folds]
    first = min(run.n for run in runs)
    for recorded in islice(reader.events(after=first), most):
        for run in runs:
            run.take(recorded)
    return runs


def _begun(fold: Fold[Any], reader: Reader) -> _Run:
    """Begin where the last snapshot was made, or at the first event."""
    snapshot = reader.snapshot(fold.name, fold.version)
    if snapshot is not None:
        n, text = snapshot
        try:
            return _Run(fold, fold.load(json.loads(text)), n)
        except Exception:  # a snapshot that makes no sense is made again
            pass
    return _Run(fold, fold.start(), 0)
