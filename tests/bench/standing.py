"""A box that nobody plays on, in virtual time: what it does in minutes, back to back.

So whatever is taken is work of the program, and of the kernel for it. What a machine takes to go
to sleep and to wake up is left out: that is the machine's, and differs a hundredfold.

    python -m tests.bench.standing

does it on mock pins, without a display, and prints which share of one core each state takes.

Keep: in real time nothing else runs; `told` is around the minutes, and around nothing else.
"""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.clock import SystemClock
from stbpi.config import Config
from stbpi.daemon import Daemon
from stbpi.dice.source import RandomDice
from stbpi.games.game import Phase, StartMatch
from stbpi.memory import share_one_heap
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import run

ATTRACT, WAITING = "attract", "waiting"
MINUTES = 8
"""A display that nobody looks at is dark after ten."""

CALLED_S = 65
"""So long after the start players are called for."""

PRESS_S, SEEN_S = 0.2, 5

Told = Callable[[str], AbstractContextManager[None]]


def stand(make: Callable[[], tuple[Daemon, Callable[[bool], None]]], told: Told) -> None:
    """Let a box stand in attract mode, then with a throw that waits to be covered.

    Args:
        make: makes the program, and what presses its button or lets go of it.
        told: is around `MINUTES` of either.
    """
    share_one_heap()
    gc.disable()  # the program lets it begin when all is loaded
    run(_life(make, told))


async def _life(make: Callable[[], tuple[Daemon, Callable[[bool], None]]], told: Told) -> None:
    daemon, press = make()
    life = asyncio.create_task(daemon.run())
    await _pass(life, CALLED_S)
    _expect(daemon, Phase.ATTRACT)
    with told(ATTRACT):
        await _pass(life, MINUTES * 60)
    _expect(daemon, Phase.ATTRACT)

    await daemon.table.start_match(
        StartMatch(game="shut_the_box", names=("Ann", "Bob"), preset="classic", house_rules=())
    )
    await _pass(life, SEEN_S)
    for is_down in (True, False):
        press(is_down)
        await _pass(life, PRESS_S)
    await _pass(life, SEEN_S)
    _expect(daemon, Phase.COVERING)
    with told(WAITING):
        await _pass(life, MINUTES * 60)
    _expect(daemon, Phase.COVERING)

    daemon.stop()
    await life


async def _pass(life: asyncio.Task[None], seconds: float) -> None:
    """Let time pass; a program that ends meanwhile says why."""
    await asyncio.wait({life}, timeout=seconds)
    if life.done():
        life.result()
        raise RuntimeError("the program has ended")


def _expect(daemon: Daemon, phase: Phase) -> None:
    scene = daemon.table.scene
    if scene is None or scene.view.phase is not phase:
        raise RuntimeError(f"expected {phase}, found {scene and scene.view.phase}")


def main() -> None:
    """Print the shares of one core that are taken on mock pins, as JSON."""
    shares: dict[str, float] = {}

    @contextmanager
    def told(state: str) -> Iterator[None]:
        begin = time.process_time()
        yield
        shares[state] = (time.process_time() - begin) / (MINUTES * 60)

    with TemporaryDirectory(prefix="stbpi-") as folder:

        def make() -> tuple[Daemon, Callable[[bool], None]]:
            config = Config()
            box = Simulation(
                replace(config, display=replace(config.display, driver="none")),
                dice=RandomDice(),
                journal=Path(folder) / "journal.db",
                make_clock=SystemClock,
                watchers=Watchers(scene=lambda scene: None, events=lambda events: None),
            )
            return box.daemon, box.hand.press_roll

        stand(make, told)
    print(json.dumps(shares))


if __name__ == "__main__":
    main()
