"""Events a second that the collector brings from a pipe into its database, from a cold start."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from stbpi.games.events import (
    Covered,
    Event,
    MatchStarted,
    PlayerSeated,
    Rolled,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
)
from stbpi.journal.recorded import Recorded
from stbpi.serial_log.lines import Hello, encode, encode_line
from tests.bench.figure import Figure

EVENTS = 300_000
TURNS = 20
RUNS = 3


def collect_from_a_pipe() -> Figure:
    with TemporaryDirectory(prefix="stbpi-") as directory:
        log = Path(directory) / "captured.log"
        log.write_bytes(b"".join(_log()))
        seconds = median(_seconds(log, Path(directory) / f"{run}.db") for run in range(RUNS))
    return Figure(
        name="collect_events_per_s",
        value=EVENTS / seconds,
        unit="events a second",
        limit=30_000,
        at_most=False,
    )


def _seconds(log: Path, db: Path) -> float:
    start = time.perf_counter()
    with subprocess.Popen(["cat", log], stdout=subprocess.PIPE) as cat:
        command = [sys.executable, "-m", "stbpi", "collect", "-", "--db", str(db), "--plain"]
        nowhere = subprocess.DEVNULL
        subprocess.run(command, stdin=cat.stdout, stdout=nowhere, stderr=nowhere, check=True)
    return time.perf_counter() - start


def _log() -> Iterator[bytes]:
    yield encode_line(
        Hello(box="bench", protocol=1, version="1", tiles=9, boot=1, wall=None, last=EVENTS)
    )
    played = chain.from_iterable(map(match, range(1, EVENTS)))
    for n, (number, event) in enumerate(islice(played, EVENTS), 1):
        wall = 1_800_000_000 + n
        yield encode(Recorded(n=n, boot=1, match=number, t=n * 700, wall=wall, event=event))


def match(number: int) -> Iterator[tuple[int, Event]]:
    """Yield the events of a match, with its number."""
    yield number, MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
    yield number, PlayerSeated(seat=1, player="Ann")
    for turn in range(TURNS):
        for event in _turn(turn):
            yield number, event


def _turn(turn: int) -> Iterator[Event]:
    yield TurnStarted(player=1, round=turn + 1)
    for throw, tiles in enumerate(((2, 9), (3, 8), (1, 4)), 1):
        yield Rolled(player=1, dice=(6, 5), total=11, k=turn * 4 + throw)
        yield from (TileDown(tile=tile) for tile in tiles)
        yield Covered(player=1, tiles=tiles, standing=(5, 6, 7))
    yield Rolled(player=1, dice=(1, 1), total=2, k=turn * 4 + 4)
    yield TurnEnded(player=1, standing=(5, 6, 7), score=18, why="no_move", total=18 * turn)
    yield from (TileUp(tile=tile) for tile in (1, 2, 3, 4, 8, 9))
