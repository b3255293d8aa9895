"""Round robins: who meets whom, and what it comes to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, datetime
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.league.fixtures import Fixture, Stands
from stbpi.league.outcomes import Outcome, Player
from stbpi.league.plan import Met, Plan
from stbpi.league.round_robin import Row, played, schedule, table
from stbpi.league.standing import standing
from tests.books.journals import HOUR, MONDAY
from tests.league.played import NAMES, drawn, outcome, plan, players, won


@given(players(), st.integers(1, 4))
def test_every_pair_meets_once_in_each_series(names: tuple[str, ...], rounds: int) -> None:
    met = Counter(one.pair for one in schedule(names, rounds))

    assert met == dict.fromkeys(map(frozenset, combinations(names, 2)), rounds)


@given(players(), st.integers(1, 4))
def test_nobody_plays_twice_in_a_round(names: tuple[str, ...], rounds: int) -> None:
    seen = Counter(
        (one.round, name) for one in schedule(names, rounds) for name in (one.home, one.away)
    )

    assert set(seen.values()) == {1}


@given(players())
def test_no_round_is_longer_than_it_must_be(names: tuple[str, ...]) -> None:
    rounds = {one.round for one in schedule(names)}

    assert rounds == {*range(1, len(names) + (len(names) % 2))}


@given(players(), st.integers(1, 4))
def test_everybody_begins_as_often_as_not(names: tuple[str, ...], rounds: int) -> None:
    fixtures = schedule(names, rounds)
    home, away = (Counter(map(get, fixtures)) for get in (_home, _away))

    assert all(abs(home[name] - away[name]) <= rounds % 2 for name in names)


def _home(one: Fixture) -> str | None:
    return one.home


def _away(one: Fixture) -> str | None:
    return one.away


def results(names: tuple[str, ...]) -> st.SearchStrategy[list[Met]]:
    """Some results between some players."""
    pairs = st.sampled_from([*combinations(names, 2)])
    return st.lists(st.builds(_met, pairs, st.sampled_from([0, 1, 2]), st.integers(0, 9)))


def _met(pair: tuple[str, str], winner: int, by: int) -> Met:
    return drawn(*pair) if winner == 2 else won(pair[winner], pair[1 - winner], by)


@given(players().flatmap(lambda names: st.tuples(st.just(names), results(names))), st.randoms())
def test_the_table_does_not_depend_on_the_order_of_results(
    given_: tuple[tuple[str, ...], list[Met]], random: Random
) -> None:
    names, found = given_
    once = [*{one.pair: one for one in found}.values()]
    shuffled = random.sample(once, len(once))
    league = plan(*names)

    assert table(league, played(league, shuffled)) == table(league, played(league, once))


@given(players().flatmap(lambda names: st.tuples(st.just(names), results(names))))
def test_the_table_adds_up(given_: tuple[tuple[str, ...], list[Met]]) -> None:
    names, found = given_
    league = plan(*names)
    rows = table(league, fixtures := played(league, found))
    count = sum(one.stands is Stands.PLAYED for one in fixtures)

    assert sum(row.played for row in rows) == 2 * count
    assert sum(row.points for row in rows) == 2 * count
    assert sum(row.difference for row in rows) == 0
    assert sorted(row.player for row in rows) == sorted(names)
    assert [row.place for row in rows] == sorted(row.place for row in rows)


def placed(*found: Met, names: tuple[str, ...] = NAMES[:4]) -> list[tuple[int, str]]:
    league = plan(*names)
    return [(row.place, row.player) for row in table(league, played(league, found))]


def test_points_come_before_difference() -> None:
    assert placed(won("Bo", "Cid", 1), drawn("Ann", "Dan"), won("Ann", "Cid", 1))[:2] == [
        (1, "Ann"),
        (2, "Bo"),
    ]


def test_difference_comes_before_direct_comparison() -> None:
    found = (won("Bo", "Ann", 1), won("Ann", "Cid", 9), won("Cid", "Bo", 5))

    assert placed(*found, names=NAMES[:3]) == [(1, "Ann"), (2, "Cid"), (3, "Bo")]


def test_who_has_won_the_direct_comparison_comes_first() -> None:
    found = (won("Bo", "Ann", 2), won("Ann", "Cid", 5), won("Dan", "Bo", 2), won("Bo", "Cid", 3))
    rows = {player: place for place, player in placed(*found, won("Ann", "Dan", 0))}

    assert (rows["Bo"], rows["Ann"]) == (1, 2)


def test_who_is_equal_in_everything_shares_a_place() -> None:
    assert placed(drawn("Ann", "Bo"), won("Cid", "Dan", 3)) == [
        *((1, "Cid"), (2, "Ann"), (2, "Bo"), (4, "Dan")),
    ]


def test_who_has_left_early_is_taken_out() -> None:
    league = plan(*NAMES[:4], left=["Dan"])
    fixtures = played(league, [won("Dan", "Ann", 9), won("Ann", "Bo", 1)])

    assert "Dan" not in [row.player for row in table(league, fixtures)]
    assert {one.stands for one in fixtures if "Dan" in one.pair} == {Stands.VOID}
    assert table(league, fixtures)[0] == Row(
        place=1, player="Ann", played=1, won=1, drawn=0, lost=0, points=2, difference=1
    )


def test_what_somebody_leaves_open_late_is_won_by_his_opponents() -> None:
    league = plan(*NAMES[:4], left=["Dan"])
    fixtures = played(league, [won("Dan", "Ann", 9), won("Dan", "Bo", 1)])
    rows = {row.player: row for row in table(league, fixtures)}

    [cid] = [one for one in fixtures if one.pair == {"Cid", "Dan"}]
    assert (cid.stands, cid.winner) == (Stands.WALKOVER, "Cid")
    assert (rows["Cid"].points, rows["Cid"].difference) == (2, 0)
    assert (rows["Dan"].played, rows["Dan"].points) == (3, 4)


def test_between_two_who_have_left_nothing_is_won() -> None:
    league = plan(*NAMES[:4], left=["Cid", "Dan"])
    met = [won(one, other) for one in ("Cid", "Dan") for other in ("Ann", "Bo")]

    [between] = [one for one in played(league, met) if one.pair == {"Cid", "Dan"}]
    assert (between.stands, between.winner) == (Stands.VOID, "")


def test_matches_are_taken_for_fixtures_in_their_order_and_more_is_friendly() -> None:
    league = replace(plan("Ann", "Bo"), rounds=2)
    found = [
        outcome("Bo", "Ann", match=3, wall=30),
        outcome("Ann", "Bo", match=1, wall=10, totals=(4, 9)),
        outcome("Ann", "Bo", match=2, wall=20, places=(1, 1)),
    ]

    told = standing(league, found)

    assert [one.met and one.met.match for one in told.fixtures] == ["anchor:1", "anchor:2"]
    assert [(row.player, row.points, row.difference) for row in told.table] == [
        ("Ann", 3, 5),
        ("Bo", 1, -5),
    ]
    assert told.winners == ("Ann",)


def test_a_result_by_hand_comes_before_what_was_played() -> None:
    league = replace(plan("Ann", "Bo"), results=(won("Bo", "Ann", 3),))

    told = standing(league, [outcome("Ann", "Bo")])

    assert told.winners == ("Bo",)


LEAGUE = plan("Ann", "Bo", "Cid")


@pytest.mark.parametrize(
    ("league", "found"),
    [
        (LEAGUE, outcome("Ann", "Bo", "Cid")),
        (LEAGUE, outcome("Ann", "Zoe")),
        (LEAGUE, outcome("ann", "Bo")),
        (LEAGUE, outcome("Ann", Player("Bo", is_bot=True))),
        (replace(LEAGUE, preset="classic"), outcome("Ann", "Bo", preset="solo")),
        (replace(LEAGUE, game="luk_fu"), outcome("Ann", "Bo")),
        (replace(LEAGUE, skipped=("anchor:12",)), outcome("Ann", "Bo", match=12)),
        (replace(LEAGUE, since=date(2026, 1, 5)), outcome("Ann", "Bo", wall=MONDAY + 5 * HOUR)),
        (replace(LEAGUE, since=date(2026, 1, 5)), outcome("Ann", "Bo", wall=None)),
        (replace(LEAGUE, until=date(2026, 1, 4)), outcome("Ann", "Bo", wall=MONDAY + 6 * HOUR)),
        (
            replace(LEAGUE, since=datetime(2026, 1, 5, 20, 15)),
            outcome("Ann", "Bo", wall=MONDAY + 20 * HOUR),
        ),
    ],
)
def test_what_is_no_match_of_the_league_does_not_count(league: Plan, found: Outcome) -> None:
    assert {one.stands for one in standing(league, [found]).fixtures} == {Stands.OPEN}


@pytest.mark.parametrize(
    ("league", "hours"),
    [
        (replace(LEAGUE, since=date(2026, 1, 5)), 6),
        (replace(LEAGUE, until=date(2026, 1, 4)), 5),
        (replace(LEAGUE, since=datetime(2026, 1, 5, 20, 15)), 21),
    ],
)
def test_a_day_is_an_evening_and_goes_on_until_the_morning(league: Plan, hours: int) -> None:
    told = standing(league, [outcome("Ann", "Bo", wall=MONDAY + hours * HOUR)])

    assert [one.winner for one in told.fixtures if one.stands is Stands.PLAYED] == ["Ann"]
