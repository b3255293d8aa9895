"""The score sheet that the hand keeps in the virtual machine, and the covers it may choose from.

It knows the rules of "classic" by itself, so that the program is compared with something.

Never: imports the program.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from tests.vm.rig import Fact

NAMES = ("Ann", "Bob")
ROUNDS = 2

Cover = tuple[int, ...]


@dataclass(slots=True)
class Sheet:
    """The score sheet, kept by the hand: it knows the rules, too, but not the program.

    Attributes:
        turns: (round, seat, score) of the finished turns.
        k: how many throws there were.
    """

    turns: list[tuple[int, int, int]] = field(default_factory=list)
    k: int = 0

    def total(self, seat: int) -> int:
        return sum(score for _, s, score in self.turns if s == seat)

    def enter(self, round_: int, seat: int, standing: Cover) -> list[Fact]:
        """Enter a finished turn; return what must be told of it."""
        score = sum(standing)
        self.turns.append((round_, seat, score))
        shut = not standing
        turn = {
            "player": seat,
            "standing": list(standing),
            "score": score,
            "why": "shut" if shut else "no_move",
            "total": self.total(seat),
        }
        told: list[Fact] = [("turn_ended", turn)]
        if shut or seat == len(NAMES):
            scores = {s: score for r, s, score in self.turns if r == round_}
            told.append(("round_ended", {"round": round_, "winners": best(scores)}))
        if shut:
            told.append(("match_ended", {"winners": [seat], "why": "shut"}))
        elif (round_, seat) == (ROUNDS, len(NAMES)):
            totals = {s: self.total(s) for s in range(1, len(NAMES) + 1)}
            told.append(("match_ended", {"winners": best(totals), "why": "rounds"}))
        return told


def best(scores: dict[int, int]) -> list[int]:
    """Return the seats with the lowest score.

    >>> best({1: 7, 2: 5, 3: 5})
    [2, 3]
    """
    return [seat for seat, score in scores.items() if score == min(scores.values())]


def covers(total: int, standing: Cover) -> list[Cover]:
    """Return every set of standing tiles with this sum.

    >>> covers(4, (1, 3, 4, 7))
    [(4,), (1, 3)]
    """
    sizes = range(1, len(standing) + 1)
    sets = itertools.chain.from_iterable(itertools.combinations(standing, n) for n in sizes)
    return [tiles for tiles in sets if sum(tiles) == total]
