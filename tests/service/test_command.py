"""`stbpi doctor` as a person calls it, on the machine that the tests run on."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from stbpi.commands.doctor import look
from tests.processes import environ
from tests.service.machines import FakePi

LIMIT_S = 5

without_gpio = pytest.mark.skipif(
    any(Path("/dev").glob("gpiochip*")), reason="is about machines without GPIO"
)


def doctor(
    tmp_path: Path, *options: str, more: Mapping[str, str] | None = None, config: str = ""
) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "stbpi.toml"
    file.write_text(f'{config}\n[journal]\npath = "{tmp_path}/journal.db"\n', "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "stbpi", "doctor", "--config", str(file), *options],
        cwd=tmp_path,
        env=environ({"PYTHONIOENCODING": "utf-8", **(more or {})}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=False,
    )


@without_gpio
def test_a_machine_without_gpio_is_told_what_to_fix_first(tmp_path: Path) -> None:
    result = doctor(tmp_path)

    assert (result.returncode, result.stderr) == (1, "")
    assert "✗ GPIO chip: this machine has none" in result.stdout.splitlines()
    assert result.stdout.splitlines()[-1] == (
        "Fix first: GPIO chip. To play without hardware: stbpi sim"
    )
    assert [file.name for file in tmp_path.iterdir()] == ["stbpi.toml"]


@without_gpio
def test_an_output_in_ascii_is_no_trouble(tmp_path: Path) -> None:
    result = doctor(tmp_path, more={"PYTHONIOENCODING": "ascii"})

    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout.isascii()
    assert "x GPIO chip: this machine has none" in result.stdout


@without_gpio
def test_the_json_says_the_same(tmp_path: Path) -> None:
    result = doctor(tmp_path, "--json")

    told = json.loads(result.stdout)
    assert (result.returncode, result.stderr) == (1, "")
    assert list(told) == ["overall", "fix_first", "findings"]
    assert (told["overall"], told["fix_first"]) == ("fail", "GPIO chip")
    assert {tuple(finding) for finding in told["findings"]} == {("name", "status", "text", "fix")}


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ("[gpio]\nrol = 4", "gpio.rol: unknown key"),
        ("[rules]\nknock_out = 7", "rules.knock_out: 7"),
        ("[", "expected a TOML file"),
    ],
)
def test_a_broken_configuration_is_a_finding_among_the_others(
    config: str, says: str, tmp_path: Path
) -> None:
    told = json.loads(doctor(tmp_path, "--json", config=config).stdout)

    assert told["fix_first"] == "configuration"
    assert says in told["findings"][0]["text"]
    assert len(told["findings"]) > 10


@pytest.fixture
def arguments(tmp_path: Path) -> argparse.Namespace:
    file = tmp_path / "stbpi.toml"
    file.write_text("")
    return argparse.Namespace(config=file, json=False)


def test_a_healthy_pi_ends_well(
    arguments: argparse.Namespace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert look(FakePi(tmp_path / "pi"), arguments) == 0

    assert capsys.readouterr().out.splitlines()[-1] == "All well."


@pytest.mark.parametrize("as_json", [False, True])
def test_one_thing_to_fix_is_told_by_the_exit_status(
    as_json: bool,
    arguments: argparse.Namespace,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments.json = as_json
    pi = FakePi(tmp_path / "pi")
    pi.display = False

    assert look(pi, arguments) == 1

    assert "Check the display's SDA" in capsys.readouterr().out
