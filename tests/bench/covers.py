"""Legal covers by table against `itertools.combinations` over the same queries."""

from __future__ import annotations

from itertools import combinations
from random import Random

from stbpi.games.game import Tiles, members, tiles
from stbpi.games.shut_the_box.covers import legal_covers
from stbpi.games.shut_the_box.ruleset import Ruleset
from tests.bench.figure import Figure, ratio

QUERIES = 20_000


def table_against_combinations() -> Figure:
    chance = Random(1)
    rules = Ruleset(tiles=12)
    queries = [
        (Tiles(chance.randrange(1, 1 << 12)), (chance.randint(1, 6), chance.randint(1, 6)))
        for _ in range(QUERIES)
    ]

    def by_table() -> None:
        for standing, dice in queries:
            legal_covers(standing, dice, rules)

    def by_combinations() -> None:
        for standing, dice in queries:
            numbers, total = members(standing), sum(dice)
            [
                tiles(*cover)
                for size in range(1, len(numbers) + 1)
                for cover in combinations(numbers, size)
                if sum(cover) == total
            ]

    return Figure(
        name="covers_by_table_against_combinations",
        value=ratio(by_combinations, by_table),
        unit="times faster",
        limit=20,
        at_most=False,
    )
