"""What a stored or a present turn is played for, from the turns before it."""

from __future__ import annotations

from stbpi.games.game import all_tiles, tiles
from stbpi.games.shut_the_box.ruleset import Ruleset, Stakes
from stbpi.games.shut_the_box.tally import Turn, TurnWhy
from stbpi.strategy.before_turn import situation_before
from stbpi.strategy.coach import Measure
from stbpi.strategy.match import goal_of
from stbpi.strategy.purpose import Purpose, purpose_of

FIRST = Turn(seat=1, round=1, start=all_tiles(9), standing=tiles(2, 9), why=TurnWhy.NO_MOVE)


def second(rules: Ruleset, *, seat: int = 2) -> Purpose | None:
    """Return what the turn after the first one is played for."""
    return purpose_of([FIRST], seats=2, seat=seat, round_=1, rules=rules)


def test_in_a_match_of_several_it_is_the_chance_to_win() -> None:
    rules = Ruleset(rounds=1)
    purpose = second(rules)
    now = situation_before([FIRST], seats=2, seat=2, round_=1, rules=rules)

    assert purpose is not None
    assert purpose.measure is Measure.WIN
    assert now is not None
    assert now.scores == (11, None)
    assert goal_of(purpose.situation) == goal_of(now)


def test_where_there_are_stakes_it_is_units() -> None:
    purpose = second(Ruleset(rounds=1, stakes=Stakes.POOL))

    assert purpose is not None
    assert purpose.measure is Measure.UNITS


def test_a_turn_that_is_not_due_has_no_purpose_but_points() -> None:
    assert second(Ruleset(rounds=1), seat=1) is None
    over = [FIRST, Turn(seat=2, round=1, start=all_tiles(9), standing=tiles(1), why=FIRST.why)]
    assert purpose_of(over, seats=2, seat=1, round_=2, rules=Ruleset(rounds=1)) is None


def test_a_player_alone_has_none_either() -> None:
    assert purpose_of([FIRST], seats=1, seat=1, round_=2, rules=Ruleset(rounds=2)) is None
