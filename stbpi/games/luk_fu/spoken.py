"""Cards as they are spoken, and as a buzzer tells them.

Never: knows a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from stbpi.games.luk_fu.cards import (
    RANKS,
    Cards,
    Suit,
    in_suit,
    members,
    rank_of,
    ranks_of,
    suit_of,
)
from stbpi.language import Message, message

SUITS: Mapping[Suit, Message] = {
    Suit.COINS: message("coins"),
    Suit.STRINGS: message("strings"),
    Suit.MYRIADS: message("myriads"),
    Suit.TENS: message("tens"),
}

_TEN = 10


def in_words(cards: Cards) -> Message:
    """Say which cards are played: "3 of coins", "3, 4, 5 of coins", "7 of coins, strings, tens"."""
    suits = [suit for suit in Suit if in_suit(cards, suit)]
    ranks = ranks_of(cards)
    if ranks.bit_count() == 1:
        together = listed(SUITS[suit] for suit in suits)
        return message("{ranks} of {suits}", ranks=ranks_in_words(ranks), suits=together)
    return listed(
        message("{ranks} of {suits}", ranks=ranks_in_words(in_suit(cards, suit)), suits=SUITS[suit])
        for suit in suits
    )


def hand_in_words(cards: Cards) -> Message:
    """Say what is in a hand, suit by suit: "coins 1, 3; tens 9"."""
    suits = (suit for suit in Suit if in_suit(cards, suit))
    return listed(
        (
            message("{suit} {ranks}", suit=SUITS[suit], ranks=ranks_in_words(in_suit(cards, suit)))
            for suit in suits
        ),
        by="; ",
    )


def ranks_in_words(ranks: int) -> str:
    """Say ranks of a mask: bit n-1 is rank n."""
    return ", ".join(str(rank) for rank in RANKS if ranks >> (rank - 1) & 1)


def in_numbers(cards: Cards) -> tuple[int, ...]:
    """Return a number for each card: its suit, 1 to 4, as the first digit, its rank as the second.

    >>> from stbpi.games.luk_fu.cards import read
    >>> in_numbers(read("c3,t9"))
    (13, 49)
    """
    return tuple((suit_of(one) + 1) * _TEN + rank_of(one) for one in members(cards))


def listed(said: Iterable[Message], *, by: str = ", ") -> Message:
    """Put messages one after the other; there is one at least."""
    both = f"{{one}}{by}{{other}}"
    return reduce(lambda one, other: Message(both, (("one", one), ("other", other))), said)
