"""The power comes on: whatever the disk does, the box starts, and saves when it can."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from stbpi.errors import JournalError
from stbpi.games.events import Resumed
from stbpi.games.game import NO_TILES, tiles
from stbpi.journal.database import FAILS, FULL, MISSING, NOT_ALLOWED, READ_ONLY
from stbpi.journal.reader import open_read_only
from stbpi.journal.resume import Past, past
from stbpi.journal.store import Journal
from tests.journal.places import (
    MATCH,
    MOVED,
    STARTED,
    contents,
    leave_killed,
    may,
    open_folder,
    under_another_user,
    written,
)

FullDisk = Callable[[], AbstractContextManager[None]]

RESUMED = Resumed(gap_ms=None)
IN_THE_MATCH = Past(
    fresh=False, down=tiles(5), match_down=NO_TILES, match=(*MATCH, MOVED), gap_ms=None
)


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as folder:
        yield folder


@pytest.fixture(params=["at rest", "killed"])
def left(request: pytest.FixtureRequest, folder: Path) -> Path:
    """A journal with an open match of two evenings: the program was stopped, or killed."""
    path = folder / "journal.db"
    leave_killed(path, MATCH, [MOVED])
    if request.param == "at rest":
        with closing(open_read_only(path)):
            pass
        with closing(Journal(path)) as journal:
            journal.sync()
        assert not path.with_name("journal.db-wal").exists()
    return path


def refused(journal: Journal) -> str:
    """Try to write, in vain; return the mark that is shown."""
    with pytest.raises(JournalError) as caught:
        journal.sync()
    assert caught.value.mark.isascii()
    assert len(caught.value.mark) <= 60
    return caught.value.mark


@pytest.mark.field("F3")
def test_without_the_right_to_write_the_match_goes_on_and_is_saved_later(left: Path) -> None:
    may(left.parent, write=False)
    before = contents(left.parent)
    with under_another_user(), closing(Journal(left)) as journal:
        assert past(journal, wall=None) == IN_THE_MATCH
        recorded = journal.record([RESUMED, MOVED], t=1, wall=None)
        assert [(r.n, r.boot, r.match) for r in recorded] == [(6, 3, 1), (7, 3, 1)]
        assert refused(journal) == NOT_ALLOWED
        assert [r.n for r in journal.events()] == [1, 2, 3, 4, 5]
        assert contents(left.parent) == before

        os_may_write(left)
        assert journal.sync() == recorded
        assert [r.n for r in journal.events()] == [1, 2, 3, 4, 5, 6, 7]


def os_may_write(path: Path) -> None:
    """Let everybody write again, by the one who may say so."""
    user = os.geteuid()
    if os.getuid() != user:
        os.seteuid(os.getuid())
    may(path.parent, write=True)
    if os.getuid() != user:
        os.seteuid(user)


@pytest.mark.field("F3")
def test_with_a_full_disk_the_match_goes_on_and_is_saved_later(
    left: Path, full_disk: FullDisk
) -> None:
    before = contents(left.parent)
    with full_disk():
        journal = Journal(left)
        assert past(journal, wall=None) == IN_THE_MATCH
        recorded = journal.record([RESUMED, MOVED], t=1, wall=None)
        assert refused(journal) == FAILS
        assert contents(left.parent) == before

    with closing(journal):
        assert journal.sync() == recorded
        assert [r.n for r in journal.events()] == [1, 2, 3, 4, 5, 6, 7]


def test_a_full_disk_without_a_journal_gets_one_when_there_is_room(
    path: Path, full_disk: FullDisk
) -> None:
    with full_disk():
        journal = Journal(path)
        assert past(journal, wall=None).fresh
        recorded = journal.record(MATCH, t=1, wall=None)
        assert refused(journal) == FAILS

    with closing(journal):
        assert journal.sync() == recorded
    with closing(Journal(path)) as journal:
        assert past(journal, wall=None).match == MATCH


@pytest.mark.field("F3")
def test_what_was_played_beside_an_unreadable_journal_is_numbered_behind_it(left: Path) -> None:
    left.chmod(0)
    with under_another_user(), closing(Journal(left)) as journal:
        assert past(journal, wall=None).fresh
        provisional = journal.record([MOVED, *MATCH], t=1, wall=None)
        assert [(r.n, r.boot, r.match) for r in provisional[:2]] == [(1, 1, 0), (2, 1, 1)]
        assert refused(journal) == NOT_ALLOWED
        assert list(journal.events()) == []

        os_may_write(left)
        later = journal.sync()
        assert [(r.n, r.boot, r.match) for r in later[:2]] == [(6, 3, 1), (7, 3, 2)]
        assert [r.event for r in later] == [r.event for r in provisional]
        assert [r.n for r in journal.events()] == list(range(1, 11))
        (more,) = written(journal, MOVED)
        assert (more.n, more.boot, more.match) == (11, 3, 2)

    with closing(Journal(left)) as journal:
        assert past(journal, wall=None).match == (*MATCH, MOVED)


def test_a_folder_that_cannot_be_made_does_not_keep_the_box_from_playing() -> None:
    with closing(Journal(Path("/proc/stbpi/journal.db"))) as journal:
        assert past(journal, wall=None).fresh
        journal.record(MATCH, t=1, wall=None)

        assert refused(journal) == MISSING
        assert journal.unsynced == len(MATCH)


def test_a_folder_that_comes_later_is_used(tmp_path: Path) -> None:
    with open_folder() as folder:
        path = folder / "later" / "journal.db"
        folder.chmod(0o555)
        with under_another_user(), closing(Journal(path)) as journal:
            recorded = journal.record(MATCH, t=1, wall=None)
            assert refused(journal) == NOT_ALLOWED
            os_may_write(path.parent)
            assert journal.sync() == recorded


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """Mount a file system in memory, if this user may do that."""
    if subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", folder], check=False).returncode:
        pytest.skip("mounting needs root; the same is tested with rights and limits")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


@pytest.mark.field("F3")
def test_a_read_only_file_system_is_read_and_later_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with mounted(tmp_path):
        leave_killed(path, MATCH, [MOVED])
        remount(tmp_path, "ro")
        with closing(Journal(path)) as journal:
            assert past(journal, wall=None) == IN_THE_MATCH
            recorded = journal.record([RESUMED], t=1, wall=None)
            assert refused(journal) == READ_ONLY
            remount(tmp_path, "rw")
            assert journal.sync() == recorded


@pytest.mark.field("F3")
def test_a_small_file_system_that_is_full_is_read_and_later_written(tmp_path: Path) -> None:
    path, ballast = tmp_path / "journal.db", tmp_path / "ballast"
    with mounted(tmp_path, "-o", "size=256k"):
        leave_killed(path, MATCH, [MOVED])
        with suppressed_full(), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        with closing(Journal(path)) as journal:
            assert past(journal, wall=None) == IN_THE_MATCH
            recorded = journal.record([RESUMED], t=1, wall=None)
            assert refused(journal) == FULL
            ballast.unlink()
            assert journal.sync() == recorded


@contextmanager
def suppressed_full() -> Iterator[None]:
    with pytest.raises(OSError, match="No space left"):
        yield


def test_the_match_of_a_box_that_could_not_save_is_whole_afterwards(
    left: Path, full_disk: FullDisk
) -> None:
    with full_disk():
        journal = Journal(left)
        journal.record([STARTED, *MATCH[1:]], t=1, wall=None)
        refused(journal)
    with closing(journal):
        journal.sync()
    with closing(Journal(left)) as journal:
        assert past(journal, wall=None).match == MATCH
        assert past(journal, wall=None).match_down == tiles(5)
