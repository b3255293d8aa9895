"""Files set aside: a damaged journal is kept under a new name, and its numbers stay used.

`journal.db` becomes `journal.db.damaged-1` (then -2 …), with what SQLite keeps beside it. A new
journal numbers on behind all of them. What they have used is read from them; where that can't be
read, it is bounded by their sizes: an event takes more than 16 bytes, and each match and each
start of the program has one.

Never: deletes, changes or overwrites a file.
"""

from __future__ import annotations

import logging
import os
import re
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from stbpi.errors import JournalError
from stbpi.journal.database import number, open_at_rest, translated

LEAST_BYTES = 16
"""A row of `events` takes more: seven columns, each with its type, and its place in a page."""

_BESIDE = ("", "-wal", "-shm", "-journal")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The highest numbers that were given; 0 where none was."""

    n: int = 0
    boot: int = 0
    match: int = 0

    def __add__(self, other: Numbers) -> Numbers:
        return Numbers(
            n=self.n + other.n, boot=self.boot + other.boot, match=self.match + other.match
        )

    def __sub__(self, other: Numbers) -> Numbers:
        return Numbers(
            n=self.n - other.n, boot=self.boot - other.boot, match=self.match - other.match
        )

    def or_higher(self, other: Numbers) -> Numbers:
        return Numbers(
            n=max(self.n, other.n),
            boot=max(self.boot, other.boot),
            match=max(self.match, other.match),
        )


NO_NUMBERS = Numbers()


def set_aside(path: Path, why: str) -> Path:
    """Give a damaged journal another name, with all that belongs to it.

    The database goes first: if the power goes then, the rest is found without one and follows
    (`set_strays_aside`), and no journal is ever read without its last events.

    Returns:
        Its new name.

    Raises:
        JournalError: it can't be renamed, and is as it was; or the rest can't, and follows later.
    """
    name = _named(path, max(_aside(path), default=0) + 1)
    with translated(path, "be set aside"):
        path.rename(name)
        logger.warning("%s; it is kept as %s and a new one is begun", why, name)
        _rename_rest(path, name)
    return name


def set_strays_aside(path: Path) -> None:
    """Give what SQLite left beside a database that is gone the name of that database.

    It would delete them otherwise; and a -wal file may hold what nothing else does.

    Raises:
        JournalError: they can't be renamed.
    """
    with translated(path, "be opened"):
        if not _size(_beside(path, "-wal")) or _size(path):
            return
    newest = max(_aside(path), default=0)
    with translated(path, "be set aside"):
        if not newest or _beside(_named(path, newest), "-wal").exists():
            newest += 1
        _rename_rest(path, _named(path, newest))
    logger.warning("%s-wal lay there without its journal; it is kept", path)


def used(path: Path) -> Numbers:
    """Return numbers that none of the journals that were set aside has gone beyond.

    Raises:
        JournalError: it can't be seen how large they are.
    """
    numbers = NO_NUMBERS
    for count in sorted(_aside(path)):
        file = _named(path, count)
        found = _read(file)
        # What a -wal file holds behind a damaged place is not read.
        unread = ("-wal",) if found is not None else _BESIDE
        with translated(file, "be read"):
            most = sum(_size(_beside(file, end)) for end in unread) // LEAST_BYTES
        before = found if found is not None else numbers
        after = before + Numbers(n=most, boot=most, match=most)
        numbers = numbers.or_higher(after)
    return numbers


def _read(file: Path) -> Numbers | None:
    """Read the highest numbers of a journal that was set aside; `None` if it is unreadable."""
    with suppress(JournalError), closing(open_at_rest(file)) as connection:
        with translated(file, "be read"):
            row = connection.execute(
                "SELECT n, boot, match FROM events ORDER BY n DESC LIMIT 1"
            ).fetchone() or (0, 0, 0)
            boot = number(connection, "SELECT coalesce(max(boot), 0) FROM boots")
        if all(type(value) is int for value in row):
            return Numbers(n=row[0], boot=max(boot, row[1]), match=row[2])
    return None


def _aside(path: Path) -> set[int]:
    """Return the counts of what was set aside before; also of what only has a -wal."""
    pattern = re.compile(re.escape(path.name) + r"\.damaged-(\d+)(?:-wal|-shm|-journal)?")
    with translated(path, "be opened"):
        names = [file.name for file in path.parent.iterdir()] if path.parent.is_dir() else []
    return {int(found[1]) for name in names if (found := pattern.fullmatch(name))}


def _rename_rest(path: Path, name: Path) -> None:
    for end in _BESIDE[1:]:
        with suppress(FileNotFoundError):
            _beside(path, end).rename(_beside(name, end))
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _named(path: Path, count: int) -> Path:
    return path.with_name(f"{path.name}.damaged-{count}")


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _size(file: Path) -> int:
    with suppress(FileNotFoundError):
        return file.stat().st_size
    return 0
