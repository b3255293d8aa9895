"""The last match: as the game itself says it stands, and for how long it was played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given, settings

from stbpi.books.match import LONGEST_PAUSE_MS, MatchLog, PlayedMatch
from stbpi.games import registry
from stbpi.games.events import (
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    RecordNamed,
    TileDown,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, SetRule, Undo, tiles
from stbpi.games.shut_the_box import ShutTheBox, many_turns
from stbpi.games.shut_the_box.match import State
from stbpi.games.shut_the_box.tally import MatchWhy
from tests.books.journals import STOPPED, Box, left
from tests.games.evening import play
from tests.strategies import Evening, evenings

GAME = ShutTheBox()


def log_of(box: Box) -> MatchLog:
    log = MatchLog()
    for recorded in box.recorded:
        log.take(recorded)
    return log


def match_of(box: Box) -> PlayedMatch:
    match = log_of(box).match()
    assert match is not None
    return match


@settings(max_examples=200, deadline=None)
@given(evenings())
def test_a_match_stands_as_the_game_says_however_it_was_undone_and_scored_anew(
    evening: Evening,
) -> None:
    played = play(evening)
    box = Box()
    box.tell(*played.events)

    match, state = match_of(box), played.state

    assert match.rules == state.rules
    assert match.names == state.names
    assert [(turn.seat, turn.standing, turn.score) for turn in match.turns] == [
        (turn.seat, turn.standing, state.rules.score(turn.standing, start=turn.start))
        for turn in state.turns
    ]
    ended = None if match.result is None else (match.result.why, match.result.winners)
    assert ended == (None if state.result is None else (state.result.why, state.result.winners))
    assert match.result is None or match.result.totals == state.tally.totals


def test_there_is_none_before_the_first() -> None:
    box = Box()
    box.tell(TileDown(tile=1), RecordNamed(player=1, name="ABC"))

    assert log_of(box).match() is None


def test_the_next_match_takes_its_place() -> None:
    box = Box()
    box.plays(left(9))
    box.plays(left(1), names=("Bo",), preset="solo")

    match = match_of(box)

    assert (match.number, match.preset, match.names) == (2, "solo", ("Bo",))
    assert [turn.left for turn in match.turns] == [1]


def test_a_turn_takes_as_long_as_people_were_there() -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"), seconds=30)
    box.plays(left(9), left(8), names=("Ann", "Bo"), seconds=3600)

    assert [turn.ms for turn in match_of(box).turns] == [LONGEST_PAUSE_MS] * 2
    result = match_of(box).result
    assert result is not None
    assert result.ms == 2 * LONGEST_PAUSE_MS


def test_what_passes_while_the_power_is_off_or_the_match_is_over_counts_for_nothing() -> None:
    box = Box()
    box.plays(left(9), names=("Ann", "Bo"), seconds=30)
    box.after(20)
    box.starts_again()
    box.after(25)
    box.tell(TileDown(tile=1))
    assert log_of(box).ms == 55_000

    box.tell(MatchEnded(winners=(), why="stopped"))
    box.after(60)
    box.tell(TileDown(tile=2), MatchContinued())
    box.after(5)
    box.tell(MatchSetAside())
    box.after(60)
    box.tell(TileDown(tile=3))

    assert log_of(box).ms == 60_000


def test_a_match_that_was_left_is_set_aside_until_it_goes_on() -> None:
    box = Box()
    box.plays(left(9), names=("Ann", "Bo"))
    assert not match_of(box).is_set_aside

    box.tell(MatchSetAside())
    assert match_of(box).is_set_aside

    box.tell(MatchContinued())
    assert not match_of(box).is_set_aside


def test_letters_that_a_player_writes_are_his_name() -> None:
    box = Box()
    box.plays(left(9), left(8), names=("P1", "P2"))
    box.tell(RecordNamed(player=2, name="ÅSE"))

    assert match_of(box).names == ("P1", "ÅSE")


def test_rules_are_unchanged_if_they_are_the_presets_but_for_the_tiles() -> None:
    box = Box()
    box.plays(left(9), preset="luk_kassen", rules=[("tiles", 12)])
    assert match_of(box).is_unchanged

    box.plays(left(9), preset="luk_kassen", rules=[("rounds", 3)])
    assert not match_of(box).is_unchanged

    there_and_back = (
        SetRule(field="scoring", value="count"),
        SetRule(field="scoring", value="sum"),
    )
    box.plays(left(9), *there_and_back, preset="luk_kassen")
    assert not match_of(box).is_unchanged


def test_an_undone_turn_ends_the_end_of_the_match() -> None:
    box = Box()
    box.plays(left(9), Undo())
    assert (match_of(box).turns, match_of(box).result) == ((), None)

    box.plays(left(9), Undo(), left(1, 2))
    result = match_of(box).result
    assert result is not None
    assert (result.why, result.totals) == (MatchWhy.ROUNDS, (3,))


def test_a_stopped_match_says_so() -> None:
    box = Box()
    box.plays(left(9), STOPPED, names=("Ann", "Bo"))

    result = match_of(box).result
    assert result is not None
    assert (result.why, result.winners) == (MatchWhy.STOPPED, ())


def test_a_match_that_makes_no_sense_is_a_match_and_no_more() -> None:
    nonsense: tuple[Event, ...] = (
        MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1),
        PlayerSeated(seat=1, player="Ann"),
        TurnEnded(player=9, standing=(12,), score=0, why="nothing", total=0),
    )
    box = Box()
    box.tell(*nonsense)

    assert match_of(box) == PlayedMatch(
        number=1, game="shut_the_box", preset="luk_kassen", names=("Ann",)
    )


def test_a_turn_that_ends_without_having_begun_makes_no_sense() -> None:
    """Its beginning is missing, as when a receiver has not heard all of it."""
    box = Box()
    box.plays(left(9), names=("Ann", "Bo"))
    told = [one.event for one in box.recorded if not isinstance(one.event, TurnStarted)]
    other = Box()
    other.tell(*told)

    assert match_of(box).rules is not None
    assert match_of(other).rules is None


def test_another_game_is_a_match_and_no_more() -> None:
    box = Box()
    box.tell(MatchStarted(game="luk_fu", preset="hakka", seats=4))

    assert match_of(box) == PlayedMatch(number=1, game="luk_fu", preset="hakka")


def test_turns_of_a_game_that_tells_them_are_those_that_it_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Told:
        def whole(self, events: Sequence[Event]) -> State:
            return many_turns.whole(events[:4])  # the first turn

        def is_by_preset(self, state: State) -> bool:
            return False

    known = {("backwards", "many_turns"): Told()}
    monkeypatch.setattr(registry, "part", lambda game, what: known.get((game, what)))
    box = Box()
    box.plays(left(9), left(1, 2), preset="luk_kassen", names=("Ann",))
    first, *others = [one.event for one in box.recorded]
    assert isinstance(first, MatchStarted)
    other = Box()
    other.tell(replace(first, game="backwards"), *others)

    match = match_of(other)

    assert [turn.score for turn in match.turns] == [9]
    assert (match.game, match.is_unchanged) == ("backwards", False)


@settings(max_examples=50, deadline=None)
@given(evenings())
def test_a_log_that_was_kept_and_read_again_says_the_same_and_goes_on(evening: Evening) -> None:
    box = Box()
    for event in play(evening).events:
        box.after(1)
        box.tell(event)
    log = MatchLog()
    for recorded in box.recorded:
        log = MatchLog.load(json.loads(json.dumps(log.dump())))
        log.take(recorded)

    whole = log_of(box)
    assert (log.match(), log.ms, log.is_played) == (whole.match(), whole.ms, whole.is_played)


def test_only_what_matters_is_kept() -> None:
    """A match of an hour has thousands of moves; what is kept of it grows with its turns."""
    box = Box()
    box.plays(left(9), names=("Ann", "Bo"))
    before = len(log_of(box).dump()["kept"])
    box.tell(*[TileDown(tile=1)] * 100)

    assert len(log_of(box).dump()["kept"]) == before
    state = reduce(GAME.evolve, [r.event for r in box.recorded], GAME.new(NO_TILES, complain_ms=0))
    assert state.turns[0].standing == tiles(9)
