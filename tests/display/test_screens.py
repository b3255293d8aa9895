"""Every screen as a golden picture (`#` and `.`), and what must hold for all of them.

`STBPI_BLESS=1 pytest tests/display` writes the pictures anew.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.display.screens import Screen, draw
from stbpi.games.game import Change, Phase, PlayerView, Prompt, Tiles, View, all_tiles
from stbpi.menu import Menu, MenuLine
from stbpi.scene import Held, Scene
from tests.display.scenes import MENU, READY, SCENES, TURN_OVER, scene

GOLDEN = Path(__file__).parent.parent / "data" / "screens"
BLESS = os.environ.get("STBPI_BLESS") == "1"


def as_text(screen: Screen) -> str:
    width, height = screen.picture.size
    rows = (
        "".join("#" if screen.picture.getpixel((x, y)) else "." for x in range(width))
        for y in range(height)
    )
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_looks_as_it_was_blessed(name: str) -> None:
    text = as_text(draw(SCENES[name]))
    path = GOLDEN / f"{name}.txt"
    if BLESS:
        path.write_text(text)

    assert text == path.read_text()


def test_every_golden_picture_has_its_scene() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SCENES)


@pytest.mark.parametrize(
    ("scene_name", "screen_name"),
    [
        ("setup", "setup"),
        ("ready", "ready"),
        ("raise_tiles", "raise_tiles"),
        ("lower_tiles", "lower_tiles"),
        ("covering", "covering"),
        ("complete", "complete"),
        ("wrong", "wrong"),
        ("close_again", "close_again"),
        ("no_move", "no_move"),
        ("shut", "shut"),
        ("out", "out"),
        ("match_over", "match_over"),
        ("menu", "menu"),
        ("menu_still_held", "menu"),
        ("held_press", "held_press"),
        ("held_hold", "held_hold"),
        ("one_die", "one_die"),
        ("wait", "wait"),
        ("faults", "ready"),
    ],
)
def test_a_screen_has_a_stable_name(scene_name: str, screen_name: str) -> None:
    assert draw(SCENES[scene_name]).name == screen_name


def test_wrong_tiles_that_are_not_complained_about_yet_are_told_after_a_press() -> None:
    wrong = SCENES["wrong"]
    pressed = replace(wrong, view=replace(wrong.view, phase=Phase.COVERING))

    assert draw(pressed).name == "wrong"
    assert as_text(draw(pressed)) == as_text(draw(wrong))


def test_the_end_of_a_turn_is_named_after_its_reason() -> None:
    assert draw(scene(replace(TURN_OVER, why="unlucky"))).name == "unlucky"


def test_a_failed_display_is_no_mark_on_the_display() -> None:
    assert as_text(draw(scene(READY, faults=("display",)))) == as_text(draw(scene(READY)))


@pytest.mark.parametrize("at", range(9))
def test_every_line_of_a_long_menu_can_be_seen(at: int) -> None:
    lines = (MenuLine.CONTINUE, MenuLine.END) * 5
    chosen = draw(scene(MENU, menu=Menu(lines=lines, at=at)))
    left_edge = [chosen.picture.getpixel((0, 16 + 12 * row + 5)) for row in range(4)]

    assert [bool(pixel) for pixel in left_edge].index(True) == min(at, 3)


LETTERS = st.characters(codec="latin-1", categories=["Lu", "Ll", "Nd"])
NAMES = st.text(LETTERS, min_size=1, max_size=12) | st.text(LETTERS, min_size=12, max_size=12)
TOTALS = st.integers(0, 999) | st.just(20 * 123456789101112)
BALANCES = st.integers(-20_000, 220_000)
WHYS = ("no_move", "shut", "stopped", "unlucky", "first_roll")


@st.composite
def menus(draw_from: st.DrawFn) -> Menu:
    lines = tuple(draw_from(st.lists(st.sampled_from(MenuLine), min_size=1, unique=True)))
    return Menu(lines=lines, at=draw_from(st.integers(0, len(lines) - 1)))


@st.composite
def scenes(draw_from: st.DrawFn) -> Scene:
    """Scenes of all phases, with as many and as long things as there can be."""
    count = draw_from(st.integers(6, 12))
    names = draw_from(st.lists(NAMES, min_size=1, max_size=12, unique=True))
    seats = len(names)
    sets = st.integers(0, all_tiles(count)).map(Tiles)
    phase = draw_from(st.sampled_from(Phase))
    by_rounds, has_stakes = draw_from(st.booleans()), draw_from(st.booleans())
    players = tuple(
        PlayerView(
            seat=seat,
            name=name,
            score=draw_from(st.none() | TOTALS | st.just(123456789101112)),
            total=draw_from(TOTALS),
            rounds_won=draw_from(st.integers(0, 20)) if by_rounds else None,
            balance=draw_from(BALANCES) if has_stakes else None,
            out=draw_from(st.booleans()),
            winner=phase is Phase.MATCH_OVER and draw_from(st.booleans()),
        )
        for seat, name in enumerate(names, 1)
    )
    is_playing = phase not in (Phase.SETUP, Phase.MATCH_OVER)
    roll = draw_from(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    view = View(
        game="shut_the_box",
        preset=draw_from(st.sampled_from(("unlucky_seven", "canoga_stakes", "golf"))),
        phase=phase,
        prompt=draw_from(st.sampled_from(Prompt)),
        tiles=count,
        standing=draw_from(sets),
        committed=draw_from(sets),
        named=draw_from(sets | st.just(all_tiles(count))),
        players=players,
        player=draw_from(st.integers(1, seats)) if is_playing else None,
        round=draw_from(st.integers(1, 20) | st.just(999)) if is_playing else None,
        rounds=draw_from(st.sampled_from((0, 1, 4, 20))),
        roll=tuple(roll),
        left=draw_from(st.none() | st.integers(0, 24)),
        dice_allowed=draw_from(st.sampled_from(((), (1,), (2,), (4,), (1, 2), (1, 2, 3, 4)))),
        pot=draw_from(st.none() | st.integers(0, 24_000)),
        may_undo=draw_from(st.booleans()),
        may_stop=draw_from(st.booleans()),
        rescored=draw_from(st.booleans()),
        change=draw_from(st.sampled_from(Change)),
        why=draw_from(st.sampled_from(WHYS)),
    )
    menu = draw_from(menus()) if phase is Phase.MENU else None
    faults = draw_from(st.sampled_from(((), ("serial",), ("disk", "serial"))))
    return scene(view, held=draw_from(st.sampled_from(Held)), menu=menu, faults=faults)


@settings(deadline=None)  # the machine may be busy
@given(scenes())
def test_no_text_is_ever_cut_off(drawn: Scene) -> None:
    screen = draw(drawn)

    assert screen.cut == ()
    assert screen.picture.size == (128, 64)
    assert screen.picture.mode == "1"
