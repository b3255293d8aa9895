"""`stbpi duel` as a person calls it."""

from __future__ import annotations

import io
import json
import sys

import pytest

from stbpi.cli import main
from stbpi.commands.progress import Progress
from stbpi.strategy import duel as duels

Capture = pytest.CaptureFixture[str]

SMALL = ("--rules", "tiles=6", "--matches", "40", "--seed", "7")


def told(capsys: Capture, *argv: str) -> list[str]:
    assert main(["duel", *argv]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_duel_is_told_with_a_line_for_each_bot(capsys: Capture) -> None:
    lines = told(capsys, "perfect", "casual:2", "random", *SMALL)

    assert lines[0] == "Luk kassen, changed: 40 matches, seed 7"
    assert lines[2].split("  ")[0] == "bot"
    assert [line.split()[0] for line in lines[3:6]] == ["perfect", "casual:2", "random"]
    assert lines[7:] == ["In brackets: where the share lies with a confidence of 95 %."]


def test_the_json_says_all_that_was_asked_and_what_came_of_it(capsys: Capture) -> None:
    (line,) = told(capsys, "points", "random", *SMALL, "--preset", "pub_pool", "--json")
    found = json.loads(line)

    assert list(found) == ["duel", "matches", "seed", "preset", "rules", "ended", "bots"]
    assert (found["duel"], found["matches"], found["seed"]) == (1, 40, 7)
    assert (found["preset"], found["rules"]) == ("pub_pool", {"tiles": 6})
    assert sum(found["ended"].values()) == 40
    assert [bot["bot"] for bot in found["bots"]] == ["points", "random"]
    for bot in found["bots"]:
        assert 0 <= bot["won_from"] <= bot["won"] <= bot["won_to"] <= 1
        assert {"turns", "score", "shut", "total", "units"} < set(bot)


def test_where_units_are_played_for_they_are_told(capsys: Capture) -> None:
    lines = told(capsys, "points", "random", *SMALL, "--rules", "stakes=pool")

    assert lines[2].endswith("mean units")


def test_a_seed_that_is_not_named_is_told_and_gives_the_same(capsys: Capture) -> None:
    first = told(capsys, "careful", "random", "--matches", "20", "--json")
    seed = str(json.loads(first[0])["seed"])

    assert told(capsys, "careful", "random", "--matches", "20", "--json", "--seed", seed) == first


def test_matches_that_never_end_are_told(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "MOST_ROUNDS", 5)
    rules = ("--rules", "dice=1", "--rules", "rounds=0", "--matches", "2")

    assert "2 matches were not over after" in told(capsys, "points", "random", *rules)[-1]


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("perfekt", "random"), ["perfekt: no bot has this name", "Did you mean perfect?"]),
        (("perfect",), ["1 bot is named: expected 2 to 12"]),
        (("random",) * 13, ["13 bots are named: expected 2 to 12"]),
        (("random", "random", "--preset", "solo"), ["rule preset = solo: expected one player"]),
        (("random", "random", "--rules", "dice=9"), ["rule dice = 9: expected a whole number"]),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    argv: tuple[str, ...], says: list[str], capsys: Capture
) -> None:
    assert main(["duel", *argv]) == 2

    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(says)
    for line, said in zip(lines, says, strict=True):
        assert line.removeprefix("stbpi: ").startswith(said)


@pytest.mark.parametrize("option", ["--matches=0", "--matches=x", "--seed=-1"])
def test_numbers_that_are_none_are_refused(option: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["duel", "random", "random", option])

    assert refused.value.code == 2
    assert "expected a whole number" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_shown_on_a_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stbpi.commands.progress.PATIENCE_S", 0)
    monkeypatch.setattr("stbpi.commands.progress.EVERY_S", 0)
    monkeypatch.setattr(sys, "stderr", Terminal())

    told(capsys, "random", "careful", *SMALL)

    assert isinstance(sys.stderr, Terminal)
    assert "50 %  20 of 40 matches" in sys.stderr.getvalue()
    assert sys.stderr.getvalue().endswith("\r\x1b[K")


def test_nobody_sees_a_bar_that_is_not_shown(capsys: Capture) -> None:
    with Progress(1, "{done} of {total}", is_shown=False) as progress:
        progress.add(1)

    assert capsys.readouterr().err == ""
