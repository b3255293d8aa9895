"""What a turn is played for in a match: its goal, from what everybody has.

The chance to win where a match is decided by it, the expected units where there are stakes. It is
exact in a round that decides the match by totals or in a play-off (`deciding`); else it is
`forecast`, or `rounds_won`. A player alone plays for points, and so does one whom no score helps.

Never: knows an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from stbpi.games.shut_the_box.ruleset import MatchBy, Ruleset, Stakes
from stbpi.strategy.deciding import DecidingRound, Lead, Totals
from stbpi.strategy.forecast import winning_chances
from stbpi.strategy.gain import expected_gains
from stbpi.strategy.goals import Goal, Points, Winning
from stbpi.strategy.outlook import rounded
from stbpi.strategy.positions import positions_of
from stbpi.strategy.rounds_won import most_rounds_chances
from stbpi.strategy.situation import Situation

MOST_WORK = 700_000
"""How much an exact answer may take; eight players of a round with nine tiles take that much."""


class Basis(StrEnum):
    """What the goal of a turn is, and how well it is known; the values are public."""

    POINTS = "points"
    EXACT = "exact"
    FORECAST = "forecast"
    ROUNDS_WON = "rounds_won"
    UNITS = "units"


def basis_of(situation: Situation, *, most_work: int = MOST_WORK) -> Basis:
    """Say what the goal of a turn follows from.

    Args:
        most_work: where an exact answer would take more, it is a forecast.
    """
    rules = situation.rules
    if not situation.others:
        return Basis.POINTS
    if rules.stakes is not Stakes.NONE and not situation.playoff:
        return Basis.UNITS
    if rules.match_by is MatchBy.ROUNDS_WON and not situation.playoff:
        return Basis.ROUNDS_WON
    is_by_totals = situation.playoff or not rules.knock_out
    if situation.is_last_round and is_by_totals and _work(situation) <= most_work:
        return Basis.EXACT
    return Basis.FORECAST


def goal_of(situation: Situation, *, most_work: int = MOST_WORK) -> Goal:
    """Return what a turn is played for; `most_work` as in `basis_of`.

    >>> last = Situation(rules=Ruleset(rounds=1), round=1, seat=2, totals=(0, 0), scores=(2, None))
    >>> goal = goal_of(last)
    >>> [float(goal.worth(score, last.rules)) for score in (0, 1, 2, 3)]
    [1.0, 1.0, 0.5, 0.0]
    """
    brings = brought_by_scores(situation, most_work=most_work)
    return Winning(brings) if len(set(brings.values())) > 1 else Points()


def brought_by_scores(
    situation: Situation, *, most_work: int = MOST_WORK
) -> Mapping[int, int | Fraction]:
    """Return what each score brings: a chance to win, or units; nothing where points are all."""
    match basis_of(situation, most_work=most_work):
        case Basis.POINTS:
            return {}
        case Basis.EXACT:
            return _deciding(situation.rules).goal(_lead(situation), _totals(situation)).brings
        case Basis.FORECAST:
            return _rounded(winning_chances(situation))
        case Basis.ROUNDS_WON:
            return _rounded(most_rounds_chances(situation))
        case Basis.UNITS:
            return _rounded(expected_gains(situation))


def _rounded(brings: Mapping[int, float]) -> Mapping[int, Fraction]:
    return {score: rounded(value) for score, value in brings.items()}


def _lead(situation: Situation) -> Lead | None:
    totals = [situation.totals[seat - 1] + score for seat, score in situation.played.items()]
    if not totals:
        return None
    best = situation.rules.best(totals)
    return Lead(best, totals.count(best))


def _totals(situation: Situation) -> Totals:
    """Return the totals of the player on turn and of those behind him."""
    return tuple(situation.totals[seat - 1] for seat in (situation.seat, *situation.behind))


def _work(situation: Situation) -> int:
    """Return about how many positions an exact answer has to solve.

    Each player behind has a turn to solve for every score that he may have to beat, by the number
    of those who have it; totals that differ make for as many more scores as there are players.
    """
    totals = _totals(situation)
    positions = positions_of(situation.rules)
    behind = len(totals) - 1
    turns = len(set(positions.scores.values())) * behind * (behind + 1) // 2
    return len(positions.all) * turns * (1 if len(set(totals)) == 1 else max(behind, 1))


@lru_cache(maxsize=1)
def _deciding(rules: Ruleset) -> DecidingRound:
    return DecidingRound(rules)
