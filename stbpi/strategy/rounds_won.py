"""The chance to win a match that the most rounds decide.

An approximation: behind this turn everybody plays for points, and each of the rounds that follow
goes to each player with the same chance, whoever has won the others. A match without a last
round is taken to have `HORIZON` more; that a shut box or a knock-out may end it before is left
out, but for the shut box of this turn.

Rule: RULES.md 1.4.
"""

from __future__ import annotations

from math import comb

from stbpi.games.shut_the_box.ruleset import Shut
from stbpi.strategy.goals import shut_score
from stbpi.strategy.outlook import Comparison, Rival, cost, points_turn
from stbpi.strategy.positions import positions_of
from stbpi.strategy.situation import Situation

HORIZON = 10


def most_rounds_chances(situation: Situation) -> dict[int, float]:
    """Return the chance to win the match, by the score of this turn."""
    rules = situation.rules
    match = _Match(situation)
    chances = {
        score: match.chance(cost(score, rules))
        for score in set(positions_of(rules).scores.values())
    }
    if rules.shut is Shut.WINS:
        chances[shut_score(rules)] = 1.0
    return chances


class _Match:
    def __init__(self, situation: Situation) -> None:
        rules = situation.rules
        turn = Rival(points_turn(rules))
        self._now = situation
        self._rivals = {
            **{seat: Rival({cost(s, rules): 1.0}) for seat, s in situation.played.items()},
            **dict.fromkeys(situation.behind, turn),
        }
        rounds = max(rules.rounds - situation.round, 0) if rules.rounds else HORIZON
        others = Comparison([turn] * len(situation.others))
        alone = sum(p * others.tied(own)[0] for own, p in turn.chances.items())
        self._further = {
            n: comb(rounds, n) * alone**n * (1 - alone) ** (rounds - n) for n in range(rounds + 1)
        }
        seats = (None, situation.seat, *situation.others)
        self._if_won_by = {seat: self._if_won(seat) for seat in seats}

    def chance(self, own: int) -> float:
        """Return the chance to win the match with these costs in this round."""
        by_seat = {seat: self._alone(seat, own) for seat in self._rivals}
        by_seat[self._now.seat] = Comparison(self._rivals.values()).tied(own)[0]
        nobody = 1 - sum(by_seat.values())
        won = sum(chance * self._if_won_by[seat] for seat, chance in by_seat.items())
        return won + nobody * self._if_won_by[None]

    def _alone(self, seat: int, own: int) -> float:
        """Return the chance that another wins the round alone, and this turn has these costs."""
        rest = Comparison(rival for other, rival in self._rivals.items() if other != seat)
        chances = self._rivals[seat].chances.items()
        return sum(p * rest.tied(theirs)[0] for theirs, p in chances if theirs < own)

    def _if_won(self, winner: int | None) -> float:
        """Return the chance to win the match after somebody, or nobody, has won the round."""
        won = {
            seat: number + (seat == winner) for seat, number in enumerate(self._now.rounds_won, 1)
        }
        rivals = Comparison(
            Rival({-won[seat] - n: p for n, p in self._further.items()})
            for seat in self._now.others
        )
        mine = won[self._now.seat]
        return sum(p * rivals.share(-mine - n) for n, p in self._further.items())
