"""The situation before a turn of a match, from its finished turns.

Rule: RULES.md 1.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.tally import Tally, Turn, tally
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


def situation_before(
    turns: Sequence[Turn], *, seats: int, seat: int, round_: int, rules: Ruleset
) -> Situation | None:
    """Return the situation before a turn; `None` if it is not the one that is due.

    Args:
        turns: those that were finished before.
        seats: how many play.
        seat: whose turn it is.
        round_: its round, from 1.
        rules: the house rules that count.
    """
    now = tally(turns, seats=seats, rules=rules, begun=round_, stopped=False)
    if now.result is not None or (now.seat, now.round) != (seat, round_):
        return None
    return before_turn(now, turns, rules)
