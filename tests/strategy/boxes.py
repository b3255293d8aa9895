"""Small boxes whose turns a slow oracle can follow, and what a turn on them may be played for."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring
from stbpi.strategy.goals import Beating, Goal, Points, Reaching, Shutting, Winning
from tests import strategies
from tests.strategy.oracle import Turn


def rulesets() -> st.SearchStrategy[Ruleset]:
    return strategies.rulesets(tiles=st.just(6))


def goals() -> st.SearchStrategy[Goal]:
    targets = st.integers(0, 25)
    units = st.fractions(-2, 2, max_denominator=7)
    return st.one_of(
        st.just(Points()),
        st.just(Shutting()),
        st.builds(Beating, targets),
        st.builds(Reaching, targets),
        st.builds(Winning, st.dictionaries(targets, units, max_size=5)),
    )


def oracle(rules: Ruleset, goal: Goal) -> Turn:
    """Return the turn that is played for a goal, as the slow oracle plays it."""
    is_high = rules.scoring is Scoring.COVERED
    start = rules.start or tuple(range(1, rules.tiles + 1))

    def worth(score: int) -> Fraction:
        match goal:
            case Points():
                return Fraction(score)
            case Shutting():
                return Fraction(score == (sum(start) if is_high else 0))
            case Beating(target):
                return Fraction(score > target if is_high else score < target)
            case Reaching(target):
                return Fraction(score >= target if is_high else score <= target)
            case Winning(brings):
                return Fraction(brings.get(score, 0))
            case _:
                raise AssertionError(goal)

    return Turn(rules, worth, most=is_high or not isinstance(goal, Points))
