"""The coach's advice in words: what is best, and every choice with its worth.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stbpi.commands.turns import Turn
from stbpi.games.game import Tiles, members
from stbpi.games.sheet import aligned
from stbpi.language import Message, _, all_of, message, number
from stbpi.strategy.coach import (
    Choice,
    cover_choices,
    cover_name,
    dice_choices,
    measure_of,
    said_of_covers,
    said_of_dice,
)
from stbpi.strategy.objectives import Objective

DIGITS = 3


def lines(turn: Turn, standing: Tiles, roll: Sequence[int]) -> list[str]:
    """Write what is best for a throw, or how many dice are best without one."""
    up = all_of([*map(str, members(standing))])
    if not roll:
        about = _("Standing: {tiles}.").format(tiles=up)
        advice = _on_dice(turn, standing)
    else:
        thrown = "+".join(map(str, roll))
        about = _("Standing: {tiles}. Thrown: {dice}.").format(tiles=up, dice=thrown)
        advice = _on_covers(turn, standing, roll)
    return [turn.title, about, *advice]


def _on_dice(turn: Turn, standing: Tiles) -> list[str]:
    choices = dice_choices(turn.solution, standing)
    said = said_of_dice(choices, measure_of(turn.objective))
    named = {str(choice.count): choice for choice in choices}
    return [str(said), "", *_table(_("dice"), named, turn.objective)]


def _on_covers(turn: Turn, standing: Tiles, roll: Sequence[int]) -> list[str]:
    choices = cover_choices(turn.solution, standing, roll)
    if not choices:
        rules = turn.solution.rules
        score = number(rules.score(standing, start=rules.start_tiles))
        return [_("Nothing can be closed; the score is {score}.").format(score=score)]
    said = said_of_covers(choices, measure_of(turn.objective))
    named = {cover_name(choice.cover): choice for choice in choices}
    return [str(said), "", *_table(_("cover"), named, turn.objective)]


def _table(head: str, named: Mapping[str, Choice[float]], objective: Objective) -> list[str]:
    """Write each choice by its name, with what it is worth and what it costs."""
    if objective is Objective.SHUT:
        rows = [[head, _("to shut, %"), _("costs")]]
        rows += [
            [name, _percent(choice.p_shut), _cost(choice, 100)] for name, choice in named.items()
        ]
    else:
        rows = [[head, str(_EXPECTED[objective]), _("costs"), _("to shut, %")]]
        rows += [
            [name, number(choice.value, DIGITS), _cost(choice, 1), _percent(choice.p_shut)]
            for name, choice in named.items()
        ]
    return aligned(rows)


def _percent(chance: float) -> str:
    return number(100 * chance, DIGITS)


def _cost(choice: Choice[float], factor: int) -> str:
    return "-" if choice.is_best else number(factor * choice.cost, DIGITS)


# TRANSLATORS: the heads of a column: the score that is to be expected after a choice
_EXPECTED: Mapping[Objective, Message] = {
    Objective.SUM: message("points"),
    Objective.DIGITS: message("number"),
    Objective.COUNT: message("tiles"),
    Objective.COVERED: message("points"),
}
