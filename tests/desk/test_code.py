"""The address of the board, as a code that is shown from the menu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from stbpi.desk.desk import Desk
from stbpi.desk.facts import Facts
from stbpi.desk.menu import drawers, main_menu
from stbpi.desk.page import CODE, Act, Menu, Question
from stbpi.desk.settings import BOARD
from stbpi.desk.stations import Lines
from stbpi.display.page_gallery import OUTSIDE
from stbpi.games.game import Tile

ADDRESS = "http://bar.lan:8137"
WITH_BOARD = replace(OUTSIDE, values={**OUTSIDE.values, BOARD: ADDRESS})


def at_the_code() -> Desk:
    """Open the code from the landlord's menu."""
    at = [line.act for line in drawers(WITH_BOARD).lines].index(Act.CODE)
    desk = Desk(lambda: WITH_BOARD)
    desk.open(Lines(drawers, at=at))
    desk.hold()
    return desk


@pytest.mark.parametrize("make", [main_menu, drawers])
def test_it_is_in_the_menus_if_the_configuration_has_an_address(
    make: Callable[[Facts], Menu],
) -> None:
    assert Act.CODE in [line.act for line in make(WITH_BOARD).lines]
    assert Act.CODE not in [line.act for line in make(OUTSIDE).lines]


def test_it_is_shown_at_once() -> None:
    page = at_the_code().page

    assert isinstance(page, Question)
    assert (page.kind, [str(line) for line in page.lines]) == (CODE, [ADDRESS])


@pytest.mark.parametrize(
    "touch",
    [Desk.press, Desk.hold, lambda desk: desk.key(Tile(4))],
    ids=["press", "hold", "tile"],
)
def test_any_touch_leaves_it(touch: Callable[[Desk], object]) -> None:
    desk = at_the_code()
    assert desk.is_open

    touch(desk)

    assert not desk.is_open
