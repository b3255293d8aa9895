"""The units that a turn may be expected to bring, where a match is played for stakes.

Only what the round that is played will settle is reckoned, from the stakes that lie on. Who plays
behind this turn is taken to play for points. A remainder is shared like the rest; of a pot that
is carried everybody has an equal part.

Rule: RULES.md 1.5.
"""

from __future__ import annotations

from stbpi.games.shut_the_box.ruleset import Shut, Stakes, TiePot
from stbpi.strategy.goals import shut_score
from stbpi.strategy.outlook import Chances, Comparison, Rival, cost, points_turn
from stbpi.strategy.positions import positions_of
from stbpi.strategy.situation import Situation


def expected_gains(situation: Situation) -> dict[int, float]:
    """Return the units that are expected from the round, by the score of this turn."""
    rules = situation.rules
    round_ = _Round(situation, points_turn(rules))
    costs = {score: cost(score, rules) for score in set(positions_of(rules).scores.values())}
    gains = {score: round_.gain(own) for score, own in costs.items()}
    if rules.shut is Shut.WINS:
        untouched = rules.score(rules.start_tiles, start=rules.start_tiles)
        over = _Round(situation, {cost(untouched, rules): 1.0})
        gains[shut_score(rules)] = over.gain(costs[shut_score(rules)])
    return gains


class _Round:
    """The round as the others have played it, and will.

    Args:
        turn: the costs of those who play behind.
    """

    def __init__(self, situation: Situation, turn: Chances) -> None:
        rules = situation.rules
        self._pot = situation.pot
        self._rules = rules
        self._shut = cost(shut_score(rules), rules)
        self._rivals = [
            *(Rival({cost(score, rules): 1.0}) for score in situation.played.values()),
            *(Rival(turn) for _ in situation.behind),
        ]
        self._all = Comparison(self._rivals)

    def gain(self, own: int) -> float:
        """Return what costs are expected to bring, less what they are expected to lose."""
        match self._rules.stakes:
            case Stakes.POOL:
                return self._pool(own)
            case Stakes.DIFFERENCE:
                return self._received(own) - self._paid(own)
            case Stakes.NONE:
                return 0.0

    def _pool(self, own: int) -> float:
        players, stake = len(self._rivals) + 1, self._rules.stake
        gain = -stake * self._all.best(own).get(self._shut, 0.0)
        for equals, chance in enumerate(self._all.tied(own)):
            losers = players - 1 - equals
            pot = self._pot + (stake * losers if own == self._shut else 0)
            is_carried = equals > 0 and self._rules.tie_pot is TiePot.CARRY
            gain += chance * pot / (players if is_carried else equals + 1)
        return gain

    def _received(self, own: int) -> float:
        """Return what the others pay to these costs, as far as they are the best."""
        units = 0.0
        for number, rival in enumerate(self._rivals):
            others = Comparison(r for n, r in enumerate(self._rivals) if n != number)
            points = sum(p * (theirs - own) for theirs, p in rival.chances.items() if theirs > own)
            units += points * others.share(own)
        return units * self._units_a_point(own)

    def _paid(self, own: int) -> float:
        """Return what these costs pay to the best, as far as they are not."""
        best = self._all.best(own).items()
        return sum(p * (own - theirs) * self._units_a_point(theirs) for theirs, p in best)

    def _units_a_point(self, best: int) -> int:
        return self._rules.stake * (2 if best == self._shut else 1)
