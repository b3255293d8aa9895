"""The walk finds any wiring, and what it offers to configure is right."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.box.health import State
from stbpi.service.page import ROLL, Correction, Result, Verdict, Wiring
from tests.service.wires import Box, straight, wiring

NINE = wiring(9)
PARTS = tuple(NINE.pins)


def corrected(result: Result, wired: Wiring) -> Correction:
    """Return what is configured after the operator has done what he was told."""
    as_it_is = Correction(tiles=wired.tiles, roll=wired.roll, closed_is=wired.closed_is)
    return result.correction or as_it_is


def check_wired_as(box: Box) -> None:
    """Expect every part to be configured where its wire goes."""
    pins, found = box.wired.pins, corrected(box.test.result, box.wired)
    lines = {part: box.wires[part][0] for part in pins}
    assert found.tiles == tuple(pins[lines[part]] for part in pins if part != ROLL)
    assert found.roll == pins[lines[ROLL]]


@pytest.mark.field("C6")
@given(st.permutations(PARTS), st.sampled_from(["down", "up"]))
def test_any_permutation_of_wires_is_found_and_corrected(lines: list[str], closed_is: str) -> None:
    wired = wiring(9, closed_is=closed_is)
    wires = dict(zip(PARTS, ((line,) for line in lines), strict=True))
    box = Box(wired, wires, closed_when=closed_is)

    box.walk()

    check_wired_as(box)
    assert corrected(box.test.result, wired).closed_is == closed_is
    assert box.verdicts() == {
        part: Verdict.RIGHT if wires[part] == (part,) else Verdict.SWAPPED for part in PARTS
    }


@given(st.permutations(PARTS), st.sampled_from(["down", "up"]))
def test_a_polarity_that_is_configured_wrong_is_found_besides(
    lines: list[str], closed_is: str
) -> None:
    wires = dict(zip(PARTS, ((line,) for line in lines), strict=True))
    really = "up" if closed_is == "down" else "down"
    box = Box(wiring(9, closed_is=closed_is), wires, closed_when=really)

    box.walk()

    check_wired_as(box)
    assert corrected(box.test.result, box.wired).closed_is == really


@given(st.permutations(PARTS), st.sampled_from(PARTS))
def test_a_single_silent_part_gets_the_pin_that_is_left(lines: list[str], silent: str) -> None:
    wires = dict(zip(PARTS, ((line,) for line in lines), strict=True))
    dead = {**wires, silent: ()}
    box = Box(NINE, dead)

    box.walk()

    assert box.verdicts()[silent] is Verdict.SILENT
    box.wires = wires
    check_wired_as(box)


@given(st.sets(st.sampled_from(PARTS)))
def test_silent_parts_of_a_box_that_is_wired_right_keep_their_pins(silent: set[str]) -> None:
    wires = {**straight(NINE), **dict.fromkeys(silent, ())}
    box = Box(NINE, wires)

    box.walk()

    assert box.test.result.correction is None
    assert {one.part for one in box.test.result.wrong} == silent


@pytest.mark.parametrize(
    ("one", "other"), list(combinations(("tile_1", "tile_4", "tile_9", ROLL), 2))
)
def test_two_parts_on_one_contact_are_told_and_nothing_is_configured(one: str, other: str) -> None:
    box = Box(NINE, {**straight(NINE), other: (one,)})

    box.walk()

    wrong = {finding.part: finding for finding in box.test.result.wrong}
    assert set(wrong) == {one, other}
    assert {finding.verdict for finding in wrong.values()} == {Verdict.SHARED}
    assert (wrong[one].other, wrong[other].other) == (other, one)
    assert wrong[one].pins == wrong[other].pins == (NINE.pins[one],)
    assert box.test.result.correction is None


@given(st.permutations(PARTS), st.permutations(PARTS))
def test_two_parts_on_one_contact_are_told_wherever_it_is(
    lines: list[str], parts: list[str]
) -> None:
    wires = dict(zip(PARTS, ((line,) for line in lines), strict=True))
    one, other, *_ = parts
    box = Box(NINE, {**wires, other: wires[one]})

    box.walk()

    shared = {part for part, verdict in box.verdicts().items() if verdict is Verdict.SHARED}
    assert shared == {one, other}
    assert box.test.result.correction is None


def test_two_tiles_on_one_contact_that_opens_do_not_answer() -> None:
    """Each of them keeps the line closed that the other one would open."""
    wired = wiring(9, closed_is="up")
    box = Box(wired, {**straight(wired), "tile_7": ("tile_2",)}, closed_when="up")

    box.walk()

    assert {p for p, v in box.verdicts().items() if v is not Verdict.RIGHT} == {"tile_2", "tile_7"}
    assert box.verdicts()["tile_2"] is Verdict.SILENT
    assert box.test.result.correction is None


def test_lines_that_touch_each_other_move_at_once_and_nothing_is_configured() -> None:
    both = ("tile_3", "tile_4")
    box = Box(NINE, {**straight(NINE), "tile_3": both, "tile_4": both})

    box.walk()

    wrong = {finding.part: finding for finding in box.test.result.wrong}
    assert {part: finding.verdict for part, finding in wrong.items()} == dict.fromkeys(
        both, Verdict.TWO_AT_ONCE
    )
    assert wrong["tile_3"].pins == (12, 13)
    assert box.test.result.correction is None


def test_a_sleeve_that_moves_a_second_tile_is_forgiven_once() -> None:
    box = Box(NINE, straight(NINE))
    box.begin_walk()

    box.to_and_fro("tile_1", "tile_2")
    assert (box.test.part, box.test.view.is_again) == ("tile_1", True)
    box.to_and_fro("tile_1")

    assert (box.test.part, box.test.view.is_again) == ("tile_2", False)
    assert box.verdicts() == {"tile_1": Verdict.RIGHT}


def test_a_single_contact_that_is_reversed_is_told_for_itself() -> None:
    box = Box(NINE, straight(NINE))
    box.begin_walk()
    box.down.add("tile_1")
    box.look(10)
    box.test.back()
    box.test.next()
    box.down.remove("tile_1")
    box.look(10)
    box.down.add("tile_1")
    box.look(10)
    for part in PARTS[1:]:
        box.to_and_fro(part)

    assert [(one.part, one.verdict) for one in box.test.result.wrong] == [
        ("tile_1", Verdict.REVERSED)
    ]
    assert box.test.result.correction is None


def test_a_part_answers_when_it_has_come_back_and_rests() -> None:
    box = Box(NINE, straight(NINE))
    box.begin_walk()

    box.down.add("tile_1")
    box.look(50)
    assert (box.test.part, box.test.view.seen) == ("tile_1", ("tile_1",))
    box.down.remove("tile_1")
    box.look()
    assert box.test.part == "tile_1"
    box.look(5)

    assert (box.test.part, box.test.view.seen) == ("tile_2", ())


@pytest.mark.field("B8")
def test_a_line_that_chatters_is_not_taken_for_an_answer() -> None:
    box = Box(NINE, straight(NINE))
    box.states["tile_8"] = State.NOISY
    box.begin_walk()

    box.to_and_fro("tile_8")
    assert box.test.part == "tile_1"
    box.to_and_fro("tile_1")

    assert box.test.part == "tile_2"


def test_a_cable_that_comes_off_answers_for_no_tile() -> None:
    box = Box(NINE, straight(NINE))
    box.begin_walk()

    box.has_cable = False
    box.to_and_fro("tile_1", "tile_2", "tile_3")
    assert not box.test.view.has_cable
    box.has_cable = True
    box.look(10)
    assert (box.test.part, box.test.view.seen) == ("tile_1", ())
    box.to_and_fro("tile_1")

    assert box.verdicts() == {"tile_1": Verdict.RIGHT}


def test_nothing_is_found_before_anything_is_asked_for() -> None:
    assert Box(NINE, straight(NINE)).test.result == Result()
