"""`stbpi odds` and `stbpi coach` as people and programs meet them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from stbpi.cli import main
from stbpi.commands.turns import OBJECTIVES
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.games.shut_the_box.ruleset import Scoring
from stbpi.strategy.goals import shut_score
from stbpi.strategy.objectives import Objective
from tests.strategy.test_turn_values import CELLS, first_best

Capture = pytest.CaptureFixture[str]


def said(capsys: Capture, *arguments: str) -> str:
    assert main([*arguments]) == 0
    out, error = capsys.readouterr()
    assert error == ""
    return out


def told(capsys: Capture, *arguments: str) -> dict[str, Any]:
    answer = json.loads(said(capsys, *arguments, "--json"))
    assert isinstance(answer, dict)
    return answer


def refused(capsys: Capture, *arguments: str) -> str:
    assert main([*arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    return error


def options(rules: dict[str, Any]) -> list[str]:
    return [word for key, value in rules.items() for word in ("--rules", f"{key}={_text(value)}")]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("cell", CELLS, ids=[f"{cell['goal']} {cell['rules']}" for cell in CELLS])
def test_the_odds_are_what_others_have_computed(cell: dict[str, Any], capsys: Capture) -> None:
    rules = dict(cell["rules"])
    scoring = rules.pop("scoring", "sum")
    objective = "shut" if cell["goal"] == "shut" else scoring
    odds = told(capsys, "odds", "--exact", "--objective", objective, *options(rules))

    assert Fraction(odds["value_exact"]) == Fraction(cell["value"])
    assert odds["value"] == pytest.approx(cell["float"], rel=1e-12, abs=0)
    assert Fraction(odds["p_shut_exact"]) == Fraction(cell["p_shut"])
    assert odds["p_shut"] == pytest.approx(float(Fraction(cell["p_shut"])), rel=1e-12, abs=0)
    assert odds["first_best"] == {n: first_best(line) for n, line in cell["first"].items()}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_odds_of_every_preset_fit_together(preset: str, capsys: Capture) -> None:
    rules = PRESETS[preset]
    odds = told(capsys, "odds", "--preset", preset, "--exact")
    chances = {int(score): Fraction(p) for score, p in odds["distribution_exact"].items()}

    assert list(odds) == [
        *("preset", "rules", "objective", "value", "value_exact", "p_shut", "p_shut_exact"),
        *("distribution", "distribution_exact", "first_best"),
    ]
    assert (odds["preset"], odds["rules"], odds["objective"]) == (preset, {}, rules.scoring)
    assert sum(chances.values()) == 1
    assert sum(score * p for score, p in chances.items()) == Fraction(odds["value_exact"])
    assert chances[shut_score(rules)] == Fraction(odds["p_shut_exact"])
    assert odds["distribution"] == {str(score): float(p) for score, p in chances.items()}
    assert odds["value"] == float(Fraction(odds["value_exact"]))
    assert list(odds["first_best"]) == [
        str(n) for n in reversed(rules.dice_allowed(rules.start_tiles))
    ]


def test_without_fractions_there_are_none(capsys: Capture) -> None:
    odds = told(capsys, "odds")

    assert [key for key in odds if key.endswith("exact")] == []
    assert (odds["preset"], odds["value"]) == ("luk_kassen", pytest.approx(11.021121, abs=1e-6))


def test_house_rules_and_an_objective_are_told(capsys: Capture) -> None:
    odds = told(
        capsys,
        *("odds", "--preset", "thai", "--rules", "tiles=10", "--rules", "unlucky=2"),
        *("--objective", "shut"),
    )

    assert odds["rules"] == {"tiles": 10, "unlucky": 2}
    assert odds["objective"] == "shut"
    assert odds["value"] == odds["p_shut"] == odds["distribution"]["0"]


ODDS = """\
Odds, changed. Played for the smallest sum of what still stands.

Expected score: 12.3750
  = 99/8
Chance to shut the box: 4.6296 %
  = 5/108

chance of each score:
   0 ██▋ 4.63 %
   7 ██████▋ 11.57 %
   8 ████████▎ 14.35 %
  15 ████████████████████████████████████████ 69.44 %

best first covers with 2 dice:
   2  -
   3  -
   4  -
   5  -
   6  -
   7  7
   8  8
   9  -
  10  -
  11  -
  12  -
"""


def test_the_odds_are_written(capsys: Capture) -> None:
    arguments = ("odds", "--preset", "odds", "--rules", "start=7,8", "--rules", "one_die=never")

    assert said(capsys, *arguments, "--exact") == ODDS


COVERS = """\
Luk kassen. Played for the smallest sum of what still stands.
Standing: 1, 2, 3, 4, 5, 6, 7, 8 and 9. Thrown: 4+5.
9, then 14 % to shut; 1+8 costs 6.0 points

cover  points   costs  to shut, %
    9   7.387       -      14.483
  1+8  13.370   5.983       6.502
  3+6  14.148   6.761       6.339
  4+5  14.764   7.377       6.375
  2+7  14.784   7.397       5.774
2+3+4  21.280  13.893       2.560
1+3+5  21.350  13.963       2.552
1+2+6  22.077  14.690       2.137
"""


def test_covers_are_written_best_first(capsys: Capture) -> None:
    assert said(capsys, "coach", "--roll", "4,5") == COVERS


def test_equal_covers_are_named_together(capsys: Capture) -> None:
    said_of = said(capsys, "coach", "--standing", "1,2,3,4", "--roll", "1,4").splitlines()

    assert said_of[2] == "1+4 or 2+3, then 22 % to shut"
    assert [line.split()[2] for line in said_of[5:]] == ["-", "-"]


DICE = """\
Luk kassen. Played for the largest chance to shut the box.
Standing: 1, 2 and 3.
1 die, then 33 % to shut; 2 dice cost 14.4 percentage points

dice  to shut, %   costs
   1      33.333       -
   2      18.981  14.352
"""


def test_numbers_of_dice_are_written_best_first(capsys: Capture) -> None:
    arguments = ("coach", "--standing", "3, 2,1", "--objective", "shut")

    assert said(capsys, *arguments) == said(capsys, *arguments, "--dice") == DICE


def test_a_throw_that_ends_the_turn_is_said(capsys: Capture) -> None:
    arguments = ("coach", "--standing", "1,2,3", "--roll", "6,6")

    assert said(capsys, *arguments).splitlines()[2:] == [
        "Nothing can be closed; the score is 6.",
    ]
    assert told(capsys, *arguments) == {
        "preset": "luk_kassen",
        "rules": {},
        "objective": "sum",
        "standing": [1, 2, 3],
        "roll": [6, 6],
        "value": 6.0,
        "covers": [],
    }


def test_advice_is_told_to_programs(capsys: Capture) -> None:
    covers = told(capsys, "coach", "--standing", "1,2,4", "--roll", "4,3")
    dice = told(capsys, "coach", "--standing", "1,2,3")

    assert (covers["standing"], covers["roll"]) == ([1, 2, 4], [4, 3])
    assert covers["covers"] == [
        {"cover": [1, 2, 4], "value": 0.0, "cost": 0.0, "best": True, "p_shut": 1.0}
    ]
    assert "roll" not in dice
    assert [choice["dice"] for choice in dice["dice"]] == [1, 2]
    assert dice["value"] == dice["dice"][0]["value"] == pytest.approx(61 / 36)
    assert [choice["best"] for choice in dice["dice"]] == [True, False]


def test_the_coach_begins_at_the_start_of_a_turn(capsys: Capture) -> None:
    start = told(capsys, "coach", "--preset", "evens", "--roll", "1,1")

    assert start["standing"] == [2, 4, 6, 8]
    assert start["covers"][0]["cover"] == [2]


@pytest.mark.parametrize("command", ["odds", "coach"])
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["--preset", "thia"],
            "rule preset = thia: expected the name of a preset\nDid you mean thai?",
        ),
        (["--rules", "dice=5"], "rule dice = 5: expected a whole number from 1 to 4"),
        (["--rules", "dice"], "rule dice = nothing: expected KEY=VALUE"),
    ],
)
def test_rules_that_nobody_knows_are_refused(
    command: str, arguments: list[str], error: str, capsys: Capture
) -> None:
    assert refused(capsys, command, *arguments) == f"stbpi: {error}\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["--standing", "1,10"],
            "by these rules nothing stands but 1, 2, 3, 4, 5, 6, 7, 8 and 9; found 1 and 10",
        ),
        (
            ["--standing", "0"],
            "by these rules nothing stands but 1, 2, 3, 4, 5, 6, 7, 8 and 9; found 0",
        ),
        (["--standing", "2,2"], "a tile is named twice: 2 and 2"),
        (
            ["--standing", "2,3,4,5,6,7,8,9"],
            "by these rules no turn comes to where only 2, 3, 4, 5, 6, 7, 8 and 9 stand",
        ),
        (["--standing", "1;2"], "--standing '1;2': expected numbers, as 1,2,4"),
        (["--standing", ""], "--standing '': expected numbers, as 1,2,4"),
        (["--roll", "0,3"], "a die shows 1 to 6, not 0"),
        (["--roll", "3,7"], "a die shows 1 to 6, not 7"),
        (["--roll", "3"], "1 die can't be thrown here; expected 2"),
        (["--standing", "1,2", "--roll", "1,1,1"], "3 dice can't be thrown here; expected 1 or 2"),
        (["--roll", "3+4"], "--roll '3+4': expected numbers, as 1,2,4"),
    ],
)
def test_what_can_not_be_is_refused_in_a_line(
    arguments: list[str], error: str, capsys: Capture
) -> None:
    assert refused(capsys, "coach", *arguments) == f"stbpi: {error}\n"


def test_every_objective_can_be_asked_for() -> None:
    assert tuple(Objective) == OBJECTIVES


def test_an_objective_that_nobody_knows_is_refused(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["odds", "--objective", "glory"])

    assert stopped.value.code == 2
    assert "invalid choice: 'glory'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [(), ("--objective", "digits"), ("--objective", "shut"), ("--preset", "lucky_seven")],
)
def test_the_same_odds_make_the_same_picture(
    arguments: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    drawn = []
    for at in ("1", "2"):
        png, svg = tmp_path / f"{at}.png", tmp_path / f"{at}.svg"
        said(capsys, "odds", *arguments, "--png", str(png), "--svg", str(svg))
        drawn.append((png.read_bytes(), svg.read_bytes()))

    assert drawn[0] == drawn[1]
    assert drawn[0][1].startswith(b"<?xml")
    with Image.open(tmp_path / "1.png") as picture:
        assert picture.size == (1440, 720)


def test_a_picture_that_can_not_be_written_is_one_clear_message(capsys: Capture) -> None:
    assert "No such file or directory" in refused(capsys, "odds", "--png", "/nowhere/x.png")


@pytest.mark.parametrize(
    ("objective", "names"),
    [
        ("digits", ["0", "1-9", "10-99"]),
        ("sum", ["0", "1-2", "3-4"]),
        ("count", ["0", "1", "2"]),
        ("covered", ["2-3", "4-5", "6-7"]),
    ],
)
def test_many_scores_are_put_together_but_for_a_shut_box(
    objective: str, names: list[str], capsys: Capture
) -> None:
    lines = said(capsys, "odds", "--objective", objective).splitlines()
    at = lines.index("chance of each score:")
    bars = [line.split()[0] for line in lines[at + 1 : lines.index("", at)]]

    assert bars[:3] == names
    assert bars[-1] == "45" if objective == Scoring.COVERED else bars[0] == "0"
