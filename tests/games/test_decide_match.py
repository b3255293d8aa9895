"""Deciding between turns: scores, knock-out, rounds, winners (RULES.md 1.2 and 1.4)."""

from __future__ import annotations

import pytest

from stbpi.games.game import Press, TilesMoved, TimeUp
from tests.games.spec import (
    Facts,
    covered,
    down,
    ended,
    given,
    match_ended,
    out,
    refused,
    rolled,
    round_ended,
    seated,
    turn,
)

TWELVE = Press(dice=(6, 6))
"""It has no cover among the tiles with which `plays` leaves a player."""


def stood(player: int, round_: int, *standing: int) -> Facts:
    """A finished turn; what it scored is not read again, it follows from the tiles."""
    return turn(player, round_), ended(*standing, score=0, total=0, player=player)


def plays(player: int, round_: int, *standing: int, tiles: int = 9) -> Facts:
    """A turn in which only these tiles stand, behind a cover that is not committed yet."""
    closed = tuple(n for n in range(1, tiles + 1) if n not in (*standing, 4))
    return (
        turn(player, round_),
        rolled(6, 6, player=player, k=1),
        *down(*closed),
        covered(*closed, leaves=(*standing, 4), player=player),
        rolled(2, 2, player=player, k=2),
        *down(4),
    )


def fails(player: int, *standing: int) -> Facts:
    """The cover is committed, and twelve is thrown."""
    return covered(4, leaves=standing, player=player), rolled(6, 6, player=player, k=3)


# Scores


@pytest.mark.parametrize(
    ("scoring", "score"), [("sum", 15), ("digits", 258), ("count", 3), ("covered", 30)]
)
def test_what_still_stands_is_scored_as_the_house_has_it(scoring: str, score: int) -> None:
    given(seated("Ann", "Bob", scoring=scoring), plays(1, 1, 2, 5, 8)).when(TWELVE).then(
        fails(1, 2, 5, 8), ended(2, 5, 8, score=score, total=score)
    )


def test_a_lone_digit_is_a_number_too() -> None:
    given(seated("Ann", "Bob", scoring="digits"), plays(1, 1, 9)).when(TWELVE).then(
        fails(1, 9), ended(9, score=9, total=9)
    )


def test_tiles_above_nine_are_written_out_in_digits() -> None:
    given(seated("Ann", "Bob", scoring="digits", tiles=12), plays(1, 1, 3, 10, 11, tiles=12)).when(
        TWELVE
    ).then(fails(1, 3, 10, 11), ended(3, 10, 11, score=31011, total=31011))


@pytest.mark.parametrize(("scoring", "score"), [("sum", 0), ("digits", 0), ("covered", 45)])
def test_a_shut_box_that_does_not_win_scores_what_stands(scoring: str, score: int) -> None:
    given(seated("Ann", "Bob", scoring=scoring, shut="zero"), plays(1, 1, 3)).when(
        Press(dice=(1, 2)), down(3), TilesMoved()
    ).then(
        covered(4, leaves=(3,)),
        rolled(1, 2, k=3),
        covered(3, leaves=()),
        ended(score=score, total=score, why="shut"),
    )


def test_totals_add_up() -> None:
    given(
        seated("Ann", "Bob"), stood(1, 1, 9), stood(2, 1, 7), stood(1, 2, 1), plays(2, 2, 5)
    ).when(TWELVE).then(fails(2, 5), ended(5, score=5, total=12, player=2), round_ended(2, 1))


# Rounds


def test_a_round_is_over_when_all_have_played_and_names_its_best() -> None:
    given(seated("Ann", "Bob"), stood(1, 1, 9), plays(2, 1, 7)).when(TWELVE, TimeUp()).then(
        fails(2, 7), ended(7, score=7, total=7, player=2), round_ended(1, 2), turn(1, 2)
    )


def test_a_round_has_all_tied_bests_as_winners() -> None:
    given(seated("Ann", "Bob", "Cas"), stood(1, 1, 2, 5), stood(2, 1, 8), plays(3, 1, 7)).when(
        TWELVE
    ).then(fails(3, 7), ended(7, score=7, total=7, player=3), round_ended(1, 1, 3))


def test_where_covered_tiles_count_the_highest_wins_a_round() -> None:
    given(seated("Ann", "Bob", scoring="covered"), stood(1, 1, 9), plays(2, 1, 7)).when(
        TWELVE
    ).then(fails(2, 7), ended(7, score=38, total=38, player=2), round_ended(1, 2))


def test_the_last_round_ends_the_match_and_the_lowest_total_wins() -> None:
    given(
        seated("Ann", "Bob", rounds=2),
        stood(1, 1, 9),
        stood(2, 1, 7),
        stood(1, 2, 1),
        plays(2, 2, 5),
    ).when(TWELVE, TimeUp()).then(
        fails(2, 5),
        ended(5, score=5, total=12, player=2),
        round_ended(2, 1),
        match_ended(1, why="rounds"),
    )


def test_where_covered_tiles_count_the_highest_total_wins() -> None:
    given(
        seated("Ann", "Bob", preset="classic", scoring="covered"), stood(1, 1, 9), plays(2, 1, 7)
    ).when(TWELVE).then(
        fails(2, 7),
        ended(7, score=38, total=38, player=2),
        round_ended(1, 2),
        match_ended(2, why="rounds"),
    )


def test_equal_totals_share_the_win() -> None:
    given(
        seated("Ann", "Bob", "Cas", preset="classic"),
        stood(1, 1, 2, 5),
        stood(2, 1, 8),
        plays(3, 1, 7),
    ).when(TWELVE).then(
        fails(3, 7),
        ended(7, score=7, total=7, player=3),
        round_ended(1, 1, 3),
        match_ended(1, 3, why="rounds"),
    )


def test_a_lone_player_wins_his_match_when_its_rounds_are_over() -> None:
    given(seated("Ann", preset="classic"), plays(1, 1, 9)).when(TWELVE).then(
        fails(1, 9), ended(9, score=9, total=9), round_ended(1, 1), match_ended(1, why="rounds")
    )


def test_without_a_limit_one_round_follows_another() -> None:
    before = [stood(seat, round_, 1) for round_ in range(1, 30) for seat in (1, 2)]

    given(seated("Ann", "Bob", rounds=0), *before, stood(1, 30, 1), plays(2, 30, 5)).when(
        TWELVE, TimeUp()
    ).then(fails(2, 5), ended(5, score=5, total=34, player=2), round_ended(30, 1), turn(1, 31))


# A shut box


def test_a_shut_box_wins_whatever_the_totals_say_and_whoever_has_not_played() -> None:
    given(
        seated("Ann", "Bob", "Cas"),
        *(stood(seat, 1, *standing) for seat, standing in ((1, (1,)), (2, (8, 9)), (3, (1,)))),
        stood(1, 2, 1),
        plays(2, 2, 3),
    ).when(Press(dice=(2, 1)), down(3), TilesMoved(), TimeUp(), Press()).then(
        covered(4, leaves=(3,), player=2),
        rolled(2, 1, player=2, k=3),
        covered(3, leaves=(), player=2),
        ended(score=0, total=17, player=2, why="shut"),
        round_ended(2, 2),
        match_ended(2, why="shut"),
        refused("wait"),
    )


# Knock-out


def test_who_stays_below_the_limit_is_not_out() -> None:
    given(
        seated(*"ABC", knock_out=20),
        stood(1, 1, 9),
        stood(2, 1, 1),
        stood(3, 1, 1),
        plays(1, 2, 1, 9),
    ).when(TWELVE).then(fails(1, 1, 9), ended(1, 9, score=10, total=19))


def test_who_reaches_the_limit_is_out_at_once_and_the_next_one_plays() -> None:
    given(
        seated(*"ABC", knock_out=20),
        stood(1, 1, 9),
        stood(2, 1, 1),
        stood(3, 1, 1),
        plays(1, 2, 5, 6),
    ).when(TWELVE, TimeUp()).then(
        fails(1, 5, 6), ended(5, 6, score=11, total=20), out(1, 20), turn(2, 2)
    )


def test_who_is_out_has_no_turn_any_more() -> None:
    given(
        seated(*"ABC", knock_out=20),
        stood(1, 1, 3, 8, 9),
        stood(2, 1, 1),
        stood(3, 1, 1),
        plays(2, 2, 2),
    ).when(TWELVE, TimeUp()).then(fails(2, 2), ended(2, score=2, total=3, player=2), turn(3, 2))


def test_a_round_begins_with_the_first_player_who_is_still_in() -> None:
    given(seated(*"ABC", knock_out=20), stood(1, 1, 3, 8, 9), stood(2, 1, 1), plays(3, 1, 2)).when(
        TWELVE, TimeUp()
    ).then(fails(3, 2), ended(2, score=2, total=2, player=3), round_ended(1, 2), turn(2, 2))


def test_who_is_knocked_out_by_the_last_turn_of_a_round_ends_it() -> None:
    given(seated(*"ABC", knock_out=15), stood(1, 1, 2), stood(2, 1, 1), plays(3, 1, 7, 9)).when(
        TWELVE, TimeUp()
    ).then(
        fails(3, 7, 9),
        ended(7, 9, score=16, total=16, player=3),
        out(3, 16),
        round_ended(1, 2),
        turn(1, 2),
    )


def test_the_last_one_left_wins_even_with_turns_outstanding() -> None:
    """The round is cut short: nobody has won it."""
    given(
        seated(*"AB", knock_out=15, rounds=0), stood(1, 1, 9), stood(2, 1, 1), plays(1, 2, 7)
    ).when(TWELVE, TimeUp(), Press()).then(
        fails(1, 7),
        ended(7, score=7, total=16),
        out(1, 16),
        round_ended(2),
        match_ended(2, why="last_left"),
        refused("wait"),
    )


def test_the_last_one_left_wins_a_round_that_everybody_has_played() -> None:
    given(seated(*"AB", knock_out=15, rounds=0), stood(1, 1, 9), plays(2, 1, 7, 9)).when(
        TWELVE
    ).then(
        fails(2, 7, 9),
        ended(7, 9, score=16, total=16, player=2),
        out(2, 16),
        round_ended(1, 1),
        match_ended(1, why="last_left"),
    )


def test_who_was_knocked_out_earlier_does_not_cut_a_round_short() -> None:
    given(
        seated(*"ABC", knock_out=15, rounds=0),
        *(stood(1, 1, 7, 9), stood(2, 1, 9), stood(3, 1, 9)),
        *(stood(2, 2, 1), plays(3, 2, 7)),
    ).when(TWELVE).then(
        fails(3, 7),
        ended(7, score=7, total=16, player=3),
        out(3, 16),
        round_ended(2, 2),
        match_ended(2, why="last_left"),
    )


def test_a_lone_player_who_is_knocked_out_has_not_won() -> None:
    given(seated("Ann", knock_out=15, rounds=0), stood(1, 1, 9), plays(1, 2, 7)).when(TWELVE).then(
        fails(1, 7),
        ended(7, score=7, total=16),
        out(1, 16),
        round_ended(2, 1),
        match_ended(why="last_left"),
    )


def test_a_lone_player_goes_on_while_he_is_in() -> None:
    given(seated("Ann", knock_out=15, rounds=0), plays(1, 1, 9)).when(TWELVE, TimeUp()).then(
        fails(1, 9), ended(9, score=9, total=9), round_ended(1, 1), turn(1, 2)
    )


def test_who_is_out_does_not_share_the_win_of_the_last_round() -> None:
    given(
        seated(*"ABC", knock_out=15, rounds=2),
        *(stood(1, 1, 7, 9), stood(2, 1, 9), stood(3, 1, 9)),
        *(stood(2, 2, 2), plays(3, 2, 2)),
    ).when(TWELVE).then(
        fails(3, 2),
        ended(2, score=2, total=11, player=3),
        round_ended(2, 2, 3),
        match_ended(2, 3, why="rounds"),
    )


def test_a_shut_box_wins_for_a_player_who_is_still_in_however_high_his_total() -> None:
    given(seated(*"AB", knock_out=15), stood(1, 1, 5, 9), stood(2, 1, 1), plays(1, 2, 3)).when(
        Press(dice=(2, 1)), down(3), TilesMoved()
    ).then(
        covered(4, leaves=(3,)),
        rolled(2, 1, k=3),
        covered(3, leaves=()),
        ended(score=0, total=14, why="shut"),
        round_ended(2, 1),
        match_ended(1, why="shut"),
    )
