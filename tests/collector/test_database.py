"""What may lie where the collection should be, and what is said of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.collector import database
from stbpi.collector.store import Store
from stbpi.errors import CollectionError, CollectionStopped
from stbpi.journal.store import Journal
from tests.collector.box_model import BoxModel
from tests.collector.rig import Rig


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "collection.db"


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def newer(path: Path) -> None:
    Store(path).close()
    sql(path, "PRAGMA user_version = 2")


def foreign(path: Path) -> None:
    sql(path, "CREATE TABLE recipes (title TEXT)")


def journal(path: Path) -> None:
    with closing(Journal(path)) as box:
        box.sync()
    sql(path, "PRAGMA application_id = 0x73746270", "CREATE TABLE IF NOT EXISTS events (n)")


def no_database(path: Path) -> None:
    path.write_bytes(b"dear diary, " * 200)


def damaged(path: Path) -> None:
    Store(path).close()
    path.write_bytes(path.read_bytes()[:300] + b"\xff" * 20_000)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (newer, "has version 2, this stbpi knows 1"),
        (foreign, "is the database of another program"),
        (journal, "is the journal of a box"),
        (no_database, "file is not a database"),
        (damaged, "malformed"),
    ],
)
def test_a_file_that_is_no_collection_is_refused_and_left_as_it_is(
    path: Path, make: Callable[[Path], None], says: str
) -> None:
    make(path)
    before = path.read_bytes()

    with pytest.raises(CollectionError, match=says) as caught:
        Store(path).boxes()

    assert not isinstance(caught.value, CollectionStopped)
    assert str(path) in caught.value.what
    assert caught.value.do
    assert len(str(caught.value).splitlines()) == 2
    assert path.read_bytes() == before


def test_a_folder_in_its_place_is_told(path: Path) -> None:
    path.mkdir()

    with pytest.raises(CollectionError, match="unable to open database file"):
        Store(path)


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(CollectionError, match=r"Not a directory|File exists"):
        Store(tmp_path / "file" / "collection.db")


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    Store(tmp_path / "new" / "collection.db").close()

    assert (tmp_path / "new" / "collection.db").is_file()


def test_no_permission_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(path).close()

    def refuse(*_: object, **__: object) -> sqlite3.Connection:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(sqlite3, "connect", refuse)
    with pytest.raises(CollectionError, match="Permission denied") as caught:
        Store(path)

    assert "who may read and write there" in caught.value.do


def test_another_program_that_writes_for_long_is_told(
    rig: Rig, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = BoxModel(count=3)
    rig.open()
    rig.came(box.hello() + box.send(1))
    rig.intake.commit()
    monkeypatch.setattr(database, "BUSY_S", 0.01)
    rig.kill()
    rig.open()

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CollectionStopped, match="database is locked"):
            rig.came(box.hello() + box.send())

    assert rig.rows() == box.rows()[:1]


def test_a_full_disk_is_told_and_what_was_stored_stays(path: Path) -> None:
    box = BoxModel(count=4000)
    rig = Rig(path)
    rig.open()
    rig.came(box.hello() + box.send(1000))
    rig.intake.commit()
    pages = "PRAGMA max_page_count = 1"  # it can't be less than there are
    rig.intake._store._db.execute(pages)

    with pytest.raises(CollectionStopped, match="full"):
        for _ in range(3):
            rig.came(box.send(1000))
            rig.intake.commit()

    with pytest.raises(CollectionError):
        rig.intake.commit()
    rig.close()
    assert rig.rows() == box.rows()[: len(rig.rows())]
    assert len(rig.rows()) >= 1000


def test_the_database_has_what_history_asks_for(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        plan = db.execute(
            f"EXPLAIN QUERY PLAN SELECT * FROM events WHERE {database.TOLD} ORDER BY box, match, n"
        ).fetchall()

    assert application.to_bytes(4, "big") == b"stbc"
    assert version == 1
    assert [step[3] for step in plan] == ["SCAN events USING COVERING INDEX told"]


def test_every_commit_is_on_the_disk(path: Path) -> None:
    store = Store(path)

    with store._db as db:
        found = [
            db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ]

    assert found == ["wal", 2]
    store.close()
