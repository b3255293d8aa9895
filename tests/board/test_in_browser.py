"""The board in a real browser: Debian's Chromium, driven by Playwright, on loopback.

A match is played on the simulated box while `/tv` is open. `STBPI_PICTURES` names a folder that
pictures of the pages are kept in.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stbpi.games.events import TileDown, TileUp
from stbpi.games.game import StartMatch
from stbpi.journal.recorded import Recorded
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import Flow, VirtualClock, run
from tests.board.live import WrittenBox
from tests.board.served import serving
from tests.books.journals import Box, left
from tests.doubles import SeededDice
from tests.history.hand import Hand
from tests.history.mixed import evening
from tests.history.stores import collected
from tests.sim.playing import NINE_TILES, Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
GOAL_MS = 300
SPEED = 4
PATIENCE_MS = 20_000
TELEVISION, TELEPHONE = (1920, 1080), (360, 740)
MATCH = StartMatch(
    game="shut_the_box", names=("Ann", "<i>Bo"), preset="luk_kassen", house_rules=(("rounds", 1),)
)

# Notes when the page has shown which event; `data-n` is written behind everything else.
NOTE = """
window.shown = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const change of changes) window.shown.push([Number(change.target.dataset.n), Date.now()]);
}).observe(document, {attributes: true, attributeFilter: ["data-n"], subtree: true}));
"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"there is no {CHROMIUM}")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, address: str, size: tuple[int, int], **more: Any) -> Iterator[Page]:
    """Open a page that nothing may go wrong on."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, **more)
    wrong: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(NOTE)
    page.goto(address)
    try:
        yield page
    finally:
        context.close()
    assert wrong == []


def keep(page: Page, name: str) -> None:
    folder = os.environ.get("STBPI_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


def waits_for(page: Page, n: int, *, box: str = "bar") -> None:
    """Wait until the page shows a box as it stands behind an event."""
    page.wait_for_function(
        "([box, n]) => [...document.querySelectorAll('.card')].some((card) =>"
        " card.querySelector('.box').textContent === box && Number(card.dataset.n) >= n)",
        arg=[box, n],
        timeout=PATIENCE_MS,
    )


def overflows(page: Page) -> dict[str, bool]:
    """Say whether the page is larger than its window, and whether anything is cut off."""
    found: dict[str, bool] = page.evaluate(
        """() => {
          const root = document.documentElement;
          const cut = [...document.querySelectorAll(".card, .card .now, .card .scores")].some(
            (one) => !one.hidden && one.scrollHeight > one.clientHeight + 2);
          return {wide: root.scrollWidth > innerWidth, tall: root.scrollHeight > innerHeight, cut};
        }"""
    )
    return found


def play(path: Path, told: list[tuple[int, float, Recorded]], go: threading.Event) -> None:
    """Play a match on the simulated box, in time that passes; note when events are on the disk."""

    def note(events: tuple[Recorded, ...]) -> None:
        told.extend((event.n, time.time() * 1000, event) for event in events)

    async def story() -> None:
        loop = asyncio.get_running_loop()
        box = Simulation(
            NINE_TILES,
            dice=SeededDice(3),
            journal=path,
            make_clock=lambda: VirtualClock(loop, wall=int(time.time())),
            watchers=Watchers(scene=lambda _: None, events=note),
        )
        await box.start()
        await box.start_match(MATCH)
        go.wait()
        await Player(box).play()
        await box.stop()

    run(story(), flow=Flow(speed=SPEED))


def test_a_match_on_the_simulated_box_is_followed_on_a_television(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "bar.db"
    told: list[tuple[int, float, Recorded]] = []
    go = threading.Event()
    playing = threading.Thread(target=play, args=(path, told, go))
    playing.start()
    try:
        while not path.exists() or not told:
            time.sleep(0.05)
        with serving(path) as board, opened(browser, f"{board.url}/tv", TELEVISION) as page:
            waits_for(page, 1)
            go.set()
            playing.join()
            waits_for(page, told[-1][0])
            shown: list[tuple[int, float]] = page.evaluate("window.shown")
            keep(page, "tv_over")
            assert page.locator(".state").inner_text().endswith(("wins!", "win!"))
            assert page.locator("tr.winner").count() >= 1
            assert "<i>Bo" in page.locator(".scores").inner_text()
    finally:
        go.set()
        playing.join()

    began = shown[0][0]
    late = {
        n: min(at for to, at in shown if to >= n) - when
        for n, when, one in told
        if isinstance(one.event, TileDown) and n > began
    }
    assert len(late) > 5
    print(f"from the disk to the page: {sorted(round(ms) for ms in late.values())} ms")
    assert max(late.values()) < GOAL_MS


@pytest.mark.parametrize(
    ("size", "name"), [(TELEVISION, "tv"), (TELEPHONE, "phone")], ids=["tv", "phone"]
)
def test_tiles_fall_and_rise(
    size: tuple[int, int], name: str, browser: Browser, tmp_path: Path
) -> None:
    place = "/tv" if name == "tv" else "/box"
    with closing(WrittenBox(tmp_path / "bar.db")) as box:
        hand = Hand(box, ("Ann", "Bo Æblegård", "Chris", "Dee"))
        with serving(box.path) as board, opened(browser, board.url + place, size) as page:
            hand.throws(((4, 5), (9,)), ((6, 4), (4, 6)), ((5, 3), (8,)))
            waits_for(page, len(box.recorded))
            assert page.locator(".tile.down").all_inner_texts() == ["4", "6", "8", "9"]
            assert page.locator(".tile.moved").all_inner_texts() == ["8"]
            assert page.locator(".dice").get_attribute("aria-label") == "5+3"
            page.wait_for_timeout(400)
            keep(page, f"{name}_playing")
            assert overflows(page) == {"wide": False, "tall": False, "cut": False}
            box.tell(TileUp(tile=8))
            waits_for(page, len(box.recorded))
            assert page.locator(".tile.down").all_inner_texts() == ["4", "6", "9"]


def test_many_players_and_boxes_fit(browser: Browser, tmp_path: Path) -> None:
    boxes = {}
    for number, players in enumerate((12, 2, 6, 3), start=1):
        box = Box(int(time.time()))
        names = tuple(f"Player {seat} WW"[:12] for seat in range(1, players + 1))
        Hand(box, names, preset="luk_kassen").throws(((4, 5), (9,)))
        boxes[f"box {number}"] = box.recorded
    for count in (1, 2, 4):
        some = dict([*boxes.items()][:count])
        path = collected(tmp_path / f"{count}.db", some)
        with (
            serving(path, option="--db") as board,
            opened(browser, f"{board.url}/tv", TELEVISION) as page,
        ):
            for name, recorded in some.items():
                waits_for(page, len(recorded), box=name)
            page.wait_for_timeout(400)
            keep(page, f"tv_{count}_boxes")
            assert page.locator(".card").count() == count
            assert overflows(page) == {"wide": False, "tall": False, "cut": False}


def test_every_game_and_page_fits_a_telephone(browser: Browser, tmp_path: Path) -> None:
    last = evening(tmp_path / "bar.db").recorded[-1].match
    places = ["/", "/box", "/tonight", *(f"/match/bar:{n}" for n in range(1, last + 1))]
    with serving(tmp_path / "bar.db") as board:
        for place in places:
            with opened(browser, board.url + place, TELEPHONE, locale="lv") as page:
                page.wait_for_timeout(200)
                keep(page, f"phone{place.replace('/', '_').replace(':', '_')}")
                assert not overflows(page)["wide"], place


def test_a_match_is_seen_once_more_by_a_slider(browser: Browser, tmp_path: Path) -> None:
    box = Box(int(time.time()))
    Hand(box, ("Ann", "Bo")).throws(((4, 5), (9,)), ((6, 4), (4, 6)))
    path = collected(tmp_path / "c.db", {"bar": box.recorded})
    with (
        serving(path, option="--db") as board,
        opened(browser, f"{board.url}/match/bar:1", TELEPHONE) as page,
    ):
        waits_for(page, len(box.recorded))
        assert page.locator(".tile.down").all_inner_texts() == ["4", "6", "9"]
        slider = page.get_by_role("slider")
        slider.focus()
        slider.press("ArrowLeft")
        assert page.locator(".tile.down").all_inner_texts() == ["4", "9"]
        assert page.locator("output").inner_text() == "Tile 4 is closed."
        keep(page, "phone_replay")
        slider.press("Home")
        assert page.locator(".tile.down").count() == 0
        assert not overflows(page)["wide"]


def test_the_best_of_the_evening_are_seen_while_nobody_plays(
    browser: Browser, tmp_path: Path
) -> None:
    with closing(WrittenBox(tmp_path / "bar.db", int(time.time()))) as box:
        for _match in range(2):
            box.plays(left(3), left(2), names=("Ann", "Bo"), rules=[("rounds", 1)], seconds=0)
        with serving(box.path) as board, opened(browser, "about:blank", TELEVISION) as page:
            page.clock.install()
            page.goto(f"{board.url}/tv")
            waits_for(page, len(box.recorded))
            page.clock.fast_forward(16_000)
            page.clock.fast_forward(16_000)
            page.locator("#evening").wait_for(timeout=PATIENCE_MS)
            rows = page.locator("#evening tbody tr").all_inner_texts()
            assert [row.split() for row in rows] == [["Bo", "2", "2"], ["Ann", "0", "2"]]
            keep(page, "tv_evening")
            assert not page.locator("#boxes").is_visible()
            Hand(box, ("Cid",))
            page.locator("#evening").wait_for(state="hidden", timeout=PATIENCE_MS)
            assert page.locator("#boxes").is_visible()


def test_a_page_goes_on_by_itself_when_the_board_is_killed(
    browser: Browser, tmp_path: Path
) -> None:
    with closing(WrittenBox(tmp_path / "bar.db")) as box:
        hand = Hand(box, ("Ann",))
        with serving(box.path) as board:
            page_of = opened(browser, f"{board.url}/tv", TELEVISION)
            with page_of as page:
                waits_for(page, len(box.recorded))
                board.process.kill()
                page.wait_for_function(
                    "() => document.getElementById('lost').textContent !== ''", timeout=PATIENCE_MS
                )
                keep(page, "tv_lost")
                hand.throws(((4, 5), (9,)))
                with serving(box.path, port=board.port):
                    waits_for(page, len(box.recorded))
                    page.wait_for_function(
                        "() => document.getElementById('lost').textContent === ''",
                        timeout=PATIENCE_MS,
                    )
                    assert page.locator(".tile.down").all_inner_texts() == ["9"]


@pytest.mark.parametrize("light", ["light", "dark"])
def test_nothing_serious_is_in_the_way_of_a_screen_reader(
    light: str, browser: Browser, tmp_path: Path
) -> None:
    reader = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is missing")
    last = evening(tmp_path / "bar.db").recorded[-1]
    places = ["/", "/tv", "/box", "/tonight", *(f"/match/bar:{n}" for n in (1, 2, 3))]
    with serving(tmp_path / "bar.db") as board:
        for place in places:
            with opened(browser, board.url + place, TELEPHONE, color_scheme=light) as page:
                if place in ("/tv", "/box"):
                    waits_for(page, last.n)
                page.wait_for_timeout(400)
                found = reader.Axe().run(page).response["violations"]
                wrong = [
                    (place, one["id"], one["nodes"][0]["html"])
                    for one in found
                    if one["impact"] in ("serious", "critical")
                ]
                assert wrong == []


def test_no_name_is_ever_run(browser: Browser, tmp_path: Path) -> None:
    box = Box(int(time.time()))
    box.plays(left(3), left(2), names=("<img/src=x>", "<svg onload=x>"), rules=[("rounds", 1)])
    path = collected(tmp_path / "c.db", {"<b>bar</b>": box.recorded})
    with serving(path, option="--db") as board:
        for place in ("/tv", "/box", "/", "/tonight"):
            with opened(browser, board.url + place, TELEPHONE) as page:
                if place in ("/tv", "/box"):
                    waits_for(page, len(box.recorded), box="<b>bar</b>")
                assert page.locator("img, b, svg").count() == 0
                assert "<svg onload=x>" in page.inner_text("body")
