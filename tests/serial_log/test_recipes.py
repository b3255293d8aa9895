"""The recipes: what can be tried of them without a port, is."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from stbpi.serial_log import lines
from tests.serial_log.judge import TRANSCRIPT

PAGE = (Path(lines.__file__).parent / "RECIPES.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```([^\n]*)\n(.+?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SOCAT = "socat -u /dev/ttyUSB0,b115200,raw,echo=0 -"
NOISY = TRANSCRIPT[:777] + b"\0\xff\xfe{" + TRANSCRIPT[777:] + b'{"e":"turn_en\r\n'

needs_jq = pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")


def of(kind: str) -> list[str]:
    return [text for is_kind, text in BLOCKS if is_kind == kind]


def piped(command: str) -> list[str]:
    """What a shell command prints that reads the transcript instead of a port."""
    assert command.count(SOCAT) == 1
    ran = subprocess.run(
        ["sh", "-c", command.replace(SOCAT, "cat")],
        input=NOISY,
        capture_output=True,
        check=True,
    )
    assert not ran.stderr
    return ran.stdout.decode("ascii").splitlines()


@needs_jq
def test_jq_passes_over_noise_and_shows_the_ends() -> None:
    ends, _board, _look = of("sh")

    told = [json.loads(line) for line in piped(ends)]
    assert [(line["e"], line.get("score")) for line in told] == [
        ("turn_ended", 15),
        ("turn_ended", 0),
        ("match_ended", None),
    ]


@needs_jq
def test_jq_makes_a_score_board() -> None:
    _ends, board, _look = of("sh")

    assert piped(board) == ["Ann scores 15, total 15", "Bo scores 0, total 0"]


@needs_jq
def test_telegraf_is_given_points_that_it_can_read() -> None:
    [recipe] = of("toml")
    [execd] = tomllib.loads(recipe)["inputs"]["execd"]
    shell, option, command = execd["command"]

    assert (shell, option, execd["data_format"]) == ("sh", "-c", "influx")
    assert piped(command) == [
        "turn,seat=1,why=no_move score=15i,standing=2i 1767225635000000000",
        "turn,seat=2,why=shut score=0i,standing=0i 1767225639000000000",
    ]


def test_the_flow_of_node_red_hangs_together() -> None:
    [recipe] = of("json")
    flow = {node["id"]: node for node in json.loads(recipe)}

    at, way = "stb.in", []
    while flow[at]["wires"]:
        way.append(flow[at]["type"])
        [at] = {after for wires in flow[at]["wires"] for after in wires}
    assert way == ["serial in", "switch", "json", "switch"]
    port = flow[flow["stb.in"]["serial"]]
    assert (port["serialbaud"], port["newline"]) == ("115200", "\\n")
    pattern = re.compile(flow["stb.lines"]["rules"][0]["v"])
    assert all(pattern.match(line) for line in TRANSCRIPT.decode().splitlines())
    assert not pattern.match("\r\n")


def test_each_recipe_says_what_it_was_tried_with() -> None:
    recipes = PAGE.split("\n## ")[1:]

    assert len(recipes) == 5
    assert all(re.search(r"Tried with|was not run", recipe) for recipe in recipes)
