"""The screens of the hardware test: golden pictures, and that every text fits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.box.health import State
from stbpi.display.examples import COVERING, scene
from stbpi.display.hardware_gallery import INPUTS, ON_TEST, PINS, VIEWS, finding
from stbpi.display.screens import Screen, draw
from stbpi.service.page import (
    ROLL,
    Correction,
    Deed,
    HardwareView,
    Page,
    Pattern,
    Result,
    Verdict,
)
from tests.display.golden import SCREENS, as_text, blessed

GOLDEN = SCREENS / "hardware"
MOST = 27  # the highest pin that a configuration may name


def drawn(view: HardwareView) -> Screen:
    return draw(replace(scene(COVERING), test=view))


@pytest.mark.parametrize("name", VIEWS)
def test_a_screen_looks_as_it_was_blessed(name: str) -> None:
    text = as_text(drawn(VIEWS[name]).picture)

    assert text == blessed(GOLDEN, name, text)


def test_every_golden_picture_has_its_view() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(VIEWS)


@pytest.mark.parametrize(
    ("view", "name"),
    [
        ("hold_on", "test_hold_on"),
        ("let_go", "test_let_go"),
        ("switches_bad", "test_switches"),
        ("get_ready", "test_get_ready"),
        ("walk_seen", "test_walk"),
        ("result_configure", "test_result"),
        ("checkerboard", "test_checkerboard"),
        ("display", "test_display"),
        ("buzzer", "test_buzzer"),
        ("lamps", "test_lamps"),
        ("end", "test_end"),
    ],
)
def test_a_screen_has_a_stable_name(view: str, name: str) -> None:
    assert drawn(VIEWS[view]).name == name


def test_patterns_fill_the_panel() -> None:
    views = {it: replace(ON_TEST, page=Page.DISPLAY, pattern=it) for it in Pattern}
    lit = {it: as_text(drawn(view).picture).count("#") for it, view in views.items()}

    assert lit[Pattern.ALL_ON] == 128 * 64
    assert lit[Pattern.ALL_OFF] == 0
    assert lit[Pattern.CHECKERBOARD] == 128 * 64 // 2
    assert lit[Pattern.BORDER] == 2 * (128 + 62)


def test_nothing_wanders_over_the_panel_while_it_is_tested() -> None:
    assert drawn(ON_TEST).rest == ()


@st.composite
def views(draw_from: st.DrawFn) -> HardwareView:
    """Views of all pages, with as many and as long things as there can be."""
    count = draw_from(st.integers(6, 12))
    parts = [*list(PINS)[:count], ROLL]
    part = st.sampled_from(parts)
    pin = st.integers(0, MOST) | st.just(MOST)
    states = st.sampled_from(State).map(lambda state: state.value)
    inputs = tuple(
        replace(one, state=draw_from(states), down=draw_from(st.booleans()))
        for one in INPUTS
        if one.part in parts
    )
    findings = tuple(
        replace(
            finding(one, draw_from(st.sampled_from(Verdict)), other=draw_from(part)),
            pin=draw_from(pin),
            pins=tuple(draw_from(st.lists(pin, min_size=1, max_size=13))),
        )
        for one in draw_from(st.lists(part, unique=True))
    )
    correction = Correction(
        tiles=tuple(draw_from(st.lists(pin, min_size=count, max_size=count))),
        roll=draw_from(pin),
        closed_is=draw_from(st.sampled_from(["down", "up"])),
    )
    page = draw_from(st.sampled_from(Page))
    return HardwareView(
        page=page,
        inputs=inputs,
        has_cable=draw_from(st.booleans()),
        part=draw_from(part) if page is Page.WALK else "",
        seen=tuple(draw_from(st.lists(part, unique=True))),
        is_again=draw_from(st.booleans()),
        result=Result(findings=findings, correction=draw_from(st.none() | st.just(correction))),
        leaf=draw_from(st.integers(0, 4)),
        pattern=draw_from(st.sampled_from(Pattern)) if page is Page.DISPLAY else None,
        driver=draw_from(st.sampled_from(["ssd1306", "sh1106", "none"])),
        has_buzzer=draw_from(st.booleans()),
        lamps=12,
        lamp=draw_from(st.integers(0, 12)),
        is_by_button=draw_from(st.booleans()),
        deed=draw_from(st.sampled_from(Deed)),
    )


@settings(deadline=None)  # the machine may be busy
@given(views())
def test_no_text_is_ever_cut_off(view: HardwareView) -> None:
    screen = drawn(view)

    assert screen.cut == ()
    assert screen.picture.size == (128, 64)
    assert screen.picture.mode == "1"
