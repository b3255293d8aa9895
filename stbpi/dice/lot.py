"""Lots: what each throw of a match with committed dice follows from, so that it can be checked.

Before the first throw the box draws 32 bytes and tells their SHA-256: the commitment. All throws
follow from these bytes, from the number `k` of the throw, and from the word of a player who has
one put in:

    block i of throw k = HMAC-SHA-256 (key: the bytes, message: "stbpi dice 1|k|i|word")

in UTF-8, `k` (from 1) and `i` (from 0) in decimal. The bytes of block 0, 1, ... are gone through
in order: one of 252 or more is left out, each other is a die, its remainder by 6 plus 1. A throw
of n dice takes the first n. The number of the match does not go in: every match has bytes of its
own.

Never: knows a game, a clock, a file. Keep: nothing here ever changes, or old logs can't be
checked any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count as count_from
from itertools import islice

from stbpi.dice.hashing import hmac_sha256, sha256

SEED_BYTES = 32
DIGITS = 8
"""So many digits of a commitment are shown at the start of a match."""

_FAIR = 252
"""The largest multiple of 6 that a byte can be below: so that every face comes as often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """What one throw follows from.

    Attributes:
        seed: the bytes of the match; never printed.
        word: what a player has put in; usually empty.
        k: number of the throw in the match, from 1.
    """

    seed: bytes = field(repr=False)
    word: str
    k: int

    def dice(self, count: int) -> tuple[int, ...]:
        """Return what so many dice show.

        >>> Lot(seed=bytes(32), word="", k=1).dice(3)
        (1, 3, 5)
        """
        return tuple(islice(faces(self._bytes()), count))

    def _bytes(self) -> Iterator[int]:
        for i in count_from():
            yield from hmac_sha256(self.seed, f"stbpi dice 1|{self.k}|{i}|{self.word}".encode())


def faces(random: Iterable[int]) -> Iterator[int]:
    """Turn random bytes into dice.

    >>> tuple(faces((0, 251, 252, 255, 7)))
    (1, 6, 2)
    """
    return (byte % 6 + 1 for byte in random if byte < _FAIR)


def commitment(seed: bytes) -> str:
    """Return what is told of the bytes before they are used: their SHA-256, in hex digits."""
    return sha256(seed).hex()
