"""From a level change on a pin to the command in the game, in real time, settle time subtracted.

A whole box on mock pins, with a match that runs; a tile is moved at a random moment, down and up
in turn, and the game's `decide` notes when it is told. The settle time is set as short as the
configuration allows, so that a thousand moves take seconds; what is subtracted is that.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from unittest.mock import patch

from stbpi.clock import SystemClock
from stbpi.config import Config
from stbpi.dice.source import RandomDice
from stbpi.games.events import Event
from stbpi.games.game import Command, StartMatch, TilesMoved, tiles
from stbpi.games.registry import DEFAULT, game_of
from stbpi.games.shut_the_box.decide import decide
from stbpi.games.shut_the_box.match import State
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from tests.bench.figure import Figure

MOVES = 1000
SETTLE_MS = 5
REST_S = (0.02, 0.04)
PATIENCE_S = 5


class Timed:
    """The game, as it notes when it is told of moved tiles.

    Attributes:
        told: when, in seconds.
    """

    def __init__(self) -> None:
        self.told: list[float] = []

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        if isinstance(command, TilesMoved):
            self.told.append(time.perf_counter())
        return decide(state, command)


@contextmanager
def timed() -> Iterator[Timed]:
    """Let the game note when it is told of moved tiles."""
    timing = Timed()
    with patch.object(game_of(DEFAULT), "decide", timing.decide):
        yield timing


def edge_to_command() -> Iterator[Figure]:
    with TemporaryDirectory(prefix="stbpi-") as folder, timed() as timing:
        late = asyncio.run(_late_ms(timing, Path(folder) / "journal.db"))
    for name, value, limit in (("median", median(late), 3), ("worst", max(late), 20)):
        yield Figure(
            name=f"edge_to_command_{name}", value=value, unit="ms", limit=limit, at_most=True
        )


async def _late_ms(timing: Timed, journal: Path) -> list[float]:
    """Move a tile a thousand times; return how late each move came to the game."""
    chance = Random(1)
    config = with_tiles(Config(), 9)
    box = Simulation(
        replace(config, box=replace(config.box, settle_ms=SETTLE_MS)),
        dice=RandomDice(),
        journal=journal,
        make_clock=SystemClock,
        watchers=Watchers(scene=lambda scene: None, events=lambda events: None),
    )
    await box.start()
    await box.start_match(
        StartMatch(game="shut_the_box", names=("Ann",), preset="luk_kassen", house_rules=())
    )
    late = []
    for move in range(MOVES):
        await asyncio.sleep(chance.uniform(*REST_S))
        timing.told.clear()
        begin = time.perf_counter()
        (box.hand.raise_ if move % 2 else box.hand.lower)(tiles(1))
        async with asyncio.timeout(PATIENCE_S):
            while not timing.told:
                await asyncio.sleep(0.001)
        late.append((timing.told[0] - begin) * 1000 - SETTLE_MS)
    await box.stop()
    return late
