"""Bad switches on the whole program: a cable that is off, a tile that is declared broken."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.config import BoxSection
from stbpi.desk.page import Act
from stbpi.games.events import Covered, Fault, FaultCleared, Rolled, TileDown, TileUp
from stbpi.games.game import Phase, Prompt, Tile, all_tiles, tiles
from stbpi.sim.simulation import Simulation
from tests.sim.playing import NINE_TILES, SHORT, facts, on_box

WITH_REFERENCE = replace(NINE_TILES, gpio=replace(NINE_TILES.gpio, reference_pin=26))
ONE_BROKEN = replace(NINE_TILES, box=replace(BoxSection(), broken=(4,)))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def prompt(box: Simulation) -> Prompt:
    return box.scene.view.prompt


def phase(box: Simulation) -> Phase:
    return box.scene.view.phase


async def choose(box: Simulation, act: Act, tile: Tile | None = None) -> None:
    """Take a line of the open menu."""
    menu = box.scene.menu
    assert menu is not None
    for _ in menu.lines:
        menu = box.scene.menu
        assert menu is not None
        if (menu.chosen.act, menu.chosen.tile) == (act, tile):
            break
        await box.press()
    else:
        raise AssertionError(f"no line {act} {tile} in {menu}")
    await box.press(1)


async def open_menu(box: Simulation) -> None:
    await box.press(3.1)
    assert phase(box) is Phase.MENU


@pytest.mark.field("B18")
def test_a_cable_that_is_off_moves_no_tile_and_play_goes_on_when_it_is_back(
    journal: Path,
) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        await box.press()
        throw = box.scene.view.left
        assert throw
        await box.lower(tiles(1))
        before = box.scene

        box.hand.pull_cable()
        await asyncio.sleep(1)
        assert box.scene.faults == ("cable",)
        assert prompt(box) is Prompt.SWITCH_FAULT
        assert replace(box.scene.view, prompt=before.view.prompt) == before.view

        box.hand.plug_cable()
        await asyncio.sleep(1)
        assert box.scene == before

    on_box(story, journal, config=WITH_REFERENCE)
    news = facts(journal)
    assert Fault(part="cable", what="unplugged") in news
    assert FaultCleared(part="cable", what="unplugged") in news
    assert TileUp(tile=Tile(1)) not in news


@pytest.mark.parametrize("closed_is", ["down", "up"])
@pytest.mark.field("B18")
def test_no_tile_moves_however_the_plug_parts_and_mates(closed_is: str, journal: Path) -> None:
    """With `closed_is` up, all tiles seem to be down: the box would be shut."""
    config = replace(WITH_REFERENCE, gpio=replace(WITH_REFERENCE.gpio, closed_is=closed_is))

    async def story(box: Simulation) -> None:
        await box.lower(tiles(1, 4))
        await asyncio.sleep(1)
        for seed in range(8):
            box.hand.pull_cable(seed=seed)
            await asyncio.sleep(5)
            assert box.scene.faults == ("cable",)
            box.hand.plug_cable(seed=seed)
            await asyncio.sleep(70)
            assert not box.scene.faults

    on_box(story, journal, config=config)
    moved = [event for event in facts(journal) if isinstance(event, TileDown | TileUp)]
    assert moved == [TileDown(tile=Tile(1)), TileDown(tile=Tile(4))]


def test_a_contact_that_opens_and_closes_does_not_fill_the_journal(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        for seed in range(20):
            box.hand.pull_cable(seed=seed)
            await asyncio.sleep(0.3)
            box.hand.plug_cable(seed=seed)
            await asyncio.sleep(1.7)

    on_box(story, journal, config=WITH_REFERENCE)
    told = [event for event in facts(journal) if isinstance(event, Fault | FaultCleared)]
    assert [type(event) for event in told] == [Fault, FaultCleared, Fault]


def test_a_cable_that_is_off_at_the_start_leaves_the_tiles_as_they_were(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        await box.press()
        await box.lower(tiles(2))
        await asyncio.sleep(2)
        box.hand.pull_cable()
        await box.cut_power()
        assert box.scene.faults == ("cable",)
        assert box.scene.view.standing == all_tiles(9) & ~tiles(2)

        box.hand.plug_cable()
        await asyncio.sleep(1)
        assert not box.scene.faults
        assert box.scene.view.standing == all_tiles(9) & ~tiles(2)

    on_box(story, journal, config=WITH_REFERENCE)


def test_a_tile_that_is_configured_to_be_broken_is_closed_and_opened_in_the_menu(
    journal: Path,
) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        assert box.scene.faults == ("tile_4",)
        await box.lower(tiles(4))
        assert box.scene.view.standing == all_tiles(9)
        assert phase(box) is Phase.READY

        await open_menu(box)
        await choose(box, Act.CLOSE, Tile(4))
        assert phase(box) is Phase.RAISE_TILES
        assert prompt(box) is Prompt.SWITCH_FAULT

        await open_menu(box)
        await choose(box, Act.OPEN, Tile(4))
        assert phase(box) is Phase.READY

    on_box(story, journal, config=ONE_BROKEN)
    moved = [e for e in facts(journal) if isinstance(e, TileDown | TileUp)]
    assert moved == [TileDown(tile=Tile(4)), TileUp(tile=Tile(4))]


def test_a_tile_is_declared_broken_mended_and_all_of_it_survives_a_cut_of_the_power(
    journal: Path,
) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        await open_menu(box)
        await choose(box, Act.SWITCHES)
        await choose(box, Act.BREAK, Tile(7))
        assert box.scene.faults == ("tile_7",)

        await box.cut_power()
        assert box.scene.faults == ("tile_7",)
        await box.lower(tiles(7))
        assert box.scene.view.standing == all_tiles(9)

        await open_menu(box)
        await choose(box, Act.SWITCHES)
        await choose(box, Act.MEND, Tile(7))
        await box.settle()
        assert not box.scene.faults
        assert box.scene.view.standing == all_tiles(9) & ~tiles(7)

        await box.cut_power()
        assert not box.scene.faults

    on_box(story, journal)


def test_a_declared_tile_stays_declared_in_the_next_match(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        await open_menu(box)
        await choose(box, Act.SWITCHES)
        await choose(box, Act.BREAK, Tile(7))
        await box.start_match(SHORT)
        await box.cut_power()
        assert box.scene.faults == ("tile_7",)

    on_box(story, journal)


def test_a_whole_turn_can_be_played_with_a_broken_tile(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        while not any(isinstance(e, Covered) and e.tiles == (4,) for e in facts(journal)):
            view = box.scene.view
            match view.phase:
                case Phase.COVERING if view.left == 4 and view.standing & tiles(4):
                    await open_menu(box)
                    await choose(box, Act.CLOSE, Tile(4))
                    assert box.scene.view.left == 0
                    await box.press()
                    return
                case Phase.RAISE_TILES:
                    await box.lift(view.named)
                case Phase.TURN_OVER:
                    await asyncio.sleep(2.1)
                case Phase.COVERING if view.left:
                    await box.press(3.1)
                    await choose(box, Act.UNDO)
                case _:
                    await box.press()

    on_box(story, journal, config=ONE_BROKEN)
    assert any(isinstance(e, Covered) and e.tiles == (4,) for e in facts(journal))


def test_a_roll_button_that_chatters_throws_nothing(journal: Path) -> None:
    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        box.hand.contact(None).noise(1000, seed=5)
        await asyncio.sleep(10)
        assert box.scene.faults == ("roll",)
        assert phase(box) is Phase.READY
        assert box.scene.menu is None

        box.hand.contact(None).noise(0, seed=5)
        await asyncio.sleep(60)
        assert not box.scene.faults
        await box.press()

    on_box(story, journal)
    assert sum(isinstance(e, Rolled) for e in facts(journal)) == 1
