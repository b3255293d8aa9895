"""Every switch lights the panel again: a tile either way, two at once, both buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stbpi.box.port import MenuPressed
from stbpi.config import Config
from stbpi.display.care import DARK_S, DIM_S
from stbpi.display.display import Display
from stbpi.games.game import NO_TILES, Phase, StartMatch, Tile, tiles
from stbpi.hands import ATTRACT_S
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run
from tests.display.showing import FIRST, Rig, until_quiet
from tests.doubles import SeededDice

FULL, DIM = 0xCF, 0x10
MATCH = StartMatch(game="shut_the_box", names=("Ann",), preset="classic", house_rules=())


async def press_menu(box: Simulation) -> None:
    box.daemon.table.tell(MenuPressed())
    await box.settle()


async def lower_one(box: Simulation) -> None:
    await box.lower(tiles(5))


async def lower_two(box: Simulation) -> None:
    await box.lower(tiles(5, 6))


async def raise_one(box: Simulation) -> None:
    await box.lift(tiles(2))


async def press_roll(box: Simulation) -> None:
    await box.press()


Touch = Callable[[Simulation], Awaitable[None]]
TOUCHES: tuple[Touch, ...] = (press_menu, lower_one, lower_two, raise_one, press_roll)
KEYS = (press_menu, lower_one, press_roll)
BUTTONS = (press_menu, press_roll)


async def put_back(box: Simulation, touch: Touch) -> None:
    """Put the tiles as they are before a touch."""
    box.hand.move(tiles(1, 2) if touch is raise_one else NO_TILES)
    await box.settle()


def told(journal: Path, story: Callable[[Simulation], Awaitable[None]]) -> None:
    """Tell a story of a box in virtual time."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        box = Simulation(
            with_tiles(Config(), 9),
            dice=SeededDice(1),
            journal=journal,
            make_clock=lambda: VirtualClock(loop, wall=1_800_000_000),
            watchers=Watchers(scene=lambda _: None, events=lambda _: None),
        )
        await box.start()
        await story(box)
        await box.stop()

    run(main())


@pytest.mark.field("D11")
@pytest.mark.parametrize("touch", TOUCHES)
def test_any_switch_lights_the_panel_in_attract_mode(touch: Touch, tmp_path: Path) -> None:
    """What is no key lets players be called for on, in the light."""

    async def story(box: Simulation) -> None:
        for passed_s, is_dark in ((DARK_S, True), (ATTRACT_S + DIM_S, False)):
            await put_back(box, touch)
            await asyncio.sleep(passed_s + 2)
            assert (box.panel.on, box.panel.contrast) == (not is_dark, DIM)
            players = box.scene.view.players
            await touch(box)
            assert (box.panel.on, box.panel.contrast) == (True, FULL)
            assert box.scene.view.phase is (Phase.SETUP if touch in KEYS else Phase.ATTRACT)
            assert (box.scene.page, box.scene.view.players) == (None, players)

    told(tmp_path / "journal.db", story)


@pytest.mark.field("D11")
@pytest.mark.parametrize("touch", TOUCHES)
def test_any_switch_lights_the_panel_in_a_match(touch: Touch, tmp_path: Path) -> None:
    """In the dark a button does nothing else; when the panel is dim, it does."""

    async def story(box: Simulation) -> None:
        await box.start_match(MATCH)
        for passed_s, is_dark in ((DARK_S, True), (DIM_S, False)):
            await put_back(box, touch)
            await asyncio.sleep(passed_s + 2)
            assert (box.panel.on, box.panel.contrast) == (not is_dark, DIM)
            before = box.scene
            await touch(box)
            assert (box.panel.on, box.panel.contrast) == (True, FULL)
            assert (box.scene == before) is (touch in BUTTONS and is_dark)

    told(tmp_path / "journal.db", story)


@pytest.mark.field("D11")
def test_a_contact_that_chatters_while_nobody_plays_lets_the_panel_go_dark(tmp_path: Path) -> None:
    async def story(box: Simulation) -> None:
        await asyncio.sleep(DARK_S - 20)
        box.hand.contact(Tile(3)).noise(40, seed=1)
        await asyncio.sleep(19)
        assert (box.scene.faults, box.panel.on) == (("tile_3",), True)
        await asyncio.sleep(2)
        assert not box.panel.on

    told(tmp_path / "journal.db", story)


def test_a_display_that_was_woken_is_quiet_when_its_panel_is_lit() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(DARK_S + 1)
        assert display.is_dark
        display.wake()
        assert not (display.is_dark or display.quiet)
        await until_quiet(display)
        assert (rig.model.on, rig.model.contrast) == (True, FULL)

    rig.play(story)
