"""A slow oracle of one turn: the rules as they are written, and fractions, nothing else.

Never: imports anything of the strategy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product

from stbpi.games.game import tiles
from stbpi.games.shut_the_box.ruleset import Ruleset
from tests.games.oracle import ONE_DIE_NEEDS, all_covers, score

Up = tuple[int, ...]
"""The tiles that stand."""

Worth = Callable[[int], Fraction]


class Turn:
    """A turn by some rules, played for the most of a worth of its score, or for the least."""

    def __init__(self, rules: Ruleset, worth: Worth, *, most: bool) -> None:
        self.rules = rules
        self.worth = worth
        self.best: Callable[[Iterable[Fraction]], Fraction] = max if most else min
        self.start: Up = rules.start or tuple(range(1, rules.tiles + 1))
        self._values: dict[Up, Fraction] = {}
        self._lefts: dict[tuple[Up, Up], list[Up]] = {}

    def score(self, up: Up) -> int:
        return score(self.rules.scoring, tiles(*self.start), tiles(*up))

    def end(self, up: Up) -> Fraction:
        return self.worth(self.score(up))

    def dice(self, up: Up) -> list[int]:
        rules = self.rules
        if rules.dice == 1 or not ONE_DIE_NEEDS[rules.one_die](up, rules.tiles):
            return [rules.dice]
        if rules.one_die_forced:
            return [1]
        return [*range(1, rules.dice + 1)] if rules.fewer_dice == "any" else [1, rules.dice]

    def lefts(self, up: Up, dice: Up) -> list[Up]:
        """What may be left after a throw, by all covers that are allowed for it."""
        throw = (up, tuple(sorted(dice)))
        if throw not in self._lefts:
            self._lefts[throw] = list(self._all_lefts(up, dice))
        return self._lefts[throw]

    def _all_lefts(self, up: Up, dice: Up) -> Iterator[Up]:
        must = self.rules.first_roll_tile if up == self.start else 0
        if sum(dice) != self.rules.unlucky:
            for cover in all_covers(up, dice, self.rules.cover):
                if not must or must in cover:
                    yield tuple(tile for tile in up if tile not in cover)

    def value(self, up: Up) -> Fraction:
        if not up:
            return self.end(up)
        if up not in self._values:
            self._values[up] = self.best(self.throwing(up, count) for count in self.dice(up))
        return self._values[up]

    def throwing(self, up: Up, count: int) -> Fraction:
        total = sum((self.after(up, dice) for dice in rolls(count)), Fraction())
        return total / Fraction(6**count)

    def after(self, up: Up, dice: Up) -> Fraction:
        lefts = self.lefts(up, dice)
        return self.best(map(self.value, lefts)) if lefts else self.end(up)

    def distribution(self) -> dict[int, Fraction]:
        """The chance of each score; among equals the most dice, then the largest mask."""
        chances: defaultdict[int, Fraction] = defaultdict(Fraction)
        reached = {self.start: Fraction(1)}
        while reached:
            up = max(reached, key=lambda up: tiles(*up))
            chance = reached.pop(up)
            if not up:
                chances[self.score(up)] += chance
                continue
            count = max(n for n in self.dice(up) if self.throwing(up, n) == self.value(up))
            for dice in rolls(count):
                part = chance / 6**count
                best = [u for u in self.lefts(up, dice) if self.value(u) == self.after(up, dice)]
                if best:
                    left = min(best, key=lambda up: tiles(*up))
                    reached[left] = reached.get(left, Fraction()) + part
                else:
                    chances[self.score(up)] += part
        return dict(chances)


def rolls(count: int) -> Iterator[Up]:
    return product(range(1, 7), repeat=count)
