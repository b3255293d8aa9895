"""Screens of 128×128 pixels: some golden pictures, and what holds for all of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from stbpi.display.examples import READY, TWELVE, scene
from stbpi.display.gallery import EXAMPLES, SCENES
from stbpi.display.screens import draw
from stbpi.display.screens_tall import draw_tall
from stbpi.language import LANGUAGES
from stbpi.scene import Scene
from tests.display.golden import SCREENS, as_text, blessed

GOLDEN = SCREENS / "tall"

BLESSED = (
    *("setup", "ready", "ready_twelve_players", "covering", "complete", "no_move_digits"),
    *("match_over", "match_over_twelve_players", "match_over_with_stakes", "menu_of_house_rules"),
    *("attract_title", "test_switches", "test_border"),
    *("covering_with_advice", "no_move_with_luck", "shut_without_errors"),
    *("leading_first", "following", "bot_thinks_about_a_lead", "match_over_by_a_claim"),
    *("roll_off", "house_of_eight", "house_close", "house_over_by_kings"),
)


@pytest.mark.parametrize("name", BLESSED)
def test_a_screen_looks_as_it_was_blessed(name: str) -> None:
    text = as_text(draw_tall(EXAMPLES[name]).picture)

    assert text == blessed(GOLDEN, name, text)


def test_every_golden_picture_is_looked_at() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(BLESSED)


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_cut_off_and_every_screen_keeps_its_name(code: str) -> None:
    for name, it in EXAMPLES.items():
        spoken = replace(it, language=code)
        screen = draw_tall(spoken)

        assert (name, screen.cut) == (name, ())
        assert (screen.picture.size, screen.picture.mode) == ((128, 128), "1")
        assert screen.name == draw(spoken).name


def test_the_upper_half_is_the_usual_picture() -> None:
    for name, it in SCENES.items():
        if it.posters:
            continue
        upper = draw_tall(it).picture.crop((0, 0, 128, 64))

        assert (name, ImageChops.logical_xor(upper, draw(it).picture).getbbox()) == (name, None)


@pytest.mark.parametrize("seats", range(1, 13))
def test_everybody_is_in_the_lower_half(seats: int) -> None:
    shown = scene(replace(READY, players=TWELVE[:seats], player=1))

    def lower(it: Scene) -> bytes:
        return draw_tall(it).picture.crop((0, 64, 128, 128)).tobytes()

    for seat in range(seats):
        others = list(shown.view.players)
        others[seat] = replace(others[seat], total=others[seat].total + 1)
        changed = replace(shown, view=replace(shown.view, players=tuple(others)))
        assert lower(changed) != lower(shown)
