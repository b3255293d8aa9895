"""Bots at Glückshaus: there is nothing to choose, so a bot throws when it may.

Never: waits for hands; where a tile is to be moved first, there is no move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stbpi.games.game import BotRoll, Move, always
from stbpi.games.glueckshaus.decide import dice_of, dice_wanted
from stbpi.games.glueckshaus.match import State

THROW_MS = 1500
"""Its pause, so that people can follow."""


@dataclass(frozen=True, slots=True)
class MayThrow:
    """A bot may throw so many dice; `k` is the number of the throw before."""

    seat: int
    k: int
    dice: int


def question(state: State) -> MayThrow | None:
    """Return what the bot on turn may do; `None` if none may do anything now."""
    dice = dice_wanted(state, BotRoll(count=dice_of(state)))
    return MayThrow(state.seat, state.k, dice) if dice else None


def next_move(question: MayThrow, may_go_on: Callable[[], bool] = always) -> Move:
    return plain_move(question)


def plain_move(question: MayThrow) -> Move:
    """Throw."""
    return Move(BotRoll(count=question.dice), THROW_MS)
