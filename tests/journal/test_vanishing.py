"""The file vanishes under a box that plays, or another lies in its place: nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.errors import JournalError
from stbpi.games.events import Event, MatchEnded, TileUp
from stbpi.journal.recorded import Recorded
from stbpi.journal.resume import past
from stbpi.journal.store import VANISHED, Journal
from tests.journal.places import MATCH, MOVED, STARTED, written

ENDED = MatchEnded(winners=(1,), why="rounds")
BACK = TileUp(tile=5)


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    """The journal of a box in its second match, on its second evening."""
    with closing(Journal(path)) as first:
        written(first, *MATCH, ENDED)
    with closing(Journal(path)) as journal:
        written(journal, *MATCH)
        yield journal


def vanished(journal: Journal) -> None:
    with pytest.raises(JournalError, match=VANISHED) as caught:
        journal.sync()
    assert caught.value.mark == VANISHED


def remove(path: Path) -> None:
    path.unlink()


def remove_all(path: Path) -> None:
    shutil.rmtree(path.parent)


def move_away(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def move_the_folder_away(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


@pytest.mark.field("F3")
@pytest.mark.parametrize("vanish", [remove, remove_all, move_away, move_the_folder_away])
def test_a_journal_that_vanishes_is_made_anew_with_the_open_match_and_its_numbers(
    journal: Journal, path: Path, vanish: Callable[[Path], None]
) -> None:
    match = tuple(journal.events(after=5))
    vanish(path)
    pending = journal.record([MOVED], t=2, wall=None)

    vanished(journal)
    assert journal.unsynced == 1
    assert journal.sync() == pending
    assert list(journal.events()) == [*match, *pending]
    assert [r.n for r in pending] == [10]
    journal.close()
    resumed(path, (*MATCH, MOVED), n=11, boot=3, match=2)


def resumed(path: Path, events: tuple[Event, ...], *, n: int, boot: int, match: int) -> None:
    """Start the box again: it is in this match, and goes on with these numbers."""
    with closing(Journal(path)) as again:
        assert past(again, wall=None).match == events
        (one,) = written(again, BACK)
        assert (one.n, one.boot, one.match) == (n, boot, match)


@pytest.mark.field("F3")
def test_what_was_saved_stays_with_a_journal_that_is_moved_away(
    journal: Journal, path: Path, tmp_path: Path
) -> None:
    everything = list(journal.events())
    path.rename(tmp_path / "elsewhere.db")
    journal.record([MOVED], t=2, wall=None)
    vanished(journal)

    with closing(Journal(tmp_path / "elsewhere.db")) as elsewhere:
        assert list(elsewhere.events()) == everything


@pytest.mark.field("F3")
def test_a_journal_that_comes_back_gets_what_was_played_meanwhile(
    journal: Journal, path: Path
) -> None:
    away = path.with_name("away.db")
    path.rename(away)
    meanwhile: tuple[Recorded, ...] = journal.record([MOVED], t=2, wall=None)
    vanished(journal)
    meanwhile = journal.sync()
    away.rename(path)
    pending = journal.record([BACK], t=3, wall=None)

    vanished(journal)
    assert journal.sync() == pending
    assert list(journal.events(after=9)) == [*meanwhile, *pending]
    assert [r.n for r in journal.events()] == list(range(1, 12))
    journal.close()
    resumed(path, (*MATCH, MOVED, BACK), n=12, boot=3, match=2)


def test_of_matches_that_are_over_nothing_is_written_again(journal: Journal, path: Path) -> None:
    written(journal, ENDED)
    path.unlink()
    pending = journal.record([STARTED], t=2, wall=None)

    vanished(journal)
    assert journal.sync() == pending
    assert list(journal.events()) == list(pending)
    assert (pending[0].n, pending[0].boot, pending[0].match) == (11, 2, 3)


def test_a_match_whose_middle_is_elsewhere_is_not_gone_on_with(
    journal: Journal, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It ended in a file that is hidden now; the older one doesn't know that."""
    away = path.with_name("away.db")
    path.rename(away)
    journal.record([MOVED, ENDED], t=2, wall=None)
    vanished(journal)
    journal.sync()
    away.rename(path)
    journal.record([BACK], t=3, wall=None)
    vanished(journal)
    journal.sync()
    journal.close()

    with closing(Journal(path)) as again:
        assert past(again, wall=None).match == ()
        (one,) = written(again, STARTED)
        assert (one.n, one.match) == (13, 3)
    assert "is not whole and can't go on" in caplog.text


@pytest.mark.field("F3")
def test_another_journal_in_its_place_is_gone_on_in_behind_everything_there(
    journal: Journal, path: Path, tmp_path: Path
) -> None:
    """A disk that was mounted late, over the folder in which the box had begun."""
    other = tmp_path / "other.db"
    for _ in range(3):
        with closing(Journal(other)) as earlier:
            written(earlier, *MATCH, MOVED, BACK, ENDED)
    with closing(Journal(other)) as earlier:
        there = list(earlier.events())
    path.unlink()
    other.rename(path)
    journal.record([MOVED], t=2, wall=None)

    vanished(journal)
    (one,) = journal.sync()
    assert (one.n, one.boot, one.match) == (26, 4, 4)
    found = list(journal.events())
    assert found[: len(there)] == there
    assert [r.n for r in found] == list(range(1, 27))
    assert [r.event for r in found[21:]] == [*MATCH, MOVED]
    journal.close()
    resumed(path, (*MATCH, MOVED), n=27, boot=5, match=4)


def test_an_older_copy_in_its_place_gets_all_of_the_match(
    journal: Journal, path: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    with closing(Journal(copy)) as older:
        written(older, *MATCH, ENDED)
    path.unlink()
    copy.rename(path)
    pending = journal.record([MOVED], t=2, wall=None)

    vanished(journal)
    assert journal.sync() == pending
    assert [r.n for r in journal.events()] == list(range(1, 11))
    journal.close()
    resumed(path, (*MATCH, MOVED), n=11, boot=3, match=2)


@pytest.mark.field("F1")
def test_last_writes_that_somebody_removes_are_carried_into_the_journal(
    journal: Journal, path: Path
) -> None:
    path.with_name("journal.db-wal").unlink()
    pending = journal.record([MOVED], t=2, wall=None)

    vanished(journal)
    assert journal.sync() == pending
    assert [r.n for r in journal.events()] == list(range(1, 11))


def test_a_text_in_its_place_is_kept(journal: Journal, path: Path) -> None:
    path.unlink()
    path.write_text("dear diary " * 500)
    pending = journal.record([MOVED], t=2, wall=None)
    vanished(journal)
    with pytest.raises(JournalError, match=r"kept as journal\.db\.damaged-1"):
        journal.sync()

    assert journal.sync() == pending
    assert path.with_name("journal.db.damaged-1").read_text() == "dear diary " * 500
