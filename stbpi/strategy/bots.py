"""Bots: who plays a turn in place of a person, as well or as badly as is wanted.

`Bot.policy` says how a bot plays the turn of a situation; only the perfect one looks at more of
it than the rules. None of them stops before it must, since nobody gains by that.

Keep: names are public (commands, configuration).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt
from typing import Self

from stbpi.games.bot_kinds import Kind, parted, written
from stbpi.games.game import Tiles
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.alike import plainest
from stbpi.strategy.goals import Points
from stbpi.strategy.match import MOST_WORK, goal_of
from stbpi.strategy.policy import Choices, Policy, Weights
from stbpi.strategy.positions import Positions, positions_of
from stbpi.strategy.situation import Situation
from stbpi.strategy.solver import Solution, solve
from stbpi.strategy.throws import Throw, throws

SURE = 2**20
"""The weight of the best choice of one who chooses by worth."""

CARE = 5 / 3
"""By how much more a casual bot cares for errors with each step of its strength."""

EVEN_CARE = 4
"""The strength that takes an error as large as the spread of throws e times less often."""

KEPT_POSITIONS = 2**19
"""So many positions of policies for single situations are kept."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot.

    Attributes:
        strength: of a casual one, from 1 to 10: how much it cares for errors.
    """

    kind: Kind
    strength: int = 0

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the bot of a name: that of a kind, for a casual one with its strength or not.

        Raises:
            BotError: there is none of this name.

        >>> str(Bot.named("casual:3")), str(Bot.named("casual")), str(Bot.named("perfect"))
        ('casual:3', 'casual:5', 'perfect')
        """
        return cls(*parted(name))

    def __str__(self) -> str:
        return written(self.kind, self.strength)

    def policy(self, situation: Situation, *, most_work: int = MOST_WORK) -> Policy:
        """Return how this bot plays a turn; what it has made up its mind about it keeps.

        `most_work` as in `match.basis_of`.
        """
        if self.kind is Kind.PERFECT:
            return _thinker(situation.rules).policy(situation, most_work)
        return _by_rules(self, situation.rules)

    def _choices(self, rules: Ruleset) -> Choices:
        match self.kind:
            case Kind.PERFECT | Kind.POINTS:
                return _Best(solve(rules, Points()))
            case Kind.CAREFUL:
                return _Careful(positions_of(rules))
            case Kind.CASUAL:
                return _Casual(solve(rules, Points()), self.strength)
            case Kind.RANDOM:
                return _Random(positions_of(rules))


@lru_cache(maxsize=16)
def _by_rules(bot: Bot, rules: Ruleset) -> Policy:
    return Policy(positions_of(rules), bot._choices(rules))


class _Thinker:
    """What the perfect bot knows by some rules: how to play in the latest situations."""

    def __init__(self, rules: Ruleset) -> None:
        self._positions = positions_of(rules)
        most = KEPT_POSITIONS // len(self._positions.all)
        self._kept = lru_cache(maxsize=most)(self._solved)

    def policy(self, situation: Situation, most_work: int) -> Policy:
        return self._kept(plainest(situation, most_work=most_work), most_work)

    def _solved(self, situation: Situation, most_work: int) -> Policy:
        goal = goal_of(situation, most_work=most_work)
        return Policy(self._positions, _Best(solve(situation.rules, goal)))


@lru_cache(maxsize=1)
def _thinker(rules: Ruleset) -> _Thinker:
    return _Thinker(rules)


class _Best:
    """Chooses what a solution has first."""

    def __init__(self, solution: Solution[float]) -> None:
        self._solution = solution

    def dice(self, standing: Tiles) -> Weights:
        return {self._solution.best_dice(standing)[0]: 1}

    def covers(self, standing: Tiles, throw: Throw) -> Weights:
        return dict.fromkeys(self._solution.best_covers(standing, throw)[:1], 1)


class _Careful:
    """Closes the largest tile that can be closed, then the next; no more dice than that needs."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def dice(self, standing: Tiles) -> Weights:
        allowed = self._positions.dice[standing]
        return {next((n for n in allowed if 6 * n >= standing.bit_length()), allowed[-1]): 1}

    def covers(self, standing: Tiles, throw: Throw) -> Weights:
        covers = self._positions.covers(standing, self._positions.group(throw))
        return dict.fromkeys(covers[:1], 1)


class _Random:
    """Chooses anything that is allowed."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def dice(self, standing: Tiles) -> Weights:
        return dict.fromkeys(self._positions.dice[standing], 1)

    def covers(self, standing: Tiles, throw: Throw) -> Weights:
        return dict.fromkeys(self._positions.covers(standing, self._positions.group(throw)), 1)


class _Casual:
    """Chooses what is worse less often, by what it costs against how much throws differ there."""

    def __init__(self, solution: Solution[float], strength: int) -> None:
        self._solution = solution
        self._positions = positions_of(solution.rules)
        self._care = CARE ** (strength - EVEN_CARE)
        self._spreads: dict[Tiles, float] = {}

    def dice(self, standing: Tiles) -> Weights:
        solution, allowed = self._solution, self._positions.dice[standing]
        return self._weights(standing, ((n, solution.throwing(standing, n)) for n in allowed))

    def covers(self, standing: Tiles, throw: Throw) -> Weights:
        return self._weights(standing, self._solution.covers(standing, throw))

    def _weights(self, standing: Tiles, choices: Iterable[tuple[int, float]]) -> Weights:
        worth = dict(choices)
        if len(worth) < 2:
            return dict.fromkeys(worth, 1)
        best = (max if self._solution.wants_most else min)(worth.values())
        care = self._care / self._spread(standing)
        weights = {
            choice: round(SURE * exp(-care * abs(value - best))) for choice, value in worth.items()
        }
        return {choice: weight for choice, weight in weights.items() if weight}

    def _spread(self, standing: Tiles) -> float:
        """Return by how much it differs what the throws of a position are worth."""
        if standing not in self._spreads:
            count = self._solution.best_dice(standing)[0]
            mean = self._solution.throwing(standing, count)
            squares = (
                ways * (self._solution.after(standing, throw) - mean) ** 2
                for throw, ways in throws(count).items()
            )
            self._spreads[standing] = sqrt(sum(squares) / 6**count) or 1.0
        return self._spreads[standing]
