"""What is written for other programs holds everything, in its public form, and nothing else."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from stbpi.cli import main
from stbpi.collector.sources import STDIN
from stbpi.commands import collect as collect_command
from stbpi.commands import export as export_command
from stbpi.commands import stats as stats_command
from stbpi.commands.progress import Progress
from stbpi.games.events import SECRET, SettingChanged, TileDown
from stbpi.history.export import TABLES
from stbpi.history.stats import By
from stbpi.journal.reader import to_row
from stbpi.journal.recorded import Recorded
from stbpi.new_file import new_file
from tests.books.journals import Box, histories, left
from tests.history.hand import WORKED, Hand
from tests.history.stores import (
    BAR,
    collected,
    evening,
    journal,
    journal_of_rows,
    rows_in,
)

Capture = pytest.CaptureFixture[str]
EVENTS = "{done} of {total} events"
KEY = SettingChanged(key=SECRET, value="12 9")


def export(source: Path, form: str, out: Path, *more: str) -> None:
    assert main(["export", str(source), "--box", BAR, "--format", form, "-o", str(out), *more]) == 0


def expected(recorded: Sequence[Recorded]) -> list[tuple[object, ...]]:
    return [(BAR, *to_row(one.public())) for one in recorded]


def as_text(value: object) -> str:
    return "" if value is None else str(value)


@settings(max_examples=15, deadline=None)
@given(histories())
def test_every_format_holds_every_event(recorded: list[Recorded]) -> None:
    told = expected(recorded)
    with TemporaryDirectory() as folder:
        here = Path(folder)
        source = journal(here / "journal.db", recorded)
        for form in ("csv", "json", "ndjson", "parquet", "sqlite"):
            export(source, form, here / form)
        with (here / "csv").open(encoding="utf-8", newline="") as file:
            _names, *lines = csv.reader(file)
        whole = json.loads((here / "json").read_bytes())
        single = [json.loads(line) for line in (here / "ndjson").read_bytes().splitlines()]
        columns = parquet.read_table(here / "parquet").to_pydict()
        stored = rows_in(here / "sqlite")

    assert [tuple(line) for line in lines] == [tuple(map(as_text, row)) for row in told]
    assert whole == single
    assert [tuple(row.values()) for row in whole] == [
        (*row[:-1], json.loads(str(row[-1]))) for row in told
    ]
    assert list(zip(*columns.values(), strict=True)) == told
    assert stored == told


def test_an_exported_collection_says_the_same(tmp_path: Path, capsys: Capture) -> None:
    source = collected(tmp_path / "c.db", {BAR: evening().recorded, "bell": evening().recorded})
    exported = tmp_path / "exported.db"
    assert main(["export", str(source), "--format", "sqlite", "-o", str(exported)]) == 0
    said = []
    for path in (source, exported):
        for command in ("stats", "games"):
            assert main([command, str(path), "--json"]) == 0
        said.append(capsys.readouterr().out)

    assert said[0] == said[1]
    assert rows_in(source) == rows_in(exported)
    with closing(sqlite3.connect(exported)) as connection:
        boxes = connection.execute("SELECT box, last FROM boxes ORDER BY box").fetchall()
    last = len(evening().recorded)
    assert boxes == [(BAR, last), ("bell", last)]


def test_one_box_of_several_is_exported(tmp_path: Path) -> None:
    source = collected(tmp_path / "c.db", {BAR: evening().recorded, "bell": Box().recorded})
    export(source, "sqlite", tmp_path / "one.db")

    assert {row[0] for row in rows_in(tmp_path / "one.db")} == {BAR}


@pytest.mark.parametrize("form", ["csv", "json", "ndjson", "parquet", "sqlite"])
def test_the_landlords_key_stays_on_the_box(form: str, tmp_path: Path) -> None:
    box = Box()
    box.tell(KEY)
    row = to_row(box.recorded[0])
    bodies = [
        row[-1],
        str(row[-1])[:-1],
        '{"key": "box\\u002ekey", "value": "12 9", "new": 1}',
        '{"key": ["box.key"], "value": "12 9"}',
    ]
    rows = [(n, *row[1:-1], body) for n, body in enumerate(bodies, 1)]
    source = journal_of_rows(tmp_path / "j.db", rows)
    export(source, form, tmp_path / "out")

    assert b"12 9" not in (tmp_path / "out").read_bytes()


def test_what_is_damaged_is_passed_on_as_it_is(tmp_path: Path, capsys: Capture) -> None:
    box = Box()
    box.tell(TileDown(tile=1))
    n, boot, match, t, wall, e, body = to_row(box.recorded[0])
    rows: list[tuple[object, ...]] = [
        (1, boot, match, t, wall, e, '{"tile":\n1}'),
        (2, boot, match, t, wall, "tile_flew", "{"),
        (3, boot, match, "soon", wall, e, '"text"'),
        (4, boot, match, t, wall, "player_seated", '{"player":'),
    ]
    source = journal_of_rows(tmp_path / "j.db", rows)
    capsys.readouterr()
    export(source, "ndjson", tmp_path / "out")
    lines = [json.loads(line) for line in (tmp_path / "out").read_bytes().splitlines()]

    assert [line["body"] for line in lines] == ['{"tile":\n1}', "{", '"text"', '{"player":']
    assert lines[2]["t"] == "soon"
    assert capsys.readouterr().err == ""

    export(source, "sqlite", tmp_path / "out.db")
    assert [row[1] for row in rows_in(tmp_path / "out.db")] == [1, 2, 3]
    assert "1 event is damaged" in capsys.readouterr().err
    export(source, "parquet", tmp_path / "out.parquet")
    assert parquet.read_table(tmp_path / "out.parquet").to_pydict()["t"] == [t, t, None, t]
    assert (n, body) == (1, '{"tile":1}')


def test_turns_are_a_row_each_and_no_text_is_a_formula(tmp_path: Path) -> None:
    source = journal(tmp_path / "j.db", evening().recorded)
    export(source, "csv", tmp_path / "turns.csv", "--what", "turns")
    text = (tmp_path / "turns.csv").read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))

    players = " ".join(row["player"] for row in rows)
    assert players == "Ann Bo Ann Bo Bo Cid Ann '=1+1 Ann"
    assert rows[0] == {
        "box": BAR,
        "match": "1",
        "preset": "luk_kassen",
        "rules": '{"rounds": 2}',
        "evening": "2026-01-04",
        "time": "2026-01-05T00:00:10+00:00",
        "wall": "1767571210",
        "round": "1",
        "seat": "1",
        "player": "Ann",
        "standing": "[3, 9]",
        "left": "12",
        "score": "12",
        "why": "no_move",
        "shut": "false",
        "counts": "true",
        "seconds": "10",
        "measure": "",
        "luck": "",
        "errors": "",
        "adjusted": "",
    }
    assert rows[3]["shut"] == "true"
    assert text.count("\r\n") == text.count("\n") == len(rows) + 1


@given(st.text(alphabet="=+-@'\t\r\nab\"", max_size=4))
def test_a_cell_can_be_read_back(name: str) -> None:
    from stbpi.games.record import Kind
    from stbpi.history.formats import _cell

    cell = str(_cell(name, Kind.TEXT))
    is_guarded = cell.startswith("'") and cell.lstrip("'")[:1] in ("=", "+", "-", "@", *"\t\r\n")

    assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r", "\n") or not cell
    assert (cell[1:] if is_guarded and cell.lstrip("'") else cell) == name


def test_matches_are_a_row_each(tmp_path: Path) -> None:
    source = journal(tmp_path / "j.db", evening().recorded)
    export(source, "json", tmp_path / "m.json", "--what", "matches")
    export(source, "parquet", tmp_path / "m.parquet", "--what", "matches")
    rows = json.loads((tmp_path / "m.json").read_bytes())
    columns = parquet.read_table(tmp_path / "m.parquet").to_pydict()

    assert [" ".join(row["players"]) for row in rows] == ["Ann Bo", "Bo Cid", "Ann", "=1+1 Ann"]
    assert [row["stands"] for row in rows] == ["ended", "stopped", "ended", "ended"]
    assert [row["winners"] for row in rows] == [[2], [], [1], [1]]
    assert columns["players"] == [row["players"] for row in rows]
    assert columns["rules"] == [json.dumps(row["rules"]) for row in rows]


def test_an_empty_table_is_a_table(tmp_path: Path) -> None:
    source = journal(tmp_path / "j.db", Box().recorded)
    for form in ("csv", "json", "ndjson", "parquet"):
        export(source, form, tmp_path / form, "--what", "turns")

    assert json.loads((tmp_path / "json").read_bytes()) == []
    assert (tmp_path / "ndjson").read_bytes() == b""
    assert (tmp_path / "csv").read_bytes().startswith(b"box,match,preset")
    assert parquet.read_table(tmp_path / "parquet").num_rows == 0


def test_luck_is_a_number_of_any_format(tmp_path: Path) -> None:
    box = Box()
    Hand(box, rules=[("rounds", 1)]).throws(*WORKED)
    box.plays(left(9))
    source = journal(tmp_path / "j.db", box.recorded)
    for form in ("csv", "json", "parquet"):
        export(source, form, tmp_path / form, "--what", "turns")

    [first, second] = json.loads((tmp_path / "json").read_bytes())
    columns = parquet.read_table(tmp_path / "parquet").to_pydict()
    text = (tmp_path / "csv").read_bytes().decode()
    [row, _second] = csv.DictReader(io.StringIO(text, newline=""))
    assert (first["measure"], second["measure"]) == ("sum", None)
    for name, value in (("luck", 10.473024), ("errors", 1.451903), ("adjusted", 12.473024)):
        assert first[name] == pytest.approx(value, abs=1e-6)
        assert columns[name] == [first[name], None]
        assert float(row[name]) == first[name]


def test_nothing_is_overwritten_and_nothing_half_is_left(tmp_path: Path, capsys: Capture) -> None:
    source = journal(tmp_path / "j.db", evening().recorded)
    out = tmp_path / "out.csv"
    out.write_text("mine")
    arguments = ["export", str(source), "--format", "csv", "-o", str(out)]

    assert main(arguments) == 2
    assert "is there already" in capsys.readouterr().err
    assert out.read_text() == "mine"
    assert main([*arguments, "--force"]) == 0
    assert out.read_text().startswith("box,")
    with pytest.raises(ZeroDivisionError), new_file(tmp_path / "new", force=False) as part:
        part.write_text("half")
        1 / 0  # noqa: B018
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("new")]
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--format", "parquet"], "parquet can't be printed"),
        (["--format", "sqlite"], "sqlite can't be printed"),
        (["--format", "sqlite", "-o", "x", "--what", "turns"], "turns and matches follow from"),
        (["--format", "csv", "--force"], "Leave out --force"),
        (["--format", "csv", "-o", "/nowhere/x"], "No such file or directory"),
    ],
)
def test_what_can_not_be_is_one_clear_message(
    options: list[str], said: str, tmp_path: Path, capsys: Capture
) -> None:
    source = journal(tmp_path / "j.db", evening().recorded)

    assert main(["export", str(source), *options]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_without_pyarrow_that_is_said(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = journal(tmp_path / "j.db", evening().recorded)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    out = tmp_path / "x.parquet"

    assert main(["export", str(source), "--format", "parquet", "-o", str(out)]) == 2
    assert "pip install 'stbpi[parquet]'" in capsys.readouterr().err
    assert not out.exists()


def test_a_bar_is_shown_where_it_takes_long(capsys: Capture) -> None:
    with Progress(1000, EVENTS, is_shown=True) as progress:
        progress._next = 0
        progress.add(250)
        assert "25 %  250 of 1,000 events" in capsys.readouterr().err
    assert capsys.readouterr().err == "\r\x1b[K"

    with Progress(1000, EVENTS, is_shown=False) as progress:
        progress._next = 0
        progress.add(250)
    assert capsys.readouterr().err == ""


def test_a_name_of_any_letters_is_written(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), names=("\ud800x", "Ærø"))
    source = journal(tmp_path / "j.db", box.recorded)
    for form in ("csv", "json", "parquet"):
        export(source, form, tmp_path / form, "--what", "turns")

    assert parquet.read_table(tmp_path / "parquet").to_pydict()["player"] == ["\\ud800x"]
    assert b"\\ud800x" in (tmp_path / "csv").read_bytes()


def test_what_the_commands_offer_is_what_there_is() -> None:
    assert tuple(TABLES) == export_command.WHAT
    assert tuple(By) == stats_command.BY
    assert collect_command.STDIN == STDIN
