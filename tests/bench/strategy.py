"""What it takes to solve a turn in a process that has solved none, and how fast turns are played.

All tables are included, imports are not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.figure import LOOP_S, Figure

ROOT = Path(__file__).parents[2]
RUNS = 5

BOXES = {
    "solve_9_tiles_2_dice": ("Ruleset()", 15),
    "solve_12_tiles_3_dice": ("Ruleset(tiles=12, dice=3)", 200),
}
"""The house rules of each figure, and its limit in milliseconds."""

TURNS = 300_000
TURNS_PER_S = 300_000

SOLVE = """
import json, time
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.goals import Points
from stbpi.strategy.solver import solve
from tests.bench.figure import loop_s

begin = time.process_time()
solve({rules}, Points())
print(json.dumps([time.process_time() - begin, loop_s()]))
"""

PLAY = """
import json, time
from random import Random
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.bots import Bot
from stbpi.strategy.situation import Situation
from tests.bench.figure import loop_s

last = Situation(rules=Ruleset(rounds=1), round=1, seat=2, totals=(0, 0), scores=(7, None))
policy, chance = Bot.named("perfect").policy(last), Random(1)
begin = time.process_time()
for _ in range({turns}):
    policy.play(chance)
print(json.dumps([time.process_time() - begin, loop_s()]))
"""


def solved_from_cold() -> Iterator[Figure]:
    """Measure; the loop of additions comes first, as the measure of the machine."""
    runs = {name: _runs(SOLVE.format(rules=rules)) for name, (rules, _) in BOXES.items()}
    loop = median(loop for pairs in runs.values() for _, loop in pairs)
    yield Figure(name="loop_of_additions", value=loop, unit="s", limit=60, at_most=True)
    for name, (_, limit) in BOXES.items():
        yield Figure(
            name=name,
            value=1000 * median(solve for solve, _ in runs[name]),
            unit="ms of CPU",
            limit=round(limit * loop / LOOP_S, 1),
            at_most=True,
        )


def turns_of_the_perfect_bot() -> Figure:
    """Measure how many turns are played in a second."""
    runs = _runs(PLAY.format(turns=TURNS))
    return Figure(
        name="perfect_turns_per_s",
        value=TURNS / median(play for play, _ in runs),
        unit="turns a second",
        limit=round(TURNS_PER_S * LOOP_S / median(loop for _, loop in runs)),
        at_most=False,
    )


def _runs(program: str) -> list[tuple[float, float]]:
    """Return the seconds of a program's job and of the loop, of each run."""
    return [_run(program) for _ in range(RUNS)]


def _run(program: str) -> tuple[float, float]:
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    job, loop = json.loads(result.stdout)
    return job, loop
