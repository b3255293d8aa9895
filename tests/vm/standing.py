"""Lets the program stand around in virtual time on the lines of this machine's kernel, for
tests.bench.idle, which measures from outside what it takes.

First without a display, then with one. The program is the whole one, on the driver that "auto"
takes; only its loop doesn't wait (tests.bench.standing). The journal is in memory.

Keep: `idle: begin NAME` and `idle: end NAME`, a line each.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from stbpi.build import real_parts
from stbpi.config import Config
from stbpi.daemon import Daemon
from tests.bench.standing import stand
from tests.vm.idle import told
from tests.vm.rig import ROLL_PIN, Hand

FOLDER = Path("/run/stbpi")
DISPLAYS = ("none", "ssd1306")


def made(config: Config) -> tuple[Daemon, Callable[[bool], None]]:
    """Make the program, and what presses its button."""
    hand = Hand(Path(os.environ["SIM"]), random.Random(1))
    return Daemon(config, real_parts(config)), lambda down: hand.pull(ROLL_PIN, closed=down)


def stand_with(display: str) -> None:
    """Let a new box with this display stand around."""
    config = Config()
    config = replace(
        config,
        gpio=replace(config.gpio, pin_factory="auto"),
        display=replace(config.display, driver=display, bus=0),
        journal=replace(config.journal, path=FOLDER / f"{display}.db"),
    )
    stand(partial(made, config), lambda state: told(f"{state}_{display}"))


def main() -> int:
    """Stand around; return the exit status."""
    FOLDER.mkdir()
    for display in DISPLAYS:
        process = get_context("spawn").Process(target=stand_with, args=(display,))
        process.start()
        process.join()
        if process.exitcode:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
