"""Knock-outs: brackets with byes, until one is left."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from stbpi.league.fixtures import Fixture, Stands
from stbpi.league.knock_out import drawn as draw_of
from stbpi.league.knock_out import played
from stbpi.league.outcomes import Outcome
from stbpi.league.plan import Kind, Plan
from stbpi.league.standing import Standing, standing
from tests.league.played import NAMES, drawn, outcome, plan, players, won


def knock_out(*names: str, left: tuple[str, ...] = ()) -> Plan:
    return plan(*names, kind=Kind.KNOCK_OUT, left=left)


def pairs(fixtures: tuple[Fixture, ...]) -> list[tuple[int, str | None, str | None]]:
    return [(one.round, one.home, one.away) for one in fixtures]


def play_on(league: Plan, data: st.DataObject) -> tuple[Standing, list[Outcome]]:
    """Play whatever is to be played, until nothing is."""
    found: list[Outcome] = []
    while open_ := standing(league, found).to_play:
        one = data.draw(st.sampled_from(open_))
        assert one.home is not None and one.away is not None
        seated = data.draw(st.permutations([one.home, one.away]))
        number = len(found) + 1
        found.append(outcome(*seated, match=number, wall=number))
    return standing(league, found), found


@given(players(), st.data())
def test_every_bracket_ends_with_one_winner(names: tuple[str, ...], data: st.DataObject) -> None:
    told, found = play_on(knock_out(*names), data)

    assert len(found) == len(names) - 1
    assert len(told.winners) == 1
    lost = [player.name for one in found for player in one.players[1:]]
    assert sorted([*lost, *told.winners]) == sorted(names)


@given(players(), st.data())
def test_with_players_who_leave_there_is_a_winner_who_has_not(
    names: tuple[str, ...], data: st.DataObject
) -> None:
    left = data.draw(st.lists(st.sampled_from(names[1:]), unique=True).map(tuple))
    told, found = play_on(knock_out(*names, left=left), data)

    assert not {*told.winners} & {*left}
    assert len(told.winners) == 1
    assert len(found) == len(names) - len(left) - 1


@given(players(), st.data())
def test_nobody_is_twice_in_a_round(names: tuple[str, ...], data: st.DataObject) -> None:
    told, _found = play_on(knock_out(*names), data)
    seen = [(one.round, name) for one in told.fixtures for name in one.pair if name is not None]

    assert len(seen) == len({*seen})


@given(st.integers(1, 6).map(lambda power: 2**power))
def test_the_strongest_meet_last(size: int) -> None:
    order = draw_of(size)

    while len(order) > 1:
        met = [*zip(order[::2], order[1::2], strict=True)]
        assert {sum(pair) for pair in met} == {len(order) + 1}
        order = [min(pair) for pair in met]


def test_the_first_have_a_bye_and_the_others_meet() -> None:
    fixtures = played(knock_out(*NAMES[:6]), [])

    assert pairs(fixtures) == [
        (1, "Ann", None),
        (1, "Dan", "Eve"),
        (1, "Bo", None),
        (1, "Cid", "Fay"),
        (2, "Ann", None),
        (2, "Bo", None),
        (3, None, None),
    ]
    assert [one.stands for one in fixtures[:4]] == [
        *(Stands.BYE, Stands.OPEN),
        *(Stands.BYE, Stands.OPEN),
    ]


def test_a_draw_decides_nothing() -> None:
    league = knock_out("Ann", "Bo")

    assert played(league, [drawn("Ann", "Bo")])[0].stands is Stands.OPEN
    assert played(league, [drawn("Ann", "Bo"), won("Bo", "Ann")])[0].winner == "Bo"


def test_a_match_before_both_had_come_so_far_does_not_decide() -> None:
    league = knock_out("Ann", "Bo", "Cid", "Dan")
    friendly = outcome("Bo", "Ann", match=1, wall=10)
    semis = [
        outcome("Ann", "Dan", match=2, wall=20),
        outcome("Bo", "Cid", match=3, wall=30),
    ]
    final = outcome("Ann", "Bo", match=4, wall=40)

    assert standing(league, [friendly, *semis]).winners == ()
    assert standing(league, [final, *semis, friendly]).winners == ("Ann",)


def test_a_result_by_hand_decides_in_place_of_what_was_played() -> None:
    league = replace(knock_out("Ann", "Bo"), results=(won("Bo", "Ann", 3),))

    assert standing(league, [outcome("Ann", "Bo")]).winners == ("Bo",)


def test_who_has_left_goes_no_further() -> None:
    league = knock_out("Ann", "Bo", "Cid", "Dan", left=("Ann",))
    told = standing(league, [outcome("Ann", "Dan"), outcome("Cid", "Bo", match=2)])

    assert [(one.stands, one.winner) for one in told.fixtures] == [
        (Stands.PLAYED, "Ann"),
        (Stands.PLAYED, "Cid"),
        (Stands.WALKOVER, "Cid"),
    ]


def test_where_all_have_left_nobody_wins() -> None:
    told = standing(knock_out("Ann", "Bo", "Cid", left=("Ann", "Bo", "Cid")), [])

    assert (told.winners, told.to_play) == ((), ())
    assert {one.stands for one in told.fixtures} == {Stands.VOID}
