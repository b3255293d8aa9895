"""Covers against brute force, written from RULES.md 1.1 alone, and counts."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from stbpi.games.game import NO_TILES, Tiles, all_tiles, members, tiles
from stbpi.games.shut_the_box.tables import MAX_TOTAL, sum_covers, sums

COUNTS = Path(__file__).parents[1] / "data" / "cover_counts.json"
TOTALS = range(1, MAX_TOTAL + 1)
every_size = pytest.mark.parametrize("count", [6, 7, 8, 9, 10, 11, 12])
sizes_of_real_boxes = pytest.mark.parametrize("count", [9, 12])


def covers(standing: Tiles, total: int, *, count: int) -> tuple[Tiles, ...]:
    return sum_covers(standing, total, count=count, most=count)


def all_sets(numbers: Sequence[int]) -> dict[int, set[Tiles]]:
    """Return every set of these tiles but the empty one, by what it adds up to."""
    found: dict[int, set[Tiles]] = defaultdict(set)
    for size in range(1, len(numbers) + 1):
        for chosen in combinations(numbers, size):
            found[sum(chosen)].add(tiles(*chosen))
    return found


@sizes_of_real_boxes
def test_the_covers_of_every_total_on_every_box_are_those_that_brute_force_finds(
    count: int,
) -> None:
    for mask in range(1 << count):
        standing = Tiles(mask)
        expected = all_sets(members(standing))
        for total in TOTALS:
            found = covers(standing, total, count=count)

            assert found == tuple(sorted(expected[total])), (members(standing), total)


@every_size
def test_the_sum_of_every_set_is_that_of_its_numbers(count: int) -> None:
    table = sums(count)

    assert len(table) == 1 << count
    assert all(table[mask] == sum(members(Tiles(mask))) for mask in range(1 << count))


@every_size
def test_a_full_box_has_as_many_covers_of_each_total_as_were_counted(count: int) -> None:
    counted = json.loads(COUNTS.read_text("utf-8"))["covers"][str(count)]
    found = [len(covers(all_tiles(count), total, count=count)) for total in TOTALS]

    assert found == counted


@every_size
def test_as_many_sets_can_make_each_total_as_were_counted(count: int) -> None:
    counted = json.loads(COUNTS.read_text("utf-8"))["boxes"][str(count)]
    found = Counter(
        total
        for mask in range(1 << count)
        for total in range(2, 13)
        if covers(Tiles(mask), total, count=count)
    )

    assert [found[total] for total in range(2, 13)] == counted


def test_eight_has_six_covers_on_a_full_box() -> None:
    found = {members(cover) for cover in covers(all_tiles(9), 8, count=9)}

    assert found == {(8,), (1, 7), (2, 6), (3, 5), (1, 2, 5), (1, 3, 4)}


@pytest.mark.parametrize("most", range(1, 5))
def test_as_many_tiles_as_are_allowed_are_found(most: int) -> None:
    for total in TOTALS:
        few = tuple(c for c in covers(all_tiles(12), total, count=12) if c.bit_count() <= most)

        assert sum_covers(all_tiles(12), total, count=12, most=most) == few


def test_nothing_covers_anything_on_a_shut_box() -> None:
    assert all(covers(NO_TILES, total, count=9) == () for total in TOTALS)
