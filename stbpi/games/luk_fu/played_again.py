"""A deal played over again: does a log tell of it what the game tells?

With the bytes of a deal everything in it follows from what the players chose. So each call, play
and claim of the log is given to the game, and what the log tells must be, event by event, what
the game tells then: hands, what lies face down, what was allowed, who has won, and who pays.

Never: reads a log; knows what is missing in it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from stbpi.errors import NotAllowedError
from stbpi.games.events import (
    Called,
    CardsPlayed,
    Claimed,
    DealRevealed,
    Dealt,
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    Paid,
)
from stbpi.games.game import Choose, EndMatch
from stbpi.games.luk_fu import deal
from stbpi.games.luk_fu.cards import PACK, read, without, written
from stbpi.games.luk_fu.decide import decide, reveal
from stbpi.games.luk_fu.match import State, evolve, seen
from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.public import Stage
from stbpi.games.luk_fu.seen import Say, choices


class Wrong(StrEnum):
    """What does not fit; the values are public."""

    BYTES = "bytes"
    KNOWN = "known"
    ORDER = "order"
    TWICE = "twice"
    MASTER = "master"
    HAND = "hand"
    FACE_DOWN = "face_down"
    NOT_HELD = "not_held"
    RULES = "rules"
    RESULT = "result"
    EARLY = "early"
    LATE = "late"
    UNCOMMITTED = "uncommitted"
    MISSING = "missing"
    FORM = "form"


class Misfit(Exception):
    """Something that the log tells otherwise than the game.

    Attributes:
        wrong: what.
        n: number of the event that shows it.
        logged, expected: what was logged, and what it should have been.
    """

    def __init__(self, wrong: Wrong, n: int, logged: object = "", expected: object = "") -> None:
        super().__init__(wrong)
        self.wrong, self.n = wrong, n
        self.logged, self.expected = str(logged), str(expected)


@dataclass(frozen=True, slots=True)
class Line:
    """An event of a deal, and its number in the log."""

    n: int
    event: Event


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """What a deal was, played over again.

    Attributes:
        state: the match after it.
        is_complete: all cards were laid, or all have passed: no choice can be missing.
    """

    state: State
    is_complete: bool


def played_again(state: State, told: Iterable[Line], *, ends_log: bool) -> PlayedAgain:
    """Play a deal over again.

    Args:
        state: the match when its cards were dealt; the secret is known.
        told: what the log tells of it.
        ends_log: nothing stands in the log behind it, so that its very end may be cut off.

    Raises:
        Misfit: the log tells something that can't be so; the first such thing.
    """
    lines = deque(told)
    is_aside = is_complete = False
    while lines:
        first = lines[0]
        if isinstance(first.event, MatchSetAside | MatchContinued):
            is_aside = isinstance(lines.popleft().event, MatchSetAside)
            continue
        for wanted in _follows(state, first, is_aside=is_aside):
            if not lines and ends_log and isinstance(wanted, Dealt):
                break
            if not lines:
                raise Misfit(Wrong.MISSING, first.n)
            line = lines.popleft()
            if line.event != wanted:
                raise _differs(line, wanted)
            if isinstance(wanted, DealRevealed):
                is_complete = state.public.stage is Stage.OVER
            state = evolve(state, wanted)
    return PlayedAgain(state, is_complete)


def _follows(state: State, line: Line, *, is_aside: bool) -> tuple[Event, ...]:
    """Return the event of a line, and what follows from it, as the game tells it."""
    match line.event:
        case Called() | CardsPlayed() | Claimed() as event:
            return _chosen(state, line.n, event)
        case MatchEnded(why=MatchWhy.STOPPED) if state.ended is None:
            return decide(state, EndMatch())
        case DealRevealed() if is_aside:
            return reveal(state)
        case DealRevealed():
            raise Misfit(Wrong.EARLY, line.n)
        case Paid() | MatchEnded():
            raise Misfit(Wrong.RESULT, line.n)
        case _:
            raise Misfit(Wrong.FORM, line.n)


def _chosen(state: State, n: int, event: Called | CardsPlayed | Claimed) -> tuple[Event, ...]:
    """Return what the game tells when a player chooses what the log says."""
    seat = event.player
    if seat != state.public.turn or state.ended is not None:
        raise Misfit(Wrong.RULES, n)
    wrong, plays_on = Wrong.RULES, False
    match event:
        case CardsPlayed(face_up=True):
            what = event.cards
            plays_on = Say.CLAIM in choices(seen(state, seat))
            if not _was_dealt(state, seat, what):
                raise Misfit(Wrong.NOT_HELD, n)
        case CardsPlayed():
            what, wrong = _face_down(state, event), Wrong.FACE_DOWN
        case Called():
            what = event.what
        case Claimed():
            what = Say.CLAIM.value
    try:
        return decide(state, Choose(seat=seat, what=what, plays_on=plays_on))
    except NotAllowedError as exc:
        raise Misfit(wrong, n) from exc


def _was_dealt(state: State, seat: int, names: str) -> bool:
    try:
        return not without(read(names), state.dealt[seat - 1])
    except ValueError:
        return False


def _face_down(state: State, event: CardsPlayed) -> str:
    """Return the names of cards that lie face down; nothing if they can't be any."""
    sealed = event.sealed if event.sealed is not None else -1
    if not 0 <= sealed <= PACK:
        return ""
    return written(deal.opened(state.secret, len(state.public.laid), sealed))


def _differs(line: Line, wanted: Event) -> Misfit:
    """Return what is wrong with a line that should tell another event."""
    match line.event, wanted:
        case Dealt() as told, Dealt() if told.player == wanted.player:
            if told.cards == wanted.cards:
                return Misfit(Wrong.FACE_DOWN, line.n, told.face_down, wanted.face_down)
            return Misfit(Wrong.HAND, line.n, told.cards, wanted.cards)
        case DealRevealed() as told, DealRevealed() if told.deal != wanted.deal:
            return Misfit(Wrong.ORDER, line.n, told.deal, wanted.deal)
        case _ if type(line.event) is not type(wanted) or isinstance(
            wanted, Claimed | Paid | MatchEnded
        ):
            return Misfit(Wrong.RESULT, line.n)
        case _:
            return Misfit(Wrong.FORM, line.n)
