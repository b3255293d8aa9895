"""The record of a hand: what is done, as the lines of a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from stbpi.games.events import Event, MatchStarted, PlayerSeated, Rule
from stbpi.games.game import NO_TILES, Tiles, tiles
from stbpi.games.luk_fu.cards import read
from stbpi.games.luk_fu.deal import laid_by_hand
from stbpi.sim import script
from stbpi.sim.hand_record import HandRecord
from stbpi.sim.scenario import play_file

BEGUN: tuple[Event, ...] = (
    MatchStarted(game="shut_the_box", preset="luk_kassen", seats=2),
    PlayerSeated(seat=1, player="Ann"),
    PlayerSeated(seat=2, player="Bo B"),
    Rule(field="rounds", value=2),
    Rule(field="exact", value=(1, 2)),
)
HEAD = (
    "# Recorded in the simulator.\n"
    "game shut_the_box\n"
    "rules preset=luk_kassen rounds=2 exact=1,2\n"
    "box tiles=9\n"
    "players Ann Bo_B\n"
)


def record(count: int = 9, down: Tiles = NO_TILES, at: float = 100) -> HandRecord:
    hand = HandRecord(count, down, at=at)
    for event in BEGUN:
        hand.took_place(event)
    return hand


def lines(hand: HandRecord, at: float) -> list[str]:
    text = hand.text(at=at)
    assert text.startswith(HEAD)
    return text.removeprefix(HEAD).splitlines()


def test_a_record_begins_with_the_match_as_it_was_started() -> None:
    assert record().text(at=100) == HEAD


def test_bots_are_seated_as_bots() -> None:
    hand = HandRecord(9, NO_TILES, at=100)
    for event in (BEGUN[0], BEGUN[1], PlayerSeated(seat=2, player="Casual 3", bot="casual:3")):
        hand.took_place(event)
    hand.pushed(at=101)
    hand.let_go(at=101.2)
    for dice in ((6, 5), (3, 4)):
        hand.thrown(dice)

    text = hand.text(at=102)
    assert "\nplayers Ann Casual_3=casual:3\n" in text
    assert "dice 6 5\ndice 3 4\npress\n" in text
    assert script.read(text, path="")


def test_hands_stand_at_the_head_and_bots_that_come_by_themselves_do_not(tmp_path: Path) -> None:
    hand = HandRecord(9, NO_TILES, at=100)
    for event in (
        MatchStarted(game="luk_fu", preset="tsoi", seats=3),
        PlayerSeated(seat=1, player="Ann B"),
        PlayerSeated(seat=2, player="Bot1", bot="simple"),
        PlayerSeated(seat=3, player="Bot2", bot="simple"),
        Rule(field="bots", value="simple"),
    ):
        hand.took_place(event)
    hand.dealt(laid_by_hand(bytes(32), {1: read("c1,c2,c3")}, master=1))
    hand.pushed(at=101)
    hand.let_go(at=102)
    path = tmp_path / "record.stb"
    path.write_text(hand.text(at=108))
    told: list[str] = []
    play_file(path, tell=told.append)

    head = path.read_text().splitlines()
    assert head[2:5] == ["rules preset=tsoi bots=simple", "box tiles=9", "players Ann_B"]
    assert head[5].startswith("deal Ann_B c1 c2 c3 ")
    assert [line.split()[:2] for line in head[6:9]] == [
        *(["deal", "Bot1"], ["deal", "Bot2"], ["master", "Ann_B"])
    ]
    assert '"player":1,"what":"call"' in "".join(told)


def test_the_box_is_as_it_was_when_the_match_started() -> None:
    assert "\nbox tiles=12 down=2,11\n" in record(12, tiles(2, 11)).text(at=100)


def test_a_second_match_of_the_same_record_changes_nothing_at_its_head() -> None:
    hand = record()
    for event in BEGUN:
        hand.took_place(event)

    assert hand.text(at=100) == HEAD


def test_moves_are_written_by_where_the_tiles_come_to() -> None:
    hand = record()
    hand.moved(tiles(1), tiles(1, 4), at=100)
    hand.moved(tiles(1, 4), tiles(2, 3), at=100.05)

    assert lines(hand, at=100.1) == ["down 4", "up 1 4", "down 2 3"]


def test_what_a_line_takes_by_itself_is_not_waited_for() -> None:
    hand = record()
    hand.moved(NO_TILES, tiles(4), at=102)
    hand.moved(tiles(4), NO_TILES, at=103)

    assert lines(hand, at=104.5) == ["wait 2", "down 4", "wait 0.955", "up 4", "wait 1.455"]


def test_a_script_that_is_behind_catches_up() -> None:
    hand = record()
    for number, at in ((1, 100.0), (2, 100.01), (3, 100.02), (4, 101.0)):
        hand.moved(NO_TILES, tiles(number), at=at)

    assert lines(hand, at=101) == ["down 1", "down 2", "down 3", "wait 0.865", "down 4"]


def test_a_short_push_is_a_press_and_a_long_one_a_hold() -> None:
    hand = record()
    for down_at, up_at in ((100.0, 100.14), (101.0, 101.6), (103.0, 104.2)):
        hand.pushed(at=down_at)
        hand.let_go(at=up_at)

    assert lines(hand, at=104.245) == [
        *("press", "wait 1.275", "press"),
        *("wait 1.355", "hold 1.2"),
    ]


def test_a_button_that_was_down_before_the_match_is_not_pressed_in_it() -> None:
    hand = record()
    hand.let_go(at=100.1)

    assert lines(hand, at=100) == []


def test_dice_stand_before_the_press_that_throws_them() -> None:
    hand = record()
    for at, dice in ((100.0, (6, 5)), (101.0, (3,))):
        hand.pushed(at=at)
        hand.let_go(at=at + 0.14)
        hand.thrown(dice)
        hand.moved(NO_TILES, tiles(4), at=at + 0.5)

    assert lines(hand, at=101.545) == [
        *("dice 6 5", "press", "wait 0.315", "down 4"),
        *("wait 0.455", "dice 3", "press", "wait 0.315", "down 4"),
    ]


def test_faults_and_the_operator_are_written_as_they_were_typed() -> None:
    hand = record()
    hand.done("bounce 4 30", at=100)
    hand.done("set rounds=3", at=102)

    assert lines(hand, at=102) == ["bounce 4 30", "wait 2", "set rounds=3"]


def test_the_number_of_the_last_line_is_known() -> None:
    hand = record()
    hand.done("noise 4 200", at=102)
    number = hand.line

    assert hand.text(at=104).splitlines()[number - 1] == "noise 4 200"


@pytest.mark.parametrize("value", [True, 3, (1, 2), "digits"])
def test_rules_are_written_as_scenarios_read_them(value: int | str | tuple[int, ...]) -> None:
    hand = HandRecord(9, NO_TILES, at=0)
    for event in (*BEGUN[:3], Rule(field="x", value=value)):
        hand.took_place(event)
    written = hand.text(at=0)

    assert script.read(written, path="")
    assert f"x={'true' if value is True else '1,2' if value == (1, 2) else value}\n" in written


def test_a_record_can_be_played(tmp_path: Path) -> None:
    hand = HandRecord(9, tiles(2), at=0)
    for event in BEGUN[:3]:
        hand.took_place(event)
    hand.moved(tiles(2), NO_TILES, at=1)
    hand.pushed(at=2)
    hand.let_go(at=2.2)
    hand.thrown((6, 3))
    path = tmp_path / "record.stb"
    path.write_text(hand.text(at=3) + "expect left=9 player=Ann\n")
    told: list[str] = []

    play_file(path, tell=told.append)

    assert [line.split('"e":"')[1].split('"')[0] for line in told] == [
        *("tile_down", "match_started", "player_seated", "player_seated", "turn_started"),
        *("tile_up", "rolled"),
    ]
