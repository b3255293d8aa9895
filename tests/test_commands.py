"""`stbpi rules`, `score` and `records` as a person calls them."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.games.registry import NAMES, game_of
from stbpi.games.shut_the_box.house_rules import make, values
from stbpi.games.shut_the_box.presets import PRESETS

Capture = pytest.CaptureFixture[str]


def test_rules_lists_every_preset_with_a_sentence(capsys: Capture) -> None:
    assert main(["rules"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)


def test_rules_as_json_has_all_presets_with_all_fields_and_reads_back(capsys: Capture) -> None:
    assert main(["rules", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert list(told) == list(PRESETS)
    for name, fields in told.items():
        assert set(fields) == set(values(PRESETS[name]))
        assert make("luk_kassen", fields.items()) == PRESETS[name]


def test_rules_show_prints_toml_that_says_what_differs(capsys: Capture) -> None:
    assert main(["rules", "show", "canoga"]) == 0

    out = capsys.readouterr().out
    assert "tiles = 10  # default: 9" in out
    assert 'one_die = "high_down"  # default: "total_6"' in out


@pytest.mark.parametrize("verb", ["show", "explain"])
def test_an_unknown_preset_is_one_clear_message(verb: str, capsys: Capture) -> None:
    assert main(["rules", verb, "thia"]) == 2

    assert capsys.readouterr().err.splitlines() == [
        "stbpi: rule preset = thia: expected the name of a preset",
        "Did you mean thai?",
    ]


@pytest.mark.parametrize("game", NAMES)
def test_the_rules_of_every_game_are_listed_shown_and_explained(game: str, capsys: Capture) -> None:
    assert main(["rules", "--game", game]) == 0
    presets = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert presets == list(game_of(game).presets())

    assert main(["rules", "--game", game, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    for preset in presets:
        assert game_of(game).check_rules(preset, told[preset].items()) == ()
        assert main(["rules", "show", preset, "--game", game]) == 0
        assert set(tomllib.loads(capsys.readouterr().out)) == set(told[preset])
        assert main(["rules", "--game", game, "explain", preset]) == 0
        first, *others = capsys.readouterr().out.splitlines()
        assert first.endswith(".")
        assert [line for line in others if line.startswith("- ") and line.endswith(".")]


def test_what_differs_in_another_game_is_said(capsys: Capture) -> None:
    assert main(["rules", "show", "clock", "--game", "glueckshaus"]) == 0
    assert 'ending = "clock"  # default: "last"\n' in capsys.readouterr().out
    assert main(["rules", "explain", "tsoi", "--game", "luk_fu"]) == 0
    assert "- The two bots are middling: they weigh" in capsys.readouterr().out


def test_a_preset_of_another_game_is_unknown(capsys: Capture) -> None:
    assert main(["rules", "show", "clok", "--game", "glueckshaus"]) == 2
    assert "Did you mean clock?" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["sim", "--demo"], ["run"], ["config", "show"]])
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--rules", "knock_out=7"], "rule knock_out = 7: expected a whole number from 0 to 200"),
        (["--rules", "rounds"], "expected KEY=VALUE"),
        (["--preset", "nix"], "rule preset = nix: expected the name of a preset"),
    ],
)
def test_a_wrong_rule_names_field_found_and_allowed(
    command: list[str], options: list[str], says: str, capsys: Capture
) -> None:
    assert main([*command, *options]) == 2

    assert says in capsys.readouterr().err


def test_a_demo_is_played_by_the_rules_that_are_named(capsys: Capture) -> None:
    assert main(["sim", "--demo", "--preset", "thai", "--rules", "rounds=1"]) == 0

    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[0]["preset"] == "thai"
    assert {"field": "rounds", "value": 1}.items() <= next(
        event for event in events if event["e"] == "rule"
    ).items()
    assert all(len(event["tiles"]) == 1 for event in events if event["e"] == "covered")


def sheet(journal: Path, text: str, monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return main(["score", "--journal", str(journal), *options])


def test_a_sheet_is_kept_over_several_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    journal = tmp_path / "score.db"

    assert sheet(journal, "2 5 7\n", monkeypatch, "--players", "Ann", "Bob") == 0
    assert sheet(journal, "1\n", monkeypatch) == 0
    assert sheet(journal, "", monkeypatch) == 0

    assert capsys.readouterr().out.splitlines()[-3:] == [
        "       Ann  Bob",
        "    1   14    1",
        "total   14    1",
    ]


def test_a_refused_entry_is_told_and_the_exit_status_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert sheet(tmp_path / "s.db", "nine\n9\n", monkeypatch, "--players", "Ann") == 2

    told = capsys.readouterr()
    assert "rule standing = nine" in told.err
    assert "total    9" in told.out


def test_players_are_asked_for_where_none_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert sheet(tmp_path / "s.db", "Ann Bob\n9\n", monkeypatch) == 0
    assert sheet(tmp_path / "t.db", "Ann Ann\n", monkeypatch) == 2

    assert "twice" in capsys.readouterr().err


def test_rules_without_players_begin_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    sheet(tmp_path / "s.db", "", monkeypatch, "--players", "Ann")

    assert sheet(tmp_path / "s.db", "", monkeypatch, "--preset", "thai") == 2
    assert "name --players, too" in capsys.readouterr().err


def test_every_game_has_a_sheet_and_the_last_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    journal = tmp_path / "score.db"
    players = ["--players", "Ann", "Bob", "Cid"]

    glueckshaus = ["--game", "glueckshaus", "--preset", "two_kings", "--rules", "first=seat"]
    assert sheet(journal, "6 3\n", monkeypatch, *glueckshaus, *players) == 0
    assert sheet(journal, "45\n", monkeypatch) == 0
    assert "Bob, 9: 1 chip out of it." in capsys.readouterr().out
    assert sheet(journal, "12 12\n", monkeypatch, "--game", "glueckshaus") == 2
    assert "rule throw = 12 12" in capsys.readouterr().err

    assert sheet(journal, "won Ann 8 caller Bob\n", monkeypatch, "--game", "luk_fu", *players) == 0
    assert sheet(journal, "", monkeypatch) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "total   +6   -6    0"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--game", "glueckshaus"], "one of Shut the Box: name --players to begin another"),
        (["--game", "chess"], "there is no game chess; expected shut_the_box"),
        (["--game", "luk_fu", "--players", "Ann"], "rule players = 1: expected three players"),
        (["--game", "luk_fu", "--rules", "bots=strong"], "nobody plays but people"),
        (["--game", "glueckshaus", "--players", "Ann"], "expected 2 to 8 players"),
        (["--game", "glueckshaus", "--preset", "canoga"], "the name of a preset"),
    ],
)
def test_a_sheet_of_a_game_that_can_not_be_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    options: list[str],
    says: str,
) -> None:
    sheet(tmp_path / "s.db", "", monkeypatch, "--players", "Ann")

    assert sheet(tmp_path / "s.db", "", monkeypatch, *options) == 2
    assert says in capsys.readouterr().err


def test_records_come_from_a_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    journal = tmp_path / "s.db"
    sheet(journal, "1 2\nnew\n-\nnew\n9\n", monkeypatch, "--players", "Ann", "--preset", "solo")
    capsys.readouterr()

    assert main(["records", "--journal", str(journal), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "preset": "solo",
        "matches": 3,
        "best_round": 0,
        "best_match": 0,
        "longest_run": 1,
    }
    assert main(["records", "--journal", str(journal)]) == 0
    assert "longest run of shut boxes: 1" in capsys.readouterr().out
    assert main(["records", "--journal", str(tmp_path / "none.db")]) == 2
