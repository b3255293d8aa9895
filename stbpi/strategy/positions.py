"""The positions of a turn: the tiles that can stand in it, and what may be done there.

A position is a part of the tiles that stand at the start; where all of these stand, the first
throw is still to come.

Never: knows a goal. Rule: RULES.md 1.1 and 1.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from stbpi.games.game import NO_TILES, Tiles, subsets, tiles, without
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.throws import groups


class Positions:
    """The positions of a turn by some house rules; `positions_of` keeps the latest.

    Attributes:
        start: the tiles that stand at the start.
        all: every position, each after its parts.
        scores: by position: the score of a turn that ends there.
        dice: by position that isn't empty: how many dice may be thrown, ascending.
        ways: by the number of dice: how many of their 6 ** dice rolls belong to each group of
            throws.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.start = rules.start_tiles
        self.all = sorted(subsets(self.start))
        self.scores = {part: rules.score(part, start=self.start) for part in self.all}
        self.dice = {part: rules.dice_allowed(part) for part in self.all[1:]}
        grouped = groups(rules, sorted({n for allowed in self.dice.values() for n in allowed}))
        self.ways = grouped.ways
        self._group = grouped.of
        self._covers = grouped.covers
        first = tiles(rules.first_roll_tile) if rules.first_roll_tile else NO_TILES
        self._first_covers = tuple(
            tuple(cover for cover in covers if cover & first == first) for covers in self._covers
        )

    def group(self, throw: Sequence[int]) -> int:
        """Return the group of a throw whose number of dice is allowed somewhere."""
        return self._group[tuple(sorted(throw))]

    def covers_by_group(self, position: Tiles) -> tuple[tuple[Tiles, ...], ...]:
        """List what may be closed, for each group of throws, as far as it stands."""
        return self._first_covers if position == self.start else self._covers

    def covers(self, position: Tiles, group: int) -> list[Tiles]:
        """List what may be closed for the throws of a group, the largest mask first."""
        gone = self.start & ~position
        return [c for c in self.covers_by_group(position)[group] if not c & gone]

    @cached_property
    def reachable(self) -> frozenset[Tiles]:
        """Every position that a turn can come to."""
        reached = {self.start}
        for position in self.all[:0:-1]:
            if position in reached:
                for group in range(len(self._covers)):
                    if any(self.ways[count][group] for count in self.dice[position]):
                        covers = self.covers(position, group)
                        reached.update(without(position, cover) for cover in covers)
        return frozenset(reached)


@lru_cache(maxsize=4)
def positions_of(rules: Ruleset) -> Positions:
    """Return the positions of a ruleset; those of the last few are kept."""
    return Positions(rules)
