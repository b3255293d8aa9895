"""Which cards may be played: what can be led, what beats what, which cards are old.

Everything that lists legal plays asks here: the engine, the display, the bots. Rules: RULES.md
3.3 to 3.6.

Never: knows more than one hand and what lies face up. Keep: tables, since bots ask often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from stbpi.games.luk_fu.cards import (
    IN_SUIT,
    RANKS,
    Cards,
    Suit,
    card,
    in_suit,
    members,
    only,
    read,
    suit_of,
    together,
    without,
)

NEEDED = 6
"""So many fu win a deal."""

ALWAYS_OLD = read("c9,s9,m9,t9,c1,t1")
MAU_GUNG, BAK_CHI = read("c1"), read("t1")
"""Coin 1 and ten 1."""

_LONGEST_OF_BOUND = 3
"""The most cards of a set or run that a Master who has passed may lead."""


class Shape(Enum):
    """What cards that are played together are."""

    SINGLE = "single"
    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that may be played together.

    Attributes:
        cards: the cards.
        shape: what they are.
        size: how many they are.
        suit: of a single card or a run; of a set the lowest.
        rank: the highest.
    """

    cards: Cards
    shape: Shape
    size: int
    suit: Suit
    rank: int

    def beats(self, best: Combination) -> bool:
        """Say whether it beats the best play so far.

        A set of ones, coin 1 and ten 1 are never the best unless they were led.
        """
        if self.shape is not best.shape or self.size != best.size:
            return False
        match self.shape:
            case Shape.SINGLE:
                is_safe = best.cards in (MAU_GUNG, BAK_CHI)
                return not is_safe and self.suit == best.suit and self.rank > best.rank
            case Shape.SET:
                return self.rank == RANKS[-1] if best.rank == 1 else self.rank > best.rank
            case Shape.RUN:
                return (self.suit, self.rank) > (best.suit, best.rank)


def _all_combinations() -> Iterator[Combination]:
    for suit in Suit:
        for rank in RANKS:
            yield Combination(only(card(suit, rank)), Shape.SINGLE, 1, suit, rank)
    for size in (3, 4):
        for rank in RANKS:
            for suits in combinations(Suit, size):
                cards = together(card(suit, rank) for suit in suits)
                yield Combination(cards, Shape.SET, size, suits[0], rank)
    for size in RANKS[2:]:
        for suit in Suit:
            for end in RANKS[size - 1 :]:
                ranks = range(end - size + 1, end + 1)
                cards = together(card(suit, rank) for rank in ranks)
                yield Combination(cards, Shape.RUN, size, suit, end)


COMBINATIONS: Mapping[Cards, Combination] = {one.cards: one for one in _all_combinations()}
"""Every combination by its cards: single ones first, then sets, then runs, each ascending."""

_SINGLES = tuple(one.cards for one in COMBINATIONS.values() if one.size == 1)
_LONGER = tuple((one.cards, one.size) for one in COMBINATIONS.values() if one.size > 1)
_BEATEN_BY: Mapping[Cards, tuple[Cards, ...]] = {
    best.cards: tuple(one.cards for one in COMBINATIONS.values() if one.beats(best))
    for best in COMBINATIONS.values()
}


def _below_known(known: int) -> int:
    """Return the ranks above which a suit has none but these."""
    mask = 0
    for rank in reversed(RANKS):
        mask |= 1 << (rank - 1)
        if not known >> (rank - 1) & 1:
            break
    return mask


_UNBEATEN = tuple(_below_known(known) for known in range(1 << IN_SUIT))
"""By the ranks of a suit that are accounted for: those that no other card of it can beat."""


def old_cards(hand: Cards, face_up: Cards) -> Cards:
    """Return the cards of a hand that are old.

    Args:
        hand: the cards that a player holds.
        face_up: what has been played face up; what lies face down proves nothing.
    """
    known = Cards(hand | face_up)
    old = int(ALWAYS_OLD)
    for suit in Suit:
        old |= _UNBEATEN[in_suit(known, suit)] << (suit * IN_SUIT)
    return Cards(hand & old)


def leads(
    hand: Cards, face_up: Cards, *, fu: int, is_caller: bool, is_bound: bool
) -> tuple[Cards, ...]:
    """List what may be led, single cards first, each group ascending.

    Args:
        hand: the leader's cards.
        face_up: what has been played face up.
        fu: what he has won.
        is_caller: he has called.
        is_bound: he is the Master, and has passed.
    """
    most = _LONGEST_OF_BOUND if is_bound else IN_SUIT
    singles = _single_leads(hand, face_up, fu=fu, is_caller=is_caller)
    return (
        *(one for one in _SINGLES if one & singles),
        *(cards for cards, size in _LONGER if size <= most and cards & hand == cards),
    )


def _single_leads(hand: Cards, face_up: Cards, *, fu: int, is_caller: bool) -> Cards:
    if is_caller:
        return hand
    old = old_cards(hand, face_up)
    rest = without(hand, old)
    if not rest:
        return hand
    start = suit_of(max(members(rest))) * IN_SUIT
    new = Cards(rest >> start << start)
    return Cards(new | old) if fu + old.bit_count() >= NEEDED else new


def beating(hand: Cards, best: Cards) -> tuple[Cards, ...]:
    """List the plays of a hand that beat the best one so far."""
    return tuple(cards for cards in _BEATEN_BY[best] if cards & hand == cards)


def can_beat(hand: Cards, best: Cards) -> bool:
    return any(cards & hand == cards for cards in _BEATEN_BY[best])


def discards(hand: Cards, size: int) -> Iterator[Cards]:
    """List the ways to lay so many cards face down."""
    for chosen in combinations(members(hand), size):
        yield together(chosen)
