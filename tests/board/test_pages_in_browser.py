"""The pages of what is stored in a real browser: large and small, light and dark, to be read aloud.

`STBPI_PICTURES` names a folder that pictures of them are kept in.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import pytest

from stbpi.games.events import Fault, Refused, RulesChanged
from stbpi.games.game import Undo
from tests.board.served import Served, serving
from tests.board.test_in_browser import TELEPHONE, TELEVISION, browser, keep, opened, overflows
from tests.books.journals import Box, left
from tests.history.hand import WORKED, Hand
from tests.history.mixed import evening
from tests.history.stores import collected

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

DAY = 24 * 3600
NAMES = ("Ann", "Bo Æblegård", "<b>Cid</b>", "WWWWWWWWWWWW")

PAGES = {
    "tonight": "/tonight",
    "season": "/season",
    "ever": "/ever",
    "players": "/players",
    "player": "/players/Ann",
    "ratings": "/ratings",
    "round_robin": "/league/1",
    "knock_out": "/league/2",
    "audits": "/audits",
    "match": "/match/bar:2",
}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A bar that has been there for some months, with two leagues."""
    folder = tmp_path_factory.mktemp("bar")
    box = Box(int(time.time()) - 90 * DAY)
    for week in range(12):
        first, second = NAMES[week % 4], NAMES[(week + 1) % 4]
        hand = Hand(box, (first, second), rules=[("rounds", 1)])
        hand.throws(*WORKED)
        hand.goes_on()
        hand.throws(*WORKED)
        scores = (left(week % 9 + 1), left(9 - week % 9), Undo(), left(3))
        box.plays(*scores, names=(second, first), preset="luk_kassen", rules=[("rounds", 1)])
        box.after(7 * DAY)
    box.wall = int(time.time())
    box.plays(left(2, 8), left(1), names=NAMES[:2], rules=[("rounds", 1)])
    box.tell(
        Refused(code="raise", tiles=(3, 4)),
        Fault(part="tile_4", what="stuck"),
        RulesChanged(field="one_die", value="total_6"),
    )
    boxes = {"bar": box.recorded, "mixed": evening(folder / "mixed.db").recorded}
    path = collected(folder / "c.db", boxes)
    players = ", ".join(f'"{name}"' for name in NAMES)
    leagues: list[str] = []
    for kind in ("round_robin", "knock_out"):
        plan = folder / f"{kind}.toml"
        plan.write_text(f'kind = "{kind}"\nname = "Winter"\nplayers = [{players}]\n', "utf-8")
        leagues += ["--league", str(plan)]
    with serving(path, option="--db", more=leagues) as served:
        yield served


@pytest.mark.parametrize(
    ("size", "light", "heard", "name"),
    [
        (TELEPHONE, "dark", [*PAGES], "phone"),
        (TELEVISION, "light", ["ever", "player", "knock_out"], "large"),
    ],
    ids=["phone", "large"],
)
def test_every_page_can_be_seen_and_heard(
    size: tuple[int, int],
    light: str,
    heard: Collection[str],
    name: str,
    browser: Browser,
    board: Served,
) -> None:
    reader = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is missing")
    with opened(browser, "about:blank", size, color_scheme=light, locale="lv") as page:
        for called, place in PAGES.items():
            answer = page.goto(board.url + place)
            assert answer is not None and answer.status == 200, place
            keep(page, f"{name}_{called}")
            assert not overflows(page)["wide"], place
            assert page.locator("b, script").count() == (1 if "match" in place else 0), place
            found = reader.Axe().run(page).response["violations"] if called in heard else []
            wrong = [
                (place, one["id"], one["nodes"][0]["html"])
                for one in found
                if one["impact"] in ("serious", "critical")
            ]
            assert wrong == []


def test_everything_is_reached_by_the_keyboard(browser: Browser, board: Served) -> None:
    with opened(browser, f"{board.url}/season?lang=en", TELEPHONE) as page:
        reached = []
        for _key in range(30):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.textContent"))
        assert {"Players", "Audits", "Latviešu", "2026-Q1"} <= {*reached} or "Ann" in reached
        page.get_by_role("link", name="Ann").first.focus()
        page.keyboard.press("Enter")
        page.get_by_role("heading", level=1, name="Ann").wait_for()
        summary = page.locator("summary").first
        summary.focus()
        page.keyboard.press("Enter")
        assert page.locator("details[open] table").is_visible()
