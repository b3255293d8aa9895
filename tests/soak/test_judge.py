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


GLUECKSHAUS = """
game glueckshaus
rules chips=1 first=seat
players Ann Bob
dice 6 6 4 5
press
press
"""

BY_THE_CLOCK = """
game glueckshaus
rules ending=clock minutes=1 first=seat
players Ann Bob
dice 6 6 4 5
press
wait 50
press
wait 5
down 9
wait 10
"""

LUK_FU = """
game luk_fu
players Ann
deal Ann c1 t1 c9 s9 m9 t9 s4 s1 m1
master Ann
plays Ann call
plays Ann on
plays Ann c1
wait 5
plays Ann claim
wait 3
"""


def heard(text: str, tmp_path: Path) -> list[str]:
    told: list[str] = []
    (tmp_path / "play.stb").write_text(text)
    play_file(tmp_path / "play.stb", tell=told.append)
    return told


@pytest.mark.parametrize("text", [GLUECKSHAUS, BY_THE_CLOCK, LUK_FU])
def test_a_match_of_another_game_is_right(text: str, tmp_path: Path) -> None:
    judge = judged(heard(text, tmp_path))

    assert (judge.judged, judge.wrong) == (1, "")


@pytest.mark.parametrize(
    ("text", "event", "fields"),
    [
        (GLUECKSHAUS, "rolled", {"dice": [6, 1], "total": 7}),
        (GLUECKSHAUS, "chip_paid", {"has": 1}),
        (GLUECKSHAUS, "match_ended", {"winners": [2]}),
        (BY_THE_CLOCK, "match_ended", {"t": 59_000}),
        (BY_THE_CLOCK, "rolled", {"t": 61_000}),
        (LUK_FU, "match_ended", {"winners": [2]}),
        (LUK_FU, "claimed", {"fu": 9}),
        (LUK_FU, "paid", {"units": 1}),
        (LUK_FU, "deal_revealed", {"bytes": "00" * 32}),
        (LUK_FU, "deal_committed", {"master": 2}),
        (LUK_FU, "dealt", {"cards": "c1"}),
        (LUK_FU, "played", {"cards": "m9", "face_up": True}),
        (LUK_FU, "played", {"cards": "s4,s9", "face_up": True}),
    ],
)
def test_a_match_of_another_game_that_is_not_as_it_must_be_is_wrong(
    text: str, event: str, fields: dict[str, object], tmp_path: Path
) -> None:
    assert judged(changed(heard(text, tmp_path), event, **fields)).wrong.startswith("match 1")
