"""The simulated disk: full it refuses, and it knows what was recorded and what was lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.errors import JournalError
from stbpi.games.events import TileDown, TileUp
from stbpi.journal.store import Journal
from stbpi.journal.writer import Store
from stbpi.sim.disk import Disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(Journal(path)) as journal:
        yield journal


def record(store: Store, tile: int) -> None:
    store.record((TileDown(tile=tile), TileUp(tile=tile)), t=0, wall=None)


def test_a_full_disk_refuses_to_write_and_writes_everything_when_there_is_room(
    journal: Journal,
) -> None:
    disk = Disk()
    store = disk.holding(journal)
    record(store, 1)
    disk.is_full = True
    with pytest.raises(JournalError, match="the disk is full"):
        store.sync()
    record(store, 2)
    assert journal.last_n == 0
    disk.is_full = False

    assert list(store.sync()) == disk.recorded == list(journal.events())
    assert [one.n for one in disk.recorded] == [1, 2, 3, 4]


def test_a_full_disk_does_not_mind_when_there_is_nothing_to_write(journal: Journal) -> None:
    disk = Disk()
    store = disk.holding(journal)
    store.sync()
    disk.is_full = True

    assert store.sync() == ()


def test_a_full_disk_does_not_let_the_journal_be_opened_to_write(journal: Journal) -> None:
    disk = Disk()
    disk.is_full = True
    store = disk.holding(journal)

    with pytest.raises(JournalError, match="the disk is full") as refused:
        store.sync()
    assert refused.value.mark == "the journal's disk is full"
    assert not journal.path.exists()

    disk.is_full = False
    assert store.sync() == ()
    assert journal.path.exists()


def test_what_a_cut_of_the_power_has_lost_was_never_recorded(path: Path) -> None:
    disk = Disk()
    with closing(Journal(path)) as journal:
        store = disk.holding(journal)
        record(store, 1)
        store.sync()
        record(store, 2)
    with closing(Journal(path)) as journal:
        store = disk.holding(journal)
        record(store, 3)

    assert [(one.boot, one.n) for one in disk.recorded] == [(1, 1), (1, 2), (2, 3), (2, 4)]
    assert disk.kept == [0, 2]
