"""Situations that come to the same: what a turn is played for follows from little of them.

Who has solved one of them has solved all. Where totals decide, it is the same whether points come
from this round or from earlier ones, and where no limit counts them, only how they differ.

Keep: `match.goal_of` has the same answer for a situation and for what is made of it here.
"""

from __future__ import annotations

from dataclasses import replace

from stbpi.games.shut_the_box.ruleset import Scoring
from stbpi.strategy.match import MOST_WORK, Basis, basis_of
from stbpi.strategy.situation import Situation


def plainest(situation: Situation, *, most_work: int = MOST_WORK) -> Situation:
    """Return the plainest situation whose turn is played for the same goal.

    `most_work` as in `match.basis_of`.

    >>> from stbpi.games.shut_the_box.ruleset import Ruleset
    >>> now = Situation(rules=Ruleset(), round=2, seat=2, totals=(10, 25), scores=(4, None))
    >>> plainest(now).totals, plainest(now).scores
    ((0, 11), (0, None))
    """
    nothing = (0,) * len(situation.totals)
    last = situation.rules.rounds
    now = replace(situation, round=min(situation.round, last) if last else 1)
    match basis_of(situation, most_work=most_work):
        case Basis.POINTS:
            return replace(now, round=1, totals=nothing, rounds_won=(), pot=0)
        case Basis.UNITS:
            return replace(now, round=1, totals=nothing, rounds_won=())
        case Basis.ROUNDS_WON:
            return replace(now, totals=nothing, pot=0)
        case Basis.EXACT:
            return _by_totals(now, is_shifted=True)
        case Basis.FORECAST:
            return _by_totals(now, is_shifted=_is_shifted(now))


def _is_shifted(now: Situation) -> bool:
    """Say whether only the differences of totals count; long ones are rounded."""
    rules = now.rules
    return not (rules.knock_out or rules.ceiling or rules.scoring is Scoring.DIGITS)


def _by_totals(now: Situation, *, is_shifted: bool) -> Situation:
    """Reckon this round's scores to the totals; against those of the last who is to play."""
    played, seats = now.played, range(1, len(now.totals) + 1)
    base = now.totals[(*now.others, *now.behind)[-1] - 1] if is_shifted else 0
    if is_shifted and not now.behind:
        base += played[now.others[-1]]
    totals = (now.totals[seat - 1] + played.get(seat, 0) - base for seat in seats)
    return replace(
        now,
        totals=tuple(0 if s in now.out else t for s, t in zip(seats, totals, strict=True)),
        scores=tuple(0 if seat in played else None for seat in seats),
        rounds_won=(),
        pot=0,
    )
