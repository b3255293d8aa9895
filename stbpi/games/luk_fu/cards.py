"""The 36 cards, and sets of them as bit masks.

A card is a number from 0: its suit times nine, plus its rank less one; suits go from the lowest
to the highest. A set of cards has bit n for card n. Rule: RULES.md 3.1.

Never: knows who has a card. Keep: the names of cards are public (scenarios, events).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NewType

Card = NewType("Card", int)
"""A card's number, 0 to 35."""

Cards = NewType("Cards", int)
"""A set of cards as a bit mask: bit n is card n."""

RANKS = range(1, 10)
IN_SUIT = len(RANKS)
IN_PACK = 4 * IN_SUIT
NO_CARDS = Cards(0)
PACK = Cards((1 << IN_PACK) - 1)


class Suit(IntEnum):
    """The suits, from the lowest."""

    COINS = 0
    STRINGS = 1
    MYRIADS = 2
    TENS = 3

    @property
    def letter(self) -> str:
        """What stands for it in the name of a card."""
        return LETTERS[self]


LETTERS = "csmt"


def card(suit: Suit, rank: int) -> Card:
    return Card(suit * IN_SUIT + rank - 1)


def suit_of(one: Card) -> Suit:
    return Suit(one // IN_SUIT)


def rank_of(one: Card) -> int:
    return one % IN_SUIT + 1


def only(one: Card) -> Cards:
    """Make the set of a single card."""
    return Cards(1 << one)


def together(cards: Iterable[Card]) -> Cards:
    """Make a set of cards."""
    mask = 0
    for one in cards:
        mask |= 1 << one
    return Cards(mask)


def members(cards: Cards) -> Iterator[Card]:
    """Iterate over the cards of a set, ascending."""
    while cards:
        lowest = cards & -cards
        yield Card(lowest.bit_length() - 1)
        cards = Cards(cards ^ lowest)


def without(cards: Cards, other: Cards) -> Cards:
    """Return the cards of `cards` that are not in `other`."""
    return Cards(cards & ~other)


def in_suit(cards: Cards, suit: Suit) -> int:
    """Return the ranks that a set has in a suit, as a mask: bit n-1 is rank n."""
    return cards >> (suit * IN_SUIT) & _ALL_RANKS


def ranks_of(cards: Cards) -> int:
    """Return the ranks that a set has in any suit, as a mask: bit n-1 is rank n."""
    return in_suit(cards, Suit.COINS) | in_suit(cards, Suit.STRINGS) | _upper_ranks(cards)


def named(name: str) -> Card:
    """Return the card of this name.

    Raises:
        ValueError: there is none.

    >>> named("c1"), named("t9")
    (0, 35)
    """
    letter, rank = name[:1], name[1:]
    if len(name) != 2 or letter not in LETTERS or rank not in _DIGITS:
        raise ValueError(name)
    return card(Suit(LETTERS.index(letter)), int(rank))


def read(text: str) -> Cards:
    """Read a set of cards as `written` writes it.

    Raises:
        ValueError: something in it is no card, or stands twice.

    >>> bin(read("c1,c3"))
    '0b101'
    """
    cards = NO_CARDS
    for name in filter(None, text.split(",")):
        one = only(named(name))
        if cards & one:
            raise ValueError(name)
        cards = Cards(cards | one)
    return cards


def written(cards: Cards) -> str:
    """Write a set of cards by their names, ascending.

    >>> written(read("t9,c1"))
    'c1,t9'
    """
    return ",".join(name_of(one) for one in members(cards))


def name_of(one: Card) -> str:
    """Return a card's name.

    >>> name_of(card(Suit.MYRIADS, 7))
    'm7'
    """
    return f"{suit_of(one).letter}{rank_of(one)}"


_ALL_RANKS = (1 << IN_SUIT) - 1
_DIGITS = tuple(map(str, RANKS))


def _upper_ranks(cards: Cards) -> int:
    return in_suit(cards, Suit.MYRIADS) | in_suit(cards, Suit.TENS)
