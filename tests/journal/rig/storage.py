"""Storage that writes down what is done to it, and fails when it is told to.

Never: fails by itself. Keep: marks stand in the same list as operations, so that what people
had been shown can be compared with what was on the disk at that moment.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.journal.rig.operations import Failure, Kind, Operation
from tests.journal.rig.vfs import Watcher

_IN_MEMORY = Path("/dev/shm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A mark: from here on nothing before event `n`, that one included, may be lost."""

    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What goes wrong.

    Attributes:
        kind: of the operation; `None`: any that can fail so.
        n: which one of its kind, from 1.
        for_ever: all that follow fail, too (until the storage is mended).
    """

    kind: Kind | None
    n: int
    failure: Failure
    for_ever: bool

    def __str__(self) -> str:
        ends = "for_ever" if self.for_ever else "once"
        return f"{self.kind or 'any'}:{self.n}:{self.failure}:{ends}"


class Storage:
    """The files of one SQLite database.

    Args:
        fault: what goes wrong; `None`: nothing.
        numbers: those of the files that are there already, by their names.

    Attributes:
        log: what was done, and the marks, in order.
        counts: how many operations of each kind there were; by `None` all of them.
        failures: how many were made to fail.
    """

    def __init__(
        self, fault: Fault | None = None, *, numbers: Mapping[str, int] | None = None
    ) -> None:
        self.log: list[Operation | Shown] = []
        self.counts: Counter[Kind | None] = Counter()
        self.failures = 0
        self._fault = fault
        self._numbers = dict(numbers or {})
        # Above those of files that have no name any more, but may still wait to be written.
        self._next = itertools.count(max(self._numbers.values(), default=0) // 100 * 100 + 100)
        self._lock = threading.Lock()

    def mend(self) -> None:
        """Let everything go well from now on."""
        self._fault = None

    def mark(self, n: int) -> None:
        self.log.append(Shown(n=n))

    def ask(self, kind: Kind) -> Failure | None:
        with self._lock:
            self.counts[kind] += 1
            self.counts[None] += 1
            fault = self._fault
            if fault is None or fault.kind not in (kind, None):
                return None
            count = self.counts[fault.kind]
            if count < fault.n or (count > fault.n and not fault.for_ever):
                return None
            self.failures += 1
            return fault.failure

    def number(self, name: str, *, is_new: bool) -> int:
        with self._lock:
            if is_new or name not in self._numbers:
                self._numbers[name] = next(self._next)
            return self._numbers[name]

    def tell(self, operation: Operation) -> None:
        self.log.append(operation)


@contextmanager
def fast_folder() -> Iterator[Path]:
    """A new folder, in memory where the system has such a place."""
    in_memory = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="stbpi-rig-", dir=in_memory) as folder:
        yield Path(folder)


if TYPE_CHECKING:
    _watches: type[Watcher] = Storage
