"""Lets `stbpi run` stand around in the virtual machine of tests/vm/run, for tests.bench.idle.

How often it wakes up is counted here; what it costs is measured from outside, for the machine's
own clock of processor time is coarse: this only says when something begins and ends. In between
the program is stopped, and a process that does nothing but wake up as often takes its turn: that
shows what waking up alone costs at about the same time; and while both are stopped, what the
machine takes without them. Display and buzzer are on, on the simulated bus and line.

Never: imports the program. Keep: `idle: begin NAME` and `idle: end NAME`, and
`idle: wakeups NAME A_SECOND`, a line each; stopped for shorter than the watchdog's patience.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.vm.play import Checks, Play
from tests.vm.rig import stay

TIMES = 10
SPAN_S = 2
CAUGHT_UP_S = 0.5
"""Whoever was stopped has done by then what was due meanwhile."""

SETTLED_S = 1
CALLED_S = 65
"""So long after the start players are called for."""

SETTLING_S = 15
"""Until the box is left alone, and read rarely."""

COUNTED_S = 20
"""For so long it is counted how often the program wakes up."""

WAKER = """
import select, sys
poll = select.epoll().poll
while True:
    poll(float(sys.argv[1]))
"""


class Stopped:
    """A process that runs only within `going`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        os.kill(pid, signal.SIGSTOP)

    @contextmanager
    def going(self) -> Iterator[None]:
        os.kill(self.pid, signal.SIGCONT)
        yield
        os.kill(self.pid, signal.SIGSTOP)


def stand(play: Play, state: str) -> None:
    """Let the program run again and again, and in turn the one that only wakes up as often."""
    before = wakeups(play.program.pid)
    stay(COUNTED_S)
    a_second = max(wakeups(play.program.pid) - before, 1) / COUNTED_S
    print(f"idle: wakeups {state} {a_second:g}", flush=True)
    program = Stopped(play.program.pid)
    with subprocess.Popen([sys.executable, "-S", "-c", WAKER, str(1 / a_second)]) as process:
        time.sleep(SETTLED_S)
        waker = Stopped(process.pid)
        rest()
        for _ in range(TIMES):
            for name, one in ((state, program), (f"waker_{state}", waker)):
                measure(one, name)
                rest()
        process.kill()
    os.kill(program.pid, signal.SIGCONT)


def rest() -> None:
    """Measure the machine with both stopped."""
    with told("stopped"):
        time.sleep(SPAN_S)


def measure(process: Stopped, name: str) -> None:
    """Let one of them run."""
    with process.going():
        time.sleep(CAUGHT_UP_S)
        with told(name):
            time.sleep(SPAN_S)


def wakeups(pid: int) -> int:
    """Return how often the threads of a process have gone to sleep."""
    return sum(
        int(found[1])
        for status in Path(f"/proc/{pid}/task").glob("*/status")
        if (found := re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status.read_text(), re.M))
    )


@contextmanager
def told(name: str) -> Iterator[None]:
    print(f"idle: begin {name}", flush=True)
    yield
    print(f"idle: end {name}", flush=True)


def main() -> int:
    """Stand around; return the exit status."""
    play = Play(Checks(), random.Random(1), driver="auto")
    play.start()
    stay(CALLED_S)
    stand(play, "attract")
    play.hand.press()  # out of attract mode
    stay(SETTLED_S)
    play.set_up()
    play.throw(1, (), ())
    stay(SETTLING_S)
    stand(play, "waiting")
    play.stop()
    return 1 if play.checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
