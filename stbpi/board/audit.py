"""What a landlord wants to know of an evening on a box: what was counted, and what else happened.

Counted is by `books.audits`, as if the evening were all that there is; dice and cards are checked
by `history.checked`, as far as their bytes are revealed.

Never: writes a page. Keep: more than people play in an evening is not read, and that is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice

from stbpi.books.audits import AuditFold, audits
from stbpi.books.counts import Audits
from stbpi.collector.database import Row
from stbpi.collector.played import Played
from stbpi.dice.report import Findings
from stbpi.games.events import (
    Bounced,
    Cleared,
    Event,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    OperatorEntered,
    OperatorRefused,
    Refused,
    Resumed,
    RulesChanged,
    SettingChanged,
    Undone,
    public,
)
from stbpi.games.game import Prompt
from stbpi.history import days
from stbpi.history.archive import Archive
from stbpi.history.checked import fact, findings
from stbpi.history.matches import decoded
from stbpi.journal.recorded import Recorded

MOST_EVENTS = 30_000
"""Events of an evening that are read of a box."""

WORN_MS = 25
"""A contact that bounces for so long is told of."""

Besides = (
    Bounced
    | Cleared
    | Fault
    | FaultCleared
    | MatchEnded
    | MatchSetAside
    | OperatorEntered
    | OperatorRefused
    | Refused
    | Resumed
    | RulesChanged
    | SettingChanged
    | Undone
)
"""What is told of, if it is worth it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """Something that has happened besides the play.

    Attributes:
        n: the number of its event.
        match: the number of the match; 0 before the first.
        wall: when it was, in epoch seconds; `None` if the clock was unknown.
        event: it; a setting that must stay on the box is hidden.
        player: whose turn it was, or who is meant; empty if nobody.
    """

    n: int
    match: int
    wall: int | None
    event: Besides
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """An evening on a box.

    Attributes:
        box: its name.
        audits: what was counted; `ever` is the evening.
        happened: what has happened besides, in order.
        checked: what a check of dice and cards has found.
        starts: how often the program has started.
        unread: events that can't be read.
        is_cut: there were more events than are read.
    """

    box: str
    audits: Audits
    happened: tuple[Happened, ...]
    checked: Findings
    starts: int
    unread: int
    is_cut: bool


def evening(archive: Archive, day: date) -> list[Audit]:
    """Return what has happened on an evening, box by box."""
    since, until = days.bounds(day)
    found = []
    for box in archive.boxes():
        numbers = archive.between(box, since, until)
        if numbers is not None:
            first, last = numbers
            rows = archive.rows(box, after=first - 1, before=last + 1)
            found.append(_audit(box, [*islice(rows, MOST_EVENTS + 1)]))
    return found


def _audit(box: str, rows: list[Row]) -> Audit:
    fold = AuditFold()
    ledger, played = fold.start(), Played()
    if rows and rows[0].e != Resumed.e:
        ledger.last_t = rows[0].t  # the box was on before
    happened: list[Happened] = []
    unread = 0
    for row in rows[:MOST_EVENTS]:
        event = decoded(row)
        if event is None:
            unread += 1
            continue
        recorded = Recorded(
            n=row.n, boot=row.boot, match=row.match, t=row.t, wall=row.wall, event=event
        )
        try:
            ledger = fold.step(ledger, recorded)
        except (ValueError, ArithmeticError, LookupError):  # wild numbers
            unread += 1
            continue
        if isinstance(event, MatchStarted):
            played = Played(number=row.match)
        happened += _worth_it(row, event, played)
        played.take(event)
    return Audit(
        box=box,
        audits=audits(ledger),
        happened=tuple(_once(happened)),
        checked=findings(box, (one for row in rows if (one := fact(row)) is not None)),
        starts=sum(isinstance(one.event, Resumed) for one in happened),
        unread=unread,
        is_cut=len(rows) > MOST_EVENTS,
    )


def _worth_it(row: Row, event: Event, played: Played) -> Iterator[Happened]:
    """Tell of an event if it is none of those that the play consists of."""
    match event:
        case Refused(code=code) if code != Prompt.RAISE:
            return
        case Bounced(ms=ms) if ms < WORN_MS:
            return
        case MatchEnded(why=why) if why != STOPPED:
            return
        case Undone(player=int(seat)):
            player = played.name(seat)
        case Refused() | RulesChanged() | MatchSetAside() if played.player:
            player = played.name(played.player)
        case _:
            player = ""
    told = public(event)
    if isinstance(told, Besides):
        yield Happened(n=row.n, match=row.match, wall=row.wall, event=told, player=player)


STOPPED = "stopped"
"""Why a match has ended that was not played to its end."""


def _once(happened: Iterable[Happened]) -> Iterator[Happened]:
    """Leave out complaints that say the same once more."""
    before: Besides | None = None
    for one in happened:
        if not isinstance(one.event, Refused) or one.event != before:
            yield one
        before = one.event
