"""Outcomes: the events that tell what a change of the tally amounts to.

A command has its own events (a turn starts, ends, is undone, a rule changes); what follows from
them, from who is out to who pays whom, is the difference between two tallies.

Never: decides whether a command is allowed. Rule: RULES.md 1.4, 1.5.
"""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.games.events import (
    Event,
    MatchEnded,
    Paid,
    PlayerOut,
    Pot,
    RoundEnded,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import Tiles, members
from stbpi.games.shut_the_box.match import State, evolve
from stbpi.games.shut_the_box.tally import Tally, TurnWhy


def start_turn(state: State, *, seat: int, round_: int) -> tuple[Event, ...]:
    """Return the events of a turn that starts; the first of a round brings the stakes."""
    started = TurnStarted(player=seat, round=round_)
    return (started, *paid(state.tally, evolve(state, started).tally))


def end_turn(state: State, standing: Tiles, why: TurnWhy) -> tuple[Event, ...]:
    """Return the events of a turn that ends with these tiles standing."""

    def ended(score: int, total: int) -> TurnEnded:
        return TurnEnded(
            player=state.seat, standing=members(standing), score=score, why=why, total=total
        )

    before = state.tally
    after = evolve(state, ended(0, 0)).tally
    score = state.rules.score(standing, start=state.turn_rules.start_tiles)
    return (
        ended(score, after.totals[state.seat - 1]),
        *(
            PlayerOut(player=seat, total=after.totals[seat - 1])
            for seat in after.out
            if seat not in before.out
        ),
        *(
            RoundEnded(round=number, winners=winners)
            for number, winners in after.ended
            if number not in dict(before.ended)
        ),
        *paid(before, after),
        *match_ended(before, after),
    )


def paid(before: Tally, after: Tally) -> tuple[Event, ...]:
    """Return who has paid or been paid, in seat order, and the pot if it has changed."""
    payments: Iterable[Event] = (
        Paid(player=seat, units=now - then, balance=now)
        for seat, (then, now) in enumerate(
            zip(before.balances, after.balances, strict=True), start=1
        )
        if now != then
    )
    pot: tuple[Event, ...] = (Pot(units=after.pot),) if after.pot != before.pot else ()
    return (*payments, *pot)


def match_ended(before: Tally, after: Tally) -> tuple[Event, ...]:
    """Return the end of the match, if there is one now that wasn't there before."""
    if after.result is None or after.result == before.result:
        return ()
    return (MatchEnded(winners=after.result.winners, why=after.result.why),)
