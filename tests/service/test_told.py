"""What the hardware test says in a terminal."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.config import load
from stbpi.display.hardware_gallery import (
    BAD,
    CORRECTION,
    ON_TEST,
    SOME_BAD,
    SWAPPED,
    VIEWS,
    finding,
)
from stbpi.display.panel import Bus, LumaPanel
from stbpi.errors import PanelError
from stbpi.language import LANGUAGES, SOURCE, speaking
from stbpi.service.page import Correction, Page, Result, Verdict
from stbpi.service.told import of_fault, page, result, to_fix, toml
from tests.upgraded import without


@pytest.mark.field("C6")
def test_what_to_configure_can_be_pasted(tmp_path: Path) -> None:
    file = tmp_path / "stbpi.toml"
    file.write_text("\n".join(["[gpio]", "buzzer = 0", *toml(CORRECTION)]))
    gpio = load(file, os.environ).gpio

    assert Correction(tiles=gpio.tiles, roll=gpio.roll, closed_is=gpio.closed_is) == CORRECTION


@pytest.mark.parametrize("name", VIEWS)
def test_every_page_says_what_it_wants_in_plain_letters(name: str) -> None:
    view = VIEWS[name]
    lines = list(page(view))

    assert lines
    assert all(line and line.replace(" · ", " ").isascii() for line in lines)


@pytest.mark.field("C6")
def test_everything_that_the_walk_has_found_is_told() -> None:
    assert list(result(SWAPPED))[:2] == [
        "tile 1 is wired to GPIO16 · pin 36, configured is GPIO5 · pin 29 · brown",
        "tile 5 is wired to GPIO5 · pin 29, configured is GPIO16 · pin 36 · green",
    ]
    assert list(result(BAD)) == [
        "tile 3 moves GPIO12 · pin 32 and GPIO13 · pin 33 at once: "
        "they touch each other, or two moved",
        "tile 4 does not answer: look at its switch and at GPIO13 · pin 33 · yellow",
        "tile 10 and tile 11 are on the same line, GPIO23 · pin 16",
        "roll button reads the other way round: use the other contact of its switch",
    ]


def test_a_box_that_is_wired_right_is_told_so() -> None:
    right = Result(
        findings=(finding("tile_1", Verdict.RIGHT, 5), finding("tile_2", Verdict.RIGHT, 6))
    )

    assert list(result(right)) == ["Wired right: 2 of 2."]
    assert to_fix(replace(ON_TEST, page=Page.RESULT, result=right)) == []


def test_a_wrong_polarity_alone_is_to_be_fixed() -> None:
    reversed_all = Result(
        findings=(finding("tile_1", Verdict.RIGHT, 5), finding("tile_2", Verdict.RIGHT, 6)),
        correction=replace(CORRECTION, closed_is="up"),
    )

    assert to_fix(replace(ON_TEST, result=reversed_all)) == [
        "Every tile reads down while it is up."
    ]
    assert 'closed_is = "up"' in list(result(reversed_all))


@pytest.mark.field("B8")
def test_bad_inputs_and_a_missing_cable_are_to_be_fixed() -> None:
    assert to_fix(replace(ON_TEST, inputs=SOME_BAD, has_cable=False)) == [
        "The tiles' cable is off.",
        "tile 4 · GPIO13 · pin 33 · yellow: up, noisy",
        "tile 11 · GPIO24 · pin 18 · turquoise: up, bouncing",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "failure",
    [
        *(FileNotFoundError(), PermissionError(), TimeoutError(), OSError()),
        *(ModuleNotFoundError(), ImportError()),
    ],
)
def test_what_a_display_fails_with_is_told_in_the_language_of_the_reader(
    failure: Exception, language: str
) -> None:
    def fails() -> Bus:
        raise failure

    library = "luma" if isinstance(failure, ImportError) else "none"
    with without(library, failure), pytest.raises(PanelError) as failed:
        LumaPanel("ssd1306", fails).open()
    what = failed.value.what
    with speaking(language):
        told = of_fault(what)

    assert (told == f"display: {what}") is (language == SOURCE)
    assert (what in told) is (language == SOURCE)
