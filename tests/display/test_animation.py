"""What moves between two scenes: how long, how, and when nothing does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise, product

import pytest
from PIL import ImageChops

from stbpi.display.animation import Frame, frames
from stbpi.display.care import PLACES, moved
from stbpi.display.examples import READY, scene
from stbpi.display.gallery import EXAMPLES, SCENES
from stbpi.display.screens import Screen, draw
from stbpi.display.screens_tall import draw_tall
from stbpi.games.game import tiles
from stbpi.scene import Held, Scene
from tests.display.showing import film

LONGEST_TUMBLE_MS, LONGEST_CELEBRATION_MS = 450, 2000

COMPLETE, COVERING = SCENES["complete"], SCENES["covering"]
NEXT_THROW = replace(
    COVERING, view=replace(COVERING.view, standing=tiles(1, 3), committed=tiles(2, 4, 5, 6, 7, 8))
)


THROWS = {
    "the first one": (SCENES["ready"], COVERING),
    "one while the button was held": (SCENES["held_press"], COVERING),
    "the next one": (COMPLETE, NEXT_THROW),
    "one without a cover": (SCENES["ready"], SCENES["no_move"]),
    "four dice": (SCENES["ready"], SCENES["covering_four_dice"]),
    "one die": (SCENES["ready"], SCENES["covering_one_die"]),
    "one with luck": (SCENES["ready"], SCENES["no_move_with_luck"]),
    "one with advice": (SCENES["ready"], SCENES["covering_with_advice"]),
}


@pytest.mark.parametrize("name", THROWS)
def test_the_dice_of_a_throw_tumble_for_less_than_half_a_second(name: str) -> None:
    before, after = THROWS[name]
    shown = film(before, after)

    assert len(shown) >= 3
    assert 0 < sum(frame.ms for frame in shown) <= LONGEST_TUMBLE_MS


@pytest.mark.parametrize("name", THROWS)
def test_no_side_that_a_die_falls_on_comes_twice_running(name: str) -> None:
    before, after = THROWS[name]
    pictures = [*(frame.picture for frame in film(before, after)), draw(after).picture]
    size = 17 if len(after.view.roll) == 4 else 25
    for die in range(len(after.view.roll)):
        x, y = die * (size + 3), 14 + (25 - size) // 2
        sides = [it.crop((x, y, x + size, y + size)).tobytes() for it in pictures]

        assert all(one != other for one, other in pairwise(sides))


@pytest.mark.parametrize("name", THROWS)
def test_nothing_of_a_throw_is_told_before_the_dice_lie_still(name: str) -> None:
    """Two throws that differ in what they mean look alike until then, but for the dice."""
    before, after = THROWS[name]
    for frame in film(before, after):
        rest = frame.picture.crop((87, 14, 128, 50))
        below = frame.picture.crop((0, 40, 128, 50))

        assert below.getbbox() is None
        assert rest.getbbox() is None


@pytest.mark.parametrize("draw_it", [draw, draw_tall])
@pytest.mark.parametrize("name", ["one with luck", "one with advice"])
def test_nothing_that_the_coach_says_is_told_before_the_dice_lie_still(
    name: str, draw_it: Callable[[Scene], Screen]
) -> None:
    before, after = THROWS[name]
    silent = replace(after, coaching=None)

    assert as_bytes(frames(before, after, draw_it(after).picture), 114) == (
        as_bytes(frames(before, silent, draw_it(silent).picture), 114)
    )


def test_a_shut_box_is_celebrated_in_the_same_way_by_the_coach() -> None:
    after = SCENES["shut_without_errors"]

    assert [it.picture.tobytes() for it in film(COMPLETE, after)] == [
        it.picture.tobytes() for it in film(COMPLETE, SCENES["shut"])
    ]


def as_bytes(shown: Iterable[Frame], rows: int) -> list[tuple[int, bytes]]:
    """Return the upper rows of pictures, and how long each stands."""
    return [(it.ms, it.picture.crop((0, 0, 128, rows)).tobytes()) for it in shown]


def test_a_shut_box_is_celebrated_for_less_than_two_seconds() -> None:
    shown = film(COMPLETE, SCENES["shut"])

    assert 1000 <= sum(frame.ms for frame in shown) <= LONGEST_CELEBRATION_MS
    assert len({frame.picture.tobytes() for frame in shown}) == len(shown)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("covering", "complete"),
        ("covering", "wrong"),
        ("no_move", "no_move_with_stakes"),
        ("shut", "shut"),
        ("menu", "covering"),
        ("menu", "shut"),
        ("setup", "ready"),
        ("covering", "ready"),
        ("ready", "menu"),
        ("attract_title", "covering"),
        ("ready", "test_switches"),
        ("complete", "held_press_when_complete"),
    ],
)
def test_nothing_else_moves(before: str, after: str) -> None:
    assert film(EXAMPLES[before], EXAMPLES[after]) == []


def test_a_throw_of_another_turn_does_not_tumble() -> None:
    """Scenes in between were not shown; nobody knows what happened in them."""
    other = replace(COVERING, view=replace(COVERING.view, player=1))

    assert film(scene(READY), other) == []


def test_while_the_button_is_down_nothing_moves() -> None:
    assert film(scene(READY), replace(COVERING, held=Held.PRESS)) == []


@pytest.mark.parametrize("to", PLACES)
@pytest.mark.parametrize("name", [*THROWS, "shut", "shut_without_errors"])
def test_frames_move_with_their_picture(name: str, to: tuple[int, int]) -> None:
    """When the care for the panel moves it; else everything would jump by a pixel."""
    before, after = THROWS.get(name) or (COMPLETE, SCENES[name])
    picture = draw(after).picture
    has_moved = moved(picture, *to) is not picture
    headline = moved(picture, *to).crop((0, 0, 128, 13))
    for frame in film(before, after):
        shown = moved(frame.picture, *to)

        assert (shown is not frame.picture) is has_moved
        assert ImageChops.logical_xor(shown.crop((0, 0, 128, 13)), headline).getbbox() is None


def test_the_same_scenes_move_in_the_same_way() -> None:
    for before, after in product((SCENES["ready"], COMPLETE), (COVERING, SCENES["shut"])):
        first, second = film(before, after), film(before, after)

        assert [(it.ms, it.picture.tobytes()) for it in first] == [
            (it.ms, it.picture.tobytes()) for it in second
        ]
