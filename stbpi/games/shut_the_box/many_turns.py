"""Folding whole matches, of which only the turns and what they are judged by is told.

Fits `books.match.ManyTurns`, which audits and records count turns by.

Never: computes the tally (`match.tallied` does).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from stbpi.games.events import Event, TurnEnded, TurnStarted
from stbpi.games.game import NO_TILES
from stbpi.games.shut_the_box.match import State, finished, follow, new, tallied
from stbpi.games.shut_the_box.presets import PRESETS


def whole(events: Sequence[Event]) -> State:
    """Return how a match stands after its events, as far as turns and end follow from them."""
    is_in_turn = False
    for event in events:
        if isinstance(event, TurnEnded) and not is_in_turn:
            raise ValueError("a turn has ended that had not begun")
        if isinstance(event, TurnStarted | TurnEnded):
            is_in_turn = isinstance(event, TurnStarted)
    return tallied(follow_all(new(NO_TILES, complain_ms=0), events))


def is_by_preset(state: State) -> bool:
    """Say whether no house rule in force differs from the preset but the number of tiles."""
    return state.rules == replace(PRESETS[state.preset], tiles=state.rules.tiles)


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
