"""Bots at Luk Fu: what the one that is on turn chooses next, and after which pause.

It is asked with what its seat can see, and nothing else. What it leaves to chance follows from
that, so that whoever asks the same again, be it after a cut of the power, gets the same choice.

Never: lists what is legal (`seen.choices` does). Keep: only where thinking must end
before its time may the same question have another answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from stbpi.games.game import Choose, Move, always
from stbpi.games.luk_fu.match import State, seen
from stbpi.games.luk_fu.public import Stage
from stbpi.games.luk_fu.rules import Strength
from stbpi.games.luk_fu.seen import Choice, Lay, Seen, choices, said

CALL_MS, PLAY_MS, LEAD_MS = 1000, 1200, 2000
"""Pauses so that people can follow; before a lead they look at the trick that is over."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a bot is asked.

    Attributes:
        strength: how well it plays.
        seen: what its seat sees.
    """

    strength: Strength
    seen: Seen


def question(state: State) -> Asked | None:
    """Return what the bot on turn is asked; `None` if none is."""
    turn = state.public.turn
    if state.ended is not None or not (state.hands and turn) or not state.bots[turn - 1]:
        return None
    return Asked(state.rules.bots, seen(state, turn))


def next_move(question: Asked, may_go_on: Callable[[], bool] = always) -> Move:
    from stbpi.games.luk_fu import bots  # with the first answer, not in the loop

    choice = bots.choose(
        question.strength,
        question.seen,
        Random(repr(question.seen)),
        may_go_on=may_go_on,
    )
    return _move(question.seen, choice)


def plain_move(question: Asked) -> Move:
    """Choose what comes first; a claim, where there is one."""
    return _move(question.seen, choices(question.seen)[0])


def _move(seen: Seen, choice: Choice) -> Move:
    plays_on = isinstance(choice, Lay) and seen.may_claim
    command = Choose(seat=seen.seat, what=said(choice), plays_on=plays_on)
    match seen.public.stage:
        case Stage.CALLING:
            return Move(command, CALL_MS)
        case Stage.LEADING:
            return Move(command, LEAD_MS)
        case _:
            return Move(command, PLAY_MS)
