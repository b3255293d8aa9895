"""Folding whole matches, of which only the turns and what they are judged by is told.

Never: computes the tally (`match.tallied` does).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from stbpi.games.events import Event, TurnEnded, TurnStarted
from stbpi.games.shut_the_box.match import State, finished, follow


def follow_all(state: State, events: Iterable[Event]) -> State:
    """Fold events in as `follow` does one after the other, and faster where turns are told alone.

    Many turns, each told by its start and its end, make one new state instead of two each.
    """
    turns: list[tuple[TurnStarted, TurnEnded]] = []
    started: TurnStarted | None = None
    for event in events:
        if started is not None and isinstance(event, TurnEnded):
            turns.append((started, event))
            started = None
            continue
        if isinstance(event, TurnStarted) and started is None:
            started = event
            continue
        state = _follow_turns(state, turns)
        turns.clear()
        if started is not None:
            state = follow(state, started)
        if isinstance(event, TurnStarted):
            started = event
        else:
            started = None
            state = follow(state, event)
    state = _follow_turns(state, turns)
    return state if started is None else follow(state, started)


def _follow_turns(state: State, turns: Sequence[tuple[TurnStarted, TurnEnded]]) -> State:
    """Fold whole turns in, all by the rules that are in force now."""
    if not turns:
        return state
    start = state.rules.start_tiles
    *before, (started, ended) = turns
    played = (finished(told, round_=began.round, start=start) for began, told in before)
    state = replace(state, turns=(*state.turns, *played))
    return follow(follow(state, started), ended)
