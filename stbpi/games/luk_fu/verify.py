"""Checking a log: were the cards those that the box had committed to, and played as they were?

The events of one box are gone through in the order of their numbers. Once the bytes of a deal are
revealed they must be those that were committed to, and the deal is played over again from them
(`played_again`). What people may do at any time (tiles, presses, settings) is not looked at.

Never: reads a file; says more than the log does where lines are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from stbpi.errors import JournalError
from stbpi.games import events
from stbpi.games.events import (
    BY_NAME,
    Called,
    CardsPlayed,
    Claimed,
    DealCommitted,
    DealRevealed,
    Dealt,
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    Paid,
    PlayerSeated,
    RoundEnded,
)
from stbpi.games.game import NO_TILES
from stbpi.games.hidden import Checked, Fact, Problem
from stbpi.games.luk_fu import deal
from stbpi.games.luk_fu.decide import NAME
from stbpi.games.luk_fu.match import State, evolve, new, with_secret
from stbpi.games.luk_fu.played_again import Line, Misfit, Wrong, played_again
from stbpi.games.luk_fu.public import SEATS
from stbpi.language import Message, message

if TYPE_CHECKING:
    from stbpi.games.hidden import Checker

PROVES = message("no card was changed after it was dealt")

_OF_DEALS = (DealCommitted, Called, CardsPlayed, Claimed, DealRevealed, Dealt)
_OF_MATCHES = (
    *(MatchStarted, PlayerSeated, Paid, RoundEnded),
    *(MatchEnded, MatchSetAside, MatchContinued),
)

TOLD = frozenset(kind.e for kind in (*_OF_DEALS, *_OF_MATCHES))


class Why(StrEnum):
    """Why deals can't be checked; the values are public."""

    HIDDEN = "hidden"
    LOST = "lost"
    CUT = "cut"
    BY_HAND = "by_hand"
    REAL = "real"


WRONG: Mapping[Wrong, Message] = {
    Wrong.BYTES: message(
        "the bytes of deal {deal} that were revealed are not those that were committed to"
    ),
    Wrong.KNOWN: message("the bytes of an earlier deal were used again for deal {deal}"),
    Wrong.ORDER: message("deal {logged} stands where deal {expected} should"),
    Wrong.TWICE: message("deal {deal} stands there twice"),
    Wrong.MASTER: message("player {logged} is Master of deal {deal}, and should be {expected}"),
    Wrong.HAND: message("event {n} says that {logged} were dealt, and should say {expected}"),
    Wrong.FACE_DOWN: message("what event {n} says to lie face down can't lie there"),
    Wrong.NOT_HELD: message("event {n} tells of cards that this player was not dealt"),
    Wrong.RULES: message("what event {n} tells could not be done then"),
    Wrong.RESULT: message("event {n} does not follow from what was played"),
    Wrong.EARLY: message("deal {deal} was revealed before it was over"),
    Wrong.LATE: message("the commitment came after deal {deal} had begun"),
    Wrong.UNCOMMITTED: message("event {n} is of cards that nothing was committed to"),
    Wrong.MISSING: message("lines of deal {deal} are missing"),
    Wrong.FORM: message("event {n} makes no sense"),
}

WHY: Mapping[str, Message] = {
    Why.HIDDEN: message("the bytes are not revealed yet"),
    Why.LOST: message("the bytes were never revealed"),
    Why.CUT: message("the beginning of the deal is not in the log"),
    Why.BY_HAND: message("the cards were laid by hand"),
    Why.REAL: message("played with real cards"),
}

_STANDS_ALONE = frozenset({Wrong.HAND, Wrong.NOT_HELD, Wrong.MASTER, Wrong.ORDER})
"""What is wrong whatever stood in lines that are missing."""


@dataclass(slots=True, kw_only=True)
class _Deal:
    """A deal that was committed to.

    Attributes:
        n, at: of the commitment.
        before: the match when it came.
        secret: the bytes that were revealed; `None` as long as none were, or they are false.
        is_false: they are.
        lines: what was told behind the commitment.
        has_gap: lines are missing since then.
    """

    n: int
    at: int
    committed: DealCommitted
    before: State
    secret: bytes | None = None
    is_false: bool = False
    lines: list[Line] = field(default_factory=list)
    has_gap: bool = False

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(line.event, kind) for line in self.lines)


class _Match:
    """One match that is being checked.

    Args:
        known: the commitments whose bytes were revealed before it.

    Attributes:
        is_ours: it is of this game.
    """

    def __init__(self, known: set[str]) -> None:
        self.is_ours = False
        self._known = known
        self._is_whole = False
        self._is_of_another = False
        self._has_bots = False
        self._state = new(NO_TILES)
        self._deal: _Deal | None = None
        self._n: int | None = None
        self._has_gap = False
        self._is_cut = False
        self._fit = 0
        self._unchecked: dict[str, int] = {}
        self._problems: list[Problem] = []

    def take(self, fact: Fact) -> None:
        if self._n is not None and fact.n != self._n + 1:
            self._has_gap = True
            if self._deal is not None:
                self._deal.has_gap = True
        self._n = fact.n
        if fact.e not in TOLD:
            return
        is_own = issubclass(BY_NAME[fact.e], _OF_DEALS)
        self.is_ours = self.is_ours or is_own
        event = _decoded(fact)
        if event is not None:
            self._take(fact, event)
        elif fact.e == MatchStarted.e:
            self._is_of_another = True
        if self.is_ours and (event is None or (is_own and self._is_of_another)):
            self._problem(Wrong.FORM, fact.n)

    def checked(self, *, is_last: bool, ends_log: bool) -> Checked:
        """Return what has become of it.

        Args:
            is_last: no other match was started.
            ends_log: nothing stands in the log behind it.
        """
        now = self._deal
        may_go_on = is_last and now is not None and not now.count(MatchEnded)
        self._close(Why.HIDDEN if may_go_on else Why.LOST, ends_log=ends_log)
        return Checked(
            deals=self._fit,
            unchecked=tuple(self._unchecked.items()),
            problem=min(self._problems, key=lambda problem: problem.n, default=None),
        )

    def _take(self, fact: Fact, event: Event) -> None:
        match event:
            case MatchStarted():
                self._is_whole = True
                self.is_ours = event.game == NAME
                self._is_of_another = not self.is_ours
            case PlayerSeated():
                self._has_bots = self._has_bots or event.bot is not None
            case DealCommitted():
                self._committed(fact, event)
            case _ if self._deal is not None:
                self._in_deal(self._deal, fact, event)
            case RoundEnded() if self.is_ours:
                self._count(Why.REAL)
            case Called() | CardsPlayed() | Claimed() | DealRevealed() | Dealt():
                self._outside(fact, event)
            case _:
                pass

    def _committed(self, fact: Fact, event: DealCommitted) -> None:
        now = self._deal
        if now is not None and now.committed.sha == event.sha:
            self._problem(Wrong.TWICE, fact.n, now.committed.deal)
            return
        self._close(Why.LOST)
        before, number = self._state, event.deal
        if before.ended is not None or not 1 <= event.master <= SEATS or number < 1:
            self._problem(Wrong.FORM, fact.n, number)
            return
        if event.sha in self._known:
            self._problem(Wrong.KNOWN, fact.n, number)
        if (self._is_whole or before.deals) and number != before.deals + 1:
            self._problem(Wrong.ORDER, fact.n, number, number, before.deals + 1)
        master = before.public.master
        if master and event.master != master:
            self._problem(Wrong.MASTER, fact.n, number, event.master, master)
        self._deal = _Deal(n=fact.n, at=fact.at, committed=event, before=before)
        self._state = evolve(before, event)

    def _in_deal(self, now: _Deal, fact: Fact, event: Event) -> None:
        number = now.committed.deal
        if isinstance(event, DealRevealed):
            if now.secret is not None or now.is_false:
                self._problem(Wrong.TWICE, fact.n, number)
                return
            self._revealed(now, fact, event)
        elif isinstance(event, _OF_DEALS) and fact.at < now.at:
            self._problem(Wrong.LATE, now.n, number)
        now.lines.append(Line(fact.n, event))
        if now.count(Dealt) == SEATS:
            self._close(Why.LOST)

    def _revealed(self, now: _Deal, fact: Fact, event: DealRevealed) -> None:
        secret = _bytes(event)
        if deal.commitment(secret) != now.committed.sha or not deal.is_secret(secret):
            now.is_false = True
            self._problem(Wrong.BYTES, fact.n, now.committed.deal)
            return
        now.secret = secret
        self._known.add(now.committed.sha)

    def _outside(self, fact: Fact, event: Event) -> None:
        """Take an event of cards behind no commitment."""
        begins_in_the_middle = not self._is_whole and not self._state.deals
        if begins_in_the_middle or self._has_gap:
            self._is_cut = True
            if isinstance(event, DealRevealed):
                self._known.add(deal.commitment(_bytes(event)))
                if not begins_in_the_middle:
                    self._problem(Wrong.MISSING, fact.n, event.deal)
        elif isinstance(event, DealRevealed | Dealt) and self._state.deals:
            self._problem(Wrong.TWICE, fact.n)
        elif self._has_bots or not isinstance(event, Called | Claimed):
            self._problem(Wrong.UNCOMMITTED, fact.n)

    def _close(self, why: Why, *, ends_log: bool = False) -> None:
        """Judge the deal, if there is one; one whose bytes are not known is counted.

        Args:
            why: that is so.
            ends_log: nothing stands in the log behind it.
        """
        now, self._deal = self._deal, None
        if self._is_cut:
            self._count(Why.CUT)
        self._is_cut = self._has_gap = False
        if now is None:
            return
        number = now.committed.deal
        if now.secret is None:
            if now.count(Dealt) and not now.is_false:
                self._problem(Wrong.MISSING, now.lines[-1].n, number)
            self._count(why)
            return
        try:
            self._state = self._followed(now, now.secret, ends_log=ends_log)
        except Misfit as misfit:
            is_gap = now.has_gap and misfit.wrong not in _STANDS_ALONE
            wrong = Wrong.MISSING if is_gap else misfit.wrong
            self._problem(wrong, misfit.n, number, misfit.logged, misfit.expected)
            return
        if len(now.secret) > deal.SECRET_BYTES:
            self._count(Why.BY_HAND)
        else:
            self._fit += 1

    def _followed(self, now: _Deal, secret: bytes, *, ends_log: bool) -> State:
        """Return the match after a deal; raises `Misfit` if that is not so."""
        first = self._is_whole and not now.before.public.master
        master, told = deal.dealt(secret).master, now.committed.master
        if first and told != master:
            raise Misfit(Wrong.MASTER, now.n, told, master)
        begun = with_secret(evolve(now.before, now.committed), secret)
        played = played_again(begun, now.lines, ends_log=ends_log)
        if now.has_gap and not played.is_complete:
            raise Misfit(Wrong.MISSING, now.lines[-1].n)
        return played.state

    def _count(self, why: Why) -> None:
        self._unchecked[why.value] = self._unchecked.get(why.value, 0) + 1

    def _problem(
        self, wrong: Wrong, n: int, number: int = 0, logged: object = "", expected: object = ""
    ) -> None:
        number = number or self._state.deals
        values = (
            ("n", n),
            ("deal", number),
            ("logged", str(logged)),
            ("expected", str(expected)),
        )
        self._problems.append(
            Problem(
                wrong=wrong.value,
                n=n,
                deal=number,
                logged=str(logged),
                expected=str(expected),
                words=replace(WRONG[wrong], values=values),
            )
        )


class _Checker:
    """Checks the matches of one box."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._matches: dict[int, _Match] = {}
        self._newest: Fact | None = None

    def take(self, fact: Fact) -> None:
        before = self._newest
        if before is not None and before.n == fact.n:
            return  # told twice, and another one; that is found whatever the game is
        self._newest = fact
        if fact.match not in self._matches:
            self._matches[fact.match] = _Match(self._known)
        self._matches[fact.match].take(fact)

    def checked(self) -> Mapping[int, Checked]:
        last = max(self._matches, default=0)
        newest = self._newest.match if self._newest is not None else 0
        return {
            number: it.checked(is_last=number == last, ends_log=number == newest)
            for number, it in self._matches.items()
            if number and it.is_ours
        }


def checker() -> Checker:
    return _Checker()


def _decoded(fact: Fact) -> Event | None:
    """Return an event without what a newer box may tell besides; `None` if it makes no sense."""
    known = {one.name for one in fields(BY_NAME[fact.e])}
    try:
        return events.decode(fact.e, {k: v for k, v in fact.members.items() if k in known})
    except JournalError:
        return None


def _bytes(event: DealRevealed) -> bytes:
    try:
        return bytes.fromhex(event.bytes)
    except ValueError:
        return b""
