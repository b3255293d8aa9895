"""How much better one strength of bots plays than another.

    python -m tests.games.luk_fu.duel strong simple --deals 2000

lets one bot of the first play against two of the second; it sits in each seat in turn, and every
three deals have the same cards. Told is what it wins a deal (net points), with a confidence
interval; exit status 1 if that does not clear zero.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt

from stbpi.games.luk_fu import bots
from stbpi.games.luk_fu.rules import Strength
from tests.games.luk_fu.table import Table

CONFIDENCE = 2.576
"""So many standard errors to each side make a confidence of 99 %."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a bot has won a deal, and the confidence interval of 99 %."""

    deals: int
    mean: float
    low: float
    high: float


def won(number: int, *, one: Strength, others: Strength, guesses: int, seed: int) -> int:
    """Play a deal, again and again while nobody calls; return what the one bot has won."""
    chance = random.Random(f"{seed} {number}")
    seat = number % 3 + 1
    table = Table(seed=seed + number // 3)
    table.play(
        lambda turn, seen: bots.choose(
            one if turn == seat else others, seen, chance, guesses=guesses
        )
    )
    return table.state.totals[seat - 1]


def result(units: Iterable[int]) -> Result:
    got = list(units)
    mean = sum(got) / len(got)
    variance = sum((one - mean) ** 2 for one in got) / (len(got) - 1)
    margin = CONFIDENCE * sqrt(variance / len(got))
    return Result(len(got), mean, mean - margin, mean + margin)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", type=Strength)
    parser.add_argument("others", type=Strength)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--guesses", type=int, default=bots.GUESSES)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    play = partial(won, one=asked.one, others=asked.others, guesses=asked.guesses, seed=asked.seed)
    began = time.monotonic()
    with ProcessPoolExecutor(2) as pool:
        told = result(pool.map(play, range(asked.deals), chunksize=20))
    print(
        f"{asked.one} against two {asked.others}, {told.deals} deals, {asked.guesses} guesses: "
        f"{told.mean:+.3f} points a deal, 99 % interval {told.low:+.3f} to {told.high:+.3f}, "
        f"{time.monotonic() - began:.0f} s"
    )
    return 0 if told.low > 0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
