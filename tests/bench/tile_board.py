"""The tile board: how late a change comes to the game over the link, and what an idle line carries.

The firmware in MicroPython's virtual machine, the program as it is, between them a pseudo
terminal, in real time. The settle time is set as short as the configuration allows, and
subtracted; the board itself is told to believe what it reads.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from stbpi.dice.source import RandomDice
from stbpi.games.game import StartMatch
from tests.bench.figure import Figure
from tests.bench.latency import PATIENCE_S, REST_S, SETTLE_MS, Timed, timed
from tests.firmware.noise import Noise
from tests.firmware.real_box import real_box
from tests.firmware.vm_board import VmBoard, tool

MOVES = 200
IDLE_S = 10.0


class Counting(Noise):
    """A good line that counts its bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def on(self, data: bytes) -> bytes:
        self.count += len(data)
        return data


def change_to_command() -> Iterator[Figure]:
    if not tool("micropython"):
        print("no figure of the tile board: pip install 'stbpi[firmware]'", file=sys.stderr)
        return
    with TemporaryDirectory(prefix="stbpi-") as folder, timed() as timing:
        late, idle = asyncio.run(_measured(timing, Path(folder)))
    yield Figure(
        name="tile_board_to_command_median", value=median(late), unit="ms", limit=10, at_most=True
    )
    yield Figure(
        name="tile_board_idle_traffic", value=idle, unit="bytes/s", limit=100, at_most=True
    )


async def _measured(timing: Timed, folder: Path) -> tuple[list[float], float]:
    """Move a tile again and again, then leave the box alone."""
    chance, late = Random(1), []
    to_host, to_board = Counting(), Counting()
    match = StartMatch(game="shut_the_box", names=("Ann",), preset="luk_kassen", house_rules=())
    with VmBoard(folder, to_host=to_host, to_board=to_board) as board:
        journal = folder / "journal.db"
        async with real_box(board, journal, dice=RandomDice(), settle_ms=SETTLE_MS) as box:
            await box.start_match(match)
            for move in range(MOVES):
                await asyncio.sleep(chance.uniform(*REST_S))
                timing.told.clear()
                begin = time.perf_counter()
                (board.lift if move % 2 else board.lower)(1)
                async with asyncio.timeout(PATIENCE_S):
                    while not timing.told:
                        await asyncio.sleep(0.001)
                late.append((timing.told[0] - begin) * 1000 - SETTLE_MS)
            to_host.count = to_board.count = 0
            await asyncio.sleep(IDLE_S)
            return late, (to_host.count + to_board.count) / IDLE_S
