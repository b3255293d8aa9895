"""The simulator in lines of text: what is said, what can be typed."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.config import Config, LanguageSection, PlayersSection, RulesSection
from stbpi.dice.source import Dice, ScriptedDice
from stbpi.errors import StbError
from stbpi.sim.plain import PlainTable, TypedLines
from stbpi.sim.virtual import run
from tests.doubles import PATIENCE_S
from tests.processes import environ
from tests.sim.playing import facts

ANN_AND_BOB = replace(
    Config(),
    players=PlayersSection(names=("Ann", "Bob")),
    rules=RulesSection(house_rules=(("rounds", 1),)),
)

SET_UP = "a tile that you put down says how many play; a press starts, a hold takes other rules."


def dice_of(*numbers: int) -> Dice:
    dice = ScriptedDice()
    dice.add(numbers)
    return dice


def play(
    tmp_path: Path,
    typed: Iterable[str],
    *,
    dice: Iterable[int] = (),
    config: Config = ANN_AND_BOB,
    start: bool = True,
) -> list[str]:
    """Type lines, in virtual time; return what was said, each line that was typed before it."""
    said: list[str] = []
    lines = iter(typed)

    async def read() -> str | None:
        line = next(lines, None)
        if line is not None:
            said.append(f"> {line}")
        return line

    async def main() -> None:
        table = PlainTable(
            config, journal=tmp_path / "sim.db", dice=dice_of(*dice), tell=said.append
        )
        await table.play(read, start=start)

    run(main(), threads=False)
    return said


def answers(said: list[str], typed: str) -> list[str]:
    """Return what was said after a line that was typed."""
    behind = said[said.index(f"> {typed}") + 1 :]
    end = next((at for at, line in enumerate(behind) if line.startswith("> ")), len(behind))
    return behind[:end]


def test_a_turn_is_told_and_played_in_lines(tmp_path: Path) -> None:
    said = play(
        tmp_path,
        ["", "6", "5", "", "again", "4", "3", "", "wait 4", "quit"],
        dice=(6, 5, 4, 3, 6, 5),
    )

    assert said == [
        "Type ? for help.",
        "1 player, Luk kassen: " + SET_UP,
        "It is the turn of Ann.",
        "Press to throw.",
        "> ",
        "Ann throws 6 and 5: 11.",
        "Tiles that are up: 1, 2, 3, 4, 5, 6, 7, 8, and 9.",
        "> 6",
        "5 left to cover.",
        "> 5",
        "Covered.",
        "> ",
        "Ann throws 4 and 3: 7.",
        "Tiles that are up: 1, 2, 3, 4, 7, 8, and 9.",
        "> again",
        "Ann throws 4 and 3: 7.",
        "Tiles that are up: 1, 2, 3, 4, 7, 8, and 9.",
        "7 left to cover.",
        "> 4",
        "3 left to cover.",
        "> 3",
        "Covered.",
        "> ",
        "Ann throws 6 and 5: 11.",
        "Tiles that are up: 1, 2, 7, 8, and 9.",
        "> wait 4",
        "> quit",
    ]


def test_the_end_of_a_turn_and_of_a_match_is_told(tmp_path: Path) -> None:
    turn = ["", "9 3", "", "8 4", "", "7 5", ""]
    said = play(tmp_path, [*turn, "wait 5", "up", *turn, "wait 8"], dice=[6] * 16)

    assert "Ann: no move. The turn scores 9, the total is 9." in said
    assert "It is the turn of Bob." in said
    assert answers(said, "wait 5") == ["It is the turn of Bob.", "Raise all tiles."]
    assert said[-2:] == [
        "Ann, Bob win!",
        "A press plays again, a hold goes to the set-up.",
    ]


def test_that_the_box_is_shut_is_told_without_a_list_of_no_tiles(tmp_path: Path) -> None:
    turn = ["", "9 3", "", "8 4", "", "7 5", "", "6", "", "2 1", "", "wait 1"]
    said = play(tmp_path, turn, dice=[6, 6, 6, 6, 6, 6, 3, 3, 1, 2])

    assert "Ann: shut! The turn scores 0, the total is 0." in said
    assert not any("up: ." in line for line in said)


def test_a_wrong_tile_is_told_with_what_is_to_be_done(tmp_path: Path) -> None:
    said = play(tmp_path, ["", "4", "wait 2", "up 4"], dice=(1, 2))

    assert answers(said, "wait 2") == ["Wrong. Raise tile 4."]
    assert answers(said, "up 4") == ["3 left to cover."]


def test_a_press_that_does_nothing_is_answered(tmp_path: Path) -> None:
    said = play(tmp_path, ["", "press"], dice=(6, 5))

    assert answers(said, "press")[0] == "Not now."


def test_players_are_chosen_with_a_tile(tmp_path: Path) -> None:
    config = replace(ANN_AND_BOB, players=PlayersSection())
    said = play(tmp_path, ["3", "hold", "up", ""], config=config, start=False)

    assert answers(said, "3") == ["3 players, Luk kassen: " + SET_UP]
    assert answers(said, "hold") == ["3 players, Digits: " + SET_UP]
    assert answers(said, "")[0] == "It is the turn of P1."


def test_the_operator_can_do_what_he_can_in_a_scenario(tmp_path: Path) -> None:
    said = play(
        tmp_path,
        ["", "set scoring=digits", "undo", "stop", "set rounds=no", "undo"],
        dice=(6, 5),
    )

    assert "House rule: scoring is digits now." in answers(said, "set scoring=digits")
    assert "Ann's turn of round 1 is taken back." in answers(said, "undo")
    assert len(answers(said, "stop")) == 1
    assert answers(said, "set rounds=no")[0].startswith("rule rounds = no: expected ")


def test_what_fails_is_told_and_what_works_again(tmp_path: Path) -> None:
    said = play(
        tmp_path,
        [
            *("oled off", "wait 25", "again", "oled on", "wait 15"),
            *("noise 4 200", "wait 15", "noise 4 0"),
            *("disk full", "", "wait 6", "disk ok", "wait 6", "clock 86400", "power cut"),
        ],
        dice=(6, 5),
    )

    assert "Failed: the display." in answers(said, "wait 25")
    assert answers(said, "again")[0] == "Failed: the display."
    assert "In order again: the display." in answers(said, "wait 15")
    assert "Failed: the switch of tile 4." in said
    assert "Failed: the disk." in said
    assert "In order again: the disk." in said
    assert "The box is on again." in answers(said, "power cut")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("jump", "unknown verb 'jump' "),
        ("pres", "unknown verb 'pres' Did you mean press?"),
        ("13", "down: '13': tiles are 1 to 12"),
        ("12", "this box has tiles 1 to 9"),
        ("up 10", "this box has tiles 1 to 9"),
        ("noise 11 5", "this box has tiles 1 to 9"),
        ("set rounds", "set: 'rounds': expected KEY=VALUE"),
        ("dice 6 5", "this can't be done while somebody plays"),
        ("players Ann", "this can't be done while somebody plays"),
        ("expect roll=6", "this can't be done while somebody plays"),
    ],
)
def test_a_line_that_can_not_be_carried_out_is_answered_in_one_line(
    tmp_path: Path, typed: str, says: str
) -> None:
    said = play(tmp_path, [typed])

    [answer] = answers(said, typed)
    assert answer.startswith(says)
    assert "\n" not in answer


def test_help_names_every_verb(tmp_path: Path) -> None:
    told = " ".join(answers(play(tmp_path, ["?"]), "?"))

    for verb in ("hold", "menu", "down", "up", "again", "undo", "stop", "set", "wait", "quit"):
        assert verb in told
    assert "coach" in told
    for verb in ("bounce", "noise", "stick", "cable", "oled", "disk", "serial", "clock", "power"):
        assert verb in told


def test_the_coach_says_what_is_best_and_how_the_turn_went(tmp_path: Path) -> None:
    config = replace(ANN_AND_BOB, rules=RulesSection(house_rules=(("rounds", 1), ("tiles", 6))))
    typed = ["", "coach", "1 5 6", "", "coach"]
    said = play(tmp_path, typed, dice=(6, 6, 6, 4), config=config)
    before, after = answers(said, "coach"), answers(said[said.index("> coach") + 1 :], "coach")

    assert before[0].startswith("3+4+5, then ")
    assert any(line.startswith("3+4+5 is best: ") for line in before)
    assert after[0].startswith("Ann: luck ")
    assert after[1].startswith("Without luck the turn would have come to ")
    assert after[2].startswith("1+5+6 instead of 3+4+5 cost ")


def test_the_coach_has_nothing_to_say_in_the_set_up(tmp_path: Path) -> None:
    said = play(tmp_path, ["coach"], config=Config(), start=False)

    assert answers(said, "coach") == ["The coach has nothing to say here."]


def test_the_menu_is_told_line_by_line(tmp_path: Path) -> None:
    said = play(tmp_path, ["menu", "", "hold"])

    assert answers(said, "menu")[0].startswith("Line 1 of ")
    assert answers(said, "")[0].startswith("Line 2 of ")


def test_a_comment_is_an_empty_line(tmp_path: Path) -> None:
    said = play(tmp_path, ["# throw"], dice=(6, 5))

    assert "Ann throws 6 and 5: 11." in said


def test_the_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    play(tmp_path, ["", "6 5"], dice=(6, 5))

    said = play(tmp_path, [], start=False)

    assert "Ann throws 6 and 5: 11." in said
    assert "Covered." in said
    names = [type(event).__name__ for event in facts(tmp_path / "sim.db")]
    assert names.count("MatchStarted") == 1
    assert names.count("TileDown") == 2


def test_it_speaks_the_language_of_the_box(tmp_path: Path) -> None:
    config = replace(ANN_AND_BOB, language=LanguageSection(language="da"))

    said = play(tmp_path, [""], dice=(6, 5), config=config)

    assert any("6 og 5" in line for line in said)


def test_a_box_that_can_not_go_on_ends_it(tmp_path: Path) -> None:
    with pytest.raises(StbError, match="2 dice are thrown and 0 numbers are left"):
        play(tmp_path, ["", "wait 60"])


def test_a_service_manager_can_end_it_in_the_middle_of_a_wait(tmp_path: Path) -> None:
    process = subprocess.Popen(
        sim("--players", "Ann", "--journal", str(tmp_path / "sim.db")),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environ({"LANG": "C.UTF-8"}),
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\nwait 9999\n")
    process.stdin.flush()
    assert any(line.startswith("Ann throws") for line in process.stdout)
    process.terminate()

    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert "Rolled" in [type(event).__name__ for event in facts(tmp_path / "sim.db")]


# What is typed


def typed(fd: int) -> list[str | None]:
    async def main() -> list[str | None]:
        lines = TypedLines(fd)
        read: list[str | None] = []
        while not read or read[-1] is not None:
            read.append(await asyncio.wait_for(lines.read(), PATIENCE_S))
        return read

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", []),
        (b"press\n\n6 5\n", ["press", "", "6 5"]),
        (b"press\nqu", ["press", "qu"]),
        (b"\xff\xfe\n", ["\ufffd\ufffd"]),
        (b"a" * 10_000 + b"\nb\n", ["a" * 10_000, "b"]),
    ],
)
def test_lines_come_from_a_pipe_or_a_file(tmp_path: Path, text: bytes, lines: list[str]) -> None:
    path = tmp_path / "typed"
    path.write_bytes(text)

    with path.open("rb") as file:
        assert typed(file.fileno()) == [*lines, None]


def sim(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "stbpi", "sim", "--plain", *arguments]


def test_it_is_played_through_a_pipe(tmp_path: Path) -> None:
    journal = tmp_path / "sim.db"
    ended = subprocess.run(
        sim("--players", "Ann", "--journal", str(journal)),
        input="\nagain\nquit\n",
        env=environ({"LANG": "C.UTF-8"}),
        capture_output=True,
        text=True,
        timeout=6 * PATIENCE_S,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "It is the turn of Ann." in ended.stdout.splitlines()
    assert sum(line.startswith("Ann throws ") for line in ended.stdout.splitlines()) == 2
    assert "Rolled" in [type(event).__name__ for event in facts(journal)]


@pytest.mark.parametrize(
    ("port", "said"),
    [
        ("box1", "there is no serial port {here}/box1. Plug it in, or name another port; "),
        ("socket://127.0.0.1:1", "the serial port socket://127.0.0.1:1 fails: Connection refused."),
    ],
)
def test_a_serial_port_that_fails_is_told_and_the_game_goes_on(
    port: str, said: str, tmp_path: Path
) -> None:
    journal = tmp_path / "sim.db"
    process = subprocess.Popen(
        sim("--players", "Ann", "--journal", str(journal), "--serial", port),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environ({"LANG": "C.UTF-8"}),
        cwd=tmp_path,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    with process:
        told = next(line for line in process.stdout if "serial log: " in line)
        process.stdin.write("quit\n")
        process.stdin.flush()
        assert process.wait(6 * PATIENCE_S) == 0

    heard = told.rstrip("\n").partition("the game goes on without serial log: ")[2]
    assert heard.startswith(said.format(here=tmp_path.resolve()))
    assert heard == heard.rstrip()


def test_it_is_played_in_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        sim("--players", "Ann", "--journal", str(tmp_path / "sim.db")),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environ({"LANG": "C.UTF-8"}),
    )
    os.close(theirs)
    seen = b""
    try:
        for line, answer in ((b"", b"Press to throw"), (b"\n", b"Ann throws"), (b"quit\n", b"")):
            os.write(ours, line)
            while answer not in seen:
                seen += os.read(ours, 4096)  # fails when the program has ended
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert b"\x1b" not in seen


def test_the_journal_that_is_named_must_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from stbpi.cli import main

    (tmp_path / "sim.db").write_text("mine")

    assert main(["sim", "--plain", "--journal", str(tmp_path / "sim.db")]) == 2
    assert "journal" in capsys.readouterr().err
    assert json.dumps((tmp_path / "sim.db").read_text()) == '"mine"'
