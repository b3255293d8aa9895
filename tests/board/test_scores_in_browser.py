"""Score sheets in a real browser: a match is kept on a telephone, whatever becomes of the board.

`STBPI_PICTURES` names a folder that pictures of the pages are kept in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.board.served import Served, serving
from tests.board.test_in_browser import (
    PATIENCE_MS,
    TELEPHONE,
    TELEVISION,
    browser,
    opened,
    overflows,
)
from tests.books.journals import Box, left
from tests.history.stores import journal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

__all__ = ["browser"]

SERIOUS = ("serious", "critical")
MORE = [("dark", "phone"), ("light", "wide")] if os.environ.get("STBPI_PICTURES") else []
"""Looks that are taken for the pictures alone."""


def stored(folder: Path) -> Path:
    box = Box()
    box.plays(left(3), names=("Ann",))
    return journal(folder / "bar.db", box.recorded)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A board that stays; a browser that is new to it knows of none of its sheets."""
    with serving(stored(tmp_path_factory.mktemp("board"))) as board:
        yield board


def picture(page: Page, name: str) -> None:
    """Keep a picture of a whole page."""
    folder = os.environ.get("STBPI_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def says(page: Page, text: str) -> None:
    """Wait until the page says what is next."""
    page.locator("#next", has_text=text).wait_for(timeout=PATIENCE_MS)


def is_sent(page: Page) -> None:
    """Wait until nothing waits any more."""
    page.locator("#waiting").wait_for(state="hidden", timeout=PATIENCE_MS)


def begin(page: Page, *players: str, **rules: str) -> None:
    """Fill in the form, and begin a sheet."""
    page.locator("#rule-tiles").wait_for(timeout=PATIENCE_MS)
    for at, name in enumerate(players):
        if not page.locator(f"#player-{at}").count():
            page.click("#add")
        page.fill(f"#player-{at}", name)
    for field, value in rules.items():
        page.select_option(f"#rule-{field}", value)
        said = page.locator(f"#rule-{field}-said")
        said.wait_for()
    page.click("#begin")
    says(page, f"{players[0]}, round 1")


def enter(page: Page, *tiles: int) -> None:
    for tile in tiles:
        page.click(f"#tile-{tile}")
    page.click("#enter")


def change(page: Page, field: str, value: str) -> None:
    """Change a house rule in the middle of a match."""
    if not page.locator(f"#rule-{field}").is_visible():
        page.get_by_text("House rules", exact=True).click()
    page.select_option(f"#rule-{field}", value)
    page.locator(".rule", has=page.locator(f"#rule-{field}")).get_by_role("button").click()


def marks(page: Page) -> list[list[str]]:
    """Return the sheet, row by row; of each cell only what stands first."""
    rows: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll('.marks tr')].map(
          (row) => [...row.cells].map((cell) => cell.firstChild?.textContent ?? ''))"""
    )
    return rows


@contextmanager
def away(board: Served) -> Iterator[None]:
    """Have the board killed for a while; it is started anew by whoever asks."""
    board.process.kill()
    board.process.wait()
    yield


def test_a_whole_match_is_kept_whatever_becomes_of_the_board(
    browser: Browser, tmp_path: Path
) -> None:
    path = stored(tmp_path)
    with (
        serving(path) as board,
        opened(browser, f"{board.url}/score", TELEPHONE, has_touch=True) as page,
    ):
        begin(page, "Ann", "Bo", rounds="3")
        enter(page, 2, 5, 7)
        says(page, "Bo, round 1")
        enter(page, 9)
        says(page, "Ann, round 2")
        is_sent(page)
        assert marks(page) == [["round", "Ann", "Bo"], ["1", "14", "9"], ["total", "14", "9"]]

        change(page, "scoring", "digits")
        page.get_by_text("Ann: 14 is 257 now.").wait_for(timeout=PATIENCE_MS)
        assert marks(page)[-1] == ["total", "257", "9"]
        picture(page, "score_changed")

        page.click("#undo")
        says(page, "Bo, round 1")
        is_sent(page)
        assert page.locator("#tile-9").get_attribute("aria-pressed") == "true"
        enter(page, 9, 1)
        says(page, "Ann, round 2")
        is_sent(page)
        assert marks(page)[-1] == ["total", "257", "1"]

        sheet = page.url
        page.close()
        page = page.context.new_page()
        page.goto(f"{board.url}/score")
        page.get_by_role("button", name="Ann", exact=True).click()
        assert page.locator("#player-0").input_value() == "Ann"
        picture(page, "score_known")
        page.get_by_role("link", name="Ann, Bo").click()
        says(page, "Ann, round 2")
        assert page.url == sheet

        with away(board):
            page.locator("#lost", has_text="No connection").wait_for(timeout=PATIENCE_MS)
            enter(page, 4)
            says(page, "Bo, round 2")
            enter(page, 3, 6)
            says(page, "Ann, round 3")
            page.click("#undo")
            says(page, "Bo, round 2")
            enter(page, 3)
            says(page, "Ann, round 3")
            assert page.locator("#waiting li").count() == 2
            assert marks(page)[2:] == [["2", "4", "6"], ["total", "261", "7"]]
            picture(page, "score_away")
        with serving(path, port=board.port):
            is_sent(page)
            page.locator("#lost:empty").wait_for(state="attached", timeout=PATIENCE_MS)
            assert marks(page)[2:] == [["2", "4", "6"], ["total", "261", "7"]]
            page.context.set_offline(True)
            enter(page, 8)
            says(page, "Bo, round 3")
            page.close()
            page = page.context.new_page()
            page.context.set_offline(False)
            page.goto(sheet)
            says(page, "Bo, round 3")
            is_sent(page)
            assert marks(page)[3] == ["3", "8", ""]
            enter(page, 1, 2, 3)
            says(page, "Bo wins.")
            is_sent(page)
            picture(page, "score_over")
            change(page, "scoring", "count")
            page.get_by_text("Ann and Bo win.").first.wait_for(timeout=PATIENCE_MS)
            page.click("#again")
            says(page, "Bo, round 1")
            page.get_by_role("link", name="Match 1").click()
            says(page, "Ann and Bo win.")
            assert page.locator("#pad").is_hidden()


def test_what_somebody_else_was_faster_with_is_shown_and_can_be_dropped(
    browser: Browser, board: Served
) -> None:
    with opened(browser, f"{board.url}/score", TELEPHONE) as one:
        begin(one, "Ann", "Bo")
        with opened(browser, one.url, TELEPHONE) as other:
            says(other, "Ann, round 1")
            other.context.set_offline(True)
            enter(other, 9)
            enter(other, 8)
            enter(one, 7)
            says(one, "Bo, round 1")
            is_sent(one)
            other.context.set_offline(False)
            other.get_by_text("Somebody else was faster.").wait_for(timeout=PATIENCE_MS)
            assert "The turn of Ann in round 1 has been entered: 7." in other.inner_text("#waiting")
            picture(other, "score_refused")
            assert overflows(other)["wide"] is False
            other.get_by_role("button", name="Drop it").click()
            is_sent(other)
            assert marks(other)[1] == ["1", "7", "8"]
            one.get_by_text("Ann, round 2").wait_for(timeout=PATIENCE_MS)

            other.context.set_offline(True)
            enter(other, 1)
            enter(one, 2)
            says(one, "Bo, round 2")
            other.context.set_offline(False)
            other.get_by_role("button", name="Enter it anew").click()
            says(other, "Bo, round 2")
            assert other.locator("#tile-1").get_attribute("aria-pressed") == "true"
            enter(other)
            is_sent(other)
            assert marks(other)[2] == ["2", "2", "1"]


def test_a_form_that_is_refused_says_why_and_keeps_what_was_filled_in(
    browser: Browser, board: Served
) -> None:
    with opened(browser, f"{board.url}/score", TELEPHONE) as page:
        page.locator("#rule-tiles").wait_for(timeout=PATIENCE_MS)
        page.click("#begin")
        assert page.inner_text("#problem") == "Name one player at least."
        page.fill("#player-0", "A B")
        page.click("#begin")
        page.locator("#problem", has_text="no blanks").wait_for(timeout=PATIENCE_MS)
        page.select_option("#preset", "knock_out")
        page.locator("#rule-knock_out-said", has_text="45").wait_for(timeout=PATIENCE_MS)
        page.get_by_text("More house rules").click()
        page.fill("#rule-ceiling", "90")
        page.press("#rule-ceiling", "Tab")
        page.locator("#rule-ceiling-said", has_text="90").wait_for(timeout=PATIENCE_MS)
        page.context.set_offline(True)
        page.click("#begin")
        page.locator("#problem", has_text="can't be reached").wait_for(timeout=PATIENCE_MS)
        page.context.set_offline(False)
        page.reload()
        page.locator("#rule-ceiling-said", has_text="90").wait_for(
            state="attached", timeout=PATIENCE_MS
        )
        assert page.input_value("#player-0") == "A B"
        picture(page, "score_form")
        assert overflows(page)["wide"] is False


@pytest.mark.parametrize(("scheme", "name"), [("light", "phone"), ("dark", "wide"), *MORE], ids=str)
def test_nothing_serious_is_in_the_way_and_everything_fits(
    scheme: str, name: str, browser: Browser, board: Served
) -> None:
    reader = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is missing")
    size = TELEPHONE if name == "phone" else TELEVISION
    with opened(browser, f"{board.url}/score", size, color_scheme=scheme) as page:
        check(reader, page, f"score_new_{name}_{scheme}")
        begin(page, *(f"Player{n}WWWWW"[:12] for n in range(1, 7)), knock_out="30")
        enter(page, 1, 2)
        enter(page, 9, 8, 7, 6)
        is_sent(page)
        change(page, "knock_out", "20")
        is_sent(page)
        page.context.set_offline(True)
        enter(page, 4, 5)
        page.locator("#lost", has_text="No connection").wait_for(timeout=PATIENCE_MS)
        check(reader, page, f"score_sheet_{name}_{scheme}")


def test_a_sheet_is_kept_with_the_keyboard_and_in_danish(browser: Browser, board: Served) -> None:
    with opened(browser, f"{board.url}/score?lang=da", TELEPHONE) as page:
        page.locator("#rule-tiles").wait_for(timeout=PATIENCE_MS)
        picture(page, "score_new_danish")
        page.focus("#player-0")
        page.keyboard.type("<img/src=x>")
        page.focus("#begin")
        page.keyboard.press("Enter")
        says(page, "<img/src=x>")
        assert page.locator("main img").count() == 0
        page.focus("#tile-3")
        page.keyboard.press("Space")
        page.focus("#enter")
        page.keyboard.press("Enter")
        is_sent(page)
        assert marks(page)[1] == ["1", "3"]
        assert "lang=da" in page.url
        small = page.evaluate(
            """() => [...document.querySelectorAll('main button, main select, main summary')]
              .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
              .length"""
        )
        assert small == 0
        picture(page, "score_sheet_danish")


def check(reader: Any, page: Page, name: str) -> None:
    """Look for what is in the way of a screen reader, and for what is cut off."""
    page.wait_for_timeout(200)
    picture(page, name)
    found = reader.Axe().run(page).response["violations"]
    wrong = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS]
    assert wrong == []
    assert overflows(page)["wide"] is False
