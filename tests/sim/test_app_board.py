"""The app of a real box: its tiles and its button are those of a tile board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from stbpi.box.tile_board import TileBoard
from stbpi.config import BoxSection, Config
from stbpi.games.game import NO_TILES, Phase, tiles
from stbpi.sim import app_board
from stbpi.sim.app_board import BoardApp
from stbpi.sim.app_screen import SimulatorApp
from tests.box.boards import Bus, FakeBoard
from tests.sim.test_app import press, tell, until, view

ON_A_BOARD = Config(box=replace(BoxSection(), inputs="tile_board"))
ROLL = 13

Story = Callable[[SimulatorApp, Pilot[None], FakeBoard], Awaitable[None]]


@pytest.fixture
def on_a_board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    def on_a_board(story: Story, *, names: tuple[str, ...] = ()) -> None:
        board = FakeBoard()
        bus = Bus(board)
        itself = partial(TileBoard, opens=bus.opens, search=bus.search)
        monkeypatch.setattr(app_board, "TileBoard", itself)

        async def told(app: SimulatorApp, pilot: Pilot[None]) -> None:
            assert isinstance(app, BoardApp)
            await story(app, pilot, board)

        tell(told, tmp_path / "sim.db", *names, numbers=(3, 4), config=ON_A_BOARD)

    return on_a_board


def test_the_tiles_in_the_picture_follow_the_real_ones(on_a_board: Callable[..., None]) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None], board: FakeBoard) -> None:
        assert view(app).phase is Phase.SETUP
        board.contacts(4)
        await until(pilot, lambda: app.box.hand.down == tiles(4))
        await until(pilot, lambda: len(view(app).players) == 4)

    on_a_board(story)


def test_a_press_of_the_real_button_throws(on_a_board: Callable[..., None]) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None], board: FakeBoard) -> None:
        await until(pilot, lambda: view(app).phase is Phase.READY)
        board.contacts(ROLL)
        await until(pilot, lambda: app.box.scene.held == "press")
        board.contacts()
        await until(pilot, lambda: view(app).roll == (3, 4))

    on_a_board(story, names=("Ann",))


def test_keys_move_no_tile_of_a_real_box(on_a_board: Callable[..., None]) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None], board: FakeBoard) -> None:
        for key in ("5", "space", "i", "u"):
            await press(app, pilot, key)
        assert app.box.hand.down == NO_TILES
        said = {notification.message for notification in app._notifications}
        assert "Tiles and button are those of the real box." in said
        assert view(app).phase is Phase.SETUP

    on_a_board(story)


def test_a_board_that_is_unplugged_is_told_on_the_display(on_a_board: Callable[..., None]) -> None:
    async def story(app: SimulatorApp, pilot: Pilot[None], board: FakeBoard) -> None:
        board.unplug()
        await until(pilot, lambda: app.box.scene.faults == ("tile_board",))
        board.plug_in()
        await until(pilot, lambda: app.box.scene.faults == ())

    on_a_board(story)
