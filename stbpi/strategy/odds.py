"""What a turn brings that is played best: its value, the chances of its scores, its first covers.

    {"value": 11.02, "p_shut": 0.0972, "distribution": {"0": 0.0972, …},
     "first_best": {"2": {"12": [[3, 9]], …}}}

Exactly, there are `value_exact`, `p_shut_exact` and `distribution_exact`, too: "p/q".

Never: prints. Keep: the names are public; where choices are equal, the figures are those of the
most dice and of the cover with the largest mask.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring
from stbpi.strategy.goals import shut_score
from stbpi.strategy.positions import positions_of
from stbpi.strategy.solver import Solution

MOST_BARS = 24
WIDTHS = (1, 2, 5)


def report(solution: Solution[float], *, exact: bool) -> dict[str, Any]:
    """Return the odds as JSON can hold them."""
    told: dict[str, Any] = {"value": solution.start}
    fractions = solution.exactly()
    if exact:
        told["value_exact"] = written(fractions.start)
    told["p_shut"] = solution.p_shut
    if exact:
        told["p_shut_exact"] = written(fractions.p_shut)
    told["distribution"] = {str(score): p for score, p in solution.distribution.items()}
    if exact:
        parts = fractions.distribution.items()
        told["distribution_exact"] = {str(score): written(p) for score, p in parts}
    told["first_best"] = solution.first_best
    return told


def written(fraction: Fraction) -> str:
    """Write a fraction, a whole number too.

    >>> written(Fraction(2))
    '2/1'
    """
    return f"{fraction.numerator}/{fraction.denominator}"


def spread(solution: Solution[float]) -> dict[str, float]:
    """Return the chances of scores, ascending, put together where there are many.

    A shut box is alone; what is read as one number is parted by how many digits it has.

    >>> from stbpi.strategy.goals import Points
    >>> from stbpi.strategy.solver import solve
    >>> list(spread(solve(Ruleset(start=(7, 8, 9)), Points())))
    ['0', '7', '8', '9', '15', '16', '17', '24']
    """
    span = _span_of_digits if solution.rules.scoring is Scoring.DIGITS else _span_of(solution.rules)
    chances: dict[str, float] = {}
    for score, chance in solution.distribution.items():
        low, high = span(score)
        name = str(low) if low == high else f"{low}-{high}"
        chances[name] = chances.get(name, 0.0) + chance
    return chances


def _span_of_digits(score: int) -> tuple[int, int]:
    digits = len(str(score))
    return (10 ** (digits - 1), 10**digits - 1) if score else (0, 0)


def _span_of(rules: Ruleset) -> Callable[[int], tuple[int, int]]:
    """Return how scores are put together so that there are not too many bars."""
    shut, most = shut_score(rules), max(positions_of(rules).scores.values())
    first, last = (0, most - 1) if shut else (1, most)
    width = next(width for width in WIDTHS if most <= width * MOST_BARS)

    def span(score: int) -> tuple[int, int]:
        low = (score - first) // width * width + first
        return (score, score) if score == shut else (low, min(low + width - 1, last))

    return span
