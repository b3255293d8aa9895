"""Makes the picture of the board for the documentation, in Debian's Chromium.

    python -m tests.make_board_pictures

stores a match, serves it, keeps a score sheet on a telephone, and writes the television and the
telephone side by side as `hardware/pictures/board.png`.
"""

from __future__ import annotations

import io
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PIL import Image

from tests.board.served import serving
from tests.board.test_in_browser import CHROMIUM, opened, waits_for
from tests.board.test_scores_in_browser import begin, enter, is_sent
from tests.books.journals import Box
from tests.history.hand import Hand
from tests.history.stores import journal
from tests.make_pictures import PICTURES

if TYPE_CHECKING:
    from playwright.sync_api import Page

TELEVISION, TELEPHONE = (1280, 720), (360, 720)
GAP, GREY = 16, (0x80, 0x80, 0x80)
TURN = (((5, 4), (9,)), ((6, 2), (8,)), ((3, 4), (1, 6)), ((6, 5), (4, 7)), ((6, 6), ()))


def make(directory: Path) -> None:
    """Write the picture into a directory."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as driver:
        box = Box(int(time.time()))
        hand = Hand(box, ("Ann", "Bo", "Cecilie"))
        hand.throws(*TURN)
        hand.goes_on()
        hand.throws(((6, 6), (4, 8)), ((6, 3), (9,)), ((5, 2), (7,)), ((6, 4), (6,)))
        path = journal(Path(folder) / "bar.db", box.recorded)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with serving(path) as board:
            with opened(browser, f"{board.url}/tv", TELEVISION) as page:
                waits_for(page, len(box.recorded))
                page.locator(".chance", has_text="%").wait_for()
                page.wait_for_timeout(1000)
                television = _picture(page)
            with opened(browser, f"{board.url}/score", TELEPHONE, color_scheme="dark") as page:
                begin(page, "Ann", "Bo", "Cecilie")
                for standing in ((2, 5, 7), (9,), (1, 3), (4,), (8, 9)):
                    enter(page, *standing)
                    is_sent(page)
                page.click("#tile-3")
                page.click("#tile-6")
                page.locator("h1").evaluate("(title) => title.scrollIntoView()")
                telephone = _picture(page)
        browser.close()
    size = (TELEVISION[0] + GAP + TELEPHONE[0], TELEVISION[1])
    both = Image.new("RGB", size, GREY)
    both.paste(television, (0, 0))
    both.paste(telephone, (TELEVISION[0] + GAP, 0))
    both.quantize(128, dither=Image.Dither.NONE).save(directory / "board.png", optimize=True)


def _picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


if __name__ == "__main__":
    make(PICTURES)
