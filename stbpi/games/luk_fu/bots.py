"""Bots: how a seat plays that no person has, in three strengths.

A bot is handed what its seat sees, and a source of chance; it knows nothing else.

- simple: counts its old cards, plays at random, and throws away its lowest cards;
- middle: weighs what each play may win against what it costs;
- strong: guesses the hidden hands many times (`guess`), plays each choice out (`playout`), and
  takes the one that brings most.

Never: lists what is legal (`seen.choices` does), looks at a clock; the strong bot makes so many
guesses, and fewer where it is told that time is up.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random

from stbpi.games.luk_fu.cards import NO_CARDS, Cards, members, rank_of, together
from stbpi.games.luk_fu.guess import Guesser
from stbpi.games.luk_fu.outcome import payments
from stbpi.games.luk_fu.playout import NOTHING, calling_ended, imagined
from stbpi.games.luk_fu.public import Stage
from stbpi.games.luk_fu.rules import Strength
from stbpi.games.luk_fu.seen import Choice, Lay, Say, Seen, choices
from stbpi.games.luk_fu.sense import CALLS_FROM, least, promise, spot, worth

GUESSES = 24
"""So many guesses a choice of the strong bot takes: some tenths of a second."""

_MOST = 6
"""So many plays the strong bot looks at: those that the middle one thinks best."""

_ERRORS = 2.0
"""So many standard errors a mean may be too good."""

_SIMPLE_CALLS_FROM = 4
"""With so many old cards the simple bot calls."""


def choose(
    strength: Strength,
    seen: Seen,
    random: Random,
    *,
    guesses: int = GUESSES,
    may_go_on: Callable[[], bool] = lambda: True,
) -> Choice:
    """Choose for the seat on turn.

    Args:
        strength: how well.
        seen: what the seat sees; it is its turn.
        random: where chance comes from.
        guesses: how often the strong bot guesses the hidden hands.
        may_go_on: says whether there is time for another guess; the first is made in any case.
    """
    match strength:
        case Strength.SIMPLE:
            return _simple(seen, random)
        case Strength.MIDDLE:
            return _ranked(seen)[0]
        case Strength.STRONG:
            return _strong(seen, Guesser(seen, random), guesses, may_go_on)


def _simple(seen: Seen, random: Random) -> Choice:
    if seen.public.stage is Stage.CALLING:
        return Say.CALL if seen.old.bit_count() >= _SIMPLE_CALLS_FROM else Say.PASS
    if seen.may_claim:
        return Say.CLAIM
    able = choices(seen)
    if _must_discard(able):
        order = sorted(members(seen.hand), key=rank_of)
        size = _size_of(able)
        return Lay(together(order[:size]), face_up=False)
    return random.choice(able)


def _ranked(seen: Seen) -> list[Choice]:
    """List the choices that are worth a thought, the best first."""
    if seen.public.stage is Stage.CALLING:
        say = _call(seen)
        return [say, Say.PASS if say is Say.CALL else Say.CALL]
    able = choices(seen)
    if _must_discard(able):
        lost = least(seen.hand, seen.public.face_up, _size_of(able))
        lowest = sorted(members(seen.hand), key=rank_of)[: _size_of(able)]
        ways = dict.fromkeys((lost, together(lowest)))
        return [Lay(cards, face_up=False) for cards in ways]
    said = [one for one in able if isinstance(one, Say)]
    plays = [one for one in able if isinstance(one, Lay)]
    here = spot(seen)
    return [*said, *sorted(plays, key=lambda one: worth(here, one.cards), reverse=True)]


def _strong(seen: Seen, guesser: Guesser, guesses: int, may_go_on: Callable[[], bool]) -> Choice:
    able = _ranked(seen)[:_MOST]
    if len(able) == 1:
        return able[0]
    got: dict[Choice, list[int]] = {choice: [] for choice in able}
    for made in range(guesses):
        if made and not may_go_on():
            break
        hands = guesser.hands()
        for choice, gains in got.items():
            gains.append(_played_out(seen, choice, hands))
    if able[0] is Say.CLAIM:
        return max(able, key=lambda choice: _surely(got[choice]))
    return max(able, key=lambda choice: sum(got[choice]))


def _surely(gains: list[int]) -> float:
    """Return what a choice brings at least, by all likelihood: a claim is not given up for less."""
    count = len(gains)
    mean = sum(gains) / count
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / count)
    return mean - _ERRORS * spread / sqrt(count)


def _played_out(seen: Seen, choice: Choice, hands: tuple[Cards, ...]) -> int:
    """Return what a choice brings the seat if the hands are these."""
    public = seen.public
    at = seen.seat - 1
    match choice:
        case Say.CLAIM:
            return payments(seen.seat, seen.fu_to_claim, public.caller)[at]
        case Lay(cards=cards, face_up=face_up):
            deal = imagined(public, hands)
            deal.play(cards, face_up=face_up)
        case _:
            called = calling_ended(public.called(is_call=choice is Say.CALL), hands)
            if called is None:
                return NOTHING[at]
            deal = imagined(called, hands)
    return deal.end()[at]


def _call(seen: Seen) -> Say:
    return Say.CALL if promise(seen.hand, NO_CARDS) >= CALLS_FROM else Say.PASS


def _must_discard(able: tuple[Choice, ...]) -> bool:
    return isinstance(able[0], Lay) and not able[0].face_up


def _size_of(able: tuple[Choice, ...]) -> int:
    return able[0].cards.bit_count() if isinstance(able[0], Lay) else 0
