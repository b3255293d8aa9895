"""Reading a journal from outside: while the box plays, and under another user."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.errors import JournalError
from stbpi.games.events import MatchStarted, TileDown
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal
from tests.journal.places import under_another_user

STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)


@pytest.fixture
def shown() -> Iterator[Path]:
    """A journal that was played and closed, in a folder where others may look but not write."""
    folder = Path(tempfile.mkdtemp())
    try:
        with closing(Journal(folder / "journal.db")) as journal:
            journal.record([STARTED, TileDown(tile=1)], t=1, wall=None)
            journal.sync()
        (folder / "journal.db").chmod(0o644)
        folder.chmod(0o555)
        yield folder / "journal.db"
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def begun(path: Path) -> Journal:
    """Return the journal of a box that has started and played nothing."""
    journal = Journal(path)
    journal.sync()
    return journal


def test_a_reader_sees_what_is_synced_while_the_box_plays(path: Path) -> None:
    with closing(begun(path)) as journal, closing(open_read_only(path)) as reader:
        recorded = journal.record([STARTED], t=1, wall=None)
        assert list(reader.events()) == []

        journal.sync()
        last = reader.last_match()
        assert tuple(reader.events()) == recorded
        assert reader.last_n() == 1
        assert last is not None
        assert last.events == recorded


def test_a_slow_reader_does_not_keep_the_box_from_writing(path: Path) -> None:
    with closing(begun(path)) as journal, closing(open_read_only(path)) as reader:
        journal.record([STARTED, *(TileDown(tile=1) for _ in range(700))], t=1, wall=None)
        journal.sync()
        slow = reader.events()
        first = next(slow)
        journal.record([TileDown(tile=2)], t=2, wall=None)
        journal.sync()

        assert [first.n, *(r.n for r in slow)] == list(range(1, 703))


def test_a_reader_without_rights_reads_a_journal_at_rest(shown: Path) -> None:
    with under_another_user(), closing(open_read_only(shown)) as reader:
        assert [r.n for r in reader.events()] == [1, 2]

    assert sorted(p.name for p in shown.parent.iterdir()) == ["journal.db", "journal.db-lock"]


def test_a_reader_without_rights_does_not_guess_while_a_wal_file_exists(shown: Path) -> None:
    shown.parent.chmod(0o755)
    shown.with_name("journal.db-wal").write_bytes(b"")
    shown.parent.chmod(0o555)

    with under_another_user(), pytest.raises(JournalError, match="can't be read"):
        open_read_only(shown)


def test_reading_makes_no_journal(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is no journal at"):
        open_read_only(tmp_path / "journal.db")

    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_was_never_finished_being_made_is_empty(path: Path) -> None:
    path.write_bytes(b"")

    with pytest.raises(JournalError, match="is empty"):
        open_read_only(path)


def test_a_file_that_is_no_database_cannot_be_read(path: Path) -> None:
    path.write_bytes(b"dear diary" * 500)

    with pytest.raises(JournalError, match="not a database"):
        open_read_only(path)
