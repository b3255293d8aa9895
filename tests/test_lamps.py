from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.desk.page import Menu
from stbpi.display.examples import COVERING, READY
from stbpi.games.game import NO_TILES, Phase, Prompt, Tiles, View, all_tiles, tiles
from stbpi.lamps import DARK, Lamplighter, shining
from stbpi.language import message
from stbpi.scene import Held, Scene
from stbpi.service.page import HardwareView, Page

SHUT = replace(COVERING, phase=Phase.TURN_OVER, prompt=Prompt.SHUT)
OVER = replace(COVERING, phase=Phase.MATCH_OVER, prompt=Prompt.MATCH_OVER)
CLOSABLE = replace(COVERING, prompt=Prompt.COVER, closable=tiles(1, 6))


def scene(view: View, **changes: object) -> Scene:
    return replace(Scene(view=view, held=Held.NOT, page=None, faults=()), **changes)  # type: ignore[arg-type]


def asking(prompt: Prompt, *named: int) -> View:
    return replace(COVERING, prompt=prompt, named=tiles(*named), closable=tiles(1))


ASKING = (Prompt.RAISE, Prompt.LOWER, Prompt.CLOSE, Prompt.OPEN, Prompt.CLOSE_AGAIN)


@pytest.mark.parametrize("prompt", ASKING)
@pytest.mark.parametrize("wish", ["on", "hints"])
def test_tiles_that_are_to_be_moved_blink(prompt: Prompt, wish: str) -> None:
    assert shining(scene(asking(prompt, 4, 7)), wish) == (NO_TILES, tiles(4, 7))


def test_tiles_whose_switches_have_failed_do_not_blink() -> None:
    assert shining(scene(asking(Prompt.SWITCH_FAULT, 4)), "hints") == DARK


@pytest.mark.parametrize("prompt", [Prompt.COVER, Prompt.LEAD, Prompt.FOLLOW, Prompt.DISCARD])
def test_what_may_be_closed_is_lit_only_with_hints(prompt: Prompt) -> None:
    view = replace(CLOSABLE, prompt=prompt)
    assert shining(scene(view), "hints") == (tiles(1, 6), NO_TILES)
    assert shining(scene(view), "on") == DARK


def test_a_shut_box_is_lit_and_the_end_of_a_match_blinks() -> None:
    assert shining(scene(SHUT), "on") == (all_tiles(SHUT.tiles), NO_TILES)
    assert shining(scene(OVER), "on") == (NO_TILES, all_tiles(OVER.tiles))


@pytest.mark.parametrize("view", [CLOSABLE, SHUT, OVER, asking(Prompt.RAISE, 4)])
def test_off_is_dark(view: View) -> None:
    assert shining(scene(view), "off") == DARK


def test_what_stands_in_place_of_a_match_is_dark() -> None:
    menu = Menu(title=message("Menu"), lines=())
    assert shining(scene(OVER, page=menu), "hints") == DARK
    assert shining(scene(replace(CLOSABLE, phase=Phase.ATTRACT)), "hints") == DARK
    assert shining(scene(READY), "hints") == DARK


@pytest.mark.parametrize("wish", ["off", "on", "hints"])
def test_the_hardware_test_lights_one_lamp_after_the_other(wish: str) -> None:
    lit = scene(OVER, test=HardwareView(page=Page.LAMPS, lamp=9))
    assert shining(lit, wish) == (tiles(9), NO_TILES)
    assert shining(scene(OVER, test=HardwareView(page=Page.SWITCHES)), wish) == DARK


def test_lamps_are_told_what_is_new_and_nothing_twice() -> None:
    told: list[tuple[Tiles, Tiles]] = []
    wishes = ["hints"]
    lights = Lamplighter(lambda lit, blinking: told.append((lit, blinking)), lambda: wishes[0])
    for view in (READY, CLOSABLE, CLOSABLE, READY, CLOSABLE):
        lights.show(scene(view))
    wishes[0] = "off"
    lights.show(scene(CLOSABLE))

    assert told == [(tiles(1, 6), NO_TILES), DARK, (tiles(1, 6), NO_TILES), DARK]
