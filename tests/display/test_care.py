"""Care: when and how far the picture moves, and how bright it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from stbpi.desk.page import Menu
from stbpi.display.care import PLACES, Care, Light, care, moved, place, wandered
from stbpi.display.gallery import SCENES, USUAL
from stbpi.display.headline import HEADLINE
from stbpi.display.page_gallery import POSTERS
from stbpi.display.screens import draw
from stbpi.games.game import Phase


def test_the_picture_moves_by_a_pixel_a_minute_and_returns() -> None:
    found = [care(idle_s=0, running_s=minute * 60) for minute in range(5)]

    places = [(how.right, how.down) for how in found]
    assert places == [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]


@pytest.mark.field("D11")
@pytest.mark.parametrize(
    ("idle_s", "light"),
    [
        (0, Light.FULL),
        (59.9, Light.FULL),
        (60, Light.DIM),
        (599.9, Light.DIM),
        (600, Light.DARK),
        (1e9, Light.DARK),
    ],
)
def test_it_is_dimmed_after_a_minute_and_dark_after_ten(idle_s: float, light: Light) -> None:
    assert care(idle_s=idle_s, running_s=idle_s).light is light


@pytest.mark.field("D11")
@pytest.mark.parametrize(
    ("attract_s", "light"),
    [
        (0, Light.FULL),
        (59.9, Light.FULL),
        (60, Light.DIM),
        (539.9, Light.DIM),
        (540, Light.DARK),
        (1e9, Light.DARK),
    ],
)
def test_attract_mode_is_lit_for_a_minute_more_and_dark_ten_minutes_after_the_last_touch(
    attract_s: float, light: Light
) -> None:
    idle_s = 60 + attract_s

    assert care(idle_s=idle_s, running_s=idle_s, attract_s=attract_s).light is light


@given(
    idle_s=st.integers(0, 10_000),
    started_s=st.integers(0, 10_000),
    attract_s=st.none() | st.integers(0, 10_000),
)
def test_nothing_changes_before_the_time_it_says_and_something_does_then(
    idle_s: int, started_s: int, attract_s: int | None
) -> None:
    def how(s: float) -> Care:
        idle = idle_s + s
        since = None if attract_s is None else attract_s + s
        return care(idle_s=idle, running_s=started_s + idle, attract_s=since)

    def at(s: float) -> tuple[int, int, Light] | tuple[int, Light]:
        then = how(s)
        if then.steps is not None:
            return then.steps, then.light
        return then.right, then.down, then.light

    change_s = how(0).change_s

    assert change_s > 0
    assert at(0) == at(change_s - 0.5) != at(change_s)


@pytest.mark.parametrize("step", range(108))
def test_nothing_is_due_between_two_turns_of_the_posters(step: int) -> None:
    assert care(idle_s=60 + 5 * step, running_s=0, attract_s=5 * step).change_s == 5


@pytest.mark.parametrize("attract_s", [None, 540, 1e6])
def test_in_the_dark_nothing_is_due_for_a_minute(attract_s: float | None) -> None:
    assert care(idle_s=600 + (attract_s or 0), running_s=0, attract_s=attract_s).change_s == 60


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("to", PLACES)
def test_a_moved_picture_has_lost_no_ink_and_got_none(name: str, to: tuple[int, int]) -> None:
    """Ink is what differs from the ground: black on the bar of the headline, white below it."""
    picture = draw(SCENES[name]).picture
    result = moved(picture, *to)
    if result is picture:
        return
    right, down = offset(picture, result)
    assert (right, down) in PLACES
    ground = Image.new("1", (129, 65))
    ground.paste(1, (0, 0, 129, HEADLINE.h + down))
    expected = ground.copy()
    expected.paste(picture, (right, down))
    assert result.tobytes() == expected.crop((0, 0, 128, 64)).tobytes()
    lost = expected.crop((128, 0, 129, 64))
    if right:
        assert lost.tobytes() == column_of_ground(down).tobytes()
    if down:
        below = expected.crop((0, 64, 128, 65))
        assert below.tobytes() == result.crop((0, 63, 128, 64)).tobytes()


def offset(picture: Image.Image, result: Image.Image) -> tuple[int, int]:
    inside = result.crop((1, 1, 128, 64))
    for right, down in PLACES:
        box = (1 - right, 1 - down, 128 - right, 64 - down)
        if ImageChops.logical_xor(inside, picture.crop(box)).getbbox() is None:
            return right, down
    raise AssertionError("neither the picture nor a moved one")


def column_of_ground(down: int) -> Image.Image:
    column = Image.new("1", (1, 64))
    column.paste(1, (0, 0, 1, HEADLINE.h + down))
    return column


def test_only_what_fills_the_panel_to_its_edges_stays_where_it_is() -> None:
    """A table is dimmed and goes dark like any other; a menu is left by itself before that."""
    pictures = {name: draw(scene).picture for name, scene in SCENES.items()}
    still = {name for name, it in pictures.items() if offset(it, moved(it, 1, 1)) == (0, 0)}

    tables = {name for name, it in SCENES.items() if it.view.phase is Phase.MATCH_OVER}
    menus = {name for name, it in SCENES.items() if isinstance(it.page, Menu)}
    assert still - menus <= tables
    assert (tables - still) & set(USUAL) == {"match_over_twelve_players", "match_over_closed"}


def due(right: int, down: int, light: Light = Light.FULL) -> Care:
    return Care(right=right, down=down, light=light, steps=None, change_s=60)


@pytest.mark.parametrize(
    ("now", "how", "is_new", "then"),
    [
        ((0, 0), due(1, 0), False, (0, 0)),
        ((0, 0), due(1, 0), True, (1, 0)),
        ((0, 0), due(1, 1), False, (1, 1)),
        ((0, 0), due(1, 0, Light.DIM), False, (1, 0)),
        ((1, 1), due(1, 1), False, (1, 1)),
    ],
)
def test_in_play_a_move_waits_for_a_new_picture_until_the_next_is_due(
    now: tuple[int, int], how: Care, is_new: bool, then: tuple[int, int]
) -> None:
    assert place(now, how, is_new=is_new) == then


@pytest.mark.field("D11")
@given(width=st.integers(1, 128), height=st.integers(1, 64), steps=st.integers(0, 500))
def test_a_small_picture_wanders_and_stays_on_the_panel(
    width: int, height: int, steps: int
) -> None:
    small = Image.new("1", (width, height), 1)
    boxes = [wandered(small, step, (128, 64)).getbbox() for step in (steps, steps + 1)]

    for box in boxes:
        assert box is not None
        assert (box[2] - box[0], box[3] - box[1]) == (width, height)
    assert boxes[0] != boxes[1] or (width > 125 and height == 64) or width == 128


def test_no_pixel_of_the_small_pictures_is_lit_for_long() -> None:
    """In the nine minutes before the panel goes dark none is lit for more than two fifths."""
    screen = draw(replace(SCENES["attract_title"], posters=tuple(POSTERS.values())))
    pictures = [
        wandered(screen.rest[step % len(screen.rest)].picture, step, (128, 64))
        for step in range(540 // 5)
    ]
    most = max(
        sum(bool(picture.getpixel((x, y))) for picture in pictures)
        for x in range(128)
        for y in range(64)
    )

    assert most <= len(pictures) * 2 / 5
