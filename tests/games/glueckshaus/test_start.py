"""Who starts, who may play, and bots (RULES.md 2.1, 2.2)."""

from __future__ import annotations

import pytest

from stbpi.errors import RulesError
from stbpi.games.events import (
    MatchStarted,
    PlayerSeated,
    Refused,
    Rolled,
    Rule,
    TurnStarted,
)
from stbpi.games.game import (
    BotCover,
    BotRoll,
    Hold,
    Phase,
    Press,
    Prompt,
    StartMatch,
    tiles,
)
from tests.games.glueckshaus.playing import GAME, Play


def test_a_match_is_told_with_its_players_rules_and_first_turn() -> None:
    play = Play("Ann", "Bo", chips=15)

    assert play.events == [
        MatchStarted(game="glueckshaus", preset="glueckshaus", seats=2),
        PlayerSeated(seat=1, player="Ann"),
        PlayerSeated(seat=2, player="Bo"),
        Rule(field="chips", value=15),
        Rule(field="first", value="seat"),
        TurnStarted(player=1, round=1),
    ]
    assert play.chips == {"Ann": 15, "Bo": 15}


# The roll-off


def test_each_throws_one_die_and_the_highest_starts() -> None:
    play = Play("A", "B", "C", first="roll_off")
    assert play.asks == (Phase.READY, Prompt.ROLL, tiles())
    assert (play.view.dice_allowed, play.house.roll_off) == ((1,), (0, 0, 0))

    play.press(3)
    play.then(
        Rolled(player=1, dice=(3,), total=3, k=1),
        TurnStarted(player=2, round=1),
    )
    assert play.house.roll_off == (3, 0, 0)
    play.press(6)
    play.press(1)

    assert (play.player, play.view.round, play.view.dice_allowed) == ("B", 1, (2,))
    assert play.house.roll_off == (3, 6, 1)
    play.throw(6, 3)
    assert not play.house.roll_off
    assert (play.chips, play.player) == ({"A": 10, "B": 9, "C": 10}, "C")


def test_the_tied_throw_again_and_nobody_else() -> None:
    play = Play("A", "B", "C", "D", first="roll_off")
    players = []
    for die in (5, 2, 5, 5, 3, 4, 4, 1, 2):
        players.append(play.player)
        play.press(die)

    assert players == [*"ABCD", *"ACD", *"CD"]
    assert (play.player, play.view.dice_allowed) == ("D", (2,))


def test_rounds_count_from_whoever_starts() -> None:
    play = Play("A", "B", "C", first="roll_off")
    for die in (1, 6, 1):
        play.press(die)
    rounds = []
    for _ in range(5):
        rounds.append((play.player, play.view.round))
        play.press(1, 3)

    assert rounds == [("B", 1), ("C", 1), ("A", 1), ("B", 2), ("C", 2)]


def test_a_hold_throws_one_die_for_the_start_too() -> None:
    play = Play("A", "B", first="roll_off")

    play.command(Hold(fewer=1, dice=(4,)))

    assert play.player == "B"


def test_a_tile_that_is_down_blocks_the_throw_for_the_start() -> None:
    play = Play("A", "B", first="roll_off", down=tiles(9))

    assert play.asks == (Phase.RAISE_TILES, Prompt.RAISE, tiles(9))
    play.press()
    play.then(Refused(code="raise", tiles=(9,)))


def test_a_king_needs_two_dice() -> None:
    play = Play("A", "B", first="roll_off", ending="two_kings")
    for die in (6, 6, 6, 5):
        play.press(die)

    assert (play.house.kings, play.player) == (0, "A")


# Who may play


@pytest.mark.parametrize("seats", [0, 1, 9, 12])
def test_two_to_eight_may_play(seats: int) -> None:
    names = tuple(f"P{n}" for n in range(1, seats + 1))

    with pytest.raises(RulesError, match="2 to 8 players") as refused:
        GAME.decide(
            GAME.new(tiles(), complain_ms=1),
            StartMatch(game="glueckshaus", names=names, preset="glueckshaus", house_rules=()),
        )

    assert (refused.value.field, refused.value.found) == ("players", seats)


@pytest.mark.parametrize("seats", [2, 8])
def test_so_many_players_get_their_chips(seats: int) -> None:
    play = Play(*(f"P{n}" for n in range(1, seats + 1)))

    assert play.house.chips == (10,) * seats


# Bots


def test_a_bot_throws_by_itself_and_a_person_moves_its_tiles() -> None:
    play = Play("A", "Bot", bots=("", "random"))
    play.throw(6, 3)
    assert play.asks == (Phase.READY, Prompt.WAIT, tiles())
    assert (play.view.is_bots_turn, play.view.dice_allowed) == (True, (2,))

    play.press()
    play.then(Refused(code="wait", tiles=()))

    play.command(BotRoll(count=2, dice=(1, 2)))
    assert play.asks == (Phase.COVERING, Prompt.CLOSE, tiles(3))
    play.press()
    play.then(Refused(code="close", tiles=(3,)))
    play.command(BotRoll(count=2))
    play.then()

    play.down(3)
    assert (*play.asks, play.player) == (Phase.READY, Prompt.ROLL, tiles(), "A")


def test_a_bot_throws_nothing_out_of_turn_nor_with_wrong_tiles_nor_another_count() -> None:
    play = Play("A", "Bot", bots=("", "random"))
    assert GAME.dice_wanted(play.state, BotRoll(count=2)) == 0

    play.press(1, 3)
    assert GAME.dice_wanted(play.state, BotRoll(count=1)) == 0
    assert GAME.dice_wanted(play.state, BotRoll(count=2)) == 2
    play.down(5)
    assert GAME.dice_wanted(play.state, BotRoll(count=2)) == 0
    assert GAME.decide(play.state, BotRoll(count=2)) == ()


def test_a_bot_throws_for_the_start() -> None:
    play = Play("Bot", "B", first="roll_off", bots=("careful", ""))

    play.command(BotRoll(count=1, dice=(5,)))
    assert GAME.dice_wanted(play.state, Press()) == 1
    play.press(4)

    assert (play.player, play.view.is_bots_turn) == ("Bot", True)


def test_a_bot_has_no_covers() -> None:
    play = Play("Bot", "B", bots=("random", ""))
    play.command(BotRoll(count=2, dice=(6, 3)))

    play.command(BotCover(tiles=tiles(9)))

    play.then()
    assert GAME.same_again(play.state).bots == ("random", "")
