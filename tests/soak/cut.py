"""Cuts and faults of the journal's storage, all of them.

    python -m tests.soak.cut
    python -m tests.soak.cut --only 'match 88:torn:3'

Ends with 1 if a case fails, and names it; `--only` tries that one alone (a sweep as a whole is
named by its first word: `--only failing`).

Never: changes what the tests judge by; it only tries more.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from stbpi.errors import StbError
from tests.journal.rig import deals
from tests.journal.rig.checks import BrokenPromiseError, Judge, history_of
from tests.journal.rig.long_evening import last_the_evening
from tests.journal.rig.match import earlier_evening, play
from tests.journal.rig.operations import Kind
from tests.journal.rig.storage import Storage, fast_folder
from tests.journal.rig.sweeps import (
    Case,
    cuts,
    cuts_after_a_kill,
    failing,
    failing_then_cut,
    faults,
    recorded_match,
    second_cuts,
)

SHOW_EVERY_S = 1.0


def all_cuts(folder: Path, seeds: int) -> Iterator[Case]:
    """Every cut of a match, of the starts that follow, of a long evening, and one of Luk Fu."""
    log, history = recorded_match(folder)
    yield from cuts(log, Judge(folder, history), seeds=seeds, name="match")
    few = max(1, seeds // 20)
    yield from second_cuts(log, Judge(folder, history), seeds=few)
    yield from cuts_after_a_kill(log, Judge(folder, history), seeds=few)
    storage = Storage()
    (folder / "long").mkdir()
    played, began = last_the_evening(folder / "long", storage)
    window = range(began - 10, began + 10**6)
    yield from cuts(
        storage.log,
        Judge(folder, history_of(played)),
        seeds=few,
        is_wanted=window.__contains__,
        name="long",
    )
    (folder / "deals").mkdir()
    of_cards = deals.play(folder / "deals")
    judge = deals.DealJudge(folder, of_cards)
    yield from deals.deal_cuts(of_cards.log, judge, seeds=seeds)


def all_faults() -> Iterator[Case]:
    """Every fault of a match, with a new journal and with an older one, and cuts after it."""
    for name, before in (("failing", {}), ("failing-later", earlier_evening())):
        counts = Storage()
        with fast_folder() as folder:
            clean = play(folder, counts, before=before)
        yield from failing(faults(counts), clean, before=before, name=name)
        if not before:
            lost = [f for f in faults(counts, kinds=[Kind.SYNC, Kind.WRITE]) if not f.for_ever]
            in_match = [fault for fault in lost if fault.n > clean.opening[fault.kind]]
            yield from failing_then_cut(in_match, seeds=2)


def main() -> int:
    """Try all cases; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.cut", description=__doc__)
    parser.add_argument("--seeds", type=int, default=60, help="how often each moment is cut")
    parser.add_argument("--only", default="", help="the name of a case, or of a sweep")
    options = parser.parse_args()
    logging.disable()
    began = shown = time.monotonic()
    tried: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    with fast_folder() as folder:
        for case in chain(all_cuts(folder, options.seeds), all_faults()):
            sweep = case.name.split()[0]
            if options.only not in ("", sweep, case.name):
                continue
            try:
                tried[sweep] += case.check()
            except (BrokenPromiseError, StbError, OSError, RuntimeError) as exc:
                failed[sweep] += 1
                print(f"\r{case.name}: {exc}")
            if time.monotonic() > shown + SHOW_EVERY_S:
                shown = time.monotonic()
                told = f"\r{case.name:60} {sum(tried.values())} {shown - began:.0f} s"
                print(told, end="", file=sys.stderr, flush=True)
    print(f"\rtried {dict(tried)}, failed {dict(failed)}, {time.monotonic() - began:.0f} s")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
