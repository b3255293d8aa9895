"""What a hand promises, and how likely a play wins: the common sense of the bots.

Numbers are fu, or chances; they are estimates, and nothing but bots relies on them.

Never: lists a play; what is legal says `plays`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from stbpi.games.luk_fu.cards import IN_SUIT, PACK, Cards, Suit, in_suit, members, rank_of, without
from stbpi.games.luk_fu.plays import NEEDED, beating, old_cards
from stbpi.games.luk_fu.public import SEATS
from stbpi.games.luk_fu.seen import Seen

_OF_A_GROUP = 0.35
"""What each card of a set or run is worth, since they may win together."""

_OF_A_RANK = 0.03
"""What a rank is worth, since higher cards win more often."""

_OF_THE_LEAD = 0.6
"""What it is worth to lead next."""

_OF_WINNING = 8.0
"""What it is worth to be able to claim."""

CALLS_FROM = 7.5
"""A hand that promises so many fu is called with."""


def _in_runs(ranks: int) -> int:
    """Count the cards of a suit that stand in a run of three or more."""
    starts = ranks & ranks >> 1 & ranks >> 2
    return (starts | starts << 1 | starts << 2).bit_count()


_IN_RUNS = tuple(_in_runs(ranks) for ranks in range(1 << IN_SUIT))
_RANK_SUMS = tuple(
    sum(rank + 1 for rank in range(IN_SUIT) if ranks >> rank & 1) for ranks in range(1 << IN_SUIT)
)


def promise(hand: Cards, face_up: Cards) -> float:
    """Estimate how many fu a hand will bring."""
    suits = tuple(in_suit(hand, suit) for suit in Suit)
    coins, strings, myriads, tens = suits
    triples = (coins & strings & (myriads | tens)) | (myriads & tens & (coins | strings))
    grouped = sum(_IN_RUNS[ranks] for ranks in suits) + 3 * triples.bit_count()
    high = sum(_RANK_SUMS[ranks] for ranks in suits)
    return old_cards(hand, face_up).bit_count() + _OF_A_GROUP * grouped + _OF_A_RANK * high


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a player stands who weighs his plays.

    Attributes:
        hand: what he holds.
        fu: what he has won.
        face_up: what was played face up.
        hidden: the cards of which he doesn't know where they are.
        others: how many of them the two others hold together.
        to_come: how many of the others play after him in this trick.
    """

    hand: Cards
    fu: int
    face_up: Cards
    hidden: Cards
    others: int
    to_come: int


def spot(seen: Seen) -> Spot:
    """Return where a seat stands."""
    public = seen.public
    known = reduce(or_, (*seen.laid_down, public.face_up), seen.hand)
    return Spot(
        hand=seen.hand,
        fu=seen.fu,
        face_up=public.face_up,
        hidden=without(PACK, Cards(known)),
        others=sum(public.counts) - public.counts[seen.seat - 1],
        to_come=SEATS - 1 - len(public.trick),
    )


def chance(here: Spot, play: Cards) -> float:
    """Estimate how likely a play that is the best one now wins its trick."""
    beats = beating(here.hidden, play)
    if not beats or not here.to_come:
        return 1.0
    share = here.others / 2 / here.hidden.bit_count()
    return float((1.0 - share ** play.bit_count()) ** (len(beats) * here.to_come))


def worth(here: Spot, play: Cards) -> float:
    """Estimate what a play that may win brings, with what is left in the hand."""
    left = without(here.hand, play)
    face_up = Cards(here.face_up | play)
    fu = here.fu + play.bit_count()
    gain = play.bit_count() + _OF_THE_LEAD
    if fu + old_cards(left, face_up).bit_count() >= NEEDED:
        gain += _OF_WINNING
    return chance(here, play) * gain + promise(left, face_up)


def least(hand: Cards, face_up: Cards, size: int) -> Cards:
    """Return the cards of a hand that will be missed least."""
    lost = Cards(0)
    for _ in range(size):
        left = without(hand, lost)
        one = max(
            members(left),
            key=lambda card: (promise(Cards(left & ~(1 << card)), face_up), -rank_of(card)),
        )
        lost = Cards(lost | 1 << one)
    return lost
