"""The coach: how good each choice is, best first, and what it costs against the best.

A choice is worth what best play makes of it. `p_shut` is the chance that this play shuts the
box; it may be the smaller one of two choices where something else than that is played for.

Never: plays. Keep: among equals, the order of the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from math import ceil, log10
from typing import Generic

from stbpi.games.game import Tiles, members, without
from stbpi.language import Message, counted, message, number
from stbpi.strategy.objectives import Objective
from stbpi.strategy.solver import Number, Solution

MOST_DIGITS = 4
"""Digits behind the point that a small number gets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Generic[Number]):
    """What can be chosen.

    Attributes:
        value: what it is worth.
        cost: how much worse that is than the best.
        is_best: nothing is better.
        p_shut: the chance to shut the box after it.
    """

    value: Number
    cost: Number
    is_best: bool
    p_shut: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverChoice(Choice[Number]):
    """A cover of a throw."""

    cover: Tiles


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceChoice(Choice[Number]):
    """A number of dice to throw."""

    count: int


def cover_choices(
    solution: Solution[Number], standing: Tiles, dice: Sequence[int]
) -> tuple[CoverChoice[Number], ...]:
    """List the covers of a throw, best first; none, if it ends the turn.

    >>> from stbpi.games.game import tiles
    >>> from stbpi.games.shut_the_box.ruleset import Ruleset
    >>> from stbpi.strategy.goals import Points
    >>> from stbpi.strategy.solver import solve
    >>> solution = solve(Ruleset(), Points())
    >>> [cover_name(choice.cover) for choice in cover_choices(solution, tiles(1, 2, 3), (1, 2))]
    ['3', '1+2']
    """
    ranked, best = solution.covers(standing, dice), solution.best_covers(standing, dice)
    return tuple(
        CoverChoice(
            cover=cover,
            value=value,
            cost=abs(value - ranked[0][1]),
            is_best=cover in best,
            p_shut=solution.shutting(without(standing, cover)),
        )
        for cover, value in ranked
    )


def dice_choices(solution: Solution[Number], standing: Tiles) -> tuple[DiceChoice[Number], ...]:
    """List the numbers of dice that may be thrown, best first."""
    best, sign = solution.best_dice(standing), -1 if solution.wants_most else 1
    values = {n: solution.throwing(standing, n) for n in solution.rules.dice_allowed(standing)}
    choices = [
        DiceChoice(
            count=count,
            value=value,
            cost=abs(value - values[best[0]]),
            is_best=count in best,
            p_shut=solution.shutting_with(standing, count),
        )
        for count, value in values.items()
    ]
    return tuple(sorted(choices, key=lambda c: (not c.is_best, sign * c.value, -c.count)))


class Measure(StrEnum):
    """What a value is."""

    POINTS = "points"
    TILES = "tiles"
    SHUT = "shut"
    WIN = "win"
    UNITS = "units"

    @property
    def is_chance(self) -> bool:
        return self in (Measure.SHUT, Measure.WIN)


def measure_of(objective: Objective) -> Measure:
    """Return what a turn by itself is measured in."""
    match objective:
        case Objective.SHUT:
            return Measure.SHUT
        case Objective.COUNT:
            return Measure.TILES
        case _:
            return Measure.POINTS


def said_of_covers(choices: Sequence[CoverChoice[Number]], measure: Measure) -> Message:
    """Say which cover is best, what it leads to, and what the next one costs.

    Args:
        choices: of a throw that can be covered.
        measure: what their values are.
    """
    best = [choice for choice in choices if choice.is_best]
    cover = _either(cover_name(choice.cover) for choice in best)
    if all(choice.p_shut == 1 for choice in best):
        said = message("{cover} shuts the box|{cover}", cover=cover)
    elif measure is Measure.WIN:
        chance = _either(percent(choice.value) for choice in best)
        said = message(
            "{cover}, then {chance} % to win|{cover}: {chance} %|{cover}",
            cover=cover,
            chance=chance,
        )
    else:
        chance = _either(percent(choice.p_shut) for choice in best)
        said = message(
            "{cover}, then {chance} % to shut|{cover}: {chance} %|{cover}",
            cover=cover,
            chance=chance,
        )
    return _and(said, [_cover_cost(choice, measure) for choice in choices[len(best) :][:1]])


def said_of_dice(choices: Sequence[DiceChoice[Number]], measure: Measure) -> Message:
    """Say how many dice are best, what they lead to, and what the next number costs.

    Args:
        choices: of a position.
        measure: what their values are.
    """
    best = [choice for choice in choices if choice.is_best]
    n = max(choice.count for choice in best)
    counts = _either(str(choice.count) for choice in best)
    if measure is Measure.WIN:
        chance = _either(percent(choice.value) for choice in best)
        said = counted(
            "{dice} die, then {chance} % to win|{dice} die: {chance} %|{dice} die",
            "{dice} dice, then {chance} % to win|{dice} dice: {chance} %|{dice} dice",
            n,
            dice=counts,
            chance=chance,
        )
    else:
        chance = _either(percent(choice.p_shut) for choice in best)
        said = counted(
            "{dice} die, then {chance} % to shut|{dice} die: {chance} %|{dice} die",
            "{dice} dice, then {chance} % to shut|{dice} dice: {chance} %|{dice} dice",
            n,
            dice=counts,
            chance=chance,
        )
    return _and(said, [_dice_cost(choice, measure) for choice in choices[len(best) :][:1]])


def cover_name(cover: Tiles) -> str:
    """Write a cover.

    >>> from stbpi.games.game import tiles
    >>> cover_name(tiles(4, 5))
    '4+5'
    """
    return "+".join(map(str, members(cover)))


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is written when it is said, as one does in the language of that moment.

    Attributes:
        is_gain: it is written with its sign, unless it is 0.
    """

    value: float
    digits: int
    is_gain: bool = False

    def __str__(self) -> str:
        sign = ("-" if self.value < 0 else "+") if self.is_gain and self.value else ""
        return sign + number(abs(self.value) if self.is_gain else self.value, self.digits)


def percent(chance: Number) -> Figure:
    """Write a chance in percent, with so many digits that it is neither 0 nor 100 if it isn't.

    >>> str(percent(0.0951)), str(percent(0.0042)), str(percent(0.997)), str(percent(1.0))
    ('10', '0.4', '99.7', '100')
    """
    share = 100 * float(chance)
    return _figure(share, _digits_to_see(min(share, 100 - share)))


def cost_figure(cost: Number, measure: Measure) -> Figure:
    """Write what something costs, chances in percentage points, so that it is not 0 if it isn't.

    >>> str(cost_figure(7.21, Measure.POINTS)), str(cost_figure(0.0004, Measure.WIN))
    ('7.2', '0.04')
    """
    value = float(cost) * (100 if measure.is_chance else 1)
    return _figure(value, max(_digits_to_see(value), 1))


def _digits_to_see(value: float) -> int:
    return min(ceil(-log10(value)), MOST_DIGITS) if 0 < value < 1 else 0


def _figure(value: float, digits: int) -> Figure:
    return Figure(round(value, digits), digits)


def _cover_cost(choice: CoverChoice[Number], measure: Measure) -> Message:
    cover, cost = cover_name(choice.cover), cost_figure(choice.cost, measure)
    match measure:
        case Measure.POINTS:
            return message("{cover} costs {cost} points|{cover} -{cost}", cover=cover, cost=cost)
        case Measure.TILES:
            return message("{cover} costs {cost} tiles|{cover} -{cost}", cover=cover, cost=cost)
        case Measure.UNITS:
            return message("{cover} costs {cost} units|{cover} -{cost}", cover=cover, cost=cost)
        case Measure.SHUT | Measure.WIN:
            return message(
                "{cover} costs {cost} percentage points|{cover} -{cost} %", cover=cover, cost=cost
            )


def _dice_cost(choice: DiceChoice[Number], measure: Measure) -> Message:
    n, cost = choice.count, cost_figure(choice.cost, measure)
    match measure:
        case Measure.POINTS:
            return counted(
                "{n} die costs {cost} points|{n} die -{cost}",
                "{n} dice cost {cost} points|{n} dice -{cost}",
                n,
                cost=cost,
            )
        case Measure.TILES:
            return counted(
                "{n} die costs {cost} tiles|{n} die -{cost}",
                "{n} dice cost {cost} tiles|{n} dice -{cost}",
                n,
                cost=cost,
            )
        case Measure.UNITS:
            return counted(
                "{n} die costs {cost} units|{n} die -{cost}",
                "{n} dice cost {cost} units|{n} dice -{cost}",
                n,
                cost=cost,
            )
        case Measure.SHUT | Measure.WIN:
            return counted(
                "{n} die costs {cost} percentage points|{n} die -{cost} %",
                "{n} dice cost {cost} percentage points|{n} dice -{cost} %",
                n,
                cost=cost,
            )


def _and(said: Message, more: Iterable[Message]) -> Message:
    # TRANSLATORS: "9, then 9 % to shut; 4+5 costs 7.2 points"
    return reduce(
        lambda one, other: message("{one}; {other}|{one}", one=one, other=other), more, said
    )


def _either(words: Iterable[object]) -> object:
    """Say that it is one of some words, each named once; where there is little room, the first."""
    return reduce(
        lambda one, other: message("{one} or {other}|{one}", one=one, other=other),
        dict.fromkeys(words),
    )
