"""The page that says how the last turn went: where the menu has it, and what stands there."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from stbpi.config import BoxSection, Config
from stbpi.desk.menu import main_menu
from stbpi.desk.page import Act, Question
from stbpi.desk.stations import Lines, last_turn
from stbpi.dice.source import ScriptedDice
from stbpi.display.coach_gallery import WITH_AN_ERROR, WITHOUT_ERRORS
from stbpi.display.page_gallery import OUTSIDE
from stbpi.games.game import Phase, StartMatch, tiles
from stbpi.sim.simulation import Simulation
from stbpi.sim.steps import HOLD_S, MENU_S
from tests.sim.playing import NINE_TILES, on_box

MATCH = StartMatch(
    game="shut_the_box",
    names=("Ann", "Bob"),
    preset="luk_kassen",
    house_rules=(("tiles", 6), ("rounds", 1)),
)
COACHED = replace(OUTSIDE, last_turn=WITH_AN_ERROR)
QUESTION = last_turn(WITH_AN_ERROR)


def test_the_menu_has_it_while_there_is_something_to_be_said() -> None:
    assert Act.LAST_TURN not in [line.act for line in main_menu(OUTSIDE).lines]
    assert Act.LAST_TURN in [line.act for line in main_menu(COACHED).lines]


def test_a_hold_opens_it() -> None:
    at = [line.act for line in main_menu(COACHED).lines].index(Act.LAST_TURN)
    menu = Lines(main_menu, at=at)

    assert menu.hold(COACHED).instead == (menu, QUESTION)


def test_it_says_luck_and_errors_and_the_choice_that_cost_most() -> None:
    assert [str(line) for line in QUESTION.question.lines] == [
        "Luck +11.4 points, errors 7.4 points",
        "4+5 instead of 9 cost 7.4 points",
    ]
    assert [str(line) for line in last_turn(WITHOUT_ERRORS).question.lines] == [
        "Luck +11.0 points, no errors",
        "Without luck 11.0 points",
    ]


def test_every_button_leaves_it() -> None:
    assert QUESTION.press(COACHED).instead == QUESTION.hold(COACHED).instead == ()


def coached(allowed: str) -> Config:
    return replace(NINE_TILES, box=replace(BoxSection(), coach=allowed))


async def open_last_turn(box: Simulation) -> Question | None:
    """Play Ann's turn, open the menu behind it, and return the page; `None` if there is none."""
    await box.start_match(MATCH)
    await box.press()
    await box.lower(tiles(1, 5, 6))
    await box.press()
    await asyncio.sleep(3)
    assert box.scene.view.phase is Phase.RAISE_TILES
    await box.press(MENU_S)
    menu = box.scene.menu
    assert menu is not None
    if Act.LAST_TURN not in [line.act for line in menu.lines]:
        return None
    while box.scene.menu is not None and box.scene.menu.chosen.act is not Act.LAST_TURN:
        await box.press()
    await box.press(HOLD_S)
    page = box.scene.page
    assert isinstance(page, Question)
    return page


def test_after_a_turn_the_box_says_how_it_went(tmp_path: Path) -> None:
    def told(allowed: str) -> Question | None:
        dice = ScriptedDice()
        dice.add((6, 6, 6, 4))
        journal = tmp_path / f"{allowed}.db"
        return on_box(open_last_turn, journal, dice=dice, config=coached(allowed))

    page = told("after")
    assert page is not None
    assert page.kind == "last_turn"
    assert str(page.lines[1]).startswith("1+5+6 instead of 3+4+5 cost ")
    assert told("off") is None
