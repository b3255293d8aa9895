"""The program itself on a tile board in MicroPython's virtual machine, in real time.

board (VM) ── pty ── daemon ── journal, display that isn't there
   ▲                    │
   hand ◀── player ◀── scene
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from stbpi.build import real_parts
from stbpi.config import (
    BoxSection,
    Config,
    DisplaySection,
    JournalSection,
    TileBoardSection,
)
from stbpi.daemon import Daemon
from stbpi.dice.source import Dice
from stbpi.errors import BoardLostError
from stbpi.games.game import StartMatch, Tiles, members
from stbpi.scene import Scene
from tests.doubles import PATIENCE_S
from tests.firmware.vm_board import VmBoard

LOOK_S = 0.005


class Hand:
    """Moves the contacts of a board."""

    def __init__(self, board: VmBoard) -> None:
        self._board = board

    def lower(self, tiles: Tiles) -> None:
        self._board.lower(*members(tiles))

    def raise_(self, tiles: Tiles) -> None:
        self._board.lift(*members(tiles))

    def press_roll(self, is_pressed: bool) -> None:
        self._board.press_roll(is_pressed)


class RealBox:
    """A box that runs, as the tests' player sees one.

    Attributes:
        daemon: the program.
        board: where its switches are.
        hand: moves them.
    """

    def __init__(self, daemon: Daemon, board: VmBoard, life: asyncio.Task[None]) -> None:
        self.daemon = daemon
        self.board = board
        self.hand = Hand(board)
        self._life = life
        self._switches = daemon.scanner._switches  # what the program reads

    @property
    def scene(self) -> Scene:
        scene = self.daemon.table.scene
        assert scene is not None
        return scene

    async def start_match(self, command: StartMatch) -> None:
        await self.daemon.table.start_match(command)
        await self.settle()

    async def settle(self) -> None:
        """Wait until the program knows how the contacts stand, and has done what follows.

        Raises:
            TimeoutError: it does not come to rest.
        """
        async with asyncio.timeout(3 * PATIENCE_S):
            while not self._is_quiet():
                if self._life.done():
                    self._life.result()
                await asyncio.sleep(LOOK_S)

    def _is_quiet(self) -> bool:
        try:
            levels = self._switches.levels()
        except BoardLostError:
            return False
        down = self.board.down
        is_known = (levels.down, levels.roll) == (down & 0xFFF & self._all, bool(down & 1 << 12))
        scanner, table = self.daemon.scanner, self.daemon.table
        return is_known and scanner.ready.is_set() and scanner.quiet and table.quiet

    @property
    def _all(self) -> int:
        return (1 << self._switches.count) - 1


@asynccontextmanager
async def real_box(
    board: VmBoard,
    journal: Path,
    *,
    dice: Dice,
    settle_ms: int = 35,
    tiles: int = 9,
) -> AsyncIterator[RealBox]:
    """Run the program on a board, and stop it afterwards."""
    config = Config(
        box=replace(BoxSection(), inputs="tile_board", settle_ms=settle_ms),
        tile_board=replace(
            TileBoardSection(),
            port=str(board.path),
            tiles=tuple(range(1, tiles + 1)),
            reference_pin=15,
        ),
        display=replace(DisplaySection(), driver="none"),
        journal=JournalSection(path=journal),
    )
    daemon = Daemon(config, replace(real_parts(config), dice=dice))
    life = asyncio.create_task(daemon.run())
    box = RealBox(daemon, board, life)
    try:
        await box.settle()
        yield box
    finally:
        daemon.stop()
        await life
