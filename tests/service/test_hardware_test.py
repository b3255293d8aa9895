"""The way through the hardware test."""

from __future__ import annotations

import pytest

from stbpi.box.health import State
from stbpi.service.page import ROLL, HardwareView, Page, Pattern, Verdict
from tests.service.wires import Box, straight, wiring

NINE = wiring(9)


def a_box(*, rows: int = 0, lamps: int = 0) -> Box:
    wired = wiring(9, lamps=lamps)
    return Box(wired, straight(wired), rows=rows)


def goes_to(box: Box, page: Page) -> HardwareView:
    """Go on until a page is shown."""
    while box.test.view.page is not page:
        box.test.next()
    return box.test.view


def test_the_pages_come_in_order() -> None:
    box = a_box()
    pages = [box.test.view.page]
    while not box.test.is_over:
        box.test.next()
        if box.test.view.page is not pages[-1]:
            pages.append(box.test.view.page)

    assert pages == [page for page in Page if page not in (Page.HOLD_ON, Page.LET_GO)]


def test_the_last_page_stays() -> None:
    box = a_box()
    goes_to(box, Page.END)
    box.test.next()

    assert box.test.is_over


@pytest.mark.field("B12")
@pytest.mark.field("B8")
def test_every_input_is_shown_as_it_is_with_its_pin_and_health() -> None:
    box = a_box()
    box.states["tile_4"] = State.BOUNCING
    box.down |= {"tile_2", ROLL}
    box.look()

    view = box.test.view
    assert [one.part for one in view.inputs] == list(NINE.pins)
    assert [one.pin for one in view.inputs] == [*NINE.tiles, NINE.roll]
    assert [one.part for one in view.inputs if one.down] == ["tile_2", ROLL]
    assert [one.part for one in view.inputs if one.state == "bouncing"] == ["tile_4"]


def test_parts_are_asked_for_in_order_the_button_last() -> None:
    box = a_box()
    box.begin_walk()
    asked = []
    while box.test.part:
        asked.append(box.test.part)
        box.test.skip()

    assert asked == list(NINE.pins)


def test_the_walk_can_be_passed_over() -> None:
    box = a_box()
    goes_to(box, Page.GET_READY)
    box.test.skip()

    pages = [box.test.view.page]
    box.test.back()
    pages.append(box.test.view.page)

    assert pages == [Page.DISPLAY, Page.GET_READY]
    assert box.test.result.findings == ()


def test_going_back_asks_for_a_part_once_more() -> None:
    box = a_box()
    box.begin_walk()
    box.test.next()
    box.test.back()
    box.to_and_fro("tile_1")

    assert box.verdicts() == {"tile_1": Verdict.RIGHT}
    assert box.test.part == "tile_2"


def test_there_is_nothing_before_the_first_page() -> None:
    box = a_box()
    box.test.back()

    assert box.test.view.page is Page.SWITCHES


def test_a_long_result_has_leaves_that_can_be_turned_to_and_fro() -> None:
    box = Box(NINE, {}, rows=4)
    goes_to(box, Page.RESULT)
    leaves = [box.test.view.leaf]
    for turn in (box.test.next, box.test.next, box.test.back, box.test.next):
        turn()
        leaves.append(box.test.view.leaf)
    assert leaves == [0, 1, 2, 1, 2]

    box.test.next()
    assert box.test.view.page is Page.DISPLAY


def test_what_to_configure_is_a_leaf_of_its_own() -> None:
    wires = {**straight(NINE), "tile_1": ("tile_2",), "tile_2": ("tile_1",)}
    box = Box(NINE, wires, rows=4)
    box.walk()
    box.test.next()
    assert (box.test.view.page, box.test.view.leaf) == (Page.RESULT, 1)

    box.test.next()
    assert box.test.view.page is Page.DISPLAY


def test_the_display_shows_every_pattern() -> None:
    box = a_box()
    goes_to(box, Page.DISPLAY)
    seen = []
    while box.test.view.page is Page.DISPLAY:
        seen.append(box.test.view.pattern)
        box.test.next()

    assert seen == list(Pattern)
    assert box.test.view.driver == "sh1106"


@pytest.mark.parametrize(("lamps", "lit"), [(0, [0]), (3, [1, 2, 3])])
def test_lamps_are_lit_one_by_one_if_there_are_any(lamps: int, lit: list[int]) -> None:
    box = a_box(lamps=lamps)
    goes_to(box, Page.LAMPS)
    seen = []
    while box.test.view.page is Page.LAMPS:
        seen.append(box.test.view.lamp)
        box.test.next()

    assert seen == lit
