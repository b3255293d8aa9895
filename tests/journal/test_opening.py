"""Opening a journal: what is made, what is refused, and that nothing is overwritten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.errors import JournalError
from stbpi.games.events import Event, MatchStarted, PlayerSeated
from stbpi.journal.database import connect_to_write, prepare_to_write
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal

STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
SEATED = PlayerSeated(seat=1, player="Ann")


def written(journal: Journal, *events: Event) -> None:
    """Record events in one go and sync them."""
    journal.record(events, t=1, wall=None)
    journal.sync()


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    with closing(connect_to_write(path)) as connection:
        prepare_to_write(connection, path)
        mode = connection.execute("PRAGMA journal_mode").fetchone()
        synchronous = connection.execute("PRAGMA synchronous").fetchone()

    assert (mode, synchronous) == (("wal",), (2,))


def test_a_journal_of_a_simulation_does_not_wait_for_the_disk(path: Path) -> None:
    with closing(connect_to_write(path)) as connection:
        prepare_to_write(connection, path, synced=False)
        assert connection.execute("PRAGMA synchronous").fetchone() == (0,)

    with closing(Journal(path, synced=False)) as journal:
        written(journal, STARTED)
    with closing(Journal(path)) as journal:
        assert journal.last_n == 1


def test_a_closed_journal_is_a_single_file_and_its_lock(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED)
        journal.close()

    assert sorted(p.name for p in path.parent.iterdir()) == ["journal.db", "journal.db-lock"]


def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "journal.db"
    with closing(Journal(path)) as journal:
        journal.sync()

    assert path.is_file()


def test_a_place_where_no_journal_can_ever_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    for path, said in (
        (tmp_path / "file" / "journal.db", r"file/journal\.db can't be opened"),
        (tmp_path / "folder", "it is a folder"),
    ):
        with pytest.raises(JournalError, match=said) as caught:
            Journal(path)
        assert caught.value.path == path


def test_nothing_is_written_before_something_has_happened(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED)
    before = path.read_bytes()

    with closing(Journal(path)) as journal:
        assert journal.sync() == ()
        assert path.read_bytes() == before
        assert not path.with_name("journal.db-wal").stat().st_size


def test_a_file_that_is_no_database_is_left_as_it_is(path: Path) -> None:
    path.write_bytes(b"dear diary" * 500)

    with pytest.raises(JournalError, match="not a database") as caught:
        Journal(path)
    assert "[journal] path" in caught.value.do
    assert path.read_bytes() == b"dear diary" * 500
    assert list(path.parent.iterdir()) == [path]


def test_the_database_of_another_program_is_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()

    with pytest.raises(JournalError, match="another program"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_journal_of_a_newer_version_is_refused(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    before = path.read_bytes()

    for opener in (Journal, open_read_only):
        with pytest.raises(JournalError, match=r"version 2, this stbpi knows 1\nUpdate stbpi"):
            opener(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("body", '{"hat":1}', "event 2: event 'player_seated' has the wrong fields"),
        ("body", "{", "event 2: '{' is no JSON object"),
        ("body", "[]", r"event 2: '\[\]' is no JSON object"),
        ("e", "player_sgated", "event 2: unknown event 'player_sgated'"),
        ("t", "noon", r"event 2: \(2, 1, 1, 'noon'\) are no numbers"),
    ],
)
def test_an_event_that_cannot_be_understood_is_named_by_its_number(
    path: Path, column: str, value: str, said: str
) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED, SEATED)
    change(path, f"UPDATE events SET {column} = '{value}' WHERE n = 2")

    with closing(open_read_only(path)) as reader, pytest.raises(JournalError, match=said):
        reader.last_match()


def test_an_event_of_a_newer_program_is_refused_and_left_as_it_is(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED, SEATED)
    change(path, "UPDATE events SET e = 'dragon_seen' WHERE n = 2")
    before = path.read_bytes()

    with pytest.raises(JournalError, match=r"event 2: unknown event 'dragon_seen'\nA newer stbpi"):
        Journal(path)
    assert path.read_bytes() == before


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()
