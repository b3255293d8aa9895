"""The chance that a turn of Shut the Box still shuts it, if that is all that it is played for.

Never: holds up what is followed; whoever asks has a thread for it. Keep: nothing is said of a
turn that can't be reckoned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from stbpi.errors import RulesError
from stbpi.games.game import Tiles
from stbpi.games.shut_the_box.decide import after_throw
from stbpi.games.shut_the_box.house_rules import refuse_contradictions
from stbpi.games.shut_the_box.match import Stage, State
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.goals import Shutting
from stbpi.strategy.solver import Solution, solve

KEPT = 8
"""Rules that are solved, each within a second of a PC; every turn by them is answered at once."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a turn stands.

    Attributes:
        rules: it is played by.
        standing: the tiles that stand, those of a complete cover left out.
        dice: the throw that is to be covered; none before a throw.
    """

    rules: Ruleset
    standing: Tiles
    dice: tuple[int, ...] = ()


def position_of(state: object) -> Position | None:
    """Return where the turn stands; `None` if none of Shut the Box is played."""
    if not isinstance(state, State) or state.stage not in (Stage.BEFORE_THROW, Stage.THROWN):
        return None
    if not state.names or state.result is not None:
        return None
    left = after_throw(state)
    is_covered = left != state.standing
    return Position(state.turn_rules, left, () if is_covered else state.dice)


def chance_to_shut(position: Position) -> float | None:
    """Return the chance; `None` where it can't be known."""
    solution = _solved(position.rules)
    if solution is None:
        return None
    try:
        if position.dice:
            return solution.after(position.standing, position.dice)
        return solution.value(position.standing)
    except KeyError:
        return None


@lru_cache(KEPT)
def _solved(rules: Ruleset) -> Solution[float] | None:
    try:
        refuse_contradictions(rules)
    except RulesError:
        return None
    return solve(rules, Shutting())
