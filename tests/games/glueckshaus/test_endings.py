"""Who is out, and how a match ends (RULES.md 2.1, 2.2)."""

from __future__ import annotations

import pytest

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import ChipPaid, ChipTaken, MatchEnded, PlayerOut, Refused, TurnStarted
from stbpi.games.game import (
    EndMatch,
    EnterTurn,
    NoMove,
    Phase,
    Press,
    Prompt,
    SetRule,
    StopTurn,
    TimeUp,
    Undo,
    tiles,
)
from tests.games.glueckshaus.playing import GAME, Play

# Out at the last chip


def test_who_pays_the_last_chip_is_out_at_once() -> None:
    play = Play("A", "B", "C", chips=1)

    play.press(6, 3)

    assert play.news[1:] == (
        ChipPaid(player=1, room=9, chips=1, has=0),
        PlayerOut(player=1, total=0),
    )
    assert [p.name for p in play.view.players if p.out] == ["A"]
    assert play.asks == (Phase.COVERING, Prompt.CLOSE, tiles(9))


def test_who_is_out_is_passed_over() -> None:
    play = Play("A", "B", "C", chips=1)

    play.throws((6, 3), (1, 3), (1, 3))

    assert (play.player, play.view.round) == ("B", 2)


def test_a_round_begins_anew_though_who_started_is_out() -> None:
    play = Play("A", "B", "C", chips=2)
    play.throws((6, 3), (1, 3), (1, 3), (1, 2), (1, 3))  # A pays twice

    assert play.chips["A"] == 0
    assert (play.player, play.view.round) == ("C", 2)
    play.throw(1, 3)
    assert (play.player, play.view.round) == ("B", 3)


def test_the_last_player_left_has_won_and_takes_the_board() -> None:
    play = Play("A", "B", chips=2)
    play.throws((6, 3), (3, 4))

    play.press(1, 2)

    assert play.news[1:] == (
        ChipPaid(player=1, room=3, chips=1, has=0),
        PlayerOut(player=1, total=0),
        ChipTaken(player=2, room=3, chips=1, has=2),
        ChipTaken(player=2, room=7, chips=1, has=3),
        ChipTaken(player=2, room=9, chips=1, has=4),
        MatchEnded(winners=(2,), why="last_left"),
    )
    assert (play.chips, play.rooms, play.won) == ({"A": 0, "B": 4}, {}, ("B",))


def test_at_the_end_no_tile_is_asked_for() -> None:
    play = Play("A", "B", chips=1)

    play.press(6, 3)

    assert play.asks == (Phase.MATCH_OVER, Prompt.MATCH_OVER, tiles())
    assert (play.view.player, play.view.round, play.view.roll) == (None, None, ())
    assert play.view.why == "last_left"
    play.down(1, 9)
    play.then()
    play.press()
    play.then(Refused(code="wait", tiles=()))


@pytest.mark.parametrize("ending", ["last", "two_kings", "clock"])
def test_the_last_one_left_wins_under_every_ending(ending: str) -> None:
    play = Play("A", "B", chips=1, ending=ending)

    play.press(6, 3)

    assert (play.won, play.view.why, play.chips) == (("B",), "last_left", {"A": 0, "B": 2})


# Out when one can't pay


def test_who_has_no_chip_stays_in_until_he_must_pay() -> None:
    play = Play("A", "B", "C", chips=1, out="cannot_pay")
    play.throws((6, 3), (1, 3), (1, 3))
    assert (play.chips["A"], play.player) == (0, "A")

    play.throw(1, 3)  # nothing
    play.throws((1, 3), (1, 3))
    play.throw(4, 5)  # takes
    assert play.chips["A"] == 1
    play.throws((1, 3), (1, 3), (3, 4), (1, 3), (1, 3))
    play.press(1, 2)

    assert play.news[1:] == (PlayerOut(player=1, total=0), TurnStarted(player=2, round=5))
    assert play.rooms == {7: 1}


def test_the_last_one_left_wins_without_a_chip() -> None:
    play = Play("A", "B", chips=1, out="cannot_pay")
    play.throws((3, 4), (3, 4))

    play.press(1, 2)

    assert play.news[1:] == (
        PlayerOut(player=1, total=0),
        ChipTaken(player=2, room=7, chips=2, has=2),
        MatchEnded(winners=(2,), why="last_left"),
    )


def test_a_4_that_costs_a_chip_puts_out_who_has_none() -> None:
    play = Play("A", "B", "C", chips=1, out="cannot_pay", four="pay")
    play.throws((1, 3), (1, 2), (1, 2))

    play.press(2, 2)

    assert play.news[1] == PlayerOut(player=1, total=0)
    assert play.rooms == {7: 1}


# Two kings


def test_the_second_king_ends_the_match_whoever_threw_it() -> None:
    play = Play("A", "B", "C", ending="two_kings")
    play.throws((6, 6), (3, 4), (1, 2))

    play.press(6, 6)

    assert play.news[-1] == MatchEnded(winners=(1,), why="kings")
    assert play.chips == {"A": 12, "B": 9, "C": 9}
    assert play.asks[0] is Phase.MATCH_OVER


def test_the_most_chips_win_and_equal_ones_share() -> None:
    play = Play("A", "B", "C", ending="two_kings")
    play.throws((1, 3), (3, 4), (6, 6), (3, 4), (6, 6))

    assert play.chips == {"A": 9, "B": 10, "C": 11}
    assert play.won == ("C",)

    shared = Play("A", "B", "C", ending="two_kings")
    shared.throws((6, 6), (6, 6))
    assert shared.won == ("A", "B", "C")


def test_one_king_ends_nothing_and_without_the_setting_two_do_not() -> None:
    one, two = Play("A", "B", ending="two_kings"), Play("A", "B")

    one.throw(6, 6)
    two.throws((6, 6), (6, 6), (6, 6))

    assert (one.asks[0], two.asks[0]) == (Phase.READY, Phase.READY)
    assert (one.house.kings, two.house.kings) == (1, 3)


# The clock


def test_the_clock_runs_for_the_match_and_ends_it_between_two_throws() -> None:
    play = Play("A", "B", "C", ending="clock", minutes=30)
    play.throws((3, 4), (1, 2))

    timer = GAME.timer(play.state)
    assert timer is not None
    assert (timer.ms, timer.of_match) == (30 * 60_000, True)
    play.wait()

    play.then(MatchEnded(winners=(3,), why="clock"))
    assert (play.chips, play.rooms) == ({"A": 9, "B": 9, "C": 10}, {3: 1, 7: 1})


def test_a_throw_in_progress_is_finished_when_the_clock_has_run_out() -> None:
    play = Play("A", "B", ending="clock")
    play.press(3, 4)

    assert GAME.timer(play.state) is None
    play.command(TimeUp())
    play.then()

    play.down(7)
    timer = GAME.timer(play.state)
    assert timer is not None
    assert timer.of_match
    play.wait()
    play.then(MatchEnded(winners=(2,), why="clock"))


def test_the_clock_is_asked_for_anew_after_each_throw() -> None:
    play = Play("A", "B", ending="clock")
    keys = []
    for _ in range(3):
        keys.append(GAME.timer(play.state))
        play.press(1, 3)

    assert len(set(keys)) == 3


def test_what_lies_in_the_house_is_nobodys_when_the_time_is_up() -> None:
    play = Play("A", "B", ending="clock", chips=1, out="cannot_pay")
    play.throws((3, 4), (3, 4))
    play.wait()

    assert play.won == ("A", "B")
    assert (play.chips, play.rooms) == ({"A": 0, "B": 0}, {7: 2})


def test_who_is_out_does_not_share_when_the_time_is_up() -> None:
    play = Play("A", "B", "C", ending="clock", chips=1, out="cannot_pay")
    play.throws((3, 4), (3, 4), (3, 4), (3, 4))
    play.wait()

    assert play.won == ("B", "C")


@pytest.mark.parametrize("ending", ["last", "two_kings"])
def test_without_the_setting_no_clock_runs(ending: str) -> None:
    play = Play("A", "B", ending=ending)

    assert GAME.timer(play.state) is None
    play.command(TimeUp())
    play.then()


# What the operator may do


def test_the_players_may_end_the_match_and_nobody_has_won() -> None:
    play = Play("A", "B")
    play.throw(6, 3)

    play.command(EndMatch())
    play.then(MatchEnded(winners=(), why="stopped"))
    assert (play.won, play.view.why) == ((), "stopped")

    play.command(EndMatch())
    play.then()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Undo(), "nothing"),
        (StopTurn(), "may_stop"),
        (NoMove(), "no_move"),
        (EnterTurn(standing=tiles(1)), "wait"),
    ],
)
def test_there_is_no_undo_nor_anything_else_of_the_kind(
    command: Undo | StopTurn | NoMove | EnterTurn, code: str
) -> None:
    play = Play("A", "B")
    play.throw(6, 3)

    with pytest.raises(NotAllowedError) as refused:
        play.command(command)

    assert refused.value.code == code
    assert not (play.view.may_undo or play.view.may_stop)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("chips", "12", "10 until the match is over"),
        ("chips", 10, "10 until the match is over"),
        ("four", "five", "one of nothing, pay, again, room"),
        ("scoring", "sum", "a known rule"),
    ],
)
def test_no_rule_changes_in_a_match(field: str, value: object, expected: str) -> None:
    play = Play("A", "B")

    with pytest.raises(RulesError) as refused:
        play.command(SetRule(field=field, value=value))

    assert (refused.value.field, refused.value.expected) == (field, expected)


def test_the_same_players_play_again_by_the_same_rules() -> None:
    play = Play("A", "B", four="room", chips=1)
    play.press(6, 3)

    again = GAME.same_again(play.state)

    assert again.names == ("A", "B")
    assert dict(again.house_rules) == {"chips": 1, "four": "room", "first": "seat"}
    assert GAME.decide(play.start, again) == tuple(play.events[: len(play.events) - 5])
    assert GAME.dice_wanted(play.state, Press()) == 0
