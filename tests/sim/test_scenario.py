"""The scenario runner, through the command: what it prints and with which status it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.sim.scenario import play_file
from tests.serial_log.test_schema import wrong_of_event

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.stb"))
ABOUT_FAULTS = [path for path in SCENARIOS if path.parent.stem == "faults"]

Played = tuple[int, str, str]
"""Exit status, stdout, stderr."""


@pytest.fixture
def play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], Played]:
    """Play a script as `stbpi sim --scenario play.stb` does; its path is `play.stb` to read."""

    def run(text: str) -> Played:
        path = tmp_path / "play.stb"
        path.write_text(text, encoding="utf-8")
        status = main(["sim", "--scenario", str(path)])
        told = capsys.readouterr()
        return status, told.out, told.err.replace(str(path), "play.stb")

    return run


# The files


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_holds_and_tells_what_the_schema_allows(path: Path) -> None:
    told: list[str] = []
    play_file(path, tell=told.append)

    assert not [found for line in told for found in wrong_of_event(line)]


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) > 22
    assert len(ABOUT_FAULTS) >= 20


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_says_first_what_it_stands_for(path: Path) -> None:
    first, *rest = path.read_text("utf-8").splitlines()

    assert first.startswith("# ")
    assert any(line.startswith("expect ") for line in rest)


@pytest.mark.parametrize(
    "path",
    [path for path in SCENARIOS if path.stem == "power_cut_in_a_cover"] + ABOUT_FAULTS[::3],
    ids=lambda path: path.stem,
)
def test_a_scenario_is_the_same_every_time(path: Path) -> None:
    runs: list[list[str]] = []
    for _ in range(2):
        runs.append([])
        play_file(path, tell=runs[-1].append)

    assert runs[0] == runs[1]
    assert len(runs[0]) > 2


# What is printed


def test_events_are_printed_as_on_the_wire_without_their_checksum(
    play: Callable[[str], Played],
) -> None:
    status, out, err = play("players Ann\ndice 6 5\npress\n")
    events = [json.loads(line) for line in out.splitlines()]

    assert (status, err) == (0, "")
    assert [event["n"] for event in events] == [1, 2, 3, 4]
    assert [event["e"] for event in events] == [
        "match_started",
        "player_seated",
        "turn_started",
        "rolled",
    ]
    assert all(list(event)[:6] == ["n", "boot", "match", "t", "wall", "e"] for event in events)
    assert not any("c" in event for event in events)
    assert out.splitlines()[3].endswith('"e":"rolled","player":1,"dice":[6,5],"total":11,"k":1}')


def test_a_script_without_a_step_that_plays_prints_nothing(play: Callable[[str], Played]) -> None:
    assert play("# nothing\n\n   # at all\ngame shut_the_box\ndice 1 2\n") == (0, "", "")


def test_moved_tiles_are_printed_at_the_end_at_the_latest(play: Callable[[str], Played]) -> None:
    _, out, _ = play("players Ann\ndown 9\n")

    assert json.loads(out.splitlines()[-1])["e"] == "tile_down"


def test_comments_stand_alone_or_behind_a_line(play: Callable[[str], Played]) -> None:
    script = "# one\nplayers Ann # two\n\tpress#3\n"

    status, _, err = play(script)

    assert status == 2
    assert err == "stbpi: play.stb:3: unknown verb 'press#3'\nDid you mean press?\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_script_may_come_from_any_editor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], end: str
) -> None:
    path = tmp_path / "play.stb"
    path.write_bytes(b"\xef\xbb\xbf" + end.join(["players Ann", "expect phase=ready"]).encode())

    assert main(["sim", "--scenario", str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_a_box_is_as_it_was_left_when_a_match_starts(play: Callable[[str], Played]) -> None:
    script = "box down=2\nplayers Ann\nexpect phase=raise_tiles standing=1,3,4,5,6,7,8,9\n"

    assert play(script + "up 2\nexpect phase=ready\n")[0] == 0


def test_a_box_has_as_many_tiles_as_is_said(play: Callable[[str], Played]) -> None:
    assert play("box tiles=10\nplayers Ann\ndown 10\n")[0] == 0

    status, _, err = play("box tiles=9 down=10\nplayers Ann\n")
    assert (status, err) == (2, "stbpi: play.stb:2: this box has tiles 1 to 9\n")


def test_without_the_cable_no_tile_is_seen_down(play: Callable[[str], Played]) -> None:
    script = "players Ann\ndown 2\ncable off\nexpect standing=1,2,3,4,5,6,7,8,9\ndown 3\n"

    assert play(script + "cable on\nexpect standing=1,4,5,6,7,8,9\n")[0] == 0


@pytest.mark.parametrize("closed_is", ["down", "up"])
def test_with_a_reference_contact_no_tile_moves_by_the_cable(
    play: Callable[[str], Played], closed_is: str
) -> None:
    script = f"box closed_is={closed_is} reference=yes\nplayers Ann\ndice 6 3\npress\ndown 5\n"
    there = "expect standing=1,2,3,4,6,7,8,9 faults="
    off = f"cable off\n{there}cable\ndown 4\n{there}cable\n"

    assert play(f"{script}{off}cable on\nexpect standing=1,2,3,6,7,8,9 faults=-\n")[0] == 0


def test_only_what_is_on_the_disk_is_printed_though_all_that_is_recorded_can_be_expected(
    play: Callable[[str], Played], caplog: pytest.LogCaptureFixture
) -> None:
    script = "players Ann\ndisk full\ndice 6 5\npress\nexpect event rolled k=1\n"

    status, out, _ = play(script)
    _, later, _ = play(script + "disk ok\n")

    assert status == 0
    assert "the disk is full" in caplog.text
    assert [json.loads(line)["e"] for line in out.splitlines()][-1] == "turn_started"
    assert [json.loads(line)["e"] for line in later.splitlines()][3:] == ["rolled", "fault"]


def test_an_event_that_waits_for_the_disk_is_lost_with_the_power(
    play: Callable[[str], Played],
) -> None:
    """The tile is found down again by the next start, which tells it anew."""
    status, out, _ = play(
        "players Ann\ndown 9\nexpect event tile_down\npower cut\nexpect event tile_down\n"
    )

    assert status == 0
    assert [json.loads(line)["e"] for line in out.splitlines()].count("tile_down") == 1


def test_a_cut_of_the_power_comes_only_while_something_is_done(
    play: Callable[[str], Played],
) -> None:
    status, _, err = play("players Ann\npower cut 5\nundo\n")

    assert status == 2
    assert "play.stb:3: behind `power cut MS` comes down, up, press, hold or wait" in err


def test_the_wall_clock_jumps_and_runs_on_over_a_cut_of_the_power(
    play: Callable[[str], Played],
) -> None:
    _, out, _ = play("players Ann\nclock 1000\ndice 6 5\npress\npower cut\nclock -2000\ndown 9\n")
    walls = {event["e"]: event.get("wall") for event in map(json.loads, out.splitlines())}

    begin = walls["turn_started"]
    assert walls["rolled"] - begin == walls["resumed"] - begin == 1000
    assert walls["tile_down"] is None  # before this program existed: the clock is unknown


# 1: an expectation did not hold

ANN_HAS_THROWN = "players Ann Bob\ndice 6 5\npress\n"

UNMET = {
    "a key of the state": (
        "expect phase=ready",
        "expected phase=ready, found phase=covering",
    ),
    "one key of many": (
        "expect phase=covering left=10 roll=6,5 prompt=roll",
        "expected left=10 prompt=roll, found left=11 prompt=cover",
    ),
    "the score of a player": (
        "expect score.Bob=0",
        "expected score.Bob=0, found score.Bob=-",
    ),
    "the screen": ("expect screen=ready", "expected screen=ready, found screen=covering"),
    "an event that has not happened": (
        "expect event covered player=Ann",
        "expected event covered player=Ann, found nothing like it",
    ),
    "an event that has no such value": (
        "expect event rolled dice=5,6",
        "expected event rolled dice=5,6, found event player=1 dice=6,5 total=11 k=1",
    ),
    "an event of somebody else": (
        "expect event rolled player=Bob",
        "expected event rolled player=Bob, found event player=1 dice=6,5 total=11 k=1",
    ),
    "a field that the event lacks": (
        "expect event rolled colour=red",
        "expected event rolled colour=red, found event player=1 dice=6,5 total=11 k=1",
    ),
    "an event that was found before": (
        "expect event rolled\nexpect event rolled",
        "expected event rolled, found nothing like it",
    ),
    "no error": (
        "expect phase=covering\nexpect error ScriptError",
        "expected error ScriptError, found no error",
    ),
    "another class of error": (
        "down 10\nexpect error RulesError",
        "expected error RulesError, found error ScriptError",
    ),
    "another field of the error": (
        "down 10\nexpect error ScriptError line=7",
        "expected error ScriptError line=7, found error ScriptError line=4",
    ),
    "a field that the error lacks": (
        "down 10\nexpect error ScriptError key=tiles",
        "expected error ScriptError key=tiles, found error ScriptError key=-",
    ),
}


@pytest.mark.parametrize(("expect", "message"), UNMET.values(), ids=UNMET)
def test_what_does_not_hold_is_told_with_file_line_expected_and_found(
    play: Callable[[str], Played], expect: str, message: str
) -> None:
    script = ANN_HAS_THROWN + expect + "\npress\n"

    status, out, err = play(script)

    line = len((ANN_HAS_THROWN + expect).splitlines())
    assert (status, err) == (1, f"stbpi: play.stb:{line}: {message}\n")
    assert "rolled" in out


def test_an_expectation_that_does_not_hold_is_no_error_that_a_script_can_want(
    play: Callable[[str], Played],
) -> None:
    status, _, err = play("players Ann\nexpect phase=setup\nexpect error ExpectationError\n")

    assert status == 1
    assert "play.stb:2: expected phase=setup, found phase=ready" in err


@pytest.mark.parametrize("kind", ["ScriptError", "StbError"])
def test_an_error_is_wanted_by_its_class_or_a_parent(
    play: Callable[[str], Played], kind: str
) -> None:
    assert play(f"players Ann\ndown 10\nexpect error {kind}\nexpect phase=ready\n")[0] == 0


def test_events_are_searched_from_behind_the_last_one_of_that_name(
    play: Callable[[str], Played],
) -> None:
    script = """
players Ann
down 1
down 2
up 1
expect event tile_down tile=2
expect event tile_up tile=1
expect event tile_down tile=1
"""

    assert play(script)[2] == (
        "stbpi: play.stb:8: expected event tile_down tile=1, found nothing like it\n"
    )


def test_a_name_stands_for_a_seat_of_its_own_match(play: Callable[[str], Played]) -> None:
    """Ann had seat 1 in the first match and has seat 2 in the next one."""
    dead = "press\ndown 1 2 4 5\npress\nup 1 2 4 5\nwait 2\n"
    script = "rules rounds=1\nplayers Ann Bob\ndice 6 6 1 1 6 6 1 1\n" + dead + dead + "press\n"
    wanted = "expect event turn_ended player={}\n"

    status, _, err = play(script + "expect player=Bob\n" + wanted.format("Ann"))
    other, _, _ = play(script + wanted.format("Ann") * 2)

    assert (status, err) == (0, "")
    assert other == 1


# 2: a script that can't be read or carried out


UNPLAYABLE = {
    "an unknown verb": ("prss", "play.stb:4: unknown verb 'prss'\nDid you mean press?"),
    "an unknown verb that is like none": (
        "xyzzy",
        "play.stb:4: unknown verb 'xyzzy'\nKnown are: game, rules, box, players, dice, deal, "
        "master, shuffle, plays, press, hold, down, up, wait, bounce, noise, "
        "stick, unstick, cable, oled, disk, serial, power, clock, set, undo, stop, no_move, expect",
    ),
    "an unknown key": ("expect colour=red", "play.stb:4: unknown key 'colour'\nKnown are: phase,"),
    "an unknown player": ("expect score.Cas=0", "play.stb:4: unknown key 'score.Cas'"),
    "dice that ran out": (
        "down 2 9\npress",
        "play.stb:5: 2 dice are thrown and 0 numbers are left\nAdd numbers with `dice`.",
    ),
    "a tile that the box lacks": ("down 10", "play.stb:4: this box has tiles 1 to 9"),
    "a contact that the box lacks": ("stick 10", "play.stb:4: this box has tiles 1 to 9"),
    "rules after the start": (
        "rules tiles=10",
        "play.stb:4: game, rules, box and players stand before everything else",
    ),
    "players after the start": (
        "players Cas",
        "play.stb:4: game, rules, box and players stand before everything else",
    ),
    "a game after the start": (
        "game shut_the_box",
        "play.stb:4: game, rules, box and players stand before everything else",
    ),
}


@pytest.mark.parametrize(("line", "message"), UNPLAYABLE.values(), ids=UNPLAYABLE)
def test_what_can_not_be_carried_out_is_told_with_file_and_line(
    play: Callable[[str], Played], line: str, message: str
) -> None:
    status, _, err = play(ANN_HAS_THROWN + line + "\n")

    assert status == 2
    assert err.startswith(f"stbpi: {message}")
    assert err.count("\n") <= 2


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("tiles=5", "rule tiles = 5: expected a whole number from 6 to 12"),
        ("knock_out=7", "rule knock_out = 7: expected a whole number from 0 to 200 in steps of 5"),
        ("colour=red", "rule colour = red: expected a known rule\nKnown are: tiles,"),
        (
            "preset=clasic",
            "rule preset = clasic: expected the name of a preset\nDid you mean classic?",
        ),
        ("rounds=0 shut=zero", "rule rounds = 0: expected something that ends the match"),
    ],
)
def test_wrong_rules_are_refused(play: Callable[[str], Played], rules: str, message: str) -> None:
    status, out, err = play(f"rules {rules}\nplayers Ann\n")

    assert (status, out) == (2, "")
    assert err.startswith(f"stbpi: play.stb:1: {message}")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "game luk_fu\nrules preset=classic",
            "2: rule preset = classic: expected the name of a preset",
        ),
        ("game glueckshaus\nrules shut=zero", "2: rule shut = zero: expected a known rule"),
        ("game luk_fu\nrules bots=perfect", "2: rule bots = perfect: expected"),
        ("game glueckshaus\nplayers Ann", "2: rule players = 1: expected"),
        ("game luk_fu\nplayers Ann Bob", "2: rule players = 2: expected one player"),
    ],
)
def test_rules_are_those_of_the_game_that_is_named_before(
    play: Callable[[str], Played], lines: str, message: str
) -> None:
    status, out, err = play(lines + "\nexpect phase=ready\n")

    assert (status, out) == (2, "")
    assert err.startswith(f"stbpi: play.stb:{message}")


@pytest.mark.parametrize(
    ("game", "preset"),
    [("shut_the_box", "luk_kassen"), ("glueckshaus", "glueckshaus"), ("luk_fu", "tsoi")],
)
def test_a_game_is_played_by_its_default_rules(
    play: Callable[[str], Played], game: str, preset: str
) -> None:
    status, out, _ = play(f"game {game}\npress\nwait 1\n")

    assert status == 0
    assert f'"e":"match_started","game":"{game}","preset":"{preset}"' in out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file or directory"),
        (b"players Ann\xff\n", "it is no text in UTF-8"),
    ],
)
def test_a_file_that_can_not_be_read_is_told_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, reason: str
) -> None:
    path = tmp_path / "play.stb"
    if content is not None:
        path.write_bytes(content)

    assert main(["sim", "--scenario", str(path)]) == 2
    assert capsys.readouterr() == ("", f"stbpi: {path}: can't be read: {reason}\n")


def test_a_folder_is_no_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--scenario", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"stbpi: {tmp_path}: can't be read: Is a directory\n"


def test_a_script_is_read_to_its_end_before_it_is_played(play: Callable[[str], Played]) -> None:
    status, out, err = play(ANN_HAS_THROWN + "down 99\n")

    assert (status, out) == (2, "")
    assert err == "stbpi: play.stb:4: down: '99': tiles are 1 to 12\n"


def test_after_a_refused_step_the_play_goes_on(play: Callable[[str], Played]) -> None:
    script = "rules tiles=5\nexpect error RulesError field=tiles found=5\nplayers Ann\npress now\n"

    assert play(script + "expect error ScriptError line=4\nexpect phase=ready\n")[0] == 0
