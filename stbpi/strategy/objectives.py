"""What a turn is played for, as it can be chosen: the best score of a kind, or a shut box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring
from stbpi.language import Message, message
from stbpi.strategy.goals import Goal, Points, Shutting


class Objective(StrEnum):
    """The values are public; those of scores are the values of `Scoring`."""

    SUM = "sum"
    DIGITS = "digits"
    COUNT = "count"
    COVERED = "covered"
    SHUT = "shut"


def own_objective(rules: Ruleset) -> Objective:
    """Return what the rules score by."""
    return Objective(rules.scoring.value)


def played_for(rules: Ruleset, objective: Objective) -> tuple[Ruleset, Goal]:
    """Return the rules with the scoring that is meant, and the goal.

    >>> played_for(Ruleset(), Objective.DIGITS)[0].scoring.value
    'digits'
    """
    if objective is Objective.SHUT:
        return rules, Shutting()
    return replace(rules, scoring=Scoring(objective.value)), Points()


IN_WORDS: Mapping[Objective, Message] = {
    Objective.SUM: message("Played for the smallest sum of what still stands."),
    Objective.DIGITS: message("Played for what still stands, read as one number, to be small."),
    Objective.COUNT: message("Played for as few standing tiles as possible."),
    Objective.COVERED: message("Played for the largest sum of closed tiles."),
    Objective.SHUT: message("Played for the largest chance to shut the box."),
}
