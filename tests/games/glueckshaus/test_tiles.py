"""The real tiles: what is asked for, what is wrong, when the turn is over (RULES.md 2.4)."""

from __future__ import annotations

import pytest

from stbpi.games.events import Refused, TurnStarted
from stbpi.games.game import Phase, Press, Prompt, TimeUp, all_tiles, members, tiles
from tests.games.glueckshaus.playing import COMPLAIN_MS, GAME, Play


def after(*throws: tuple[int, int], box: int = 12) -> Play:
    play = Play("A", "B", tiles=box)
    play.throws(*throws)
    return play


def refusal(play: Play) -> tuple[str, tuple[int, ...]]:
    """Press in vain, and return what was said."""
    assert GAME.dice_wanted(play.state, Press()) == 0
    play.press()
    [refused] = play.news
    assert isinstance(refused, Refused)
    return refused.code, refused.tiles


# What a throw asks for


def test_a_filled_room_is_to_be_closed_and_then_the_next_may_throw() -> None:
    play = after()

    play.press(6, 3)
    assert play.asks == (Phase.COVERING, Prompt.CLOSE, tiles(9))
    assert (play.view.roll, play.view.dice_allowed, play.player) == ((6, 3), (), "A")

    play.down(9)
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())
    assert (play.view.dice_allowed, play.player) == ((2,), "B")


def test_an_emptied_room_is_to_be_opened() -> None:
    play = after((6, 3))

    play.press(5, 4)
    assert play.asks == (Phase.COVERING, Prompt.OPEN, tiles(9))

    play.up(9)
    assert (*play.asks, play.player) == (Phase.READY, Prompt.ROLL, tiles(), "A")


def test_of_many_tiles_those_that_are_left_are_named() -> None:
    play = after((6, 3), (1, 2), (1, 4))
    play.press(1, 1)

    play.up(5)
    assert play.asks == (Phase.COVERING, Prompt.OPEN, tiles(3, 9))
    play.then()

    play.up(3, 9)
    assert (play.asks[0], play.player) == (Phase.READY, "A")


def test_where_no_tile_is_to_be_moved_the_next_may_throw_at_once() -> None:
    play = after((3, 4))

    play.press(3, 4)

    assert play.news[-1] == TurnStarted(player=1, round=2)
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())
    assert play.view.roll == (3, 4)


def test_a_tile_may_be_moved_back_until_it_is_right() -> None:
    play = after((6, 3))
    play.press(5, 4)

    play.tiles_are(tiles(9))

    assert (play.news, play.asks) == ((), (Phase.COVERING, Prompt.OPEN, tiles(9)))


@pytest.mark.parametrize(("code", "before"), [("close", ()), ("open", ((6, 3),))])
def test_a_press_before_the_tile_is_moved_is_refused(
    code: str, before: tuple[tuple[int, int], ...]
) -> None:
    play = after(*before)
    play.press(6, 3)

    assert refusal(play) == (code, (9,))


# Tiles moved by mistake after a throw


def test_a_wrong_tile_is_complained_about_when_it_stays() -> None:
    play = after()
    play.press(6, 3)
    play.down(8)

    assert play.asks == (Phase.COVERING, Prompt.CLOSE, tiles(9))
    timer = GAME.timer(play.state)
    assert timer is not None
    assert (timer.ms, timer.of_match) == (COMPLAIN_MS, False)

    play.wait()
    play.then(Refused(code="raise", tiles=(8,)))
    assert play.asks == (Phase.WRONG, Prompt.RAISE, tiles(8))
    assert GAME.timer(play.state) is None

    play.up(8)
    assert play.asks == (Phase.COVERING, Prompt.CLOSE, tiles(9))


def test_a_complaint_waits_anew_after_each_move() -> None:
    play = after()
    play.press(6, 3)
    keys = []
    for tile in (8, 5, 1):
        play.down(tile)
        keys.append(GAME.timer(play.state))

    assert len(set(keys)) == 3
    play.wait()
    assert play.asks == (Phase.WRONG, Prompt.RAISE, tiles(1, 5, 8))


def test_a_press_on_a_wrong_tile_complains_at_once() -> None:
    play = after()
    play.press(6, 3)
    play.down(8)

    assert refusal(play) == ("raise", (8,))
    assert play.asks == (Phase.WRONG, Prompt.RAISE, tiles(8))


def test_the_time_for_a_complaint_brings_one_only() -> None:
    play = after()
    play.press(6, 3)
    play.down(8)
    play.wait()

    play.command(TimeUp())

    play.then()


def test_a_tile_that_is_lifted_though_chips_lie_there_is_asked_for_first() -> None:
    play = after((6, 3))
    play.press(1, 2)

    play.tiles_are(tiles(8))
    play.then(Refused(code="close_again", tiles=(9,)))
    assert play.asks == (Phase.COVERING, Prompt.CLOSE_AGAIN, tiles(9))
    assert refusal(play) == ("close_again", (9,))

    play.tiles_are(tiles(8, 1))
    play.then()
    assert GAME.timer(play.state) is None

    play.tiles_are(tiles(9))
    assert play.asks == (Phase.COVERING, Prompt.CLOSE, tiles(3))
    play.tiles_are(tiles())
    play.then(Refused(code="close_again", tiles=(9,)))


def test_the_turn_is_over_with_the_right_tile_and_others_block_the_next_throw() -> None:
    play = after()
    play.press(6, 3)

    play.down(8, 9)

    play.then(TurnStarted(player=2, round=1))
    assert (*play.asks, play.player) == (Phase.RAISE_TILES, Prompt.RAISE, tiles(8), "B")
    play.up(8)
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())


# Tiles moved between throws


def test_at_the_start_tiles_that_are_down_are_to_be_raised() -> None:
    play = Play("A", "B", down=all_tiles(12))

    assert play.asks == (Phase.RAISE_TILES, Prompt.RAISE, all_tiles(12))
    assert refusal(play) == ("raise", members(all_tiles(12)))

    play.tiles_are(tiles())
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())


def test_between_throws_the_box_must_show_where_chips_lie() -> None:
    play = after((6, 3))

    play.up(9)
    assert play.asks == (Phase.RAISE_TILES, Prompt.LOWER, tiles(9))
    assert refusal(play) == ("lower", (9,))

    play.down(2)
    assert play.asks == (Phase.RAISE_TILES, Prompt.RAISE, tiles(2))

    play.tiles_are(tiles(9))
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())


# Small boxes


def test_rooms_without_a_tile_live_on_the_display() -> None:
    play = after(box=9)

    play.press(5, 5)
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())
    assert (play.rooms, play.player) == ({10: 1}, "B")

    play.throw(6, 3)
    play.press(6, 6)
    assert play.asks == (Phase.COVERING, Prompt.OPEN, tiles(9))
    assert (play.chips, play.rooms) == ({"A": 11, "B": 9}, {})


def test_tiles_above_those_in_play_are_not_looked_at() -> None:
    play = Play("A", "B", tiles=9, down=tiles(10, 11, 12))

    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())
    play.press(6, 3)
    play.tiles_are(tiles(9, 10))
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())
    assert play.view.standing == tiles(1, 2, 3, 4, 5, 6, 7, 8)


def test_a_box_of_six_tiles_plays_the_same() -> None:
    dice = [(6, 3), (2, 5), (4, 5), (1, 3), (3, 4), (2, 4), (1, 5), (1, 1)]
    play = Play("A", "B", "C", "D", tiles=6)

    play.throws(*dice)

    assert (play.chips, play.rooms) == ({"A": 8, "B": 8, "C": 12, "D": 10}, {7: 2})
    assert play.state.down == tiles()


# A cut of the power


def test_a_tile_that_is_moved_while_the_box_is_off_ends_the_turn_when_it_is_back() -> None:
    play = after()
    play.press(6, 3)

    play.down(9)  # the table tells it so when it is on again

    assert (play.asks[0], play.player) == (Phase.READY, "B")
