"""The demo: a whole match that plays itself, in no time."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stbpi.config import Config, RulesSection
from stbpi.errors import RulesError
from stbpi.sim.demo import play_demo


def demo(*names: str, preset: str = "luk_kassen", **house_rules: int | str) -> list[dict[str, Any]]:
    """Play a demo; return its events."""
    lines: list[str] = []
    rules = RulesSection(preset=preset, house_rules=tuple(house_rules.items()))
    play_demo(replace(Config(), rules=rules), names, tell=lines.append)
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("players", [1, 2, 12])
def test_a_match_of_so_many_players_ends(players: int) -> None:
    events = demo(*(f"P{n}" for n in range(1, players + 1)), rounds=1)

    assert [e["e"] for e in events if e["e"].startswith("match")] == [
        "match_started",
        "match_ended",
    ]
    assert events[-1]["e"] == "match_ended"
    assert sum(e["e"] == "player_seated" for e in events) == players


@pytest.mark.parametrize("tiles", [6, 9, 10, 12])
def test_every_size_of_box_is_played(tiles: int) -> None:
    events = demo("Ann", tiles=tiles, rounds=1)

    assert {e["tile"] for e in events if e["e"] == "tile_down"} <= set(range(1, tiles + 1))
    assert events[-1]["e"] == "match_ended"


def test_three_dice_are_thrown_where_the_rules_say_so() -> None:
    events = demo("Ann", tiles=12, dice=3, one_die="never", rounds=1)

    assert {len(e["dice"]) for e in events if e["e"] == "rolled"} == {3}


def test_real_dice_are_thrown_beside_the_box() -> None:
    events = demo("Ann", "Bob", roll="real", rounds=3)

    rolled = [e for e in events if e["e"] == "rolled"]
    covered = [e for e in events if e["e"] == "covered"]
    assert [e["total"] for e in rolled] == [sum(e["tiles"]) for e in covered]
    assert not any("dice" in e for e in rolled)
    assert [e for e in events if e["e"] == "refused"] == []
    assert events[-1]["e"] == "match_ended"


def test_nothing_is_ever_refused_and_every_cover_makes_its_throw() -> None:
    events = demo("Ann", "Bob", rounds=3)

    assert [e for e in events if e["e"] == "refused"] == []
    total = 0
    for event in events:
        if event["e"] == "rolled":
            total = event["total"]
        elif event["e"] == "covered":
            assert sum(event["tiles"]) == total


def test_events_have_a_place_in_history_and_a_wall_clock() -> None:
    events = demo("Ann", rounds=1)

    assert [e["n"] for e in events] == list(range(1, len(events) + 1))
    assert {(e["boot"], e["match"]) for e in events} == {(1, 1)}
    times = [e["t"] for e in events]
    assert times == sorted(times)
    assert all("wall" in e for e in events)


def test_two_demos_are_not_the_same() -> None:
    throws = [[e["dice"] for e in demo("Ann", rounds=2) if e["e"] == "rolled"] for _ in range(3)]

    assert throws[0] != throws[1] or throws[1] != throws[2]


@pytest.mark.parametrize("rule", [("rounds", 99), ("tiles", 13), ("unknown", 1)])
def test_rules_that_can_not_be_played_are_refused(rule: tuple[str, int]) -> None:
    rules = RulesSection(house_rules=(rule,))
    with pytest.raises(RulesError):
        play_demo(replace(Config(), rules=rules), ("Ann",), tell=print)


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    demo("Ann", rounds=1)

    assert list(tmp_path.iterdir()) == []
