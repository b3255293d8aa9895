"""Tables over sets of tiles: their sums, and the sets that have a sum.

One set of tables a box size, built when it is first needed; answers are kept.

Never: knows a rule.
"""

from __future__ import annotations

from functools import cache

from stbpi.games.game import Tiles

MAX_TOTAL = 24
"""The highest throw: four dice."""


@cache
def sums(count: int) -> tuple[int, ...]:
    """Return the sum of every set of tiles of a box with `count` tiles, by its mask."""
    table = [0] * (1 << count)
    for mask in range(1, 1 << count):
        low = mask & -mask
        table[mask] = table[mask ^ low] + low.bit_length()
    return tuple(table)


@cache
def _sets_by_total(count: int) -> tuple[tuple[Tiles, ...], ...]:
    sets: list[list[Tiles]] = [[] for _ in range(MAX_TOTAL + 1)]
    for mask, total in enumerate(sums(count)):
        if total <= MAX_TOTAL:
            sets[total].append(Tiles(mask))
    return tuple(tuple(masks) for masks in sets)


@cache
def sum_covers(standing: Tiles, total: int, *, count: int, most: int) -> tuple[Tiles, ...]:
    """List the sets of standing tiles with the sum `total`, by ascending mask.

    Args:
        standing: the tiles that may be closed.
        total: the throw, 1 to 24.
        count: the tiles of the box are 1 to `count`.
        most: how many tiles a set may have.

    >>> from stbpi.games.game import members, tiles
    >>> [members(cover) for cover in sum_covers(tiles(1, 2, 3, 4), 5, count=9, most=9)]
    [(2, 3), (1, 4)]
    """
    return tuple(
        mask
        for mask in _sets_by_total(count)[total]
        if not mask & ~standing and mask.bit_count() <= most
    )
