"""The enclosure: nothing takes the place of anything else, and every tile works its switch."""

from __future__ import annotations

from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import pytest

from tests.hardware.enclosure import (
    ENCLOSURE,
    in_place,
    is_there,
    measures,
    openscad,
    overlap,
    part,
)

pytestmark = [
    pytest.mark.skipif(not is_there(), reason="needs openscad (apt install openscad)"),
    pytest.mark.skipif(
        find_spec("manifold3d") is None, reason="needs manifold3d (pip install 'stbpi[hardware]')"
    ),
]

COUNTS = (9, 10, 12)
STEP = 7  # degrees between the positions of a tile that are looked at
NOTHING = 0.1  # cubic mm: what rounding leaves of two solids that only touch
BOARDS = ("floor", "front", "back", "left", "right", "divider", "top", "batten")
FIXED = (*BOARDS, "bearings", "rest_rail")
HOLDERS = ("switch_comb", "reed_comb")


def angles() -> list[float]:
    up = measures()["up_angle"]
    return [*range(0, int(up), STEP), up]


def tile_x(number: int) -> float:
    m = measures()
    return m["side_gap"] + (number - 0.5) * m["tile_pitch"]


def tile(number: int, angle: float, name: str = "tile") -> object:
    m = measures()
    return in_place(part(name), (tile_x(number), m["rod_y"], m["rod_z"]), angle=90 - angle)


def switch(number: int, name: str = "switch") -> object:
    m = measures()
    lower_end = m["rod_z"] - m["lever_reach"]
    return in_place(part(name), (tile_x(number), m["switch_y"], lower_end))


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("other", (*FIXED, *HOLDERS))
def test_a_tile_flips_without_touching_anything(count: int, other: str) -> None:
    fixed = part(other, count=count)

    for number in {1, 5, count}:
        for angle in angles():
            taken = overlap(tile(number, angle), fixed)
            assert taken < NOTHING, f"tile {number} at {angle} degrees: {taken:.2f} mm³"


def test_tiles_pass_each_other() -> None:
    for angle in angles():
        for other in angles():
            assert overlap(tile(4, angle), tile(5, other)) < NOTHING


def test_a_tile_never_touches_the_body_of_a_switch() -> None:
    for angle in angles():
        for number in (4, 5, 6):
            assert overlap(tile(5, angle), switch(number, "switch_pressed")) < NOTHING


def test_a_tile_with_a_magnet_passes_the_reed_contact() -> None:
    for angle in angles():
        assert overlap(tile(5, angle, "tile_with_magnet"), part("reeds")) < NOTHING


def test_a_check_finds_a_rod_that_lies_too_low() -> None:
    low = in_place(part("tile"), (tile_x(5), measures()["rod_y"], 15), angle=90)

    assert overlap(low, part("rest_rail")) > 100


@pytest.mark.parametrize("count", COUNTS)
def test_boards_and_fixed_parts_overlap_nowhere(count: int) -> None:
    for one, other in combinations(FIXED, 2):
        taken = overlap(part(one, count=count), part(other, count=count))
        assert taken < NOTHING, f"{one} and {other}: {taken:.2f} mm³"


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("holder", HOLDERS)
def test_holders_have_room_behind_the_tiles(count: int, holder: str) -> None:
    for other in FIXED:
        assert overlap(part(holder, count=count), part(other, count=count)) < NOTHING, other


def test_a_switch_fits_its_holder() -> None:
    comb, divider, top = part("switch_comb"), part("divider"), part("top")

    for number in (1, 5, 9):
        assert overlap(switch(number), comb) < NOTHING
        assert overlap(switch(number), divider) < NOTHING
        assert overlap(switch(number), top) < NOTHING


def test_a_reed_contact_lies_in_its_groove() -> None:
    assert overlap(part("reeds"), part("reed_comb")) < NOTHING


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("inside", ("pi", "pico", "button"))
def test_boards_and_button_have_room_in_the_bay(count: int, inside: str) -> None:
    others = {*BOARDS, *HOLDERS} - ({"top"} if inside == "button" else set())

    for other in others:
        assert overlap(part(inside, count=count), part(other, count=count)) < NOTHING, other
    for board in ("pi", "pico"):
        if inside == "button":
            assert overlap(part(inside, count=count), part(board, count=count)) < NOTHING, board


def test_fingers_of_all_joints_leave_no_gap() -> None:
    """Floor and walls together fill their edges: they are as much as the solid box around them."""
    m = measures()
    names = ("floor", "front", "back", "left", "right")
    total = sum(part(name).volume() for name in names)
    w, d, h, t = m["inner_width"], m["inner_depth"], m["wall_height"], m["wall"]
    shell = (w + 2 * t) * (d + 2 * t) * (h + t) - w * d * h
    holes = shell - total

    for one, other in combinations(names, 2):
        assert overlap(part(one), part(other)) < NOTHING
    assert 0 < holes < 0.01 * shell, "slots, screws and cable holes are less than a hundredth"


def test_a_lying_tile_closes_its_switch_and_a_standing_one_opens_it() -> None:
    m = measures()
    lying = m["switch_y"] - m["tail_tip_lying"]

    assert lying < m["lever_operates"], "closed at the usual position"
    assert lying > m["lever_operates"] - m["lever_over"], "not pressed too far"
    assert m["switch_set"] >= 0.8 + 0.6, "the slots cover what switches differ by"
    assert m["switch_y"] - m["rod_y"] > m["lever_free"], "a standing tile does not reach the lever"


def test_a_tile_lies_level_on_its_felt_and_clears_the_floor() -> None:
    m = measures()

    assert m["rest_height"] + m["felt"] == m["rod_z"] - m["tile_thickness"] / 2
    assert m["tail_tip_standing"] >= 2, "the tail of a standing tile is 2 mm above the floor"
    assert m["rod_z"] - m["heel_radius"] > 2


@pytest.mark.parametrize("count", COUNTS)
def test_the_rod_lies_in_its_bearings(count: int) -> None:
    assert overlap(part("rod", count=count), part("bearings", count=count)) < NOTHING
    assert measures(count=count)["inner_width"] == count * 23 + 16


@pytest.mark.parametrize("count", COUNTS)
def test_the_sheets_are_those_of_the_measures(count: int, tmp_path: Path) -> None:
    for kind in ("svg", "dxf"):
        name = f"box-{count}.{kind}"
        openscad("sheet.scad", tmp_path / name, count=count)
        assert (tmp_path / name).read_text() == (ENCLOSURE / "sheets" / name).read_text()
