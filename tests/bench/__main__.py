"""The bench: prints one JSON line a figure, and exits 1 if one is out of its limit.

A figure is a ratio against a baseline measured in the same run where it can be, so that it says
the same on every machine: {"name": …, "value": …, "unit": …, "limit": …, "ok": …}.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from itertools import chain

from tests.bench.board import pages_of_all_matches
from tests.bench.board_storm import board_in_a_storm
from tests.bench.chaos import day_of_chaos
from tests.bench.collect import collect_from_a_pipe
from tests.bench.covers import table_against_combinations
from tests.bench.display import bytes_against_whole_frames
from tests.bench.figure import Figure
from tests.bench.history import player_stats
from tests.bench.idle import idle_costs
from tests.bench.latency import edge_to_command
from tests.bench.match import pure_against_table
from tests.bench.serial_log import unread_port
from tests.bench.start import start_against_libraries
from tests.bench.strategy import solved_from_cold, turns_of_the_perfect_bot
from tests.bench.tile_board import change_to_command

BENCHES: Iterable[Callable[[], Figure]] = (
    table_against_combinations,
    pure_against_table,
    bytes_against_whole_frames,
    collect_from_a_pipe,
    turns_of_the_perfect_bot,
    day_of_chaos,
)
SERIES: Iterable[Callable[[], Iterable[Figure]]] = (
    edge_to_command,
    change_to_command,
    unread_port,
    start_against_libraries,
    idle_costs,
    player_stats,
    pages_of_all_matches,
    solved_from_cold,
    board_in_a_storm,
)


def main() -> int:
    held = True
    figures = chain((bench() for bench in BENCHES), *(series() for series in SERIES))
    for figure in figures:
        held = held and figure.ok
        print(json.dumps(figure.members()), flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
