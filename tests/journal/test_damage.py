"""A journal that is damaged is kept under another name, and no number is given twice."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.errors import JournalError
from stbpi.games.events import Event, MatchEnded, MatchStarted, TileDown, TileUp
from stbpi.journal.aside import LEAST_BYTES, Numbers, used
from stbpi.journal.database import FAILS, READ_ONLY, Damaged
from stbpi.journal.file import File
from stbpi.journal.reader import to_row
from stbpi.journal.recorded import Recorded
from stbpi.journal.resume import past
from stbpi.journal.store import Journal
from stbpi.journal.writer import RETRY_S, Writer
from stbpi.sim.virtual import VirtualClock, run
from tests.journal.places import MATCH, MOVED, STARTED, contents, leave_killed, written

ENDED = MatchEnded(winners=(1,), why="rounds")
EVENINGS = [[*MATCH, *(TileDown(tile=1) for _ in range(300)), ENDED] for _ in range(3)]
LAST = Numbers(n=3 * 305, boot=3, match=3)

Mangle = Callable[[bytes], bytes]


def cut_in_half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def zeroed_head(content: bytes) -> bytes:
    return bytes(512) + content[512:]


def garbage_in_the_head(content: bytes) -> bytes:
    return b"\xa5" * 512 + content[512:]


def garbage_in_the_body(content: bytes) -> bytes:
    return content[:4096] + b"\xa5" * (len(content) - 4096)


def spoilt_words(content: bytes) -> bytes:
    return content.replace(b'"Ann"', b'"Ann,')


@pytest.fixture
def old(path: Path) -> Path:
    """A journal of three evenings, at rest."""
    for events in EVENINGS:
        with closing(Journal(path)) as journal:
            written(journal, *events)
    return path


def damage(path: Path, mangle: Mangle) -> bytes:
    """Damage a file; return what stands in it then."""
    content = mangle(path.read_bytes())
    path.write_bytes(content)
    return content


def told_and_then_saved(path: Path, *events: Event) -> tuple[Recorded, ...]:
    """Start a box, let it say what it found, and save events."""
    with closing(Journal(path)) as journal:
        assert past(journal, wall=None).fresh
        with pytest.raises(JournalError) as caught:
            journal.sync()
        assert caught.value.mark == f"damaged, set aside as {path.name}.damaged-1"
        journal.record(events, t=1, wall=None)
        return journal.sync()


@pytest.mark.field("F1")
@pytest.mark.parametrize(
    "mangle", [cut_in_half, zeroed_head, garbage_in_the_head, garbage_in_the_body, spoilt_words]
)
def test_a_damaged_journal_is_kept_and_a_new_one_numbers_on_behind_it(
    old: Path, mangle: Mangle, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = damage(old, mangle)
    with caplog.at_level(logging.WARNING, "stbpi"):
        recorded = told_and_then_saved(old, *MATCH)

    assert contents(old.parent)["journal.db.damaged-1"] == damaged
    assert len(caplog.records) == 1
    assert "journal.db.damaged-1 and a new one is begun" in caplog.text
    first = recorded[0]
    assert first.n > LAST.n
    assert first.boot > LAST.boot
    assert first.match > LAST.match
    with closing(Journal(old)) as journal:
        assert past(journal, wall=None).match == MATCH
        assert list(journal.events()) == list(recorded)


def test_numbers_that_can_be_read_are_gone_on_from_exactly(old: Path) -> None:
    damage(old, spoilt_words)

    (first,) = told_and_then_saved(old, STARTED)

    assert (first.n, first.boot, first.match) == (LAST.n + 1, LAST.boot + 1, LAST.match + 1)


def test_numbers_that_cannot_be_read_are_bounded_by_the_size_of_the_file(old: Path) -> None:
    size = len(damage(old, garbage_in_the_head))

    assert used(old) == Numbers()
    told_and_then_saved(old, STARTED)
    bound = size // LEAST_BYTES
    assert used(old) == Numbers(n=bound, boot=bound, match=bound)


def test_an_event_takes_more_than_is_reckoned_with() -> None:
    """The shortest that can be, thousands of them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(
            "CREATE TABLE events (n INTEGER PRIMARY KEY, boot, match, t, wall, e, b)"
        )
        for n in range(1, 5001):
            row = to_row(Recorded(n=n, boot=1, match=0, t=0, wall=None, event=MOVED))
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, 'pot', '{}')", row[:5])
        pages, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "page_size")
        )

    assert pages * size // LEAST_BYTES > 5000


def test_every_damaged_journal_has_a_name_of_its_own(old: Path) -> None:
    first = damage(old, garbage_in_the_body)
    last = told_and_then_saved(old, *MATCH)[-1]
    second = damage(old, spoilt_words)

    with closing(Journal(old)) as journal:
        (third,) = journal.record([STARTED], t=1, wall=None)

    assert (third.n, third.match) == (last.n + 1, last.match + 1)
    kept = contents(old.parent)
    assert (kept["journal.db.damaged-1"], kept["journal.db.damaged-2"]) == (first, second)


def test_a_damaged_journal_takes_its_last_writes_with_it(path: Path) -> None:
    recorded = leave_killed(path, EVENINGS[0], [*MATCH, MOVED])
    damage(path, garbage_in_the_head)
    before = contents(path.parent)

    (first,) = told_and_then_saved(path, STARTED)

    kept = contents(path.parent)
    assert kept["journal.db.damaged-1"] == before["journal.db"]
    assert kept["journal.db.damaged-1-wal"] == before["journal.db-wal"]
    assert first.n > recorded[-1].n


@pytest.mark.field("F1")
def test_numbers_go_on_if_the_power_goes_before_the_new_journal_is_there(old: Path) -> None:
    damage(old, spoilt_words)
    with closing(Journal(old)):
        pass
    assert not old.exists()

    for _ in range(2):
        with closing(Journal(old)) as journal:
            (first,) = journal.record([STARTED], t=1, wall=None)
        assert (first.n, first.boot, first.match) == (LAST.n + 1, LAST.boot + 1, LAST.match + 1)


def test_last_writes_without_their_journal_are_kept_beside_it(path: Path) -> None:
    """The power went between the renaming of the two."""
    leave_killed(path, MATCH)
    log = path.with_name("journal.db-wal")
    before = log.read_bytes()
    path.rename(path.with_name("journal.db.damaged-1"))

    with closing(Journal(path)) as journal:
        written(journal, STARTED)

    assert contents(path.parent)["journal.db.damaged-1-wal"] == before


@pytest.mark.parametrize("content", [b"dear diary" * 500, b"\xa5" * 4096])
def test_a_file_that_never_was_a_journal_is_refused_every_time(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for _ in range(2):
        with pytest.raises(JournalError, match="not a database"):
            Journal(path)

    assert contents(path.parent) == {"journal.db": content}


def test_a_damaged_database_of_another_program_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.execute("PRAGMA application_id = 77")
    content = damage(path, garbage_in_the_body)
    content = damage(path, lambda c: c[:100] + b"\xa5" * 200 + c[300:])

    with pytest.raises(JournalError):
        Journal(path)
    assert contents(path.parent) == {"journal.db": content}


# While the box plays


@pytest.mark.field("F1")
def test_damage_that_is_found_while_playing_costs_nothing_of_the_match(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for events in EVENINGS:
        with closing(Journal(path)) as journal:
            written(journal, *events)
    with closing(Journal(path)) as journal:
        before = written(journal, *MATCH)
        pending = journal.record([MOVED], t=2, wall=None)
        journal_is_damaged(path, monkeypatch)
        with pytest.raises(JournalError) as caught:
            journal.sync()
        assert caught.value.mark == "damaged, set aside as journal.db.damaged-1"
        monkeypatch.undo()
        assert journal.sync() == pending
        assert list(journal.events()) == [*before, *pending]

    with closing(Journal(path)) as journal:
        assert past(journal, wall=None).match == (*MATCH, MOVED)
        (more,) = written(journal, MOVED)
        assert (more.n, more.boot, more.match) == (pending[0].n + 1, 5, 4)


def journal_is_damaged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a write meet damage, which is there behind what SQLite remembers."""

    def fail(*_: object, **__: object) -> None:
        raise Damaged("the journal is malformed", path=path)

    monkeypatch.setattr(File, "write", fail)
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 5] = b"\xa5" * (4096 * 3)
    path.write_bytes(bytes(content))


def fails_for(monkeypatch: pytest.MonkeyPatch, operation: str, code: int, *names: str) -> None:
    """Let an operation of `Path` fail for files of these names."""
    works = getattr(Path, operation)

    def fail(file: Path, *args: object, **how: object) -> object:
        if file.name in names:
            raise OSError(code, os.strerror(code))
        return works(file, *args, **how)

    monkeypatch.setattr(Path, operation, fail)


@pytest.mark.field("F1")
@pytest.mark.parametrize(("code", "mark"), [(errno.EIO, FAILS), (errno.EROFS, READ_ONLY)])
@pytest.mark.parametrize("ends", [("-wal", "-shm"), ("-shm",)])
def test_play_goes_on_and_is_saved_if_the_disk_fails_while_a_journal_is_set_aside(
    path: Path, monkeypatch: pytest.MonkeyPatch, ends: tuple[str, ...], code: int, mark: str
) -> None:
    """After the database has got its new name, and before all that belongs to it has."""
    back = TileUp(tile=5)
    for events in EVENINGS:
        with closing(Journal(path)) as journal:
            written(journal, *events)

    async def main() -> None:
        journal = Journal(path)
        told: list[Event] = []
        faults: list[str | None] = []
        clock = VirtualClock(asyncio.get_running_loop(), wall=None)
        writer = Writer(journal, clock=clock, on_fault=faults.append)
        writer.on_events.append(lambda news: told.extend(one.event for one in news))
        await writer.write(MATCH, may_wait=False)
        with monkeypatch.context() as failing:
            fails_for(failing, "rename", code, *(path.name + end for end in ends))
            with monkeypatch.context() as damaged:
                journal_is_damaged(path, damaged)
                before = contents(path.parent)
                await writer.write([MOVED], may_wait=True)
                await asyncio.sleep(1)
                assert (faults, told) == ([mark], [*MATCH])
            await writer.write([back], may_wait=False)
            await asyncio.sleep(2 * RETRY_S)
        await asyncio.sleep(RETRY_S)

        assert (faults[0], faults[-1]) == (mark, None)
        assert told == [*MATCH, MOVED, back] == [one.event for one in journal.events()]
        kept = contents(path.parent)
        assert kept["journal.db.damaged-1"] == before["journal.db"]
        assert kept["journal.db.damaged-1-wal"] == before["journal.db-wal"]
        await writer.close()
        journal.close()

    run(main())


@pytest.mark.field("F1")
def test_play_is_saved_when_it_can_be_seen_how_large_a_journal_is_that_was_set_aside(
    old: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    damage(old, spoilt_words)
    with closing(Journal(old)):
        pass
    fails_for(monkeypatch, "stat", errno.EIO, "journal.db.damaged-1-wal")

    with closing(Journal(old)) as journal:
        journal.record(MATCH, t=1, wall=None)
        with pytest.raises(JournalError) as caught:
            journal.sync()
        assert caught.value.mark == FAILS
        monkeypatch.undo()
        assert [one.event for one in journal.sync()] == [*MATCH]
        assert next(journal.events()).n == LAST.n + 1
    assert "its events are numbered when it can be" in caplog.text


def test_what_only_looks_like_damage_is_not_set_aside(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails to read looks so, and may be well again."""
    with closing(Journal(path)) as journal:
        before = written(journal, *MATCH)
        pending = journal.record([MOVED], t=2, wall=None)

        def fail(*_: object, **__: object) -> None:
            raise Damaged("the journal is malformed", path=path)

        monkeypatch.setattr(File, "write", fail)
        with pytest.raises(JournalError, match="malformed") as caught:
            journal.sync()
        assert caught.value.mark == "the journal's disk fails"
        monkeypatch.undo()

        assert journal.sync() == pending
        assert list(journal.events()) == [*before, *pending]


def test_old_damage_is_no_reason_to_set_a_journal_aside(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE events SET body = 'spoilt' WHERE match = 1")
        connection.commit()

    with closing(Journal(old)) as journal:
        (more,) = written(journal, STARTED)
        assert (more.n, more.match) == (LAST.n + 1, 4)
        with pytest.raises(JournalError, match="event 1: 'spoilt'"):
            next(journal.events())
    assert isinstance(more.event, MatchStarted)
