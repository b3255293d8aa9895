"""What chaos knows of Glückshaus."""

from __future__ import annotations

from dataclasses import replace

from stbpi.games.events import MatchEnded, Rolled
from stbpi.games.game import BotRoll, TimeUp, tiles
from stbpi.games.glueckshaus.chaos import VALUES, broken, cause, is_long, ways
from stbpi.games.glueckshaus.house_rules import values
from stbpi.games.glueckshaus.ruleset import Ruleset
from tests.games.glueckshaus.playing import Play


def test_every_setting_is_played() -> None:
    assert set(VALUES) == set(values(Ruleset()))


def test_chips_that_are_lost_or_owed_are_found() -> None:
    play = Play("A", "B", chips=2)
    play.press(4, 5)
    state = play.state

    assert broken(state) is None
    assert broken(replace(state, hands=(1, 1))) == ("chips=4", "chips=3")
    assert broken(replace(state, hands=(4, -1))) is not None


def test_the_tiles_that_are_asked_for_may_be_closed() -> None:
    play = Play("A", "B")
    play.press(4, 5)

    assert ways(play.state) == (tiles(9),)


def test_throws_of_bots_and_the_end_by_the_clock_come_of_nobodys_hand() -> None:
    play = Play("A", "B", bots=("", "careful"), ending="clock")

    assert cause(play.state, Rolled(player=1, dice=(1, 2), total=3, k=1)) is None
    assert cause(play.state, Rolled(player=2, dice=(1, 2), total=3, k=1)) == BotRoll(
        count=2, dice=(1, 2)
    )
    assert cause(play.state, MatchEnded(winners=(1,), why="clock")) == TimeUp()
    assert cause(play.state, MatchEnded(winners=(1,), why="last_left")) is None


def test_a_match_of_many_throws_is_long() -> None:
    play = Play("A", "B")

    assert not is_long(play.state)
    assert is_long(replace(play.state, k=1000))
