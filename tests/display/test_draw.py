"""Texts that fit, tiles in 128 columns, dice with the right pips."""

from __future__ import annotations

from itertools import pairwise

import pytest

from stbpi.display.draw import (
    HEIGHT,
    LOW_TILE,
    PIP_PLACES,
    PIPS,
    TILE_HEIGHT,
    WIDTH,
    Box,
    Canvas,
    Look,
    tile_boxes,
)
from stbpi.display.fonts import LARGE, SMALL


@pytest.mark.parametrize("count", range(6, 13))
def test_the_tiles_stand_side_by_side_within_the_picture(count: int) -> None:
    boxes = tile_boxes(count)

    assert len(boxes) == count
    assert boxes[0].x >= 0
    assert boxes[-1].x + boxes[-1].w <= WIDTH
    assert all(right.x - (left.x + left.w) == 1 for left, right in pairwise(boxes))


@pytest.mark.parametrize("count", range(6, 13))
@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("height", [TILE_HEIGHT, LOW_TILE])
def test_the_number_of_a_tile_is_never_cut(count: int, look: Look, height: int) -> None:
    canvas = Canvas()
    canvas.tiles([look] * count, range(1, count + 1), height)
    box = canvas.picture.getbbox()

    assert canvas.cut == []
    assert box is not None
    assert (box[1], box[3]) == (HEIGHT - height - 6, HEIGHT)  # arrows stand over the tiles


def test_a_stamp_is_drawn_where_it_is_wanted() -> None:
    canvas = Canvas()
    canvas.stamp(3, 5, ("#.#", ".#."))
    lit = {(x, y) for x in range(128) for y in range(64) if canvas.picture.getpixel((x, y))}

    assert lit == {(3, 5), (5, 5), (4, 6)}


@pytest.mark.parametrize("size", PIP_PLACES)
@pytest.mark.parametrize("value", PIPS)
def test_a_die_has_as_many_pips_as_its_value_and_is_even(size: int, value: int) -> None:
    canvas = Canvas()
    canvas.die(0, 0, size, value)
    die = canvas.picture.crop((0, 0, size, size))
    pip, places = PIP_PLACES[size]
    middle = pip // 2

    dark = sum(
        not die.getpixel((column + middle, row + middle)) for column in places for row in places
    )
    assert dark == value
    assert die.rotate(180).tobytes() == die.tobytes()


def test_the_longest_wording_that_fits_is_taken_in_the_largest_face() -> None:
    taken = Canvas()
    taken.text(Box(0, 0, 48, 14), ("Round 12/20", "Round"), LARGE, SMALL)
    expected = Canvas()
    expected.text(Box(0, 0, 48, 14), ("Round",), LARGE)

    assert taken.picture.tobytes() == expected.picture.tobytes()
    assert taken.cut == []


def test_a_text_that_fits_in_no_way_is_shortened_and_noted() -> None:
    canvas = Canvas()
    canvas.text(Box(0, 0, 30, 12), ("Wilhelmina",), LARGE, SMALL)

    assert canvas.cut == ["Wilhelmina"]
    assert canvas.picture.crop((30, 0, WIDTH, 12)).getbbox() is None


def test_two_texts_of_a_line_that_do_not_fit_are_noted() -> None:
    canvas = Canvas()
    canvas.pair(Box(0, 0, 60, 12), ("Wilhelmina",), ("Round 1",), SMALL)

    assert canvas.cut[0] == "Wilhelmina Round 1"


@pytest.mark.parametrize("letter", "æøåÆØÅüõāčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽ…")
def test_the_fonts_have_the_letters_of_our_languages(letter: str) -> None:
    drawn, missing = Canvas(), Canvas()
    for canvas, text in ((drawn, letter), (missing, "\uffff")):
        canvas.text(Box(0, 0, 16, 14), (text,), LARGE)

    assert drawn.picture.tobytes() != missing.picture.tobytes()
