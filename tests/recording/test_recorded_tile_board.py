"""What a box on a tile board has recorded is played once more in the same way."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from stbpi.box.tile_board import TileBoard
from stbpi.build import Parts
from stbpi.config import BoxSection, Config, DisplaySection, TileBoardSection
from stbpi.games.game import Phase
from stbpi.sim.simulation import Simulation
from tests.box.boards import Bus, FakeBoard
from tests.recording.boxes import facts, record, replay

ROLL, MENU = 13, 14
CONFIG = Config(
    box=replace(BoxSection(), inputs="tile_board"),
    tile_board=replace(TileBoardSection(), tiles=tuple(range(1, 10))),
    display=replace(DisplaySection(), driver="none"),
)


def test_a_board_that_was_lost_is_lost_again_and_a_held_button_throws_nothing(
    tmp_path: Path,
) -> None:
    board = FakeBoard()
    driver = TileBoard(opens=Bus(board).opens, search=Bus(board).search)

    async def story(box: Simulation) -> None:
        async def push(*contacts: int, seconds: float = 0.2) -> None:
            board.contacts(*contacts)
            await asyncio.sleep(seconds)
            board.contacts()
            await asyncio.sleep(0.5)

        await push(ROLL)
        assert box.scene.view.phase is Phase.READY
        await push(MENU)
        await push(MENU)
        for gone_s in (0.5, 8.0):
            board.contacts(ROLL)
            await asyncio.sleep(0.3)
            board.unplug()
            await asyncio.sleep(gone_s)
            board.closed = 0
            board.plug_in()
            await asyncio.sleep(12)
            assert box.scene.view.phase is Phase.READY
        await push(ROLL)
        assert box.scene.view.roll

    def on_the_board(parts: Parts) -> Parts:
        return replace(parts, pins=driver, lamps=driver.light)

    file, journal = tmp_path / "box.rec", tmp_path / "j.db"
    told = record(story, file, journal=journal, config=CONFIG, around=on_the_board)
    again, warnings = replay(file)

    assert [event["e"] for event in told].count("rolled") == 1
    assert [event["e"] for event in told].count("fault") == 1
    assert facts(again) == facts(told)
    assert warnings == []
