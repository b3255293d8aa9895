"""What a day of `stbpi sim --chaos` takes: 24 virtual hours, in which people play for eight.

A box of each game stands for it, and lives for two hours: a little dear, since a box of chaos
lives for longer.
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from unittest.mock import patch

from stbpi.games.registry import NAMES
from stbpi.sim import chaos_rules
from stbpi.sim.chaos import chaos
from tests.bench.figure import LOOP_S, Figure, loop_s

DAY_H = 24
LIFE_H = 2
LIMIT_S = 60


def day_of_chaos() -> Figure:
    """Measure; each life has its own measure of the machine right behind it."""
    lives, loops = zip(*((_life_s(game), loop_s()) for game in NAMES), strict=True)
    return Figure(
        name="day_of_chaos",
        value=sum(lives) * DAY_H / (LIFE_H * len(NAMES)),
        unit="s of CPU",
        limit=round(LIMIT_S * median(loops) / LOOP_S, 1),
        at_most=True,
    )


def _life_s(game: str) -> float:
    """Play one box that begins with a game."""
    begin = time.process_time()
    with TemporaryDirectory(prefix="stbpi-") as folder, patch.object(chaos_rules, "GAMES", (game,)):
        report = chaos(1, hours=LIFE_H, folder=Path(folder))
    if report.failure:
        raise RuntimeError(report.failure)
    return time.process_time() - begin
