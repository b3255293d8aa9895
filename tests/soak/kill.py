"""The program is killed at any moment, again and again: all that it had shown is on the disk.

    python -m tests.soak.kill --count 500

A process plays whole matches on the simulated box with a real journal, and says every event and
every throw that it shows; its parent kills it (SIGKILL), compares what it has said with what
stands in the journal, and lets the next one go on with the same match. Processes are forked from
this one, so that none of them spends its life on imports.

Never: lets a process end by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import select
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.games.events import Rolled
from stbpi.games.game import Phase
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.scene import Scene
from stbpi.sim.opening import left_in
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import VirtualClock, run
from tests.doubles import SeededDice
from tests.sim.playing import NO_DISPLAY, SHORT, WALL, Player

LONGEST_LIFE_S = 0.3
LONGEST_SILENCE_S = 60
EVENT, ROLL = "event ", "roll "


class WrongError(Exception):
    """Something that was shown is not on the disk, or what is there is wrong."""


class Tally:
    """What the processes have said, held against the journal.

    Attributes:
        kills: how many processes were looked at.
        events: how many events are on the disk.
        said: how many of them had been said before the kill.
        rolls: how many throws had been shown.
    """

    def __init__(self, journal: Path) -> None:
        self.kills = 0
        self.events = 0
        self.said = 0
        self.rolls = 0
        self._journal = journal
        self._all: list[str] = []
        self._last_roll = ""

    def check(self, said: Sequence[str]) -> None:
        """Compare what one process has said with what it has left.

        Raises:
            WrongError: they differ.
        """
        self.kills += 1
        told = [line.removeprefix(EVENT) for line in said if line.startswith(EVENT)]
        found = self._found(after=self.events)
        lines = [one.line() for one in found]
        if told != lines[: len(told)]:  # more may be there, of which there was no time to speak
            raise WrongError(f"{told} was shown, {lines} is there")
        numbers = [one.n for one in found]
        if numbers != list(range(self.events + 1, self.events + len(found) + 1)):
            raise WrongError(f"{numbers} come after {self.events}")
        self._check_rolls(said, found)
        self._all += lines
        self.events += len(found)
        self.said += len(told)

    def check_all(self) -> None:
        """Read the whole journal once more.

        Raises:
            WrongError: something is different from what it was.
        """
        if [one.line() for one in self._found(after=0)] != self._all:
            raise WrongError("what was on the disk has changed")

    def _found(self, *, after: int) -> list[Recorded]:
        if not self._journal.exists():
            return []
        with closing(open_read_only(self._journal)) as reader:
            return list(reader.events(after=after))

    def _check_rolls(self, said: Sequence[str], found: Sequence[Recorded]) -> None:
        """Each throw that was shown is on the disk, in order; a start shows the last one again."""
        shown = [line.removeprefix(ROLL) for line in said if line.startswith(ROLL)]
        thrown = [_written(one.event) for one in found if isinstance(one.event, Rolled)]
        on_disk = iter([self._last_roll, *thrown])
        for roll in shown:
            if roll not in on_disk:
                raise WrongError(f"the throw {roll} was shown and is not on the disk")
        self._last_roll = [self._last_roll, *thrown][-1]
        self.rolls += len(shown)


def _written(rolled: Rolled) -> str:
    return ",".join(map(str, rolled.dice or ()))


async def play(journal: Path, seed: int, say: int) -> None:
    """Play matches for ever, and say what is shown.

    Args:
        say: the file descriptor that everything is written to.
    """
    shown: tuple[int, ...] = ()

    def look(scene: Scene) -> None:
        nonlocal shown
        if scene.view.roll and scene.view.roll != shown:
            os.write(say, f"{ROLL}{','.join(map(str, scene.view.roll))}\n".encode())
        shown = scene.view.roll

    def hear(events: tuple[Recorded, ...]) -> None:
        os.write(say, "".join(f"{EVENT}{one.line()}\n" for one in events).encode())

    left = left_in(journal)
    loop = asyncio.get_running_loop()
    box = Simulation(
        NO_DISPLAY,
        dice=SeededDice(seed),
        journal=journal,
        make_clock=lambda: VirtualClock(loop, wall=WALL),
        watchers=Watchers(scene=look, events=hear),
    )
    if left is not None:
        box.hand.move(left.down)
    await box.start()
    player = Player(box, seed=seed, bounces=False)
    while True:
        if box.scene.view.phase in (Phase.SETUP, Phase.MATCH_OVER):
            await box.start_match(SHORT)
        await player.move()


def killed(journal: Path, seed: int, life_s: float, *, once_it_speaks: bool) -> list[str]:
    """Let a process play so long, and kill it.

    Args:
        once_it_speaks: its time begins when it has said something, however busy the machine is.

    Returns:
        The lines that it has said; a last one that it could not finish is left out.

    Raises:
        WrongError: it has ended by itself.
    """
    heard, say = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(heard)
            run(play(journal, seed, say))
        except BaseException:
            os.write(say, f"\n{traceback.format_exc()}\n".encode())
        finally:
            os._exit(1)
    os.close(say)
    said = bytearray()
    if once_it_speaks:
        select.select([heard], [], [], LONGEST_SILENCE_S)
    end = time.monotonic() + life_s
    while (rest := end - time.monotonic()) > 0:
        if select.select([heard], [], [], rest)[0]:
            part = os.read(heard, 1 << 16)
            said += part
            if not part:
                break
    os.kill(pid, signal.SIGKILL)
    while part := os.read(heard, 1 << 16):
        said += part
    os.close(heard)
    _, status = os.waitpid(pid, 0)
    text = said.decode()
    if not os.WIFSIGNALED(status):
        raise WrongError(f"it ended by itself: {text}")
    return text[: text.rfind("\n") + 1].splitlines()


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=500, help="how often it is killed")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args(argv)
    logging.disable(logging.CRITICAL)
    chance = random.Random(arguments.seed)
    began = time.monotonic()
    with TemporaryDirectory(prefix="stbpi-kill-") as folder:
        tally = Tally(Path(folder) / "journal.db")
        try:
            for number in range(arguments.count):
                life_s = chance.uniform(0, LONGEST_LIFE_S)
                seed, speaks = chance.randrange(1 << 32), number % 2 == 0
                journal = Path(folder) / "journal.db"
                tally.check(killed(journal, seed, life_s, once_it_speaks=speaks))
            tally.check_all()
        except WrongError as exc:
            print(f"kill {tally.kills}, seed {arguments.seed}: {exc}", file=sys.stderr)
            return 1
    print(
        f"killed {arguments.count} times: {tally.events} events are on the disk, of which "
        f"{tally.said} had been said, and {tally.rolls} throws shown; "
        f"{time.monotonic() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
