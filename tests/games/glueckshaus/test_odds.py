"""Chances: exact for a throw, by playing for a match; both agree with the game (RULES.md 2.5)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.events import ChipPaid, ChipTaken, MatchEnded, PlayerOut, Rolled
from stbpi.games.game import Phase
from stbpi.games.glueckshaus.match import EMPTY, State
from stbpi.games.glueckshaus.odds import (
    THROW_S,
    Forecast,
    Position,
    odds,
    play,
    play_one,
    simulate,
    start,
    ways,
)
from stbpi.games.glueckshaus.ruleset import ROOMS, Does, Ending, Four, Out, Rooms, Ruleset
from tests.games.glueckshaus.playing import Play
from tests.games.glueckshaus.strategies import boards, rulesets

FULL = tuple(int(n in Ruleset().fillable) for n in range(13))
DICE = [*product(range(1, 7), repeat=2)]


def chance(a: int, b: int = 36) -> Fraction:
    return Fraction(a, b)


# One throw


def test_from_an_empty_board_31_throws_of_36_pay_and_from_a_full_one_6() -> None:
    assert odds(Ruleset(), EMPTY, has=10).pays == chance(31)
    assert odds(Ruleset(), FULL, has=10).pays == chance(6)


def test_what_the_next_throw_gains() -> None:
    empty, full = odds(Ruleset(), EMPTY, has=10), odds(Ruleset(), FULL, has=10)

    assert (empty.gain, empty.takes) == (chance(-31), chance(0))
    assert full.takes == chance(27)
    assert full.gain == chance(25 - 6 + 7 + 8)


def test_the_rows_are_the_rooms() -> None:
    rows = odds(Ruleset(), FULL, has=10).rows

    assert [row.total for row in rows] == [*ROOMS]
    assert sum(row.ways for row in rows) == 36
    assert [(row.does, row.room, row.gain) for row in rows][:6] == [
        (Does.PIG, 0, 7),
        (Does.TAKES, 3, 1),
        (Does.NOTHING, 0, 0),
        (Does.TAKES, 5, 1),
        (Does.TAKES, 6, 1),
        (Does.PAYS, 7, -1),
    ]
    assert rows[-1].gain == 8


@pytest.mark.parametrize(
    ("rules", "has", "out"),
    [
        (Ruleset(), 2, 0),
        (Ruleset(), 1, 31),
        (Ruleset(out=Out.CANNOT_PAY), 1, 0),
        (Ruleset(out=Out.CANNOT_PAY), 0, 31),
        (Ruleset(four=Four.PAY), 1, 34),
        (Ruleset(four=Four.ROOM), 1, 34),
    ],
)
def test_how_probable_it_is_to_be_out(rules: Ruleset, has: int, out: int) -> None:
    assert odds(rules, EMPTY, has=has).is_out == chance(out)


def test_who_has_nothing_loses_nothing() -> None:
    now = odds(Ruleset(out=Out.CANNOT_PAY), EMPTY, has=0)

    assert (now.gain, now.pays) == (chance(0), chance(31))


def test_a_room_that_is_not_full_costs() -> None:
    board = [0] * 13
    board[9] = 8
    nearly = odds(Ruleset(rooms=Rooms.OWN_NUMBER), board, has=5)
    board[9] = 9
    full = odds(Ruleset(rooms=Rooms.OWN_NUMBER), board, has=5)

    assert (nearly.rows[7].gain, full.rows[7].gain) == (-1, 9)


@settings(deadline=None, max_examples=20)
@given(rulesets(), st.data())
def test_the_36_throws_of_the_game_bring_what_the_odds_say(
    rules: Ruleset, data: st.DataObject
) -> None:
    """Each of them is thrown in a match that stands so."""
    throws = data.draw(boards())
    told = Play("A", "B", "C", whole=rules, first="seat", ending="last", chips=99)
    told.throws(*throws)
    rules, board = told.state.rules, told.state.board
    has = told.state.hands[told.state.seat - 1]
    now = odds(rules, board, has=has)

    gain = pays = 0
    for dice in DICE:
        tried = Play("A", "B", "C", whole=rules)
        tried.throws(*throws)
        tried.press(*dice)
        moved = [e for e in tried.news if isinstance(e, ChipPaid | ChipTaken)]
        won = sum(-e.chips if isinstance(e, ChipPaid) else e.chips for e in moved)
        assert won == now.rows[sum(dice) - 2].gain
        gain += won
        pays += any(isinstance(e, ChipPaid) for e in moved)

    assert (now.gain, now.pays) == (chance(gain), chance(pays))


# Whole matches


def seen_of(rules: Ruleset, seats: int, matches: int, *, seed: int) -> Forecast:
    """Play matches from their start on."""
    return simulate(rules, start(rules, seats), matches, Random(seed))


class Thrown:
    """Chance that notes its dice."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.dice: list[int] = []

    def random(self) -> float:
        value = self._random.random()
        self.dice.append(int(value * 6) + 1)
        return value


@settings(deadline=None, max_examples=60)
@given(rulesets(), st.integers(2, 5), boards(), st.integers(0, 2**32))
def test_a_match_that_is_played_by_chips_alone_goes_as_the_game_does(
    rules: Ruleset, seats: int, throws: list[tuple[int, int]], seed: int
) -> None:
    """From the start, and from wherever some throws have led to."""
    told = Play(*"ABCDE"[:seats], whole=rules, first="seat")
    for throw in throws:
        if told.view.phase is Phase.READY:
            told.throw(*throw)
    if told.view.phase is not Phase.READY:
        return
    before = len(told.events)
    thrown = Thrown(seed)
    played = play_one(rules, position_of(told.state), thrown)
    dice = iter(thrown.dice)
    for _ in range(min(played.throws, 400)):
        assert told.view.phase is Phase.READY
        told.throw(next(dice), next(dice))

    if played.throws > 400:
        return
    if rules.ending is Ending.CLOCK and told.view.phase is Phase.READY:
        told.wait()
    events = told.events[before:]
    [ended] = [e for e in events if isinstance(e, MatchEnded)]
    rolled = sum(isinstance(e, Rolled) for e in events)
    assert (ended.winners, rolled) == (played.winners, played.throws)
    assert not [*dice]


def position_of(state: State) -> Position:
    """Return how a match stands."""
    return Position(
        board=state.board,
        hands=state.hands,
        left=state.left,
        seat=state.seat,
        kings=state.kings,
    )


def test_a_match_begins_as_the_game_does() -> None:
    for seats in (2, 5):
        told = Play(*"ABCDE"[:seats], chips=7)
        assert position_of(told.state) == start(told.state.rules, seats)


def test_four_players_with_ten_chips_throw_297_times_in_the_mean() -> None:
    seen = seen_of(Ruleset(), 4, 4000, seed=9)

    assert abs(seen.mean - 297) < 3 * seen.error
    assert 2 < seen.error < 3.5
    assert seen.open == 0


@pytest.mark.parametrize(
    ("seats", "rules", "mean"),
    [
        (2, Ruleset(), 60),
        (3, Ruleset(), 156),
        (2, Ruleset(out=Out.CANNOT_PAY), 73),
        (3, Ruleset(out=Out.CANNOT_PAY), 180),
    ],
)
def test_other_lengths_are_as_known(seats: int, rules: Ruleset, mean: int) -> None:
    seen = seen_of(rules, seats, 1500, seed=4)

    assert abs(seen.mean - mean) < 0.5 + 4 * seen.error


def test_everybody_has_a_share_of_the_matches() -> None:
    seen = seen_of(Ruleset(), 3, 500, seed=1)

    assert sum(seen.won) == pytest.approx(1)
    assert all(0.2 < share < 0.5 for share in seen.won)
    assert seen.within(0) == seen.lengths[0] <= seen.within(0.5) <= seen.within(1)
    assert seen.within(1) == seen.lengths[-1]


def test_equal_winners_share_a_match() -> None:
    rules = Ruleset(ending=Ending.CLOCK, minutes=1, chips=50)
    seen = seen_of(rules, 8, 200, seed=2)

    assert sum(seen.won) == pytest.approx(1)
    assert set(seen.lengths) == {60 // THROW_S}


def test_the_clock_ends_at_the_first_throw_behind_it() -> None:
    rules = Ruleset(ending=Ending.CLOCK, minutes=20, chips=99)

    assert play_one(rules, start(rules, 2), Random(1)).throws == 1200 // THROW_S


def test_a_match_without_an_end_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stbpi.games.glueckshaus.odds.MOST_THROWS", 20)
    seen = seen_of(Ruleset(), 4, 3, seed=1)

    assert seen == Forecast(lengths=(20, 20, 20), won=(0.0,) * 4, open=3)


def test_matches_come_one_by_one_and_one_has_no_error() -> None:
    steps = play(Ruleset(), start(Ruleset(), 2), 3, Random(1))

    assert next(steps).throws > 10
    assert len([*steps]) == 2
    assert seen_of(Ruleset(), 2, 1, seed=1).error == 0.0


def test_who_starts_wins_less_often() -> None:
    """He pays first: a small part of the matches, that many of them show."""
    seen = seen_of(Ruleset(chips=1), 2, 2000, seed=1)

    assert seen.won[0] < 0.2


def test_ways_are_those_of_two_dice() -> None:
    assert {total: ways(total) for total in ROOMS} == {
        total: sum(sum(dice) == total for dice in DICE) for total in ROOMS
    }


def test_out_is_told_where_the_odds_say_so() -> None:
    for dice in DICE:
        tried = Play("A", "B", "C", chips=1)
        now = odds(tried.state.rules, EMPTY, has=1)
        tried.press(*dice)
        is_out = any(isinstance(e, PlayerOut) for e in tried.news)
        assert is_out == now.rows[sum(dice) - 2].is_out
