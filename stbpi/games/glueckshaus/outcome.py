"""Outcomes: the events that a throw, or the end of a match, brings.

Never: decides whether a command is allowed. Rule: RULES.md 2.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from stbpi.games.events import (
    ChipPaid,
    ChipTaken,
    Event,
    MatchEnded,
    PlayerOut,
    TurnStarted,
)
from stbpi.games.glueckshaus.judge import is_moved
from stbpi.games.glueckshaus.match import MatchWhy, State, evolve
from stbpi.games.glueckshaus.ruleset import KINGS_THAT_END, Does, Ending, Out, taken


def outcome(thrown: State) -> tuple[Event, ...]:
    """Return what a throw brings: chips that move, who is out, the end of match or turn."""
    told = tuple(_chips(thrown))
    after = reduce(evolve, told, thrown)
    ended = tuple(_ended(after))
    if ended or not is_moved(after):
        return (*told, *ended)
    return (*told, next_turn(after))


def first_turn(state: State) -> TurnStarted:
    """Return the turn of whoever throws for the start, or starts."""
    waiting = state.roll_off.waiting
    return TurnStarted(player=waiting[0] if waiting else state.roll_off.starter, round=1)


def next_turn(state: State) -> TurnStarted:
    """Return the turn that follows the last throw of two dice."""
    if state.rules.does(sum(state.dice), 0) is Does.AGAIN:
        return TurnStarted(player=state.seat, round=state.round)
    seats, starter = len(state.names), state.roll_off.starter
    following = ((state.seat + step) % seats + 1 for step in range(seats))
    seat = next(seat for seat in following if seat not in state.out)
    is_new_round = (seat - starter) % seats <= (state.seat - starter) % seats
    return TurnStarted(player=seat, round=state.round + is_new_round)


def most_chips(state: State) -> tuple[int, ...]:
    """List the players still in who have the most chips."""
    most = max(state.hands[seat - 1] for seat in state.left)
    return tuple(seat for seat in state.left if state.hands[seat - 1] == most)


def _chips(state: State) -> Iterator[Event]:
    """Tell which chips the thrower pays or takes, and whether he is out."""
    rules, seat, total = state.rules, state.thrower, sum(state.dice)
    has = state.hands[seat - 1]
    does = rules.does(total, state.board[total])
    if does is Does.PAYS and has:
        has -= 1
        yield ChipPaid(player=seat, room=rules.paid_into(total), chips=1, has=has)
        if not has and rules.out is Out.AT_ZERO:
            yield PlayerOut(player=seat, total=0)
    elif does is Does.PAYS:
        yield PlayerOut(player=seat, total=0)
    else:
        yield from _takes(state, seat, taken(does, total, state.board))


def _takes(state: State, seat: int, rooms: tuple[int, ...]) -> Iterator[Event]:
    has = state.hands[seat - 1]
    for room in rooms:
        has += state.board[room]
        yield ChipTaken(player=seat, room=room, chips=state.board[room], has=has)


def _ended(state: State) -> Iterator[Event]:
    """Tell the end of the match, if the last throw has brought it."""
    if len(state.left) == 1:
        yield from _takes(state, state.left[0], state.filled)
        yield MatchEnded(winners=state.left, why=MatchWhy.LAST_LEFT)
    elif state.rules.ending is Ending.TWO_KINGS and state.kings == KINGS_THAT_END:
        yield MatchEnded(winners=most_chips(state), why=MatchWhy.KINGS)
