"""What a turn on the table is played for, solved; the latest are kept.

Never: runs in the loop, it takes a while. Keep: whoever thinks about a turn asks here, so that it
is solved once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.coach import Measure, measure_of
from stbpi.strategy.goals import Points
from stbpi.strategy.match import goal_of
from stbpi.strategy.objectives import own_objective
from stbpi.strategy.purpose import purpose_of
from stbpi.strategy.situation import Situation
from stbpi.strategy.solver import Solution, solve
from stbpi.thinking.question import Occasion

KEPT = 4
"""So many rulesets and situations are kept: those of the turns before and after this one."""

MOST_WORK = 75_000
"""How much an exact answer may take at the table: two seconds on a PC, of a round of three players
with nine tiles. More of them are forecast, until there are so few behind the one on turn; that is
within half a percent of the chance to win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What a turn is played for.

    Attributes:
        solution: of the goal.
        measure: what its values are.
        points: of the goal of a player alone; the same where that is played for.
    """

    solution: Solution[float]
    measure: Measure
    points: Solution[float]


def aim_of(occasion: Occasion) -> Aim:
    """Return what a turn is played for.

    By points, where the turn would not be due by the rules that are in force by now.
    """
    points, rules = _points(occasion.rules), occasion.rules
    purpose = purpose_of(
        occasion.turns,
        seats=occasion.seats,
        seat=occasion.seat,
        round_=occasion.round,
        rules=rules,
        most_work=MOST_WORK,
    )
    solution = None if purpose is None else _solved(purpose.situation)
    if purpose is None or solution is None:
        return Aim(solution=points, measure=points_of(rules), points=points)
    return Aim(solution=solution, measure=purpose.measure, points=points)


def points_of(rules: Ruleset) -> Measure:
    """Return what scores are measured in."""
    return measure_of(own_objective(rules))


@lru_cache(KEPT)
def _points(rules: Ruleset) -> Solution[float]:
    return solve(rules, Points())


@lru_cache(KEPT)
def _solved(situation: Situation) -> Solution[float] | None:
    """Solve the goal of a situation; `None` if no score helps, so that points are all."""
    goal = goal_of(situation, most_work=MOST_WORK)
    return None if isinstance(goal, Points) else solve(situation.rules, goal)
