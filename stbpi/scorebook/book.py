"""The score book: any number of sheets in one file, each opened by a secret that nobody guesses.

A sheet is the one of `stbpi score` (`stbpi.score.Sheet`), with its events kept in the book's file.
Sheets that were used last stay in memory; whether they are still as they were is asked of the file
each time, so that two programs may keep the same book.

Never: writes for who only looks; deletes a sheet. Keep: an entry is on the disk before it is
answered, and one that has been taken is never taken again.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

from stbpi.clock import Clock
from stbpi.errors import NotAllowedError, RulesError, StbError
from stbpi.forgotten.names import Names
from stbpi.games.events import (
    Event,
    MatchEnded,
    MatchStarted,
    RulesChanged,
    TurnEnded,
    Undone,
)
from stbpi.games.shut_the_box import State, sheet
from stbpi.games.shut_the_box.tally import MatchWhy
from stbpi.journal.recorded import Recorded
from stbpi.language import _, counted, number
from stbpi.score import Sheet
from stbpi.scorebook.entries import Again, ChangedRule, NewSheet, Sent
from stbpi.scorebook.store import Store

TOKEN_BYTES = 16
MOST_AN_HOUR = 60
MOST_SHEETS = 20_000
MOST_EVENTS = 1000
"""Of one match; twelve players need 520 for twenty rounds."""

MOST_MATCHES = 500
"""Of one sheet."""

KEPT = 40
"""Sheets that stay in memory."""

HOUR_S = 3600


class NoSheet(StbError):
    """There is no sheet that this secret opens, or no match of this number on it."""


class NoMore(StbError):
    """No more sheets can be made.

    Attributes:
        wait_s: after so many seconds it may be tried again; 0 if that does not help.
    """

    def __init__(self, what: str, do: str, *, wait_s: int) -> None:
        self.wait_s = wait_s
        super().__init__(what, do)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A match on a sheet.

    Attributes:
        n: the number of its newest event.
        match: its number on the sheet, from 1.
        matches: how many there are.
        state: as the game has it.
        before: the same before the house rule was changed, if that was the last entry.
    """

    n: int
    match: int
    matches: int
    state: State
    before: State | None


class Kept:
    """A sheet in memory; its events are kept in the store.

    Attributes:
        n, boot, match: the numbers of its newest event.
        sheet: with its last match.
        before: as in `Seen`.
    """

    def __init__(self, store: Store, box: str, clock: Clock, *, ours: int | None) -> None:
        """Read a sheet.

        Args:
            ours: the number of the start of the program that this one has written it with.
        """
        self._store = store
        self.box = box
        self.n, last, self.match = store.last(box)
        self.boot = last if last == ours else last + 1
        match = [one.event for one in store.match(box, self.match)]
        self.events = len(match)
        self.sheet = Sheet(self, clock, match)
        self.before = _before(match)

    def record(self, events: Iterable[Event], *, t: int, wall: int | None) -> None:
        """Keep events with numbers as a journal gives them."""
        for event in events:
            is_first = isinstance(event, MatchStarted)
            match = self.match + is_first
            one = Recorded(n=self.n + 1, boot=self.boot, match=match, t=t, wall=wall, event=event)
            self._store.add(self.box, [one])
            self.n, self.match = one.n, match
            self.events = 1 if is_first else self.events + 1

    def sync(self) -> None:
        """What was recorded is on the disk when the `Store.writing` around it ends."""


class Book:
    """The sheets of a file; may be asked from several threads.

    Args:
        path: the file.
        clock: tells the time of the entries.
        now: returns the time in epoch seconds.

    Raises:
        CollectionError: from any method: the file can't be used; what was taken before stays.
    """

    def __init__(self, path: Path, clock: Clock, now: Callable[[], float]) -> None:
        self._store = Store(path)
        self._names = Names(path)
        self._clock = clock
        self._now = now
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._boots: dict[str, int] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._lock:
            self._store.close()

    def check(self) -> None:
        """Do nothing but find out whether sheets can be kept."""
        with self._at_the_file():
            self._store.check()

    def make(self, wanted: NewSheet) -> str:
        """Make a sheet, and return the secret that opens it.

        Raises:
            NoMore: there are too many.
            RulesError: its rules can't be played.
        """
        with self._at_the_file(), self._store.writing():
            if token := self._store.made_by(wanted.id):
                return token
            self._refuse_too_many()
            token = secrets.token_urlsafe(TOKEN_BYTES)
            kept = self._read(self._store.make(token, wanted.id, int(self._now())))
            kept.sheet.start(wanted.start)
            return token

    def look(self, token: str, match: int = 0) -> Seen:
        """Return a match of a sheet; by default its last one.

        Raises:
            NoSheet: there is none.
        """
        with self._at_the_file():
            self._refuse_where_nothing_is()
            kept = self._opened(token)
            if match in (0, kept.match):
                return self._seen(kept)
            found = self._store.match(kept.box, match) if match > 0 else []
            if not found:
                raise NoSheet(_("There is no such match on this sheet."))
            state = self._named(_folded([one.event for one in found]))
            return Seen(n=found[-1].n, match=match, matches=kept.match, state=state, before=None)

    def enter(self, token: str, sent: Sent) -> Seen:
        """Take an entry; one that was taken already changes nothing.

        Raises:
            NoSheet: there is none.
            NotAllowedError: it can't be done now.
            RulesError: the entry or the rule is impossible.
        """
        with self._at_the_file():
            self._refuse_where_nothing_is()
            with self._store.writing():
                return self._taken(token, sent)

    def _taken(self, token: str, sent: Sent) -> Seen:
        kept = self._opened(token)
        if self._store.has_taken(kept.box, sent.id):
            return self._seen(kept)
        if sent.match != kept.match:
            raise NotAllowedError("late", _("Another match has begun on this sheet."))
        state: State = kept.sheet.state
        sent.entry.refuse_if_late(self._named(state))
        _refuse_if_full(kept, is_new=isinstance(sent.entry, Again))
        n = kept.n
        if isinstance(sent.entry, Again):
            kept.sheet.again()
        else:
            kept.sheet.enter(sent.entry.words)
        if kept.n != n:
            kept.before = state if isinstance(sent.entry, ChangedRule) else None
        self._store.take(kept.box, sent.id)
        return self._seen(kept)

    def _seen(self, kept: Kept) -> Seen:
        return Seen(
            n=kept.n,
            match=kept.match,
            matches=kept.match,
            state=self._named(kept.sheet.state),
            before=self._named(kept.before) if kept.before is not None else None,
        )

    def _named(self, state: State) -> State:
        """Return a match with the names that are shown."""
        names = self._names.safely()
        return replace(state, names=tuple(map(names.shown, state.names))) if names else state

    def _refuse_where_nothing_is(self) -> None:
        if not self._store.is_there():
            raise NoSheet(_("There is no such score sheet."))

    def _refuse_too_many(self) -> None:
        if self._store.count(int(self._now()) - HOUR_S) >= MOST_AN_HOUR:
            what = _("{sheets} were begun within an hour; more are not taken.")
            what = what.format(sheets=_sheets(MOST_AN_HOUR))
            raise NoMore(what, _("Try again later."), wait_s=HOUR_S // 6)
        if self._store.count() >= MOST_SHEETS:
            what = _("There are {sheets} already; more are not taken.")
            do = _("Whoever runs the board can name another file with {option}.")
            what = what.format(sheets=_sheets(MOST_SHEETS))
            raise NoMore(what, do.format(option="--sheets"), wait_s=0)

    def _opened(self, token: str) -> Kept:
        box = self._store.box_of(token)
        if not box:
            raise NoSheet(_("There is no such score sheet."))
        kept = self._kept.get(box)
        if kept is not None and kept.n == self._store.last(box).n:
            self._kept.move_to_end(box)
            return kept
        return self._read(box)

    def _read(self, box: str) -> Kept:
        kept = Kept(self._store, box, self._clock, ours=self._boots.get(box))
        self._boots[box] = kept.boot
        self._kept[box] = kept
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept

    @contextmanager
    def _at_the_file(self) -> Iterator[None]:
        """Be the only one at the file; what fails there is read anew."""
        with self._lock:
            if not self._store.is_still_there():
                self._store.close()
                self._kept.clear()
            try:
                yield
            except (NoSheet, NoMore, NotAllowedError, RulesError):
                raise  # nothing was done
            except BaseException:
                self._store.close()
                self._kept.clear()
                raise


def _refuse_if_full(kept: Kept, *, is_new: bool) -> None:
    if kept.match >= MOST_MATCHES if is_new else kept.events >= MOST_EVENTS:
        raise NotAllowedError("full", _("This sheet is full."), _("Begin another one."))


def _folded(events: Iterable[Event]) -> State:
    return reduce(sheet.evolve, events, sheet.new())


def _before(match: Sequence[Event]) -> State | None:
    """Return how a match stood before a house rule was changed, if that was its last entry."""
    for at in range(len(match) - 1, -1, -1):
        match match[at]:
            case RulesChanged():
                return _folded(match[:at])
            case TurnEnded() | Undone() | MatchEnded(why=MatchWhy.STOPPED):
                return None
            case _:
                pass
    return None


def _sheets(n: int) -> str:
    return str(counted("{sheets} sheet", "{sheets} sheets", n, sheets=number(n)))
