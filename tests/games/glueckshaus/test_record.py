"""What is told of a stored match: its throws as the events say, and luck that nobody is owed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.events import ChipPaid, ChipTaken, Event, PlayerOut, Rolled
from stbpi.games.game import Press
from stbpi.games.glueckshaus import record
from stbpi.games.glueckshaus.match import MatchWhy, State
from stbpi.games.record import Grid, Plot
from tests.games.glueckshaus.playing import GAME, Play
from tests.games.glueckshaus.strategies import rulesets

ALL_THROWS = [*product(range(1, 7), repeat=2)]


@st.composite
def played(draw: st.DrawFn, most: int = 60) -> Play:
    """A match by any rules, to its end or for so many throws."""
    names = draw(st.sampled_from([("Ann", "Bo"), ("Ann", "Bo", "Cid"), tuple("ABCDEFGH")]))
    play = Play(*names, whole=draw(rulesets()))
    random = draw(st.randoms(use_true_random=False))
    for _ in range(most):
        if not play.view.dice_allowed:
            break
        play.throw(*(random.randint(1, 6) for _ in range(play.view.dice_allowed[0])))
    return play


def told(play: Play) -> record.Match:
    return record.read(enumerate(play.events))


def swept_at_the_end(play: Play) -> list[ChipTaken]:
    """Return what the last player has taken behind the last throw."""
    behind: list[ChipTaken] = []
    for event in play.events:
        if isinstance(event, Rolled):
            behind = []
        elif isinstance(event, ChipTaken):
            behind.append(event)
    return behind


def gain(state: State, dice: tuple[int, ...]) -> int:
    """Return what the engine lets a throw gain."""
    events = GAME.decide(state, Press(dice=dice))
    thrower = next(event.player for event in events if isinstance(event, Rolled))
    own = [e for e in events if isinstance(e, ChipPaid | ChipTaken) and e.player == thrower]
    return sum(e.chips if isinstance(e, ChipTaken) else -e.chips for e in own)


@settings(max_examples=25, deadline=None)
@given(played(most=16))
def test_luck_is_what_the_throws_have_gained_less_what_all_throws_would_have(play: Play) -> None:
    match = told(play)
    throws = iter(match.throws)
    state = play.start
    for event in play.events:
        before, state = state, GAME.evolve(state, event)
        if not isinstance(event, Rolled):
            continue
        throw = next(throws)
        if before.is_roll_off:
            assert throw.expected is None
            continue
        gains = [gain(before, dice) for dice in ALL_THROWS]
        mean = Fraction(sum(gains), 36)
        assert throw.expected == mean
        assert sum(one - mean for one in gains) == 0
        assert throw.luck == throw.told.gained - mean
    assert next(throws, None) is None


@settings(max_examples=30, deadline=None)
@given(played())
def test_chips_come_from_throws_and_from_the_end_alone(play: Play) -> None:
    match = told(play)
    start = match.state.rules.chips
    for seat, has in enumerate(match.totals, start=1):
        own = [throw for throw in match.throws if throw.told.seat == seat]
        values = match.values(seat)
        by_throws = sum(throw.told.gained for throw in own)
        expected = sum(throw.expected or 0 for throw in own)

        assert values["taken"] - values["paid"] == by_throws
        assert values["luck"] == pytest.approx(float(by_throws - expected))
        swept = 0
        if match.state.why is MatchWhy.LAST_LEFT and seat in match.state.winners:
            swept = sum(match.throws[-1].board)
        assert has == start + by_throws + swept
    for throw in match.throws:
        assert sum(throw.hands) + sum(throw.board) == start * len(match.totals)


@settings(max_examples=30, deadline=None)
@given(played())
def test_statistics_count_what_the_events_say(play: Play) -> None:
    match = told(play)
    swept = [] if match.state.why is not MatchWhy.LAST_LEFT else swept_at_the_end(play)
    outs = [event.player for event in play.events if isinstance(event, PlayerOut)]
    for seat in range(1, len(match.totals) + 1):
        values = match.values(seat)
        own: list[Event] = [e for e in play.events if getattr(e, "player", 0) == seat]
        paid = [e for e in own if isinstance(e, ChipPaid)]
        taken = [e.chips for e in own if isinstance(e, ChipTaken)]
        taken += [-e.chips for e in swept if e.player == seat]
        thrown = [e for e in own if isinstance(e, Rolled) and len(e.dice or ()) == 2]

        assert values["throws"] == len(thrown)
        assert (values["paid"], values["taken"]) == (len(paid), sum(taken))
        assert values["weddings"] == sum(e.room == 7 for e in paid)
        assert values["kings"] == sum(e.total == 12 for e in thrown)
        assert values["pigs"] == sum(e.total == 2 for e in thrown)
        assert values["first_out"] == (outs[:1] == [seat])


def test_a_match_is_told_throw_by_throw() -> None:
    play = Play("Ann", "Bo", chips=2)
    play.throws((6, 3), (2, 5), (4, 5), (1, 3), (3, 4), (3, 4))
    sections = [*told(play).course()]

    assert sections == [
        Grid(
            (
                ("", "player", "dice", "what happens", "Ann", "Bo", "house"),
                ("1", "Ann", "6+3", "pays into room 9", "1", "2", "1"),
                ("2", "Bo", "2+5", "pays for the wedding", "1", "1", "2"),
                ("3", "Ann", "4+5", "takes 1 chip", "2", "1", "1"),
                ("4", "Bo", "1+3", "nothing", "2", "1", "1"),
                ("5", "Ann", "3+4", "pays for the wedding", "1", "1", "2"),
                ("6", "Bo", "3+4", "pays for the wedding; out", "1", "0", "3"),
            ),
            left=4,
        ),
        "",
        Plot(
            "chips from throw to throw",
            {"Ann": [2, 1, 1, 2, 2, 1, 1], "Bo": [2, 2, 1, 1, 1, 1, 0]},
        ),
        "",
        "Ann takes what lies in the house: 3 chips.",
    ]


def test_programs_get_a_row_a_throw_with_the_columns_that_are_promised() -> None:
    play = Play("Ann", "Bo", first="roll_off")
    play.throw(6)
    play.throw(2)
    play.throw(6, 3)
    rows = [*told(play).turns()]

    assert [list(row) for row in rows] == 3 * [[column.name for column in record.TURNS]]
    assert rows[0]["expected"] is rows[0]["luck"] is None
    assert rows[2] == {
        "throw": 3,
        "round": 1,
        "seat": 1,
        "player": "Ann",
        "dice": [6, 3],
        "total": 9,
        "does": "pays",
        "room": 9,
        "gained": -1,
        "expected": -0.8611,
        "luck": -0.1389,
        "out": False,
        "chips": [9, 10],
        "rooms": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
        "wedding": 0,
        "wall": rows[2]["wall"],
    }


def test_chips_that_do_not_add_up_are_refused() -> None:
    play = Play("Ann", "Bo")
    play.throw(6, 3)
    paid = ChipPaid(player=1, room=9, chips=1, has=9)
    assert paid in play.events
    wrong = [replace(paid, has=8) if event == paid else event for event in play.events]

    with pytest.raises(ValueError, match="ChipPaid"):
        record.read(enumerate(wrong))


def test_nothing_is_told_of_a_match_without_a_throw() -> None:
    match = told(Play("Ann", "Bo"))

    assert [*match.course()] == []
    assert [*match.turns()] == []
    assert match.totals == (10, 10)
