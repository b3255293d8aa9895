"""What may be seen of the bytes that the throws of a match follow from.

Never: has bytes that are not revealed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What may be seen of them.

    Attributes:
        sha: the commitment, in hex digits; empty: the dice of this match can't be checked.
        word: what a player has put in.
        bytes: the bytes, in hex digits; empty before they are revealed.
        is_new: nothing was thrown yet that follows from them.
    """

    sha: str = ""
    word: str = ""
    bytes: str = ""
    is_new: bool = False


NOTHING_DRAWN = Drawn()
