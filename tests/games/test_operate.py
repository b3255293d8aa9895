"""What the operator may do in a match: undo, stop, set a rule, end, enter (RULES.md 1.6)."""

from __future__ import annotations

import pytest

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.game import (
    Change,
    EndMatch,
    EnterTurn,
    Press,
    SetRule,
    StopTurn,
    TilesMoved,
    TimeUp,
    Undo,
    tiles,
)
from tests.games.spec import (
    Facts,
    Story,
    changed,
    covered,
    down,
    ended,
    given,
    match_ended,
    out,
    paid,
    pot,
    refused,
    rolled,
    round_ended,
    seated,
    turn,
    undone,
    up,
)

MOVED = TilesMoved()


def stood(player: int, round_: int, *standing: int) -> Facts:
    """A finished turn; what it scored is not read again, it follows from the tiles."""
    return turn(player, round_), ended(*standing, score=0, total=0, player=player)


def sets(field: str, value: object) -> SetRule:
    return SetRule(field=field, value=value)


# Undo


def test_a_turn_that_has_a_throw_is_taken_back_and_started_anew() -> None:
    given(seated("Ann", "Bob"), stood(1, 1, 9), turn(2, 1)).when(
        Press(dice=(6, 5)), down(9), MOVED, Undo(), up(9), Press(dice=(1, 2))
    ).then(rolled(6, 5, player=2), undone(2, 1), turn(2, 1), rolled(1, 2, player=2, k=2))


def test_before_a_throw_the_last_finished_turn_is_taken_back_and_again_to_the_start() -> None:
    story = given(seated("Ann", "Bob"), stood(1, 1, 9), turn(2, 1)).when(Undo())

    first = story.then(undone(1, 1), turn(1, 1))
    with pytest.raises(NotAllowedError) as error:
        first.when(Undo())
    assert error.value.code == "nothing"


def test_an_undone_knock_out_brings_the_player_back() -> None:
    given(seated("Ann", "Bob", "Cas", knock_out=15), stood(1, 1, 7, 9), turn(2, 1)).when(
        Undo(), TimeUp()
    ).then(undone(1, 1), turn(1, 1))


def test_an_undone_end_is_no_end_and_its_payments_are_paid_back() -> None:
    story = given(seated("Ann", "Bob", stakes="pool"), turn(1, 1)).when(EnterTurn(standing=tiles()))

    story.then(
        ended(score=0, total=0, why="shut"),
        round_ended(1, 1),
        paid(1, 3, 2),
        paid(2, -1, -2),
        pot(0),
        match_ended(1, why="shut"),
    ).when(Undo()).then(undone(1, 1), paid(1, -3, -1), paid(2, 1, -1), pot(2), turn(1, 1))


def test_a_match_that_was_stopped_goes_on_when_its_last_turn_is_undone() -> None:
    given(seated("Ann", "Bob"), stood(1, 1, 9), turn(2, 1)).when(EndMatch(), Undo()).then(
        match_ended(why="stopped"), undone(1, 1), turn(1, 1)
    )


def test_who_is_out_of_the_play_off_by_now_does_not_play_his_undone_turn_anew() -> None:
    """Ann and Bob were equal; where tiles are counted, Bob and Cas are."""
    given(
        seated("Ann", "Bob", "Cas", rounds=1, tie="playoff"),
        *(stood(1, 1, 1, 2), stood(2, 1, 3), stood(3, 1, 9)),
        *(stood(1, 2, 5), turn(2, 2)),
    ).when(sets("scoring", "count"), Undo()).then(
        changed("scoring", "count", 2, 1, 1), undone(1, 2), turn(2, 2)
    )


# Stop


def ann_may_stop() -> Story:
    return given(seated("Ann", "Bob", may_stop=True), turn(1, 1))


def test_before_a_throw_a_turn_can_not_be_stopped() -> None:
    with pytest.raises(NotAllowedError) as error:
        ann_may_stop().when(StopTurn())

    assert error.value.code == "may_stop"


def test_where_the_rules_do_not_allow_it_a_turn_can_not_be_stopped() -> None:
    with pytest.raises(NotAllowedError):
        given(seated("Ann"), turn(1, 1)).when(Press(dice=(6, 5)), StopTurn())


def test_the_tiles_of_an_unfinished_cover_stand_when_a_turn_is_stopped() -> None:
    standing = tuple(range(1, 10))

    ann_may_stop().when(Press(dice=(6, 5)), down(9), MOVED, StopTurn()).then(
        rolled(6, 5), ended(*standing, score=45, total=45, why="stopped")
    )


def test_a_complete_cover_counts_when_a_turn_is_stopped() -> None:
    standing = (1, 3, 4, 5, 6, 7, 8)

    ann_may_stop().when(Press(dice=(6, 5)), down(2, 9), MOVED, StopTurn()).then(
        rolled(6, 5),
        covered(2, 9, leaves=standing),
        ended(*standing, score=34, total=34, why="stopped"),
    )


def test_stopping_on_the_last_cover_is_a_shut_box_though_a_tile_is_lifted() -> None:
    closed = tuple(range(1, 9))

    given(
        seated("Ann", "Bob", may_stop=True),
        turn(1, 1),
        rolled(6, 6),
        down(*closed),
        covered(*closed, leaves=(9,)),
        rolled(5, 4, k=2),
    ).when(up(1), MOVED, down(9), MOVED, StopTurn()).then(
        refused("close_again", 1),
        covered(9, leaves=()),
        ended(score=0, total=0, why="shut"),
        round_ended(1, 1),
        match_ended(1, why="shut"),
    )


# House rules


def test_a_change_that_counts_at_once_scores_all_turns_anew() -> None:
    story = given(seated("Ann", "Bob"), stood(1, 1, 2, 5), turn(2, 1)).when(
        sets("scoring", "digits")
    )

    story.then(changed("scoring", "digits", 25, 0))
    assert story.view().change is Change.AT_ONCE
    assert story.view().rescored


def test_a_change_that_counts_from_the_next_turn_on_leaves_this_one_alone() -> None:
    story = given(seated("Ann", "Bob"), turn(1, 1)).when(sets("unlucky", 7), Press(dice=(3, 4)))

    story.then(changed("unlucky", 7), rolled(3, 4))
    assert not story.view().rescored


def test_a_rule_that_is_set_to_what_it_is_changes_nothing() -> None:
    given(seated("Ann", "Bob"), turn(1, 1)).when(sets("rounds", 4)).then()


@pytest.mark.parametrize(
    ("field", "value"),
    [("tiles", 12), ("colour", "red"), ("rounds", 99), ("start", "10"), ("stakes", "pool")],
)
def test_what_can_not_be_changed_in_a_match_is_refused(field: str, value: object) -> None:
    with pytest.raises(RulesError) as error:
        given(seated("Ann"), turn(1, 1)).when(sets(field, value))

    assert error.value.field == field


def test_who_is_put_out_loses_his_turn_in_progress() -> None:
    given(
        seated("Ann", "Bob", "Cas"), stood(1, 1, 9), stood(2, 1, 1), stood(3, 1, 1), turn(1, 2)
    ).when(Press(dice=(6, 5)), sets("knock_out", 5)).then(
        rolled(6, 5), changed("knock_out", 5, 9, 1, 1, out=1), turn(2, 2)
    )


def test_who_comes_in_again_first_plays_the_turns_that_he_lacks() -> None:
    given(
        seated("Ann", "Bob", "Cas", knock_out=5),
        *(stood(1, 1, 9), stood(2, 1, 1), stood(3, 1, 1)),
        *(stood(2, 2, 1), stood(3, 2, 1), turn(2, 3)),
    ).when(sets("knock_out", 0)).then(changed("knock_out", 0, 9, 2, 2), turn(1, 2))


def test_a_throw_is_finished_before_the_turns_that_somebody_lacks() -> None:
    given(
        seated("Ann", "Bob", "Cas", knock_out=5),
        *(stood(1, 1, 9), stood(2, 1, 1), stood(3, 1, 1), turn(2, 2)),
    ).when(Press(dice=(6, 5)), sets("knock_out", 0)).then(
        rolled(6, 5, player=2), changed("knock_out", 0, 9, 1, 1)
    )


def test_a_change_can_end_a_match_and_another_one_go_on_with_it() -> None:
    given(seated("Ann", "Bob"), stood(1, 1, 9), stood(2, 1, 1), turn(1, 2)).when(
        sets("rounds", 1)
    ).then(changed("rounds", 1, 9, 1), match_ended(2, why="rounds")).when(sets("rounds", 3)).then(
        changed("rounds", 3, 9, 1), turn(1, 2)
    )


def test_a_change_of_the_stakes_is_paid_at_once() -> None:
    given(seated("Ann", "Bob"), stood(1, 1, 9), stood(2, 1, 1), turn(1, 2)).when(
        sets("stakes", "difference")
    ).then(changed("stakes", "difference", 9, 1), paid(1, -8, -8), paid(2, 8, 8))


# The score sheet


def test_entered_turns_are_played_one_after_the_other() -> None:
    given(seated("Ann", "Bob", rounds=1, knock_out=5), turn(1, 1)).when(
        EnterTurn(standing=tiles(1)), EnterTurn(standing=tiles(9))
    ).then(
        ended(1, score=1, total=1),
        turn(2, 1),
        ended(9, score=9, total=9, player=2),
        out(2, 9),
        round_ended(1, 1),
        match_ended(1, why="last_left"),
    )


def test_a_tile_that_did_not_stand_at_the_start_can_not_be_left() -> None:
    with pytest.raises(RulesError) as error:
        given(seated("Ann", start=(1, 3)), turn(1, 1)).when(EnterTurn(standing=tiles(2, 3)))

    assert (error.value.field, error.value.found) == ("standing", "2")


def test_no_turn_is_entered_while_one_is_played_or_when_the_match_is_over() -> None:
    for story in (
        given(seated("Ann"), turn(1, 1), rolled(6, 5)),
        given(seated("Ann"), turn(1, 1)).when(EndMatch()),
    ):
        with pytest.raises(NotAllowedError):
            Story(story.state).when(EnterTurn(standing=tiles(1)))


def test_on_a_sheet_the_size_of_the_box_can_be_put_right_unless_a_tile_would_be_lost() -> None:
    sheet = given(seated("Ann", "Bob", scoring="covered"), stood(1, 1, 8), turn(2, 1))
    ten = SetRule(field="tiles", value=10, on_sheet=True)

    sheet.when(ten).then(changed("tiles", 10, 47, 0))
    with pytest.raises(RulesError) as error:
        sheet.when(SetRule(field="tiles", value=7, on_sheet=True))
    assert error.value.field == "tiles"
