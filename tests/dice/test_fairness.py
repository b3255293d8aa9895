"""Fairness: known values, fair dice that pass, and loaded ones that don't."""

from __future__ import annotations

import random

import pytest

from stbpi.dice.fairness import chance_of, faces, noticed_percent, oddities, pairs, runs


# Abramowitz and Stegun, table 26.8: percentage points of the chi-squared distribution.
@pytest.mark.parametrize(
    ("chi", "freedom", "p"),
    [
        (9.23635, 5, 0.1),
        (11.0705, 5, 0.05),
        (15.0863, 5, 0.01),
        (20.5150, 5, 0.001),
        (0.0, 5, 1.0),
        (18.3070, 10, 0.05),
        (43.7730, 30, 0.05),
        (53.6720, 30, 0.005),
    ],
)
def test_chi_squared_has_the_known_percentage_points(chi: float, freedom: int, p: float) -> None:
    assert chance_of(chi, freedom) == pytest.approx(p, abs=1e-5)


def test_as_many_of_each_face_is_as_even_as_can_be() -> None:
    even = faces([1, 2, 3, 4, 5, 6] * 10)

    assert (even.count, even.statistic, even.p) == (60, 0.0, 1.0)


def test_a_known_table_of_faces_has_the_known_chi_squared() -> None:
    counted = (5, 8, 9, 8, 10, 20)
    dice = [face for face, count in enumerate(counted, start=1) for _ in range(count)]

    assert faces(dice).statistic == pytest.approx(13.4)
    assert faces(dice).p == pytest.approx(0.01991, abs=1e-5)


def test_runs_are_counted_and_compared_as_wald_and_wolfowitz_did() -> None:
    low, high = 1, 6
    dice = [*[low] * 2, *[high] * 6, *[low] * 8, *[high] * 4, *[low] * 2, *[high] * 2]
    tested = runs(dice)

    # n1 = n2 = 12: 13 runs are to be expected, the variance is 132 * 264 / (24 * 23 * 11) ...
    assert tested.count == 6
    assert tested.statistic == pytest.approx((6 - 13) / (288 * 264 / (24**2 * 23)) ** 0.5)
    assert tested.p == pytest.approx(0.0035, abs=1e-4)


def test_fair_dice_are_odd_as_seldom_as_is_said() -> None:
    chance = random.Random(6)
    logs = [[chance.randint(1, 6) for _ in range(1200)] for _ in range(300)]
    for look in (faces, pairs, runs):
        ps = [p for dice in logs if (p := look(dice).p) is not None]
        assert len(ps) == 300
        assert sum(p < 0.5 for p in ps) == pytest.approx(150, abs=40)
        assert sum(p < 0.01 for p in ps) < 12


@pytest.mark.parametrize(
    ("name", "dice"),
    [
        ("faces", [6, 6, 1, 2, 3, 4, 5] * 100),
        ("pairs", [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 1] * 100),
        ("runs", [1, 6, 2, 5, 3, 4] * 100),
    ],
)
def test_loaded_dice_stand_out(name: str, dice: list[int]) -> None:
    (p,) = [oddity.p for oddity in oddities(dice) if oddity.name == name]

    assert p is not None
    assert p < 1e-6


@pytest.mark.parametrize("dice", [[], [1], [6] * 5, [1, 2, 3, 4, 5, 6, 1, 2]])
def test_of_too_few_dice_nothing_is_said(dice: list[int]) -> None:
    assert [oddity.p for oddity in oddities(dice)] == [None] * 3


def test_what_stands_out_gets_smaller_with_the_root_of_the_dice() -> None:
    assert noticed_percent(44) is None
    assert noticed_percent(45) == 100
    assert noticed_percent(450) == 32
    assert noticed_percent(1800) == 16
