"""The page about scenarios: its verbs are those that there are, and its example holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stbpi.games.events import BY_NAME
from stbpi.games.game import Phase, Prompt
from stbpi.games.registry import DEFAULT, NAMES
from stbpi.sim import script
from stbpi.sim.scenario import play_file

PAGE = (Path(script.__file__).parent / "SCENARIOS.md").read_text(encoding="utf-8")


def test_every_verb_is_described_and_no_other() -> None:
    rows = re.findall(r"^\| (`.+?) \|", PAGE, re.MULTILINE)
    described = {verb for row in rows for verb in re.findall(r"`([a-z_]+)", row)}

    assert described == set(script.VERBS)


@pytest.mark.parametrize(
    ("kind", "names"), [("Phases", [*Phase]), ("Prompts", [*Prompt]), ("Events", [*BY_NAME])]
)
def test_every_name_is_listed_and_no_other(kind: str, names: list[str]) -> None:
    [line] = re.findall(rf"^- {kind}: (.+)\.$", PAGE, re.MULTILINE)

    assert re.findall(r"`(\w+)`", line) == names


EXAMPLES = re.findall(r"^```\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n")[0])
def test_an_example_holds(tmp_path: Path, example: str) -> None:
    path = tmp_path / "example.stb"
    path.write_text(example)
    lines: list[str] = []

    play_file(path, tell=lines.append)

    assert any('"match_started"' in line for line in lines)


def test_every_game_and_every_verb_of_cards_has_an_example() -> None:
    begins = {" ".join(line.split()[:2]) for text in EXAMPLES for line in text.splitlines()}

    assert {f"game {game}" for game in NAMES if game != DEFAULT} <= begins
    assert {line.split()[0] for line in begins} >= {"deal", "master", "plays"}
