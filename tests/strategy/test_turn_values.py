"""The solver against values that others have computed, in tests/data/turn_values.json.

`first` says for each number of dice what is best for each throw: "10=1.9" is 1 and 9, and equal
covers are parted by a slash.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from stbpi.games.shut_the_box.house_rules import make
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.strategy.goals import Goal, Points, Shutting
from stbpi.strategy.solver import solve

CELLS = json.loads((Path(__file__).parents[1] / "data" / "turn_values.json").read_text())
GOALS: dict[str, Goal] = {"points": Points(), "shut": Shutting()}


def rules_of(cell: dict[str, Any]) -> Ruleset:
    return make("luk_kassen", cell["rules"].items())


def first_best(line: str) -> dict[str, list[list[int]]]:
    throws = (part.split("=") for part in line.split())
    return {
        throw: [[int(tile) for tile in cover.split(".")] for cover in covers.split("/")]
        for throw, covers in throws
    }


@pytest.mark.parametrize("cell", CELLS, ids=[f"{cell['goal']} {cell['rules']}" for cell in CELLS])
def test_a_turn_is_worth_what_others_have_computed(cell: dict[str, Any]) -> None:
    solution = solve(rules_of(cell), GOALS[cell["goal"]])
    exact = solution.exactly()

    assert exact.start == Fraction(cell["value"])
    assert solution.start == pytest.approx(cell["float"], rel=1e-12, abs=0)
    assert exact.p_shut == Fraction(cell["p_shut"])
    assert solution.first_best == {n: first_best(line) for n, line in cell["first"].items()}


def test_there_are_as_many_as_were_computed() -> None:
    assert len(CELLS) == 147
