"""Luck and skill: how much of a turn's result the dice made, and how much the player.

The luck of a throw is f(m, o) against Q(m, k), what it is worth against the mean of its dice; the
error of a choice of dice is Q(m, k) against the best Q(m, j), that of a cover V(m - c) against
f(m, o). Luck counts as gained when it is good, an error as lost. What a turn has come to is then
its value at the start with all errors lost and all luck gained, and nothing else.

Never: knows who played. Keep: with an exact solution all of it is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from stbpi.games.game import NO_TILES, Tiles, without
from stbpi.strategy.solver import Number, Solution


@dataclass(frozen=True, slots=True)
class Step:
    """A throw of a turn, and what was closed for it; nothing where the turn ended with it."""

    dice: tuple[int, ...]
    cover: Tiles = NO_TILES


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLuck(Generic[Number]):
    """What a step has gained by luck, and what it has lost by its choices.

    Attributes:
        standing: the tiles that stood before it.
        dice_error: lost by throwing another number of dice than the best.
        luck: gained by the throw; negative: bad luck.
        cover_error: lost by the cover, or by stopping instead of one.
    """

    standing: Tiles
    dice_error: Number
    luck: Number
    cover_error: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLuck(Generic[Number]):
    """What a turn has gained by luck, and lost by errors.

    Attributes:
        stop_error: lost by stopping where a throw might have come.
        worth: what the turn has come to: its score, or the worth of it to the goal.
        luck: of all throws.
        errors: of all choices.
        adjusted: what the errors alone would have made of it, with neither good nor bad luck.
    """

    steps: tuple[StepLuck[Number], ...]
    stop_error: Number
    worth: Number
    luck: Number
    errors: Number
    adjusted: Number


def turn_luck(
    solution: Solution[Number], steps: Sequence[Step], *, stopped: bool = False
) -> TurnLuck[Number]:
    """Tell luck and errors of a turn apart.

    Args:
        solution: of the goal that luck is measured by.
        steps: of the turn, from its start on; a turn that isn't over yet is worth its position.
        stopped: the player stopped before a throw (after one, the last step closes nothing).
    """
    standing = solution.rules.start_tiles
    judged: list[StepLuck[Number]] = []
    for step in steps:
        judged.append(_step_luck(solution, standing, step))
        standing = without(standing, step.cover)
    nothing = solution.start - solution.start
    is_over = stopped or (steps and steps[-1].cover == NO_TILES)
    worth = solution.end(standing) if is_over else solution.value(standing)
    stop_error = _lost(solution, worth, solution.value(standing)) if stopped else nothing
    luck = sum((step.luck for step in judged), nothing)
    errors = sum((step.dice_error + step.cover_error for step in judged), stop_error)
    adjusted = solution.start - errors if solution.wants_most else solution.start + errors
    return TurnLuck(
        steps=tuple(judged),
        stop_error=stop_error,
        worth=worth,
        luck=luck,
        errors=errors,
        adjusted=adjusted,
    )


def _step_luck(solution: Solution[Number], standing: Tiles, step: Step) -> StepLuck[Number]:
    mean = solution.throwing(standing, len(step.dice))
    best = solution.after(standing, step.dice)
    left = solution.value(without(standing, step.cover)) if step.cover else solution.end(standing)
    return StepLuck(
        standing=standing,
        dice_error=_lost(solution, mean, solution.value(standing)),
        luck=_lost(solution, mean, best),
        cover_error=_lost(solution, left, best),
    )


def _lost(solution: Solution[Number], worth: Number, other: Number) -> Number:
    """Return how much worse a worth is than another."""
    return other - worth if solution.wants_most else worth - other
