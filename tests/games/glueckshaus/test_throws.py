"""What a throw does: the example of the rules, every room, pig, king and the 4 (RULES.md 2.1)."""

from __future__ import annotations

import pytest

from stbpi.games.events import ChipPaid, ChipTaken, Rolled, TurnStarted
from stbpi.games.game import Hold, Phase, Prompt, tiles
from tests.games.glueckshaus.playing import Play

FULL = [(1, 2), (1, 4), (1, 5), (1, 6), (2, 6), (3, 6), (4, 6), (5, 6)]
"""Throws that put a chip into every room, the wedding among them."""

PLAIN = {3: (1, 2), 5: (2, 3), 6: (1, 5), 8: (4, 4), 9: (6, 3), 10: (5, 5), 11: (5, 6)}


def test_the_example_of_the_rules() -> None:
    play = Play("A", "B", "C", "D")

    play.throws((6, 3), (2, 5), (4, 5), (1, 3), (3, 4), (2, 4), (1, 5), (1, 1))

    assert play.chips == {"A": 8, "B": 8, "C": 12, "D": 10}
    assert play.rooms == {7: 2}
    assert (play.player, play.view.round) == ("A", 3)


def test_a_throw_is_told_with_its_chips_and_the_next_turn() -> None:
    play = Play("A", "B")

    play.press(6, 3)
    first = play.news
    play.down(9)
    after_the_tile = play.news
    play.press(4, 5)

    assert first == (
        Rolled(player=1, dice=(6, 3), total=9, k=1),
        ChipPaid(player=1, room=9, chips=1, has=9),
    )
    assert after_the_tile == (TurnStarted(player=2, round=1),)
    assert play.news == (
        Rolled(player=2, dice=(4, 5), total=9, k=2),
        ChipTaken(player=2, room=9, chips=1, has=11),
    )


@pytest.mark.parametrize(("room", "dice"), PLAIN.items())
def test_an_empty_room_costs_a_chip_and_the_next_of_its_number_takes_it(
    room: int, dice: tuple[int, int]
) -> None:
    play = Play("A", "B", "C")

    play.throw(*dice)
    assert (play.chips, play.rooms) == ({"A": 9, "B": 10, "C": 10}, {room: 1})

    play.throw(*dice)
    assert (play.chips, play.rooms) == ({"A": 9, "B": 11, "C": 10}, {})

    play.throw(*dice)
    assert (play.chips, play.rooms) == ({"A": 9, "B": 11, "C": 9}, {room: 1})


def test_the_wedding_always_costs_and_is_never_taken() -> None:
    play = Play("A", "B")

    play.throws((1, 6), (2, 5), (3, 4))

    assert (play.chips, play.rooms) == ({"A": 8, "B": 9}, {7: 3})


def test_the_pig_takes_a_full_board_but_the_wedding() -> None:
    play = Play("A", "B")
    play.throws(*FULL, (3, 4))

    play.press(1, 1)

    assert play.asks == (Phase.COVERING, Prompt.OPEN, tiles(3, 5, 6, 8, 9, 10, 11))
    assert (play.chips, play.rooms) == ({"A": 5, "B": 13}, {7: 2})
    assert [e.room for e in play.news if isinstance(e, ChipTaken)] == [3, 5, 6, 8, 9, 10, 11]
    play.obey()
    assert (play.player, play.state.down) == ("A", tiles(7))


def test_the_king_takes_a_full_board_with_the_wedding() -> None:
    play = Play("A", "B")
    play.throws(*FULL, (3, 4))

    play.press(6, 6)

    assert play.asks == (Phase.COVERING, Prompt.OPEN, tiles(3, 5, 6, 7, 8, 9, 10, 11))
    assert (play.chips, play.rooms) == ({"A": 5, "B": 15}, {})
    play.obey()
    assert (play.player, play.state.down) == ("A", tiles())


@pytest.mark.parametrize("dice", [(1, 1), (6, 6), (1, 3)])
def test_where_nothing_lies_pig_and_king_and_4_pass(dice: tuple[int, int]) -> None:
    play = Play("A", "B")

    play.press(*dice)

    assert play.news[1:] == (TurnStarted(player=2, round=1),)
    assert (play.chips, play.rooms) == ({"A": 10, "B": 10}, {})
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())


def test_a_king_who_finds_the_wedding_alone_takes_it() -> None:
    play = Play("A", "B")
    play.throws((3, 4), (3, 4), (6, 6))

    assert (play.chips, play.rooms) == ({"A": 11, "B": 9}, {})


# The 4


def test_a_4_may_cost_a_chip_for_the_wedding() -> None:
    play = Play("A", "B", four="pay")

    play.throws((1, 3), (2, 2))

    assert (play.chips, play.rooms, play.player) == ({"A": 9, "B": 9}, {7: 2}, "A")
    assert play.state.down == tiles(7)


def test_a_4_may_let_the_same_player_throw_again() -> None:
    play = Play("A", "B", four="again")

    play.press(1, 3)
    assert (play.player, play.view.round, play.asks[0]) == ("A", 1, Phase.READY)

    play.throws((1, 3), (6, 3))
    assert (play.player, play.view.round) == ("B", 1)
    assert play.chips == {"A": 9, "B": 10}


def test_a_4_may_be_a_room() -> None:
    play = Play("A", "B", four="room")

    play.press(2, 2)
    assert play.asks == (Phase.COVERING, Prompt.CLOSE, tiles(4))

    play.obey()
    play.press(1, 3)
    assert play.asks == (Phase.COVERING, Prompt.OPEN, tiles(4))
    assert play.chips == {"A": 9, "B": 11}


def test_the_pig_finds_the_chip_on_the_4() -> None:
    play = Play("A", "B", four="room")
    play.throws((2, 2), (1, 1))

    assert (play.chips, play.rooms) == ({"A": 9, "B": 11}, {})


# Rooms that hold as many chips as their number


def test_a_room_is_taken_when_it_holds_its_own_number() -> None:
    play = Play("A", "B", rooms="own_number")

    play.throws((1, 2), (1, 2), (1, 2))
    assert (play.chips, play.rooms) == ({"A": 8, "B": 9}, {3: 3})

    play.press(2, 1)
    assert play.news[1] == ChipTaken(player=2, room=3, chips=3, has=12)
    assert (play.chips, play.rooms) == ({"A": 8, "B": 12}, {})


def test_a_tile_is_moved_only_by_the_first_and_the_last_chip_of_a_room() -> None:
    play = Play("A", "B", rooms="own_number")
    play.throw(1, 2)

    for _ in range(2):
        play.press(1, 2)
        assert play.asks[:2] == (Phase.READY, Prompt.ROLL)
    play.press(1, 2)

    assert play.asks == (Phase.COVERING, Prompt.OPEN, tiles(3))


def test_pig_and_king_take_rooms_that_are_not_full() -> None:
    play = Play("A", "B", rooms="own_number")
    play.throws((5, 6), (5, 6), (3, 3), (3, 4))

    play.throw(1, 1)
    assert (play.chips, play.rooms) == ({"A": 11, "B": 8}, {7: 1})

    play.throws((5, 6), (6, 6))
    assert (play.chips, play.rooms) == ({"A": 13, "B": 7}, {})


def test_the_wedding_is_never_full() -> None:
    play = Play("A", "B", rooms="own_number")
    play.throws(*[(3, 4)] * 9)

    assert play.rooms == {7: 9}


# Throwing


def test_a_hold_is_a_press() -> None:
    play = Play("A", "B")

    play.command(Hold(fewer=1, dice=(6, 3)))

    assert play.asks == (Phase.COVERING, Prompt.CLOSE, tiles(9))


def test_throws_are_counted_through_the_match() -> None:
    play = Play("A", "B")
    play.throws((1, 3), (1, 3), (1, 3))

    assert [e.k for e in play.events if isinstance(e, Rolled)] == [1, 2, 3]
