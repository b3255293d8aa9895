"""The hardware test on the box: begun at power-up, worked by the button, and the match goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.box.health import Health
from stbpi.box.port import (
    HeldSinceStart,
    InputFailed,
    InputWell,
    ReleasedSinceStart,
    RollHeld,
    RollLost,
    RollPressed,
    RollReleased,
    TilesSettled,
)
from stbpi.games.events import Event, Fault, Refused, Rolled, TileDown, TileUp
from stbpi.games.game import Phase, Tile, Tiles, all_tiles, tiles
from stbpi.service.interlude import NoTest, SeldomTest
from stbpi.service.on_box import REST_S, BoxTest
from stbpi.service.page import ROLL, Deed, HardwareView, Page, Verdict
from stbpi.sim.simulation import Simulation
from stbpi.sim.virtual import run
from tests.service.wires import wiring
from tests.sim.playing import NINE_TILES, SHORT, facts, on_box

MARGIN_S = 0.1
"""What settling, and a look at the inputs, may take."""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def shown(box: Simulation) -> HardwareView:
    view = box.scene.test
    assert view is not None
    return view


async def power_up_with_the_button_held(box: Simulation) -> None:
    box.hand.press_roll(True)
    await box.cut_power()


async def enter(box: Simulation) -> None:
    """Begin the test, as the operator does."""
    await power_up_with_the_button_held(box)
    await asyncio.sleep(6 + MARGIN_S)
    box.hand.press_roll(False)
    await box.settle()
    assert shown(box).page is Page.SWITCHES


async def press_until(box: Simulation, page: Page) -> None:
    while shown(box).page is not page:
        await box.press()


async def to_and_fro(box: Simulation, tile: int) -> None:
    await box.lower(tiles(tile))
    await asyncio.sleep(0.2)
    await box.lift(tiles(tile))
    await asyncio.sleep(0.6)


def complaints(journal: Path) -> list[Event]:
    return [event for event in facts(journal) if isinstance(event, Refused)]


async def covering(box: Simulation) -> None:
    """Start a match, throw, and close a tile that may be closed."""
    await box.start_match(SHORT)
    await box.press()
    assert box.scene.view.phase is Phase.COVERING
    await box.lower(tiles(1))


# Begun


def test_the_beeps_come_at_three_and_six_seconds(journal: Path) -> None:
    async def story(box: Simulation) -> list[tuple[Page | None, float]]:
        await power_up_with_the_button_held(box)
        now = asyncio.get_running_loop().time
        start = now()
        seen: list[tuple[Page | None, float]] = []
        box.daemon.table.on_scene.append(
            lambda scene: seen.append((scene.test.page if scene.test else None, now() - start))
        )
        await asyncio.sleep(7)
        box.hand.press_roll(False)
        await box.settle()
        assert box.daemon.display.screen == "test_switches"
        return seen

    seen = on_box(story, journal)

    assert [page for page, _ in seen][:3] == [Page.HOLD_ON, Page.LET_GO, Page.SWITCHES]
    assert [when for _, when in seen][:2] == [
        pytest.approx(3, abs=MARGIN_S),
        pytest.approx(6, abs=MARGIN_S),
    ]


@pytest.mark.parametrize(("seconds", "page"), [(2.5, None), (4.0, Page.HOLD_ON)])
def test_a_button_that_is_let_go_sooner_begins_nothing(
    seconds: float, page: Page | None, journal: Path
) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        await power_up_with_the_button_held(box)
        await asyncio.sleep(seconds)
        assert (box.scene.test and box.scene.test.page) is page
        box.hand.press_roll(False)
        await box.settle()

        assert box.scene.test is None
        await asyncio.sleep(20)
        assert box.scene.view.phase is Phase.READY
        await box.press()

    on_box(story, journal)

    assert [type(event) for event in facts(journal)].count(Rolled) == 1


def test_a_button_that_chatters_begins_nothing(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        box.hand.contact(None).noise(300, seed=1)
        await box.cut_power()
        pages = [scene_test for scene_test in (box.scene.test,) if scene_test]
        box.daemon.table.on_scene.append(lambda scene: pages.extend(filter(None, (scene.test,))))
        await asyncio.sleep(30)
        box.hand.contact(None).noise(0, seed=1)

        assert pages == []

    on_box(story, journal)


def test_a_stuck_button_gives_the_box_back_and_is_told(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await covering(box)
        await power_up_with_the_button_held(box)
        await asyncio.sleep(6 + REST_S - 1)
        assert box.scene.test is not None
        await asyncio.sleep(2)
        assert box.scene.test is None
        assert "roll" in box.scene.faults
        left = box.scene.view.left
        assert left
        await box.lower(tiles(2))
        assert box.scene.view.left != left
        pages: list[HardwareView | None] = []
        box.daemon.table.on_scene.append(lambda scene: pages.append(scene.test))
        await asyncio.sleep(600)

        assert set(pages) <= {None}
        box.hand.press_roll(False)
        await box.settle()

    on_box(story, journal)

    assert Fault(part="roll", what="stuck") in facts(journal)


def test_a_touch_keeps_the_test(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await enter(box)
        for tile in (1, 2, 3):
            await asyncio.sleep(REST_S - 10)
            await box.lower(tiles(tile))
        assert box.scene.test is not None
        await asyncio.sleep(REST_S + 1)

        assert box.scene.test is None

    on_box(story, journal)


# Worked by the button


@pytest.mark.field("C6")
def test_the_whole_way_through_on_a_box_that_is_wired_right(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await enter(box)
        await press_until(box, Page.WALK)
        for tile in range(1, 10):
            assert shown(box).part == f"tile_{tile}"
            await to_and_fro(box, tile)
        assert shown(box).part == ROLL
        await box.press()
        await asyncio.sleep(0.6)
        view = shown(box)
        assert view.page is Page.RESULT
        assert {one.verdict for one in view.result.findings} == {Verdict.RIGHT}
        assert len(view.result.findings) == 10
        await press_until(box, Page.LAMPS)
        await box.press()

        assert box.scene.test is None

    on_box(story, journal)


@pytest.mark.field("C6")
def test_swapped_cables_are_found_on_the_box(journal: Path) -> None:
    gpio = NINE_TILES.gpio
    swapped = (gpio.tiles[4], *gpio.tiles[1:4], gpio.tiles[0], *gpio.tiles[5:])

    async def story(box: Simulation) -> None:
        await enter(box)
        await press_until(box, Page.WALK)
        for tile in range(1, 10):
            wired_as = {1: 5, 5: 1}.get(tile, tile)
            await to_and_fro(box, wired_as)
        await box.press()
        await asyncio.sleep(0.6)
        correction = shown(box).result.correction
        assert correction is not None
        assert correction.tiles == swapped
        await box.press()
        assert box.daemon.display.screen == "test_result"

    on_box(story, journal)


def test_a_press_passes_a_tile_over(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await enter(box)
        await press_until(box, Page.WALK)
        await box.press()
        await asyncio.sleep(0.6)
        assert shown(box).part == "tile_2"
        await to_and_fro(box, 2)

        verdicts = [one.verdict for one in shown(box).result.findings]
        assert verdicts == [Verdict.SILENT, Verdict.RIGHT]

    on_box(story, journal)


@pytest.mark.parametrize(
    ("held_ms", "in_walk", "deed"),
    [
        (100, False, Deed.NEXT),
        (100, True, Deed.SKIP),
        (900, False, Deed.PLAY),
        (3100, False, Deed.NOTHING),
    ],
)
def test_the_display_says_what_letting_go_does(
    held_ms: int, in_walk: bool, deed: Deed, journal: Path
) -> None:
    async def story(box: Simulation) -> None:
        await enter(box)
        if in_walk:
            await press_until(box, Page.WALK)
        before = shown(box).page
        box.hand.press_roll(True)
        await asyncio.sleep(held_ms / 1000 + MARGIN_S)
        assert shown(box).deed is deed
        box.hand.press_roll(False)
        await box.settle()

        after = box.scene.test
        assert (after is None) is (deed is Deed.PLAY)
        assert deed is not Deed.NOTHING or shown(box).page is before

    on_box(story, journal)


# The match


def test_the_match_goes_on_with_the_tiles_as_they_are_then(journal: Path) -> None:
    async def story(box: Simulation) -> list[Event]:
        await covering(box)
        view = box.scene.view
        await enter(box)
        assert box.scene.view == view
        before = len(facts(journal))
        for tile in (3, 4, 5):
            await to_and_fro(box, tile)
        await box.lift(tiles(1))
        await box.lower(tiles(2))
        assert box.scene.view == view
        assert len(facts(journal)) == before
        await box.press(1)
        assert box.scene.test is None
        assert box.scene.view.standing == Tiles(all_tiles(9) & ~tiles(2))
        await asyncio.sleep(2)
        return facts(journal)[before:]

    told = on_box(story, journal)

    moved = [event for event in told if isinstance(event, TileDown | TileUp)]
    assert sorted(moved, key=lambda event: event.tile) == [
        TileUp(tile=Tile(1)),
        TileDown(tile=Tile(2)),
    ]
    assert not [event for event in told if isinstance(event, Rolled)]


def test_a_match_survives_a_power_cut_in_the_middle_of_a_test(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await covering(box)
        view = box.scene.view
        await enter(box)
        await box.lower(all_tiles(9))
        await box.cut_power()
        assert box.scene.test is None
        await box.lift(all_tiles(9))
        await box.lower(tiles(1))
        await asyncio.sleep(2)

        assert replace(box.scene.view, named=view.named) == view

    on_box(story, journal)


def test_a_complaint_waits_for_the_end_of_the_test(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await covering(box)
        await power_up_with_the_button_held(box)
        await asyncio.sleep(5)
        await box.lower(all_tiles(9))
        await asyncio.sleep(15)
        assert box.scene.test is not None
        assert not complaints(journal)
        box.hand.press_roll(False)
        await box.settle()
        await box.press(1)
        assert not complaints(journal)
        await asyncio.sleep(1.6)
        await box.settle()

        assert len(complaints(journal)) == 1
        assert box.scene.view.phase is Phase.WRONG

    on_box(story, journal)


def test_a_tile_that_was_lowered_in_the_test_is_no_key_of_the_setup(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await enter(box)
        await box.lower(tiles(5))
        await box.press(1)
        assert box.scene.test is None

        assert box.scene.view.phase is Phase.SETUP
        assert len(box.scene.view.players) == 1

    on_box(story, journal)


def test_presses_in_the_test_make_no_tile_stuck(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.lower(tiles(3))
        await box.start_match(SHORT)
        assert box.scene.view.phase is Phase.RAISE_TILES
        await enter(box)
        for _ in range(8):
            await box.press()
        await box.press(1)

        assert box.scene.test is None
        assert box.scene.faults == ()

    on_box(story, journal)


def test_a_part_that_fails_in_the_test_is_told(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await enter(box)
        box.panel.unplug()
        for _ in range(3):
            await box.lower(tiles(2))
            await asyncio.sleep(10)
            await box.lift(tiles(2))

        assert "display" in box.scene.faults

    on_box(story, journal)


# By itself


def alone(story: Callable[[BoxTest], Awaitable[None]]) -> None:
    """Tell a story of a test that has no box around it."""

    async def main() -> None:
        health = Health(9, settle_ms=35)
        test = BoxTest(wiring(9), health.report)
        try:
            await story(test)
        finally:
            test.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())


def test_signals_are_for_the_match_until_the_test_begins() -> None:
    async def story(test: BoxTest) -> None:
        signals = (RollPressed(), RollHeld(held_ms=800), RollReleased(held_ms=900), RollLost())
        assert not any(test.take(signal) for signal in signals)
        assert not test.take(TilesSettled(down=tiles(1)))
        assert test.take(HeldSinceStart(held_ms=3000))
        assert not test.take(TilesSettled(down=tiles(1)))
        assert test.left_behind() is None
        assert not test.is_running

    alone(story)


def test_a_button_that_is_lost_at_the_first_beep_is_forgotten() -> None:
    async def story(test: BoxTest) -> None:
        test.take(HeldSinceStart(held_ms=3000))
        assert test.view == HardwareView(page=Page.HOLD_ON)
        test.take(RollLost())
        assert test.view is None

    alone(story)


def test_tiles_are_left_behind_once() -> None:
    async def story(test: BoxTest) -> None:
        test.take(HeldSinceStart(held_ms=6000))
        test.take(ReleasedSinceStart(held_ms=6100))
        test.take(TilesSettled(down=tiles(4)))
        assert test.left_behind() is None
        test.take(RollPressed())
        test.take(RollReleased(held_ms=1000))

        assert (test.left_behind(), test.left_behind()) == (tiles(4), None)

    alone(story)


def test_a_box_without_a_test_takes_nothing_from_the_match() -> None:
    test = NoTest()

    assert not test.take(RollPressed())
    assert test.take(HeldSinceStart(held_ms=6000))
    assert (test.view, test.is_running, test.left_behind()) == (None, False, None)
    test.close()


def seldom(story: Callable[[SeldomTest, list[BoxTest]], Awaitable[None]]) -> None:
    """Tell a story of a test that is made when it is asked for, and of those that were made."""

    async def main() -> None:
        made: list[BoxTest] = []

        def make() -> BoxTest:
            made.append(BoxTest(wiring(9), Health(9, settle_ms=35).report))
            return made[-1]

        test = SeldomTest(make)
        try:
            await story(test, made)
        finally:
            test.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())


def test_a_test_is_made_when_the_button_was_held_since_power_up_and_only_once() -> None:
    async def story(test: SeldomTest, made: list[BoxTest]) -> None:
        assert not test.take(RollPressed())
        assert test.take(ReleasedSinceStart(held_ms=900))
        assert (test.view, test.is_running, test.left_behind(), made) == (None, False, None, [])
        assert test.take(HeldSinceStart(held_ms=3000))
        assert test.view == HardwareView(page=Page.HOLD_ON)
        assert test.take(HeldSinceStart(held_ms=6000))
        assert test.is_running
        test.take(ReleasedSinceStart(held_ms=6100))
        test.take(TilesSettled(down=tiles(4)))
        test.take(RollPressed())
        test.take(RollReleased(held_ms=1000))
        assert (test.is_running, test.left_behind(), len(made)) == (False, tiles(4), 1)

    seldom(story)


@pytest.mark.parametrize("is_well_again", [False, True])
def test_a_test_that_is_made_late_knows_whether_the_cable_is_on(*, is_well_again: bool) -> None:
    async def story(test: SeldomTest, made: list[BoxTest]) -> None:
        told: list[HardwareView | None] = []
        test.on_change = lambda: told.append(test.view)
        assert not test.take(InputFailed(part="cable", what="off"))
        assert not test.take(InputFailed(part="tile_4", what="noisy"))
        if is_well_again:
            assert not test.take(InputWell(part="cable"))
        test.begin()

        assert test.view is not None
        assert test.view.has_cable is is_well_again
        assert told != []

    seldom(story)
