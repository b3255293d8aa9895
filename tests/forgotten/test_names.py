"""The list of names that are forgotten, and what stands for them."""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.cli import main
from stbpi.config_checks import player_names
from stbpi.errors import JournalError, StbError
from stbpi.forgotten import list_of
from stbpi.forgotten.names import NOBODY, Forgotten, Names, alone, forgotten, write
from stbpi.games.events import MatchEnded, PlayerSeated, RecordNamed
from stbpi.history.archive import Archive
from tests.doubles import PATIENCE_S
from tests.forgotten.past import BOX, LETTERS, NAME, box_in, collection_in, forget
from tests.history.stores import journal_of_rows

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return box_in(tmp_path)


def said(capsys: Capture, *arguments: object, status: int = 0) -> str:
    assert main([*map(str, arguments)]) == status
    told = capsys.readouterr()
    return told.out if status == 0 else told.err


def with_names(*names: str) -> Forgotten:
    known = Forgotten()
    for name in names:
        known = known.with_name(name, taken=())
    return known


def test_a_name_is_shown_as_something_that_nobody_is_called() -> None:
    names = with_names("Ann", "\udcff")

    assert [*map(names.shown, ("Ann", "\udcff", "Cid"))] == ["N.N. 1", "N.N. 2", "Cid"]
    assert all([*player_names([stand_in])] for stand_in in names.stand_ins)


def test_names_are_the_same_whatever_their_case_and_composition() -> None:
    names = with_names("Åse")

    assert {*map(names.shown, ("Åse", "åse", "ÅSE", "A\N{COMBINING RING ABOVE}se"))} == {"N.N. 1"}


def test_the_list_names_nobody(path: Path) -> None:
    forget(path, NAME)

    listed = list_of(path).read_text("ascii")

    assert NAME.casefold() not in listed.casefold()
    assert list_of(path).stat().st_mode & 0o777 == 0o644


def test_what_stood_for_a_name_stands_for_nobody_else_later() -> None:
    names = with_names("Ann").without("ANN").with_name("Bo", taken=("N.N. 2",))

    assert (names.shown("Ann"), names.shown("Bo")) == ("Ann", "N.N. 3")


def test_the_list_is_found_however_one_comes_to_the_file(path: Path, tmp_path: Path) -> None:
    forget(path, NAME)
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(path)

    assert forgotten(link).has(NAME)


@pytest.mark.parametrize(
    ("e", "body", "told"),
    [
        ("player_seated", '{"seat":1,"player":"Ann"}', '{"seat":1,"player":"N.N. 1"}'),
        ("player_seated", '{"seat": 1, "player": "Bo"}', '{"seat": 1, "player": "Bo"}'),
        (
            "player_seated",
            '{"seat":1,"player":"Bo","bot":"ann"}',
            '{"seat":1,"player":"Bo","bot":"ann"}',
        ),
        ("record_named", '{"player":1,"name":"ANN"}', '{"player":1,"name":"N.N. 1"}'),
        ("seated_anew", '{"them":["Ann",{"a":"Bo"}]}', '{"them":["N.N. 1",{"a":"Bo"}]}'),
        ("player_seated", '{"seat":1,"player":"Ann"', "{}"),
        ("player_seated", b"Ann", "{}"),
        (b"player_seated", "[1]", "{}"),
        ("rolled", '{"player":1', '{"player":1'),
    ],
)
def test_a_body_is_told_without_the_name(e: object, body: object, told: str) -> None:
    names = with_names("Ann")

    assert names.body(e, body) == told
    assert Forgotten().body(e, body) == body


def test_events_are_told_without_the_name() -> None:
    names = with_names("Ann")

    assert names.event(PlayerSeated(seat=1, player="Ann", bot="safe")) == PlayerSeated(
        seat=1, player="N.N. 1", bot="safe"
    )
    assert names.event(RecordNamed(player=1, name="ANN")) == RecordNamed(player=1, name="N.N. 1")
    ended = MatchEnded(winners=(1,), why="shut")
    assert names.event(ended) is ended


@settings(max_examples=30)
@given(st.lists(st.text(max_size=5), unique_by=str.casefold), st.text(max_size=5))
def test_whatever_names_there_are_each_has_its_own_stand_in(names: list[str], other: str) -> None:
    known = Forgotten()
    for name in names:
        if not known.has(name):
            known = known.with_name(name, taken=())

    shown = {known.shown(name) for name in names}
    assert shown == {*known.stand_ins}
    assert known.shown(other) in {other, *known.stand_ins}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"stbpi":"forgotten","version":1,"salt":"xy","given":1,"names":{}}',
        '{"stbpi":"forgotten","version":1,"salt":"aa","given":1,"names":{"a":1}}',
        '{"stbpi":"forgotten","version":2,"salt":"aa","given":1,"names":{}}',
    ],
)
def test_a_list_that_cannot_be_read_is_an_error_and_never_all_names(path: Path, text: str) -> None:
    forget(path, NAME)
    names = Names(path)
    assert names.safely().shown("Bo") == "Bo"

    list_of(path).write_text(text)

    with pytest.raises(JournalError, match="forgotten names"):
        Archive(path)
    assert [*map(names.safely().shown, (NAME, "Bo"))] == [NOBODY, NOBODY]

    list_of(path).unlink()

    assert names.safely().shown(NAME) == NAME


def test_a_match_is_found_by_what_stands_for_the_name(tmp_path: Path) -> None:
    for path in (box_in(tmp_path), collection_in(tmp_path)):
        forget(path, NAME)
        with closing(Archive(path)) as archive:
            found = {key.match for key in archive.matches("N.N. 1")}
            told = {row.match for row in archive.told("N.N. 1")}
            assert (found, told) == ({1, 3}, {1, 3})
            assert not archive.matches(NAME)
            assert not [*archive.told(NAME)]
            assert archive.players() == ["Bo", "Cid", "N.N. 1", "P2", LETTERS]


def test_players_of_a_collection_are_still_found_by_its_index(tmp_path: Path) -> None:
    path = collection_in(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        plan = connection.execute(
            "EXPLAIN QUERY PLAN SELECT DISTINCT box, match FROM events "
            "WHERE e IN ('player_seated', 'record_named') AND "
            "coalesce(json_extract(body, '$.name'), json_extract(body, '$.player')) IN (?, ?)",
            ("a", "b"),
        ).fetchall()
    assert any("USING INDEX seated" in step[-1] for step in plan)


def test_a_damaged_row_does_not_tell_the_name(tmp_path: Path) -> None:
    rows = [
        (1, 1, 1, 0, None, "match_started", '{"game":"shut_the_box","preset":"solo","seats":1}'),
        (2, 1, 1, 0, None, "player_seated", '{"seat":1,"player":"Quillon'),
        (3, 1, 1, 0, None, "player_xeated", '{"seat":1,"player":"Quillon"}'),
        (4, 1, 1, 0, None, "player_seated", b"Quillon"),
    ]
    path = journal_of_rows(tmp_path / "journal.db", rows)
    forget(path, NAME)

    with closing(Archive(path)) as archive:
        assert NAME not in repr([*archive.rows(archive.boxes()[0])])


# The command


def test_a_name_is_forgotten_and_shown_again(path: Path, capsys: Capture) -> None:
    where = ("--journal", path)

    assert said(capsys, "forget", NAME.lower(), *where) == (
        "N.N. 1 stands for this name from now on, in 2 matches.\n"
    )
    assert said(capsys, "forget", LETTERS, *where) == (
        "N.N. 2 stands for this name from now on, in 1 match.\n"
    )
    assert said(capsys, "forget", "--list", *where) == "N.N. 1: 2 matches\nN.N. 2: 1 match\n"
    assert json.loads(said(capsys, "forget", "--list", "--json", *where)) == {
        "forgotten": 1,
        "names": [{"stand_in": "N.N. 1", "matches": 2}, {"stand_in": "N.N. 2", "matches": 1}],
    }
    assert "N.N. 1 stands" in said(capsys, "forget", NAME, *where)

    assert said(capsys, "forget", "--undo", NAME, *where) == "This name is shown again.\n"
    assert NAME in said(capsys, "games", path)
    assert said(capsys, "forget", "--list", *where) == "N.N. 2: 1 match\n"


def test_two_names_that_are_forgotten_at_once_are_both_forgotten(path: Path) -> None:
    with ThreadPoolExecutor(1) as other:
        with alone(path):
            names = forgotten(path)
            forgets = other.submit(main, ["forget", NAME, "--journal", str(path)])
            assert not wait([forgets], timeout=0.2).done
            write(path, names.with_name(LETTERS, taken=()))
        assert forgets.result(PATIENCE_S) == 0

    assert forgotten(path).has(NAME)
    assert forgotten(path).has(LETTERS)


def test_a_box_is_told_whom_its_configuration_still_seats(
    path: Path, tmp_path: Path, capsys: Capture
) -> None:
    config = tmp_path / "stbpi.toml"
    config.write_text(f'[journal]\npath = "{path}"\n[players]\nnames = ["{NAME}", "Bo"]\n')

    told = said(capsys, "forget", NAME, "--config", config)

    assert told.splitlines()[1:] == [
        "The configuration still seats a player of this name: change [players] names."
    ]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["Quilon"], "nobody is called Quilon here\nDid you mean Quillon?"),
        (["--undo", "Bo"], "Bo is not forgotten here"),
        (["--undo", "--list"], "the list changes nothing"),
        (["Bo", "--json"], "only the list can be printed for programs"),
    ],
)
def test_what_cannot_be_done_is_refused(
    path: Path, capsys: Capture, arguments: list[str], why: str
) -> None:
    assert why in said(capsys, "forget", *arguments, "--journal", path, status=2)
    assert not list_of(path).exists()


def test_a_list_that_cannot_be_written_is_said(path: Path) -> None:
    list_of(path).mkdir()

    with pytest.raises(StbError, match=f"{BOX}.db-forgotten is no file"):
        write(path, Forgotten())
