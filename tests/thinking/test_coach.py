"""What is best before a choice, by what the turn is played for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.games.events import Event
from stbpi.games.game import Tiles, all_tiles, tiles
from stbpi.games.shut_the_box.ruleset import Ruleset, Shut
from stbpi.games.shut_the_box.tally import Turn, TurnWhy
from stbpi.thinking.advice import Advice, Option
from stbpi.thinking.coach import advice
from stbpi.thinking.question import Before, Occasion, before
from tests.games.spec import Facts, given, rolled, seated, turn

NINE = all_tiles(9)


def occasion(rules: Ruleset, *turns: Turn, seats: int = 1) -> Occasion:
    return Occasion(rules=rules, seats=seats, seat=len(turns) % seats + 1, round=1, turns=turns)


def left(*numbers: int, seat: int = 1) -> Turn:
    """Tell a first turn after which these tiles stand."""
    return Turn(seat=seat, round=1, start=NINE, standing=tiles(*numbers), why=TurnWhy.NO_MOVE)


def on(asked: Occasion, standing: Tiles, *dice: int) -> Advice:
    said = advice(Before(occasion=asked, standing=standing, dice=dice))
    assert said is not None
    return said


def told(option: Option) -> tuple[str, str | None, str]:
    return str(option.worth), None if option.cost is None else str(option.cost), str(option.shut)


def test_one_alone_plays_for_points() -> None:
    said = on(occasion(Ruleset()), tiles(2, 3, 5, 6, 7, 8, 9), 6, 2)

    assert [(o.tiles, o.dice, o.is_best) for o in said.options][:2] == [
        (tiles(8), 0, True),
        (tiles(2, 6), 0, False),
    ]
    assert told(said.options[0])[1] is None
    assert told(said.options[0])[0].endswith(" points")


def test_it_is_said_in_one_line_whose_last_wording_is_the_choice_alone() -> None:
    said = on(occasion(Ruleset()), NINE, 5, 4).said

    assert said.wordings == (
        "9, then 14 % to shut; 1+8 costs 6.0 points",
        "9: 14 %; 1+8 -6.0",
        "9; 1+8 -6.0",
        "9, then 14 % to shut",
        "9: 14 %",
        "9",
    )


def test_it_says_how_many_dice_are_best() -> None:
    said = on(occasion(Ruleset()), tiles(2, 3))

    assert [(o.dice, o.is_best) for o in said.options] == [(1, True), (2, False)]
    assert [told(o)[1] for o in said.options] == [None, "1.0 points"]
    assert said.said.wordings[:2] == (
        "1 die, then 22 % to shut; 2 dice cost 1.0 points",
        "1 die: 22 %; 2 dice -1.0",
    )


def test_whoever_plays_last_plays_to_beat_the_others() -> None:
    last = occasion(Ruleset(rounds=1, shut=Shut.ZERO), left(2), seats=2)
    said = on(last, tiles(1, 2, 3), 1, 2)

    assert str(said.options[0].worth).endswith(" % to win")
    assert [str(o.cost).endswith(" percentage points") for o in said.options] == [False, True]
    assert "% to win" in str(said.said)


@pytest.mark.parametrize(
    ("rules", "unit"),
    [
        (Ruleset(scoring=Ruleset().scoring.COUNT), "tiles"),
        (Ruleset(scoring=Ruleset().scoring.DIGITS), "points"),
    ],
)
def test_it_counts_what_the_rules_count(rules: Ruleset, unit: str) -> None:
    said = on(occasion(rules), NINE, 5, 4)

    assert str(said.options[1].cost).split()[1] == unit


def test_where_units_are_played_for_it_counts_those() -> None:
    rules = Ruleset(stakes=Ruleset().stakes.POOL, rounds=1)
    said = on(occasion(rules, seats=2), NINE, 5, 4)

    assert str(said.options[0].worth)[0] in "+-"
    assert {str(o.worth).split()[1] for o in said.options} == {"units"}


def test_one_whom_no_score_helps_plays_for_points() -> None:
    """Ann has shut the box in both rounds, and Bob has left 8 in the first."""
    rules = Ruleset(rounds=2, shut=Shut.ZERO)
    turns = (left(), left(8, seat=2), replace(left(), round=2))
    beaten = Occasion(rules=rules, seats=2, seat=2, round=2, turns=turns)

    assert str(on(beaten, NINE, 5, 4).options[1].cost) == "6.0 points"


def test_a_turn_that_would_not_be_due_any_more_is_played_for_points() -> None:
    """A rule that was changed meanwhile may have put its player out, or ended the match."""
    turns = (left(1), left(2, seat=2))
    over = Occasion(rules=Ruleset(rounds=1), seats=2, seat=1, round=2, turns=turns)

    assert str(on(over, NINE, 5, 4).options[1].cost) == "6.0 points"


@pytest.mark.parametrize(
    ("happened", "is_asked"),
    [
        ((*seated("Ann"), turn(1, 1)), False),
        ((*seated("Ann"), turn(1, 1), rolled(5, 4)), True),
        ((*seated("Ann", one_die="always"), turn(1, 1)), True),
    ],
)
def test_where_nothing_is_to_be_chosen_nothing_is_said(
    happened: tuple[Event | Facts, ...], is_asked: bool
) -> None:
    asked = before(given(*happened).state, advises=True)
    assert asked is not None

    assert (advice(asked) is not None) is is_asked
