"""Covers: which sets of standing tiles may be closed for a throw.

Rule: RULES.md 1.1, and 1.2 for the field `cover`.

Never: knows whose turn it is. Keep: every answer comes from a table or a cache; the same few
hundred questions are asked all evening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain

from stbpi.games.game import Tiles, tiles
from stbpi.games.shut_the_box.ruleset import CoverRule, Ruleset
from stbpi.games.shut_the_box.tables import sum_covers

BY_TOTAL: Mapping[CoverRule, int] = {
    CoverRule.ANY: 12,
    CoverRule.MAX_TWO: 2,
    CoverRule.MAX_THREE: 3,
}
"""The cover rules that look at the total alone, and how many tiles a cover may have by them."""


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
    if rules.cover in BY_TOTAL:
        return sum_covers(standing, sum(dice), count=rules.tiles, most=BY_TOTAL[rules.cover])
    return _dice_covers(standing, tuple(sorted(dice)), rules.cover, rules.tiles)


def real_covers(standing: Tiles, rules: Ruleset) -> tuple[Tiles, ...]:
    """List the covers that real dice may allow, whatever they show.

    Args:
        standing: the tiles that may be closed.
        rules: of a game with real dice, which is covered by the total.

    >>> from stbpi.games.game import members, tiles
    >>> [members(cover) for cover in real_covers(tiles(1, 2, 9), Ruleset())]
    [(2,), (1, 2), (9,), (1, 9), (2, 9), (1, 2, 9)]
    """
    totals = rules.totals_allowed(standing)
    return _total_covers(standing, totals, rules.tiles, BY_TOTAL[rules.cover])


@cache
def _total_covers(
    standing: Tiles, totals: tuple[int, ...], count: int, most: int
) -> tuple[Tiles, ...]:
    covers = (sum_covers(standing, total, count=count, most=most) for total in totals)
    return tuple(sorted(chain.from_iterable(covers)))


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
