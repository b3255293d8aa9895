"""Who has come before whom in a stored match that was played to its end.

Winners are first, all of them. Behind them come those who were still in, then those who were
knocked out, the later the better; knocked out in the same round is the same place. Those who were
still in are told apart where every round was played to its end: by what decides the match, totals
or rounds won. Where a game says nothing of this, all who have not won share a place.

Never: reads a file.
"""

from __future__ import annotations

from operator import attrgetter

from stbpi.games.shut_the_box.match import State
from stbpi.games.shut_the_box.ruleset import MatchBy
from stbpi.games.shut_the_box.tally import MatchWhy
from stbpi.history.matches import StoredMatch


def places(match: StoredMatch) -> tuple[int, ...]:
    """Return the place of each seat, from 1; equal ones are shared."""
    seats = range(1, len(match.played.names) + 1)
    out, decides = _knocked_out(match), _decides(match)
    ranks = []  # the less, the better
    for seat in seats:
        if seat in match.winners:
            ranks.append((0, 0))
        elif seat not in out:
            ranks.append((1, decides.get(seat, 0)))
        else:
            ranks.append((2, -out[seat]))
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def _knocked_out(match: StoredMatch) -> dict[int, int]:
    """Return when seats were knocked out, as numbers that grow."""
    if match.record is not None:
        return {seat: when for when, seat in enumerate(match.record.out)}
    return {} if match.state is None else _out_in_rounds(match.state)


def _out_in_rounds(state: State) -> dict[int, int]:
    """Return the rounds in which seats were knocked out."""
    out: dict[int, int] = {}
    totals: dict[int, int] = {}
    for turn in sorted(state.turns, key=attrgetter("round", "seat")):
        if turn.seat in state.tally.out and (turn.round, turn.seat) in state.tally.counting:
            score = state.rules.score(turn.standing, start=turn.start)
            totals[turn.seat] = totals.get(turn.seat, 0) + score
            if state.rules.is_out(totals[turn.seat]):
                out.setdefault(turn.seat, turn.round)
    return out


def _decides(match: StoredMatch) -> dict[int, int]:
    """Return what tells apart those who were still in: the less, the better."""
    state = match.state
    if state is None or match.why not in (MatchWhy.ROUNDS, MatchWhy.CEILING):
        return {}
    is_by_rounds = state.rules.match_by is MatchBy.ROUNDS_WON
    values = state.tally.rounds_won if is_by_rounds else state.tally.totals
    high_is_good = is_by_rounds or state.rules.best((0, 1)) == 1
    return {seat: -n if high_is_good else n for seat, n in enumerate(values, start=1)}
