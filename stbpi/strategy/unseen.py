"""Real dice, which nobody has seen: what was thrown as far as it can be told.

A cover tells the total; where one die or more may have been thrown for it, the number that was
better is taken. A throw that ended the turn could not be covered.

Never: guesses where a cover rule looks at single dice.
"""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.games.game import NO_TILES, Tiles, members, without
from stbpi.games.shut_the_box.covers import BY_TOTAL
from stbpi.strategy.luck import Step
from stbpi.strategy.solver import Number, Solution
from stbpi.strategy.throws import Throw, throws


def seen(solution: Solution[Number], covers: Iterable[Tiles]) -> list[Step] | None:
    """Return the steps of a turn, as they come to the same as those that were not seen.

    Args:
        solution: of the rules that were played by.
        covers: what was closed throw by throw; nothing for a throw that could not be covered.

    Returns:
        `None` if that can't be told.
    """
    if solution.rules.cover not in BY_TOTAL:
        return None
    steps: list[Step] = []
    standing = solution.rules.start_tiles
    for cover in covers:
        dice = _dice(solution, standing, cover)
        if dice is None:
            return None
        steps.append(Step(dice, cover))
        standing = without(standing, cover)
    return steps


def _dice(solution: Solution[Number], standing: Tiles, cover: Tiles) -> Throw | None:
    total = sum(members(cover))
    counts = sorted(
        solution.rules.dice_allowed(standing),
        key=lambda count: solution.throwing(standing, count),
        reverse=solution.wants_most,
    )
    thrown = (dice for count in counts for dice in throws(count))
    if cover == NO_TILES:
        return next((dice for dice in thrown if not solution.covers(standing, dice)), None)
    return next((dice for dice in thrown if sum(dice) == total), None)
