"""What is to be played in a league, and how each of it stands.

Never: reads a file or a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from stbpi.league.plan import Met


class Stands(StrEnum):
    """What has become of a fixture; the values are public."""

    OPEN = "open"
    PLAYED = "played"
    BYE = "bye"
    """There is no opponent, and the player goes on."""
    WALKOVER = "walkover"
    """One player has left, and the other one has won."""
    VOID = "void"
    """It doesn't count, and will not be played, since a player has left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """Two players who are to meet.

    Attributes:
        round: in which round, from 1.
        home: who begins; `None` while that is open.
        away: the other one; `None` while that is open, and of a bye.
        winner: empty: a draw, or none yet.
        met: how it was played.
    """

    round: int
    home: str | None
    away: str | None
    stands: Stands = Stands.OPEN
    winner: str = ""
    met: Met | None = None

    @property
    def pair(self) -> frozenset[str | None]:
        return frozenset((self.home, self.away))
