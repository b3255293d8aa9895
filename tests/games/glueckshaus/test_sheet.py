"""The score sheet of Glückshaus: throws that are entered, taken back, and read again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import ChipPaid, Event, MatchEnded, Rolled, TurnStarted, Undone
from stbpi.games.glueckshaus import State, record, sheet
from stbpi.games.glueckshaus.house_rules import values
from stbpi.games.glueckshaus.ruleset import Ruleset
from stbpi.games.glueckshaus.undo import evolve
from stbpi.score import Sheet
from tests import score_sheets
from tests.games.glueckshaus.playing import assert_chips
from tests.games.glueckshaus.strategies import DIE, rulesets
from tests.score_sheets import entered, events_in, sheet_on, shown, typed

NAMES = ("A", "B", "C", "D")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "score.db"


@pytest.fixture
def house(path: Path) -> Iterator[Sheet]:
    with sheet_on(path) as opened:
        begin(opened)
        yield opened


def begin(on: Sheet, *names: str, preset: str = "glueckshaus", **rules: object) -> None:
    rules = {"first": "seat", **rules}
    on.start(score_sheets.start("glueckshaus", *(names or NAMES), preset=preset, **rules))


class Kept:
    """A sheet without a journal, on which chips are counted with every event."""

    def __init__(self, rules: Ruleset, seats: int = 3) -> None:
        house_rules = tuple(values(rules).items())
        command = score_sheets.start("glueckshaus", *NAMES[:seats], preset="glueckshaus")
        self.events: list[Event] = []
        self.state = sheet.new()
        self._happen(sheet.start(replace(command, house_rules=house_rules)))

    def enter(self, *words: str) -> str:
        entered = sheet.enter(self.state, words)
        self._happen(entered.events)
        return entered.said

    def throw(self, first: int, second: int) -> None:
        """Enter a throw; in the roll-off its first die."""
        self.enter(*map(str, (first,) if self.state.is_roll_off else (first, second)))

    def _happen(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            assert_chips(self.state)
        self.events += events
        sheet.table(self.state)


def played(state: State) -> State:
    """Return a match without the number of its last throw, which is never used twice."""
    return replace(state, k=0)


def test_the_game_of_the_rules_is_kept(house: Sheet) -> None:
    told = entered(house, "6 3", "25", "4+5", "1 3", "16", "42", "4 2", "1 1")

    assert [text.splitlines()[0] for text in told] == [
        "A, 9: one chip into it.",
        "B, 7: one chip for the wedding.",
        "C, 9: 1 chip out of it.",
        "D, 4: nothing happens.",
        "A, 7: one chip for the wedding.",
        "B, 6: one chip into it.",
        "C, 6: 1 chip out of it.",
        "D, 2: the pig finds nothing.",
    ]
    assert shown(house) == [
        " room  3  5  6  8  9  10  11  wedding",
        "chips  -  -  -  -  -   -   -        2",
        "",
        "          A  B   C   D",
        "chips     8  8  12  10",
        "       next",
    ]
    assert house.prompt == "A, round 3, two dice: "


def test_who_starts_is_thrown_for_and_the_highest_throw_again(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "Ann", "Bob", "Cid", first="roll_off")
        assert on.prompt == "Ann throws for the start, one die: "
        told = entered(on, "5", "3", "5", "2", "6")

        assert [text.splitlines()[:2] for text in told[2:]] == [
            ["Cid throws 5 for the start.", "The highest are equal; once more: Ann and Cid."],
            ["Ann throws 2 for the start.", " room  3  5  6  8  9  10  11  wedding"],
            ["Cid throws 6 for the start.", "Cid starts."],
        ]
        assert "  die    2    3     6" in shown(on)
        assert on.prompt == "Cid, round 1, two dice: "


def test_what_was_thrown_for_the_start_stands_on_the_sheet(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "Ann", "Bob", first="roll_off")
        entered(on, "5")

        assert shown(on)[-2:] == ["  die    5     -", "            next"]


def test_a_player_is_out_and_the_last_one_takes_the_house(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "Ann", "Bob", "Cid", chips=1)
        told = entered(on, "6 3")
        assert told[0].splitlines()[:2] == ["Ann, 9: one chip into it.", "Ann is out."]
        assert shown(on)[-1] == "       out  next"

        entered(on, "3 4")

        assert shown(on)[-3:] == ["chips    0    0    3", "       out  out", "Cid wins."]
        assert on.prompt == "new, undo or quit: "


def test_rooms_that_hold_more_show_how_many(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "Ann", "Bob", preset="full_rooms")
        entered(on, "2 1", "2 1")

        assert shown(on)[1] == "chips  2/3  -/5  -/6  -/8  -/9  -/10  -/11        -"
        assert entered(on, "21", "21")[-1].startswith("Bob, 3: 3 chips out of it.")


@pytest.mark.parametrize(
    ("rules", "entries", "said"),
    [
        ({"four": "again"}, ["1 3"], "A, 4: once more."),
        ({"four": "pay"}, ["1 3"], "A, 4: one chip for the wedding."),
        ({"four": "room"}, ["1 3"], "A, 4: one chip into it."),
        ({}, ["6 6"], "A, 12: the king finds nothing."),
        ({}, ["3 4", "6 6"], "B, 12: the king takes 1 chip."),
        ({}, ["2 3", "2 4", "1 1"], "C, 2: the pig takes 2 chips."),
        ({"chips": 1, "out": "cannot_pay"}, ["2 3", "2 4", "4 4", "5 4", "3 4"], "A, 7: no chip"),
    ],
)
def test_everything_that_a_throw_does_is_said(
    path: Path, rules: dict[str, Any], entries: list[str], said: str
) -> None:
    with sheet_on(path) as on:
        begin(on, **rules)

        assert entered(on, *entries)[-1].startswith(said)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("7", "rule throw = 7: expected two dice, like `6 3`, or: help"),
        ("6 7", "expected two dice"),
        ("6 3 1", "expected two dice"),
        ("9 chips", "expected two dice"),
        ("\u0661 \u0662", "expected two dice"),
        ("set chips=5", "rule chips = 5: expected 10 until the match is over"),
        ("set colour=red", "expected a known rule"),
        ("time", "this match has no time limit"),
        ("undo", "no throw can be taken back"),
        ("new", "the match is not over"),
    ],
)
def test_a_bad_entry_is_refused_with_the_reason(house: Sheet, entry: str, reason: str) -> None:
    before = shown(house)

    _, refused, count = typed(house, entry)

    assert count == 1
    assert reason in refused[0]
    assert shown(house) == before


def test_one_die_is_asked_for_where_one_is_thrown() -> None:
    state = Kept(Ruleset()).state

    with pytest.raises(RulesError, match="one die for the start"):
        sheet.enter(state, ["6", "3"])


def test_undo_says_what_it_takes_back_and_tells_it(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "Ann", "Bob")
        empty = shown(on)
        told = entered(on, "6 3", "undo")

        assert told[-1].splitlines()[0] == "Taken back: 6+3 of Ann."
        assert shown(on) == empty
        entered(on, "6 2")

    assert events_in(path)[-8:] == [
        Rolled(player=1, dice=(6, 3), total=9, k=1),
        ChipPaid(player=1, room=9, chips=1, has=9),
        TurnStarted(player=2, round=1),
        Undone(what="turn", player=1, round=1),
        TurnStarted(player=1, round=1),
        Rolled(player=1, dice=(6, 2), total=8, k=2),
        ChipPaid(player=1, room=8, chips=1, has=9),
        TurnStarted(player=2, round=1),
    ]


def test_the_end_that_people_made_is_taken_back_before_any_throw(house: Sheet) -> None:
    entered(house, "6 3")
    before = shown(house)

    told = entered(house, "end", "undo")

    assert told[0].splitlines()[-1] == "Nobody has won."
    assert told[1].splitlines()[0] == "The match goes on."
    assert shown(house) == before


def test_a_throw_that_has_ended_the_match_is_taken_back(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "Ann", "Bob", chips=1)
        before = shown(on)
        entered(on, "6 3")
        assert shown(on)[-1] == "Bob wins."

        entered(on, "undo")

        assert shown(on) == before
        assert on.prompt == "Ann, round 1, two dice: "


def test_people_say_when_the_time_is_up(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "Ann", "Bob", preset="clock")
        told = entered(on, "6 3", "time")
        assert told[-1].splitlines()[-1] == "Bob wins."
        with pytest.raises(NotAllowedError, match="the match is over"):
            on.enter(["time"])
        with pytest.raises(NotAllowedError, match="the match is over"):
            on.enter(["6", "3"])

        entered(on, "undo", "6 2", "time")
        assert shown(on)[-1] == "Ann and Bob win."


def test_the_sheet_goes_on_where_it_was_closed(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "Ann", "Bob", "Cid")
        entered(on, "6 3", "1 2", "undo", "5 3")
        before, asked = shown(on), on.prompt
    with sheet_on(path) as on:
        assert (on.game, shown(on), on.prompt) == ("glueckshaus", before, asked)
        entered(on, "undo", "undo")
        assert on.prompt == "Ann, round 1, two dice: "


def test_the_same_players_again_move_on_by_one_seat(house: Sheet) -> None:
    entered(house, "end", "new")

    assert shown(house)[3].split() == ["B", "C", "D", "A"]


def test_rules_and_help_are_told(house: Sheet) -> None:
    told = entered(house, "rules", "help")

    assert told[0].splitlines()[0] == "Everybody begins with 10 chips."
    assert told[0].splitlines()[-1] == "The first seat starts."
    assert "take back the last throw" in told[1]


def test_a_throw_that_was_taken_back_is_not_in_the_history() -> None:
    kept = Kept(Ruleset(chips=5))
    for words in (["6"], ["3"], ["2"], ["6", "3"], ["undo"], ["5", "3"], ["2", "1"]):
        kept.enter(*words)

    match = record.read([(None, event) for event in kept.events])

    assert [throw.dice for throw in match.throws] == [(6,), (3,), (2,), (5, 3), (2, 1)]
    assert match.totals == (4, 4, 5)
    assert played(match.state) == played(kept.state)


@given(rules=rulesets(), throws=st.lists(st.tuples(DIE, DIE), max_size=30), data=st.data())
def test_undone_throws_are_as_if_never_typed(
    rules: Ruleset, throws: list[tuple[int, int]], data: st.DataObject
) -> None:
    """Chips are counted on the way, and what is written is read as what was shown."""
    kept = Kept(rules)
    before = [kept.state]
    for throw in throws:
        if sheet.is_over(kept.state):
            break
        kept.throw(*throw)
        before.append(kept.state)
    if data.draw(st.booleans()) and not sheet.is_over(kept.state):
        kept.enter("end")
        before.append(kept.state)

    for _ in range(data.draw(st.integers(0, len(before) - 1))):
        before.pop()
        kept.enter("undo")
        assert played(kept.state) == played(before[-1])

    assert reduce(evolve, kept.events, sheet.new()) == kept.state
    throws_told = [event.k for event in kept.events if isinstance(event, Rolled)]
    assert throws_told == [*range(1, len(throws_told) + 1)]


@given(throws=st.lists(st.tuples(DIE, DIE), min_size=60, max_size=60))
def test_every_match_of_few_chips_ends_once(throws: list[tuple[int, int]]) -> None:
    kept = Kept(Ruleset(chips=1))
    for throw in throws:
        if not sheet.is_over(kept.state):
            kept.throw(*throw)

    ends = [event for event in kept.events if isinstance(event, MatchEnded)]
    assert len(ends) == sheet.is_over(kept.state)
