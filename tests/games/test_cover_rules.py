"""Covers under every `cover` rule against brute force, written from RULES.md 1.2 alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement

import pytest

from stbpi.games.game import Tiles, tiles
from stbpi.games.shut_the_box.covers import legal_covers
from stbpi.games.shut_the_box.ruleset import CoverRule, Ruleset

Legal = Callable[[Sequence[int], Sequence[int]], bool]


def _sums(cover: Sequence[int], dice: Sequence[int], most: int) -> bool:
    return sum(cover) == sum(dice) and len(cover) <= most


def _one_tile(cover: Sequence[int], dice: Sequence[int]) -> bool:
    return len(cover) == 1 and cover[0] in {sum(dice), *dice}


def _sum_or_dice(cover: Sequence[int], dice: Sequence[int]) -> bool:
    return _one_tile(cover, dice) or set(cover) == set(dice)


def _exact(cover: Sequence[int], dice: Sequence[int]) -> bool:
    return list(cover) == [sum(dice)] or list(cover) == sorted(dice)


RULES: dict[CoverRule, Legal] = {
    CoverRule.ANY: lambda cover, dice: _sums(cover, dice, 12),
    CoverRule.MAX_TWO: lambda cover, dice: _sums(cover, dice, 2),
    CoverRule.MAX_THREE: lambda cover, dice: _sums(cover, dice, 3),
    CoverRule.ONE_TILE: _one_tile,
    CoverRule.SUM_OR_DICE: _sum_or_dice,
    CoverRule.EXACT: _exact,
}


def rolls() -> list[tuple[int, ...]]:
    return [
        roll for count in (1, 2, 3) for roll in combinations_with_replacement(range(1, 7), count)
    ]


@pytest.mark.parametrize("count", [9, 10, 12])
@pytest.mark.parametrize("rule", list(CoverRule))
def test_covers_equal_brute_force_for_every_mask_and_roll(rule: CoverRule, count: int) -> None:
    subsets = [
        subset for size in range(1, count + 1) for subset in combinations(range(1, count + 1), size)
    ]
    rules = Ruleset(tiles=count, cover=rule)
    for roll in rolls():
        possible = sorted(tiles(*subset) for subset in subsets if RULES[rule](subset, roll))
        for mask in range(1 << count):
            expected = tuple(cover for cover in possible if not cover & ~mask)
            found = legal_covers(Tiles(mask), roll, rules)
            assert found == expected, (roll, bin(mask))


def test_the_order_of_the_dice_does_not_matter() -> None:
    rules = Ruleset(cover=CoverRule.SUM_OR_DICE)

    assert legal_covers(rules.all_tiles, (5, 2), rules) == legal_covers(
        rules.all_tiles, (2, 5), rules
    )


def test_a_double_closes_one_tile_or_its_sum() -> None:
    by_dice = Ruleset(cover=CoverRule.SUM_OR_DICE)
    exact = Ruleset(cover=CoverRule.EXACT)

    assert legal_covers(by_dice.all_tiles, (4, 4), by_dice) == (tiles(4), tiles(8))
    assert legal_covers(exact.all_tiles, (4, 4), exact) == (tiles(8),)
    assert legal_covers(exact.all_tiles, (5, 5), exact) == ()
