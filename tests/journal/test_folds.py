"""Folds of the journal: as if from the first event, whatever lies between; cheap; never ahead."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.errors import JournalError
from stbpi.games.events import Event, MatchStarted, TileDown, TileUp
from stbpi.journal import folds
from stbpi.journal.folds import MOST, Folded, folded
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal
from tests.journal.places import contents, leave_killed, written
from tests.journal.rig.checks import moments, variants
from tests.journal.rig.cuts import Disk
from tests.journal.rig.storage import Storage, fast_folder
from tests.journal.rig.vfs import RigUnavailableError, watched_by

FullDisk = Callable[[], AbstractContextManager[None]]

STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
DOWN, UP = TileDown(tile=4), TileUp(tile=4)
MOVES: list[Event] = [DOWN, UP]


class Names:
    """Counts the events of each name, and adds up their numbers so that each of them matters.

    Attributes:
        steps: how many events were folded.
    """

    def __init__(self, *, name: str = "names", version: int = 1) -> None:
        self.name = name
        self.version = version
        self.steps = 0

    def start(self) -> dict[str, int]:
        return {"sum": 0}

    def step(self, state: dict[str, int], recorded: Recorded) -> dict[str, int]:
        self.steps += 1
        name = recorded.event.e
        return {**state, "sum": state["sum"] + recorded.n**2, name: state.get(name, 0) + 1}

    def dump(self, state: dict[str, int]) -> dict[str, Any]:
        return {"counts": state}

    def load(self, dumped: dict[str, Any]) -> dict[str, int]:
        counts: dict[str, int] = dumped["counts"]
        return counts


def from_the_first(recorded: Iterator[Recorded] | list[Recorded]) -> dict[str, int]:
    fold = Names()
    state = fold.start()
    for one in recorded:
        state = fold.step(state, one)
    return state


def read(path: Path, fold: Names) -> Folded[dict[str, int]]:
    with closing(open_read_only(path)) as reader:
        return folded(fold, reader)


def kept(path: Path) -> list[tuple[str, int, int]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT fold, version, n FROM snapshots ORDER BY 1").fetchall()


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql)


def test_a_journal_without_snapshots_is_folded_from_the_first(path: Path) -> None:
    with closing(Journal(path)) as journal:
        assert journal.folded(Names()) == Folded(state={"sum": 0}, newest=None, n=0)
        *_, last = written(journal, DOWN, STARTED, UP)

        expected = {"sum": 14, "tile_down": 1, "match_started": 1, "tile_up": 1}
        assert journal.folded(Names()) == Folded(state=expected, newest=last, n=3)
    assert read(path, Names()) == Folded(state=expected, newest=last, n=3)


def test_after_a_snapshot_only_what_came_behind_it_is_folded(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, *MOVES * 50)
        assert not journal.keep([Names()])
        written(journal, STARTED)

        fold = Names()
        assert journal.folded(fold).state == from_the_first(journal.events())
        assert fold.steps == 1
    assert kept(path) == [("names", 1, 100)]

    reading = Names()
    assert read(path, reading).n == 101
    assert reading.steps == 1


def test_what_a_snapshot_has_could_even_be_unreadable(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, DOWN, UP)
        journal.keep([Names()])
        whole = journal.folded(Names()).state
    change(path, "UPDATE events SET body = 'spoilt'")

    assert read(path, Names()).state == whole


def test_a_long_history_is_folded_bit_by_bit(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, *MOVES * MOST)
        fold = Names()

        assert [journal.keep([fold]), fold.steps] == [True, MOST]
        assert kept(path) == [("names", 1, MOST)]
        assert not journal.keep([fold])
        assert (fold.steps, kept(path)) == (2 * MOST, [("names", 1, 2 * MOST)])
        assert not journal.keep([fold])
        assert fold.steps == 2 * MOST


def test_a_new_fold_catches_up_with_those_that_are_there(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, *MOVES * 10)
        journal.keep([Names()])
        written(journal, STARTED)
        other = Names(name="other")
        assert not journal.keep([Names(), other])

        assert kept(path) == [("names", 1, 21), ("other", 1, 21)]
        assert (other.steps, journal.folded(other).state) == (21, from_the_first(journal.events()))


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE snapshots SET version = 7",
        "UPDATE snapshots SET state = '{'",
        "UPDATE snapshots SET state = '[]'",
        "UPDATE snapshots SET state = '{}'",
        "UPDATE snapshots SET t = t + 1",
        "UPDATE snapshots SET boot = boot + 1",
        "UPDATE snapshots SET n = 99",
        "DELETE FROM snapshots",
        "DROP TABLE snapshots",
        "DELETE FROM events WHERE n > 2",
    ],
)
def test_a_snapshot_that_does_not_fit_is_not_used_and_made_again(path: Path, spoil: str) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED, DOWN)
        journal.record([UP], t=2, wall=None)
        journal.sync()
        journal.keep([Names()])
    change(path, spoil)

    with closing(open_read_only(path)) as reader:
        assert folded(Names(), reader).state == from_the_first(reader.events())
    with closing(Journal(path)) as journal:
        journal.sync()
        journal.keep([Names()])
        last = journal.last_n
    assert kept(path) == [("names", 1, last)]


def test_numbers_used_again_for_other_events_have_no_snapshot(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED, DOWN)
        journal.record([UP], t=2, wall=None)
        journal.sync()
        journal.keep([Names()])
    change(path, "DELETE FROM events WHERE n > 2")
    with closing(Journal(path)) as journal:
        journal.record([TileDown(tile=9)], t=3, wall=None)
        journal.sync()

        assert journal.folded(Names()).state == from_the_first(journal.events())


def test_who_only_reads_writes_nothing(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, *MOVES * 10)
    before = contents(path.parent)

    read(path, Names())

    assert contents(path.parent) == before


def test_a_journal_of_an_older_program_is_taken_over_as_it_is(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, DOWN, UP)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert not connection.execute(
            "SELECT 1 FROM sqlite_master WHERE name = 'snapshots'"
        ).fetchall()

    with closing(Journal(path)) as journal:
        journal.keep([Names()])
        written(journal, STARTED)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert kept(path) == [("names", 1, 2)]


def test_a_program_that_was_killed_leaves_snapshots_that_hold(path: Path) -> None:
    recorded = leave_killed(path, [STARTED, DOWN], [UP, STARTED])
    with closing(Journal(path)) as journal:
        journal.keep([Names()])

        assert journal.folded(Names()).state == from_the_first(list(recorded))


def test_nothing_is_kept_before_there_is_a_journal(path: Path) -> None:
    with closing(Journal(path)) as journal:
        assert not journal.keep([Names()])
        journal.record([DOWN], t=1, wall=None)
        assert not journal.keep([Names()])
        journal.sync()
        assert not journal.keep([Names()])
    assert kept(path) == [("names", 1, 1)]


def test_a_full_disk_takes_no_snapshot_and_loses_nothing(path: Path, full_disk: FullDisk) -> None:
    with closing(Journal(path)) as journal:
        written(journal, *MOVES * 10)
        with full_disk(), pytest.raises(JournalError):
            journal.keep([Names()])
        assert journal.folded(Names()).state == from_the_first(journal.events())
        with pytest.raises(JournalError):
            journal.sync()

        written(journal, STARTED)
        assert not journal.keep([Names()])
        assert [one.n for one in journal.events()] == list(range(1, 22))
    assert kept(path) == [("names", 1, 21)]


def test_a_journal_that_has_vanished_takes_none(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, DOWN)
        path.rename(path.with_name("elsewhere.db"))

        assert not journal.keep([Names()])
        assert not path.exists()


def test_an_older_copy_in_the_journals_place_is_folded_as_it_is(path: Path) -> None:
    """What the copy lacks of the past is in no snapshot either."""
    with closing(Journal(path)) as journal:
        written(journal, DOWN)
        journal.keep([Names()])
    copy = path.read_bytes()
    with closing(Journal(path)) as journal:
        written(journal, *MOVES * 10)
        journal.keep([Names()])
        path.unlink()
        path.with_name("journal.db-wal").unlink()
        path.write_bytes(copy)
        journal.record([STARTED], t=9, wall=None)
        with pytest.raises(JournalError, match="vanished"):
            journal.sync()
        journal.sync()
        journal.keep([Names()])

        assert journal.folded(Names()).state == from_the_first(journal.events())
        assert len(list(journal.events())) == 2


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from([DOWN, UP, STARTED]), max_size=5), max_size=12), st.data())
def test_snapshots_at_any_place_change_nothing(
    batches: list[list[Event]], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        journal = Journal(path)
        try:
            for t, events in enumerate(batches):
                journal.record(events, t=t, wall=None)
                journal.sync()
                if data.draw(st.booleans()):
                    journal.keep([Names()])
                if data.draw(st.integers(0, 3)) == 3:
                    journal.close()
                    journal = Journal(path)
                assert journal.folded(Names()).state == from_the_first(journal.events())
        finally:
            journal.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    with fast_folder() as folder:
        yield folder


def test_a_cut_at_any_write_leaves_no_snapshot_ahead_of_its_events(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folds, "MOST", 3)
    storage = Storage()
    try:
        with watched_by(storage), closing(Journal(folder / "journal.db")) as journal:
            for t in range(4):
                journal.record([DOWN, STARTED, UP], t=t, wall=None)
                journal.sync()
                storage.mark(journal.last_n)
                while journal.keep([Names(), Names(name="other")]):
                    pass
    except RigUnavailableError as exc:
        pytest.skip(str(exc))
    seen = set()
    looked_at = folder / "cut"
    looked_at.mkdir()
    disk = Disk()
    for n, shown in moments(storage.log, disk, is_wanted=lambda _: True):
        for _cut, image in variants(disk, n, seeds=4):
            for file in looked_at.iterdir():
                file.unlink()
            for name, content in image.items():
                (looked_at / name).write_bytes(content)
            with closing(Journal(looked_at / "journal.db")) as journal:
                whole = from_the_first(journal.events())
                fold = Names()
                assert journal.folded(fold).state == whole
                assert journal.last_n >= shown
                if journal.last_n:
                    seen.add((journal.last_n, fold.steps))
    assert {(12, 0), (12, 3), (3, 3), (3, 0)} <= seen


def test_the_states_are_kept_as_json(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, DOWN)
        journal.keep([Names()])
    with closing(sqlite3.connect(path)) as connection:
        (state,) = connection.execute("SELECT state FROM snapshots").fetchone()

    assert json.loads(state) == {"counts": {"sum": 1, "tile_down": 1}}
