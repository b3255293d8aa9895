"""`stbpi games` and `stbpi stats` as people and programs meet them."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.collector import database as collection
from stbpi.games.events import MatchStarted, PlayerSeated
from stbpi.journal import database as journals
from tests.books.journals import Box, left
from tests.history.stores import BAR, collected, evening, journal
from tests.processes import environ

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    return journal(tmp_path / "anchor.db", evening().recorded)


def said(capsys: Capture, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    return error


def test_matches_are_listed(stored: Path, capsys: Capture) -> None:
    assert said(capsys, "games", stored) == (
        "match     when               rules                took     ended       players\n"
        "anchor:1  5 Jan 2026, 00:00  Luk kassen, changed  0:01:00  box shut    Ann 16, *Bo 10\n"
        "anchor:2  5 Jan 2026, 00:11  Luk kassen           0:01:30  stopped     Bo 9, Cid 8\n"
        "anchor:3  6 Jan 2026, 00:12  Solo                 0:00:10  box shut    *Ann 0\n"
        "anchor:4  6 Jan 2026, 00:12  Digits, changed      0:00:20  all rounds  *=1+1 7, Ann 12\n"
    )


def test_the_last_of_those_that_are_asked_for_are_listed(stored: Path, capsys: Capture) -> None:
    def numbers(*options: str) -> list[int]:
        told = json.loads(said(capsys, "games", stored, "--json", *options))
        return [match["match"] for match in told["matches"]]

    assert numbers("--limit", "2") == [3, 4]
    assert numbers("--limit", "0") == [1, 2, 3, 4]
    assert numbers("--player", "Bo", "--limit", "1") == [2]
    assert numbers("--since", "2026-01-05") == [3, 4]
    assert numbers("--until", "2026-01-04") == [1, 2]
    assert numbers("--preset", "solo") == [3]
    assert said(capsys, "games", stored, "--preset", "thai") == "There are no such matches.\n"


def test_a_match_as_json_has_names_that_stay(stored: Path, capsys: Capture) -> None:
    told = json.loads(said(capsys, "games", stored, "--show", "1", "--json"))
    [match] = told["matches"]

    assert list(match) == [
        *("box", "match", "game", "preset", "rules", "wall", "evening", "seconds", "stands"),
        *("why", "troubles", "players", "turns"),
    ]
    assert match["players"] == [
        {"seat": 1, "player": "Ann", "total": 16, "won": False, "bot": False},
        {"seat": 2, "player": "Bo", "total": 10, "won": True, "bot": False},
    ]
    assert match["turns"][0] == {
        "seat": 1,
        "player": "Ann",
        "round": 1,
        "standing": [3, 9],
        "left": 12,
        "score": 12,
        "why": "no_move",
        "shut": False,
        "counts": True,
        "seconds": 10,
        "wall": 1767571210,
        "skill": [],
    }


def test_a_match_is_shown_as_a_sheet(
    stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert said(capsys, "games", stored, "--show", "anchor:1") == (
        "anchor:1 · 5 Jan 2026, 00:00 · Luk kassen, changed · 0:01:00\n"
        "\n"
        "            Ann        Bo\n"
        "    1  3 9 = 12  2 8 = 10\n"
        "    2     4 = 4  shut = 0\n"
        "total        16        10\n"
        "Bo wins.\n"
        "\n"
        "The box has 9 tiles.\n"
        "Everybody plays 2 turns.\n"
        "The numbers that still stand are added; the lowest total wins.\n"
        "Who shuts the box wins the match at once, whoever has not played yet.\n"
    )
    monkeypatch.setenv("COLUMNS", "20")
    narrow = said(capsys, "games", stored, "--show", "anchor:1").split("\n\n")
    assert narrow[1] == "            Ann\n    1  3 9 = 12\n    2     4 = 4\ntotal        16"
    assert narrow[2].startswith("             Bo\n")


def test_a_game_that_is_not_known_is_listed_and_shown(tmp_path: Path, capsys: Capture) -> None:
    box = Box()
    box.tell(
        MatchStarted(game="mah_jong", preset="hakka", seats=1), PlayerSeated(seat=1, player="Ann")
    )
    path = journal(tmp_path / "x.db", box.recorded)

    assert re.split("  +", said(capsys, "games", path).splitlines()[1])[2:] == [
        *("mah jong, hakka", "0:00:00", "not over", "Ann")
    ]
    assert "mah jong, hakka" in said(capsys, "games", path, "--show", "1")
    assert said(capsys, "stats", path) == "There are no such matches.\n"
    assert json.loads(said(capsys, "stats", path, "--json"))["others"] == 1
    assert "can't play mah_jong" in refused(capsys, "games", path, "--replay", "1")


@pytest.mark.parametrize("name", ["\x1b[2JEve", "Eve\n", "Eve\x07", "\x9bEve", "\x7fEve"])
def test_a_name_that_would_work_the_terminal_is_marked(
    name: str, tmp_path: Path, capsys: Capture
) -> None:
    box = Box()
    box.plays(left(9), names=(name,), preset="solo")
    path = collected(tmp_path / "c.db", {BAR: box.recorded})

    for command in (["games"], ["games", "--show", "1"], ["stats"]):
        told = said(capsys, command[0], path, *command[1:])
        assert "Eve" in told and "\ufffd" in told
        assert all(line.isprintable() for line in told.split("\n"))
    assert "Eve" not in refused(capsys, "games", path, "--player", "eve")
    assert "makes no sense" in refused(capsys, "games", path, "--replay", "1", "--plain")


def test_statistics_by_player(stored: Path, capsys: Capture) -> None:
    two, three = 26 * "█" + "▋", 40 * "█"
    half = 20 * "█"
    assert said(capsys, "stats", stored) == (
        "player  matches  won  turns  left: mean  median  best  shut  longest run\n"
        "Ann           3    1      4         4.8     3.5     0     1            1\n"
        "Bo            2    1      3         6.3     9.0     0     1            1\n"
        "=1+1          1    1      1         7.0     7.0     7     0            0\n"
        "Cid           1    0      1         8.0     8.0     8     0            0\n"
        "all           4    3      9         5.9     7.0     0     2            1\n"
        "\n"
        "turns by the points that they left standing:\n"
        f"    0 {two} 2\n"
        f"   1+ {two} 2\n"
        f"   5+ {three} 3\n"
        f"  10+ {two} 2\n"
        "  15+ 0\n"
        "  20+ 0\n"
        "  25+ 0\n"
        "  30+ 0\n"
        "  35+ 0\n"
        "  40+ 0\n"
        "\n"
        "how often each tile was left standing:\n"
        f"  1 {half} 1\n"
        f"  2 {three} 2\n"
        f"  3 {half} 1\n"
        f"  4 {half} 1\n"
        "  5 0\n"
        "  6 0\n"
        f"  7 {half} 1\n"
        f"  8 {three} 2\n"
        f"  9 {three} 2\n"
    )


def test_statistics_as_json_have_names_that_stay(stored: Path, capsys: Capture) -> None:
    told = json.loads(said(capsys, "stats", stored, "--json", "--player", "Ann"))

    assert list(told) == ["stats", "by", "rows", "all", "unread", "others", "games"]
    assert told["rows"] == [
        {
            "player": "Ann",
            "matches": 3,
            "ended": 3,
            "won": 1,
            "turns": 4,
            "shut": 1,
            "longest_run": 1,
            "left": {"mean": 4.75, "median": 3.5, "best": 0},
            "score": None,
            "standing": {"1": 1, "2": 1, "3": 1, "4": 1, "9": 1},
            "spread": {"0": 1, "1": 2, "5": 0, "10": 1}
            | {str(least): 0 for least in range(15, 45, 5)},
            "lefts": {"0": 1, "3": 1, "4": 1, "12": 1},
            "skill": [],
        }
    ]


def test_statistics_by_rules_and_by_evening(stored: Path, capsys: Capture) -> None:
    rules = json.loads(said(capsys, "stats", stored, "--json", "--by", "ruleset"))["rows"]
    evenings = json.loads(said(capsys, "stats", stored, "--json", "--by", "evening"))["rows"]

    assert {(row["preset"], str(row["rules"])): row["turns"] for row in rules} == {
        ("luk_kassen", "{'rounds': 2}"): 4,
        ("luk_kassen", "{}"): 2,
        ("solo", "{}"): 1,
        ("digits", "{'rounds': 1}"): 2,
    }
    digits = next(row for row in rules if row["preset"] == "digits")
    assert digits["score"] == {"mean": 9.5, "median": 9.5, "best": 7}
    assert [(row["evening"], row["matches"]) for row in evenings] == [
        ("2026-01-04", 2),
        ("2026-01-05", 2),
    ]
    text = said(capsys, "stats", stored, "--by", "ruleset")
    assert "Luk kassen (rounds=2)" in text
    assert "score: mean" in text


def test_events_without_a_time_are_an_evening_of_their_own(tmp_path: Path, capsys: Capture) -> None:
    box = Box(wall=None)
    box.plays(left(9))
    path = journal(tmp_path / "j.db", box.recorded)

    assert said(capsys, "stats", path, "--by", "evening").splitlines()[1].startswith("unknown ")
    [row] = json.loads(said(capsys, "stats", path, "--by", "evening", "--json"))["rows"]
    assert row["evening"] is None


def test_a_name_that_nobody_has_is_refused_with_the_nearest(stored: Path, capsys: Capture) -> None:
    for command in ("stats", "games"):
        assert refused(capsys, command, stored, "--player", "ann") == (
            "stbpi: nobody is called ann here\nDid you mean Ann?\n"
        )


def test_rules_that_nobody_plays_by_are_refused_with_the_nearest(
    stored: Path, capsys: Capture
) -> None:
    for command in ("stats", "games"):
        assert "Did you mean luk_kassen?" in refused(
            capsys, command, stored, "--preset", "lukkassen"
        )


def test_a_box_is_named_where_there_are_several(tmp_path: Path, capsys: Capture) -> None:
    box = evening()
    path = collected(tmp_path / "c.db", {BAR: box.recorded, "bell": box.recorded})

    assert "There are: anchor, bell." in refused(capsys, "games", path, "--show", "1")
    assert "There are: anchor, bell." in refused(capsys, "games", path, "--show", "zoo:1")
    assert "There are: anchor, bell." in refused(capsys, "stats", path, "--box", "zoo")
    assert "there is no match 9" in refused(capsys, "games", path, "--show", "bell:9")
    assert "is no match" in refused(capsys, "games", path, "--show", "bell:one")
    assert said(capsys, "games", path, "--show", "bell:1").startswith("bell:1 ")
    assert len(said(capsys, "games", path, "--box", "bell").splitlines()) == 5


def test_a_collection_that_has_heard_of_no_match_yet_is_empty(
    tmp_path: Path, capsys: Capture
) -> None:
    path = collected(tmp_path / "c.db", {})

    assert said(capsys, "games", path) == "There are no such matches.\n"
    assert json.loads(said(capsys, "games", path, "--json"))["matches"] == []
    assert said(capsys, "stats", path) == "There are no such matches.\n"
    assert refused(capsys, "games", path, "--show", "1") == f"stbpi: there is no match in {path}\n"


@pytest.mark.parametrize(
    ("options", "do"),
    [
        (["--speed", "2"], "--speed"),
        (["--plain"], "--plain"),
        (["--show", "1", "--limit", "3"], "--limit"),
        (["--replay", "1", "--json"], "--json"),
        (["--since", "yesterday"], "2026-11-30"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    options: list[str], do: str, stored: Path, capsys: Capture
) -> None:
    assert do in refused(capsys, "games", stored, *options)


def test_what_is_no_store_is_one_clear_message(tmp_path: Path, capsys: Capture) -> None:
    text = tmp_path / "text.db"
    text.write_text("no database " * 100)
    empty = tmp_path / "empty.db"
    empty.touch()
    files = [tmp_path / "nothing.db", tmp_path, text, empty]
    for name, application, version in (
        ("other", 1, 1),
        ("journal", journals.APPLICATION, journals.VERSION + 1),
        ("collection", collection.APPLICATION, collection.VERSION + 1),
    ):
        with closing(sqlite3.connect(tmp_path / name)) as db:
            db.execute("CREATE TABLE events (n)")
            db.execute(f"PRAGMA application_id = {application}")
            db.execute(f"PRAGMA user_version = {version}")
        files.append(tmp_path / name)
    for path in files:
        error = refused(capsys, "games", path)
        assert str(path) in error
        assert len(error.splitlines()) <= 2
        assert "--journal" not in error
    assert "this stbpi knows 1" in refused(capsys, "stats", tmp_path / "collection")


@pytest.mark.parametrize(
    "command",
    [
        ["export", "--format", "csv", "--force", "-o"],
        ["export", "--format", "sqlite", "--force", "-o"],
        ["stats", "--png"],
        ["stats", "--svg"],
    ],
)
def test_what_is_read_is_never_written_over(
    command: list[str], stored: Path, tmp_path: Path, capsys: Capture
) -> None:
    before = stored.read_bytes()
    other = tmp_path / "other.db"
    other.symlink_to(stored)

    for path in (stored, other):
        error = refused(capsys, *command, path, stored)
        assert error == f"stbpi: {path} is what is read, and stays\nName another file.\n"
    assert stored.read_bytes() == before


@pytest.mark.parametrize("path", ["", "/", "/dev/null"])
def test_only_a_file_is_replaced(path: str, stored: Path, capsys: Capture) -> None:
    error = refused(capsys, "export", stored, "--format", "csv", "--force", "-o", path)

    assert "is no file\nName another file.\n" in error


def test_what_is_read_stays_as_it_is(stored: Path, capsys: Capture) -> None:
    before = stored.read_bytes()
    said(capsys, "stats", stored)
    said(capsys, "games", stored, "--show", "1")

    assert stored.read_bytes() == before


def test_the_box_itself_reads_its_own_journal(
    stored: Path, tmp_path: Path, capsys: Capture
) -> None:
    config = tmp_path / "stbpi.toml"
    config.write_text(f'[box]\nname = "pub"\n[journal]\npath = "{stored}"\n')

    assert said(capsys, "games", "--config", config).splitlines()[1].startswith("pub:1 ")


def test_whoever_reads_no_further_is_told_nothing(stored: Path) -> None:
    reading = f"{sys.executable} -m stbpi export {stored} --format ndjson | head -1"
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", reading],
        env=environ({}),
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 1)


def test_a_terminal_without_blocks_gets_plain_bars(stored: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "stbpi", "stats", str(stored)],
        env={**environ({}), "PYTHONIOENCODING": "ascii", "TZ": os.environ["TZ"]},
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
    )

    assert "  1+ ###" in done.stdout
    assert "?" not in done.stdout
