"""`stbpi odds` of a game that is named, and of Glückshaus as people and programs meet it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from stbpi.cli import main
from stbpi.commands.odds_of import games
from stbpi.commands.odds_of.glueckshaus import MATCHES, MOST_MATCHES, match
from stbpi.games.glueckshaus import odds as chances
from stbpi.games.glueckshaus.presets import PRESETS

Capture = pytest.CaptureFixture[str]

HOUSE = ("--board", "9=1", "7=2", "--chips", "8,8,12,9")
FEW = ("--matches", "40", "--seed", "7")


def said(capsys: Capture, *arguments: str) -> str:
    assert main(["odds", "--game", "glueckshaus", *arguments]) == 0
    out, error = capsys.readouterr()
    assert error == ""
    return out


def told(capsys: Capture, *arguments: str) -> dict[str, Any]:
    answer = json.loads(said(capsys, *arguments, "--json"))
    assert isinstance(answer, dict)
    return answer


def refused(capsys: Capture, *arguments: str) -> str:
    assert main(["odds", *arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    return error.removeprefix("stbpi: ")


# Which game


def test_without_a_game_it_is_shut_the_box(capsys: Capture) -> None:
    outputs = []
    for named in ((), ("--game", "shut_the_box")):
        assert main(["odds", *named, "--json"]) == 0
        outputs.append(capsys.readouterr().out)

    assert outputs[0] == outputs[1]
    assert outputs[0].startswith('{"preset": "luk_kassen", "rules": {}, "objective": "sum"')


def test_a_game_without_odds_says_so_in_a_line(capsys: Capture) -> None:
    error = refused(capsys, "--game", "luk_fu")

    assert error.lower() == "there are no odds of luk fu; expected shut_the_box or glueckshaus\n"


def test_a_game_that_is_none_is_refused(capsys: Capture) -> None:
    error = refused(capsys, "--game", "chess")

    assert error == "there is no game chess; expected shut_the_box or glueckshaus\n"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--players", ["4"]),
        ("--board", ["9=1"]),
        ("--chips", ["10,10"]),
        ("--turn", ["1"]),
        ("--kings", ["0"]),
        ("--matches", ["5000"]),
        ("--seed", ["0"]),
    ],
)
def test_shut_the_box_has_no_use_for_options_of_glueckshaus(
    option: str, value: list[str], capsys: Capture
) -> None:
    error = f"{option} goes with --game glueckshaus alone\n"

    assert refused(capsys, option, *value) == error


def test_glueckshaus_has_no_use_for_an_objective(capsys: Capture) -> None:
    error = refused(capsys, "--game", "glueckshaus", "--objective", "sum")

    assert error == "--objective goes with --game shut_the_box alone\n"


def test_the_help_names_the_options_of_each_game_by_themselves(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["odds", "--help"])

    out = capsys.readouterr().out
    assert stopped.value.code == 0
    common, *own = out.split(" (--game ")
    assert [part.split(")")[0] for part in own] == [*games()]
    assert [name for name in ("--exact", "--json", "--png") if name in common.split("options:")[1]]
    assert ["--objective" in part for part in own] == [True, False]
    assert ["--board" in part for part in own] == [False, True]


# The next throw


def test_from_an_empty_house_31_ways_pay_and_from_a_full_one_6(capsys: Capture) -> None:
    full = ("--board", *(f"{room}=1" for room in (3, 5, 6, 7, 8, 9, 10, 11)))
    empty = told(capsys, "--exact", *FEW)
    filled = told(capsys, "--exact", *full, *FEW)

    assert (empty["p_pay_exact"], filled["p_pay_exact"]) == ("31/36", "1/6")
    assert (empty["p_pay"], empty["gain"]) == (31 / 36, -31 / 36)
    assert (empty["gain_exact"], filled["gain_exact"]) == ("-31/36", "17/18")
    assert (empty["board"], len(filled["board"])) == ({}, 8)


ODDS = """\
Two kings, changed
In the house: 7=2, 9=1

The next throw, of player 2, by its 36 ways:
total  ways  chips
    2     1     +1  ##            the pig takes all but the wedding
    3     2     -1  ####          a chip goes into room 3: out
    4     3      0  ######        one more throw
    5     4     -1  ########      a chip goes into room 5: out
    6     5     -1  ##########    a chip goes into room 6: out
    7     6     -1  ############  a chip goes to the wedding: out
    8     5     -1  ##########    a chip goes into room 8: out
    9     4     +1  ########      the chip of room 9 is taken
   10     3     -1  ######        a chip goes into room 10: out
   11     2     -1  ####          a chip goes into room 11: out
   12     1     +3  ##            the king takes all: the end

Expected gain in chips: -0.5278
  = -19/36
Chance to pay: 75.0000 %
  = 3/4
Chance to take something: 16.6667 %
  = 1/6
Chance to be out then: 75.0000 %
  = 3/4

"""


def test_the_odds_are_written(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stbpi.bars._has_blocks", lambda: False)
    stands = ("--board", "9=1", "7=2", "--chips", "18,1,out,18", "--turn", "2", "--kings", "1")
    rules = ("--preset", "two_kings", "--rules", "four=again")
    text = said(capsys, *stands, *rules, "--exact", *FEW)
    figures, rest = text[: len(ODDS)], text[len(ODDS) :].splitlines()

    assert figures == ODDS
    assert rest[0] == "40 matches were played from here on, with seed 7."
    assert rest[1].startswith("Length: ")
    assert rest[4] == "player  chips    wins"
    assert [line.split()[:2] for line in rest[5:9]] == [
        ["1", "18"],
        ["2", "1"],
        ["3", "out"],
        ["4", "18"],
    ]
    assert rest[7].split()[2:4] == ["0.0", "%"]
    assert rest[10:] == ["In brackets: where the share lies with a confidence of 95 %."]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "No chip lies in the house."),
        ((), "    2     1      0  ##            the pig finds nothing"),
        ((), "    4     3      0  ######        nothing happens"),
        ((), "   12     1      0  ##            the king finds nothing"),
        (
            ("--rules", "four=pay"),
            "    4     3     -1  ######        a chip goes to the wedding",
        ),
        (
            ("--preset", "full_rooms", "--board", "5=5", "9=8"),
            "    5     4     +5  ########      the 5 chips of room 5 are taken",
        ),
        (
            ("--preset", "full_rooms", "--board", "5=5", "9=8"),
            "    9     4     -1  ########      a chip goes into room 9",
        ),
        (
            ("--rules", "out=cannot_pay", "--chips", "0,20", "--rules", "four=room"),
            "    4     3      0  ######        there is no chip to pay with: out",
        ),
    ],
)
def test_every_kind_of_throw_has_its_words(
    arguments: tuple[str, ...], line: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stbpi.bars._has_blocks", lambda: False)

    assert line in said(capsys, *arguments, *FEW).splitlines()


# The match


def test_four_players_with_ten_chips_throw_297_times(capsys: Capture) -> None:
    odds = told(capsys, "--matches", "4000", "--seed", "9")

    assert odds["matches"] == 4000
    assert abs(odds["length"]["mean"] - 297) < 3 * odds["length"]["error"]
    assert odds["unfinished"] == 0


def test_the_json_says_all_that_was_asked_and_what_came_of_it(capsys: Capture) -> None:
    odds = told(capsys, *HOUSE, "--turn", "3", *FEW)

    assert list(odds) == [
        *("game", "preset", "rules", "board", "turn", "kings", "throws"),
        *("gain", "p_pay", "p_take", "p_out"),
        *("matches", "seed", "length", "unfinished", "players"),
    ]
    assert (odds["game"], odds["preset"], odds["rules"]) == ("glueckshaus", "glueckshaus", {})
    assert (odds["board"], odds["turn"], odds["kings"]) == ({"7": 2, "9": 1}, 3, 0)
    assert (odds["matches"], odds["seed"]) == (40, 7)
    assert odds["throws"][7] == {
        "total": 9,
        "ways": 4,
        "does": "takes",
        "room": 9,
        "gain": 1,
        "out": False,
    }
    assert sum(row["ways"] for row in odds["throws"]) == 36
    assert list(odds["length"]) == [
        *("mean", "error", "shortest", "median", "percent_90", "longest"),
    ]
    assert [player["chips"] for player in odds["players"]] == [8, 8, 12, 9]
    assert sum(player["won"] for player in odds["players"]) == pytest.approx(1)
    for at, player in enumerate(odds["players"], 1):
        assert list(player) == ["player", "chips", "out", "won", "won_from", "won_to"]
        assert (player["player"], player["out"]) == (at, False)
        assert 0 <= player["won_from"] <= player["won"] <= player["won_to"] <= 1


def test_who_has_more_chips_wins_more_often(capsys: Capture) -> None:
    odds = told(capsys, "--chips", "37,1,1,1", "--matches", "300", "--seed", "1")
    first, *others = [player["won"] for player in odds["players"]]

    assert first > 0.6 > sum(others)


def test_who_is_out_wins_nothing_and_the_first_who_is_not_throws(capsys: Capture) -> None:
    odds = told(capsys, "--chips", "out,20,0,20", *FEW)

    assert [player["out"] for player in odds["players"]] == [True, False, True, False]
    assert [player["won"] > 0 for player in odds["players"]] == [False, True, False, True]
    assert odds["turn"] == 2


def test_what_does_not_lie_in_the_house_is_shared(capsys: Capture) -> None:
    odds = told(capsys, "--players", "3", "--board", "7=4", *FEW)

    assert [player["chips"] for player in odds["players"]] == [9, 9, 8]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_odds(preset: str, capsys: Capture) -> None:
    odds = told(capsys, "--preset", preset, *FEW)

    assert (odds["preset"], odds["rules"], odds["matches"]) == (preset, {}, 40)
    assert odds["players"][0]["chips"] == PRESETS[preset].chips


def test_house_rules_are_told(capsys: Capture) -> None:
    odds = told(capsys, "--rules", "chips=3", "--rules", "four=pay", *FEW)

    assert odds["rules"] == {"chips": 3, "four": "pay"}
    assert odds["length"]["mean"] < 100


def test_a_clock_is_told(capsys: Capture) -> None:
    text = said(capsys, "--preset", "clock", "--rules", "minutes=1", *FEW)

    assert "By the clock 1 minute is left, and a throw is taken to last 5 seconds." in text


def test_a_seed_that_is_not_named_is_told_and_gives_the_same(capsys: Capture) -> None:
    first = told(capsys, "--rules", "chips=2")

    assert told(capsys, "--rules", "chips=2", "--seed", str(first["seed"])) == first
    assert first["matches"] == MATCHES


def test_fewer_matches_are_played_where_they_are_long(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "ENOUGH_THROWS", 6000)
    some = told(capsys, "--seed", "1")["matches"]
    monkeypatch.setattr(match, "ENOUGH_THROWS", 1)

    assert 10 < some < 40
    assert told(capsys, "--seed", "1")["matches"] == match.TRIAL
    assert told(capsys, "--seed", "1", "--matches", "1")["matches"] == 1


def test_matches_that_never_end_are_told(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "MOST_THROWS", 20)
    text = said(capsys, "--matches", "2")

    assert "2 matches were not over after 1,000,000 throws; nobody has won them." in text


# What is refused


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["--board", "4=1"],
            "--board 4=1: chips lie in 3, 5, 6, 7, 8, 9, 10 and 11 alone",
        ),
        (
            ["--rules", "four=room", "--board", "12=1"],
            "--board 12=1: chips lie in 3, 4, 5, 6, 7, 8, 9, 10 and 11 alone",
        ),
        (["--board", "9=-1"], "--board '9=-1': expected ROOM=CHIPS, as 9=1"),
        (["--board", "9"], "--board '9': expected ROOM=CHIPS, as 9=1"),
        (["--board", "9=1", "--board", "9=0"], "--board: room 9 is named twice"),
        (["--board", "9=2"], "--board 9=2: there is never more than 1 chip in this room"),
        (
            ["--preset", "full_rooms", "--board", "9=10"],
            "--board 9=10: there are never more than 9 chips in this room",
        ),
        (
            ["--board", "7=41"],
            "--board: 41 chips lie in the house, and only 40 were dealt",
        ),
        (["--board", "7=40"], "fewer than two players are still in: the match is over"),
        (["--chips", "40,0,0,0"], "fewer than two players are still in: the match is over"),
        (
            ["--chips", "10,10,10,9"],
            "--chips: the players have 39 chips, 0 lie in the house, 40 were dealt",
        ),
        (["--chips", "10,x"], "--chips '10,x': expected numbers, as 12,9,out,16"),
        (["--chips", "10,-1"], "--chips '10,-1': expected numbers, as 12,9,out,16"),
        (
            ["--chips", "10,10", "--players", "3"],
            "--chips 10,10: expected the chips of 3 players",
        ),
        (["--chips", "10"], "rule players = 1: expected 2 to 8 players"),
        (["--turn", "5"], "--turn 5: expected a player who is not out: 1 or 2 or 3 or 4"),
        (
            ["--chips", "20,0,10,10", "--turn", "2"],
            "--turn 2: expected a player who is not out: 1 or 3 or 4",
        ),
        (
            ["--kings", "1"],
            "--kings counts only where two kings end the match (--rules ending=two_kings)",
        ),
        (["--rules", "chips=0"], "rule chips = 0: expected a whole number from 1 to 99"),
        (
            ["--preset", "glukshaus"],
            "rule preset = glukshaus: expected the name of a preset\nDid you mean glueckshaus?",
        ),
    ],
)
def test_what_can_not_be_is_refused_in_a_line(
    arguments: list[str], error: str, capsys: Capture
) -> None:
    assert refused(capsys, "--game", "glueckshaus", *arguments) == f"{error}\n"


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("--players=1", "2 to 8"),
        ("--players=9", "2 to 8"),
        ("--kings=2", "0 to 1"),
        ("--turn=0", "1 to 8"),
        ("--matches=0", f"1 to {MOST_MATCHES}"),
        ("--matches=1000001", f"1 to {MOST_MATCHES}"),
    ],
)
def test_numbers_out_of_their_range_are_refused(
    argument: str, expected: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["odds", "--game", "glueckshaus", argument])

    assert stopped.value.code == 2
    assert f"expected a whole number from {expected}\n" in capsys.readouterr().err


# A terminal, and pictures


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_shown_on_a_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stbpi.commands.progress.PATIENCE_S", 0)
    monkeypatch.setattr("stbpi.commands.progress.EVERY_S", 0)
    monkeypatch.setattr(sys, "stderr", Terminal())

    told(capsys, *FEW)

    assert isinstance(sys.stderr, Terminal)
    assert "50 %  20 of 40 matches" in sys.stderr.getvalue()
    assert sys.stderr.getvalue().endswith("\r\x1b[K")


def test_who_stops_it_gets_no_half_of_it(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("stbpi.commands.progress.Progress.add", stop)

    assert main(["odds", "--game", "glueckshaus", *FEW]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("arguments", [HOUSE, ("--preset", "clock", "--matches", "1")])
def test_the_same_odds_make_the_same_picture(
    arguments: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    drawn = []
    for at in ("1", "2"):
        png, svg = tmp_path / f"{at}.png", tmp_path / f"{at}.svg"
        said(capsys, *FEW, *arguments, "--png", str(png), "--svg", str(svg))
        drawn.append((png.read_bytes(), svg.read_bytes()))

    assert drawn[0] == drawn[1]
    assert drawn[0][1].startswith(b"<?xml")
    with Image.open(tmp_path / "1.png") as picture:
        assert picture.size == (1440, 720)


def test_a_picture_that_can_not_be_written_is_one_clear_message(capsys: Capture) -> None:
    error = refused(capsys, "--game", "glueckshaus", *FEW, "--png", "/nowhere/x.png")

    assert "No such file or directory" in error
    assert error.count("\n") == 1
