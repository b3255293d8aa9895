"""The address of the board as a QR code on the display."""

from __future__ import annotations

import sys

import pytest
import segno
from PIL import Image

from stbpi.desk.page import Poster, Question
from stbpi.desk.stations import code
from stbpi.display.code import MODULE, SQUARE
from stbpi.display.examples import MENU, scene
from stbpi.display.page_gallery import ADDRESS, LONGEST_ADDRESS, PAGES, POSTERS
from stbpi.display.posters import draw_poster
from stbpi.display.screens import draw

QUIET = {"http://a.lan:8137": 11, ADDRESS: 7, LONGEST_ADDRESS: 3}
"""Lit pixels around the code, by its address."""


def picture_of(address: str) -> Image.Image:
    return draw(scene(MENU, page=code(address).question)).picture


def modules_of(picture: Image.Image, quiet: int) -> list[list[int]]:
    """Read the modules of a code back, 1 for a dark one, each of which is of one colour."""
    places = range(quiet, SQUARE - quiet, MODULE)
    found = []
    for y in places:
        row = []
        for x in places:
            cell = picture.crop((x, y, x + MODULE, y + MODULE)).getcolors()
            assert cell is not None
            assert len(cell) == 1
            row.append(int(cell[0][1] == 0))
        found.append(row)
    return found


@pytest.mark.parametrize("address", QUIET)
def test_the_code_on_the_display_says_the_address(address: str) -> None:
    picture, quiet = picture_of(address), QUIET[address]

    assert modules_of(picture, quiet) == [[*row] for row in segno.make_qr(address).matrix]
    frame = picture.copy()
    frame.paste(1, (quiet, quiet, SQUARE - quiet, SQUARE - quiet))
    assert frame.crop((0, 0, SQUARE, SQUARE)).getextrema() != (0, 1)
    assert 0 not in frame.crop((0, 0, SQUARE, SQUARE)).tobytes()


def test_while_nobody_plays_it_is_the_same() -> None:
    poster = POSTERS["attract_code"]
    assert isinstance(poster, Poster)

    drawn = draw_poster(poster).picture

    assert drawn.tobytes() == picture_of(ADDRESS).tobytes()


def test_without_segno_the_address_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGES["code"]
    assert isinstance(page, Question)
    before = draw(scene(MENU, page=page))

    monkeypatch.setitem(sys.modules, "segno", None)
    screen = draw(scene(MENU, page=page))

    assert (screen.name, screen.cut) == ("code", ())
    assert screen.picture.tobytes() != before.picture.tobytes()
    assert screen.picture.getbbox() is not None
