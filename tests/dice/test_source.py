"""Dice: fair ones from the machine, and scripted ones."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from stbpi.dice.source import RandomDice, ScriptedDice
from stbpi.errors import DiceRanOut


def test_real_dice_show_one_to_six_all_as_often() -> None:
    throws = 12_000
    seen = Counter(die for _ in range(throws // 3) for die in RandomDice().throw(3))

    assert set(seen) == {1, 2, 3, 4, 5, 6}
    expected = throws / 6
    # Chi-squared with 5 degrees of freedom; above 35 once in a million runs.
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 35


def test_real_dice_can_not_be_foretold_from_a_seed() -> None:
    random.seed(1)
    first = RandomDice().throw(40)
    random.seed(1)

    assert RandomDice().throw(40) != first


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_throw_has_as_many_dice_as_are_thrown(count: int) -> None:
    assert len(RandomDice().throw(count)) == count


def test_scripted_dice_come_in_order() -> None:
    dice = ScriptedDice()
    dice.add([1, 2, 3])
    dice.add([4])

    assert [dice.throw(2), dice.throw(0), dice.throw(1), dice.throw(1)] == [(1, 2), (), (3,), (4,)]


def test_a_script_with_too_few_numbers_says_how_many_are_left_and_keeps_them() -> None:
    dice = ScriptedDice()
    dice.add([6])
    with pytest.raises(DiceRanOut) as refused:
        dice.throw(2)

    assert (refused.value.wanted, refused.value.left) == (2, 1)
    assert dice.throw(1) == (6,)
