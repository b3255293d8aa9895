"""The board in a real browser: Debian's Chromium, driven by Playwright, on loopback.

A match is played on the simulated box while `/tv` is open. `STBPI_PICTURES` names a folder that
pictures of the pages are kept in.
"""

from __future__ import annotations

import asyncio
import math
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stbpi.games.events import TileDown, TileUp
from stbpi.games.game import NO_TILES, StartMatch, members, without
from stbpi.journal.recorded import Recorded
from stbpi.scene import Scene
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
LEAST = 1 / 40
"""Of the height of a television, for letters that are read from three metres."""
PATIENCE_MS = 20_000
MARGIN = 0.012
"""Of the height of a television, around everything."""
OTHER_TELEVISIONS = (1280, 720), (3840, 2160)
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


def waits_for_trouble(page: Page, *, is_any: bool) -> None:
    """Wait until the page says that something is wrong, or that nothing is any more."""
    page.wait_for_function(
        "(is_any) => (document.getElementById('lost').textContent !== '') === is_any",
        arg=is_any,
        timeout=PATIENCE_MS,
    )


def overflows(page: Page) -> dict[str, bool]:
    """Say whether the page is larger than its window, and whether anything on it is cut off."""
    found: dict[str, bool] = page.evaluate(
        """() => {
          const root = document.documentElement;
          const is_cut = (one) => one.clientWidth > 0
            && getComputedStyle(one).overflow !== "visible"
            && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2);
          const cut = [...document.querySelectorAll(".card, .card *, .slide")].some(is_cut);
          return {wide: root.scrollWidth > innerWidth, tall: root.scrollHeight > innerHeight, cut};
        }"""
    )
    return found


def least_letters(page: Page) -> float:
    """Return the size of the smallest letters that tell of a match, as a part of the height."""
    found: float = page.evaluate(
        """() => {
          const told = ".box, .player, .left, .state, .chance, .own, .tile span, .scores tbody *";
          const texts = [...document.querySelectorAll(told)].filter((one) => one.offsetWidth > 0);
          return Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize)))
            / innerHeight;
        }"""
    )
    return found


def play(path: Path, told: list[Recorded], fell: list[float], go: threading.Event) -> None:
    """Play a match on the simulated box, in time that passes.

    Args:
        path: of its journal.
        told: gets what has happened, when it is on the disk.
        fell: gets the moments at which tiles have gone down, before anything is on the disk.
        go: the match begins when it is set.
    """
    stood = NO_TILES

    def look(scene: Scene) -> None:
        nonlocal stood
        now = time.time() * 1000
        fell.extend(now for _tile in members(without(stood, scene.view.standing)))
        stood = scene.view.standing

    async def story() -> None:
        loop = asyncio.get_running_loop()
        box = Simulation(
            NINE_TILES,
            dice=SeededDice(3),
            journal=path,
            make_clock=lambda: VirtualClock(loop, wall=int(time.time())),
            watchers=Watchers(scene=look, events=told.extend),
        )
        await box.start()
        await box.start_match(MATCH)
        while not go.is_set():
            await asyncio.sleep(0.05)  # time that is not waited for would be made up for later
        await Player(box).play()
        await box.stop()

    run(story(), flow=Flow(speed=1))


def lateness(browser: Browser, path: Path) -> list[float]:
    """Follow a match on a television; return how long each tile took from the box to the page.

    Args:
        browser: shows the page.
        path: of the journal of the match.
    """
    told: list[Recorded] = []
    fell: list[float] = []
    go = threading.Event()
    playing = threading.Thread(target=play, args=(path, told, fell, go))
    playing.start()
    try:
        while not path.exists() or not told:
            time.sleep(0.05)
        with serving(path) as board, opened(browser, f"{board.url}/tv", TELEVISION) as page:
            waits_for(page, 1, box=path.stem)
            go.set()
            playing.join()
            waits_for(page, told[-1].n, box=path.stem)
            shown: list[tuple[int, float]] = page.evaluate("window.shown")
            keep(page, "tv_over")
            assert page.locator(".state").inner_text().endswith(("wins!", "win!"))
            assert page.locator("tr.winner").count() >= 1
            assert "<i>Bo" in page.locator(".scores").inner_text()
    finally:
        go.set()
        playing.join()

    downs = [one.n for one in told if isinstance(one.event, TileDown)]
    return [
        min(at for to, at in shown if to >= n) - when for n, when in zip(downs, fell, strict=True)
    ]


def test_a_match_on_the_simulated_box_is_followed_on_a_television(
    browser: Browser, tmp_path: Path
) -> None:
    late = lateness(browser, tmp_path / "bar.db")
    print(f"from the tile to the page: {sorted(round(ms) for ms in late)} ms")

    assert len(late) > 5
    assert max(late) < GOAL_MS


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


@pytest.mark.parametrize("count", [1, 2, 4, 9])
def test_boxes_and_players_fit_and_can_be_read_from_afar(
    count: int, browser: Browser, tmp_path: Path
) -> None:
    boxes = {}
    for number, players in enumerate((8, 2, 6, 3, 4, 1, 8, 5, 2)[:count], start=1):
        box = Box(int(time.time()))
        names = tuple(f"Wilhelmine {seat}"[:12] for seat in range(1, players + 1))
        hand = Hand(box, names, preset="luk_kassen", rules=[("tiles", 12 - 3 * (number % 2))])
        hand.throws(((4, 5), (9,)), ((6, 4), (4,)))
        boxes[f"Counter no {number}"] = box.recorded
    path = collected(tmp_path / "c.db", boxes)
    with (
        serving(path, option="--db") as board,
        opened(browser, f"{board.url}/tv", TELEVISION) as page,
    ):
        for name, recorded in boxes.items():
            waits_for(page, len(recorded), box=name)
        page.wait_for_function(
            "(count) => [...document.querySelectorAll('.chance')]"
            ".filter((one) => one.textContent.startsWith('Chance to shut: ')).length === count",
            arg=count,
            timeout=PATIENCE_MS,
        )
        page.wait_for_timeout(400)
        for width, height in (TELEVISION, *(OTHER_TELEVISIONS if count == 9 else ())):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            keep(page, f"tv_{count}_boxes_{height}")
            assert page.locator(".card:visible").count() == count
            assert overflows(page) == {"wide": False, "tall": False, "cut": False}
            assert least_letters(page) >= LEAST


def test_more_than_has_room_comes_in_turn_and_nothing_burns_in(
    browser: Browser, tmp_path: Path
) -> None:
    boxes = {}
    for number in range(1, 12):
        box = Box(int(time.time()))
        Hand(box, [f"Player {seat}" for seat in range(1, 13)]).throws(((4, 5), (9,)))
        boxes[f"box {number:02}"] = box.recorded
    path = collected(tmp_path / "c.db", boxes)
    with (
        serving(path, option="--db") as board,
        opened(browser, "about:blank", TELEVISION) as page,
    ):
        page.clock.install()
        page.goto(f"{board.url}/tv")
        for name, recorded in boxes.items():
            waits_for(page, len(recorded), box=name)
        seen = page.locator(".box:visible").all_inner_texts()
        keep(page, "tv_11_boxes")
        page.clock.fast_forward(16_000)
        seen += page.locator(".box:visible").all_inner_texts()
        assert seen == sorted(boxes)

        players = page.locator(".card:visible").first.locator(".scores tbody th:visible")
        named = set(players.all_inner_texts())
        for _turn in range(2):
            page.clock.fast_forward(7_000)
            named |= set(players.all_inner_texts())
        assert len(named) == 12
        assert overflows(page) == {"wide": False, "tall": False, "cut": False}

        places: list[tuple[float, float]] = []
        for _minute in range(11):
            page.clock.fast_forward(60_000)
            place = "(({x, y}) => [x, y])(document.body.getBoundingClientRect())"
            places.append(page.evaluate(place))
        assert min(math.dist(a, b) for a, b in pairwise(places)) >= 1
        assert max(abs(value) for place in places for value in place) <= MARGIN * TELEVISION[1]


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


def test_the_records_of_the_evening_are_seen_while_nobody_plays(
    browser: Browser, tmp_path: Path
) -> None:
    with closing(WrittenBox(tmp_path / "bar.db", int(time.time()))) as box:
        for _match in range(2):
            box.plays(left(3), left(), names=("Ann", "Bo"), seconds=0)
        with serving(box.path) as board, opened(browser, "about:blank", TELEVISION) as page:
            page.clock.install()
            page.goto(f"{board.url}/tv")
            waits_for(page, len(box.recorded))
            told: list[list[str]] = []
            for _slide in ("the ranks", "the records"):
                page.clock.fast_forward(16_000)
                page.clock.fast_forward(16_000 if not told else 0)
                page.locator(".slide").wait_for(timeout=PATIENCE_MS)
                page.wait_for_timeout(200)
                told.append(page.locator(".slide tbody tr").all_inner_texts())
                keep(page, f"tv_slide_{len(told)}")
                assert overflows(page) == {"wide": False, "tall": False, "cut": False}
            assert [row.split("\t") for rows in told for row in rows] == [
                ["Bo", "2", "2"],
                ["Ann", "0", "2"],
                ["Best turn", "Bo", "shut"],
                ["Best total", "Bo", "0"],
                ["Shut boxes", "Bo", "2"],
                ["Wins in a row", "Bo", "2"],
            ]
            assert not page.locator(".card").is_visible()
            Hand(box, ("Cid",))
            page.locator(".slide").wait_for(state="hidden", timeout=PATIENCE_MS)
            assert page.locator(".card").is_visible()


def test_every_page_goes_on_by_itself_whatever_is_started_anew(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "bar.db"
    with closing(WrittenBox(path)) as box, ExitStack() as stack:
        hand = Hand(box, ("Ann",))
        with serving(path) as board:
            places = ("/tv", "/box", "/match/bar:1", "/")
            pages = {
                place: stack.enter_context(
                    opened(browser, board.url + place, TELEVISION if place == "/tv" else TELEPHONE)
                )
                for place in places
            }
            live = [pages["/tv"], pages["/box"]]
            for page in (*live, pages["/match/bar:1"]):
                waits_for(page, len(box.recorded))
            os.kill(board.process.pid, signal.SIGKILL)
            for page in live:
                waits_for_trouble(page, is_any=True)
            keep(pages["/tv"], "tv_lost")
            pages["/match/bar:1"].get_by_role("slider").press("Home")
            hand.throws(((4, 5), (9,)))

        with serving(path, port=board.port):
            for page in live:
                waits_for(page, len(box.recorded))
                waits_for_trouble(page, is_any=False)
                assert page.locator(".tile.down").all_inner_texts() == ["9"]
            pages["/match/bar:1"].reload()
            waits_for(pages["/match/bar:1"], len(box.recorded))
            pages["/"].get_by_role("link", name="bar").first.click()
            waits_for(pages["/"], len(box.recorded))

            box.close()
            with closing(WrittenBox(path)) as again:
                Hand(again, ("Bo",))
                for page in live:
                    waits_for(page, len(box.recorded) + len(again.recorded))
            for file in tmp_path.glob("bar.db*"):
                file.rename(tmp_path / f"old-{file.name}")
            with closing(WrittenBox(path)) as other:
                Hand(other, ("Cid",))
                for page in live:
                    page.locator(".player", has_text="Cid").wait_for(timeout=PATIENCE_MS)
                    waits_for_trouble(page, is_any=False)


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
