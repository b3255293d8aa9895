"""Records of who plays alone: from the events, as they stand in the end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from stbpi.games.events import Event
from stbpi.games.game import (
    NO_TILES,
    Command,
    EndMatch,
    EnterTurn,
    SetRule,
    StartMatch,
    Undo,
    tiles,
)
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.games.shut_the_box.records import Records, of_matches

GAME = ShutTheBox()


def match(
    *commands: Command, names: tuple[str, ...] = ("Ann",), preset: str = "solo"
) -> list[Event]:
    state = GAME.new(NO_TILES, complain_ms=0)
    told: list[Event] = []
    rules = (("rounds", 2),) if preset == "luk_kassen" else ()
    for command in (
        StartMatch(game="shut_the_box", names=names, preset=preset, house_rules=rules),
        *commands,
    ):
        events = GAME.decide(state, command)
        told += events
        state = reduce(GAME.evolve, events, state)
    return told


def turn(*standing: int) -> EnterTurn:
    return EnterTurn(standing=tiles(*standing))


def records(matches: Iterable[list[Event]], preset: str = "solo") -> Records:
    return of_matches(matches, preset=preset)


def test_there_are_none_at_first() -> None:
    assert records([]) == Records()


def test_the_best_round_and_the_best_match_are_kept() -> None:
    played = records([match(turn(9)), match(turn(1, 2)), match(turn(8))])

    assert (played.matches, played.best_round, played.best_match) == (3, 3, 3)


def test_shut_boxes_in_a_row_are_counted_over_matches() -> None:
    shut, not_shut = match(turn()), match(turn(1))

    assert records([shut, shut, not_shut, shut]).longest_run == 2


def test_what_was_undone_does_not_count() -> None:
    assert records([match(turn(1), Undo(), turn(9))]).best_round == 9


def test_a_match_that_was_stopped_has_no_total() -> None:
    played = records([match(EndMatch())])

    assert (played.matches, played.best_match) == (0, None)


def test_a_match_by_other_rules_is_not_compared() -> None:
    by_other_rules = match(SetRule(field="scoring", value="count"), turn(9))

    assert records([by_other_rules]) == Records()


def test_matches_of_several_players_or_other_presets_are_left_out() -> None:
    of_two = match(turn(1), turn(2), names=("Ann", "Bob"), preset="classic")

    assert records([of_two, match(turn(5), preset="classic")], preset="classic").best_round == 5
    assert records([of_two]) == Records()
