"""What is stored, read only: the journal of a box or the database of `stbpi collect`.

Both have the same events; a journal has one box, which it doesn't name. What is asked of many
matches is answered from the events that results follow from (`RESULTS`): a collection has an
index of them, a journal is read through.

`sqlite3.Error` is turned into `JournalError` here and nowhere else in this room.

Never: writes; takes an event for what it says (`matches` does); tells a name that is forgotten.
Keep: one box is read after the other, in the order of its numbers, a page at a time, so that a
slow reader keeps nobody from writing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from operator import methodcaller
from pathlib import Path
from typing import Any, NamedTuple

from stbpi.collector import database as collection
from stbpi.collector.database import Row
from stbpi.errors import JournalError
from stbpi.foreign import reason
from stbpi.forgotten.names import forgotten
from stbpi.journal import database as journal
from stbpi.journal.database import NotOurs, open_to_read
from stbpi.language import _

PAGE = 2000
"""Events that are read at once."""

NAME_LENGTH = 12
"""Characters of the longest name of a box."""


COLUMNS = ", ".join(Row._fields)

_LAST = 2**63 - 1

_MOVES = 500  # of tiles: enough to know how all of them stand


class Key(NamedTuple):
    """A match that is stored.

    Attributes:
        first_n: the number of its first event that results follow from.
        next_n: that of the next match; `None` behind the last one.
        wall: the first time that is known of it, in epoch seconds.
    """

    box: str
    match: int
    first_n: int
    next_n: int | None
    wall: int | None


class Mark(NamedTuple):
    """What tells a match from what it is later: events that results follow from, and the last."""

    told: int
    last_n: int


class About(NamedTuple):
    """What is known of a box; `None` and 0 where it is not."""

    box: str
    version: str | None
    tiles: int | None
    last: int
    seen: int | None


class Archive:
    """A journal or a collection that is open to be read.

    Args:
        path: the file.
        box: the name of the box whose journal it is; by default that of the file.

    Attributes:
        path: the file.
        is_collection: it is not the journal of a box.
        forgotten: the names that are not told.

    Raises:
        JournalError: it can't be read, or it is neither; also each method, where the disk can't
            be read.
    """

    def __init__(self, path: Path, *, box: str = "") -> None:
        self.path = path
        self.forgotten = forgotten(path)
        try:
            self._connection = open_to_read(path, check=_refuse_others)
        except NotOurs:
            raise
        except JournalError as exc:
            raise JournalError(exc.what, _what_can_be_read(), path=path) from exc
        with self._translated():
            found = journal.number(self._connection, "PRAGMA application_id")
            self.is_collection = found == collection.APPLICATION
            self._own_name = "" if self.is_collection else box or name_of(path)
            self._connection.text_factory = _text
            self._make_view()

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._connection.close()

    def boxes(self) -> list[str]:
        """Return the names of the boxes that have any events."""
        if not self.is_collection:
            return [self._own_name]
        boxes: list[str] = []
        while found := self._rows(
            "SELECT min(box) FROM events WHERE box > ?", boxes[-1] if boxes else ""
        )[0][0]:
            boxes.append(found)
        return boxes

    def about(self, box: str) -> About:
        """Return what is known of a box."""
        if self.is_collection:
            rows = self._rows("SELECT box, version, tiles, last, seen FROM boxes WHERE box=?", box)
            if rows:
                return About(*rows[0])
        last, seen = self._rows(
            "SELECT coalesce(max(n), 0), max(wall) FROM all_of WHERE box=?", box
        )[0]
        return About(box, None, None, last, seen)

    def players(self) -> list[str]:
        """Return what all players are called who have ever sat at one of the boxes."""
        shown = {*map(self.forgotten.shown, self._names())}
        return sorted(name for name in shown if name.isprintable())

    def matches(self, player: str = "") -> list[Key]:
        """Return the matches, box by box, in the order in which they were played.

        Args:
            player: only those at which somebody has sat who is called so.
        """
        wanted = self._matches_of(player) if player else None
        return [key for key in self.marks() if wanted is None or key[:2] in wanted]

    def marks(self) -> dict[Key, Mark]:
        """Return the matches, box by box, in the order in which they were played, each marked."""
        found = self._rows(
            "SELECT box, match, min(n), min(wall), count(*), max(n) FROM all_of "
            f"WHERE {collection.TOLD} GROUP BY box, match"
        )
        known = [row for row in found if type(row[1]) is int and row[1] > 0]
        return {
            Key(box, match, n, next_[2] if next_ and next_[0] == box else None, wall): Mark(*mark)
            for (box, match, n, wall, *mark), next_ in zip_longest(known, known[1:])
        }

    def told(self, player: str = "") -> Iterator[Row]:
        """Iterate over the events that results follow from, box by box, match by match.

        Args:
            player: only those of matches at which somebody has sat who was ever called so.
        """
        values = self._called_so(player) if player else []
        is_seated = self._is_seated(values)
        events, is_asked = "all_of", ""
        if player and self.is_collection:
            seats = f"SELECT DISTINCT box, match FROM events WHERE {is_seated}"
            events = f"({seats}) CROSS JOIN events USING (box, match)"
        elif player:
            is_asked = f"AND match IN (SELECT match FROM events WHERE {is_seated})"
        query = (
            f"SELECT {COLUMNS} FROM {events} WHERE {collection.TOLD} {is_asked} "
            "ORDER BY box, match, n"
        )
        with self._translated():
            yield from self._rows_of(self._connection.execute(query, values))

    def thrown(self, box: str, after: int, before: int) -> list[tuple[str, bytes]]:
        """Return what was thrown and closed between two events of a box: names and bodies."""
        return self._rows(
            "SELECT e, CAST(body AS BLOB) FROM all_of WHERE box = ? AND n > ? AND n < ? "
            "AND e IN ('rolled', 'covered') ORDER BY n",
            box,
            after,
            before,
        )

    def rows_of(self, key: Key) -> Iterator[Row]:
        """Iterate over all events of a match, and those up to the next one."""
        return self.rows(key.box, after=key.first_n - 1, before=key.next_n)

    def rows(self, box: str, *, after: int = 0, before: int | None = None) -> Iterator[Row]:
        """Iterate over the events of a box in order.

        Args:
            box: its name.
            after: only those with a higher number.
            before: only those with a lower number.
        """
        before = _LAST if before is None else min(before, _LAST)
        while page := self._rows(
            f"SELECT {COLUMNS} FROM all_of WHERE box = ? AND n > ? AND n < ? "
            f"ORDER BY n LIMIT {PAGE}",
            box,
            after,
            before,
        ):
            yield from self._rows_of(page)
            after = page[-1][1]

    def latest(self, box: str) -> Iterator[Key]:
        """Iterate over the matches of a box, the newest first; only those are read."""
        next_n = None
        while rows := self._rows(
            "SELECT match, n, wall FROM all_of WHERE box = ? AND n < ? AND e = 'match_started' "
            "ORDER BY n DESC LIMIT 1",
            box,
            _LAST if next_n is None else next_n,
        ):
            match, first_n, wall = rows[0]
            if type(match) is int and match > 0:
                yield Key(box, match, first_n, next_n, wall if type(wall) is int else None)
            next_n = first_n

    def match(self, box: str, number: int) -> Key | None:
        """Return a match; `None` if there is none of this number."""
        newest = next(self.latest(box), None)
        if newest is None or not 0 < number <= newest.match:
            return None
        rows = self._in_model(number) or self._rows(
            "SELECT n, wall FROM all_of WHERE box = ? AND match = ? "
            f"AND {collection.TOLD} ORDER BY n LIMIT 1",
            box,
            number,
        )
        if not rows:
            return None
        first_n, wall = rows[0]
        following = self._rows(
            "SELECT n FROM all_of WHERE box = ? AND n > ? AND e = 'match_started' "
            "ORDER BY n LIMIT 1",
            box,
            first_n,
        )
        next_n = following[0][0] if following else None
        return Key(box, number, first_n, next_n, wall if type(wall) is int else None)

    def between(self, box: str, since: int, until: int) -> tuple[int, int] | None:
        """Return the numbers of the first and the last event of a box between two times.

        Args:
            box: its name.
            since, until: epoch seconds; the second one is not between them.

        Returns:
            `None` if there are none.
        """
        query = "SELECT min(n), max(n) FROM all_of WHERE box = ? AND wall >= ? AND wall < ?"
        first, last = self._rows(query, box, since, until)[0]
        return None if first is None else (first, last)

    def tiles_before(self, box: str, n: int) -> Iterator[Row]:
        """Iterate over the last moves of tiles before an event of a box, the newest first."""
        rows = self._rows(
            f"SELECT {COLUMNS} FROM all_of WHERE box = ? AND n < ? "
            f"AND e IN ('tile_down', 'tile_up') ORDER BY n DESC LIMIT {_MOVES}",
            box,
            n,
        )
        return map(Row._make, rows)

    def data_version(self) -> int:
        """Return a number that changes with whatever another program stores."""
        with self._translated():
            return journal.number(self._connection, "PRAGMA data_version")

    def last_n(self, box: str) -> int:
        """Return the number of the newest event of a box; 0 if there is none."""
        return int(self._rows("SELECT coalesce(max(n), 0) FROM all_of WHERE box = ?", box)[0][0])

    def count(self, box: str, first: int = 0, last: int = _LAST) -> int:
        """Return how many events of a box are stored, between two numbers, both included."""
        query = "SELECT count(*) FROM all_of WHERE box = ? AND n BETWEEN ? AND ?"
        return int(self._rows(query, box, first, last)[0][0])

    def _matches_of(self, player: str) -> set[tuple[str, int]]:
        """Return the boxes and numbers of the matches at which somebody has sat."""
        called = self._called_so(player)
        query = f"SELECT DISTINCT box, match FROM all_of WHERE {self._is_seated(called)}"
        return {(box, match) for box, match in self._rows(query, *called)}

    def _called_so(self, player: str) -> list[str]:
        """Return the names that are told as this one."""
        if not self.forgotten:
            return [player]
        return self.forgotten.called(player, {player, *self._names()})

    def _names(self) -> list[str]:
        """Return what all players are called, also those who are forgotten."""
        called = self._rows(f"SELECT DISTINCT {self._called} FROM all_of WHERE {collection.SEATED}")
        return [name for (name,) in called if isinstance(name, str)]

    def _in_model(self, number: int) -> list[tuple[Any, ...]]:
        """Find the first event of a match in what a journal has made of its events, if it has."""
        with self._translated():
            if self.is_collection or not journal.has_matches(self._connection):
                return []
        return self._rows(
            "SELECT n, wall FROM matches JOIN events ON n = first_n "
            "WHERE matches.match = ? AND events.match = matches.match",
            number,
        )

    @property
    def _called(self) -> str:
        """What a player is called; in a journal nothing is sure about a body."""
        if self.is_collection:
            return collection.CALLED
        return f"CASE WHEN json_valid(body) THEN {collection.CALLED} END"

    def _is_seated(self, names: Sequence[str]) -> str:
        """Return a condition on events: somebody has one of these names."""
        return f"{collection.SEATED} AND {self._called} IN ({', '.join('?' for _name in names)})"

    def _rows_of(self, found: Iterable[tuple[Any, ...]]) -> Iterator[Row]:
        """Make rows of what is stored, with the names that are told."""
        rows = map(Row._make, found)
        return (row.shown(self.forgotten) for row in rows) if self.forgotten else rows

    def _make_view(self) -> None:
        """Let both look the same."""
        box = (
            "box" if self.is_collection else "'{}' AS box".format(self._own_name.replace("'", "''"))
        )
        columns = ", ".join(Row._fields[1:])
        self._connection.execute(f"CREATE TEMP VIEW all_of AS SELECT {box}, {columns} FROM events")

    def _rows(self, query: str, *values: int | str) -> list[tuple[Any, ...]]:
        with self._translated():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as exc:
            what = _("{path} can't be read: {cause}").format(path=self.path, cause=reason(exc))
            raise JournalError(what, path=self.path) from exc


def name_of(path: Path) -> str:
    """Return the name of a box after its journal's file, as names of boxes are."""
    name = "".join(letter if " " <= letter <= "~" else "_" for letter in path.stem)
    return name[:NAME_LENGTH].strip() or "box"


_text = methodcaller("decode", "utf-8", "replace")
"""Returns a text, whatever damage it has taken."""


def _refuse_others(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse what is neither a journal nor a collection, and newer ones of both."""
    versions = {
        journal.APPLICATION: journal.VERSION,
        collection.APPLICATION: collection.VERSION,
    }
    known = versions.get(journal.number(connection, "PRAGMA application_id"))
    if known is None:
        what = _("{path} is neither the journal of a box nor a collection").format(path=path)
        raise NotOurs(what, _what_can_be_read(), path=path)
    version = journal.number(connection, "PRAGMA user_version")
    if version > known:
        what = _("{path} has version {version}, this stbpi knows {known}")
        raise NotOurs(
            what.format(path=path, version=version, known=known), _("Update stbpi."), path=path
        )


def _what_can_be_read() -> str:
    text = _("Name the journal of a box, or the database of {command}.")
    return text.format(command="stbpi collect")
