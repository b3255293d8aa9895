"""What is to be seen: the house, the last throw, and the public state (RULES.md 2.4)."""

from __future__ import annotations

import pytest

from stbpi.games.game import Phase, members, tiles
from stbpi.games.glueckshaus.house import Room
from stbpi.games.glueckshaus.ruleset import Does, Ending
from tests.games.glueckshaus.playing import Play


def test_the_house_shows_its_rooms_the_wedding_and_who_has_what() -> None:
    play = Play("A", "B", chips=12)
    play.throws((6, 3), (3, 4), (3, 4))

    house = play.house
    assert (house.chips, house.stake, house.wedding, house.on_board) == ((10, 11), 12, 2, 3)
    assert [room.number for room in house.rooms] == [3, 5, 6, 8, 9, 10, 11]
    assert Room(number=9, chips=1, holds=1) in house.rooms
    assert (house.ending, house.kings, house.minutes) == (Ending.LAST, 0, 20)


def test_a_board_with_a_4_has_a_room_more() -> None:
    assert [room.number for room in Play("A", "B", four="room").house.rooms][:2] == [3, 4]


def test_a_room_says_when_it_is_full() -> None:
    rooms = Play("A", "B", rooms="own_number").house.rooms

    assert all(room.holds == room.number for room in rooms)


@pytest.mark.parametrize(
    ("throws", "does", "room", "gained"),
    [
        ([(6, 3)], Does.PAYS, 9, -1),
        ([(6, 3), (6, 3)], Does.TAKES, 9, 1),
        ([(3, 4)], Does.PAYS, 7, -1),
        ([(6, 3), (3, 4), (1, 1)], Does.PIG, 0, 1),
        ([(6, 3), (3, 4), (6, 6)], Does.KING, 0, 2),
        ([(6, 6)], Does.KING, 0, 0),
        ([(1, 3)], Does.NOTHING, 0, 0),
    ],
)
def test_the_last_throw_is_shown_until_the_next(
    throws: list[tuple[int, int]], does: Does, room: int, gained: int
) -> None:
    play = Play("A", "B")
    play.throws(*throws)

    throw = play.house.throw
    assert throw is not None
    assert (throw.does, throw.room, throw.gained) == (does, room, gained)
    assert (throw.seat, throw.total) == (len(throws) % 2 or 2, sum(throws[-1]))
    assert play.view.phase is Phase.READY
    assert play.view.roll == throws[-1]


def test_a_4_that_costs_a_chip_shows_the_wedding() -> None:
    play = Play("A", "B", four="pay")
    play.throw(1, 3)

    throw = play.house.throw
    assert throw is not None
    assert (throw.does, throw.room, throw.gained) == (Does.PAYS, 7, -1)


def test_before_the_first_throw_there_is_none_and_one_for_the_start_does_nothing() -> None:
    play = Play("A", "B", first="roll_off")
    assert (play.house.throw, play.view.roll) == (None, ())

    play.press(5)

    throw = play.house.throw
    assert throw is not None
    assert (throw.does, throw.total, throw.gained) == (None, 5, 0)


def test_who_cannot_pay_has_paid_nothing() -> None:
    play = Play("A", "B", "C", chips=1, out="cannot_pay")
    play.throws((3, 4), (1, 3), (1, 3), (3, 4))

    throw = play.house.throw
    assert throw is not None
    assert (throw.does, throw.room, throw.gained) == (Does.PAYS, 7, 0)
    assert [p.name for p in play.view.players if p.out] == ["A"]


def test_what_the_last_one_left_takes_is_no_gain_of_the_throw() -> None:
    play = Play("A", "B", chips=1)
    play.press(6, 3)

    throw = play.house.throw
    assert throw is not None
    assert (throw.seat, throw.gained) == (1, -1)


def test_tiles_of_filled_rooms_are_closed_for_good() -> None:
    play = Play("A", "B")
    play.throws((6, 3), (1, 2))
    play.press(1, 4)
    play.down(8)

    assert members(play.view.committed) == (3, 9)
    assert members(play.view.moved) == (8,)
    assert play.view.standing == tiles(1, 2, 4, 5, 6, 7, 10, 11, 12)


def test_the_score_table_has_the_chips_as_totals() -> None:
    play = Play("A", "B")
    play.throw(6, 3)

    assert [(p.name, p.total, p.score, p.balance) for p in play.view.players] == [
        ("A", 9, None, None),
        ("B", 10, None, None),
    ]
    assert (play.view.rounds, play.view.left, play.view.pot) == (0, None, None)


def test_the_public_state_has_chips_by_name_and_every_room() -> None:
    play = Play("Ann", "Bo")
    play.throws((6, 3), (3, 4), (3, 4))

    own = play.view.own
    assert own is not None
    assert own.public(("Ann", "Bo")) == {
        "chips.Ann": "8",
        "chips.Bo": "9",
        **{f"room.{n}": "0" for n in range(2, 13)},
        "room.7": "2",
        "room.9": "1",
    }
