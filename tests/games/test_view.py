"""Viewing: phases, prompts, what is left, and what is waited for (DESIGN.md 3 and 6)."""

from __future__ import annotations

import pytest

from stbpi.games.game import (
    NO_TILES,
    EndMatch,
    Hold,
    Phase,
    Press,
    Prompt,
    Tiles,
    TilesMoved,
    TimeUp,
    all_tiles,
    tiles,
)
from tests.games.spec import (
    COMPLAIN_MS,
    Story,
    covered,
    down,
    ended,
    given,
    rolled,
    seated,
    turn,
    up,
)

MOVED = TilesMoved()
ANN = given(seated("Ann", "Bob"), turn(1, 1))


def threw(*dice: int, standing: tuple[int, ...]) -> Story:
    """Ann has thrown, in the middle of her turn, with these tiles standing."""
    closed = tuple(n for n in range(1, 10) if n not in standing)
    return given(
        seated("Ann", "Bob"),
        turn(1, 1),
        rolled(6, 6, k=8),
        down(*closed),
        covered(*closed, leaves=standing),
        rolled(*dice, k=9),
    )


def shown(story: Story, *, time_is_up: bool = False) -> tuple[str, str, Tiles]:
    view = story.view(time_is_up=time_is_up)
    return view.phase.value, view.prompt.value, view.named


# Phases and prompts


def test_a_turn_begins_ready_when_everything_is_up() -> None:
    view = ANN.view(time_is_up=False)

    assert shown(ANN) == ("ready", "roll", NO_TILES)
    assert (view.player, view.round, view.roll, view.left) == (1, 1, (), None)
    assert view.dice_allowed == (2,)
    assert view.standing == all_tiles(9)


def test_a_turn_begins_with_the_tiles_that_must_rise() -> None:
    story = given(seated("Ann"), turn(1, 1), down=tiles(3, 9, 12))

    assert shown(story) == ("raise_tiles", "raise", tiles(3, 9))
    assert story.view().dice_allowed == ()


def test_after_a_throw_it_is_covered() -> None:
    story = ANN.when(Press(dice=(6, 5)), down(9), MOVED)
    view = story.view()

    assert shown(story) == ("covering", "cover", NO_TILES)
    assert (view.roll, view.left, view.dice_allowed) == ((6, 5), 2, ())
    assert view.standing == tiles(1, 2, 3, 4, 5, 6, 7, 8)
    assert view.committed == NO_TILES


def test_a_complete_cover_leads_to_the_next_throw() -> None:
    story = ANN.when(Press(dice=(6, 5)), down(2, 9), MOVED)

    assert shown(story) == ("covering", "roll", NO_TILES)
    assert story.view().left == 0


def test_a_wrong_tile_shows_only_when_it_is_complained_about() -> None:
    story = ANN.when(Press(dice=(1, 3)), down(9), MOVED)

    assert shown(story) == ("covering", "cover", NO_TILES)
    assert shown(story.when(TimeUp())) == ("wrong", "raise", tiles(9))
    assert shown(story.when(Press())) == ("wrong", "raise", tiles(9))
    assert shown(story.when(TimeUp(), up(9), MOVED)) == ("covering", "cover", NO_TILES)


@pytest.mark.parametrize("wrong", [True, False])
def test_while_something_is_wrong_or_lifted_the_whole_total_is_left(wrong: bool) -> None:
    moves = down(3) if wrong else up(9)
    story = threw(1, 1, standing=(1, 2, 3)).when(moves, MOVED)

    assert story.view().left == 2
    assert story.view().dice_allowed == ()


def test_a_lifted_tile_is_asked_for_before_everything() -> None:
    story = threw(1, 1, standing=(1, 2, 3)).when(down(3), MOVED, TimeUp(), up(9), MOVED)

    assert shown(story) == ("covering", "close_again", tiles(9))
    assert story.view().standing == tiles(1, 2, 9)


def test_a_wrong_tile_beside_a_lifted_one_is_complained_about_anew() -> None:
    story = threw(1, 1, standing=(1, 2, 3)).when(
        down(3), MOVED, TimeUp(), up(9), MOVED, down(9), MOVED
    )

    assert shown(story) == ("covering", "cover", NO_TILES)
    assert story.timer is not None


def test_a_refused_single_die_is_shown_until_its_time_is_up() -> None:
    story = ANN.when(Hold())

    assert shown(story) == ("ready", "one_die", NO_TILES)
    assert shown(story, time_is_up=True) == ("ready", "roll", NO_TILES)
    assert story.view().dice_allowed == story.view(time_is_up=True).dice_allowed == (2,)


def test_a_refused_single_die_is_forgotten_when_a_tile_moves() -> None:
    story = threw(1, 2, standing=(1, 2, 8, 9)).when(down(1, 2), MOVED, Hold())

    assert shown(story) == ("covering", "one_die", NO_TILES)
    assert shown(story.when(up(1), MOVED)) == ("covering", "cover", NO_TILES)


def test_the_dice_of_the_next_throw_are_those_that_a_complete_cover_allows() -> None:
    story = threw(2, 2, standing=(1, 2, 3, 4)).when(down(4), MOVED)

    assert story.view().dice_allowed == (1, 2)


def test_a_dead_throw_is_shown_with_its_dice() -> None:
    story = threw(2, 2, standing=(4, 8, 9)).when(down(4), MOVED, Press(dice=(6, 6)))
    view = story.view()

    assert shown(story) == ("turn_over", "no_move", NO_TILES)
    assert (view.player, view.roll, view.left, view.dice_allowed) == (1, (6, 6), None, ())
    assert (view.why, view.players[0].score, view.players[0].total) == ("no_move", 17, 17)


def test_who_is_knocked_out_is_told_so() -> None:
    story = given(
        seated("Ann", "Bob", "Cas", knock_out=15),
        turn(1, 1),
        rolled(6, 6),
        down(*range(1, 8)),
        covered(*range(1, 8), leaves=(8, 9)),
        rolled(6, 6, k=2),
        ended(8, 9, score=17, total=17),
    )

    assert shown(story) == ("turn_over", "out", NO_TILES)
    assert [p.out for p in story.view().players] == [True, False, False]
    assert story.view().why == "no_move"


def test_the_end_of_the_match_is_shown_after_its_last_result() -> None:
    story = threw(1, 2, standing=(3,)).when(down(3), MOVED)
    over = story.view(time_is_up=True)

    assert shown(story) == ("turn_over", "shut", NO_TILES)
    assert shown(story, time_is_up=True) == ("match_over", "match_over", NO_TILES)
    assert (over.player, over.round, over.roll, over.dice_allowed) == (None, None, (), ())
    assert (over.why, [p.name for p in over.winners]) == ("shut", ["Ann"])


def test_a_match_that_was_stopped_before_a_throw_is_over_at_once() -> None:
    story = ANN.when(EndMatch())

    assert shown(story) == ("match_over", "match_over", NO_TILES)
    assert (story.view().why, story.view().winners, story.timer) == ("stopped", (), None)


def test_scores_are_of_the_last_turn_and_totals_of_all() -> None:
    story = given(
        seated("Ann", "Bob"),
        *(turn(1, 1), ended(9, score=9, total=9)),
        *(turn(2, 1), ended(1, 2, score=3, total=3, player=2)),
        *(turn(1, 2), ended(5, score=5, total=14)),
        turn(2, 2),
    )

    assert [(p.score, p.total) for p in story.view().players] == [(5, 14), (3, 3)]


# Time


def test_a_result_is_shown_for_two_seconds() -> None:
    story = threw(2, 2, standing=(4, 8, 9)).when(down(4), MOVED, Press(dice=(6, 6)))

    assert story.timer is not None
    assert story.timer.ms == 2000
    assert story.when(Press(), up(1), MOVED).timer == story.timer


def test_a_wrong_state_waits_for_its_complaint_from_its_last_change_on() -> None:
    wrong = ANN.when(Press(dice=(1, 3)), down(9), MOVED)
    worse = wrong.when(down(8), MOVED)

    assert wrong.timer is not None
    assert worse.timer is not None
    assert wrong.timer.ms == worse.timer.ms == COMPLAIN_MS
    assert wrong.timer.key != worse.timer.key


@pytest.mark.parametrize("after", [TimeUp(), Press()])
def test_what_was_complained_about_is_not_waited_for(after: TimeUp | Press) -> None:
    assert ANN.when(Press(dice=(1, 3)), down(9), MOVED, after).timer is None


def test_each_refused_single_die_is_shown_anew() -> None:
    once, twice = ANN.when(Hold()).timer, ANN.when(Hold(), Hold()).timer

    assert once is not None
    assert twice is not None
    assert once.ms == twice.ms == 2000
    assert once.key != twice.key


@pytest.mark.parametrize(
    "story",
    [
        ANN,
        ANN.when(Press(dice=(6, 5))),
        ANN.when(Press(dice=(6, 5)), down(9), MOVED),
        threw(1, 2, standing=(1, 2, 3)).when(up(9), MOVED),
        given(seated("Ann"), turn(1, 1), down=tiles(4)),
    ],
    ids=["ready", "thrown", "open", "lifted", "tiles to raise"],
)
def test_nothing_is_waited_for_while_a_person_is_asked(story: Story) -> None:
    assert story.timer is None


# Tiles out of play


def test_a_tile_out_of_play_does_not_silence_a_complaint() -> None:
    story = ANN.when(Press(dice=(1, 3)), down(9), MOVED, TimeUp(), down(12), MOVED)

    assert shown(story) == (Phase.WRONG, Prompt.RAISE, tiles(9))
    assert story.timer is None


def test_a_tile_out_of_play_does_not_put_off_a_complaint() -> None:
    story = ANN.when(Press(dice=(1, 3)), down(9), MOVED)

    assert story.when(down(12), MOVED).timer == story.timer


def test_a_tile_out_of_play_does_not_end_the_notice_of_a_refused_die() -> None:
    story = ANN.when(Hold(), down(12), MOVED)

    assert shown(story) == ("ready", "one_die", NO_TILES)


# What may be closed


def test_what_may_be_closed_is_all_that_some_cover_has_with_what_is_moved() -> None:
    thrown = ANN.when(Press(dice=(3, 4)))

    assert thrown.view().closable == tiles(1, 2, 3, 4, 5, 6, 7)
    assert thrown.when(down(3), MOVED).view().closable == tiles(4)
    assert thrown.when(down(1), MOVED).view().closable == tiles(2, 4, 6)
    assert thrown.when(down(7), MOVED).view().closable == NO_TILES


def test_nothing_may_be_closed_before_a_throw_while_something_is_wrong_or_lifted() -> None:
    assert ANN.view().closable == NO_TILES
    wrong = ANN.when(Press(dice=(1, 3)), down(9), MOVED)
    assert wrong.view().closable == NO_TILES
    assert wrong.when(TimeUp()).view().closable == NO_TILES
    assert threw(1, 1, standing=(1, 2, 3)).when(up(9), MOVED).view().closable == NO_TILES
