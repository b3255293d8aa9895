"""The solver against a slow recursion over fractions, on small boxes under any rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.game import NO_TILES, Tiles, all_tiles, members, subsets, tiles
from stbpi.games.shut_the_box.ruleset import CoverRule, OneDie, Roll, Ruleset, Scoring
from stbpi.strategy.goals import Beating, Goal, Points, Reaching, Shutting
from stbpi.strategy.solver import solve
from tests.strategy import boxes

SLOW = settings(max_examples=60, deadline=None)


@given(rules=boxes.rulesets(), goal=boxes.goals())
@SLOW
def test_every_position_is_worth_what_the_oracle_says(rules: Ruleset, goal: Goal) -> None:
    solution, oracle = solve(rules, goal).exactly(), boxes.oracle(rules, goal)

    for position in subsets(rules.start_tiles):
        up = members(position)
        assert solution.value(position) == oracle.value(up)
        assert solution.end(position) == oracle.end(up)
        if up:
            allowed = oracle.dice(up)
            means = {n: oracle.throwing(up, n) for n in allowed}
            best = [n for n in reversed(allowed) if means[n] == oracle.value(up)]
            assert {n: solution.throwing(position, n) for n in allowed} == means
            assert list(solution.best_dice(position)) == best


@given(rules=boxes.rulesets(), goal=boxes.goals(), data=st.data())
@SLOW
def test_the_covers_of_a_throw_are_ranked_as_the_oracle_has_them(
    rules: Ruleset, goal: Goal, data: st.DataObject
) -> None:
    solution, oracle = solve(rules, goal).exactly(), boxes.oracle(rules, goal)
    positions = [part for part in subsets(rules.start_tiles) if part]
    position = data.draw(st.sampled_from(positions))
    up = members(position)
    count = data.draw(st.sampled_from(oracle.dice(up)))
    dice = data.draw(st.tuples(*[st.integers(1, 6)] * count))

    lefts = {tiles(*left): oracle.value(left) for left in oracle.lefts(up, dice)}
    covers = solution.covers(position, dice)
    ties = [Tiles(position ^ left) for left, v in lefts.items() if v == oracle.after(up, dice)]
    values = [value for _, value in covers]

    assert {position ^ cover: value for cover, value in covers} == lefts
    assert values == sorted(values, reverse=solution.wants_most)
    assert list(solution.best_covers(position, dice)) == sorted(ties if lefts else [], reverse=True)
    assert solution.after(position, dice) == oracle.after(up, dice)


@given(rules=boxes.rulesets(), goal=boxes.goals())
@SLOW
def test_the_scores_of_best_play_are_as_likely_as_the_oracle_says(
    rules: Ruleset, goal: Goal
) -> None:
    solution, oracle = solve(rules, goal).exactly(), boxes.oracle(rules, goal)
    distribution = solution.distribution
    worth = {score: goal.worth(score, rules) for score in distribution}

    assert distribution == oracle.distribution()
    assert list(distribution) == sorted(distribution)
    assert solution.p_shut == distribution.get(oracle.score(()), 0)
    assert sum(chance * worth[score] for score, chance in distribution.items()) == solution.start


@pytest.mark.parametrize("goal", [Points(), Shutting(), Beating(5), Reaching(5)])
@pytest.mark.parametrize("scoring", list(Scoring))
@pytest.mark.parametrize("cover", list(CoverRule))
def test_every_cover_rule_and_goal_is_solved_as_by_the_oracle(
    cover: CoverRule, scoring: Scoring, goal: Goal
) -> None:
    rules = Ruleset(tiles=6, cover=cover, scoring=scoring, one_die=OneDie.ALWAYS)
    solution, oracle = solve(rules, goal).exactly(), boxes.oracle(rules, goal)

    assert solution.start == oracle.value(oracle.start)
    assert solution.distribution == oracle.distribution()


def test_floats_are_the_exact_numbers_rounded() -> None:
    solution = solve(Ruleset(), Points())
    exact = solution.exactly()

    for position in subsets(all_tiles(9)):
        assert solution.value(position) == float(exact.value(position))
    assert solution.distribution == {s: float(p) for s, p in exact.distribution.items()}


def test_a_chance_of_nothing_is_plain_nothing() -> None:
    solution = solve(Ruleset(dice=3, one_die=OneDie.NEVER), Shutting())

    assert str(solution.value(tiles(1))) == "0.0"


def test_nobody_gains_by_stopping() -> None:
    goals: list[Goal] = [Points(), Shutting(), Beating(12), Reaching(12)]
    for scoring, goal in product(Scoring, goals):
        solution = solve(Ruleset(scoring=scoring), goal).exactly()
        sign = 1 if solution.wants_most else -1
        for position in subsets(all_tiles(9)):
            assert sign * (solution.value(position) - solution.end(position)) >= 0


def test_who_throws_the_dice_changes_nothing() -> None:
    by_hand = solve(Ruleset(roll=Roll.REAL), Points())

    assert by_hand.exactly().start == solve(Ruleset(), Points()).exactly().start


def test_the_first_throw_must_close_its_tile() -> None:
    solution = solve(Ruleset(first_roll_tile=2), Points())
    start = all_tiles(9)

    assert solution.best_covers(start, (1, 1)) == (tiles(2),)
    assert solution.best_covers(start, (1, 2)) == (tiles(1, 2),)
    assert solution.best_covers(tiles(1, 3), (1, 2)) == (tiles(3),)
    assert Ruleset(first_roll_tile=9).score(start, start=start) == 45
    assert solve(Ruleset(first_roll_tile=9), Points()).after(start, (1, 2)) == 45


def test_an_unlucky_throw_ends_the_turn() -> None:
    solution = solve(Ruleset(unlucky=7), Points())

    assert solution.after(tiles(7), (3, 4)) == 7
    assert solution.covers(tiles(7), (3, 4)) == ()


def test_a_first_throw_is_named_by_its_total_or_by_its_dice() -> None:
    by_total = solve(Ruleset(tiles=6, dice=1), Points()).first_best
    by_dice = solve(Ruleset(cover=CoverRule.ONE_TILE), Points()).first_best

    assert by_total == {"1": {str(n): [[n]] for n in range(1, 7)}}
    assert by_dice["2"]["4+5"] == [[9]]
    assert len(by_dice["2"]) == 21


def test_a_first_throw_without_a_cover_has_none() -> None:
    first = solve(Ruleset(start=(7,), one_die=OneDie.NEVER), Points()).first_best

    assert first["2"]["7"] == [[7]]
    assert first["2"]["8"] == []


def test_a_shut_box_is_worth_its_end() -> None:
    solution = solve(Ruleset(scoring=Scoring.COVERED), Points()).exactly()

    assert solution.value(NO_TILES) == solution.end(NO_TILES) == Fraction(45)


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(KeyError):
        solve(Ruleset(start=(1, 3)), Points()).value(tiles(2))
