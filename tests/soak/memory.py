"""Chaos must not grow: memory in use after hours of it, against that after the first ones.

    python -m tests.soak.memory --hours 48

Prints one JSON line, and ends with 1 if more than 2 MB have been added. Measured is what Python
has allocated, after everything that can be let go of is let go of.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tracemalloc
from pathlib import Path

from stbpi.sim.chaos import BOX_H, Report, chaos

LIMIT_MB = 2.0


def growth_mb(hours: float) -> float:
    """Return how much more is allocated at the end than after the second box, in MB."""
    allocated: list[int] = []

    def measure(_: Report) -> None:
        gc.collect()
        allocated.append(tracemalloc.get_traced_memory()[0])

    tracemalloc.start()
    report = chaos(1, hours=hours, folder=Path(), progress=measure)
    if report.failure:
        raise AssertionError(report.failure)
    return (allocated[-1] - allocated[1]) / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.memory")
    parser.add_argument("--hours", type=float, required=True, help=f"at least {3 * BOX_H:g}")
    grown = growth_mb(max(parser.parse_args().hours, 3 * BOX_H))
    ok = grown <= LIMIT_MB
    print(json.dumps({"name": "chaos_growth", "value": round(grown, 2), "unit": "MB", "ok": ok}))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
