"""Lets `stbpi run` stand around in the virtual machine of tests/vm/run, for tests.bench.idle.

What it costs is measured from outside, for the machine's own clock of processor time is coarse:
this only says when something begins and ends. Before, in between and after it the program is
stopped for a while, which shows what the machine takes without it at about the same time. Display
and buzzer are on, on the simulated bus and line; a set-up that nobody touches calls for players,
with another poster on the display every five seconds.

Never: imports the program. Keep: `idle: begin NAME` and `idle: end NAME`, a line each.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.vm.play import Checks, Play
from tests.vm.rig import stay

TIMES = 10
RUNNING_S, STOPPED_S = 6, 4  # shorter than the watchdog's patience

SETTLED_S = 1
SETTLING_S = 15
"""Until the box is left alone, and read rarely."""


def stand(play: Play, state: str) -> None:
    """Let the program run for a minute in all."""
    stay(SETTLING_S)
    stop(play)
    for _ in range(TIMES):
        with told(state):
            time.sleep(RUNNING_S)
        stop(play)


def stop(play: Play) -> None:
    """Stop the program for a moment."""
    os.kill(play.program.pid, signal.SIGSTOP)
    with told("stopped"):
        time.sleep(STOPPED_S)
    os.kill(play.program.pid, signal.SIGCONT)


@contextmanager
def told(name: str) -> Iterator[None]:
    print(f"idle: begin {name}", flush=True)
    yield
    print(f"idle: end {name}", flush=True)


def main() -> int:
    """Stand around; return the exit status."""
    play = Play(Checks(), random.Random(1), driver="auto")
    play.start()
    stand(play, "set_up")
    play.hand.press()  # out of attract mode
    stay(SETTLED_S)
    play.set_up()
    play.throw(1, (), ())
    stand(play, "waiting")
    play.stop()
    return 1 if play.checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
