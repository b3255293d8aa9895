"""The simulator in the terminal: a box to play on, around the program itself.

The program runs in the app's loop, at the pace that is chosen; the app moves switches and shows
what comes over the bus and out of the table. It starts before the app takes the terminal and
ends after the app has given it back, so that whatever goes wrong is told on a usable terminal.

Never: reaches into the program other than `Simulation` does.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from stbpi.build import dice_of
from stbpi.config import Config
from stbpi.config_sections import TILE_BOARD
from stbpi.dice.source import Dice
from stbpi.sim.app_board import BoardApp
from stbpi.sim.app_resume import as_shown, last_match_in, left_of
from stbpi.sim.app_screen import SimulatorApp
from stbpi.sim.opening import fitting, open_up
from stbpi.sim.pace import PacedLoop
from stbpi.terminal import watched


def play(config: Config, *, start: bool, journal: Path) -> None:
    """Play in the terminal until the user quits.

    Args:
        config: the configuration; its players are those of a new match.
        start: start a match at once, unless the open one of the journal has the same players.
        journal: the journal's file.

    Raises:
        StbError: the box can't be built, or it can't go on; the terminal is usable again.
    """

    async def main() -> tuple[int | None, list[str]]:
        async with simulator(config, start=start, journal=journal, dice=dice_of(config)) as app:
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, app.exit)
            async with watched(app.exit):
                await app.run_async()
            return app.return_code, app.said_at_last

    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        status, said = runner.run(main())
    for line in said:
        print(line)
    if status:
        sys.exit(status)  # the app has failed and has said why


@asynccontextmanager
async def simulator(
    config: Config, *, start: bool, journal: Path, dice: Dice, folder: Path = Path()
) -> AsyncIterator[SimulatorApp]:
    """Start a box and make the app that shows it; the box is stopped at the end.

    Args:
        config: the configuration.
        start: as in `play`.
        journal: the journal's file.
        dice: what is thrown.
        folder: where pictures and scenarios are written.

    Raises:
        StbError: the box can't be built, or it has ended with an error.
    """
    last = last_match_in(journal)
    left = left_of(last) if last is not None else None
    last = as_shown(last, journal) if last is not None else None
    app: SimulatorApp
    if config.box.inputs == TILE_BOARD:
        app = BoardApp(config, journal=journal, dice=dice, last=last, folder=folder)
    else:
        config = fitting(config, left)
        app = SimulatorApp(config, journal=journal, dice=dice, last=last, folder=folder)
    try:
        await open_up(app.box, left, config, start=start)
        yield app
    finally:
        await app.box.stop()
