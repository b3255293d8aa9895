"""The pages of all matches over a million events: at first, after one more turn, of a player.

Nothing is drawn; that takes milliseconds.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.board.almanac import Almanac
from stbpi.board.portrait import of_player, portrait
from stbpi.board.ranking import boards
from tests.bench.figure import Figure
from tests.bench.history import ALWAYS, EVENTS, fill

TURN = (
    "INSERT INTO events SELECT box, n + 1, boot, match, t + 1, wall + 1, 'turn_started', "
    """'{"player":1,"round":9}' FROM events WHERE box = 'anchor 0' ORDER BY n DESC LIMIT 1"""
)


def pages_of_all_matches() -> Iterator[Figure]:
    """Measure the boards of all time, and the page of a player who sits at every match."""
    with TemporaryDirectory(prefix="stbpi-") as directory:
        database = Path(directory) / "collection.db"
        fill(database, EVENTS)
        almanac = Almanac(database)
        yield _figure("all_time_over_a_million_events_s", 8.0, lambda: _boards(almanac))
        with closing(sqlite3.connect(database)) as connection:
            connection.execute(TURN)
            connection.commit()
        yield _figure("all_time_after_one_more_turn_s", 1.5, lambda: _boards(almanac))
        yield _figure("player_page_of_every_match_s", 6.0, lambda: _player(almanac))


def _figure(name: str, limit: float, work: Callable[[], object]) -> Figure:
    start = time.perf_counter()
    work()
    took = time.perf_counter() - start
    return Figure(name=name, value=took, unit="s", limit=limit, at_most=True)


def _boards(almanac: Almanac) -> None:
    [board] = boards(almanac.read().matches)
    assert len(board.lines) == 21


def _player(almanac: Almanac) -> None:
    told = of_player(almanac.read().told, ALWAYS)
    almanac.judged(told, ALWAYS)
    [part] = portrait(told, ALWAYS).parts
    assert part.skill
