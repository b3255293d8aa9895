"""How a deal ends: who has won, and who pays.

Rules: RULES.md 3.7 and 3.8.

Never: knows a hand.
"""

from __future__ import annotations

from enum import StrEnum

from stbpi.games.luk_fu.plays import NEEDED
from stbpi.games.luk_fu.public import SEATS, Public


class MatchWhy(StrEnum):
    """Why a match ended; the values are public."""

    CLAIM = "claim"
    HANDS_EMPTY = "hands_empty"
    STOPPED = "stopped"


def last_winner(public: Public) -> int:
    """Return who has won when all hands are empty; 0 for a drawn deal.

    The winner of the last trick comes first; besides him at most one player can have six fu.
    """
    in_order = (public.turn, *(seat for seat in range(1, SEATS + 1) if seat != public.turn))
    return next((seat for seat in in_order if public.fu[seat - 1] >= NEEDED), 0)


def payments(winner: int, fu: int, caller: int) -> tuple[int, ...]:
    """Return what everybody gets, by seat (negative: pays); a caller who loses pays for both.

    >>> payments(1, 7, caller=1), payments(1, 7, caller=3)
    ((4, -2, -2), (4, 0, -4))
    """
    points = fu - NEEDED + 1
    got = [-points] * SEATS
    if caller != winner:
        got = [0] * SEATS
        got[caller - 1] = -(SEATS - 1) * points
    got[winner - 1] = (SEATS - 1) * points
    return tuple(got)
