"""Situations that come to the same are played for the same, and there are few of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.shut_the_box.ruleset import MatchBy, Ruleset, Scoring, Shut, Stakes
from stbpi.strategy.alike import plainest
from stbpi.strategy.match import basis_of, goal_of
from stbpi.strategy.positions import positions_of
from stbpi.strategy.situation import Situation

RULES = st.builds(
    Ruleset,
    tiles=st.just(6),
    start=st.just((1, 3, 4)),
    rounds=st.integers(0, 3),
    scoring=st.sampled_from(Scoring),
    shut=st.sampled_from(Shut),
    ceiling=st.sampled_from([0, 0, 20]),
    match_by=st.sampled_from([MatchBy.TOTALS, MatchBy.TOTALS, MatchBy.ROUNDS_WON]),
    stakes=st.sampled_from([Stakes.NONE, Stakes.NONE, *Stakes]),
) | st.builds(
    Ruleset,
    tiles=st.just(6),
    start=st.just((1, 3, 4)),
    rounds=st.integers(0, 2),
    knock_out=st.sampled_from([15, 45]),
)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    rules = draw(RULES)
    players = draw(st.integers(1, 3))
    seats = range(1, players + 1)
    seat = draw(st.sampled_from(seats))
    scores = sorted(set(positions_of(rules).scores.values()))
    playoff = draw(st.booleans()) and rules.rounds > 0
    out = draw(st.sets(st.sampled_from(seats))) - {seat}
    few = st.integers(0, 7)
    return Situation(
        rules=rules,
        round=rules.rounds + 1 if playoff else draw(st.integers(1, rules.rounds or 3)),
        seat=seat,
        totals=tuple(0 if playoff else draw(few) for _ in seats),
        scores=tuple(draw(st.sampled_from(scores)) if s < seat else None for s in seats),
        rounds_won=tuple(draw(few) for _ in seats),
        out=frozenset(out),
        playoff=playoff,
        pot=draw(few),
    )


def worths(now: Situation) -> list[float]:
    goal, rules = goal_of(now), now.rules
    scores = sorted(set(positions_of(rules).scores.values()))
    return [float(goal.worth(score, rules)) for score in scores]


@given(now=situations())
@settings(max_examples=200, deadline=None)
def test_the_plainest_situation_is_played_for_the_same(now: Situation) -> None:
    plain = plainest(now)

    assert basis_of(plain) is basis_of(now)
    assert type(goal_of(plain)) is type(goal_of(now))
    assert worths(plain) == pytest.approx(worths(now), abs=1e-9)
    assert plainest(plain) == plain


def test_what_differs_in_nothing_that_counts_is_alike() -> None:
    now = Situation(rules=Ruleset(), round=2, seat=2, totals=(10, 25), scores=(4, None))
    others = [
        replace(now, totals=(14, 25), scores=(0, None)),
        replace(now, totals=(20, 35)),
        replace(now, pot=3, rounds_won=(1, 0)),
    ]

    assert {plainest(other) for other in others} == {plainest(now)}
    assert plainest(replace(now, totals=(10, 26))) != plainest(now)


def test_where_a_limit_counts_totals_they_stay() -> None:
    rules = Ruleset(rounds=0, knock_out=45, shut=Shut.ZERO)
    now = Situation(rules=rules, round=5, seat=2, totals=(10, 25), scores=(4, None))

    assert plainest(now).totals == (14, 25)
