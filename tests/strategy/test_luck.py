"""Luck and errors of a turn add up to what it has come to."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.game import NO_TILES, Tiles, tiles, without
from stbpi.games.shut_the_box.ruleset import CoverRule, OneDie, Ruleset, Scoring
from stbpi.strategy.goals import Goal, Points, Shutting
from stbpi.strategy.luck import Step, TurnLuck, turn_luck
from stbpi.strategy.solver import Solution, solve
from tests import strategies
from tests.strategy import boxes


def played(
    solution: Solution[Fraction], chance: Random, *, throws: int, stops: bool
) -> tuple[list[Step], Tiles]:
    """Play a turn anyhow, up to so many throws.

    Args:
        stops: the last throw is not covered, even if it can be.
    """
    rules = solution.rules
    standing, steps = rules.start_tiles, list[Step]()
    while standing and len(steps) < throws:
        count = chance.choice(rules.dice_allowed(standing))
        dice = tuple(chance.randint(1, 6) for _ in range(count))
        covers = [cover for cover, _ in solution.covers(standing, dice)]
        if not covers or (stops and len(steps) + 1 == throws):
            return [*steps, Step(dice)], standing
        steps.append(Step(dice, chance.choice(covers)))
        standing = without(standing, steps[-1].cover)
    return steps, standing


def adds_up(luck: TurnLuck[Fraction], solution: Solution[Fraction]) -> bool:
    sign = 1 if solution.wants_most else -1
    return (
        luck.worth == solution.start + sign * (luck.luck - luck.errors)
        and luck.adjusted == solution.start - sign * luck.errors
        and luck.luck == sum(step.luck for step in luck.steps)
        and luck.errors
        == luck.stop_error + sum(step.dice_error + step.cover_error for step in luck.steps)
    )


@given(
    rules=boxes.rulesets() | strategies.rulesets(tiles=st.sampled_from([7, 8, 9])),
    goal=boxes.goals(),
    chance=st.randoms(use_true_random=False),
    throws=st.integers(0, 12),
    stops=st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_a_turn_is_its_value_with_all_errors_lost_and_all_luck_gained(
    rules: Ruleset, goal: Goal, chance: Random, throws: int, stops: bool
) -> None:
    solution = solve(rules, goal).exactly()
    steps, standing = played(solution, chance, throws=throws, stops=stops)
    is_over = steps and steps[-1].cover == NO_TILES
    luck = turn_luck(solution, steps)

    assert adds_up(luck, solution)
    assert luck.worth == (solution.end if is_over else solution.value)(standing)
    assert all(step.dice_error >= 0 for step in luck.steps)

    if not is_over:
        stopped = turn_luck(solution, steps, stopped=True)
        assert adds_up(stopped, solution)
        assert stopped.worth == solution.end(standing)


@given(chance=st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_who_plays_best_makes_no_error(chance: Random) -> None:
    solution = solve(Ruleset(one_die=OneDie.ALWAYS, cover=CoverRule.SUM_OR_DICE), Points())
    exact = solution.exactly()
    standing, steps, is_stuck = exact.rules.start_tiles, list[Step](), False
    while standing and not is_stuck:
        dice = tuple(chance.randint(1, 6) for _ in range(exact.best_dice(standing)[0]))
        covers = exact.best_covers(standing, dice)
        is_stuck = not covers
        steps.append(Step(dice, covers[0] if covers else NO_TILES))
        standing = without(standing, steps[-1].cover)

    luck = turn_luck(exact, steps)

    assert luck.errors == 0
    assert luck.adjusted == exact.start


WORKED = (
    Step((4, 5), tiles(9)),
    Step((4, 4), tiles(8)),
    Step((5, 6), tiles(4, 7)),
    Step((3, 4), tiles(1, 6)),
    Step((2, 3), tiles(5)),
    Step((1, 2), tiles(3)),
    Step((4,)),
)


def test_a_lucky_turn_with_two_errors() -> None:
    luck = turn_luck(solve(Ruleset(), Points()), WORKED)

    assert luck.worth == 2
    assert luck.luck == pytest.approx(10.473024, abs=5e-7)
    assert luck.adjusted == pytest.approx(12.473024, abs=5e-7)
    assert {n: step.cover_error for n, step in enumerate(luck.steps) if step.cover_error} == {
        3: pytest.approx(0.456533, abs=5e-7)
    }
    assert {n: step.dice_error for n, step in enumerate(luck.steps) if step.dice_error} == {
        5: pytest.approx(0.995370, abs=5e-7)
    }


def test_where_much_is_wanted_luck_and_errors_have_the_same_signs() -> None:
    by_covered = turn_luck(solve(Ruleset(scoring=Scoring.COVERED), Points()), WORKED)
    by_sum = turn_luck(solve(Ruleset(), Points()), WORKED)

    assert by_covered.worth == 43
    assert by_covered.luck == pytest.approx(by_sum.luck)
    assert by_covered.errors == pytest.approx(by_sum.errors)
    assert by_covered.adjusted == pytest.approx(45 - by_sum.adjusted)


def test_stopping_instead_of_a_cover_is_an_error() -> None:
    rules = Ruleset(start=(1, 2), one_die=OneDie.ALWAYS, may_stop=True)
    solution = solve(rules, Points()).exactly()
    luck = turn_luck(solution, [Step((2,))])

    assert luck.worth == 3
    assert luck.errors == luck.steps[0].cover_error == 3 - solution.value(tiles(1))


def test_a_turn_that_has_not_begun_has_neither_luck_nor_errors() -> None:
    solution = solve(Ruleset(), Shutting()).exactly()
    luck = turn_luck(solution, [])

    assert luck.luck == luck.errors == 0
    assert luck.worth == solution.start
