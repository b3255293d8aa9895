"""`stbpi ratings` and `stbpi league` as people and programs meet them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from stbpi.cli import main
from tests.books.journals import HOUR, MONDAY, Box, left
from tests.history.hand import WORKED, Hand
from tests.history.stores import collected, evening, journal

Capture = pytest.CaptureFixture[str]

DAY = 24 * HOUR


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    return journal(tmp_path / "anchor.db", evening().recorded)


@pytest.fixture
def two_bars(tmp_path: Path) -> Path:
    """A round robin of three, played in two bars, and a match of last year."""
    anchor, lion = Box(MONDAY - 300 * DAY), Box(MONDAY + 13 * HOUR)
    anchor.plays(left(1), left(8), names=("Cid", "Ann"), rules=[("rounds", 1)])
    anchor.after(300 * DAY + 12 * HOUR)
    anchor.plays(left(3), left(9), names=("Ann", "Bo"), rules=[("rounds", 1)])
    lion.plays(left(9), left(8), names=("Cid", "Ann"), rules=[("rounds", 1)])
    boxes = {"anchor": anchor.recorded, "lion": lion.recorded}
    return collected(tmp_path / "all.db", boxes)


def said(capsys: Capture, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    return error


def planned(capsys: Capture, path: Path, *more: object) -> Path:
    players = ("--players", "Ann", "Bo", "Cid", "--since", "2026-01-05")
    said(capsys, "league", "plan", path, *players, *more)
    return path


def test_ratings_are_told_for_each_preset_with_what_they_mean(
    stored: Path, capsys: Capture
) -> None:
    assert said(capsys, "ratings", stored) == (
        "Shut the Box, Digits · 1 match\n"
        "\n"
        "    player  rating     change  matches  won\n"
        "1.  =1+1       138  ?    +138        1    1\n"
        "2.  Ann        -73  ?     -73        1    0\n"
        "\n"
        "Shut the Box, Luk kassen · 1 match\n"
        "\n"
        "    player  rating     change  matches  won\n"
        "1.  Bo         138  ?    +138        1    1\n"
        "2.  Ann        -73  ?     -73        1    0\n"
        "\n"
        "A rating is the strength that a player has all but certainly. An average player has "
        "1,000 points, less what is not known yet; a newcomer begins at 0.\n"
        "? Provisional: fewer than 10 matches.\n"
    )


def test_ratings_as_json_have_names_that_stay(two_bars: Path, capsys: Capture) -> None:
    told = json.loads(said(capsys, "ratings", two_bars, "--json"))

    [season] = told["seasons"]
    [ladder] = season["ladders"]
    assert list(season) == ["season", "since", "until", "ladders"]
    assert (season["season"], ladder["game"], ladder["preset"], ladder["matches"]) == (
        *(None, "shut_the_box"),
        *("classic", 3),
    )
    assert list(ladder["ratings"][0]) == [
        *("place", "player", "bot", "rating", "provisional", "change", "matches", "won"),
        *("mu", "sigma", "wall", "skill"),
    ]


def test_luck_and_skill_stand_below_the_ratings(tmp_path: Path, capsys: Capture) -> None:
    box = Box()
    hand = Hand(box, ("Ann", "Bo"), rules=[("rounds", 1), ("tie", "shared")])
    hand.throws(*WORKED)
    hand.goes_on()
    hand.throws(*WORKED)
    path = journal(tmp_path / "anchor.db", box.recorded)

    out = said(capsys, "ratings", path, "--luck")
    told = json.loads(said(capsys, "ratings", path, "--luck", "--json"))

    assert "Luck and skill, in points a turn:\nplayer  judged" in out
    [season] = told["seasons"]
    skill = {one["player"]: one["skill"] for one in season["ladders"][0]["ratings"]}
    assert skill["Ann"] == skill["Bo"]
    assert [(one["turns"], one["errors"] > 0) for one in skill["Ann"]] == [(1, True)]


def test_ratings_of_a_season_count_its_matches_alone(two_bars: Path, capsys: Capture) -> None:
    def matches(*options: str) -> list[tuple[str | None, int]]:
        told = json.loads(said(capsys, "ratings", two_bars, "--json", *options))
        return [
            (season["season"], ladder["matches"])
            for season in told["seasons"]
            for ladder in season["ladders"]
        ]

    assert matches("--season", "2026-Q1") == [("2026-Q1", 2)]
    assert matches("--season", "2024") == []
    assert matches("--since", "2026-01-01") == [(None, 2)]
    assert matches("--by", "year") == [("2025", 1), ("2026", 2), (None, 3)]
    assert matches("--box", "lion") == [(None, 1)]


def test_ratings_as_rows_work_no_spreadsheet(stored: Path, capsys: Capture) -> None:
    rows = [*csv.DictReader(io.StringIO(said(capsys, "ratings", stored, "--csv")))]

    assert [(row["preset"], row["player"], row["rating"]) for row in rows[:2]] == [
        ("digits", "'=1+1", "138"),
        ("digits", "Ann", "-73"),
    ]


def test_nothing_to_rate_is_said(stored: Path, capsys: Capture) -> None:
    nothing = "There are no matches that could be rated.\n"

    assert said(capsys, "ratings", stored, "--preset", "thai") == nothing
    assert "Did you mean thai?" in refused(capsys, "ratings", stored, "--preset", "thia")


def test_what_is_no_season_is_refused(stored: Path, capsys: Capture) -> None:
    assert refused(capsys, "ratings", stored, "--season", "winter") == (
        "stbpi: 'winter' is no season\nWrite a season like one of these: 2026, 2026-Q4, 2026-11.\n"
    )
    assert "a season has its own days" in refused(
        capsys, "ratings", stored, "--season", "2026", "--since", "2026-01-01"
    )


def test_a_league_is_planned_and_its_matches_are_found_in_all_bars(
    two_bars: Path, tmp_path: Path, capsys: Capture
) -> None:
    path = planned(capsys, tmp_path / "league.toml", "--name", "Winter", "--preset", "classic")

    assert said(capsys, "league", "show", path, two_bars) == (
        "Winter · round robin · Classic · since 5 Jan 2026\n"
        "\n"
        "    player  played  won  drawn  lost  difference  points\n"
        "1.  Ann          2    2      0     0          +7       4\n"
        "2.  Cid          1    0      0     1          -1       0\n"
        "3.  Bo           1    0      0     1          -6       0\n"
        "\n"
        "Played:\n"
        "  round 2  Cid – Ann  Ann by 1 point (lion:1)\n"
        "  round 3  Ann – Bo   Ann by 6 points (anchor:2)\n"
        "\n"
        "Still to be played; who stands first begins:\n"
        "  round 1  Bo – Cid\n"
        "\n"
        "Between equal points decides the difference, then the matches among those who are "
        "equal.\n"
    )


def test_what_the_landlord_writes_counts(two_bars: Path, tmp_path: Path, capsys: Capture) -> None:
    path = planned(capsys, tmp_path / "league.toml")
    with path.open("a", encoding="utf-8") as file:
        file.write(
            'left = ["Cid"]\nskipped = ["lion:1"]\n'
            '[[results]]\nplayers = ["Bo", "Cid"]\nwinner = "Bo"\nby = 2\n'
        )

    out = said(capsys, "league", "show", path, two_bars)

    assert "  round 1  Bo – Cid   Bo by 2 points (written by hand)\n" in out
    assert "  round 2  Cid – Ann  Ann: Cid has left\n" in out
    assert "The league is won by Ann.\n" in out


def test_a_name_that_nobody_has_is_told(two_bars: Path, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "league.toml"
    path.write_text('kind = "round_robin"\nplayers = ["Ann", "BO", "Zacharias"]\n')

    assert said(capsys, "league", "show", path, two_bars).splitlines()[-2:] == [
        "Nobody called BO has played yet. Did you mean Bo?",
        "Nobody called Zacharias has played yet.",
    ]


def test_a_knock_out_is_told_as_a_bracket(two_bars: Path, tmp_path: Path, capsys: Capture) -> None:
    path = planned(capsys, tmp_path / "league.toml", "--kind", "knock_out")
    with path.open("a", encoding="utf-8") as file:
        file.write('[[results]]\nplayers = ["Bo", "Cid"]\nwinner = "Cid"\n')

    assert said(capsys, "league", "show", path, two_bars) == (
        "knock-out · since 5 Jan 2026\n"
        "\n"
        "Played:\n"
        "  semi-final  Ann        goes on without a match\n"
        "  semi-final  Bo – Cid   Cid (written by hand)\n"
        "  final       Ann – Cid  Ann by 1 point (lion:1)\n"
        "\n"
        "The league is won by Ann.\n"
    )


def test_a_league_as_json_and_rows_has_names_that_stay(
    two_bars: Path, tmp_path: Path, capsys: Capture
) -> None:
    path = planned(capsys, tmp_path / "league.toml")
    told = json.loads(said(capsys, "league", "show", path, two_bars, "--json"))

    assert list(told) == [
        *("league", "name", "kind", "game", "preset", "players", "left", "since", "until"),
        *("fixtures", "table", "winners"),
    ]
    assert told["fixtures"][1] == {
        "round": 2,
        "home": "Cid",
        "away": "Ann",
        "stands": "played",
        "winner": "Ann",
        "by": 1,
        "match": "lion:1",
    }
    rows = [*csv.DictReader(io.StringIO(said(capsys, "league", "show", path, two_bars, "--csv")))]
    assert [list(row) for row in rows] == [list(row) for row in told["table"]]
    path = planned(capsys, tmp_path / "cup.toml", "--kind", "knock_out")
    rows = [*csv.DictReader(io.StringIO(said(capsys, "league", "show", path, two_bars, "--csv")))]
    assert [list(row) for row in rows] == [list(told["fixtures"][1])] * 3


def test_a_plan_begins_now_and_is_not_overwritten(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "league.toml"
    plan = ("league", "plan", path, "--players", "Ann", "Bo")
    said(capsys, *plan)
    first = path.read_text("utf-8")

    assert "since = 20" in first
    assert "is there already" in refused(capsys, *plan)
    assert path.read_text("utf-8") == first
    assert "Ann – Bo" in said(capsys, *plan, "--force", "--rounds", "2")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--players", "Ann"), "a list of 2 to 64 names"),
        (("--players", "Ann", "Bo", "--rounds", "0"), "a whole number from 1 to 20"),
        (("--players", "Ann", "Bo", "--preset", "clasic"), "Did you mean classic?"),
        (("--players", "Ann", "Bo", "--since", "today"), "'today' is no day"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(
    options: tuple[str, ...], error: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "league.toml"

    assert error in refused(capsys, "league", "plan", path, *options)
    assert not path.exists()


def test_a_league_that_is_not_there_is_one_clear_message(
    stored: Path, tmp_path: Path, capsys: Capture
) -> None:
    error = refused(capsys, "league", "show", tmp_path / "none.toml", stored)

    assert error.count("\n") == 1
    assert "expected a TOML file" in error


def test_names_can_not_work_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    box = Box()
    box.plays(left(9), left(3), names=("A\x1b[2J", "Bo"), rules=[("rounds", 1)])
    path = journal(tmp_path / "anchor.db", box.recorded)

    assert "\x1b" not in said(capsys, "ratings", path)
