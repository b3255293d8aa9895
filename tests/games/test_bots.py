"""A bot's turn: it throws, names a cover, and a person closes the tiles."""

from __future__ import annotations

import pytest

from stbpi.errors import RulesError
from stbpi.games.game import (
    NO_TILES,
    BotCover,
    BotRoll,
    EndMatch,
    Hold,
    Phase,
    Press,
    Prompt,
    SetRule,
    StartMatch,
    StopTurn,
    TilesMoved,
    TimeUp,
    Undo,
    tiles,
)
from tests.games.spec import (
    GAME,
    Story,
    chose,
    covered,
    down,
    ended,
    given,
    match_ended,
    refused,
    rolled,
    round_ended,
    seated,
    turn,
    undone,
    up,
)

MOVED = TilesMoved()
WITH_A_BOT = StartMatch(
    game="shut_the_box",
    names=("Robi", "Ann"),
    preset="luk_kassen",
    house_rules=(),
    bots=("perfect", ""),
)


def robi_plays(*, may_stop: bool = False) -> Story:
    """Robi, a bot, is to throw first; Ann is there, too."""
    rules = {"may_stop": True} if may_stop else {}
    return given(seated("Robi=perfect", "Ann", preset="luk_kassen", **rules), turn(1, 1))


def robi_threw(*dice: int, may_stop: bool = False) -> Story:
    return (
        robi_plays(may_stop=may_stop).when(BotRoll(count=len(dice), dice=dice)).then(rolled(*dice))
    )


def robi_wants(*cover: int, dice: tuple[int, ...]) -> Story:
    return robi_threw(*dice).when(BotCover(tiles=tiles(*cover))).then(chose(*cover))


def what_is_seen(story: Story, *, time_is_up: bool = False) -> tuple[Phase, Prompt, int]:
    view = story.view(time_is_up=time_is_up)
    return view.phase, view.prompt, view.named


# The start


def test_a_match_says_which_seats_are_bots() -> None:
    given().when(WITH_A_BOT).then(seated("Robi=perfect", "Ann"), turn(1, 1))


def test_the_same_again_has_the_same_bots() -> None:
    state = given().when(WITH_A_BOT).state

    assert GAME.same_again(state) == WITH_A_BOT
    assert GAME.same_again(given(seated("Ann"), turn(1, 1)).state).bots == ()


def test_bots_are_seen() -> None:
    view = robi_plays().view()

    assert [player.bot for player in view.players] == ["perfect", ""]
    assert view.is_bots_turn


def test_bots_have_no_dice_of_their_own() -> None:
    start = StartMatch(
        game="shut_the_box",
        names=("Robi",),
        preset="solo",
        house_rules=(("roll", "real"),),
        bots=("perfect",),
    )

    with pytest.raises(RulesError) as caught:
        given().when(start)
    assert caught.value.field == "roll"
    with pytest.raises(RulesError) as caught:
        robi_plays().when(SetRule(field="roll", value="real"))
    assert caught.value.field == "roll"


# Throwing


def test_a_bot_throws_by_itself_and_a_person_waits() -> None:
    story = robi_plays()

    assert what_is_seen(story) == (Phase.READY, Prompt.WAIT, NO_TILES)
    story.when(Press()).then(refused("wait"))
    story.when(Hold()).then(refused("wait"))
    story.when(BotRoll(count=2, dice=(6, 5))).then(rolled(6, 5))


def test_a_bot_throws_no_other_number_of_dice_than_it_may() -> None:
    robi_plays().when(BotRoll(count=1), BotRoll(count=3), BotRoll(count=0)).then()


def test_a_bot_throws_only_in_its_own_turn() -> None:
    anns = given(seated("Robi=perfect", "Ann"), turn(2, 1))

    anns.when(BotRoll(count=2), BotCover(tiles=tiles(1))).then()
    assert not anns.view().is_bots_turn


def test_tiles_are_put_right_before_a_bot_throws() -> None:
    story = robi_plays().when(down(4))

    assert what_is_seen(story) == (Phase.RAISE_TILES, Prompt.RAISE, tiles(4))
    story.when(BotRoll(count=2)).then()
    story.when(Press()).then(refused("raise", 4))


def test_a_bots_dead_throw_ends_its_turn() -> None:
    story = given(seated("Robi=perfect", "Ann"), turn(1, 1), rolled(6, 6, k=4))
    story = story.when(BotCover(tiles=tiles(3, 9)), down(3, 9)).then(chose(3, 9))

    story.when(BotRoll(count=2, dice=(6, 6))).then(
        covered(3, 9, leaves=(1, 2, 4, 5, 6, 7, 8)), rolled(6, 6, k=5)
    )


# Choosing


def test_while_a_bot_thinks_nothing_may_be_closed() -> None:
    story = robi_threw(3, 4)

    assert what_is_seen(story) == (Phase.COVERING, Prompt.WAIT, NO_TILES)
    assert story.view().left == 7
    story.when(Press()).then(refused("wait"))
    story.when(BotRoll(count=2)).then()
    story.when(down(7), MOVED, Press()).then(refused("raise", 7))


def test_a_bot_names_the_tiles_that_a_person_closes() -> None:
    story = robi_wants(3, 4, dice=(3, 4))

    assert what_is_seen(story) == (Phase.COVERING, Prompt.CLOSE, tiles(3, 4))
    story.when(Press()).then(refused("close", 3, 4))
    story = story.when(down(4), MOVED).then()
    assert what_is_seen(story) == (Phase.COVERING, Prompt.CLOSE, tiles(3))
    assert story.view().left == 3
    story.when(Press()).then(refused("close", 3))
    story = story.when(down(3), MOVED).then()
    assert what_is_seen(story) == (Phase.COVERING, Prompt.WAIT, NO_TILES)
    assert story.view().dice_allowed == (2,)
    story.when(Press()).then(refused("wait"))
    story.when(BotRoll(count=2, dice=(6, 5))).then(
        covered(3, 4, leaves=(1, 2, 5, 6, 7, 8, 9)), rolled(6, 5, k=2)
    )


@pytest.mark.parametrize("cover", [(1,), (1, 2, 5), (), (3, 4, 1)])
def test_a_bot_can_want_no_illegal_cover(cover: tuple[int, ...]) -> None:
    robi_threw(3, 4).when(BotCover(tiles=tiles(*cover))).then()


def test_a_bot_does_not_change_its_mind() -> None:
    robi_wants(7, dice=(3, 4)).when(BotCover(tiles=tiles(3, 4))).then()


def test_another_cover_than_the_bots_is_wrong() -> None:
    story = robi_wants(3, 4, dice=(3, 4)).when(down(7), MOVED).then()

    assert story.timer is not None
    story.when(Press()).then(refused("raise", 7))
    story = story.when(TimeUp()).then(refused("raise", 7))
    assert what_is_seen(story) == (Phase.WRONG, Prompt.RAISE, tiles(7))
    story.when(BotRoll(count=2)).then()
    story = story.when(up(7), down(3, 4), MOVED).then()
    assert what_is_seen(story) == (Phase.COVERING, Prompt.WAIT, NO_TILES)


def test_a_bot_may_not_throw_while_another_tile_is_closed_too() -> None:
    story = robi_wants(6, dice=(2, 4)).when(down(4, 6), MOVED).then()

    assert what_is_seen(story) == (Phase.COVERING, Prompt.WAIT, NO_TILES)
    assert story.view().dice_allowed == ()
    assert story.when(TimeUp()).then(refused("raise", 4)).view().dice_allowed == ()


def test_what_was_closed_before_the_bot_has_chosen_is_judged_anew() -> None:
    thinking = robi_threw(3, 4).when(down(7), MOVED, TimeUp()).then(refused("raise", 7))
    before = thinking.timer
    story = thinking.when(BotCover(tiles=tiles(3, 4))).then(chose(3, 4))

    assert story.timer not in (None, before)
    story.when(TimeUp()).then(refused("raise", 7))
    thinking.when(BotCover(tiles=tiles(7)), Press()).then(chose(7), refused("wait"))


def test_a_closed_tile_that_is_lifted_goes_first() -> None:
    story = robi_wants(9, dice=(4, 5)).when(down(9), MOVED).then()
    story = story.when(BotRoll(count=2, dice=(3, 4))).then(
        covered(9, leaves=(1, 2, 3, 4, 5, 6, 7, 8)), rolled(3, 4, k=2)
    )
    story = story.when(BotCover(tiles=tiles(7)), up(9), MOVED).then(
        chose(7), refused("close_again", 9)
    )

    assert what_is_seen(story) == (Phase.COVERING, Prompt.CLOSE_AGAIN, tiles(9))


def test_a_bot_shuts_the_box_when_the_last_tiles_are_closed() -> None:
    last = given(
        seated("Robi=perfect", preset="solo"),
        turn(1, 1),
        rolled(6, 6, k=1),
        down(*range(1, 8)),
        covered(*range(1, 8), leaves=(8, 9)),
        rolled(4, 4, k=2),
    )
    one = last.when(BotCover(tiles=tiles(8)), down(8), MOVED).then(chose(8))
    story = one.when(BotRoll(count=2, dice=(4, 5))).then(covered(8, leaves=(9,)), rolled(4, 5, k=3))

    shut = (
        chose(9),
        covered(9, leaves=()),
        ended(score=0, total=0, why="shut"),
        round_ended(1, 1),
        match_ended(1, why="shut"),
    )
    story.when(BotCover(tiles=tiles(9)), down(9), MOVED).then(*shut)
    story.when(down(9), MOVED).then().when(BotCover(tiles=tiles(9))).then(*shut)


# What the operator does


def test_undo_lets_a_bot_play_its_turn_anew() -> None:
    story = (
        robi_wants(3, 4, dice=(3, 4)).when(down(4), MOVED, Undo()).then(undone(1, 1), turn(1, 1))
    )

    assert what_is_seen(story) == (Phase.RAISE_TILES, Prompt.RAISE, tiles(4))
    story.when(up(4), MOVED, BotRoll(count=2, dice=(1, 2))).then(rolled(1, 2, k=2))


def test_a_stopped_turn_counts_only_what_the_bot_wanted() -> None:
    everything = tuple(range(1, 10))
    thinking = robi_threw(3, 4, may_stop=True)

    thinking.when(down(7), MOVED, StopTurn()).then(
        ended(*everything, score=45, total=45, why="stopped")
    )
    thinking.when(BotCover(tiles=tiles(7)), down(7), MOVED, StopTurn()).then(
        chose(7),
        covered(7, leaves=(1, 2, 3, 4, 5, 6, 8, 9)),
        ended(1, 2, 3, 4, 5, 6, 8, 9, score=38, total=38, why="stopped"),
    )


def test_nothing_moves_a_bot_when_the_match_is_over() -> None:
    story = robi_threw(3, 4).when(EndMatch()).then(match_ended(why="stopped"))

    story.when(BotCover(tiles=tiles(7)), BotRoll(count=2)).then()
