"""The audits and the records as a landlord reads them."""

from __future__ import annotations

import csv
import io
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.books.report import NUMBERS
from stbpi.games.events import Bounced, Cleared, Fault
from stbpi.journal.store import Journal
from tests.books.journals import Box
from tests.books.operator.landlord import Capture, journal_of, main, told


def test_audits_are_told_as_a_table_with_histograms(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Fault(part="roll", what="stuck"))

    assert main("audits") == 0

    lines = capsys.readouterr().out.splitlines()
    assert "matches started                           2" in lines
    assert "boxes shut, % of the turns             33.3" in lines
    assert lines[-2] == "The roll button does not work: look at its switch"
    at = lines.index("matches by rules:")
    assert lines[at + 1] == "  shut_the_box/classic  ############################## 1"
    assert "longest bounce of each tile (ms):" not in lines


def test_the_longest_bounces_are_told_tile_by_tile(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Bounced(part="tile_4", ms=30), Bounced(part="tile_12", ms=4))

    assert main("audits") == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("longest bounce of each tile (ms):")
    assert lines[at + 3 : at + 5] == ["   3   0", "   4  ############################## 30"]
    assert lines[at + 12] == "  12  #### 4"


def test_cleared_audits_stand_beside_those_for_ever(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Cleared(what="audits"))
    assert main("audits") == 0

    lines = capsys.readouterr().out.splitlines()
    assert any(line.split() == ["recent", "in", "all"] for line in lines)
    assert any(line.split() == ["matches", "started", "0", "2"] for line in lines)


def test_audits_as_json_have_every_number_twice(tmp_path: Path, capsys: Capture) -> None:
    bounced = [Bounced(part="tile_9", ms=ms) for ms in (9, 2)]
    journal_of(tmp_path, bounced[0], Cleared(what="audits"), bounced[1])
    audits = told(capsys, "audits", "--json")

    assert audits["audits"] == 1
    assert set(NUMBERS) <= set(audits["recent"]) == set(audits["ever"])
    assert (audits["recent"]["turns"], audits["ever"]["turns"]) == (0, 3)
    assert audits["ever"]["matches_by_preset"] == {
        "shut_the_box/classic": 1,
        "shut_the_box/solo": 1,
    }
    assert audits["ever"]["turns_by_left"]["0"] == 1
    assert audits["ever"]["dice_faces_chance"] is None
    assert (audits["clock"], audits["faults"], audits["last_match"]) == ("unknown", [], None)
    assert audits["tiles"][8] == {
        "tile": 9,
        "last_moved": None,
        "idle_turns": 0,
        "bounce_ms": 9,
        "recent_bounce_ms": 2,
    }
    assert audits["diagnosis"] == ["The clock is not set: no hours are known"]


def test_audits_as_csv_have_a_row_a_number(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Bounced(part="tile_3", ms=8), Cleared(what="audits"))
    assert main("audits", "--csv") == 0

    head, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    table = {name: (recent, ever) for name, recent, ever in rows}
    assert head == ["name", "recent", "ever"]
    assert table["matches_started"] == ("0", "2")
    assert table["matches_by_preset.shut_the_box/solo"] == ("0", "1")
    assert table["tile_closes.12"] == ("0", "0")
    assert table["tile_bounces.3"] == ("0", "8")


def test_a_box_that_was_never_played_has_audits_too(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Cleared(what="settings"), box=Box())

    assert main("audits") == 0
    assert "left standing by the best turn            -" in capsys.readouterr().out.splitlines()


def test_audits_can_be_read_while_the_box_plays(tmp_path: Path, capsys: Capture) -> None:
    path = journal_of(tmp_path)
    with closing(Journal(path)) as playing:
        playing.record([Fault(part="roll", what="x")], t=1, wall=None)
        playing.sync()
        before = path.read_bytes()

        assert told(capsys, "audits", "--json")["ever"]["faults"] == 1
        assert path.read_bytes() == before


def test_records_are_told_board_by_board(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path)

    assert main("records") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Classic, 9 tiles",
        "  ever",
        "    1 P2   0  shut",
        "    2 Ann  9",
        "    best turn: P2, 0",
        "    1 box shut",
        "",
        "Solo, 9 tiles",
        "  ever",
        "    1 Ann  3",
        "    best turn: Ann, 3",
    ]


def test_records_as_json(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path)
    records = told(capsys, "records", "--json")

    assert records["records"] == 1
    (classic, solo) = records["boards"]
    assert (solo["preset"], solo["tiles"], classic["tonight"]["matches"]) == ("solo", 9, [])
    assert classic["ever"]["matches"][0] == {
        "name": "P2",
        "score": 0,
        "shut": True,
        "match": 1,
        "seat": 2,
        "wall": None,
    }


def test_no_records_are_told_as_such(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Cleared(what="records"))

    assert main("records") == 0
    assert capsys.readouterr().out == "There are no records yet.\n"


@pytest.mark.parametrize("verb", ["audits", "records", "tests"])
def test_without_a_journal_there_is_nothing_to_read(verb: str, capsys: Capture) -> None:
    assert main(verb) == 2
    assert "there is no journal at" in capsys.readouterr().err


def test_another_journal_can_be_named(tmp_path: Path, capsys: Capture) -> None:
    path = journal_of(tmp_path).rename(tmp_path / "other.db")

    assert told(capsys, "audits", "--json", "--journal", path)["ever"]["turns"] == 3


def test_tests_say_what_the_play_shows_and_what_to_run(tmp_path: Path, capsys: Capture) -> None:
    journal_of(tmp_path, Fault(part="tile_3", what="stuck"))

    assert main("tests") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Tile 3 does not work: look at its switch"
    assert "stbpi doctor" in lines[-2]
    assert "stbpi service" in lines[-1]

    report = told(capsys, "tests", "--json")
    assert report["commands"] == ["stbpi doctor", "stbpi service"]
    assert report["diagnosis"][0] == "Tile 3 does not work: look at its switch"
