"""Throws: in how many ways each comes, and what can be closed for it.

A cover of standing tiles is one that the start of the turn allows, too, whose tiles all stand
still; so the covers of the start, one list a throw, hold those of every position. Throws that
allow the same covers are one *group*: they lead to the same choice everywhere.

Rule: RULES.md 1.2, fields `dice`, `cover`, `unlucky`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from stbpi.games.game import Tiles
from stbpi.games.shut_the_box.covers import legal_covers
from stbpi.games.shut_the_box.ruleset import Ruleset

Throw = tuple[int, ...]
"""What the dice show, ascending."""


@cache
def throws(dice: int) -> Mapping[Throw, int]:
    """Return every throw of so many dice, with the number of ways in which it comes.

    >>> throws(2)[1, 1], throws(2)[1, 2], sum(throws(2).values())
    (1, 2, 36)
    """
    return {
        throw: factorial(dice) // prod(map(factorial, Counter(throw).values()))
        for throw in combinations_with_replacement(range(1, 7), dice)
    }


@dataclass(frozen=True, slots=True)
class Groups:
    """The throws of a ruleset, grouped by what can be closed for them.

    Attributes:
        covers: of each group, at the start of a turn, the largest mask first.
        of: the group of each throw.
        ways: by the number of dice: how many of the 6 ** dice rolls belong to each group.
    """

    covers: tuple[tuple[Tiles, ...], ...]
    of: Mapping[Throw, int]
    ways: Mapping[int, tuple[int, ...]]


def groups(rules: Ruleset, dice: Iterable[int]) -> Groups:
    """Group the throws of these numbers of dice; an unlucky one allows no cover."""
    numbers: dict[tuple[Tiles, ...], int] = {}
    of: dict[Throw, int] = {}
    for count in dice:
        for throw in throws(count):
            covers = () if sum(throw) == rules.unlucky else _covers(throw, rules)
            of[throw] = numbers.setdefault(covers, len(numbers))
    ways = {count: [0] * len(numbers) for count in dice}
    for throw, number in of.items():
        ways[len(throw)][number] += throws(len(throw))[throw]
    return Groups(tuple(numbers), of, {count: tuple(row) for count, row in ways.items()})


def _covers(throw: Throw, rules: Ruleset) -> tuple[Tiles, ...]:
    return tuple(reversed(legal_covers(rules.start_tiles, throw, rules)))
