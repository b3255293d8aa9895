"""A deciding round: what others have computed, and small games that can be played out in full."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.shut_the_box.ruleset import OneDie, Ruleset, Scoring, Shut
from stbpi.strategy.deciding import DecidingRound, Lead
from stbpi.strategy.goals import Beating, Points, Reaching
from stbpi.strategy.solver import solve
from tests.strategy.oracle import Turn

VALUES = json.loads((Path(__file__).parents[1] / "data" / "round_values.json").read_text())
NEVER = Ruleset(rounds=1, one_die=OneDie.NEVER)
NEVER_ZERO = Ruleset(rounds=1, one_die=OneDie.NEVER, shut=Shut.ZERO)
TARGETS = range(46)


def as_fractions(texts: Sequence[str]) -> list[Fraction]:
    return [Fraction(text) for text in texts]


def test_a_turn_for_points_has_the_scores_that_others_have_computed() -> None:
    distribution = solve(NEVER, Points()).exactly().distribution

    assert distribution == {int(s): Fraction(p) for s, p in VALUES["points"].items()}


def test_targets_are_beaten_and_reached_as_others_have_computed() -> None:
    beating = [solve(NEVER, Beating(target)).exactly().start for target in TARGETS]
    reaching = [solve(NEVER, Reaching(target)).exactly().start for target in TARGETS]

    assert beating == as_fractions(VALUES["beating"])
    assert reaching == as_fractions(VALUES["reaching"])


def test_the_last_player_wins_or_shares_as_others_have_computed() -> None:
    round_ = DecidingRound(NEVER_ZERO)
    shares = [round_.solution(Lead(target), (0,)).start for target in TARGETS]

    assert shares == as_fractions(VALUES["half_for_a_tie"])


@pytest.mark.parametrize("shut", list(Shut))
def test_the_first_of_two_wins_as_often_as_others_have_computed(shut: Shut) -> None:
    round_ = DecidingRound(Ruleset(rounds=1, one_die=OneDie.NEVER, shut=shut))

    assert round_.seats((0, 0))[0] == Fraction(VALUES["first_of_two"][shut])


def test_the_first_of_two_wins_less_if_he_plays_for_points() -> None:
    goal = DecidingRound(NEVER).goal(None, (0, 0))
    distribution = solve(NEVER, Points()).exactly().distribution
    wins = sum(chance * goal.worth(score, NEVER) for score, chance in distribution.items())

    assert wins == Fraction(VALUES["first_for_points"]["wins"])


@pytest.mark.parametrize("seats", VALUES["seats"], ids=len)
def test_every_seat_wins_as_often_as_others_have_computed(seats: list[float]) -> None:
    shares = DecidingRound(NEVER).seats((0,) * len(seats))

    assert [float(share) for share in shares] == pytest.approx(seats, rel=1e-9, abs=0)
    assert sum(shares) == 1


def test_eight_players_share_the_win_of_a_small_box() -> None:
    shares = DecidingRound(Ruleset(tiles=6, dice=1, rounds=1)).seats((0,) * 8)

    assert sum(shares) == 1
    assert list(shares) == sorted(shares, reverse=True)


SMALL = st.builds(
    Ruleset,
    tiles=st.just(6),
    start=st.lists(st.integers(1, 4), min_size=1, max_size=3, unique=True).map(
        lambda tiles: tuple(sorted(tiles))
    ),
    dice=st.sampled_from([1, 2]),
    one_die=st.sampled_from(OneDie),
    scoring=st.sampled_from(Scoring),
    shut=st.sampled_from(Shut),
)


@given(rules=SMALL, totals=st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple))
@settings(max_examples=60, deadline=None)
def test_a_round_goes_as_if_everybody_had_thought_of_everything(
    rules: Ruleset, totals: tuple[int, ...]
) -> None:
    assert list(DecidingRound(rules).seats(totals)) == shares_of(rules, totals, ())


def shares_of(rules: Ruleset, totals: tuple[int, ...], played: tuple[int, ...]) -> list[Fraction]:
    """Play the round out from here: the share of each seat, if all play to win.

    Args:
        played: the scores so far.
    """
    seats = len(totals)
    shut = sum(rules.start) if rules.scoring == "covered" else 0
    if rules.shut == "wins" and played and played[-1] == shut:
        return [Fraction(seat == len(played) - 1) for seat in range(seats)]
    if len(played) == seats:
        results = [total + score for total, score in zip(totals, played, strict=True)]
        best = max(results) if rules.scoring == "covered" else min(results)
        return [Fraction(result == best, results.count(best)) for result in results]
    ends: dict[int, list[Fraction]] = {}

    def end(score: int) -> list[Fraction]:
        if score not in ends:
            ends[score] = shares_of(rules, totals, (*played, score))
        return ends[score]

    turn = Turn(rules, lambda score: end(score)[len(played)], most=True)
    chances = turn.distribution().items()
    return [
        sum((p * end(score)[seat] for score, p in chances), Fraction()) for seat in range(seats)
    ]
