"""The odds of a turn in words: figures, bars, and the best first covers.

Never: prints.
"""

from __future__ import annotations

from stbpi.bars import bars
from stbpi.commands.turns import Turn
from stbpi.games.game import tiles
from stbpi.language import _, either, number, plural
from stbpi.strategy.coach import cover_name
from stbpi.strategy.objectives import Objective
from stbpi.strategy.odds import spread, written

DIGITS = 4


def lines(turn: Turn, *, exact: bool) -> list[str]:
    """Write the odds.

    Args:
        turn: the turn that they are of.
        exact: fractions are wanted, too.
    """
    return [
        turn.title,
        "",
        *_figures(turn, exact),
        "",
        *bars(_("chance of each score"), spread(turn.solution), say=_percent),
        "",
        *_first_covers(turn),
    ]


def _figures(turn: Turn, exact: bool) -> list[str]:
    solution, fractions = turn.solution, turn.solution.exactly()
    told = []
    if turn.objective is not Objective.SHUT:
        value = number(solution.start, DIGITS)
        told.append(_("Expected score: {value}").format(value=value))
        if exact:
            told.append(f"  = {written(fractions.start)}")
    shut = number(100 * solution.p_shut, DIGITS)
    told.append(_("Chance to shut the box: {percent} %").format(percent=shut))
    if exact:
        told.append(f"  = {written(fractions.p_shut)}")
    return told


def _percent(chance: float) -> str:
    return f"{number(100 * chance, 2)} %"


def _first_covers(turn: Turn) -> list[str]:
    told = []
    for count, throws in turn.solution.first_best.items():
        title = plural(
            "best first covers with {n} die", "best first covers with {n} dice", int(count)
        )
        told.append(f"{title}:")
        width = max(map(len, throws))
        for throw, covers in throws.items():
            names = [cover_name(tiles(*cover)) for cover in covers]
            told.append(f"  {throw.rjust(width)}  {either(names) if names else '-'}")
    return told
