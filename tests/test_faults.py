from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.display.examples import COVERING
from stbpi.faults import Faults, asked_for, broken_in, plain
from stbpi.games.events import Fault, FaultCleared
from stbpi.games.game import NO_TILES, Phase, Prompt, tiles


def test_a_fault_is_recorded_when_it_comes_and_when_it_goes() -> None:
    faults = Faults()

    assert faults.told("disk", "full") == (Fault(part="disk", what="full"),)
    assert faults.told("disk", "full") == ()
    assert faults.parts == ("disk",)
    assert faults.told("disk", None) == (FaultCleared(part="disk", what="full"),)
    assert faults.told("disk", None) == ()
    assert not faults.parts


def test_a_part_that_fails_in_another_way_is_told_anew() -> None:
    faults = Faults()
    faults.told("tile_4", "noisy")

    assert faults.told("tile_4", "broken") == (
        FaultCleared(part="tile_4", what="noisy"),
        Fault(part="tile_4", what="broken"),
    )


def test_the_tiles_that_have_failed_are_known() -> None:
    faults = Faults()
    for part in ("tile_12", "tile_3", "tile_board", "roll", "display"):
        faults.told(part, "gone")

    assert faults.tiles == tiles(3, 12)
    assert faults.parts == ("display", "roll", "tile_12", "tile_3", "tile_board")


@pytest.mark.parametrize("phase", Phase)
def test_while_the_cable_is_off_a_turn_can_not_be_watched(phase: Phase) -> None:
    faults = Faults()
    view = replace(COVERING, phase=phase)
    assert faults.in_place_of(view) == view

    faults.told("cable", "unplugged")

    is_watched = phase not in (Phase.RAISE_TILES, Phase.READY, Phase.COVERING, Phase.WRONG)
    assert (faults.in_place_of(view) == view) is is_watched


@pytest.mark.parametrize("prompt", [Prompt.RAISE, Prompt.LOWER, Prompt.OPEN, Prompt.CLOSE_AGAIN])
def test_asking_only_for_tiles_whose_switches_have_failed_says_so(prompt: Prompt) -> None:
    faults = Faults()
    faults.told("tile_4", "noisy")
    view = replace(COVERING, prompt=prompt, named=tiles(4))

    assert faults.in_place_of(view) == replace(view, prompt=Prompt.SWITCH_FAULT)
    assert asked_for(view) == tiles(4)
    both = replace(view, named=tiles(4, 5))
    assert faults.in_place_of(both) == both


def test_a_prompt_that_asks_for_no_tiles_stays() -> None:
    faults = Faults()
    faults.told("tile_4", "noisy")
    view = replace(COVERING, prompt=Prompt.ROLL, named=tiles(4))

    assert faults.in_place_of(view) == view
    assert asked_for(view) == NO_TILES


def test_what_was_declared_broken_is_found_in_the_events_of_a_match() -> None:
    faults = Faults()
    events = [
        *faults.told("tile_4", "noisy"),
        *faults.told("tile_4", "broken"),
        *faults.told("tile_5", "broken"),
        *faults.told("tile_5", None),
        *faults.told("tile_6", "noisy"),
    ]

    assert broken_in(events) == tiles(4)
    assert broken_in(faults.declared()) == tiles(4)
    assert broken_in(()) == NO_TILES


@given(st.text())
def test_what_is_recorded_fits_a_line(what: str) -> None:
    said = plain(what)

    assert len(said) <= 60
    assert said.isascii()
    assert '"' not in said
    assert "\\" not in said
