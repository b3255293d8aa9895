"""One player's statistics over a million stored events: the whole command, from its start.

Every turn of the player is judged.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from stbpi.collector.database import connect
from stbpi.games.events import Event, PlayerSeated, encode
from stbpi.games.shut_the_box.house_rules import make
from tests.bench.figure import Figure
from tests.games.evening import Play
from tests.strategies import Asked

EVENTS = 1_000_000
BOXES = ("anchor", "bell", "crown", "dock")
PLAYERS = tuple(f"Player {n}" for n in range(1, 21))
"""Four of them sit at each match, in turns: each at one of five."""

ALWAYS = "Everywhere"
"""Sits at every match, in a seat of his own."""

PLAYED = 37
"""So many matches are played; the others are those again, by other players."""

MONDAY = 1_767_571_200

Row = tuple[str, int, int, int, int, int, str, str]


def player_stats() -> Iterator[Figure]:
    """Measure the statistics of one of twenty players, and of one who sits at every match."""
    with TemporaryDirectory(prefix="stbpi-") as directory:
        database = Path(directory) / "collection.db"
        fill(database, EVENTS)
        for name, player, limit in (
            ("player_stats_over_a_million_events_s", PLAYERS[0], 1.0),
            ("player_stats_of_every_match_s", ALWAYS, 4.0),
        ):
            value = median(_asked(database, player) for _ in range(3))
            yield Figure(name=name, value=value, unit="s", limit=limit, at_most=True)


def fill(database: Path, events: int) -> None:
    """Make a collection of so many events of matches of five players and four rounds."""
    with closing(connect(database)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        _insert(connection, itertools.islice(_rows(), events))
        connection.execute("COMMIT")


def _insert(connection: sqlite3.Connection, rows: Iterator[Row]) -> None:
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _rows() -> Iterator[Row]:
    """Yield events of one box after the other, a season of a thousand matches each."""
    matches = [_match(seed) for seed in range(PLAYED)]
    seats = [json.dumps({"seat": 1, "player": ALWAYS})]
    for box in itertools.count():
        n, wall = 0, MONDAY
        for match in range(1, 501):
            names = [PLAYERS[(match * 4 + seat) % len(PLAYERS)] for seat in range(4)]
            seats[1:] = [json.dumps({"seat": s, "player": p}) for s, p in enumerate(names, 2)]
            at = iter(seats)
            for name, body in matches[match % PLAYED]:
                n += 1
                told = next(at) if name == PlayerSeated.e else body
                yield (f"{BOXES[box % 4]} {box // 4}", n, 1, match, n * 1500, wall + n, name, told)


def _match(seed: int) -> list[tuple[str, str]]:
    """Play a match."""
    play = Play(make("luk_kassen", [("shut", "zero")]), (ALWAYS, "A", "B", "C", "D"), dice=seed)
    for choice in itertools.count(seed):
        if play.state.result is not None:
            return [_told(event) for event in play.events]
        play.do(Asked(choice))
    raise AssertionError


def _told(event: Event) -> tuple[str, str]:
    return event.e, json.dumps(encode(event), separators=(",", ":"))


def _asked(database: Path, player: str) -> float:
    command = [sys.executable, "-m", "stbpi", "stats", str(database), "--player", player, "--json"]
    start = time.perf_counter()
    told = subprocess.run(command, capture_output=True, check=True).stdout
    took = time.perf_counter() - start
    [row] = json.loads(told)["rows"]
    assert row["turns"] == row["skill"][0]["turns"] > 0
    return took
