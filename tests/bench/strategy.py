"""What it takes to solve a turn in a process that has solved none, all tables included.

The limits hold on a machine whose Python adds ten million numbers in `LOOP_S`, and grow with the
time that it takes here; imports are not counted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.figure import Figure

ROOT = Path(__file__).parents[2]
LOOP_S = 0.4
RUNS = 5

BOXES = {
    "solve_9_tiles_2_dice": ("Ruleset()", 15),
    "solve_12_tiles_3_dice": ("Ruleset(tiles=12, dice=3)", 200),
}
"""The house rules of each figure, and its limit in milliseconds."""

SOLVE = """
import json, time
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.goals import Points
from stbpi.strategy.solver import solve

def loop():
    total = 0
    for number in range(10_000_000):
        total += number

begin = time.process_time()
solve({rules}, Points())
solved = time.process_time()
loop()
print(json.dumps([solved - begin, time.process_time() - solved]))
"""


def solved_from_cold() -> Iterator[Figure]:
    """Measure; the loop of additions comes first, as the measure of the machine."""
    runs = {name: _runs(rules) for name, (rules, _) in BOXES.items()}
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


def _runs(rules: str) -> list[tuple[float, float]]:
    """Return the seconds of solving and of the loop, of each run."""
    return [_run(rules) for _ in range(RUNS)]


def _run(rules: str) -> tuple[float, float]:
    command = [sys.executable, "-c", SOLVE.format(rules=rules)]
    result = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    solve, loop = json.loads(result.stdout)
    return solve, loop
