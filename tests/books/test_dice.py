"""The dice audit: a judgement in words that fair dice seldom get and loaded ones do."""

from __future__ import annotations

import math
import random

import pytest

from stbpi.books.dice import TOTALS, DiceAudit, fairness
from stbpi.dice.fairness import chance_of

FAIR = (1,) * 6


@pytest.mark.parametrize(
    ("chi_squared", "freedom", "chance"),
    [  # from the tables of any textbook
        (0.0, 5, 1.0),
        (4.351, 5, 0.5),
        (9.236, 5, 0.1),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (9.342, 10, 0.5),
        (23.209, 10, 0.01),
        (29.588, 10, 0.001),
        (6.635, 1, 0.01),
        (9.210, 2, 0.01),
    ],
)
def test_the_chance_is_that_of_the_tables(chi_squared: float, freedom: int, chance: float) -> None:
    assert chance_of(chi_squared, freedom) == pytest.approx(chance, rel=2e-3)


@pytest.mark.parametrize("freedom", [5, 10])
def test_the_chance_falls_from_one_to_nothing_without_any_error(freedom: int) -> None:
    chances = [chance_of(chi, freedom) for chi in (0, 1, 10, 100, 1_000, 1e6, 1e9)]

    assert chances == sorted(chances, reverse=True)
    assert (chances[0], chances[-1]) == (1, 0)


def test_few_throws_are_not_judged() -> None:
    few = fairness((29, 0, 0, 0, 0, 0), FAIR)

    assert (few.chance, few.is_unusual, few.words.wordings) == (
        None,
        False,
        ("too few throws", "too few"),
    )


def test_fair_dice_are_as_expected() -> None:
    dice = random.Random(7)
    throws = [(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(5000)]
    faces = tuple(sum(throw.count(face) for throw in throws) for face in range(1, 7))
    totals = tuple(sum(sum(throw) == total for throw in throws) for total in TOTALS)
    audit = DiceAudit(faces=faces, totals=totals)

    for judged in (audit.fairness_of_faces, audit.fairness_of_totals):
        assert (str(judged.words), judged.is_unusual) == ("as expected", False)
    assert audit.fairness_of_faces.count == 10_000


def test_fair_dice_are_called_unusual_once_in_a_hundred_times() -> None:
    dice = random.Random(1)
    unusual = 0
    for _ in range(2000):
        faces = dice.choices(range(6), k=120)
        unusual += fairness([faces.count(face) for face in range(6)], FAIR).is_unusual

    assert 8 <= unusual <= 36


def test_a_loaded_die_is_found_out() -> None:
    loaded = fairness((150, 100, 100, 100, 100, 100), FAIR)

    assert loaded.is_unusual
    assert loaded.words.wordings == ("unusual: 1 in 600", "1 in 600")
    assert loaded.chance == pytest.approx(1 / 575, rel=0.01)


def test_what_nobody_will_ever_see_is_told_as_such() -> None:
    assert str(fairness((9999, 0, 0, 0, 0, 0), FAIR).words) == "unusual: 1 in 1000000+"


def test_the_totals_of_two_dice_have_their_ways() -> None:
    exact = tuple(100 * (6 - abs(7 - total)) for total in TOTALS)
    audit = DiceAudit(faces=(0,) * 6, totals=exact)

    assert audit.fairness_of_totals.chi_squared == 0
    assert math.isclose(audit.fairness_of_totals.chance or 0, 1)
