"""Days of chaos on all cores.

    python -m tests.soak.chaos --days 30 --seeds 20
    python -m tests.soak.chaos --matches 1000

Each day is one of `stbpi sim --chaos SEED --hours …`, and its matches are judged. Ends with 1 at
the first failure, and names the seed and the scenario that was written here.

Never: changes what a day is judged by; it only plays more of them.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count, islice
from pathlib import Path

from stbpi.sim.chaos import BOX_H, Report, chaos
from tests.soak.judge import Judge

DAY_H = 24
BOXES_A_DAY = round(DAY_H / BOX_H)


def play_day(seed: int, day: int, folder: Path) -> Report:
    """Play one day of a seed, and judge its matches.

    Args:
        day: from 0.
        folder: where a scenario is written if it fails.
    """
    judge = Judge()
    first = day * BOXES_A_DAY
    report = chaos(seed, hours=DAY_H, first=first, folder=folder, tell=judge.hear)
    judge.judge()
    if judge.wrong and not report.failure:
        report.failure = f"chaos {seed}, day {day + 1}: {judge.wrong}"
    return report


def days_of(seeds: range, days: int | None) -> Iterator[tuple[int, int]]:
    """List (seed, day); without a number of days they never end."""
    for day in range(days) if days is not None else count():
        for seed in seeds:
            yield seed, day


def play(
    todo: Iterator[tuple[int, int]], *, matches: int | None, jobs: int, folder: Path
) -> Report:
    """Play days until there are none left, there were enough matches, or one fails."""
    total = Report()
    began = time.monotonic()
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        running: set[Future[Report]] = set()
        while True:
            is_enough = bool(total.failure) or (matches is not None and total.matches >= matches)
            more = () if is_enough else islice(todo, jobs - len(running))
            running |= {pool.submit(play_day, seed, day, folder) for seed, day in more}
            if not running:
                return total
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                total.add(future.result())
            print(f"{time.monotonic() - began:7.0f} s  {total.line()}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.chaos")
    parser.add_argument("--days", type=int, help="so many days of every seed")
    parser.add_argument("--seeds", type=int, default=1, help="so many seeds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--skip", type=int, default=0, help="go on behind so many of these days")
    parser.add_argument("--matches", type=int, help="end when so many matches are over")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    days = arguments.days
    if days is None and arguments.matches is None:
        parser.error("expected --days or --matches")
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    todo = islice(days_of(seeds, days), arguments.skip, None)
    total = play(todo, matches=arguments.matches, jobs=arguments.jobs, folder=Path())
    if total.failure:
        print(total.failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
