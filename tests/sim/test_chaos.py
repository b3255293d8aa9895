"""Chaos: the same every time, and a failure is a scenario that fails in the same way."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import stbpi.hands
import stbpi.sim.chaos
import stbpi.sim.chaos_mischief
import stbpi.sim.chaos_rules
from stbpi.cli import main
from stbpi.errors import ExpectationError, ScriptError
from stbpi.games.game import NO_TILES
from stbpi.games.registry import NAMES, game_of
from stbpi.sim.chaos import Report, chaos
from stbpi.sim.scenario import play_file
from tests.soak.judge import Judge

SHORT_H = 0.75

TELL = """
import hashlib, sys
from pathlib import Path
from stbpi.sim.chaos import chaos
lines = []
report = chaos(3, hours=0.3, folder=Path(sys.argv[1]), tell=lines.append)
print(len(lines), hashlib.sha256("\\n".join(lines).encode()).hexdigest(), report.failure)
"""


def test_the_same_seed_gives_the_same_play_whatever_the_hashes_are(tmp_path: Path) -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", TELL, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }

    assert len(told) == 1
    assert int(told.pop().split()[0]) > 20


def test_another_seed_gives_another_play(tmp_path: Path) -> None:
    told = []
    for seed in (1, 2):
        lines: list[str] = []
        chaos(seed, hours=0.1, folder=tmp_path, tell=lines.append)
        told.append(hashlib.sha256("\n".join(lines).encode()).digest())

    assert told[0] != told[1]


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let every box begin with one game."""

    def only(game: str) -> None:
        monkeypatch.setattr(stbpi.sim.chaos_rules, "GAMES", (game,))

    return only


@pytest.mark.parametrize(
    ("game", "deeds"), [("shut_the_box", "rolled"), ("glueckshaus", "rolled"), ("luk_fu", "played")]
)
def test_chaos_finds_nothing(
    game: str, deeds: str, tmp_path: Path, only: Callable[[str], None]
) -> None:
    only(game)
    judge = Judge()
    names: list[str] = []

    def tell(line: str) -> None:
        judge.hear(line)
        names.append(json.loads(line)["e"])

    report = chaos(1, hours=SHORT_H, folder=tmp_path, tell=tell)
    judge.judge()

    assert (report.failure, judge.wrong) == ("", "")
    assert names.count(deeds) > 10
    assert report.faults.total() > 3
    assert list(tmp_path.iterdir()) == []


def test_every_game_may_begin_and_its_rules_can_be_played() -> None:
    heads = [stbpi.sim.chaos_rules.head(random.Random(seed)) for seed in range(300)]

    assert {head.game for head in heads} == set(NAMES)
    for head in heads:
        game = game_of(head.game)
        game.check_rules(head.preset, head.house_rules)
        assert not head.players or game.decide(game.new(NO_TILES, complain_ms=0), head.match)


def test_some_boxes_have_a_reference_contact_and_closed_means_either_there() -> None:
    head = stbpi.sim.chaos_rules.head(random.Random(1))
    wired = [stbpi.sim.chaos_rules.wired(head, random.Random(seed)).lines for seed in range(100)]

    with_it = [lines[3] for lines in wired if lines != head.lines]
    assert 10 < len(with_it) < 30
    assert set(with_it) == {f"box closed_is={it} reference=yes" for it in ("down", "up")}


def test_bots_play_in_chaos_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only: Callable[[str], None]
) -> None:
    only("shut_the_box")
    monkeypatch.setattr(stbpi.sim.chaos_rules, "BOTS", 1.0)
    names: list[str] = []

    report = chaos(
        4, hours=SHORT_H, folder=tmp_path, tell=lambda line: names.append(json.loads(line)["e"])
    )

    assert report.failure == ""
    assert names.count("bot_chose") > 10


def test_cables_with_a_reference_contact_are_pulled_and_put_back_in_chaos_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only: Callable[[str], None]
) -> None:
    only("shut_the_box")
    monkeypatch.setattr(stbpi.sim.chaos_rules, "REFERENCE", 1.0)
    monkeypatch.setattr(stbpi.sim.chaos_mischief, "EVERY_S", 20.0)

    report = chaos(2, hours=SHORT_H, folder=tmp_path)

    assert report.failure == ""
    assert report.faults["cable"] > 1


WRONG: dict[str, tuple[str, object]] = {
    "a hold is a press": ("HOLD_MARKS_MS", (1300, 1600, 2300)),
    "who plays again does so in the same order": ("next_seat_first", lambda match: match),
}


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("shut_the_box", "a hold is a press"),
        ("luk_fu", "a hold is a press"),
        ("glueckshaus", "who plays again does so in the same order"),
    ],
)
def test_what_was_found_is_a_scenario_that_fails_in_the_same_way(
    game: str,
    wrong: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    only: Callable[[str], None],
) -> None:
    only(game)
    monkeypatch.setattr(stbpi.hands, *WRONG[wrong])

    report = chaos(1, hours=6, folder=tmp_path)

    file = tmp_path / "chaos-1.stb"
    with pytest.raises((ExpectationError, ScriptError)) as caught:
        play_file(file, tell=lambda _: None)
    last = len(file.read_text("utf-8").splitlines())
    assert f"chaos-1.stb:{last}: " in caught.value.what
    same = caught.value.what.removeprefix(f"{tmp_path}/")
    assert report.failure == f"chaos 1 failed: {same}; written to {file}"


def test_a_scenario_that_is_there_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stbpi.hands, "HOLD_MARKS_MS", (1300, 1600, 2300))
    (tmp_path / "chaos-1.stb").write_text("# mine\n")

    chaos(1, hours=6, folder=tmp_path)

    assert (tmp_path / "chaos-1.stb").read_text() == "# mine\n"
    assert (tmp_path / "chaos-1-2.stb").is_file()


def test_each_box_is_the_same_whichever_come_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stbpi.sim.chaos, "BOX_H", 0.2)
    told: list[list[str]] = []
    for hours, first in ((0.4, 0), (0.2, 1)):
        told.append([])
        chaos(5, hours=hours, first=first, folder=tmp_path, tell=told[-1].append)

    assert told[0][-len(told[1]) :] == told[1]


def test_boxes_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stbpi.sim.chaos, "BOX_H", 0.02)
    alive: list[int] = []

    def measure(_: Report) -> None:
        gc.collect()
        alive.append(len(gc.get_objects()))

    chaos(7, hours=0.16, folder=tmp_path, progress=measure)

    assert len(alive) == 8
    assert alive[-1] - alive[3] < 200


# The command

Called = tuple[int, str, str]


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Called]:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Called:
        status = main(["sim", *arguments])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def test_the_command_says_what_has_happened(call: Callable[..., Called]) -> None:
    status, out, err = call("--chaos", "2", "--hours", "0.5")

    assert (status, err) == (0, "")
    assert re.fullmatch(
        r"0\.5 h, \d+ matches, \d+ turns, \d+ throws; \d+ faults: [a-z0-9, ]+\n", out
    )


def test_the_command_names_the_scenario_of_a_failure(
    call: Callable[..., Called], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stbpi.hands, "HOLD_MARKS_MS", (1300, 1600, 2300))

    status, _, err = call("--chaos", "1", "--hours", "6")

    assert status == 1
    assert err.startswith("stbpi: chaos 1 failed: chaos-1.stb:")
    assert err.endswith("; written to chaos-1.stb\n")
    assert Path("chaos-1.stb").is_file()


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("--chaos", "1", "--players", "Ann"), "chaos has its own players, rules and journal"),
        (("--hours", "1", "--demo"), "only chaos takes hours"),
        (("--hours", "1", "--scenario", "x.stb"), "only chaos takes hours"),
        (("--chaos", "1", "--serial", "x"), "only what a person plays goes to a serial port"),
        (("--demo", "--serial", "x"), "only what a person plays goes to a serial port"),
    ],
)
def test_what_does_not_fit_chaos_is_refused(
    call: Callable[..., Called], arguments: tuple[str, ...], what: str
) -> None:
    status, _, err = call(*arguments)

    assert status == 2
    assert what in err


@pytest.mark.parametrize("hours", ["0", "-1", "x", "nan", "1e9"])
def test_hours_are_a_number(call: Callable[..., Called], hours: str) -> None:
    with pytest.raises(SystemExit) as caught:
        call("--chaos", "1", f"--hours={hours}")

    assert caught.value.code == 2


def test_a_report_is_one_line() -> None:
    report = Report(hours=24, matches=3, turns=12, throws=50)
    report.faults.update({"power": 2, "bounce": 1})

    assert report.line() == "24 h, 3 matches, 12 turns, 50 throws; 3 faults: bounce 1, power 2"
    assert Report().line() == "0 h, 0 matches, 0 turns, 0 throws; 0 faults: -"
