"""What a turn is played for, by what everybody has."""

from __future__ import annotations

from typing import Any

import pytest

from stbpi.games.shut_the_box.ruleset import MatchBy, Ruleset, Scoring, Shut, Stakes
from stbpi.strategy.forecast import winning_chances
from stbpi.strategy.goals import Points
from stbpi.strategy.match import Basis, basis_of, goal_of
from stbpi.strategy.situation import Situation
from stbpi.strategy.solver import solve


def situation(players: int = 2, **more: Any) -> Situation:
    """Make a situation at the start of the only round, with what differs from it."""
    nothing = (0,) * players
    usual = {
        "rules": Ruleset(rounds=1),
        "round": 1,
        "seat": 1,
        "totals": nothing,
        "scores": (None,) * players,
        "rounds_won": nothing,
    }
    return Situation(**{**usual, **more})


def brings(now: Situation, *scores: int) -> list[float]:
    goal = goal_of(now)
    return [float(goal.worth(score, now.rules)) for score in scores]


def test_a_player_alone_plays_for_points() -> None:
    assert basis_of(situation(1)) is Basis.POINTS
    assert goal_of(situation(1)) == Points()
    assert goal_of(situation(2, out=frozenset({2}))) == Points()


def test_the_last_of_a_round_plays_against_what_he_knows() -> None:
    now = situation(3, seat=3, scores=(7, 4, None))

    assert basis_of(now) is Basis.EXACT
    assert brings(now, 0, 3, 4, 5, 7) == [1, 1, 0.5, 0, 0]


def test_the_last_of_a_match_plays_against_totals() -> None:
    now = situation(rules=Ruleset(rounds=2), round=2, seat=2, totals=(10, 20), scores=(15, None))

    assert brings(now, 0, 4, 5, 6) == [1, 1, 0.5, 0]


def test_where_no_score_but_a_shut_box_helps_it_is_played_for() -> None:
    now = situation(seat=2, totals=(0, 50), scores=(2, None))

    assert brings(now, 0, 1, 45) == [1, 0, 0]


def test_whom_no_score_helps_plays_for_points() -> None:
    rules = Ruleset(rounds=1, shut=Shut.ZERO)

    assert goal_of(situation(rules=rules, seat=2, totals=(0, 50), scores=(2, None))) == Points()


def test_where_covered_tiles_count_more_is_better() -> None:
    rules = Ruleset(rounds=1, scoring=Scoring.COVERED)
    now = situation(rules=rules, seat=2, scores=(30, None))

    assert brings(now, 29, 30, 31, 45) == [0, 0.5, 1, 1]
    assert solve(rules, goal_of(now)).wants_most


def test_earlier_rounds_are_a_forecast() -> None:
    now = situation(rules=Ruleset(rounds=4), totals=(3, 9))

    assert basis_of(now) is Basis.FORECAST
    assert brings(now, 0, 20) == pytest.approx([winning_chances(now)[0], winning_chances(now)[20]])


@pytest.mark.parametrize(
    ("rules", "basis"),
    [
        (Ruleset(rounds=1, knock_out=45), Basis.FORECAST),
        (Ruleset(rounds=0, ceiling=45), Basis.FORECAST),
        (Ruleset(rounds=1, stakes=Stakes.POOL), Basis.UNITS),
        (Ruleset(rounds=1, stakes=Stakes.DIFFERENCE), Basis.UNITS),
        (Ruleset(rounds=1, match_by=MatchBy.ROUNDS_WON), Basis.ROUNDS_WON),
    ],
)
def test_house_rules_say_what_is_played_for(rules: Ruleset, basis: Basis) -> None:
    now = situation(3, rules=rules)
    solution = solve(rules, goal_of(now))

    assert basis_of(now) is basis
    assert solution.value(rules.start_tiles) > solution.end(rules.start_tiles)


def test_a_play_off_is_played_to_win() -> None:
    rules = Ruleset(rounds=2, match_by=MatchBy.ROUNDS_WON, stakes=Stakes.POOL)

    assert basis_of(situation(3, rules=rules, playoff=True)) is Basis.EXACT


def test_an_answer_that_would_take_too_long_is_a_forecast() -> None:
    rules = Ruleset(rounds=1)

    assert basis_of(situation(8, rules=rules)) is Basis.EXACT
    assert basis_of(situation(8, rules=rules, totals=tuple(range(8)))) is Basis.FORECAST
    assert basis_of(situation(8, rules=Ruleset(rounds=1, tiles=12))) is Basis.FORECAST
