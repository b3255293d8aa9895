"""Forecasts against small matches that are played out in full, behind a turn for points."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stbpi.games.game import Tiles, subsets, tiles
from stbpi.games.shut_the_box.ruleset import (
    Limit,
    MatchBy,
    OneDie,
    Ruleset,
    Scoring,
    Shut,
    Stakes,
    TiePot,
)
from stbpi.games.shut_the_box.tally import Tally
from stbpi.strategy.forecast import winning_chances
from stbpi.strategy.gain import expected_gains
from stbpi.strategy.outlook import coarse
from stbpi.strategy.rounds_won import most_rounds_chances
from stbpi.strategy.situation import Situation
from tests.strategy.later import Begun, outcomes, share_of_win

START = (1, 3)
STANDING = st.sampled_from(sorted(subsets(tiles(*START)), reverse=True))


@st.composite
def begun(draw: st.DrawFn, rules: st.SearchStrategy[Ruleset], *, turns: int) -> Begun:
    """Matches of two or three, in which so many turns at most have been played."""
    match = Begun(
        draw(rules),
        draw(st.integers(2, 3)),
        tuple(Tiles(up) for up in draw(st.lists(STANDING, max_size=turns))),
    )
    assume(not match.is_over())
    return match


RULES = st.builds(
    Ruleset,
    tiles=st.just(6),
    start=st.just(START),
    dice=st.just(1),
    rounds=st.integers(1, 2),
    scoring=st.sampled_from([Scoring.SUM, Scoring.COUNT, Scoring.COVERED]),
    shut=st.sampled_from(Shut),
    ceiling=st.sampled_from([0, 3, 5]),
    ceiling_at=st.sampled_from(Limit),
)
KNOCK_OUT = st.builds(
    Ruleset,
    tiles=st.just(6),
    start=st.just(START),
    dice=st.just(1),
    rounds=st.integers(1, 2),
    scoring=st.sampled_from([Scoring.SUM, Scoring.COUNT]),
    shut=st.sampled_from(Shut),
    knock_out=st.just(5),
    knock_out_at=st.sampled_from(Limit),
    ceiling=st.sampled_from([0, 0, 4]),
)


@given(match=begun(RULES | KNOCK_OUT, turns=4))
@settings(max_examples=25, deadline=None)
def test_a_forecast_is_right_if_everybody_plays_for_points_behind_the_turn(match: Begun) -> None:
    situation = match.situation

    played_out = outcomes(match, share_of_win(situation.seat))

    assert winning_chances(situation) == pytest.approx(as_floats(played_out), abs=1e-12)


def as_floats(chances: dict[int, Fraction]) -> dict[int, float]:
    return {score: float(chance) for score, chance in chances.items()}


STAKES = st.builds(
    Ruleset,
    tiles=st.just(6),
    start=st.just(START),
    dice=st.just(1),
    rounds=st.just(2),
    scoring=st.sampled_from([Scoring.SUM, Scoring.COUNT, Scoring.COVERED]),
    shut=st.sampled_from(Shut),
    stakes=st.sampled_from([Stakes.POOL, Stakes.DIFFERENCE]),
    stake=st.just(6),  # nothing remains, however many share
)
MOST_ROUNDS = st.builds(
    Ruleset,
    tiles=st.just(6),
    start=st.just(START),
    dice=st.just(1),
    rounds=st.integers(1, 2),
    shut=st.just(Shut.ZERO),
    match_by=st.just(MatchBy.ROUNDS_WON),
)


@given(match=begun(STAKES, turns=4))
@settings(max_examples=25, deadline=None)
def test_the_units_of_a_round_are_those_that_it_settles(match: Begun) -> None:
    situation = match.situation
    before = match.tally.balances[situation.seat - 1]

    def gained(now: Tally) -> Fraction | None:
        if len(now.ended) < situation.round:
            return None
        return Fraction(now.balances[situation.seat - 1] - before)

    played_out = outcomes(match, gained)

    assert expected_gains(situation) == pytest.approx(as_floats(played_out), abs=1e-9)


@given(match=begun(MOST_ROUNDS, turns=4))
@settings(max_examples=25, deadline=None)
def test_the_last_round_of_a_match_by_rounds_won_is_told_right(match: Begun) -> None:
    situation = match.situation
    assume(situation.is_last_round)

    played_out = outcomes(match, share_of_win(situation.seat))

    assert most_rounds_chances(situation) == pytest.approx(as_floats(played_out), abs=1e-12)


def seated(rules: Ruleset, seats: int, *, pot: int = 0) -> Situation:
    nothing = (0,) * seats
    return Situation(
        rules=rules,
        round=1,
        seat=1,
        totals=nothing,
        scores=(None,) * seats,
        rounds_won=nothing,
        pot=pot,
    )


def test_players_who_are_equal_win_as_many_of_the_rounds_to_come() -> None:
    rules = Ruleset(match_by=MatchBy.ROUNDS_WON, shut=Shut.ZERO)
    chances = most_rounds_chances(seated(rules, 2))

    assert chances[0] > 0.5 > chances[45]
    assert list(chances.values()) == sorted(chances.values(), reverse=True)


def test_a_pot_that_is_carried_is_everybodys() -> None:
    rules = Ruleset(stakes=Stakes.POOL, stake=2, tie_pot=TiePot.CARRY, shut=Shut.ZERO)
    last = Situation(rules=rules, round=1, seat=3, totals=(0, 0, 0), scores=(9, 3, None), pot=6)
    gains = expected_gains(last)

    assert (gains[0], gains[2], gains[3], gains[4]) == (10, 6, 2, 0)


def test_a_match_that_only_a_shut_box_ends_knows_no_totals() -> None:
    rules = Ruleset(rounds=0, start=(7,), one_die=OneDie.NEVER)
    chances = winning_chances(seated(rules, 2))

    assert chances[0] == 1
    assert chances[7] == pytest.approx(5 / 11, abs=1e-4)  # the other throws for it first


def test_totals_of_digits_keep_two_places() -> None:
    rules = Ruleset(scoring=Scoring.DIGITS)

    assert [coarse(total, rules) for total in (0, 9, 45, 257, 123456789)] == [
        *(0, 9, 45, 260, 120000000)
    ]
    assert sorted(winning_chances(seated(rules, 3)))[-1] == 123456789


@pytest.mark.parametrize(
    "rules", [Ruleset(rounds=3), Ruleset(rounds=0, ceiling=60), Ruleset(rounds=2, knock_out=45)]
)
def test_a_play_off_is_one_more_round_whatever_ends_the_match(rules: Ruleset) -> None:
    playoff = Situation(
        rules=rules, round=5, seat=2, totals=(0, 0, 0), scores=(11, None, None), playoff=True
    )
    one = Situation(
        rules=Ruleset(rounds=1), round=1, seat=2, totals=(0, 0, 0), scores=(11, None, None)
    )

    chances = winning_chances(playoff)

    assert chances == pytest.approx(winning_chances(one))
    assert chances[5] > chances[8] > chances[20] == 0
