"""All matches that are stored, folded once and kept from one page to the next.

What has changed since is found by marks (`Archive.marks`) whenever the file has, and only those
matches are read anew: those that go on, that were undone, scored anew, collected late, or whose
players were forgotten.

Never: writes. Keep: used by one thread at a time.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar, cast

from stbpi.board.source import stamps
from stbpi.board.stored import whole
from stbpi.collector.database import Row
from stbpi.forgotten.names import Names
from stbpi.games.record import telling
from stbpi.history.archive import Archive, Key, Mark
from stbpi.history.luck import Judges
from stbpi.history.matches import TELLING, StoredMatch, in_order, matches
from stbpi.history.skill import Measure, Skill
from stbpi.league.outcomes import Outcome, outcome

MOST_ONE_BY_ONE = 50
"""Matches that are looked for one after the other; where there are more, all are read through."""

MOST_MADE = 64
"""Things that are kept which were made of the matches."""

T = TypeVar("T")

_Place = tuple[str, int]
_Made = dict[tuple[object, ...], object]


@dataclass(frozen=True, slots=True)
class Told:
    """A match, and what it says of its players."""

    match: StoredMatch
    outcome: Outcome | None
    skill: dict[str, Mapping[Measure, Skill]] = field(default_factory=dict)
    """Luck and errors of the turns of each player who was asked for, by his name."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """All matches as they stood at one moment, in the order in which they were played."""

    told: tuple[Told, ...] = ()
    _made: _Made = field(default_factory=dict)

    @property
    def matches(self) -> Iterator[StoredMatch]:
        return (one.match for one in self.told)

    @property
    def outcomes(self) -> Iterator[Outcome]:
        return (one.outcome for one in self.told if one.outcome is not None)

    def made(self, make: Callable[[Chronicle], T], *key: object) -> T:
        """Return what is made of the matches; it is made once.

        Args:
            make: makes it.
            key: what it is called.
        """
        if key not in self._made:
            if len(self._made) >= MOST_MADE:
                self._made.pop(next(iter(self._made)))
            self._made[key] = make(self)
        return cast("T", self._made[key])


class Almanac:
    """All matches that are stored.

    Args:
        path: a journal or a collection.
        box: the name of the box whose journal it is.
    """

    def __init__(self, path: Path, box: str = "") -> None:
        self._path = path
        self._box = box
        self._names = Names(path)
        self._stamp: tuple[object, object] = ((), ())
        self._kept: dict[_Place, tuple[object, Told]] = {}
        self._chronicle = Chronicle()

    def read(self) -> Chronicle:
        """Return all matches as they stand.

        Raises:
            JournalError: they can't be read.
        """
        found = (stamps(self._path), self._names.stamp)
        if found != self._stamp:
            with closing(self._open()) as archive:
                if found[1] != self._stamp[1]:
                    self._kept = {}  # what is known may have names that are forgotten by now
                with _unseen():
                    self._take(archive)
            self._stamp = found
        return self._chronicle

    def judged(self, told: Iterable[Told], player: str) -> None:
        """Judge the turns of a player in some matches, as far as that is not done yet.

        Args:
            told: the matches; `Told.skill` has him then.
            player: his name.
        """
        with closing(self._open()) as archive:
            judges = Judges(archive.thrown, in_match=False)
            for one in told:
                if player not in one.skill:
                    one.skill[player] = _skill(judges, one.match, player)

    def called(self, name: str) -> str:
        """Return what is shown as the name of a player."""
        return self._names.now().shown(name)

    def _open(self) -> Archive:
        return Archive(self._path, box=self._box)

    def _take(self, archive: Archive) -> None:
        marks = archive.marks()
        marked = {key: self._mark(archive, key, mark) for key, mark in marks.items()}
        kept = {key[:2]: self._kept.get(key[:2]) for key in marks}
        changed = [
            key
            for key, mark in marked.items()
            if (known := kept[key[:2]]) is None or known[0] != mark
        ]
        if not changed and len(kept) == len(self._kept):
            return
        for key, match in _read(archive, changed):
            mark = self._mark(archive, key, marks[key], match.played.game)
            kept[key[:2]] = (mark, Told(match, outcome(match)))
        self._kept = {place: one for place, one in kept.items() if one is not None}
        ordered = (self._kept.get(key[:2]) for key in in_order(marks))
        self._chronicle = Chronicle(tuple(one[1] for one in ordered if one is not None))

    def _mark(self, archive: Archive, key: Key, mark: Mark, game: str = "") -> Any:
        """Return what tells a match from what it is later; of some games all events count."""
        known = self._kept.get(key[:2])
        game = known[1].match.played.game if known is not None and not game else game
        if telling(game) is None:
            return mark
        last = (key.next_n or sys.maxsize) - 1
        return (*mark, archive.count(key.box, key.first_n, last))


@contextmanager
def _unseen() -> Iterator[None]:
    """Keep the garbage collector from what is read: it holds up everybody while it looks at it."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _read(archive: Archive, keys: list[Key]) -> Iterator[tuple[Key, StoredMatch]]:
    """Read some matches."""
    rows: Iterable[Row] = archive.told()
    if len(keys) <= MOST_ONE_BY_ONE:
        rows = chain.from_iterable(
            (row for row in archive.rows_of(key) if row.match == key.match and row.e in TELLING)
            for key in keys
        )
    wanted = {key[:2]: key for key in keys}
    for match in matches(rows):
        key = wanted.get((match.box, match.number))
        if key is not None:
            has_its_own = telling(match.played.game) is not None
            yield key, whole(archive, key) if has_its_own else match


def _skill(judges: Judges, match: StoredMatch, player: str) -> Mapping[Measure, Skill]:
    """Return luck and errors of the turns of a player in a match."""
    seats = {seat for seat, name in enumerate(match.played.names, start=1) if name == player}
    found: dict[Measure, Skill] = {}
    for judged in judges.judge(match, seats):
        for one in judged:
            found.setdefault(one.measure, Skill()).add(one)
    return found
