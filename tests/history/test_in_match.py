"""Luck and errors by what a turn was played for in its match, and what they lead to."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.cli import main
from stbpi.commands import progress
from stbpi.games.shut_the_box.ruleset import MatchBy, OneDie, Ruleset, Scoring, Shut, Stakes, Tie
from stbpi.history.skill import Judged, Measure
from tests import strategies
from tests.books.journals import Box, left
from tests.games.evening import Play
from tests.history.hand import WORKED, Hand
from tests.history.judged import judged
from tests.history.stores import journal

Capture = pytest.CaptureFixture[str]


def said(capsys: Capture, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out


def playing(rules: Ruleset, names: tuple[str, ...], seed: int) -> Play:
    """Play a match to its end, anyhow."""
    play, chance = Play(rules, names, dice=seed), Random(seed)
    while play.state.result is None:
        play.do(strategies.Asked(chance.randrange(64)))
    return play


def in_match(play: Play) -> list[tuple[Judged, ...]]:
    box = Box()
    box.tell(*play.events)
    with TemporaryDirectory() as folder:
        return judged(journal(Path(folder) / "j.db", box.recorded), in_match=True)


def net(of_turn: Judged) -> float:
    return of_turn.luck - of_turn.errors


def share(play: Play, seat: int) -> float:
    """Return a player's share of the win."""
    assert play.state.result is not None
    winners = play.state.result.winners
    return (seat in winners) / len(winners)


@settings(max_examples=8, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    one_die=st.sampled_from([OneDie.TOTAL_6, OneDie.NEVER, OneDie.ALWAYS]),
    scoring=st.sampled_from([Scoring.SUM, Scoring.COVERED, Scoring.COUNT]),
    shut=st.sampled_from(Shut),
)
def test_what_two_have_gained_and_lost_leads_from_the_first_chance_to_the_result(
    seed: int, one_die: OneDie, scoring: Scoring, shut: Shut
) -> None:
    """In the round that decides, exactly: what one gains is what the other loses."""
    rules = Ruleset(rounds=1, one_die=one_die, scoring=scoring, shut=shut)
    play = playing(rules, ("Ann", "Bo"), seed)
    turns = [of_turn[1] for of_turn in in_match(play)]

    assert {one.measure for one in turns} == {Measure.WIN}
    assert 0.4 < turns[0].start < 0.6
    others = [net(one) for one in turns[1:]]
    assert turns[0].start + net(turns[0]) - sum(others) == pytest.approx(share(play, 1), abs=1e-9)
    for first, second in pairwise(turns):
        assert second.start == pytest.approx(1 - first.result, abs=1e-9)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(rounds=2),
        Ruleset(rounds=2, shut=Shut.ZERO, match_by=MatchBy.ROUNDS_WON),
        Ruleset(rounds=0, knock_out=40, shut=Shut.ZERO),
        Ruleset(rounds=1, tie=Tie.PLAYOFF, shut=Shut.ZERO, scoring=Scoring.COUNT),
    ],
)
def test_a_turn_of_a_match_leads_from_the_chance_before_it_to_the_one_after(
    rules: Ruleset, seed: int
) -> None:
    play = playing(rules, ("Ann", "Bo", "Cid"), seed)
    turns = in_match(play)

    assert len(turns) == len(play.state.turns)
    for _by_score, one in turns:
        assert one.measure is Measure.WIN
        assert one.result == pytest.approx(one.start + net(one), abs=1e-9)
        assert one.adjusted == pytest.approx(one.start - one.errors, abs=1e-9)
        assert -1e-9 <= one.result <= 1 + 1e-9
    if rules.match_by is MatchBy.TOTALS:
        last = play.state.turns[-1].seat
        assert turns[-1][1].result == pytest.approx(share(play, last), abs=1e-9)


def test_where_there_are_stakes_it_is_units() -> None:
    rules = Ruleset(rounds=1, stakes=Stakes.POOL, shut=Shut.ZERO)
    play = playing(rules, ("Ann", "Bo"), 1)
    turns = in_match(play)

    assert [[one.measure for one in of_turn] for of_turn in turns] == [
        [Measure.SUM, Measure.UNITS]
    ] * 2
    assert all(one.result == pytest.approx(one.start + net(one)) for _score, one in turns)


def test_a_play_off_after_stakes_is_told_in_percent_among_units(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Ruleset(
        rounds=1, stakes=Stakes.POOL, shut=Shut.ZERO, tie=Tie.PLAYOFF, scoring=Scoring.COUNT
    )
    box = Box()
    box.tell(*playing(rules, ("Ann", "Bo"), 3).events)
    path = journal(tmp_path / "j.db", box.recorded)

    monkeypatch.setenv("COLUMNS", "70")
    assert said(capsys, "games", path, "--show", "1").split("\n\n")[2] == (
        "Luck and skill of the turns:\n"
        "round  score   luck  lost  adjusted  before     luck    lost   after\n"
        "1 Ann      1  +3.13  1.97      4.13     1.0     +1.2     0.7     1.5\n"
        "1 Bo       1  +1.52  0.36      2.52     0.5     +0.6     0.1     1.0\n"
        "2 Ann      3  +0.50  1.34      3.50  49.0 %   +0.8 %  25.8 %  24.0 %\n"
        "2 Bo       6  -3.18  0.66      2.82  76.0 %  -57.2 %  18.8 %   0.0 %\n"
        "Adjusted is what it would have come to with neither good nor bad luck."
    )


def test_alone_there_is_nothing_to_win() -> None:
    turns = in_match(playing(Ruleset(rounds=2), ("Ann",), 1))

    assert [[one.measure for one in of_turn] for of_turn in turns] == [[Measure.SUM]] * 2


def test_the_chance_to_win_is_told_where_it_is_asked_for(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box()
    hand = Hand(box, ("Ann", "Bo"), rules=[("rounds", 1)])
    hand.throws(*WORKED)
    hand.goes_on()
    hand.throws(((6, 6), (3, 9)), ((4, 5), (4, 5)), ((6, 6), ()))
    path = journal(tmp_path / "anchor.db", box.recorded)

    assert "to win" not in said(capsys, "stats", path)
    assert said(capsys, "stats", path, "--win").split("\n\n")[2] == (
        "Luck and skill, in % of the chance to win, a turn:\n"
        "player  judged  expected    luck  lost: covers  dice  after  adjusted  faultless\n"
        "Ann          1     50.28  +41.33          2.10  4.19  85.33     44.00        0 %\n"
        "Bo           1     14.67  -14.67          0.00  0.00   0.00     14.67      100 %\n"
        "all          2     32.48  +13.33          1.05  2.09  42.66     29.33       50 %\n"
        "Adjusted is what it would have come to with neither good nor bad luck."
    )
    told = json.loads(said(capsys, "stats", path, "--json", "--player", "Bo", "--win"))
    assert [skill["measure"] for skill in told["rows"][0]["skill"]] == ["sum", "win"]
    monkeypatch.setenv("COLUMNS", "70")
    assert said(capsys, "games", path, "--show", "1").split("\n\n")[2] == (
        "Luck and skill of the turns:\n"
        "round  score    luck  lost  adjusted  to win, %   luck  lost  after\n"
        "1 Ann      2  +10.47  1.45     12.47       50.3  +41.3   6.3   85.3\n"
        "1 Bo      24  -10.09  2.89     13.91       14.7  -14.7   0.0    0.0\n"
        "Adjusted is what it would have come to with neither good nor bad luck."
    )


def test_whoever_waits_is_told_how_far_it_has_come(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "is_seen", lambda *, prints: not prints)
    monkeypatch.setattr(progress, "PATIENCE_S", 0)
    monkeypatch.setattr(progress, "EVERY_S", 0)
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"), rules=[("rounds", 1)])
    path = journal(tmp_path / "j.db", box.recorded)

    for command, bar in (
        (["stats", path, "--win"], "100 %  1 of 1 matches"),
        (["games", path, "--show", "1"], "50 %  1 of 2 turns"),
        (["stats", path], ""),
    ):
        assert main([*map(str, command)]) == 0
        error = capsys.readouterr().err
        assert bar in error
        assert bool(bar) == bool(error)
