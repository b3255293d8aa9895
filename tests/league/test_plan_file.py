"""The file of a league."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi import league
from stbpi.errors import ConfigError
from stbpi.league.plan import Kind, Met, Plan
from stbpi.league.plan_file import plan, read, text
from tests.league.played import drawn, won

PLAYERS = ["Ann", "Bo", "Søren 2"]
LEAST: dict[str, Any] = {"kind": "round_robin", "players": PLAYERS}
BY_HAND: list[Met] = [won("Ann", "Bo", 7), won("Bo", "Ann"), drawn("Bo", "Søren 2")]

DAYS = st.dates(date(1971, 1, 1), date(2499, 1, 1)) | st.datetimes(
    datetime(1971, 1, 1), datetime(2499, 1, 1)
)

PLANS = st.builds(
    Plan,
    kind=st.just(Kind.ROUND_ROBIN),
    players=st.just(tuple(PLAYERS)),
    name=st.sampled_from(["", "Winter", 'A "name"']),
    since=st.none() | DAYS,
    until=st.none() | DAYS,
    game=st.sampled_from(["", "shut_the_box"]),
    preset=st.sampled_from(["", "canoga"]),
    rounds=st.integers(1, 3),
    win=st.integers(0, 3),
    draw=st.integers(0, 3),
    left=st.sampled_from([(), ("Bo",)]),
    skipped=st.sampled_from([(), ("anchor:12", "a box:1")]),
    results=st.lists(st.sampled_from(BY_HAND), max_size=2).map(tuple),
)


@given(PLANS)
def test_what_is_written_is_read_again(made: Plan) -> None:
    assert plan(tomllib.loads(text(made)), source="x") == made


def test_what_is_as_usual_is_not_written() -> None:
    made = plan({**LEAST, "kind": "knock_out"}, source="x")

    assert text(made) == 'kind = "knock_out"\nplayers = ["Ann", "Bo", "Søren 2"]\n'


def test_the_example_of_the_documentation_is_understood() -> None:
    readme = (Path(league.__file__).parent / "README.md").read_text("utf-8")
    example = readme.partition("```toml\n")[2].partition("```")[0]
    made = plan(tomllib.loads(example), source="x")

    assert made.since == datetime(2026, 11, 30, 19, 30)
    assert made.results == (replace(won("Bo", "Ann", 7), players=("Ann", "Bo")),)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"kind": "ladder"}, 'kind: "ladder"; expected "round_robin" or "knock_out"'),
        ({"kind": "knockout"}, "Did you mean knock_out?"),
        ({"kind": "knock_out", "rounds": 2}, "rounds: 2; expected 1"),
        ({"players": ["Ann"]}, 'players: ["Ann"]; expected a list of 2 to 64 names'),
        ({"players": ["Ann", "Ann"]}, 'players: "Ann" twice; expected every name once'),
        ({"players": ["Ann", " Bo"]}, 'players: " Bo"; expected 1 to 40 printable'),
        ({"players": ["Ann", 7]}, "players: 7; expected 1 to 40 printable"),
        ({"players": "Ann"}, 'players: "Ann"; expected a list'),
        ({"since": "2026-11-30"}, 'since: "2026-11-30"; expected a day or a moment'),
        ({"since": date(1, 1, 1)}, "since: 0001-01-01; expected a day or a moment"),
        ({"preset": "thia"}, "Did you mean thai?"),
        ({"game": "luk_fu", "preset": "classic"}, 'preset: "classic"; expected the name'),
        ({"game": "chess"}, 'game: "chess"; expected'),
        ({"win": -1}, "win: -1; expected a whole number from 0 to 1000"),
        ({"left": ["Cid"]}, 'left: "Cid"; expected a player of this league'),
        ({"skipped": ["12"]}, 'skipped: ["12"]; expected a list of matches'),
        ({"skipped": [datetime(2026, 1, 1)]}, "expected a list of matches"),
        ({"player": 1}, "player: unknown key; expected kind, players"),
        ({"results": 1}, "results: 1; expected a list of tables"),
        ({"results": [1]}, "results.1: 1; expected a table"),
        ({"results": [{}]}, "results.1.players: nothing; expected a value"),
        ({"results": [{"players": ["Ann", "Zoe"]}]}, 'results.1.players: "Zoe"; expected a player'),
        (
            {"results": [{"players": ["Ann", "Bo"], "winner": "Søren 2"}]},
            'results.1.winner: "Søren 2"; expected one of the two players',
        ),
        (
            {"results": [{"players": ["Ann", "Bo"], "by": 2}]},
            "results.1.by: 2; expected no points of difference without a winner",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        plan({**LEAST, **changed}, source="league.toml")

    assert str(refused.value).startswith("league.toml: ")
    assert said in str(refused.value)


@pytest.mark.parametrize("key", ["kind", "players"])
def test_what_is_needed_is_asked_for(key: str) -> None:
    with pytest.raises(ConfigError, match=f"{key}: nothing; expected a value"):
        plan({name: value for name, value in LEAST.items() if name != key}, source="x")


@pytest.mark.parametrize("data", [b"kind =", b"\xff", b"a = " + b"[" * 5000, None])
def test_what_is_no_toml_file_is_one_clear_error(data: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    if data is not None:
        path.write_bytes(data)

    with pytest.raises(ConfigError, match="expected a TOML file"):
        read(path)
