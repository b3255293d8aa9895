"""Opening a journal: what is made, what is refused, and that nothing is overwritten."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from stbpi.errors import JournalError
from stbpi.games.events import Event, MatchStarted, PlayerSeated
from stbpi.games.game import NO_TILES
from stbpi.journal.database import open_to_write
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal

FullDisk = Callable[[], AbstractContextManager[None]]

STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
SEATED = PlayerSeated(seat=1, player="Ann")


def written(journal: Journal, *events: Event) -> None:
    """Record events in one go and sync them."""
    journal.record(events, t=1, wall=None)
    journal.sync()


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    with closing(open_to_write(path)) as connection:
        mode = connection.execute("PRAGMA journal_mode").fetchone()
        synchronous = connection.execute("PRAGMA synchronous").fetchone()

    assert (mode, synchronous) == (("wal",), (2,))


def test_a_closed_journal_is_a_single_file_and_its_lock(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED)
        journal.close()

    assert sorted(p.name for p in path.parent.iterdir()) == ["journal.db", "journal.db-lock"]


def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "journal.db"
    with closing(Journal(path)):
        pass

    assert path.is_file()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "journal.db"

    with pytest.raises(JournalError, match=r"file/journal\.db can't be opened") as caught:
        Journal(path)
    assert caught.value.path == path


def test_a_full_disk_is_said_when_the_journal_is_opened(path: Path, full_disk: FullDisk) -> None:
    with full_disk(), pytest.raises(JournalError, match="can't be opened"):
        Journal(path)


def test_a_file_that_is_no_database_is_left_as_it_is(path: Path) -> None:
    path.write_bytes(b"dear diary" * 500)

    with pytest.raises(JournalError, match="not a database") as caught:
        Journal(path)
    assert "[journal] path" in caught.value.do
    assert path.read_bytes() == b"dear diary" * 500


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


def test_two_programs_cannot_play_with_one_journal(path: Path) -> None:
    with closing(Journal(path)) as journal:
        with pytest.raises(JournalError, match="in use by another stbpi"):
            Journal(path)

        written(journal, STARTED)

    with closing(Journal(path)) as journal:
        assert journal.last_n == 1


def test_an_opening_that_failed_leaves_the_journal_free(path: Path, full_disk: FullDisk) -> None:
    with full_disk(), pytest.raises(JournalError):
        Journal(path)

    with closing(Journal(path)) as journal:
        assert (journal.boot, journal.down) == (1, NO_TILES)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("e", "dragon_seen", "event 2: unknown event 'dragon_seen'"),
        ("body", '{"hat":1}', "event 2: event 'player_seated' has the wrong fields"),
        ("body", "{", "event 2: '{' is no JSON object"),
        ("body", "[]", r"event 2: '\[\]' is no JSON object"),
    ],
)
def test_an_event_that_cannot_be_understood_is_named_by_its_number(
    path: Path, column: str, value: str, said: str
) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED, SEATED)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE events SET {column} = ? WHERE n = 2", (value,))
        connection.commit()

    with closing(Journal(path)) as journal, pytest.raises(JournalError, match=said):
        journal.last_match()
