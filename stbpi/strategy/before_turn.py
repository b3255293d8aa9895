"""The situation before a turn of a match, from its finished turns.

Rule: RULES.md 1.4.
"""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import Tally, Turn
from stbpi.strategy.situation import Situation


def before_turn(now: Tally, turns: Iterable[Turn], rules: Ruleset) -> Situation:
    """Return the situation of the player whose turn is next.

    Args:
        now: what the finished turns amount to; the match isn't over.
        turns: the finished turns.
        rules: the house rules that count now.
    """
    scores = {
        turn.seat: rules.score(turn.standing, start=turn.start)
        for turn in turns
        if turn.round == now.round and (turn.round, turn.seat) in now.counting
    }
    seats = range(1, len(now.totals) + 1)
    if now.playoff:
        totals = (0,) * len(seats)
        out = frozenset(seats) - frozenset(now.playoff)
    else:
        totals = tuple(now.totals[seat - 1] - scores.get(seat, 0) for seat in seats)
        out = frozenset(now.out)
    return Situation(
        rules=rules,
        round=now.round,
        seat=now.seat,
        totals=totals,
        scores=tuple(scores.get(seat) for seat in seats),
        rounds_won=now.rounds_won,
        out=out,
        playoff=bool(now.playoff),
        pot=now.pot,
    )
