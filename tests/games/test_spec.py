"""The helper itself can fail: each check that it makes is seen failing once."""

from __future__ import annotations

import pytest

from stbpi.games.game import Press
from tests.games.spec import given, refused, rolled, seated, turn

ANN_IS_READY = given(seated("Ann"), turn(1, 1))


def test_a_story_that_is_told_right_passes() -> None:
    ANN_IS_READY.when(Press(dice=(6, 5))).then(rolled(6, 5))


def test_another_event_than_expected_is_noticed_and_both_are_shown() -> None:
    with pytest.raises(AssertionError, match=r"expected\n  Refused[^\n]+\nfound\n  Rolled"):
        ANN_IS_READY.when(Press(dice=(6, 5))).then(refused("cover"))


def test_another_field_than_expected_is_noticed() -> None:
    with pytest.raises(AssertionError, match=r"(?s)dice=\(5, 6\).+dice=\(6, 5\)"):
        ANN_IS_READY.when(Press(dice=(6, 5))).then(rolled(5, 6))


def test_an_event_too_many_is_noticed() -> None:
    story = ANN_IS_READY.when(Press(dice=(6, 5)), Press())
    with pytest.raises(AssertionError, match="Refused"):
        story.then(rolled(6, 5))


def test_an_event_too_few_is_noticed() -> None:
    with pytest.raises(AssertionError, match="found nothing"):
        ANN_IS_READY.then(rolled(6, 5))


def test_expecting_nothing_is_an_expectation_too() -> None:
    with pytest.raises(AssertionError, match="expected nothing"):
        ANN_IS_READY.when(Press(dice=(6, 5))).then()


def test_dice_that_nobody_asked_for_are_noticed() -> None:
    with pytest.raises(AssertionError, match="1 dice were handed in, 2 are wanted"):
        ANN_IS_READY.when(Press(dice=(6,)))


def test_what_was_compared_is_not_compared_again() -> None:
    ANN_IS_READY.when(Press(dice=(6, 5))).then(rolled(6, 5)).when(Press()).then(refused("cover"))
