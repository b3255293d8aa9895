"""A simulated box that is recorded, on a machine whose loop is never quite in time."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from stbpi.build import Parts
from stbpi.config import Config
from stbpi.recording.parts import recorded
from stbpi.recording.recorder import Recorder
from stbpi.sim.replay import play_recording
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import Flow, VirtualClock, VirtualLoop
from tests.doubles import SeededDice

WALL = 1_800_000_000
LATE_S = 0.0011
PLACE = ("n", "boot", "match", "t", "wall")

Event = dict[str, Any]


class LateLoop(VirtualLoop):
    """Wakes a little later than it was asked to, as a real one does."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._late_s = 0.0
        super().__init__(threads=False, flow=Flow(look=self._be_late))

    def time(self) -> float:
        return super().time() + self._late_s

    def _be_late(self, _: float) -> None:
        self._late_s += self._chance.uniform(0, LATE_S)


def record(
    story: Callable[[Simulation], Awaitable[object]],
    file: Path,
    *,
    journal: Path,
    config: Config,
    seed: int = 1,
    wall: int = WALL,
    around: Callable[[Parts], Parts] = lambda parts: parts,
) -> list[Event]:
    """Tell a story on a box that is recorded; return the events that it told.

    Args:
        around: puts something around its parts.
    """
    told: list[Event] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        recorder = Recorder(file)
        box = Simulation(
            config,
            dice=SeededDice(seed),
            journal=journal,
            make_clock=lambda: VirtualClock(loop, wall=wall),
            watchers=Watchers(
                scene=lambda _: None,
                events=lambda events: told.extend(json.loads(one.line()) for one in events),
            ),
            around=lambda parts: recorded(around(parts), config, recorder),
        )
        try:
            await box.start()
            await story(box)
        finally:
            await box.stop()
            recorder.close()

    with asyncio.Runner(loop_factory=partial(LateLoop, seed)) as runner:
        runner.run(main())
    return told


def replay(file: Path) -> tuple[list[Event], list[str]]:
    """Play a recording; return the events, and what a person is warned of."""
    lines: list[str] = []
    warnings: list[str] = []
    play_recording(file, tell=lines.append, warn=warnings.append)
    return [json.loads(line) for line in lines], warnings


def facts(events: list[Event]) -> list[Event]:
    """Return events without their places in history."""
    return [{key: event[key] for key in event if key not in PLACE} for event in events]
