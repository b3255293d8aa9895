"""Luck and skill: how much of a turn's result the dice made, and how much the player.

The luck of a throw is f(m, o) against Q(m, k), what it is worth against the mean of its dice; the
error of a choice of dice is Q(m, k) against the best Q(m, j), that of a cover V(m - c) against
f(m, o). Luck counts as gained when it is good, an error as lost. What a turn has come to is then
its value at the start with all errors lost and all luck gained, and nothing else.

Never: knows who played. Keep: with an exact solution all of it is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Generic

from stbpi.games.game import NO_TILES, Tiles, members, without
from stbpi.games.shut_the_box.steps import Step
from stbpi.strategy.solver import Number, Solution

__all__ = ["Judge", "Step", "StepLuck", "TurnLuck", "turn_luck"]

MOST_STEPS = 50_000
"""Different steps that are kept; of nine tiles and two dice there are fewer."""


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


class Judge(Generic[Number]):
    """Tells luck and errors of turns apart, each different step once.

    Args:
        solution: of the goal that luck is measured by.
    """

    def __init__(self, solution: Solution[Number]) -> None:
        self.solution: Solution[Number] = solution
        self._step: Callable[[Tiles, Step], StepLuck[Number]]
        self._step = lru_cache(MOST_STEPS)(partial(_step_luck, solution))

    def turn(self, steps: Sequence[Step], *, stopped: bool = False) -> TurnLuck[Number]:
        """Tell luck and errors of a turn apart.

        Args:
            steps: of the turn, from its start on; a turn that isn't over yet is worth its
                position.
            stopped: the player stopped before a throw (after one, the last step closes nothing).

        Raises:
            ValueError: the rules don't allow a step.
        """
        solution = self.solution
        start, standing = solution.start, solution.rules.start_tiles
        luck = errors = start - start
        judged: list[StepLuck[Number]] = []
        for step in steps:
            one = self._step(standing, step)
            judged.append(one)
            luck += one.luck
            errors += one.dice_error + one.cover_error
            standing = without(standing, step.cover)
        is_over = stopped or (steps and steps[-1].cover == NO_TILES)
        worth = solution.end(standing) if is_over else solution.value(standing)
        stop_error = _lost(solution, worth, solution.value(standing)) if stopped else start - start
        errors += stop_error
        return TurnLuck(
            steps=tuple(judged),
            stop_error=stop_error,
            worth=worth,
            luck=luck,
            errors=errors,
            adjusted=start - errors if solution.wants_most else start + errors,
        )


def turn_luck(
    solution: Solution[Number], steps: Sequence[Step], *, stopped: bool = False
) -> TurnLuck[Number]:
    """Tell luck and errors of one turn apart; the arguments are those of `Judge`."""
    return Judge(solution).turn(steps, stopped=stopped)


def _step_luck(solution: Solution[Number], standing: Tiles, step: Step) -> StepLuck[Number]:
    if len(step.dice) not in solution.rules.dice_allowed(standing):
        raise ValueError(f"{len(step.dice)} dice can't be thrown here")
    if step.cover and step.cover not in dict(solution.covers(standing, step.dice)):
        raise ValueError(f"{members(step.cover)} is no cover of {step.dice} here")
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
