"""The soak of bad cables: a short one must come through, and it must be able to find something."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.collector.database import Row
from stbpi.collector.store import Piece, Store
from stbpi.games.events import SECRET, Event, SettingChanged, TileDown
from stbpi.journal.reader import to_row
from stbpi.journal.store import Journal
from tests.doubles import PATIENCE_S
from tests.processes import ROOT, environ
from tests.soak.stored import difference

HAPPENED: tuple[Event, ...] = (
    SettingChanged(key=SECRET, value="1234"),
    *(TileDown(tile=tile) for tile in range(1, 6)),
)
SHORT = "--boxes 2 --events 100 --pulls 8 --collector-kills 3 --box-kills 2 --seed 1"


def test_what_was_told_over_bad_cables_is_stored_once_in_order(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.soak.line", *SHORT.split()],
        cwd=ROOT,
        env=environ({"TMPDIR": str(tmp_path)}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=20 * PATIENCE_S)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)

    assert (process.returncode, out.count("pulled 16 times")) == (0, 1), err
    assert list(tmp_path.iterdir()) == []


class Bar:
    """A journal, and what a collector has stored and printed of it."""

    def __init__(self, folder: Path) -> None:
        self.journal, self.db = folder / "journal.db", folder / "collection.db"
        self.printed = folder / "printed"
        with closing(Journal(self.journal)) as journal:
            journal.record(HAPPENED, t=0, wall=None)
            told = journal.sync()
        rows = [Row("bar", *to_row(one.public())) for one in told]  # type: ignore[arg-type]
        with closing(Store(self.db)) as store:
            store.add(rows)
            store.commit()
        self.print_(*range(1, len(rows) + 1))

    def print_(self, *numbers: int) -> None:
        with self.printed.open("a") as printed:
            printed.writelines(f"bar#{n} 0 tile_down\n" for n in numbers)

    def change(self, query: str) -> None:
        with closing(sqlite3.connect(self.db)) as db, db:
            db.execute(query)

    def difference(self) -> str:
        return difference({"bar": self.journal}, self.db, self.printed)


@pytest.fixture
def bar(tmp_path: Path) -> Bar:
    return Bar(tmp_path)


def test_what_is_the_same_has_no_difference(bar: Bar) -> None:
    assert bar.difference() == ""


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM events WHERE n = 6",
        "DELETE FROM events WHERE n = 3",
        "UPDATE events SET body = '{\"tile\":9}' WHERE n = 4",
        "UPDATE events SET wall = 0 WHERE n = 2",
        "UPDATE events SET body = replace(body, 'hidden', '1234') WHERE n = 1",
        "INSERT INTO events VALUES ('bar', 7, 1, 0, 0, NULL, 'tile_up', '{\"tile\":1}')",
    ],
)
def test_an_event_that_is_different_or_missing_or_too_many_is_found(bar: Bar, query: str) -> None:
    bar.change(query)

    assert bar.difference().startswith("bar has ")


def test_events_of_nobody_are_found(bar: Bar) -> None:
    bar.change("INSERT INTO events VALUES ('baz', 1, 1, 0, 0, NULL, 'tile_up', '{\"tile\":1}')")

    assert bar.difference() == "there is no box baz"


def test_a_conflict_is_found(bar: Bar) -> None:
    with closing(Store(bar.db)) as store:
        store.keep([Piece(0, "port", "bar", "conflict", 2, b"{}")])
        store.commit()

    assert bar.difference().startswith("a number has come with two events")


def test_an_event_that_is_printed_twice_is_found(bar: Bar) -> None:
    bar.print_(3)

    assert bar.difference() == "bar#3 was printed twice"
