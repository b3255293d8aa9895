"""The books of a box that plays: read once it has started, and always what the journal says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.books import books as room
from stbpi.books.audits import AuditFold, audits
from stbpi.books.books import Books
from stbpi.books.records import RecordFold, records
from stbpi.errors import JournalError
from stbpi.games.events import Cleared, Event, Fault, MatchStarted, TileDown, TileUp
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal
from stbpi.journal.writer import Writer
from stbpi.sim.virtual import VirtualClock, run
from tests.books.journals import MONDAY, Box, folded, left
from tests.books.test_pages import setup_view


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


class Evening:
    """One start of a program that has books.

    Attributes:
        journal: its journal.
        writer: brings events to it.
        books: the books.
        jobs: how often the disk had something to do for the books.
    """

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path, synced=False)
        clock = VirtualClock(asyncio.get_running_loop(), wall=MONDAY)
        self.writer = Writer(self.journal, clock=clock, on_fault=lambda _: None)
        self.books = Books(
            self.journal, self.writer.do, clock=clock, box="Anchor", greeting="Hello"
        )
        self.writer.on_events.append(self.books.take)

    async def happens(self, *events: Event) -> None:
        await self.writer.write(events, may_wait=False)

    async def settles(self) -> None:
        """Let the books do what they have to do."""
        await asyncio.sleep(1)

    @property
    def is_true(self) -> bool:
        """Whether the books say what the whole journal says."""
        history = list(self.journal.events())
        ledger, hall = folded(AuditFold(), history), folded(RecordFold(), history)
        told = records(RecordFold(), hall, now=MONDAY)
        return (self.books.audits, self.books.records) == (audits(ledger), told)


@asynccontextmanager
async def evening(path: Path) -> AsyncIterator[Evening]:
    begun = Evening(path)
    running = asyncio.create_task(begun.books.run())
    try:
        yield begun
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await begun.writer.close()
        begun.journal.close()


def match(standing: int, *names: str) -> list[Event]:
    box = Box()
    box.plays(*[left(standing)] * max(1, len(names)), names=names or ("Ann",))
    return [recorded.event for recorded in box.recorded]


def snapshots(path: Path) -> dict[str, int]:
    """Return at which events the books were kept last."""
    with closing(open_read_only(path)) as reader:
        folds = (AuditFold(), RecordFold())
        kept = {fold.name: reader.snapshot(fold.name, fold.version) for fold in folds}
    return {name: snapshot[0] for name, snapshot in kept.items() if snapshot is not None}


def test_books_are_empty_until_they_are_read_and_go_on_with_what_happens(path: Path) -> None:
    async def play() -> None:
        async with evening(path) as now:
            assert (now.books.is_open, now.books.audits.ever.started) == (False, 0)
            await now.happens(*match(9))
            await now.settles()
            assert (now.books.is_open, now.books.audits.ever.started) == (True, 1)

            await now.happens(*match(8), Fault(part="roll", what="stuck"))
            assert now.books.audits.ever.started == 2
            assert now.is_true
            assert [str(line) for line in now.books.diagnosis] == [
                "The roll button does not work: look at its switch"
            ]

    run(play())


def test_books_know_the_evenings_before(path: Path) -> None:
    async def play(standing: int) -> None:
        async with evening(path) as now:
            await now.settles()
            await now.happens(*match(standing))
            assert now.is_true

    for standing in (9, 8, 7):
        run(play(standing))
    with closing(open_read_only(path)) as reader:
        history = list(reader.events())
    assert audits(folded(AuditFold(), history)).ever.ended == 3


def test_a_snapshot_is_written_when_a_match_ends_and_after_many_events(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "EVERY", 10)

    async def play() -> None:
        async with evening(path) as now:
            await now.settles()
            await now.happens(TileDown(tile=1))
            await now.settles()
            assert snapshots(path) == {}

            await now.happens(*match(9))
            await now.settles()
            n = now.journal.last_n
            assert snapshots(path) == {"audits": n, "records": n}

            for _ in range(4):
                await now.happens(TileDown(tile=1), TileUp(tile=1))
                await now.settles()
            assert snapshots(path)["audits"] == n
            await now.happens(TileDown(tile=1), TileUp(tile=1))
            await now.settles()
            assert snapshots(path)["audits"] == n + 10
            assert now.is_true

    run(play())


def test_a_long_past_without_snapshots_is_taken_in_bit_by_bit_while_the_box_plays(
    path: Path,
) -> None:
    with closing(Journal(path, synced=False)) as journal:
        for _ in range(40):
            journal.record(match(9) + [TileDown(tile=2), TileUp(tile=2)] * 30, t=1, wall=MONDAY)
        journal.sync()

    async def play() -> None:
        async with evening(path) as now:
            await now.happens(*match(8))
            await now.settles()
            await now.happens(*match(7))
            assert (now.books.audits.ever.started, now.is_true) == (42, True)

    run(play())


def lost(path: Path) -> None:
    for end in ("", "-wal"):
        path.with_name(path.name + end).unlink(missing_ok=True)


def test_after_the_journal_was_replaced_the_books_are_those_of_the_new_one(path: Path) -> None:
    other = path.with_name("other.db")
    with closing(Journal(other, synced=False)) as journal:
        journal.record(match(3) * 2, t=1, wall=MONDAY)
        journal.sync()

    async def play() -> None:
        async with evening(path) as now:
            await now.happens(*match(9))
            await now.settles()
            lost(path)
            other.rename(path)
            await now.happens(TileDown(tile=1))
            await asyncio.sleep(10)
            await now.happens(*match(8))
            await now.settles()
            assert now.books.audits.ever.started == 3
            assert now.is_true

    run(play())


def test_books_that_cannot_be_read_are_empty_and_tried_again(path: Path) -> None:
    async def play() -> None:
        async with evening(path) as now:
            can_be_read = False
            whole = now.journal.folded

            def folded_if_it_can(fold: AuditFold) -> object:
                if not can_be_read:
                    raise JournalError("the disk fails")
                return whole(fold)

            now.journal.folded = folded_if_it_can  # type: ignore[method-assign, assignment]
            await now.happens(*match(9))
            await now.settles()
            assert (now.books.is_open, now.books.audits.ever.started) == (False, 0)

            can_be_read = True
            await now.happens(TileDown(tile=1))
            await now.settles()
            assert (now.books.audits.ever.started, now.is_true) == (1, True)

    run(play())


def test_a_disk_that_takes_no_snapshots_keeps_no_books_from_being_read(path: Path) -> None:
    async def play() -> None:
        async with evening(path) as now:

            def fail(_: Iterable[object]) -> bool:
                raise JournalError("the disk is full")

            now.journal.keep = fail  # type: ignore[method-assign, assignment]
            await now.happens(*match(9))
            await now.settles()
            await now.happens(*match(8))
            assert (now.books.audits.ever.started, now.is_true) == (2, True)

    run(play())


def test_who_enters_a_table_without_a_name_is_known_at_once(path: Path) -> None:
    async def play() -> None:
        async with evening(path) as now:
            await now.settles()
            await now.happens(*match(9, "P1", "Ann"))
            assert now.books.entering() == frozenset({1})
            await now.happens(Cleared(what="records"))
            assert now.books.entering() == frozenset()

    run(play())


def test_the_desk_gets_its_pages_and_posters(path: Path) -> None:
    async def play() -> None:
        async with evening(path) as now:
            await now.settles()
            await now.happens(*match(9))
            figures = now.books.statistics()[0].figures
            assert [str(figure.value) for figure in figures[:2]] == ["1", "1"]
            posters = {poster.kind: poster for poster in now.books.posters(setup_view("classic"))}
            assert set(posters) == {"title", "records", "how_to", "last_match", "greeting"}
            assert str(posters["records"].title) == "Tonight's best"
            assert str(posters["greeting"].lines[0]) == "Hello"

    run(play())


def test_what_has_not_changed_is_not_counted_again(path: Path) -> None:
    async def play() -> None:
        async with evening(path) as now:
            await now.settles()
            await now.happens(*match(9))
            assert now.books.audits is now.books.audits

    run(play())


def test_events_told_in_any_pieces_are_taken_once(path: Path) -> None:
    """What was synced before the books were read, and told after it, is in them already."""

    async def play() -> None:
        async with evening(path) as now:
            late: list[Callable[[], None]] = []
            now.writer.on_events[:] = [lambda told: late.append(lambda: now.books.take(told))]
            await now.happens(*match(9))
            await now.settles()
            assert now.books.audits.ever.started == 1
            for tell in late:
                tell()
            await now.settles()
            assert (now.books.audits.ever.started, now.is_true) == (1, True)

            now.writer.on_events[:] = [now.books.take]
            await now.happens(*match(8))
            assert (now.books.audits.ever.started, now.is_true) == (2, True)
            now.books.take(())
            assert now.is_true

    run(play())


def test_every_match_of_a_busy_night_is_counted(path: Path) -> None:
    async def play() -> None:
        async with evening(path) as now:
            for night in range(30):
                await now.happens(*match(night % 9 + 1, "P1", "Bo"))
                if night % 7 == 0:
                    await now.settles()
            await now.settles()
            started = sum(isinstance(r.event, MatchStarted) for r in now.journal.events())
            assert (now.books.audits.ever.started, started) == (30, 30)
            assert now.is_true
            assert replace(now.books.audits.ever, on_ms=0).turns == 60

    run(play())
