"""The judge of the soak: it must be able to find something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stbpi.sim.scenario import play_file
from tests.soak.judge import Judge

MATCH = """
rules rounds=1 unlucky=12
players Ann
dice 6 6
press
"""


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    """A match of one throw, an unlucky one."""
    told: list[str] = []
    (tmp_path / "play.stb").write_text(MATCH)
    play_file(tmp_path / "play.stb", tell=told.append)
    return told


def judged(lines: list[str]) -> Judge:
    judge = Judge()
    for line in lines:
        judge.hear(line)
    judge.judge()
    return judge


def changed(lines: list[str], name: str, **fields: object) -> list[str]:
    return [
        json.dumps(json.loads(line) | (fields if json.loads(line)["e"] == name else {}))
        for line in lines
    ]


def with_change_of_rules(lines: list[str]) -> list[str]:
    event = json.loads(lines[0]) | {"e": "rules_changed", "field": "stake", "value": 2}
    for field in ("game", "preset", "seats"):
        del event[field]
    return [*lines[:-1], json.dumps(event), lines[-1]]


def test_a_match_without_a_fault_is_right(lines: list[str]) -> None:
    judge = judged(lines)

    assert (judge.judged, judge.wrong) == (1, "")


def test_a_score_that_is_not_that_of_the_tiles_is_wrong(lines: list[str]) -> None:
    assert judged(changed(lines, "turn_ended", score=20, total=20)).wrong.startswith("match 1: ")


def test_a_cover_that_is_none_is_wrong(lines: list[str]) -> None:
    assert judged(changed(lines, "rolled", dice=[1, 2], total=3)).wrong.startswith("match 1")


def test_a_match_with_other_rules_is_judged_by_its_scores(lines: list[str]) -> None:
    assert judged(with_change_of_rules(lines)).wrong == ""


def test_a_match_that_has_not_ended_is_not_judged(lines: list[str]) -> None:
    assert judged(lines[:-1]).judged == 0
