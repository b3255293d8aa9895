"""What a storm of events costs with the board and a hundred watchers, and whether any is lost.

A box writes 200 events a second, each on the disk before the next, as no box ever does. The board
and its watchers, two processes of their own, are stopped half of the time, so that what they cost
the writer is measured beside what it is without them, whatever else this machine does; they have
to make up for it each time.

`python -m tests.bench.board_storm 60` lets the storm last so many seconds; `make bench` has a
short one.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from stbpi.journal.store import Journal
from tests.bench.collect import match
from tests.bench.figure import Figure
from tests.processes import ROOT, environ

WATCHERS = 100
EVENTS_PER_S = 200
SHORT_S = 12.0
SLICE_S = 2.0
WARM_S = 4.0
WALL = 1_800_000_000


class Storm:
    """A box that writes without a rest.

    Attributes:
        written: how many events.
        seconds: each commit took, while the board watched, and while it was stopped.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._events = chain.from_iterable(match(number) for number in range(1, 100_000))
        self.written = 0
        self.seconds: dict[bool, list[float]] = {True: [], False: []}

    def rage(self, seconds: float, *, is_watched: bool) -> None:
        """Write for a while; events that nobody can be told at once have no time."""
        begin = time.monotonic()
        for count in range(round(seconds * EVENTS_PER_S)):
            time.sleep(max(0.0, begin + count / EVENTS_PER_S - time.monotonic()))
            before = time.perf_counter()
            self.write(time.monotonic_ns() // 1_000_000 if is_watched else 0)
            self.seconds[is_watched].append(time.perf_counter() - before)

    def write(self, t: int = 0) -> None:
        _number, event = next(self._events)
        self._journal.record([event], t=t, wall=WALL)
        self._journal.sync()
        self.written += 1


def board_in_a_storm(seconds: float = SHORT_S) -> Iterator[Figure]:
    """Measure; the storm lasts so many seconds with the board, and as many without."""
    sizes = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="stbpi-")))
        storm = Storm(stack.enter_context(closing(Journal(folder / "bar.db"))))
        storm.write()
        board, watchers = _board(stack, folder)
        storm.rage(WARM_S, is_watched=True)
        storm.seconds[True].clear()
        for _ in range(round(seconds / SLICE_S)):
            storm.rage(SLICE_S, is_watched=True)
            for process in (watchers, board):
                process.send_signal(signal.SIGSTOP)
            storm.rage(SLICE_S, is_watched=False)
            for process in (board, watchers):
                process.send_signal(signal.SIGCONT)
            sizes.append(_memory(board))
        time.sleep(SLICE_S)
        watchers.send_signal(signal.SIGTERM)
        told = json.loads(_line(watchers))
    lost = told["resets"] + sum(storm.written - 1 - count for count in told["told"])
    half = len(sizes) // 2
    growth = max(sizes[half:]) - max(sizes[:half])
    slower = median(storm.seconds[True]) / median(storm.seconds[False])
    for name, value, unit, limit in (
        ("board_events_lost", lost, "events", 0.0),
        ("board_event_to_watcher", median(told["delays"]), "ms", 300.0),
        ("board_memory_growth", growth / 1024, "MB", 4.0),
        ("board_commit", slower, "times of a commit without the board", 1.5),
    ):
        yield Figure(name=name, value=value, unit=unit, limit=limit, at_most=True)


def _board(stack: ExitStack, folder: Path) -> tuple[subprocess.Popen[str], subprocess.Popen[str]]:
    """Start the board, and its watchers; return both when all are there."""
    options = ("--journal", folder / "bar.db", "--sheets", folder / "sheets.db", "--port", 0)
    board = stack.enter_context(_process("stbpi", "board", *options))
    port = _line(board).rpartition(":")[2].partition("/")[0]
    watchers = stack.enter_context(_process("tests.bench.board_watchers", port, WATCHERS))
    assert _line(watchers) == "ready\n"
    return board, watchers


@contextmanager
def _process(module: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", module, *map(str, arguments)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environ({}), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def _memory(process: subprocess.Popen[str]) -> int:
    """Return what a process holds, in kB."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii", errors="replace")
    found = re.search(r"^VmRSS:\s*(\d+) kB", status, re.MULTILINE)
    assert found is not None
    return int(found[1])


if __name__ == "__main__":
    for figure in board_in_a_storm(float(sys.argv[1]) if len(sys.argv) > 1 else SHORT_S):
        print(json.dumps(figure.members()), flush=True)
