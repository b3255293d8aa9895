"""What the screens of Glückshaus show: the house, who has what, what a throw did and what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from stbpi.display import texts
from stbpi.display.animation import frames
from stbpi.display.own_screens import OwnScreens
from stbpi.display.screens import draw
from stbpi.display.screens_tall import draw_tall
from stbpi.games.game import NO_TILES, Phase, View
from stbpi.games.glueckshaus import screens
from stbpi.games.glueckshaus.gallery import CROWD, EXAMPLES, HOUSE, MANY, between, rooms
from stbpi.games.glueckshaus.house import House
from stbpi.games.glueckshaus.ruleset import SEATS, Ending, First, Four, Rooms, Ruleset
from stbpi.scene import Held, Scene
from tests.games.glueckshaus.playing import Play
from tests.games.glueckshaus.strategies import DIE, rulesets

_THEY_FIT: OwnScreens = screens
BY_SEAT = Ruleset(first=First.SEAT)


def scene(view: View, **changes: object) -> Scene:
    return replace(Scene(view=view, held=Held.NOT, page=None, faults=()), **changes)  # type: ignore[arg-type]


def said(play: Play) -> str:
    """Return the longest wording of what the last throw did."""
    left, _ = screens.headline(replace(play.view, phase=Phase.COVERING)) or ("", "")
    return texts.said(left)[0]


def differs(one: Scene, other: Scene, box: tuple[int, int, int, int]) -> bool:
    pictures = (draw(it).picture.crop(box) for it in (one, other))
    return ImageChops.logical_xor(*pictures).getbbox() is not None


# What a throw did


@pytest.mark.parametrize(
    ("rules", "throws", "told"),
    [
        ({}, [(6, 3)], "A pays 1 into 9"),
        ({}, [(6, 3), (6, 3)], "B takes 1 from 9"),
        ({}, [(3, 4)], "A pays for the wedding"),
        ({}, [(6, 3), (3, 4), (1, 1)], "Pig: A takes 1"),
        ({}, [(6, 3), (3, 4), (6, 6)], "King: A takes 2"),
        ({}, [(1, 1)], "The pig finds nothing"),
        ({}, [(6, 6)], "The king finds nothing"),
        ({}, [(1, 3)], "4: nothing happens"),
        ({"four": Four.PAY}, [(1, 3)], "A pays for the wedding"),
        ({"four": Four.AGAIN}, [(1, 3)], "A throws again"),
        ({"four": Four.ROOM}, [(1, 3)], "A pays 1 into 4"),
        ({"rooms": Rooms.OWN_NUMBER}, [(1, 2), (1, 2)], "B into 3: 2 of 3"),
        ({"rooms": Rooms.OWN_NUMBER}, [(1, 2)] * 4, "B takes 3 from 3"),
    ],
)
def test_it_is_said_what_a_throw_did(
    rules: dict[str, Any], throws: list[tuple[int, int]], told: str
) -> None:
    play = Play("A", "B", whole=replace(BY_SEAT, **rules))
    play.throws(*throws)

    assert said(play) == told


@pytest.mark.parametrize(
    ("out", "throws", "told"),
    [
        ("at_zero", [(6, 3)], "A pays the last: out"),
        ("cannot_pay", [(6, 3), (1, 3), (1, 3), (3, 4)], "A can't pay: out"),
    ],
)
def test_it_is_said_who_is_out(out: str, throws: list[tuple[int, int]], told: str) -> None:
    play = Play("A", "B", "C", chips=1, out=out)
    play.throws(*throws)

    assert said(play) == told


# Who throws, and until when


@pytest.mark.parametrize(
    ("rules", "corner"),
    [
        ({}, "Round 1"),
        ({"ending": Ending.TWO_KINGS}, "kings 1/2"),
        ({"ending": Ending.CLOCK, "minutes": 45}, "by the clock: 45 min"),
    ],
)
def test_the_headline_says_who_throws_and_what_ends_the_match(
    rules: dict[str, Any], corner: str
) -> None:
    play = Play("A", "B", whole=replace(BY_SEAT, **rules))
    play.throw(6, 6)
    left, right = screens.headline(play.view) or ("", "")

    assert (str(left), str(right)) == ("B: roll", corner)


def test_a_bot_rolls_by_itself() -> None:
    play = Play("A", "Bot", bots=("", "careful"))
    play.throw(6, 6)
    left, _ = screens.headline(play.view) or ("", "")

    assert str(left) == "Bot rolls"
    assert draw(scene(play.view)).name == "bot_throws"


def test_a_part_that_has_failed_stands_in_place_of_what_ends_the_match() -> None:
    view = between(HOUSE)

    assert differs(scene(view), scene(view, faults=("disk",)), (70, 0, 128, 13))
    assert not differs(scene(view), scene(view, faults=("disk",)), (0, 14, 128, 64))


# What to do


@pytest.mark.parametrize(
    ("before", "dice", "name"), [([], (6, 3), "close"), ([(6, 3)], (6, 3), "open")]
)
def test_a_tile_that_is_to_be_moved_is_asked_for(
    before: list[tuple[int, int]], dice: tuple[int, int], name: str
) -> None:
    play = Play("A", "B")
    play.throws(*before)
    play.press(*dice)

    assert draw(scene(play.view)).name == name
    tile_9 = (77, 43, 87, 49)
    nothing_named = scene(replace(play.view, named=NO_TILES))
    assert draw(scene(play.view)).picture.crop(tile_9).getbbox() is not None
    assert differs(scene(play.view), nothing_named, tile_9)


def test_what_was_moved_by_mistake_has_the_screens_of_other_games() -> None:
    play = Play("A", "B")
    play.throw(6, 3)
    play.up(9)
    assert draw(scene(play.view)).name == "lower_tiles"

    play.down(9)
    play.down(4)
    assert draw(scene(play.view)).name == "raise_tiles"

    play.up(4)
    play.press(1, 2)
    play.up(9)
    assert draw(scene(play.view)).name == "close_again"

    play.down(9, 4)
    assert draw(scene(play.view)).name == "close"


def test_a_stray_tile_is_complained_about() -> None:
    play = Play("A", "B")
    play.press(6, 3)
    play.down(4)
    play.wait()

    assert draw(scene(play.view)).name == "wrong"


# Who starts


def test_everybody_sees_who_has_thrown_what_for_the_start() -> None:
    play = Play("A", "B", "C", first="roll_off")
    pictures = [draw(scene(play.view)).picture]
    for die in (6, 2, 6):
        play.press(die)
        pictures.append(draw(scene(play.view)).picture)

    assert draw(scene(play.view)).name == "roll_off"
    assert len({it.tobytes() for it in pictures}) == len(pictures)


def test_who_can_not_start_any_more_has_no_die() -> None:
    play = Play("A", "B", "C", first="roll_off")
    for die in (6, 2, 6):
        play.press(die)

    assert play.house.contenders == (1, 3)
    assert play.house.roll_off == (0, 2, 0)
    columns = [draw(scene(play.view)).picture.crop((at + 6, 40, at + 42, 64)) for at in (0, 42, 84)]
    lit = [sum(column.histogram()[1:]) for column in columns]
    assert lit[1] == 0 < min(lit[0], lit[2])


def test_a_tie_is_said_until_one_of_the_tied_has_thrown() -> None:
    play = Play("A", "B", first="roll_off")
    tied = (0, 28, 128, 40)
    first = scene(play.view)
    play.press(4)
    play.press(4)
    again = scene(play.view)
    play.press(5)

    assert differs(first, again, tied)
    assert not differs(first, scene(play.view), tied)


def test_where_the_first_seat_starts_there_is_no_roll_off() -> None:
    play = Play("A", "B")

    assert not play.house.roll_off
    assert draw(scene(play.view)).name == "ready"


# Who has what, and what lies where


@pytest.mark.parametrize("seats", SEATS)
def test_everybodys_chips_are_seen_between_two_throws(seats: int) -> None:
    chips = tuple(range(10, 10 + seats))
    shown = scene(between(replace(HOUSE, chips=chips)))
    for seat in range(seats):
        one_less = tuple(n - (at == seat) for at, n in enumerate(chips))
        other = scene(between(replace(HOUSE, chips=one_less)))

        assert differs(shown, other, (0, 22, 128, 45))


@pytest.mark.parametrize("house", [HOUSE, CROWD, MANY])
@pytest.mark.parametrize("room", [3, 5, 6, 8, 9, 10, 11])
def test_the_chips_of_every_room_are_seen_with_and_without_its_tile(
    house: House, room: int
) -> None:
    chips = {it.number: it.chips for it in house.rooms}
    changed = chips | {room: 0 if chips[room] else 1}
    are_full = house.rooms[0].holds == 1
    for tiles in (12, 9, 6):
        with_chips, without = [
            scene(
                replace(between(replace(house, rooms=rooms(lie, are_full=are_full))), tiles=tiles)
            )
            for lie in (chips, changed)
        ]
        assert differs(with_chips, without, (0, 40, 128, 64))


@pytest.mark.parametrize(("pile", "more"), [(0, 1), (1, 2), (9, 10), (99, 100), (100, 101)])
@pytest.mark.parametrize("house", [HOUSE, CROWD, MANY])
def test_the_pile_of_the_wedding_is_seen(house: House, pile: int, more: int) -> None:
    few, many = (scene(between(replace(house, wedding=chips))) for chips in (pile, more))

    assert differs(few, many, (0, 40, 128, 54))


def test_a_tall_panel_says_what_pig_and_king_would_take() -> None:
    assert str(screens.feet(between(HOUSE))) == "Pig takes 3, king 6"
    assert screens.feet(between(replace(HOUSE, rooms=rooms({}), wedding=0))) == ""
    over = EXAMPLES["house_over_by_kings"].view
    assert str(screens.feet(over)) == "In the house: 6"


# What moves


THROWS = {
    "a tile is asked for": ("house_first_throw", "house_close"),
    "nothing is to be done": ("house_first_throw", "house_wedding"),
    "for the start": ("roll_off", "roll_off_tied"),
}


@pytest.mark.parametrize("name", THROWS)
def test_the_dice_tumble_and_tell_nothing_before_they_lie_still(name: str) -> None:
    first, then = THROWS[name]
    before, after = EXAMPLES[first], EXAMPLES[then]
    starts = replace(after.view, phase=Phase.READY, roll=(), player=1)
    if after.view.phase is Phase.READY:
        starts = replace(starts, player=3)
    before = replace(before, view=starts)
    shown = [it.picture for it in frames(before, after, draw(after).picture)]
    headline = draw(before).picture.crop((0, 0, 128, 13))

    assert len(shown) >= 3
    for picture in shown:
        assert ImageChops.logical_xor(picture.crop((0, 0, 128, 13)), headline).getbbox() is None
        assert picture.crop((57, 14, 128, 50)).getbbox() is None


def test_nothing_moves_while_the_same_throw_is_shown() -> None:
    shown = EXAMPLES["house_wedding"]
    with_fault = replace(shown, faults=("disk",))

    assert list(frames(shown, with_fault, draw(with_fault).picture)) == []


def test_who_throws_again_sees_the_dice_tumble() -> None:
    play = Play("A", "B", four="again")
    play.press(1, 3)
    first = scene(play.view)
    play.press(2, 2)
    second = scene(play.view)

    assert (first.view.player, second.view.player) == (1, 1)
    assert len(list(frames(first, second, draw(second).picture))) >= 3


# All together


LETTERS = st.sampled_from([it for it in map(chr, range(256)) if category(it) in ("Lu", "Ll", "Nd")])
NAMES = st.text(LETTERS, min_size=1, max_size=12) | st.text(LETTERS, min_size=12, max_size=12)


@settings(deadline=None)  # the machine may be busy
@given(
    st.lists(NAMES, min_size=2, max_size=8, unique=True),
    rulesets(),
    st.lists(st.tuples(DIE, DIE), max_size=30),
    st.sampled_from(Held),
    st.sampled_from([(), ("disk", "serial"), ("tile_12",)]),
)
def test_no_text_is_ever_cut_off(
    names: list[str],
    rules: Ruleset,
    throws: list[tuple[int, int]],
    held: Held,
    faults: tuple[str, ...],
) -> None:
    play = Play(*names, whole=rules)
    shown = [play.view]
    for dice in throws:
        if play.view.phase is Phase.MATCH_OVER:
            break
        play.press(*dice[: play.view.dice_allowed[0]])
        shown.append(play.view)
        play.obey()
        shown.append(play.view)
    for view in shown[-3:]:
        for drawing in (draw, draw_tall):
            screen = drawing(scene(view, held=held, faults=faults))

            assert screen.cut == ()
