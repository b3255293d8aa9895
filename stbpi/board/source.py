"""What is stored, followed: the journal of a box or a collection, as it grows.

A journal that nobody writes may have to be read as it lies; then nothing tells of what is written
later, but the files beside it do, and it is opened anew.

Never: writes; waits for a writer. Keep: used by one thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from stbpi.board.boxes import Box, Seen, tiles_down
from stbpi.collector.database import Row
from stbpi.errors import JournalError
from stbpi.forgotten.names import Names, Stamp
from stbpi.history.archive import PAGE, Archive

MOST_AT_ONCE = 1000
"""Events of a box that are told one by one; where more have happened, it is looked at anew."""

Stamps = tuple[Stamp, ...]
"""Tells a file and the log beside it from what they are later."""


@dataclass(frozen=True, slots=True)
class News:
    """What has happened on a box since it was looked at last.

    Attributes:
        seen: how it stands now.
        rows: the events, in order; none if it has to be looked at as a whole: at first, after too
            many of them, and where what was known of it is not so any more.
    """

    seen: Seen
    rows: tuple[Row, ...]


class Source:
    """What is followed.

    Args:
        path: a journal or a collection.
        box: the name of the box whose journal it is; by default that of the file.

    Raises:
        JournalError: it can't be read, or it is neither; also each method.
    """

    def __init__(self, path: Path, *, box: str = "") -> None:
        self._path = path
        self._box = box
        self._archive: Archive | None = None
        self._stamp: Stamps = ()
        self._version = 0
        self._names = Names(path)
        self._named: Stamp = ()
        self._boxes: dict[str, Box] = {}

    def close(self) -> None:
        """Close the file; may be called twice."""
        if self._archive is not None:
            self._archive.close()
            self._archive = None

    def news(self) -> list[News]:
        """Return what has happened since the last call."""
        archive = self._open()
        if archive is None:
            return []
        try:
            return [*self._read(archive)]
        except JournalError:
            self.close()  # and look at everything once more when it can be read again
            raise

    def since(self, box: str, n: int) -> tuple[Row, ...] | None:
        """Return the events of a box behind number `n` that `news` has told.

        `None` if there are too many, or if there never was such a number.
        """
        known = self._boxes.get(box)
        if known is None or self._archive is None or not 0 <= known.last - n <= MOST_AT_ONCE:
            return None
        return tuple(self._archive.rows(box, after=n, before=known.last + 1))

    def _open(self) -> Archive | None:
        """Return the archive if anything may be new in it; it is opened where it has to be."""
        stamp, named = stamps(self._path), self._names.stamp
        if named != self._named:
            self.close()
            self._boxes.clear()  # what is known of them may have names that are forgotten by now
        if self._archive is not None and self._is_same_file(stamp):
            version = self._archive.data_version()
            if (version, stamp) == (self._version, self._stamp):
                return None
            self._version, self._stamp = version, stamp
            return self._archive
        self.close()
        self._archive, self._named = Archive(self._path, box=self._box), named
        self._version, self._stamp = self._archive.data_version(), stamps(self._path)
        return self._archive

    def _is_same_file(self, stamp: Stamps) -> bool:
        """Say whether what is open is still what lies there, and notices what is written."""
        main, log = _parts(stamp)
        had_main, had_log = _parts(self._stamp)
        if not had_log:  # it may be read as it lies
            return stamp == self._stamp
        return main[:2] == had_main[:2] and log[:2] == had_log[:2]

    def _read(self, archive: Archive) -> Iterator[News]:
        boxes = archive.boxes()
        for name in [*self._boxes]:
            if name not in boxes:
                del self._boxes[name]
        for name in boxes:
            box, last = self._boxes.get(name), archive.last_n(name)
            if box is None or not _holds(archive, box):
                self._boxes[name] = box = _from_newest_match(archive, name)
                yield News(box.seen(), ())
            elif last > box.last + MOST_AT_ONCE:
                _take_all(archive, box, box.last)
                yield News(box.seen(), ())
            elif last > box.last:
                rows = tuple(archive.rows(name, after=box.last, before=last + 1))
                box.take(rows)
                yield News(box.seen(), rows)


def _holds(archive: Archive, box: Box) -> bool:
    """Say whether what is known of a box is what is stored, and nothing was filled in since."""
    if box.has_gap and archive.count(box.name, box.first, box.last) != box.taken:
        return False
    return not box.last or archive.count(box.name, box.last, box.last) == 1


def _from_newest_match(archive: Archive, name: str) -> Box:
    """Look at a box from the beginning of its newest match on."""
    newest = next(archive.latest(name), None)
    first = newest.first_n if newest is not None else 1
    box = Box(name, tiles_down(archive.tiles_before(name, first)))
    _take_all(archive, box, first - 1)
    return box


def _take_all(archive: Archive, box: Box, after: int) -> None:
    """Take in all events behind a number, a page at a time."""
    rows = archive.rows(box.name, after=after)
    while page := tuple(islice(rows, PAGE)):
        box.take(page)


def stamps(path: Path) -> Stamps:
    """Return what tells a file, and the log beside it, from what they are later."""
    return tuple(_look(file) for file in (path, path.with_name(path.name + "-wal")))


def _look(file: Path) -> Stamp:
    try:
        found = file.stat()
    except OSError:
        return ()
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _parts(stamp: Stamps) -> tuple[Stamp, Stamp]:
    main, log = stamp or ((), ())
    return main, log
