"""Covers: which sets of standing tiles may be closed for a throw.

Rule: RULES.md 1.1, and 1.2 for the field `cover`.

Never: knows whose turn it is. Keep: every answer comes from a table or a cache; the same few
hundred questions are asked all evening.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from stbpi.games.game import Tiles, tiles
from stbpi.games.shut_the_box.ruleset import CoverRule, Ruleset
from stbpi.games.shut_the_box.tables import sum_covers


def legal_covers(standing: Tiles, dice: Sequence[int], rules: Ruleset) -> tuple[Tiles, ...]:
    """List the covers that these dice allow, by ascending mask.

    Args:
        standing: the tiles that may be closed.
        dice: the throw, in any order.
        rules: `tiles` and `cover` are read.

    >>> from stbpi.games.game import all_tiles, members
    >>> rules = Ruleset(cover=CoverRule.SUM_OR_DICE)
    >>> [members(cover) for cover in legal_covers(all_tiles(9), (2, 5), rules)]
    [(2,), (5,), (2, 5), (7,)]
    """
    match rules.cover:
        case CoverRule.ANY:
            return sum_covers(standing, sum(dice), count=rules.tiles, most=rules.tiles)
        case CoverRule.MAX_TWO:
            return sum_covers(standing, sum(dice), count=rules.tiles, most=2)
        case CoverRule.MAX_THREE:
            return sum_covers(standing, sum(dice), count=rules.tiles, most=3)
        case _:
            return _dice_covers(standing, tuple(sorted(dice)), rules.cover, rules.tiles)


@cache
def _dice_covers(
    standing: Tiles, dice: tuple[int, ...], rule: CoverRule, count: int
) -> tuple[Tiles, ...]:
    """List the covers under a rule that looks at single dice.

    A die's tile can be closed once: two dice that show the same name one tile (`sum_or_dice`),
    or none (`exact`, where such a throw is covered by its sum only).
    """
    total = tiles(sum(dice)) if sum(dice) <= count else None
    singles = [tiles(die) for die in dice]
    together = tiles(*dice)
    match rule:
        case CoverRule.ONE_TILE:
            named = {total, *singles}
        case CoverRule.SUM_OR_DICE:
            named = {total, *singles, together}
        case CoverRule.EXACT:
            named = {total, together if len(set(dice)) == len(dice) else None}
        case _:
            raise AssertionError(f"{rule} does not look at single dice")
    return tuple(sorted(mask for mask in named if mask is not None and not mask & ~standing))
