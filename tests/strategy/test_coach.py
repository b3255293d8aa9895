"""The coach: choices with their worth, and what is said of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.game import NO_TILES, Tiles, all_tiles, subsets, tiles, without
from stbpi.games.shut_the_box.covers import legal_covers
from stbpi.games.shut_the_box.ruleset import CoverRule, OneDie, Ruleset, Scoring
from stbpi.language import speaking
from stbpi.strategy.coach import (
    CoverChoice,
    DiceChoice,
    Measure,
    cover_choices,
    cover_name,
    dice_choices,
    measure_of,
    percent,
    said_of_covers,
    said_of_dice,
)
from stbpi.strategy.goals import Goal, Points, Shutting, Winning
from stbpi.strategy.objectives import Objective, own_objective, played_for
from stbpi.strategy.positions import positions_of
from stbpi.strategy.solver import Solution, solve
from tests.strategy import boxes

SLOW = settings(max_examples=40, deadline=None)


def shutting(solution: Solution[Fraction], standing: Tiles) -> Fraction:
    """Return the chance to shut the box, throw by throw."""
    if not standing:
        return Fraction(1)
    count = solution.best_dice(standing)[0]
    chance = Fraction()
    for throw in product(range(1, 7), repeat=count):
        if covers := solution.best_covers(standing, throw):
            chance += shutting(solution, without(standing, covers[0])) / 6**count
    return chance


@pytest.mark.parametrize("goal", [Points(), Shutting()])
@pytest.mark.parametrize("one_die", [OneDie.ALWAYS, OneDie.TOTAL_6])
def test_the_chance_to_shut_is_that_of_the_play_that_is_best(goal: Goal, one_die: OneDie) -> None:
    rules = Ruleset(start=(1, 2, 3, 5), one_die=one_die, cover=CoverRule.SUM_OR_DICE)
    solution = solve(rules, goal).exactly()

    for standing in subsets(rules.start_tiles):
        assert solution.shutting(standing) == shutting(solution, standing)


@given(rules=boxes.rulesets(), goal=boxes.goals())
@SLOW
def test_at_the_start_both_ways_to_reckon_it_agree(rules: Ruleset, goal: Goal) -> None:
    solution = solve(rules, goal).exactly()

    assert solution.shutting(rules.start_tiles) == solution.p_shut


@given(rules=boxes.rulesets(), goal=boxes.goals(), data=st.data())
@SLOW
def test_choices_stand_best_first_with_what_they_cost(
    rules: Ruleset, goal: Goal, data: st.DataObject
) -> None:
    solution = solve(rules, goal).exactly()
    standing = data.draw(st.sampled_from([part for part in subsets(rules.start_tiles) if part]))
    dice = dice_choices(solution, standing)
    throw = tuple(data.draw(st.integers(1, 6)) for _ in range(dice[0].count))
    covers = cover_choices(solution, standing, throw)
    sign = -1 if solution.wants_most else 1

    assert {choice.count for choice in dice} == set(rules.dice_allowed(standing))
    assert dice[0].value == solution.value(standing)
    assert covers == () or covers[0].value == solution.after(standing, throw)
    for choices in (dice, covers):
        assert [c.cost for c in choices] == [sign * (c.value - choices[0].value) for c in choices]
        assert [c.cost for c in choices] == sorted(c.cost for c in choices)
        assert [c.is_best for c in choices] == [c.cost == 0 for c in choices]
    assert tuple(c.cover for c in covers if c.is_best) == solution.best_covers(standing, throw)
    assert tuple(c.count for c in dice if c.is_best) == solution.best_dice(standing)


def reached(rules: Ruleset, standing: Tiles) -> set[Tiles]:
    """Return the positions that can follow one, throw by throw."""
    found = {standing}
    for count in rules.dice_allowed(standing) if standing else ():
        for throw in product(range(1, 7), repeat=count):
            for cover in legal_covers(standing, throw, rules):
                if sum(throw) != rules.unlucky:
                    found |= reached(rules, without(standing, cover))
    return found


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(start=(1, 2, 4, 5), one_die=OneDie.NEVER),
        Ruleset(start=(1, 2, 4, 5), one_die=OneDie.TOTAL_6),
        Ruleset(start=(1, 2, 6), cover=CoverRule.ONE_TILE),
        Ruleset(start=(1, 2, 5), unlucky=7),
    ],
)
def test_a_position_can_be_reached_if_throws_lead_there(rules: Ruleset) -> None:
    assert positions_of(rules).reachable == reached(rules, rules.start_tiles)


def test_where_the_first_cover_needs_a_tile_it_stands_at_the_start_alone() -> None:
    reachable = positions_of(Ruleset(first_roll_tile=2)).reachable

    assert [position for position in reachable if position & tiles(2)] == [all_tiles(9)]


def on_covers(rules: Ruleset, standing: Tiles, *dice: int, objective: Objective) -> str:
    solution = solve(*played_for(rules, objective))
    return str(said_of_covers(cover_choices(solution, standing, dice), measure_of(objective)))


def on_dice(rules: Ruleset, standing: Tiles, objective: Objective) -> str:
    solution = solve(*played_for(rules, objective))
    return str(said_of_dice(dice_choices(solution, standing), measure_of(objective)))


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        (Objective.SUM, "9, then 14 % to shut; 1+8 costs 6.0 points"),
        (Objective.DIGITS, "9, then 11 % to shut; 4+5 costs 1,426.5 points"),
        (Objective.COUNT, "9, then 13 % to shut; 1+8 costs 0.7 tiles"),
        (Objective.COVERED, "9, then 14 % to shut; 1+8 costs 6.0 points"),
        (Objective.SHUT, "9, then 15 % to shut; 1+8 costs 8.0 percentage points"),
    ],
)
def test_a_cover_is_said_with_what_the_next_one_costs(objective: Objective, said: str) -> None:
    assert on_covers(Ruleset(), all_tiles(9), 4, 5, objective=objective) == said


def test_the_only_cover_is_said_without_another() -> None:
    only = on_covers(Ruleset(), all_tiles(9), 1, 1, objective=Objective.SUM)

    assert only == "2, then 6 % to shut"


def test_a_cover_that_closes_all_shuts_the_box() -> None:
    said = on_covers(Ruleset(), tiles(1, 2, 4), 3, 4, objective=Objective.SUM)

    assert said == "1+2+4 shuts the box"


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        (Objective.SUM, "1 die, then 33 % to shut; 2 dice cost 2.2 points"),
        (Objective.COUNT, "1 die, then 32 % to shut; 2 dice cost 1.2 tiles"),
        (Objective.SHUT, "1 die, then 33 % to shut; 2 dice cost 14.4 percentage points"),
    ],
)
def test_a_number_of_dice_is_said_with_what_the_next_one_costs(
    objective: Objective, said: str
) -> None:
    assert on_dice(Ruleset(), tiles(1, 2, 3), objective) == said


def test_one_number_of_dice_is_said_alone() -> None:
    assert on_dice(Ruleset(), all_tiles(9), Objective.SUM) == "2 dice, then 10 % to shut"


def cover(
    *named: int, value: float, best: bool = False, cost: float = 0, p: float
) -> CoverChoice[float]:
    return CoverChoice(cover=tiles(*named), value=value, cost=cost, is_best=best, p_shut=p)


def dice(
    count: int, *, value: float, best: bool = False, cost: float = 0, p: float
) -> DiceChoice[float]:
    return DiceChoice(count=count, value=value, cost=cost, is_best=best, p_shut=p)


def test_equal_choices_are_all_named_with_each_chance_once() -> None:
    equal = [cover(9, value=7, best=True, p=0.081), cover(4, 5, value=7, best=True, p=0.079)]
    unlike = [*equal, cover(1, 8, value=7, best=True, p=0.06), cover(2, 7, value=8, cost=1, p=0)]

    assert str(said_of_covers(equal, Measure.POINTS)) == "9 or 4+5, then 8 % to shut"
    assert str(said_of_covers(unlike, Measure.POINTS)) == (
        "9 or 4+5 or 1+8, then 8 or 6 % to shut; 2+7 costs 1.0 points"
    )
    same = [dice(2, value=5, best=True, p=0.5), dice(1, value=5, best=True, p=0.5)]
    assert str(said_of_dice(same, Measure.POINTS)) == "2 or 1 dice, then 50 % to shut"


def test_a_match_is_said_in_chances_to_win_or_units() -> None:
    covers = [cover(9, value=0.63, best=True, p=0.1), cover(4, 5, value=0.6, cost=0.03, p=0.1)]
    both = [dice(1, value=0.63, best=True, p=0.1), dice(2, value=0.6, cost=0.03, p=0.1)]

    assert [str(said_of_covers(covers, m)) for m in (Measure.WIN, Measure.UNITS)] == [
        "9, then 63 % to win; 4+5 costs 3.0 percentage points",
        "9, then 10 % to shut; 4+5 costs 0.03 units",
    ]
    assert [str(said_of_dice(both, m)) for m in (Measure.WIN, Measure.UNITS)] == [
        "1 die, then 63 % to win; 2 dice cost 3.0 percentage points",
        "1 die, then 10 % to shut; 2 dice cost 0.03 units",
    ]


def test_figures_are_written_in_the_language_in_which_they_are_said() -> None:
    figure = percent(0.0042)

    with speaking("da"):
        assert str(figure) == "0,4"
    assert str(figure) == "0.4"


def test_a_match_can_be_coached_by_what_it_is_played_for() -> None:
    rules = Ruleset(rounds=1)
    solution = solve(rules, Winning({0: 1, 1: Fraction(1, 2)}))
    best = cover_choices(solution, tiles(1, 2), (2,))[0]

    assert best.cover == tiles(2)
    assert best.value == pytest.approx(7 / 12)


@pytest.mark.parametrize("scoring", Scoring)
def test_the_objective_of_rules_is_their_scoring(scoring: Scoring) -> None:
    rules = Ruleset(scoring=scoring)
    objective = own_objective(rules)

    assert played_for(Ruleset(), objective) == (rules, Points())
    assert played_for(rules, Objective.SHUT) == (rules, Shutting())


def test_a_shut_box_has_no_name() -> None:
    assert cover_name(NO_TILES) == ""
