"""The whole program on a tile board, in virtual time: what a lost board does to a match."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.box.tile_board import TileBoard
from stbpi.build import Parts, house_of
from stbpi.config import BoxSection, Config, TileBoardSection
from stbpi.desk.settings import LAMPS
from stbpi.dice.source import ScriptedDice
from stbpi.games.events import Fault, FaultCleared, Refused, Rolled, TileDown
from stbpi.games.game import NO_TILES, Phase, Prompt, StartMatch, tiles
from stbpi.journal.resume import Past
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import VirtualClock, run
from tests.box.boards import Bus, FakeBoard
from tests.sim.playing import WALL, facts

ROLL, MENU = 13, 14
ANN = StartMatch(game="shut_the_box", names=("Ann",), preset="luk_kassen", house_rules=())
ON_A_BOARD = Config(
    box=replace(BoxSection(), inputs="tile_board"),
    tile_board=replace(TileBoardSection(), tiles=tuple(range(1, 10)), lamps="hints"),
)

Story = Callable[[Simulation, FakeBoard], Awaitable[None]]


def on_a_board(
    story: Story,
    journal: Path,
    *,
    board: FakeBoard | None = None,
    dice: tuple[int, ...] = (),
    config: Config = ON_A_BOARD,
) -> None:
    its = board or FakeBoard()

    async def main() -> None:
        loop = asyncio.get_running_loop()
        bus, scripted = Bus(its), ScriptedDice()
        scripted.add(dice)
        driver = TileBoard(opens=bus.opens, search=bus.search)

        def around(parts: Parts) -> Parts:
            return replace(parts, pins=driver, lamps=driver.light)

        box = Simulation(
            config,
            dice=scripted,
            journal=journal,
            make_clock=lambda: VirtualClock(loop, wall=WALL),
            watchers=Watchers(scene=lambda _: None, events=lambda _: None),
            around=around,
        )
        await box.start()
        try:
            await asyncio.sleep(0.2)
            await story(box, its)
        finally:
            await box.stop()

    run(main())


def faults(box: Simulation) -> tuple[str, ...]:
    return box.scene.faults


def phase(box: Simulation) -> Phase:
    return box.scene.view.phase


async def press(board: FakeBoard, *down: int, contact: int = ROLL, seconds: float = 0.15) -> None:
    board.contacts(*down, contact)
    await asyncio.sleep(seconds)
    board.contacts(*down)
    await asyncio.sleep(0.2)


async def lower(board: FakeBoard, *down: int) -> None:
    board.contacts(*down)
    await asyncio.sleep(0.2)


@pytest.mark.field("E5")
def test_while_the_board_is_lost_the_match_waits_as_it_is_and_goes_on_afterwards(
    tmp_path: Path,
) -> None:
    async def story(box: Simulation, board: FakeBoard) -> None:
        await box.start_match(ANN)
        await press(board)
        assert box.scene.view.roll == (3, 4)
        await lower(board, 1)
        before = box.scene.view
        board.unplug()
        await asyncio.sleep(4)
        assert faults(box) == ("tile_board",)
        assert box.scene.view == replace(before, prompt=Prompt.SWITCH_FAULT)
        board.closed = 0b101001
        await asyncio.sleep(60)
        assert box.scene.view.standing == before.standing
        board.plug_in()
        await asyncio.sleep(10)
        assert faults(box) == ()
        assert box.scene.view.moved == tiles(1, 4, 6)
        assert phase(box) is Phase.WRONG
        await lower(board, 1, 6)
        assert box.scene.view.left == 0

    journal = tmp_path / "journal.db"
    on_a_board(story, journal, dice=(3, 4))
    told = facts(journal)
    lost = told.index(Fault(part="tile_board", what="no tile board is plugged in"))
    assert told[lost + 1 :][:3] == [
        FaultCleared(part="tile_board", what="no tile board is plugged in"),
        TileDown(tile=4),
        TileDown(tile=6),
    ]


def test_at_power_up_without_a_board_the_box_starts_and_waits_for_it(tmp_path: Path) -> None:
    board = FakeBoard()
    board.is_plugged = False

    async def story(box: Simulation, board: FakeBoard) -> None:
        assert faults(box) == ("tile_board",)
        assert phase(box) is Phase.SETUP
        board.plug_in()
        await asyncio.sleep(10)
        assert faults(box) == ()
        await lower(board, 3)
        assert len(box.scene.view.players) == 3

    on_a_board(story, tmp_path / "journal.db", board=board)


def test_a_board_that_is_there_at_power_up_is_no_fault(tmp_path: Path) -> None:
    async def story(box: Simulation, board: FakeBoard) -> None:
        await lower(board, 3)

    on_a_board(story, tmp_path / "journal.db")
    assert not [e for e in facts(tmp_path / "journal.db") if isinstance(e, Fault)]


def test_a_tile_that_was_moved_while_the_board_was_lost_is_no_key(tmp_path: Path) -> None:
    async def story(box: Simulation, board: FakeBoard) -> None:
        await lower(board, 3)
        await lower(board)
        board.unplug()
        await asyncio.sleep(5)
        board.closed = 1 << 6
        board.plug_in()
        await asyncio.sleep(10)
        assert len(box.scene.view.players) == 3

    on_a_board(story, tmp_path / "journal.db")


def test_a_button_that_is_held_while_the_link_breaks_throws_nothing(tmp_path: Path) -> None:
    async def story(box: Simulation, board: FakeBoard) -> None:
        await box.start_match(ANN)
        board.contacts(ROLL)
        await asyncio.sleep(0.2)
        assert box.scene.held == "press"
        board.unplug()
        await asyncio.sleep(0.2)
        assert box.scene.held == "not"
        board.closed = 0
        board.plug_in()
        await asyncio.sleep(10)
        assert phase(box) is Phase.READY
        await press(board)
        assert box.scene.view.roll == (3, 4)

    on_a_board(story, tmp_path / "journal.db", dice=(3, 4))
    events = facts(tmp_path / "journal.db")
    assert sum(isinstance(e, Rolled) for e in events) == 1
    assert not [e for e in events if isinstance(e, Refused)]


def test_the_menu_button_opens_the_menu_and_leaves_it(tmp_path: Path) -> None:
    async def story(box: Simulation, board: FakeBoard) -> None:
        await box.start_match(ANN)
        await press(board)
        await press(board, contact=MENU)
        assert box.scene.menu is not None
        await lower(board, 3)
        await press(board, 3, contact=MENU)
        assert box.scene.menu is None
        assert box.scene.view.left == 4

    on_a_board(story, tmp_path / "journal.db", dice=(3, 4))


def test_a_menu_button_that_ends_attract_mode_does_nothing_else(tmp_path: Path) -> None:
    async def story(box: Simulation, board: FakeBoard) -> None:
        await asyncio.sleep(70)
        assert phase(box) is Phase.ATTRACT
        await press(board, contact=MENU)
        assert phase(box) is Phase.SETUP
        assert box.scene.menu is None

    on_a_board(story, tmp_path / "journal.db")


def test_the_lamps_show_what_the_landlord_has_chosen(tmp_path: Path) -> None:
    async def story(box: Simulation, board: FakeBoard) -> None:
        await lower(board, 9)
        await box.start_match(ANN)
        assert board.lamps == "L 0000 0100"  # 9 is to be raised
        await lower(board)
        assert board.lamps == "L 0000"
        await press(board)
        assert board.lamps == "L 007f"  # 7: 1 to 7 are in some cover
        await lower(board, 3)
        assert board.lamps == "L 0008"  # 3 + 4
        await press(board, 3, contact=MENU)
        assert board.lamps == "L 0000"

    on_a_board(story, tmp_path / "journal.db", dice=(3, 4))


def test_the_lamps_are_chosen_in_the_menu_of_a_box_that_has_some() -> None:
    nothing = Past(fresh=True, down=NO_TILES, match_down=NO_TILES, match=(), gap_ms=None)
    assert house_of(ON_A_BOARD, nothing).values[LAMPS] == "hints"
    assert LAMPS not in house_of(Config(), nothing).values
