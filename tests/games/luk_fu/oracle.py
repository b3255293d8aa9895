"""What may be chosen in a deal, worked out slowly from RULES.md 3 alone.

Cards are names (`c1`), plays are sets of them; every set of cards that a hand has is looked at.

Never: imports anything of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

Names = frozenset[str]

SUITS = "csmt"
PACK = frozenset(f"{suit}{rank}" for suit in SUITS for rank in range(1, 10))
BORN_OLD = frozenset({"c9", "s9", "m9", "t9", "c1", "t1"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A player's turn to lead or to follow.

    Attributes:
        hand: his cards.
        face_up: everything that was played face up, this trick included.
        fu: what he has won.
        is_caller: he has called.
        is_passed_master: he is the Master, and has passed.
        led: what was led in this trick; nothing before the lead.
        best: the best play of it so far.
    """

    hand: Names
    face_up: Names
    fu: int
    is_caller: bool
    is_passed_master: bool
    led: Names = frozenset()
    best: Names = frozenset()


def suit(card: str) -> str:
    return card[0]


def rank(card: str) -> int:
    return int(card[1])


def is_set(cards: Names) -> bool:
    return len(cards) in (3, 4) and len({rank(card) for card in cards}) == 1


def is_run(cards: Names) -> bool:
    ranks = sorted(rank(card) for card in cards)
    is_one_suit = len({suit(card) for card in cards}) == 1
    return len(cards) >= 3 and is_one_suit and ranks == list(range(ranks[0], ranks[-1] + 1))


def is_old(card: str, hand: Names, face_up: Names) -> bool:
    """Say whether a card in a hand is old."""
    if card in BORN_OLD:
        return True
    higher = {one for one in PACK if suit(one) == suit(card) and rank(one) > rank(card)}
    return all(one in hand or one in face_up for one in higher)


def old(position: Position) -> Names:
    hand = position.hand
    return frozenset(card for card in hand if is_old(card, hand, position.face_up))


def may_claim(position: Position) -> bool:
    return not position.led and position.fu + len(old(position)) >= 6


def may_lead(cards: Names, position: Position) -> bool:
    if len(cards) == 1:
        return may_lead_single(next(iter(cards)), position)
    if not is_set(cards) and not is_run(cards):
        return False
    return not (position.is_passed_master and len(cards) >= 4)


def may_lead_single(card: str, position: Position) -> bool:
    if position.is_caller:
        return True
    olds = old(position)
    new = position.hand - olds
    if not new:
        return True
    if card in olds:
        return position.fu + len(olds) >= 6
    return suit(card) == max((suit(one) for one in new), key=SUITS.index)


def beats(cards: Names, position: Position) -> bool:
    """Say whether cards beat the best play of the trick."""
    best = position.best
    if len(cards) != len(best):
        return False
    low, high = (min(map(rank, some)) for some in (best, cards))
    if len(best) == 1:
        [beaten], [card] = best, cards
        if best == position.led and beaten in ("c1", "t1"):
            return False
        return suit(card) == suit(beaten) and high > low
    if is_set(best):
        if not is_set(cards):
            return False
        return high == 9 if best == position.led and low == 1 else high > low
    if not is_run(cards):
        return False
    mine, theirs = (SUITS.index(suit(next(iter(some)))) for some in (cards, best))
    return mine > theirs or (mine == theirs and high > low)


def sets_of(hand: Names, sizes: range) -> Iterator[Names]:
    for size in sizes:
        yield from map(frozenset, combinations(sorted(hand), size))


def choices(position: Position) -> set[str]:
    """List what may be chosen: `claim`, cards, or `down` and cards."""
    hand = position.hand
    if not position.led:
        every = sets_of(hand, range(1, len(hand) + 1))
        leads = {spelt(cards) for cards in every if may_lead(cards, position)}
        return leads | ({"claim"} if may_claim(position) else set())
    size = len(position.best)
    fitting = list(sets_of(hand, range(size, size + 1)))
    ways = {spelt(cards) for cards in fitting if beats(cards, position)}
    return ways or {f"down {spelt(cards)}" for cards in fitting}


def spelt(cards: Names) -> str:
    return ",".join(sorted(cards, key=lambda card: (SUITS.index(suit(card)), rank(card))))
