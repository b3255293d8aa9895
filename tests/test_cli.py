"""The command: what it prints, where, and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import stbpi
from stbpi.cli import Exit, main
from stbpi.config_sections import SECTIONS
from tests.processes import ROOT, environ

SCENARIO = """
rules preset=luk_kassen rounds=1
players Ann
dice 6 5
press
expect roll=6,5
"""


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configuration that is in force, whatever this machine has in /etc."""
    path = tmp_path / "stbpi.toml"
    path.write_text("[box]\nname = 'Test'\n", encoding="utf-8")
    monkeypatch.setenv("STBPI_CONFIG", str(path))
    return path


def run(*arguments: str) -> int:
    """Run the command in this process; return its exit status."""
    try:
        return main(arguments)
    except SystemExit as exc:
        assert isinstance(exc.code, int)
        return exc.code


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `stbpi` is the command; the status is stbpi's own."""
    line = line.replace("stbpi", f"'{sys.executable}' -m stbpi")
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        cwd=cwd,
        env=environ({"STBPI_CONFIG": str(cwd / "stbpi.toml")}),
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def script(folder: Path, text: str) -> Path:
    path = folder / "story.stb"
    path.write_text(text, encoding="utf-8")
    return path


# Help


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"stbpi {stbpi.__version__}\n"


@pytest.mark.parametrize(
    ("command", "takes"),
    [
        ([], ["run", "sim", "config", "--version"]),
        (["run"], ["--config FILE", "$STBPI_CONFIG", "/etc/stbpi/stbpi.toml"]),
        (["sim"], ["--config", "--scenario FILE", "--demo", "--players NAME", "--journal FILE"]),
        (["screens"], ["--out DIR", "--scale N", "DIR/NAME.png", "expect screen=NAME"]),
        (["config"], ["show", "check"]),
        (["config", "show"], ["--config FILE"]),
        (["config", "check"], ["FILE"]),
    ],
)
def test_the_help_of_every_command_says_what_it_takes(
    command: list[str], takes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*command, "--help") == 0

    said = " ".join(capsys.readouterr().out.split())
    assert [word for word in takes if word not in said] == []


@pytest.mark.parametrize(
    "arguments",
    [[], ["play"], ["config"], ["config", "check"], ["sim", "--scenario", "a", "--demo"]],
)
def test_a_command_that_does_not_exist_is_wrong_input(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == Exit.INPUT

    said = capsys.readouterr()
    assert said.out == ""
    assert "usage: stbpi" in said.err


def test_the_package_is_the_command(tmp_path: Path) -> None:
    ended = shell("stbpi --version", tmp_path)

    assert (ended.returncode, ended.stdout) == (0, f"stbpi {stbpi.__version__}\n")


# The configuration


def test_the_configuration_is_shown_as_toml_with_sources(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("config", "show") == 0

    shown = capsys.readouterr().out
    tables = tomllib.loads(shown)
    assert (tables["box"]["name"], tables["box"]["settle_ms"]) == ("Test", 35)
    assert set(tables) == set(SECTIONS)
    assert f'name = "Test"  # {config} ($STBPI_CONFIG)\n' in shown
    assert "settle_ms = 35  # default\n" in shown


def test_what_is_shown_can_be_used(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text("[rules]\npreset = 'classic'\ntiles = 12\n[players]\nnames = ['Ann']\n")
    run("config", "show")
    shown = capsys.readouterr().out
    again = tmp_path / "again.toml"
    again.write_text(shown)

    assert run("config", "show", "--config", str(again)) == 0
    assert tomllib.loads(capsys.readouterr().out) == tomllib.loads(shown)


def test_a_good_file_is_all_well(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("config", "check", str(config)) == 0
    assert capsys.readouterr() == (f"{config}: all well\n", "")


def test_every_problem_of_a_file_is_found(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config.write_text("[box]\nnme = 'x'\nsettle_ms = 1\n[gpio]\nroll = 5\nclosed_is = 'left'\n")

    assert run("config", "check", str(config)) == Exit.INPUT
    said = capsys.readouterr()
    assert said.out == ""
    keys = ("box.nme", "box.settle_ms", "gpio.roll", "gpio.closed_is")
    assert [key for key in keys if f"{config}: {key}: " not in said.err] == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[rules]\npreset = 'clasic'\n", "Did you mean classic?"),
        ("[rules]\nround = 3\n", "Did you mean rounds?"),
        ("[rules]\nscoring = 'covered'\nknock_out = 45\n", "rules.knock_out: 45; expected 0 with"),
        ("[rules]\ntiles = 10\n[gpio]\ntiles = [5, 6, 12, 13, 16, 19]\n", "at most 6"),
        ("[rules]\ngame = 'luk_fu'\n[gpio]\ntiles = [5, 6, 12, 13, 16, 19]\n", "at most 6"),
        ("[rules]\ngame = 'glueckshaus'\nfour = 'x'\n", "rules.four: x; expected one of nothing"),
        (
            "[rules]\ngame = 'glueckshaus'\n[rules.glueckshaus]\nfour = 'x'\n",
            "rules.glueckshaus.four: x; expected one of nothing",
        ),
        ("[rules.glueckshaus]\nfor = 'pay'\n", "rules.glueckshaus.for: pay; expected a known rule"),
        ("[rules.glueckshaus]\npreset = 'clok'\n", "Did you mean clock?"),
        (
            "[rules]\ngame = 'luk_fu'\n[rules.shut_the_box]\npreset = 'thai'\n"
            "[dice]\nsource = 'real'\n",
            "where players throw real dice",
        ),
    ],
)
def test_rules_are_checked_too(
    config: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(text)

    for command in (["check", str(config)], ["show"]):
        assert run("config", *command) == Exit.INPUT
        said = capsys.readouterr()
        assert said.out == ""
        assert says in said.err


@pytest.mark.parametrize(
    "text",
    [
        "[rules]\ngame = 'luk_fu'\n[players]\nbots = ['perfect']\n",
        "[rules]\ngame = 'glueckshaus'\n[players]\nbots = ['perfect', 'random']\n",
        "[rules]\ngame = 'glueckshaus'\n[gpio]\ntiles = [5, 6, 12, 13, 16, 19]\n",
        "[rules.luk_fu]\nbots = 'strong'\n[gpio]\ntiles = [5, 6, 12, 13, 16, 19]\n"
        "[rules]\ntiles = 6\n",
        "[rules]\npreset = 'solo'\n[players]\nbots = ['perfect']\n",
        "[rules]\npreset = 'pub_pool'\n",
    ],
)
def test_rules_that_can_be_played_are_all_well(
    config: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(text)

    assert (run("config", "check", str(config)), capsys.readouterr().err) == (0, "")


def test_another_game_is_shown_by_its_own_rules(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text("[rules]\npreset = 'thai'\n[rules.glueckshaus]\nfour = 'pay'\n")

    assert run("config", "show", "--game", "glueckshaus", "--rules", "minutes=30") == 0
    assert tomllib.loads(capsys.readouterr().out)["rules"] == {
        "game": "glueckshaus",
        "preset": "glueckshaus",
        "four": "pay",
        "minutes": "30",
        "shut_the_box": {"preset": "thai"},
    }


@pytest.mark.parametrize(
    "command", [["config", "show"], ["run"], ["rules"], ["rules", "show", "x"]]
)
def test_a_game_that_is_not_known_is_one_clear_line(
    command: list[str], config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*command, "--game", "lukfu") == Exit.INPUT

    assert capsys.readouterr().err.splitlines() == [
        'stbpi: --game: rules.game: "lukfu"; expected "shut_the_box" or "glueckshaus" or "luk_fu"',
        "Did you mean luk_fu?",
    ]


def test_bots_without_dice_of_their_own_are_refused_by_the_game(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text("[players]\nbots = ['perfect']\n")

    assert run("config", "show", "--rules", "roll=real") == Exit.INPUT
    assert "rule roll = real: expected box where bots play" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_wrong_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["check"], ["show", "--config"]):
        assert run("config", *command, str(tmp_path / "none")) == Exit.INPUT
        assert "can't be read: No such file" in capsys.readouterr().err


# The simulator


@pytest.mark.parametrize("line", ["stbpi sim < /dev/null | cat", "stbpi sim <&-", "stbpi sim >&-"])
def test_without_a_terminal_it_says_what_can_be_done(tmp_path: Path, line: str) -> None:
    ended = shell(line, tmp_path)

    assert ended.returncode == Exit.INPUT
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert "--scenario FILE" in ended.stderr
    assert "--demo" in ended.stderr


def test_a_demo_prints_a_whole_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("sim", "--demo", "--players", "Ann", "Bob") == 0

    said = capsys.readouterr()
    events = [json.loads(line) for line in said.out.splitlines()]
    assert said.err == ""
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert events[0]["e"] == "match_started"
    assert [e["player"] for e in events if e["e"] == "player_seated"] == ["Ann", "Bob"]
    assert [event["e"] for event in events].index("match_ended") == len(events) - 1


def test_a_demo_plays_by_the_rules_of_the_configuration(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text("[rules]\npreset = 'classic'\ntiles = 12\n[players]\nnames = ['Zoe']\n")

    assert run("sim", "--demo") == 0
    first, *events = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["preset"], first["seats"]) == ("classic", 1)
    assert [e["player"] for e in events if e["e"] == "player_seated"] == ["Zoe"]
    assert [(e["field"], e["value"]) for e in events if e["e"] == "rule"] == [("tiles", 12)]


def test_a_scenario_that_holds_prints_its_events(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("sim", "--scenario", str(script(tmp_path, SCENARIO))) == Exit.OK

    said = capsys.readouterr()
    events = [json.loads(line)["e"] for line in said.out.splitlines()]
    assert events == ["match_started", "player_seated", "rule", "turn_started", "rolled"]
    assert said.err == ""


@pytest.mark.parametrize(
    ("last", "status", "says"),
    [
        ("expect roll=6,6", Exit.EXPECTATION, "story.stb:7: expected roll=6,6, found roll=6,5\n"),
        ("jump", Exit.INPUT, "story.stb:7: unknown verb 'jump'\n"),
        ("down 2 9\npress", Exit.INPUT, "story.stb:8: 2 dice are thrown and 0 numbers are left\n"),
    ],
)
def test_a_scenario_that_fails_says_where_and_why(
    tmp_path: Path,
    last: str,
    status: Exit,
    says: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("sim", "--scenario", str(script(tmp_path, SCENARIO + last))) == status

    said = capsys.readouterr().err
    assert f"stbpi: {tmp_path}/{says}" in said
    assert said.count("\n") <= 2


def test_a_scenario_that_can_not_be_read_is_wrong_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("sim", "--scenario", str(tmp_path / "none.stb")) == Exit.INPUT
    assert "none.stb: can't be read: No such file or directory\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "leave_out"),
    [
        (["--players", "Ann"], "--players"),
        (["--journal", "/tmp/x.db"], "--journal"),
        (["--preset", "classic"], "--preset"),
        (["--journal", "/tmp/x.db", "--players", "Ann"], "--players, --journal"),
    ],
    ids=["players", "journal", "preset", "both"],
)
def test_a_scenario_takes_nothing_that_it_says_itself(
    tmp_path: Path, more: list[str], leave_out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("sim", "--scenario", str(script(tmp_path, SCENARIO)), *more) == Exit.INPUT

    said = capsys.readouterr()
    assert said.out == ""
    assert f"Leave out {leave_out}.\n" in said.err


def test_a_demo_takes_no_journal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("sim", "--demo", "--journal", "/tmp/x.db") == Exit.INPUT

    said = capsys.readouterr()
    assert said.out == ""
    assert "Leave out --journal." in said.err


@pytest.mark.parametrize("names", [["Ann", "Ann"], ["A" * 13], ["A b"]])
def test_names_that_can_not_be_names_are_refused_with_the_option(
    names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("sim", "--demo", "--players", *names) == Exit.INPUT
    assert "stbpi: --players: players.names: " in capsys.readouterr().err


# Pipes


@pytest.mark.parametrize(
    "line",
    [
        "stbpi sim --demo | head -1",
        "stbpi sim --demo | head -7",
        "stbpi sim --scenario story.stb | head -1",
        "stbpi config show | true",
        "stbpi --help | true",
        "stbpi sim --demo >&-",
    ],
)
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, line: str) -> None:
    script(tmp_path, SCENARIO)

    ended = shell(line, tmp_path)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_scenario_that_fails_fails_also_when_nobody_reads(tmp_path: Path) -> None:
    script(tmp_path, SCENARIO + "expect roll=6,6")

    assert shell("stbpi sim --scenario story.stb | head -1", tmp_path).returncode == 1


def test_the_command_lies_where_the_tests_are() -> None:
    assert Path(stbpi.__file__).is_relative_to(ROOT)


@pytest.mark.parametrize("line", ["stbpi rules", "stbpi rules explain thai", "stbpi config show"])
def test_a_full_disk_behind_the_output_is_one_line(line: str, tmp_path: Path) -> None:
    ended = shell(f"{line} > /dev/full", tmp_path)

    assert ended.returncode == Exit.ENVIRONMENT
    assert ended.stderr == "stbpi: stdout: can't be written: No space left on device\n"
