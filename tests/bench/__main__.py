"""The bench: prints one JSON line a figure, and exits 1 if one is out of its limit.

A figure is a ratio against a baseline measured in the same run, so that it says the same on
every machine: {"name": …, "value": …, "unit": …, "limit": …, "ok": …}.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable

from tests.bench.covers import table_against_combinations
from tests.bench.display import bytes_against_whole_frames
from tests.bench.figure import Figure
from tests.bench.match import pure_against_table

BENCHES: Iterable[Callable[[], Figure]] = (
    table_against_combinations,
    pure_against_table,
    bytes_against_whole_frames,
)


def main() -> int:
    held = True
    for bench in BENCHES:
        figure = bench()
        held = held and figure.ok
        print(json.dumps(figure.members()), flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
