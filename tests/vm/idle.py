"""Lets `stbpi run` stand around in the virtual machine of tests/vm/run, for tests.bench.idle.

What it costs is measured from outside, for the machine's own clock of processor time is coarse:
this only says when something begins and ends, first with no program at all. The display's
animation is not looked at: there is none.

Never: imports the program. Keep: `idle: begin NAME` and `idle: end NAME`, a line each.
"""

from __future__ import annotations

import os
import random
import sys
import time

from tests.vm.play import Checks, Play
from tests.vm.rig import stay

SETTLING_S = 15
"""Until the box is left alone, and read rarely."""


def stand(name: str, seconds: float) -> None:
    print(f"idle: begin {name}", flush=True)
    time.sleep(seconds)
    print(f"idle: end {name}", flush=True)


def main() -> int:
    """Stand around; return the exit status."""
    seconds = float(os.environ.get("STBPI_VM_IDLE_S") or 60)
    play = Play(Checks(), random.Random(1), driver="auto", display="none")
    stay(5)
    stand("nothing", seconds)
    play.start()
    stay(SETTLING_S)
    stand("set_up", seconds)
    play.set_up()
    play.throw(1, (), ())
    stay(SETTLING_S)
    stand("waiting", seconds)
    play.stop()
    return 1 if play.checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
