"""Care: when and how far the picture moves, and how bright it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from stbpi.display.care import PLACES, Light, care, moved
from stbpi.display.headline import HEADLINE
from stbpi.display.screens import draw
from tests.display.scenes import SCENES


def test_the_picture_moves_by_a_pixel_a_minute_and_returns() -> None:
    found = [care(idle_s=0, running_s=minute * 60) for minute in range(5)]

    places = [(how.right, how.down) for how in found]
    assert places == [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]


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


@given(idle_s=st.integers(0, 10_000), started_s=st.integers(0, 10_000))
def test_nothing_changes_before_the_time_it_says_and_something_does_then(
    idle_s: int, started_s: int
) -> None:
    def at(s: float) -> tuple[int, int, Light]:
        how = care(idle_s=idle_s + s, running_s=started_s + idle_s + s)
        return how.right, how.down, how.light

    change_s = care(idle_s=idle_s, running_s=started_s + idle_s).change_s

    assert change_s > 0
    assert at(0) == at(change_s - 0.5) != at(change_s)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("place", PLACES)
def test_a_moved_picture_has_lost_no_ink_and_got_none(name: str, place: tuple[int, int]) -> None:
    """Ink is what differs from the ground: black on the bar of the headline, white below it."""
    picture = draw(SCENES[name]).picture
    result = moved(picture, *place)
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


def test_only_the_table_of_a_match_that_is_over_stays_where_it_is() -> None:
    """It fills the panel to both edges; it is dimmed and goes dark like any other."""
    pictures = {name: draw(scene).picture for name, scene in SCENES.items()}
    still = {name for name, it in pictures.items() if offset(it, moved(it, 1, 1)) == (0, 0)}

    assert still == {"match_over", "match_over_digits"}
