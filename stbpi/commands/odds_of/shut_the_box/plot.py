"""The odds of a turn as a picture: how likely each score is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.turns import Turn
from stbpi.games.shut_the_box.ruleset import Scoring
from stbpi.language import _, number
from stbpi.plotting import DARK, FELT, WOOD, from_zero, mark_mean, picture
from stbpi.strategy.goals import shut_score
from stbpi.strategy.objectives import Objective
from stbpi.strategy.odds import spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (12.0, 6.0)


def draw(turn: Turn, path: Path, *, kind: str) -> None:
    """Draw the distribution of the score to a file.

    Args:
        turn: the turn that it is of.
        path: the file; what is there is replaced.
        kind: `png` or `svg`.

    Raises:
        StbError: matplotlib is missing, or the file can't be written.
    """
    with picture(path, kind=kind, title=turn.title, size=SIZE) as figure:
        axes: Axes = figure.subplots()
        if turn.solution.rules.scoring is Scoring.DIGITS:
            _draw_spread(axes, turn)
        else:
            _draw_scores(axes, turn)
        shut = number(100 * turn.solution.p_shut, 2)
        axes.set_title(_("Chance to shut the box: {percent} %").format(percent=shut))
        axes.set_xlabel(_("score"))
        axes.set_ylabel(_("% of the turns"))


def _draw_scores(axes: Axes, turn: Turn) -> None:
    """Draw a bar for each score, and the mean."""
    chances = turn.solution.distribution
    shut = shut_score(turn.solution.rules)
    colors = [FELT if score == shut else WOOD for score in chances]
    axes.bar(list(chances), [100 * p for p in chances.values()], width=0.9, color=colors)
    from_zero(axes)
    if turn.objective is not Objective.SHUT:
        mean = turn.solution.start
        mark_mean(axes, mean, _("mean {mean}").format(mean=number(mean, 2)))


def _draw_spread(axes: Axes, turn: Turn) -> None:
    """Draw a bar for scores with so many digits; their mean says nothing."""
    chances = spread(turn.solution)
    shut = str(shut_score(turn.solution.rules))
    colors = [FELT if name == shut else WOOD for name in chances]
    bars = axes.bar(list(chances), [100 * p for p in chances.values()], width=0.8, color=colors)
    axes.bar_label(bars, [number(100 * p, 1) for p in chances.values()], padding=2, color=DARK)
    axes.tick_params(axis="x", labelrotation=20)
    from_zero(axes)
