"""What the coach says of worths, costs and luck; the shorter wordings are for the display.

Never: reckons.
"""

from __future__ import annotations

from stbpi.language import Message, message
from stbpi.strategy.coach import Figure, Measure, cost_figure, percent

DIGITS = 1


def worth(value: float, measure: Measure) -> Message:
    """Say what a choice leads to."""
    n = percent(value) if measure.is_chance else _figure(value, is_gain=measure is Measure.UNITS)
    return _in(measure, n)


def cost(value: float, measure: Measure) -> Message:
    """Say what a choice costs against the best."""
    n = cost_figure(value, measure)
    return message("{n} percentage points|{n} %", n=n) if measure.is_chance else _in(measure, n)


def chance(value: float) -> Message:
    """Say how likely the box is shut."""
    return message("{n} %", n=percent(value))


def amount(value: float, measure: Measure, *, is_gain: bool = False) -> Message:
    """Say how much was lost, came out, or (with its sign) was gained."""
    share = 100 if measure.is_chance else 1
    n = _figure(value * share, is_gain=is_gain)
    return message("{n} units", n=n) if measure is Measure.UNITS else _in(measure, n)


def both(score: Message, goal: Message) -> Message:
    """Say how much it is by the score, and by what the turn was played for."""
    # TRANSLATORS: "+10.5 points, +12.3 % to win"
    return message("{score}, {goal}|{score}", score=score, goal=goal)


def instead(chosen: object, best: object, lost: Message) -> Message:
    """Say what a choice has cost, and what was better."""
    # TRANSLATORS: "4+5 instead of 9 cost 7.2 points"; "9, not 4+5: 7.2"
    return message(
        "{chosen} instead of {best} cost {lost}|{best}, not {chosen}: {lost}|{best}, not {chosen}",
        chosen=chosen,
        best=best,
        lost=lost,
    )


def _in(measure: Measure, n: Figure) -> Message:
    match measure:
        case Measure.POINTS:
            return message("{n} points|{n}", n=n)
        case Measure.TILES:
            return message("{n} tiles|{n}", n=n)
        case Measure.UNITS:
            return message("{n} units|{n}", n=n)
        case Measure.SHUT:
            return message("{n} % to shut|{n} %", n=n)
        case Measure.WIN:
            return message("{n} % to win|{n} %", n=n)


def _figure(value: float, *, is_gain: bool = False) -> Figure:
    return Figure(round(value, DIGITS) + 0.0, DIGITS, is_gain)
