"""Records: what is compared, which night it was, and who is asked for his name."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.books.boards import Board, Entrant, Records, Span
from stbpi.books.records import PLACES, RecordFold, records, who_enters
from stbpi.games.events import Cleared, MatchSetAside, RecordNamed
from stbpi.games.game import Command, SetRule, Undo
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring
from stbpi.journal.recorded import Recorded
from tests.books.journals import (
    HOUR,
    MONDAY,
    STOPPED,
    Box,
    folded,
    folded_with_snapshots,
    histories,
    left,
    utc,
)

FOLD = RecordFold(utc)
NOON = MONDAY + 12 * HOUR


def read(box: Box, now: int | None = NOON) -> Records:
    return records(FOLD, folded(FOLD, box.recorded), now=now)


def board(box: Box, preset: str = "classic", tiles: int = 9, now: int | None = NOON) -> Board:
    return read(box, now).board("shut_the_box", preset, tiles)


def best(of: Board, span: Span = Span.EVER) -> list[tuple[str, int]]:
    return [(entry.name, entry.score) for entry in of.table(span).matches]


def entrants(box: Box) -> tuple[Entrant, ...]:
    return who_enters(FOLD, folded(FOLD, box.recorded))


@settings(max_examples=60, deadline=None)
@given(histories(), st.data())
def test_snapshots_at_any_place_change_nothing(
    history: list[Recorded], data: st.DataObject
) -> None:
    places = data.draw(st.sets(st.integers(0, len(history) - 1), max_size=10))

    whole, stopped = folded(FOLD, history), folded_with_snapshots(FOLD, history, places)

    assert records(FOLD, stopped, now=None) == records(FOLD, whole, now=None)
    assert who_enters(FOLD, stopped) == who_enters(FOLD, whole)


def test_there_are_none_at_first() -> None:
    assert read(Box()) == Records()
    assert board(Box()) == Board(game="shut_the_box", preset="classic", tiles=9)
    assert entrants(Box()) == ()


def test_the_lowest_totals_come_first_and_the_older_one_among_equals() -> None:
    box = Box(NOON)
    for name, standing in (("Ann", 9), ("Bo", 7), ("Cy", 8), ("Di", 7)):
        box.plays(left(standing), names=(name,))

    assert best(board(box)) == [("Bo", 7), ("Di", 7), ("Cy", 8), ("Ann", 9)]
    turn = board(box).ever.turn
    assert turn is not None
    assert (turn.name, turn.score, turn.wall) == ("Bo", 7, NOON + 20)


def test_bots_hold_no_records() -> None:
    box = Box(NOON)
    box.plays(
        left(9),
        left(),
        names=("P1", "Robi"),
        bots=("", "perfect"),
    )

    assert {name for name, _ in best(board(box))} <= {"P1"}
    turn = board(box).ever.turn
    assert turn is not None
    assert (turn.name, board(box).ever.shut) == ("P1", 0)
    assert {entrant.name for entrant in entrants(box)} <= {"P1"}


def test_the_highest_come_first_where_closed_tiles_count(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = replace(PRESETS["classic"], scoring=Scoring.COVERED)
    monkeypatch.setitem(cast(dict[str, Ruleset], PRESETS), "classic", covered)
    box = Box(NOON)
    for standing in (8, 9, 7):
        box.plays(left(standing))

    assert [score for _, score in best(board(box))] == [38, 37, 36]
    turn = board(box).ever.turn
    assert turn is not None
    assert turn.score == 38


def test_house_rules_of_ones_own_are_not_compared() -> None:
    box = Box(NOON)
    box.plays(left(9), rules=[("one_die", "always")])

    assert read(box).boards == ()


def test_a_table_has_five_places() -> None:
    box = Box(NOON)
    for standing in (9, 8, 7, 6, 5, 4, 3):
        box.plays(left(standing))

    assert [score for _, score in best(board(box))] == [3, 4, 5, 6, 7]
    assert PLACES == 5


def test_each_preset_and_each_size_of_box_has_its_own() -> None:
    box = Box(NOON)
    box.plays(left(9))
    box.plays(left(8), preset="best_of_one")
    box.plays(left(12), preset="best_of_one", rules=[("tiles", 12)])

    keys = [(one.preset, one.tiles) for one in read(box).boards]
    assert keys == [("best_of_one", 9), ("best_of_one", 12), ("classic", 9)]
    assert best(board(box, "best_of_one", 12)) == [("Ann", 12)]


@pytest.mark.parametrize(
    ("commands", "why"),
    [
        ((left(1), SetRule(field="scoring", value="count")), "scored anew"),
        ((SetRule(field="one_die", value="always"), left(1)), "changed"),
        ((STOPPED,), "stopped"),
        ((left(1), Undo()), "undone"),
    ],
)
def test_what_cannot_be_compared_is_in_no_table(commands: tuple[Command, ...], why: str) -> None:
    box = Box(NOON)
    box.plays(*commands)

    assert best(board(box)) == [], why


def test_a_match_that_is_undone_leaves_the_table_also_when_the_next_one_has_begun() -> None:
    box = Box(NOON)
    box.plays(left(9))
    box.plays(left(1), Undo(), left(8))
    assert best(board(box)) == [("Ann", 8), ("Ann", 9)]

    box.plays(left(7))
    assert best(board(box)) == [("Ann", 7), ("Ann", 8), ("Ann", 9)]


def test_who_wins_by_shutting_the_box_goes_first_and_who_did_not_finish_is_not_compared() -> None:
    box = Box(NOON)
    turns = (left(1), left(2), left(3), left(4), left(5), left())
    box.plays(*turns, names=("Ann", "Bo"), preset="luk_kassen")
    box.plays(*[left(1)] * 4, names=("Cy",), preset="luk_kassen")

    (first, second) = board(box, "luk_kassen").ever.matches
    assert (first.name, first.score, first.is_shut) == ("Bo", 2 + 4, True)
    assert (second.name, second.score, second.is_shut) == ("Cy", 4, False)
    assert board(box, "luk_kassen").ever.shut == 1


def test_where_the_rounds_have_no_limit_only_winners_are_compared() -> None:
    box = Box(NOON)
    box.plays(left(8, 9), left(1), left(7, 8, 9), left(2), names=("Ann", "Bo"), preset="up_to_45")
    assert best(board(box, "up_to_45")) == []

    box.plays(
        *(left(7, 8, 9), left(1), left(7, 8, 9), left(2)), names=("Ann", "Bo"), preset="up_to_45"
    )
    assert best(board(box, "up_to_45")) == [("Bo", 3)]


def test_the_best_turn_counts_in_a_match_that_was_left_too() -> None:
    box = Box(NOON)
    box.plays(left(1, 2), left(9), names=("Ann", "Bo"), preset="luk_kassen")
    box.tell(MatchSetAside())

    turn = board(box, "luk_kassen").ever.turn
    assert turn is not None
    assert (turn.name, turn.score) == ("Ann", 3)
    assert best(board(box, "luk_kassen")) == []


def test_a_night_lasts_until_four_in_the_morning() -> None:
    evening = MONDAY + 22 * HOUR
    box = Box(evening)
    box.plays(left(9))
    box.wall = MONDAY + 27 * HOUR
    box.plays(left(8))

    tonight = best(board(box, now=MONDAY + 28 * HOUR - 1), Span.TONIGHT)
    assert tonight == [("Ann", 8), ("Ann", 9)]
    assert best(board(box, now=MONDAY + 28 * HOUR), Span.TONIGHT) == []
    assert best(board(box, now=MONDAY + 28 * HOUR), Span.SEASON) == tonight

    box.wall = MONDAY + 30 * HOUR
    box.plays(left(7))
    assert best(board(box, now=MONDAY + 31 * HOUR), Span.TONIGHT) == [("Ann", 7)]
    assert len(best(board(box, now=MONDAY + 31 * HOUR))) == 3


def test_a_season_is_a_year() -> None:
    box = Box(NOON)
    box.plays(left(1))
    box.wall = NOON + 365 * 24 * HOUR
    box.plays(left(9))

    assert best(board(box, now=box.wall), Span.SEASON) == [("Ann", 9)]
    assert best(board(box, now=box.wall)) == [("Ann", 1), ("Ann", 9)]


@pytest.mark.parametrize("wall", [None, 2**60])
def test_a_match_at_an_unknown_time_is_in_the_table_for_ever_only(wall: int | None) -> None:
    box = Box(wall)
    box.plays(left(9))

    assert best(board(box)) == [("Ann", 9)]
    assert best(board(box), Span.TONIGHT) == best(board(box), Span.SEASON) == []


def test_without_a_clock_it_is_still_the_night_of_the_last_match() -> None:
    box = Box(NOON)
    box.plays(left(9))

    assert best(board(box, now=None), Span.TONIGHT) == [("Ann", 9)]


def test_a_clearing_empties_the_tables_and_the_match_that_is_over_does_not_come_back() -> None:
    box = Box(NOON)
    box.plays(left(1))
    box.plays(left(2))
    box.tell(Cleared(what="audits"), Cleared(what="records"))
    assert read(box).boards == ()
    assert entrants(box) == ()

    box.plays(left(9))
    assert best(board(box)) == [("Ann", 9)]


def test_a_match_in_play_when_the_records_are_cleared_counts_from_there_on() -> None:
    box = Box(NOON)
    box.plays(left(1), left(2), preset="luk_kassen")
    box.tell(Cleared(what="records"))
    ends = Box(NOON)
    ends.plays(left(1), left(2), left(8), left(9), preset="luk_kassen")
    for recorded in ends.recorded[len(box.recorded) - 1 :]:
        box.tell(recorded.event)

    ever = board(box, "luk_kassen").ever
    assert [entry.score for entry in ever.matches] == [20]
    assert ever.turn is not None
    assert ever.turn.score == 8


def test_who_has_no_name_and_enters_a_table_is_asked_for_one() -> None:
    box = Box(NOON)
    box.plays(left(9), left(1), left(8), names=("P1", "Bo", "P3"))

    assert entrants(box) == (
        Entrant(seat=1, name="P1", span=Span.EVER, place=3),
        Entrant(seat=3, name="P3", span=Span.EVER, place=2),
    )

    box.tell(RecordNamed(player=3, name="CYD"))
    assert best(board(box)) == [("Bo", 1), ("CYD", 8), ("P1", 9)]
    assert [entrant.seat for entrant in entrants(box)] == [1]

    box.tell(RecordNamed(player=1, name="P77"))
    assert entrants(box) == ()


def test_the_best_turn_is_worth_a_name_too() -> None:
    box = Box(NOON)
    for _ in range(3):
        box.plays(*[left(5)] * 4, names=("Ann",), preset="luk_kassen")
    others = [left(8, 9)] * 7
    box.plays(left(1), *others, names=("P1", "P2"), preset="luk_kassen")

    assert entrants(box) == (Entrant(seat=1, name="P1", span=Span.EVER, place=0),)


def test_who_is_among_the_best_of_the_night_only_is_asked_too() -> None:
    box = Box(NOON)
    for standing in (1, 2, 3):
        box.plays(left(standing))
    box.wall = NOON + 24 * HOUR
    box.plays(left(9), names=("P1",))

    assert entrants(box) == (Entrant(seat=1, name="P1", span=Span.TONIGHT, place=1),)


def test_nobody_is_asked_for_a_match_that_goes_on_or_was_stopped() -> None:
    box = Box(NOON)
    box.plays(left(9), names=("P1", "P2"))
    assert entrants(box) == ()

    box.plays(STOPPED, names=("P1", "P2"))
    assert entrants(box) == ()
