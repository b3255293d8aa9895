"""What a turn of a match is played for besides its score: the chance to win, or units.

Never: solves. Keep: whoever judges a turn, or advises in one, asks here, so that they agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import Turn
from stbpi.strategy.alike import plainest
from stbpi.strategy.before_turn import situation_before
from stbpi.strategy.coach import Measure
from stbpi.strategy.match import MOST_WORK, Basis, basis_of
from stbpi.strategy.situation import Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """What a turn is played for.

    Attributes:
        situation: the plainest of those in which that is the same.
        measure: what it is worth is measured in this.
    """

    situation: Situation
    measure: Measure


def purpose_of(
    turns: Sequence[Turn],
    *,
    seats: int,
    seat: int,
    round_: int,
    rules: Ruleset,
    most_work: int = MOST_WORK,
) -> Purpose | None:
    """Return what a turn is played for; `None` if that is points alone, or it is not due.

    The arguments are those of `situation_before`; `most_work` is as in `match.basis_of`.
    """
    situation = situation_before(turns, seats=seats, seat=seat, round_=round_, rules=rules)
    basis = Basis.POINTS if situation is None else basis_of(situation)
    if situation is None or basis is Basis.POINTS:
        return None
    return Purpose(
        situation=plainest(situation, most_work=most_work),
        measure=Measure.UNITS if basis is Basis.UNITS else Measure.WIN,
    )
