"""A day of play over bad cables, with programs that are killed: nothing is lost or doubled.

    python -m tests.soak.line --events 10000 --pulls 1000 --collector-kills 100 --box-kills 100

Boxes (processes with the whole program around simulated switches, a real journal and a real
serial port) play, one `stbpi collect` listens to all of them, and in between are cables of pseudo
terminals that are pulled at any byte, garbled and plugged in again as other devices. All of these
processes are killed (SIGKILL) at any moment. In the end the collector's database has to be what
stands in the journals, event by event, and it has printed none of them twice.

A day takes minutes because time passes a hundred times as fast for box and collector: their
loop's clock does, and so all of their waits and time-outs are shorter by the same factor. Nothing
else is different from `stbpi run` and `stbpi collect`. The seed is that of pulls, damage and
kills; how these meet with what the processes do is different each time.

Never: looks into a program; what counts are the files that they leave.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import mmap
import random
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp
from unittest.mock import patch

from stbpi import cli
from stbpi.build import dice_of
from stbpi.collector.store import Store
from stbpi.config import SerialSection
from stbpi.games.game import Phase
from stbpi.journal.recorded import Recorded
from stbpi.sim.opening import left_in
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import Flow, VirtualClock, run
from tests.sim.playing import NO_DISPLAY, SHORT, WALL, Player
from tests.soak.cable import BadCable, End
from tests.soak.lives import Life, WrongError
from tests.soak.stored import count_in, difference, last_in, leftovers_in

SPEED = 100
"""So many times faster than real time passes time for box and collector."""

STEP_S = 0.001
SHOW_S = 10
PATIENCE_S = 60
"""At the end everything has to come through within this; meanwhile something has to come."""

SOME = 40
"""So many pulls can't but damage something."""

AHEAD = 10
"""A box may have so many events more than is its due after so many pulls."""

NO_MATCH = (Phase.SETUP, Phase.MATCH_OVER, Phase.MENU, Phase.ATTRACT)


class Shared:
    """Two numbers that parent and child have in common.

    Attributes:
        may: the box plays until it has so many events.
        has: so many it has.
    """

    def __init__(self) -> None:
        self._numbers = memoryview(mmap.mmap(-1, 16)).cast("q")

    @property
    def may(self) -> int:
        return self._numbers[0]

    @may.setter
    def may(self, value: int) -> None:
        self._numbers[0] = value

    @property
    def has(self) -> int:
        return self._numbers[1]

    @has.setter
    def has(self, value: int) -> None:
        self._numbers[1] = value


async def play(name: str, journal: Path, port: Path, shared: Shared, wall: int) -> None:
    """Play matches for ever, as far as we may.

    Args:
        port: of the serial log.
        wall: epoch seconds at the start.
    """

    def hear(events: tuple[Recorded, ...]) -> None:
        shared.has = events[-1].n

    config = replace(
        NO_DISPLAY,
        box=replace(NO_DISPLAY.box, name=name),
        serial=SerialSection(port=str(port)),
    )
    left = left_in(journal)
    loop = asyncio.get_running_loop()
    box = Simulation(
        config,
        dice=dice_of(config),
        journal=journal,
        make_clock=lambda: VirtualClock(loop, wall=wall),
        watchers=Watchers(scene=lambda _: None, events=hear),
    )
    if left is not None:
        box.hand.move(left.down)
    await box.start()
    player = Player(box, seed=wall, bounces=False)
    while True:
        if shared.has >= shared.may:
            await asyncio.sleep(1)
        elif box.scene.view.phase in NO_MATCH:
            await box.start_match(SHORT)
        else:
            await player.move()


@dataclass(frozen=True, slots=True)
class Box:
    """A box at its cable.

    Attributes:
        life: its process.
        events: how many it has at least in the end.
        pulls: how often its cable is pulled.
    """

    name: str
    journal: Path
    shared: Shared
    cable: BadCable
    life: Life
    events: int
    pulls: int

    def step(self, now: float) -> None:
        self.cable.step(now)
        progress = self.cable.progress(now)
        due = self.events * progress / self.pulls if self.pulls else self.events
        self.shared.may = min(self.events, int(due) + AHEAD)
        self.life.step(progress, now, is_busy=self.cable.is_busy)

    @property
    def is_over(self) -> bool:
        return self.cable.is_good and self.life.is_safe and self.shared.has >= self.events


class Day:
    """A day of play.

    Args:
        options: of the command.
        folder: where journals, database and what is said are kept.
        devices: where the devices are.
        stack: what is to be ended.
    """

    def __init__(
        self, options: argparse.Namespace, folder: Path, devices: Path, stack: ExitStack
    ) -> None:
        self._options = options
        self._folder = folder
        self._devices = devices
        self._began = time.monotonic()
        self._printed = folder / "collector.out"
        self.db = folder / "collection.db"
        Store(self.db).close()  # so that there is one to be looked at, however soon
        self.boxes = [self._box(number + 1, stack) for number in range(options.boxes)]
        ports = [str(devices / f"line-{box.name}") for box in self.boxes]
        arguments = ["collect", *ports, "--db", str(self.db), "--plain"]
        self.collector = Life(
            partial(collect, arguments),
            self._printed,
            kills=options.collector_kills,
            within=options.pulls,
            chance=random.Random(f"{options.seed} collector"),
        )
        stack.callback(self.collector.end)

    def _box(self, number: int, stack: ExitStack) -> Box:
        options, name = self._options, f"box-{number}"
        journal, shared = self._folder / f"{name}.db", Shared()
        port = self._devices / name
        ends = End(port), End(self._devices / f"line-{name}")
        chance = random.Random(f"{options.seed} {name}")
        cable = BadCable(*ends, pulls=options.pulls, chance=chance, now=time.monotonic())
        stack.callback(cable.close)

        def live() -> None:
            wall = WALL + int((time.monotonic() - self._began) * SPEED)
            run(play(name, journal, port, shared, wall), flow=Flow(speed=SPEED))

        life = Life(
            live,
            self._folder / f"{name}.out",
            kills=options.box_kills,
            within=options.pulls,
            chance=chance,
        )
        stack.callback(life.end)
        return Box(name, journal, shared, cable, life, options.events, options.pulls)

    def go_by(self) -> None:
        """Let the day go by, until the collector has everything.

        Raises:
            WrongError: it has something else, or it doesn't get on.
        """
        carried, latest, shown = 0, time.monotonic() + PATIENCE_S, time.monotonic()
        while not (self._is_over() and self._is_stored()):
            for _ in range(100):
                time.sleep(STEP_S)
                now = time.monotonic()
                for box in self.boxes:
                    box.step(now)
                is_busy = any(box.cable.is_busy for box in self.boxes)
                progress = min(box.cable.progress(now) for box in self.boxes)
                self.collector.step(progress, now, is_busy=is_busy)
            if not self._is_over() and (come := self._come()) > carried:
                carried, latest = come, now + PATIENCE_S
            if now > latest:
                raise WrongError(self.difference() or "nothing comes any more")
            if now > shown + SHOW_S:
                shown = now
                print(f"{now - self._began:7.0f} s  {self.line()}", file=sys.stderr, flush=True)

    def difference(self) -> str:
        """Say what is the first difference between the journals and what is stored."""
        journals = {box.name: box.journal for box in self.boxes}
        return difference(journals, self.db, self._printed)

    def line(self) -> str:
        """Say in a line what has happened."""
        cables = [box.cable for box in self.boxes]
        happened = sum(box.shared.has for box in self.boxes)
        stored = sum(count_in(self.db, box.name) for box in self.boxes)
        pulled, torn = sum(one.pulled for one in cables), sum(one.torn for one in cables)
        killed = sum(box.life.killed for box in self.boxes)
        lost = sum(one.lost for one in cables)
        return (
            f"{happened} events happened, {stored} are stored; "
            f"pulled {pulled} times, {torn} of these in the middle of a line; "
            f"killed {self.collector.killed} collectors and {killed} boxes; "
            f"{self._come()} bytes came, {lost} were lost"
        )

    def _is_over(self) -> bool:
        return self.collector.is_safe and all(box.is_over for box in self.boxes)

    def _is_stored(self) -> bool:
        is_all = all(count_in(self.db, box.name) == last_in(box.journal) for box in self.boxes)
        return is_all and not self.difference()

    def _come(self) -> int:
        return sum(box.cable.carried for box in self.boxes)


def collect(arguments: Sequence[str]) -> None:
    """Run `stbpi collect` in its own time."""
    with patch("asyncio.run", partial(run, flow=Flow(speed=SPEED))):
        status = cli.main(arguments)
    raise WrongError(f"status {status}")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("--boxes", type=int, default=1, help="what follows is of each of them")
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--pulls", type=int, default=1000)
    parser.add_argument("--collector-kills", type=int, default=100)
    parser.add_argument("--box-kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args(argv)
    logging.disable(logging.CRITICAL)
    began = time.monotonic()
    folder = Path(mkdtemp(prefix="stbpi-line-"))
    with TemporaryDirectory(prefix="stbpi-line-", dir="/dev/shm") as devices, ExitStack() as stack:
        day = Day(options, folder, Path(devices), stack)
        try:
            day.go_by()
            leftovers = leftovers_in(day.db)
            if options.pulls >= SOME and not leftovers:
                raise WrongError("nothing was damaged by all of this")
        except WrongError as exc:
            print(f"{day.line()}\nseed {options.seed}, {folder}: {exc}", file=sys.stderr)
            return 1
        print(f"{day.line()}; kept as no events: {leftovers}")
    print(f"all are stored, once, in order; seed {options.seed}, {time.monotonic() - began:.0f} s")
    rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
