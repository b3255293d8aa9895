"""What is asked about a match: as little as its answers depend on."""

from __future__ import annotations

from stbpi.games.events import Event
from stbpi.games.game import NO_TILES, all_tiles, tiles, without
from stbpi.games.shut_the_box import State
from stbpi.games.shut_the_box.ruleset import Roll, Scoring
from stbpi.games.shut_the_box.steps import Step
from stbpi.thinking.question import Before, after, before
from tests.games import spec
from tests.games.spec import Facts, covered, down, ended, given, rolled, seated, turn, undone, up

NINE = all_tiles(9)


def state(*happened: Event | Facts) -> State:
    return given(*happened).state


def asked(*happened: Event | Facts) -> Before:
    question = before(state(*happened), advises=True)
    assert question is not None
    return question


ANN = (*seated("Ann"), turn(1, 1))
THROWN = (*ANN, rolled(5, 4))


def test_before_a_match_nothing_is_asked() -> None:
    nobody = given().state

    assert (before(nobody, advises=True), after(nobody)) == (None, None)


def test_where_nothing_can_be_chosen_only_the_goal_is_asked_for() -> None:
    first = asked(*ANN)

    assert (first.standing, first.dice) == (NO_TILES, ())
    assert first.occasion == asked(*THROWN).occasion


def test_where_the_first_throw_may_have_several_numbers_of_dice_they_are_asked_about() -> None:
    first = asked(*seated("Ann", one_die="always"), turn(1, 1))

    assert (first.standing, first.dice) == (NINE, ())


def test_moving_tiles_for_a_throw_asks_nothing_new() -> None:
    thrown = asked(*THROWN)

    assert (thrown.standing, thrown.dice) == (NINE, (5, 4))
    assert asked(*THROWN, down(4)) == thrown
    assert asked(*THROWN, down(9)) == thrown
    assert asked(*THROWN, down(9), up(9), down(2)) == thrown
    assert asked(*THROWN, down(8)) == thrown


def test_when_a_throw_is_covered_it_is_asked_how_many_dice_come_next() -> None:
    closed = (9, 8, 7, 6)
    late = (
        *ANN,
        rolled(6, 3),
        down(*closed),
        covered(*closed, leaves=(1, 2, 3, 4, 5)),
        rolled(6, 3),
    )

    assert asked(*late, down(4)).dice == (6, 3)

    left = asked(*late, down(4, 5))
    assert (left.standing, left.dice) == (tiles(1, 2, 3), ())


def test_nothing_is_asked_about_the_choices_of_a_bot() -> None:
    thrown = asked(*seated("Robi=careful", "Ann"), turn(1, 1), rolled(5, 4))

    assert (thrown.standing, thrown.dice) == (NO_TILES, ())


def test_where_the_coach_keeps_silent_before_choices_a_turn_asks_once() -> None:
    turns = [(*ANN,), (*THROWN,), (*THROWN, down(9)), (*THROWN, down(9), covered(9, leaves=()))]

    assert len({before(state(*happened), advises=False) for happened in turns}) == 1


def test_with_real_dice_it_is_asked_how_many_to_throw_before_tiles_are_closed() -> None:
    real = (*seated("Ann", roll=Roll.REAL, one_die="always"), turn(1, 1), up(9))

    assert asked(*real).standing == NINE
    assert asked(*real, down(9)).standing == without(NINE, tiles(9))
    assert asked(*real, down(9)).dice == ()


def test_a_rule_that_counts_at_once_counts_in_the_turn_too_and_no_other_does() -> None:
    occasion = asked(
        *THROWN, *spec.changed("scoring", "count", 0), *spec.changed("one_die", "never", 0)
    ).occasion

    assert occasion.rules.scoring is Scoring.COUNT
    assert occasion.rules.one_die.value == "total_6"


END = ended(1, 2, score=3, total=3)


def test_a_turn_is_asked_about_until_the_next_one_is_under_way() -> None:
    over = (*THROWN, down(9), covered(9, leaves=(1, 2)), rolled(6, 6), END)
    asked_of = after(state(*over))

    assert asked_of is not None
    assert asked_of.played.steps == (Step((5, 4), tiles(9)), Step((6, 6)))
    assert asked_of.occasion.turns == ()
    assert after(state(*over, turn(1, 2))) == asked_of
    assert after(state(*over, turn(1, 2), rolled(5, 4))) is None


def test_a_turn_that_was_taken_back_is_asked_about_no_more() -> None:
    over = (*THROWN, END)

    assert after(state(*over)) is not None
    assert after(state(*over, undone(1, 1))) is None
    assert after(state(*over, undone(1, 1), turn(1, 1))) is None
