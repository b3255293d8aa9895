"""Deals: the hands that follow from secret bytes, and what makes a choice unreadable meanwhile.

Before a deal the box draws 32 bytes and tells their SHA-256; when the deal is over it tells the
bytes. Everything hidden follows from them, so that nothing else has to be kept:

    block i of the pack = HMAC-SHA-256 (key: the bytes, message: "stbpi luk fu 1|deal|i")
    pad of play p       = HMAC-SHA-256 (key: the bytes, message: "stbpi luk fu 1|pad|p")

`i` and `p` from 0, in decimal. The bytes of block 0, 1, ... are gone through in order. The pack
begins as the cards 0 to 35; for n = 36 down to 2 a byte is taken (one that is not below the
largest multiple of n up to 256 is left out), and card n-1 is exchanged with the one in the place
that is its remainder by n. The first twelve are seat 1's, the next twelve seat 2's. One more
byte, by 3, says who is Master. Cards that are laid face down as the pth play of the deal are
told as their bits, xor the first 36 bits of its pad.

A deal that was laid by hand (tests, scenarios) has ten more bytes in the secret: the Master (0:
as above), then two bits a card, whose it is (0: dealt as above, in order, to who lacks cards).

Never: draws anything. Keep: nothing here ever changes, or old logs can't be checked any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from stbpi.dice.hashing import hmac_sha256, sha256
from stbpi.games.luk_fu.cards import IN_PACK, NO_CARDS, PACK, Card, Cards, members, only
from stbpi.games.luk_fu.public import IN_HAND, SEATS

SECRET_BYTES = 32
_LAID_BYTES = 1 + IN_PACK // 4


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was dealt: the Master, and the hands by seat."""

    master: int
    hands: tuple[Cards, ...]


def commitment(secret: bytes) -> str:
    """Return what is told of the bytes beforehand: their SHA-256, in hex digits."""
    return sha256(secret).hex()


def dealt(secret: bytes) -> Dealt:
    """Return the deal that follows from the bytes.

    >>> from stbpi.games.luk_fu.cards import written
    >>> written(dealt(bytes(32)).hands[0])
    'c2,c3,c6,s3,s6,s8,s9,m1,m6,m7,m9,t1'
    """
    random = _stream(secret)
    pack = [Card(number) for number in range(IN_PACK)]
    for n in range(IN_PACK, 1, -1):
        place = _below(n, random)
        pack[n - 1], pack[place] = pack[place], pack[n - 1]
    master = _below(SEATS, random) + 1
    laid_master, owners = _laid_by_hand(secret)
    hands = [NO_CARDS] * SEATS
    for one, seat in owners.items():
        hands[seat - 1] = Cards(hands[seat - 1] | only(one))
    for one in (one for one in pack if one not in owners):
        seat = next(i for i in range(SEATS) if hands[i].bit_count() < IN_HAND)
        hands[seat] = Cards(hands[seat] | only(one))
    return Dealt(laid_master or master, tuple(hands))


def is_secret(secret: bytes) -> bool:
    """Say whether a deal follows from these bytes, be it one that was laid by hand."""
    if len(secret) not in (SECRET_BYTES, SECRET_BYTES + _LAID_BYTES):
        return False
    master, owners = _laid_by_hand(secret)
    laid = list(owners.values())
    return master <= SEATS and all(laid.count(seat) <= IN_HAND for seat in range(1, SEATS + 1))


def sealed(secret: bytes, play: int, cards: Cards) -> int:
    """Make cards unreadable for who doesn't know the bytes; `opened` undoes it.

    Args:
        secret: the bytes of the deal.
        play: its number in the deal, from 0; no two have the same.
        cards: what is laid face down.
    """
    return cards ^ _pad(secret, play)


def opened(secret: bytes, play: int, number: int) -> Cards:
    """Return the cards that `sealed` has made unreadable."""
    return Cards(number ^ _pad(secret, play))


def laid_by_hand(secret: bytes, hands: Mapping[int, Cards], *, master: int = 0) -> bytes:
    """Return the secret of a deal in which some players have these cards.

    Args:
        secret: 32 bytes; who gets the cards that are left follows from them.
        hands: by seat, at most twelve cards each, no card twice.
        master: a seat, or 0 for a random one.
    """
    bits = 0
    for seat, cards in hands.items():
        for one in members(cards):
            bits |= seat << 2 * one
    return secret + bytes([master]) + bits.to_bytes(_LAID_BYTES - 1, "big")


def _laid_by_hand(secret: bytes) -> tuple[int, Mapping[Card, int]]:
    laid = secret[SECRET_BYTES:]
    bits = int.from_bytes(laid[1:], "big")
    owners = {one: bits >> 2 * one & 3 for one in members(PACK)}
    return laid[0] if laid else 0, {one: seat for one, seat in owners.items() if seat}


def _pad(secret: bytes, play: int) -> int:
    digest = hmac_sha256(secret, f"stbpi luk fu 1|pad|{play}".encode())
    return int.from_bytes(digest[:5], "big") >> 5 * 8 - IN_PACK


def _below(n: int, random: Iterable[int]) -> int:
    """Take a number below `n` from random bytes, each as likely as the others."""
    fair = 256 - 256 % n
    return next(byte for byte in random if byte < fair) % n


def _stream(secret: bytes) -> Iterator[int]:
    for i in count():
        yield from hmac_sha256(secret, f"stbpi luk fu 1|deal|{i}".encode())
