"""The aftermath of a turn: how much of it was luck, and how much the player.

By the score, and in a match of several by what the turn was played for, too; by that also, which
choice was the worst.

Never: runs in the loop. Keep: nothing is said that can't be known.
"""

from __future__ import annotations

from stbpi.games.game import NO_TILES, Tiles
from stbpi.games.shut_the_box.steps import Played, Step
from stbpi.games.shut_the_box.tally import TurnWhy
from stbpi.language import Message, counted, message
from stbpi.strategy.coach import cover_name
from stbpi.strategy.luck import StepLuck, TurnLuck, turn_luck
from stbpi.strategy.solver import Solution
from stbpi.strategy.unseen import seen
from stbpi.thinking import words
from stbpi.thinking.advice import Aftermath
from stbpi.thinking.aims import aim_of, points_of
from stbpi.thinking.question import After


def aftermath(asked: After) -> Aftermath | None:
    """Return what can be said of a turn; `None` if that is nothing."""
    played, rules = asked.played, asked.occasion.rules
    aim = aim_of(asked.occasion)
    steps = _steps(aim.points, played)
    if not steps:
        return None
    stopped = played.why is TurnWhy.STOPPED and steps[-1].cover != NO_TILES
    score = points_of(rules)
    by_score = turn_luck(aim.points, steps, stopped=stopped)
    luck = words.amount(by_score.luck, score, is_gain=True)
    errors = words.amount(by_score.errors, score)
    by_goal = by_score
    if aim.solution is not aim.points:
        by_goal = turn_luck(aim.solution, steps, stopped=stopped)
        luck = words.both(luck, words.amount(by_goal.luck, aim.measure, is_gain=True))
        errors = words.both(errors, words.amount(by_goal.errors, aim.measure))
    worst = _worst(aim.solution, steps, by_goal)
    return Aftermath(
        seat=played.seat,
        luck=luck,
        errors=errors,
        adjusted=words.amount(by_score.adjusted, score),
        worst=worst and words.instead(*worst[1:], words.cost(worst[0], aim.measure)),
    )


def _steps(solution: Solution[float], played: Played) -> list[Step] | None:
    """Return the throws of a turn, those of real dice as far as they can be told."""
    if not played.rules.has_real_dice:
        return [*played.steps]
    covers = [step.cover for step in played.steps]
    if played.why not in (TurnWhy.SHUT, TurnWhy.STOPPED):
        covers.append(NO_TILES)
    return seen(solution, covers)


_Lost = tuple[float, object, object]
"""What a choice has lost, what was chosen, and what was best."""


def _worst(solution: Solution[float], steps: list[Step], luck: TurnLuck[float]) -> _Lost | None:
    """Return the choice that has lost most; `None` if every one was best."""
    lost: list[_Lost] = []
    standing = solution.rules.start_tiles
    for step, judged in zip(steps, luck.steps, strict=True):
        lost += _lost(solution, step, judged)
        standing = Tiles(standing & ~step.cover)
    if luck.stop_error > 0:
        lost.append((luck.stop_error, _stopping(), _dice(solution.best_dice(standing)[0])))
    return max(lost, key=lambda choice: choice[0], default=None)


def _lost(solution: Solution[float], step: Step, judged: StepLuck[float]) -> list[_Lost]:
    lost: list[_Lost] = []
    if judged.dice_error > 0:
        best = solution.best_dice(judged.standing)[0]
        lost.append((judged.dice_error, _dice(len(step.dice)), _dice(best)))
    if judged.cover_error > 0:
        chosen = cover_name(step.cover) if step.cover else _stopping()
        cover = solution.best_covers(judged.standing, step.dice)[0]
        lost.append((judged.cover_error, chosen, cover_name(cover)))
    return lost


def _dice(count: int) -> Message:
    return counted("{n} die", "{n} dice", count)


def _stopping() -> Message:
    return message("stopping")
