"""Deciding within a turn: throws, covers, complaints (RULES.md 1.1; DESIGN.md 3)."""

from __future__ import annotations

import pytest

from stbpi.games.game import EndMatch, Hold, Press, StartMatch, TilesMoved, TimeUp, tiles
from stbpi.games.shut_the_box.presets import FOR_ONE_PLAYER, PRESETS
from tests.games.spec import (
    Facts,
    Story,
    covered,
    down,
    ended,
    given,
    match_ended,
    paid,
    pot,
    refused,
    rolled,
    round_ended,
    seated,
    turn,
    up,
)

MOVED = TilesMoved()
ALL = tuple(range(1, 10))
DEAD = (
    covered(4, leaves=(8, 9)),
    rolled(6, 6, k=10),
    ended(8, 9, score=17, total=17),
)


def ann_plays(preset: str = "luk_kassen", **rules: int | str) -> Story:
    """Ann's first turn begins; Bob is there, too."""
    return given(seated("Ann", "Bob", preset=preset, **rules), turn(1, 1))


def ann_threw(
    *dice: int, standing: tuple[int, ...], preset: str = "luk_kassen", **rules: int | str
) -> Story:
    """Ann has thrown, in the middle of her turn, with these tiles standing."""
    count = int(rules.get("tiles", 9))
    closed = tuple(n for n in range(1, count + 1) if n not in standing)
    return given(
        seated("Ann", "Bob", preset=preset, **rules),
        turn(1, 1),
        rolled(6, 6, k=8),
        down(*closed),
        covered(*closed, leaves=standing),
        rolled(*dice, k=9),
    )


def ann_is_left_with(*standing: int, preset: str = "luk_kassen", **rules: int | str) -> Story:
    """Ann has covered a throw of 4 with the 4, and these stand."""
    return (
        ann_threw(3, 1, standing=(*standing, 4), preset=preset, **rules).when(down(4), MOVED).then()
    )


# The start


def test_a_match_starts_with_its_players_its_house_rules_and_the_first_turn() -> None:
    command = StartMatch(
        game="shut_the_box",
        names=("Ann", "Bob"),
        preset="classic",
        house_rules=(("tiles", "10"), ("one_die_forced", True), ("rounds", 1)),
    )

    given().when(command).then(
        seated("Ann", "Bob", preset="classic", tiles=10, one_die_forced=True), turn(1, 1)
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_as_it_is_needs_no_house_rules(preset: str) -> None:
    names = ("Ann",) if preset in FOR_ONE_PLAYER else ("Ann", "Bob")
    stakes = (paid(1, -1, -1), paid(2, -1, -1), pot(2)) if preset == "pub_pool" else ()

    given().when(StartMatch(game="shut_the_box", names=names, preset=preset, house_rules=())).then(
        seated(*names, preset=preset), turn(1, 1), stakes
    )


# Before the first throw


def test_a_press_throws_both_dice() -> None:
    ann_plays().when(Press(dice=(6, 5))).then(rolled(6, 5))


def test_a_press_throws_three_dice_where_the_rules_have_three() -> None:
    ann_plays(tiles=12, dice=3).when(Press(dice=(6, 5, 1))).then(rolled(6, 5, 1))


def test_tiles_that_are_down_at_the_start_must_be_raised_before_the_first_throw() -> None:
    given(seated("Ann"), turn(1, 1), down=tiles(9, 4)).when(Press()).then(refused("raise", 4, 9))


def test_a_tile_moved_before_the_first_throw_is_no_cover() -> None:
    ann_plays().when(down(9), MOVED).then().when(Press()).then(refused("raise", 9))


def test_a_tile_moved_and_raised_again_before_the_first_throw_does_not_matter() -> None:
    ann_plays().when(down(9), MOVED, up(9), MOVED, Press(dice=(5, 4))).then(rolled(5, 4))


def test_a_tile_that_is_not_in_play_is_never_asked_for() -> None:
    given(seated("Ann"), turn(1, 1), down=tiles(10, 12)).when(Press(dice=(1, 1))).then(rolled(1, 1))


# After a throw


def test_a_press_without_any_cover_is_refused() -> None:
    ann_plays().when(Press(dice=(6, 5)), Press()).then(rolled(6, 5), refused("cover"))


@pytest.mark.field("C16")
def test_a_press_with_an_unfinished_cover_is_refused_with_the_moved_tiles() -> None:
    ann_plays().when(Press(dice=(6, 5)), down(2), MOVED, down(1), MOVED, Press()).then(
        rolled(6, 5), refused("cover", 1, 2)
    )


def test_a_complete_cover_is_committed_by_the_next_throw() -> None:
    ann_plays().when(Press(dice=(6, 5)), down(2), MOVED, down(9), MOVED).then(rolled(6, 5)).when(
        Press(dice=(1, 3))
    ).then(covered(2, 9, leaves=(1, 3, 4, 5, 6, 7, 8)), rolled(1, 3, k=2))


def test_the_player_may_change_his_mind_until_the_next_throw() -> None:
    ann_plays().when(
        Press(dice=(6, 5)),
        down(2, 9),
        MOVED,
        up(2, 9),
        MOVED,
        down(5, 6),
        MOVED,
        Press(dice=(1, 3)),
    ).then(rolled(6, 5), covered(5, 6, leaves=(1, 2, 3, 4, 7, 8, 9)), rolled(1, 3, k=2))


@pytest.mark.parametrize(
    "moves", [[down(1, 4, 6)], [down(6), down(1), down(4)], [down(4, 6), down(1)]]
)
@pytest.mark.field("C5")
def test_a_sweep_of_three_tiles_is_the_same_as_three_single_ones(moves: list[Facts]) -> None:
    story = ann_plays().when(Press(dice=(6, 5))).then(rolled(6, 5))
    for move in moves:
        story = story.when(move, MOVED)

    story.when(Press(dice=(6, 3))).then(
        covered(1, 4, 6, leaves=(2, 3, 5, 7, 8, 9)), rolled(6, 3, k=2)
    )


def test_a_tile_out_of_play_is_no_part_of_a_cover() -> None:
    ann_plays().when(Press(dice=(6, 5)), down(11), MOVED, Press()).then(
        rolled(6, 5), refused("cover")
    )


def test_a_cover_beside_a_tile_out_of_play_is_complete() -> None:
    ann_plays().when(Press(dice=(6, 5)), down(2, 9, 11), MOVED, Press(dice=(1, 3))).then(
        rolled(6, 5), covered(2, 9, leaves=(1, 3, 4, 5, 6, 7, 8)), rolled(1, 3, k=2)
    )


# Wrong tiles


def test_a_press_on_wrong_tiles_is_refused_before_anything_was_complained_about() -> None:
    ann_plays().when(Press(dice=(1, 3)), down(9), MOVED, Press()).then(
        rolled(1, 3), refused("raise", 9)
    )


def test_a_wrong_tile_is_complained_about_when_its_time_is_up() -> None:
    ann_plays().when(Press(dice=(1, 3)), down(9), MOVED).then(rolled(1, 3)).when(TimeUp()).then(
        refused("raise", 9)
    )


def test_a_wrong_tile_is_complained_about_once() -> None:
    ann_plays().when(Press(dice=(1, 3)), down(9), MOVED, TimeUp(), TimeUp(), MOVED).then(
        rolled(1, 3), refused("raise", 9)
    )


def test_after_a_press_was_refused_nothing_more_is_complained_about() -> None:
    ann_plays().when(Press(dice=(1, 3)), down(9), MOVED, Press(), TimeUp()).then(
        rolled(1, 3), refused("raise", 9)
    )


def test_a_corrected_tile_that_is_wrong_again_is_complained_about_again() -> None:
    wrong = (down(9), MOVED, TimeUp())

    ann_plays().when(Press(dice=(1, 3)), *wrong, up(9), MOVED, TimeUp(), *wrong).then(
        rolled(1, 3), refused("raise", 9), refused("raise", 9)
    )


def test_an_unfinished_cover_is_never_complained_about() -> None:
    ann_plays().when(Press(dice=(6, 5)), down(9), MOVED, TimeUp()).then(rolled(6, 5))


def test_the_fewest_tiles_are_named_though_others_were_moved_last() -> None:
    """4 and 1 cover 5; with the 9 raised it is complete, although the 1 went down last."""
    ann_plays().when(Press(dice=(2, 3)), down(9), MOVED, down(4), MOVED, down(1), MOVED).when(
        TimeUp()
    ).then(rolled(2, 3), refused("raise", 9))


def test_among_equally_few_tiles_the_ones_moved_last_are_named() -> None:
    """For a total of 7: 3 with 6 can't be, either alone can."""
    ann_plays().when(Press(dice=(3, 4)), down(6), MOVED, down(3), MOVED, TimeUp()).then(
        rolled(3, 4), refused("raise", 3)
    )


def test_among_tiles_moved_together_the_highest_is_named() -> None:
    ann_plays().when(Press(dice=(3, 4)), down(3, 6), MOVED, TimeUp()).then(
        rolled(3, 4), refused("raise", 6)
    )


def test_a_tile_that_went_down_again_counts_as_moved_last() -> None:
    ann_plays().when(
        Press(dice=(3, 4)), down(6), MOVED, down(3), MOVED, up(6), MOVED, down(6), MOVED, TimeUp()
    ).then(rolled(3, 4), refused("raise", 6))


def test_only_what_moved_since_the_throw_is_named() -> None:
    ann_threw(2, 3, standing=(1, 2, 3, 4, 5, 6)).when(down(4, 6), MOVED, TimeUp()).then(
        refused("raise", 6)
    )


# Lifted tiles


@pytest.mark.field("C15")
def test_a_lifted_tile_is_asked_for_at_once_and_blocks_the_throw() -> None:
    ann_threw(1, 2, standing=(1, 2, 3)).when(up(9), MOVED, Press()).then(
        refused("close_again", 9), refused("close_again", 9)
    )


def test_a_lifted_tile_goes_before_a_wrong_one() -> None:
    ann_threw(1, 1, standing=(1, 2, 3)).when(down(3), MOVED, up(9), MOVED, TimeUp(), Press()).then(
        refused("close_again", 9), refused("close_again", 9)
    )


def test_a_lifted_tile_blocks_the_throw_though_the_cover_is_complete() -> None:
    ann_threw(1, 2, standing=(1, 2, 3)).when(down(3), MOVED, up(9), MOVED, Press()).then(
        refused("close_again", 9), refused("close_again", 9)
    )


def test_a_lifted_tile_is_asked_for_once_whatever_else_moves() -> None:
    ann_threw(1, 2, standing=(1, 2, 3)).when(up(9), MOVED, down(1), MOVED, down(2), MOVED).then(
        refused("close_again", 9)
    )


def test_another_lifted_tile_is_asked_for_with_the_first() -> None:
    ann_threw(1, 2, standing=(1, 2, 3)).when(up(9), MOVED, up(4), MOVED).then(
        refused("close_again", 9), refused("close_again", 4, 9)
    )


def test_of_two_lifted_tiles_the_one_that_is_left_is_not_asked_for_again() -> None:
    ann_threw(1, 2, standing=(1, 2, 3)).when(up(4, 9), MOVED, down(4), MOVED).then(
        refused("close_again", 4, 9)
    )


def test_a_tile_lifted_a_second_time_is_asked_for_again() -> None:
    ann_threw(1, 2, standing=(1, 2, 3)).when(up(9), MOVED, down(9), MOVED, up(9), MOVED).then(
        refused("close_again", 9), refused("close_again", 9)
    )


def test_a_closed_again_tile_frees_the_throw() -> None:
    ann_threw(1, 2, standing=(1, 2, 3)).when(
        down(3), MOVED, up(9), MOVED, down(9), MOVED, Press(dice=(1, 2))
    ).then(refused("close_again", 9), covered(3, leaves=(1, 2)), rolled(1, 2, k=10))


def test_a_box_shut_beside_a_lifted_tile_is_shut_when_that_one_is_closed_again() -> None:
    ann_threw(1, 2, standing=(3,)).when(up(9), MOVED, down(3), MOVED).then(
        refused("close_again", 9)
    ).when(down(9), MOVED).then(
        covered(3, leaves=()),
        ended(score=0, total=0, why="shut"),
        round_ended(1, 1),
        match_ended(1, why="shut"),
    )


# One die


def test_a_hold_throws_one_die_where_it_is_allowed() -> None:
    """It is allowed by what the complete cover leaves: before it, 10 stood."""
    ann_is_left_with(1, 2, 3).when(Hold(dice=(3,))).then(
        covered(4, leaves=(1, 2, 3)), rolled(3, k=10)
    )


def test_a_press_throws_both_dice_though_one_is_allowed() -> None:
    ann_is_left_with(1, 2, 3).when(Press(dice=(1, 2))).then(
        covered(4, leaves=(1, 2, 3)), rolled(1, 2, k=10)
    )


def test_a_hold_is_refused_where_one_die_is_not_allowed() -> None:
    ann_is_left_with(1, 6).when(Hold()).then(refused("one_die"))


def test_a_hold_before_the_first_throw_is_refused() -> None:
    ann_plays().when(Hold()).then(refused("one_die"))


def test_a_hold_before_the_first_throw_throws_one_die_where_that_is_always_allowed() -> None:
    ann_plays(one_die="always").when(Hold(dice=(6,))).then(rolled(6))


def test_what_is_wrong_with_the_tiles_goes_before_the_number_of_dice() -> None:
    ann_plays().when(Press(dice=(6, 5)), Hold()).then(rolled(6, 5), refused("cover"))


def test_after_a_single_die_both_may_be_thrown_again() -> None:
    ann_threw(3, standing=(1, 2, 3)).when(down(3), MOVED, Press(dice=(1, 2))).then(
        covered(3, leaves=(1, 2)), rolled(1, 2, k=10)
    )


@pytest.mark.parametrize("button", [Press(dice=(3,)), Hold(dice=(3,))])
def test_where_one_die_is_forced_press_and_hold_throw_it(button: Press | Hold) -> None:
    ann_is_left_with(1, 2, 3, one_die_forced=True).when(button).then(
        covered(4, leaves=(1, 2, 3)), rolled(3, k=10)
    )


def test_where_one_die_is_forced_a_hold_is_refused_as_long_as_it_is_not_allowed() -> None:
    ann_plays(one_die_forced=True).when(Hold(), Press(dice=(6, 5))).then(
        refused("one_die"), rolled(6, 5)
    )


def test_with_three_dice_a_hold_throws_exactly_one() -> None:
    ann_is_left_with(1, 2, 3, tiles=12, dice=3).when(Hold(dice=(3,))).then(
        covered(4, leaves=(1, 2, 3)), rolled(3, k=10)
    )


def test_a_single_die_without_a_cover_ends_the_turn() -> None:
    ann_is_left_with(1, 2).when(Hold(dice=(4,))).then(
        covered(4, leaves=(1, 2)),
        rolled(4, k=10),
        ended(1, 2, score=3, total=3),
    )


# The end of a turn


def test_a_throw_without_a_cover_ends_the_turn_at_once_behind_the_cover_before_it() -> None:
    ann_is_left_with(8, 9).when(Press(dice=(6, 6))).then(DEAD)


def test_the_last_tile_shuts_the_box_at_once_and_wins_the_match() -> None:
    ann_threw(1, 2, standing=(1, 2)).when(down(1), MOVED).then().when(down(2), MOVED).then(
        covered(1, 2, leaves=()),
        ended(score=0, total=0, why="shut"),
        round_ended(1, 1),
        match_ended(1, why="shut"),
    )


def test_where_shutting_scores_zero_the_match_goes_on() -> None:
    ann_threw(1, 2, standing=(1, 2), shut="zero").when(
        down(1, 2), MOVED, TimeUp(), up(*ALL), MOVED, Press(dice=(6, 5))
    ).then(
        covered(1, 2, leaves=()),
        ended(score=0, total=0, why="shut"),
        turn(2, 1),
        rolled(6, 5, player=2, k=10),
    )


def test_tiles_moved_after_a_dead_throw_count_for_nothing() -> None:
    dead = ann_is_left_with(8, 9).when(Press(dice=(6, 6))).then(DEAD)

    dead.when(down(8), MOVED, down(9), MOVED, up(*ALL), MOVED, down(3, 9), MOVED).then()


def test_tiles_moved_after_a_shut_box_count_for_nothing() -> None:
    shut = ann_threw(1, 2, standing=(1, 2), shut="zero").when(down(1, 2), MOVED)

    Story(shut.state).when(up(*ALL), MOVED, down(1), MOVED).then()


@pytest.mark.parametrize("button", [Press(), Hold()])
def test_while_the_result_is_shown_the_button_is_refused(button: Press | Hold) -> None:
    ann_is_left_with(8, 9).when(Press(dice=(6, 6)), button).then(DEAD, refused("wait"))


def test_the_next_turn_starts_when_the_result_has_been_shown() -> None:
    ann_is_left_with(8, 9).when(Press(dice=(6, 6)), TimeUp(), Press()).then(
        DEAD, turn(2, 1), refused("raise", 1, 2, 3, 4, 5, 6, 7)
    )


def test_a_turn_knows_nothing_of_the_covers_of_the_one_before() -> None:
    ann_is_left_with(8, 9).when(
        Press(dice=(6, 6)), TimeUp(), up(*ALL[:7]), MOVED, Press(dice=(6, 6)), down(3, 9), MOVED
    ).when(Press(dice=(1, 1))).then(
        DEAD,
        turn(2, 1),
        rolled(6, 6, player=2, k=11),
        covered(3, 9, leaves=(1, 2, 4, 5, 6, 7, 8), player=2),
        rolled(1, 1, player=2, k=12),
    )


# Time, and the end from outside


@pytest.mark.parametrize(
    "story",
    [
        ann_plays(),
        ann_plays().when(Hold()),
        ann_is_left_with(1, 2, 3),
        ann_threw(1, 2, standing=(1, 2, 3)).when(up(9), MOVED),
        given(seated("Ann"), turn(1, 1), down=tiles(4)),
    ],
    ids=["ready", "one die refused", "complete", "lifted", "tiles to raise"],
)
def test_time_alone_changes_nothing_elsewhere(story: Story) -> None:
    Story(story.state).when(TimeUp()).then()


@pytest.mark.parametrize(
    "story",
    [ann_plays(), ann_threw(1, 1, standing=(1, 2, 3)), ann_is_left_with(1, 2, 3)],
    ids=["before a throw", "after one", "with a cover"],
)
def test_a_match_that_is_ended_from_outside_stops_without_a_winner(story: Story) -> None:
    stopped = story.when(EndMatch()).then(match_ended(why="stopped"))

    stopped.when(EndMatch(), TimeUp(), down(1), MOVED, Press()).then(refused("wait"))


def test_in_a_stopped_match_tiles_count_for_nothing() -> None:
    stopped = ann_threw(1, 2, standing=(1, 2)).when(EndMatch()).then(match_ended(why="stopped"))

    stopped.when(up(9), MOVED, down(9), MOVED, down(1, 2), MOVED).then()


def test_a_match_can_be_ended_while_a_result_is_shown() -> None:
    ann_is_left_with(8, 9).when(Press(dice=(6, 6)), EndMatch(), TimeUp()).then(
        DEAD, match_ended(why="stopped")
    )
