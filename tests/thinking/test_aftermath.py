"""How much of a turn was luck, and how much the player."""

from __future__ import annotations

import pytest

from stbpi.games.game import Tiles, tiles
from stbpi.games.shut_the_box.ruleset import CoverRule, OneDie, Roll, Ruleset, Stakes
from stbpi.games.shut_the_box.steps import Played, Step
from stbpi.games.shut_the_box.tally import Turn, TurnWhy
from stbpi.thinking.advice import Aftermath
from stbpi.thinking.aftermath import aftermath
from stbpi.thinking.question import After, Occasion

KNOWN = (
    Step((5, 4), tiles(9)),
    Step((6, 2), tiles(8)),
    Step((5, 6), tiles(4, 7)),
    Step((4, 3), tiles(1, 6)),
    Step((3, 2), tiles(5)),
    Step((1, 2), tiles(3)),
    Step((4,)),
)


def played(
    *steps: Step,
    rules: Ruleset | None = None,
    why: TurnWhy = TurnWhy.NO_MOVE,
    seats: int = 1,
    turns: tuple[Turn, ...] = (),
) -> Aftermath | None:
    by = rules or Ruleset()
    seat = len(turns) + 1
    place = Occasion(rules=by, seats=seats, seat=seat, round=1, turns=turns)
    turn = Played(seat=seat, round=1, rules=by, steps=steps, why=why)
    return aftermath(After(occasion=place, played=turn))


def said(after: Aftermath | None) -> tuple[str, str, str, str | None]:
    assert after is not None
    return (
        str(after.luck),
        str(after.errors),
        str(after.adjusted),
        None if after.worst is None else str(after.worst),
    )


def test_a_turn_of_which_everything_is_known() -> None:
    after = played(*KNOWN)

    assert said(after) == (
        "+10.5 points",
        "1.5 points",
        "12.5 points",
        "2 dice instead of 1 die cost 1.0 points",
    )
    assert after is not None
    assert after.luck.wordings == ("+10.5 points", "+10.5")
    assert after.worst is not None
    assert after.worst.wordings[-1] == "1 die, not 2 dice"


def test_a_turn_without_errors_has_no_worst_choice() -> None:
    luck, errors, adjusted, worst = said(
        played(Step((5, 4), tiles(9)), Step((6, 6)), rules=Ruleset(start=(1, 8, 9)))
    )

    assert (errors, worst) == ("0.0 points", None)
    assert (luck, adjusted) == ("+5.5 points", "14.5 points")


def test_the_worst_choice_is_named_with_what_was_better() -> None:
    after = played(Step((5, 4), tiles(1, 8)), Step((6, 6)), rules=Ruleset(start=(1, 8, 9)))

    assert said(after)[3] == "1+8 instead of 9 cost 1.1 points"


@pytest.mark.parametrize(
    ("steps", "chosen"),
    [
        ((Step((5, 4), tiles(9)), Step((6, 2))), "stopping instead of 8"),
        ((Step((5, 4), tiles(9)),), "stopping instead of 2 dice"),
    ],
)
def test_stopping_is_a_choice(steps: tuple[Step, ...], chosen: str) -> None:
    worst = said(played(*steps, rules=Ruleset(may_stop=True), why=TurnWhy.STOPPED))[3]

    assert worst is not None
    assert worst.startswith(chosen)


def test_in_a_match_of_several_it_is_told_by_the_chance_to_win_as_well() -> None:
    luck, errors, adjusted, worst = said(played(*KNOWN, rules=Ruleset(rounds=1), seats=2))

    assert luck.startswith("+10.5 points, +")
    assert luck.endswith(" % to win")
    assert errors.startswith("1.5 points, ")
    assert adjusted == "12.5 points"
    assert worst is not None
    assert worst.endswith(" percentage points")


def test_where_units_are_played_for_it_is_told_by_them() -> None:
    rules = Ruleset(rounds=1, stakes=Stakes.POOL)

    assert said(played(*KNOWN, rules=rules, seats=2))[0].endswith(" units")


REAL = Ruleset(roll=Roll.REAL)


def unseen(*covers: Tiles) -> tuple[Step, ...]:
    return tuple(Step((), cover) for cover in covers)


def test_of_real_dice_the_covers_tell_the_totals() -> None:
    """The throw that could not be covered is not told; it stands for every such throw."""
    covers = [step.cover for step in KNOWN if step.cover]
    luck, errors, adjusted, worst = said(played(*unseen(*covers), rules=REAL))

    assert (luck, errors, adjusted) == ("+9.5 points", "0.5 points", "11.5 points")
    assert worst == "1+6 instead of 2+5 cost 0.5 points"


def test_of_real_dice_the_first_throw_alone_can_be_told_too() -> None:
    first = Ruleset(roll=Roll.REAL, first_roll_tile=9)

    assert said(played(rules=first, why=TurnWhy.FIRST_ROLL))[1] == "0.0 points"


def test_nothing_is_said_where_single_dice_would_have_to_be_known() -> None:
    rules = Ruleset(roll=Roll.REAL, cover=CoverRule.SUM_OR_DICE)

    assert played(*unseen(tiles(9)), rules=rules) is None


def test_nothing_is_said_of_what_can_not_have_been_thrown() -> None:
    never = Ruleset(roll=Roll.REAL, one_die=OneDie.NEVER, start=(1, 2, 3))

    assert played(*unseen(tiles(1)), rules=never) is None
    assert played(rules=REAL, why=TurnWhy.STOPPED) is None


def test_a_turn_that_was_entered_without_its_throws_is_not_judged() -> None:
    assert played() is None


def test_a_shut_box_of_real_dice_has_no_throw_that_ended_the_turn() -> None:
    rules = Ruleset(roll=Roll.REAL, tiles=9, start=(1, 2, 3))
    after = played(*unseen(tiles(1, 2, 3)), rules=rules, why=TurnWhy.SHUT)

    assert said(after)[3] is None
