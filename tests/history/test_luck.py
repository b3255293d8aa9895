"""Luck and errors of stored turns: what is judged, by which rules, and that it adds up."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.cli import main
from stbpi.games.events import Covered, Event, Rolled, TurnEnded, TurnStarted, Undone
from stbpi.games.game import NO_TILES, SetRule, StopTurn, Undo, tiles
from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring
from stbpi.games.shut_the_box.tally import TurnWhy
from stbpi.history.archive import Archive
from stbpi.history.luck import Judges
from stbpi.history.matches import matches
from stbpi.history.skill import Judged, Measure
from stbpi.history.stats import By, Stats, count
from stbpi.journal.reader import to_row
from stbpi.strategy.goals import Points
from stbpi.strategy.luck import Step, TurnLuck, turn_luck
from stbpi.strategy.solver import solve
from tests import strategies
from tests.books.journals import GAME, Box, left
from tests.games.evening import Play
from tests.history.hand import WORKED, Hand
from tests.history.judged import judged
from tests.history.stores import BAR, collected, journal, journal_of_rows

Capture = pytest.CaptureFixture[str]


def counted(path: Path, *, by: By = By.PLAYER, player: str = "") -> Stats:
    with closing(Archive(path, box=BAR)) as archive:
        judge = Judges(archive.thrown, in_match=False).judge
        return count(matches(archive.told(player)), by=by, judge=judge, player=player)


def said(capsys: Capture, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out


@pytest.fixture
def worked() -> Box:
    box = Box()
    Hand(box, rules=[("rounds", 1)]).throws(*WORKED)
    return box


def test_a_lucky_turn_with_two_errors(worked: Box, tmp_path: Path, capsys: Capture) -> None:
    paths = (
        journal(tmp_path / "j.db", worked.recorded),
        collected(tmp_path / "c.db", {BAR: worked.recorded}),
    )
    for path in paths:
        of_stats = json.loads(said(capsys, "stats", path, "--player", "Ann", "--json"))
        of_match = json.loads(said(capsys, "games", path, "--show", "1", "--json"))
        [skill] = of_stats["rows"][0]["skill"]
        [turn] = of_match["matches"][0]["turns"]

        assert skill == {
            "measure": "sum",
            "start": pytest.approx(11.021120546),
            "luck": pytest.approx(10.473024, abs=5e-7),
            "errors": pytest.approx(0.456533 + 0.995370, abs=1e-6),
            "cover_errors": pytest.approx(0.456533, abs=5e-7),
            "dice_errors": pytest.approx(0.995370, abs=5e-7),
            "result": 2,
            "adjusted": pytest.approx(12.473024, abs=5e-7),
            "turns": 1,
            "faultless": 0,
        }
        assert turn["skill"] == [
            {name: value for name, value in skill.items() if name not in ("turns", "faultless")}
        ]


def test_luck_and_skill_in_words(worked: Box, tmp_path: Path, capsys: Capture) -> None:
    path = journal(tmp_path / "anchor.db", worked.recorded)

    assert said(capsys, "stats", path).split("\n\n")[1] == (
        "Luck and skill, in points a turn:\n"
        "player  judged  expected    luck  lost: covers  dice  score  adjusted  faultless\n"
        "Ann          1     11.02  +10.47          0.46  1.00   2.00     12.47        0 %\n"
        "Adjusted is what it would have come to with neither good nor bad luck."
    )
    assert said(capsys, "games", path, "--show", "1").split("\n\n")[2] == (
        "Luck and skill of the turns:\n"
        "round  score    luck  lost  adjusted\n"
        "1 Ann      2  +10.47  1.45     12.47\n"
        "Adjusted is what it would have come to with neither good nor bad luck."
    )
    assert main(["export", str(path), "--format", "json", "--what", "turns"]) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert (row["measure"], row["luck"], row["errors"], row["adjusted"]) == (
        "sum",
        pytest.approx(10.473024, abs=5e-7),
        pytest.approx(1.451903, abs=1e-6),
        pytest.approx(12.473024, abs=5e-7),
    )


def by_hand(events: Sequence[Event]) -> list[tuple[Ruleset, int, TurnLuck[float]]]:
    """Judge the finished turns by folding all events, one after the other."""
    state = GAME.new(NO_TILES, complain_ms=0)
    steps: list[Step] = []
    found: dict[tuple[int, int], tuple[Ruleset, int, TurnLuck[float]]] = {}
    for event in events:
        state = GAME.evolve(state, event)
        match event:
            case TurnStarted():
                steps = []
            case Rolled(dice=dice) if dice is not None:
                steps.append(Step(tuple(sorted(dice))))
            case Covered():
                steps[-1] = replace(steps[-1], cover=tiles(*event.tiles))
            case TurnEnded():
                stopped = event.why == TurnWhy.STOPPED and steps[-1].cover != NO_TILES
                luck = turn_luck(solve(state.turn_rules, Points()), steps, stopped=stopped)
                score = state.turn_rules.score(
                    tiles(*event.standing), start=state.turn_rules.start_tiles
                )
                found[state.round, event.player] = (state.turn_rules, score, luck)
            case Undone(player=int(seat), round=round_):
                found.pop((round_, seat), None)
            case _:
                pass
    return [found[turn.round, turn.seat] for turn in state.turns]


@settings(max_examples=60, deadline=None)
@given(
    rules=strategies.rulesets(tiles=st.sampled_from([6, 7, 9])),
    names=strategies.names(fewest=2),
    deeds=st.lists(strategies.deeds(operated=True), min_size=40, max_size=120),
    dice=st.integers(0, 2**32),
)
def test_every_turn_is_judged_by_the_rules_of_its_time_and_adds_up(
    rules: Ruleset, names: tuple[str, ...], deeds: list[strategies.Deed], dice: int
) -> None:
    """However it was undone, stopped, and scored anew."""
    play = Play(rules, names, dice=dice)
    for deed in deeds:
        play.do(deed)
    box = Box()
    box.tell(*play.events)
    expected = by_hand(play.events)
    with TemporaryDirectory() as folder:
        path = collected(Path(folder) / "c.db", {BAR: box.recorded})
        turns = judged(path)
        stats = counted(path)

    assert len(turns) == len(play.state.turns)
    lost: defaultdict[Measure, float] = defaultdict(float)
    for (of_time, score, luck), [one] in zip(expected, turns, strict=True):
        sign = 1 if of_time.scoring is Scoring.COVERED else -1
        assert one.measure.value == of_time.scoring.value
        assert one.result == score
        assert one.luck == pytest.approx(luck.luck, abs=1e-9)
        assert one.errors == pytest.approx(luck.errors, abs=1e-9)
        assert one.result == pytest.approx(one.start + sign * (one.luck - one.errors), abs=1e-6)
        assert one.adjusted == pytest.approx(one.start - sign * one.errors, abs=1e-6)
        lost[one.measure] += one.errors
    rows = [row for _key, row in stats.rows]
    for measure, errors in lost.items():
        skills = [row.skill[measure] for row in rows if measure in row.skill]
        sums = [skill.cover_errors + skill.dice_errors for skill in skills]
        assert sum(sums) == pytest.approx(errors)
        mean = stats.all.skill[measure].mean(measure)
        sign = 1 if measure is Measure.COVERED else -1
        assert mean.result == pytest.approx(mean.start + sign * (mean.luck - mean.errors), abs=1e-6)
        assert sum(skill.turns for skill in skills) == stats.all.skill[measure].turns


def test_an_undone_turn_is_not_judged(tmp_path: Path) -> None:
    box = Box()
    hand = Hand(box, rules=[("rounds", 1)])
    hand.throws(*WORKED)
    hand.do(Undo())
    hand.throws(((4, 5), (9,)), ((5, 6), (3, 8)))
    hand.do(Undo())
    hand.throws(((6, 6), (3, 9)), ((4, 5), (4, 5)), ((6, 6), ()))

    [[one]] = judged(journal(tmp_path / "j.db", box.recorded))

    assert one.result == 1 + 2 + 6 + 7 + 8
    [row] = (row for _key, row in counted(tmp_path / "j.db").rows)
    assert row.turns == row.skill[Measure.SUM].turns == 1


def test_what_is_measured_differently_is_never_added_up(tmp_path: Path, capsys: Capture) -> None:
    box = Box()
    for preset in ("luk_kassen", "digits", "luk_kassen"):
        Hand(box, preset=preset, rules=[("rounds", 1), ("one_die", "total_6")]).throws(*WORKED)
    Hand(box, rules=[("rounds", 1), ("scoring", "covered")]).throws(*WORKED)
    path = journal(tmp_path / "j.db", box.recorded)

    [(_ann, row)] = counted(path).rows
    by_rules = counted(path, by=By.RULESET).rows

    assert {measure: skill.turns for measure, skill in row.skill.items()} == {
        Measure.SUM: 2,
        Measure.DIGITS: 1,
        Measure.COVERED: 1,
    }
    assert row.skill[Measure.SUM].mean(Measure.SUM).luck == pytest.approx(10.473024, abs=5e-7)
    by_covered = row.skill[Measure.COVERED].mean(Measure.COVERED)
    assert by_covered.luck == pytest.approx(10.473024, abs=5e-7)
    assert by_covered.adjusted == pytest.approx(45 - 12.473024, abs=5e-7)
    assert [[*row.skill] for _rules, row in by_rules] == [
        [Measure.SUM],
        [Measure.DIGITS],
        [Measure.COVERED],
    ]
    text = said(capsys, "stats", path)
    assert text.count("Luck and skill") == 3
    assert text.count("Adjusted is") == 1


def test_a_turn_is_judged_as_it_was_scored_when_it_was_played(tmp_path: Path) -> None:
    box = Box()
    hand = Hand(box, ("Ann", "Bo"), rules=[("rounds", 1)])
    hand.throws(*WORKED)
    hand.goes_on()
    hand.do(SetRule(field="scoring", value="count"))
    hand.do(SetRule(field="one_die", value="never"))
    hand.throws(((6, 6), (3, 9)), ((4, 5), (4, 5)), ((6, 6), ()))
    path = journal(tmp_path / "j.db", box.recorded)

    [ann], [bo] = judged(path)
    [(_both, row)] = counted(path, by=By.RULESET).rows

    assert {scoring: [*spread.counts] for scoring, spread in row.scores.items()} == {
        Scoring.COUNT: [1, 5]
    }
    assert (ann.measure, ann.result) == (Measure.SUM, 2)
    assert ann.adjusted == pytest.approx(12.473024, abs=5e-7)
    # the rule of points counts at once, yet Bo's turn had begun before
    assert (bo.measure, bo.result) == (Measure.SUM, 24)


def test_what_was_written_on_a_sheet_is_not_judged(tmp_path: Path, capsys: Capture) -> None:
    box = Box()
    box.plays(left(9), left(4, 5), left(*range(1, 10)), rules=[("rounds", 3)])
    path = journal(tmp_path / "j.db", box.recorded)

    assert set(judged(path)) == {()}
    assert "Luck" not in said(capsys, "stats", path) + said(capsys, "games", path, "--show", "1")


@pytest.mark.parametrize(
    ("which", "body"),
    [
        ("rolled", "{"),
        ("rolled", '{"player":1,"dice":[7,2],"total":9,"k":1}'),
        ("rolled", '{"player":1,"dice":[4],"total":4,"k":1}'),
        ("rolled", '{"player":2,"dice":[4,5],"total":9,"k":1}'),
        ("rolled", '{"player":1,"total":9,"k":1}'),
        ("rolled", '{"player":1,"dice":[3,5],"total":8,"k":1}'),
        ("rolled", '{"player":1},{"player":1}'),
        ("rolled", "[" * 100_000),
        ("rolled", b"\xff"),
        ("covered", '{"player":1,"tiles":[8],"standing":[]}'),
        ("covered", '{"player":1,"tiles":[1000000000000],"standing":[]}'),
        ("covered", '{"player":1}'),
        ("covered", "null"),
        ("covered", None),
    ],
)
def test_a_turn_that_makes_no_sense_is_counted_and_not_judged(
    which: str, body: str | bytes | None, worked: Box, tmp_path: Path
) -> None:
    rows: list[list[object]] = [[*to_row(one)] for one in worked.recorded]
    first = next(row for row in rows if row[5] == which)
    if body is None:
        rows.remove(first)
    else:
        first[6] = body
    path = journal_of_rows(tmp_path / "j.db", map(tuple, rows))

    assert judged(path) == [()]
    [(_ann, row)] = counted(path).rows
    assert (row.turns, row.skill) == (1, {})


def real(tmp_path: Path, *covers: tuple[int, ...]) -> tuple[Judged, ...]:
    """Judge a turn of real dice that ends with a throw that can't be covered."""
    box = Box()
    hand = Hand(box, rules=[("rounds", 1), ("roll", "real")])
    hand.covers(*covers)
    hand.gives_up()
    [of_turn] = judged(journal(tmp_path / "j.db", box.recorded))
    return of_turn


def test_real_dice_are_judged_by_their_totals(tmp_path: Path) -> None:
    [one] = real(tmp_path, (9,), (1, 2), (3, 4))
    steps = [Step((3, 6), tiles(9)), Step((1, 2), tiles(1, 2)), Step((2, 5), tiles(3, 4))]
    same = turn_luck(solve(Ruleset(), Points()), [*steps, Step((5, 5))])

    assert one.result == 26
    assert one.luck == pytest.approx(same.luck)
    assert one.cover_errors == pytest.approx(same.errors)
    assert one.dice_errors == 0


def test_of_real_dice_the_better_number_is_taken_if_nobody_can_know(tmp_path: Path) -> None:
    [one] = real(tmp_path, (9,), (8,), (7,), (6,), (1, 4), (5,), (3,))

    assert one.result == 2
    assert one.dice_errors == 0
    assert one.result == pytest.approx(one.start - one.luck + one.errors)


def test_who_gives_up_though_every_throw_can_be_covered_is_not_judged(tmp_path: Path) -> None:
    assert real(tmp_path, (9,), (8,), (4, 7)) == ()


def test_real_dice_may_shut_the_box_or_rest(tmp_path: Path) -> None:
    box = Box()
    rules = [("roll", "real"), ("may_stop", "true")]
    hand = Hand(box, ("Ann", "Bo"), rules=[*rules, ("rounds", 1), ("shut", "zero")])
    hand.covers((9,), (8,), (7,), (6,), (1, 4), (5,), (2, 3))
    hand.goes_on()
    hand.covers((9,))
    hand.do(StopTurn())

    [ann], [bo] = judged(journal(tmp_path / "j.db", box.recorded))

    assert (ann.result, bo.result) == (0, 36)
    assert bo.dice_errors == pytest.approx(
        36 - solve(Ruleset(), Points()).value(tiles(*range(1, 9)))
    )
