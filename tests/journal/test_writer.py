"""The writer: events reach the disk in order and once, whatever the disk does meanwhile."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.errors import JournalError
from stbpi.games.events import Event, Rolled, TileDown
from stbpi.journal.database import FAILS
from stbpi.journal.reader import open_read_only
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal
from stbpi.journal.writer import LAZY_S, RETRY_S, Store, Writer
from stbpi.sim.virtual import VirtualClock, run
from tests.doubles import Disk

UNWRITABLE = "the journal can't be written"


def roll(k: int) -> Rolled:
    return Rolled(player=1, dice=(1, 2), total=3, k=k)


class Desk:
    """A writer on a store, and all that it has told."""

    def __init__(self, store: Store) -> None:
        self.told: list[Event] = []
        self.faults: list[str | None] = []
        self.threads: set[threading.Thread] = set()
        clock = VirtualClock(asyncio.get_running_loop(), wall=1_800_000_000)
        self.writer = Writer(store, clock=clock, on_fault=self.faults.append)
        self.writer.on_events.append(self._hear)

    def _hear(self, recorded: tuple[Recorded, ...]) -> None:
        self.told += [r.event for r in recorded]
        self.threads.add(threading.current_thread())

    async def write(self, *events: Event) -> None:
        await self.writer.write(events, may_wait=False)

    async def write_lazily(self, *events: Event) -> None:
        await self.writer.write(events, may_wait=True)


def at_desk(story: Callable[[Desk], Awaitable[None]], store: Store, *, lose: bool = False) -> Desk:
    async def main() -> Desk:
        desk = Desk(store)
        try:
            await story(desk)
        finally:
            await desk.writer.close(lose=lose)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return desk

    return run(main())


def test_an_event_is_told_when_it_is_on_the_disk() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        disk.hold_up()
        writing = asyncio.create_task(desk.write(roll(1)))
        await asyncio.sleep(0)
        assert disk.wait_until_asked()
        for _ in range(20):
            await asyncio.sleep(0)
        assert (desk.told, writing.done()) == ([], False)
        disk.let_go()
        await writing
        assert (desk.told, disk.events) == ([roll(1)], (roll(1),))

    at_desk(story, disk)


def test_the_disk_is_worked_in_one_thread_and_events_are_told_in_the_loops() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        for k in range(20):
            await desk.write(roll(k))

    desk = at_desk(story, disk)

    assert len(disk.threads) == 1
    assert disk.threads.isdisjoint(desk.threads)
    assert desk.threads == {threading.current_thread()}


def test_events_have_the_time_of_the_clocks() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        await asyncio.sleep(2.5)
        await desk.write(roll(1))

    at_desk(story, disk)

    assert [(r.t, r.wall) for r in disk.on_disk] == [(2500, 1_800_000_002)]


def test_events_that_may_wait_are_written_together_soon_after_the_first() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        for tile in range(1, 4):
            await desk.write_lazily(TileDown(tile=tile))
            await asyncio.sleep(LAZY_S * 0.3)
        assert disk.tries == 0
        await asyncio.sleep(LAZY_S * 0.1 + 0.001)
        assert disk.tries == 1
        assert desk.told == [TileDown(tile=tile) for tile in (1, 2, 3)]
        await asyncio.sleep(10)
        assert disk.tries == 1

    at_desk(story, disk)


def test_events_that_may_wait_go_with_the_next_that_may_not() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        await desk.write_lazily(TileDown(tile=4))
        await desk.write(roll(1))
        assert desk.told == [TileDown(tile=4), roll(1)]
        await asyncio.sleep(10)
        assert disk.tries == 1

    at_desk(story, disk)


def test_closing_brings_everything_to_the_disk() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        await desk.write_lazily(TileDown(tile=4))

    desk = at_desk(story, disk)

    assert desk.told == [TileDown(tile=4)]
    assert disk.events == (TileDown(tile=4),)


def test_a_cut_of_the_power_loses_what_is_not_on_the_disk() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        await desk.write(roll(1))
        await desk.write_lazily(TileDown(tile=4))

    desk = at_desk(story, disk, lose=True)

    assert desk.told == [roll(1)]
    assert disk.events == (roll(1),)


def test_closing_waits_for_what_is_being_written() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        disk.hold_up()
        await desk.write_lazily(TileDown(tile=4))
        asyncio.get_running_loop().call_later(LAZY_S, disk.let_go)
        await asyncio.sleep(LAZY_S + 0.001)

    assert at_desk(story, disk).told == [TileDown(tile=4)]


def test_closing_leaves_no_task_behind_whenever_it_comes() -> None:
    """Also at the moment when the disk is about to be tried again."""
    disk = Disk()

    async def story(desk: Desk) -> None:
        disk.is_full = True
        await desk.write(roll(1))
        disk.is_full = False
        await asyncio.sleep(RETRY_S - 1e-10)  # less than the clock can tell

    assert at_desk(story, disk).told == [roll(1)]


# A disk that fails


def test_a_failure_is_told_once_and_so_is_its_end(caplog: pytest.LogCaptureFixture) -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        disk.is_full = True
        for k in range(3):
            await desk.write(roll(k))
            await asyncio.sleep(7)
        assert (desk.faults, desk.told) == ([UNWRITABLE], [])
        disk.is_full = False
        await asyncio.sleep(RETRY_S)
        assert desk.faults == [UNWRITABLE, None]

    with caplog.at_level(logging.INFO, "stbpi"):
        desk = at_desk(story, disk)

    assert desk.told == [roll(0), roll(1), roll(2)]
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_a_disk_that_fails_is_tried_again_every_five_seconds() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        disk.is_full = True
        await desk.write(roll(1))
        await asyncio.sleep(4 * RETRY_S + 1)
        assert disk.tries == 5
        disk.is_full = False
        await asyncio.sleep(RETRY_S)
        assert disk.tries == 6
        await asyncio.sleep(60)
        assert disk.tries == 6

    at_desk(story, disk)


def test_a_second_failure_is_told_again() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        for k in range(2):
            disk.is_full = True
            await desk.write(roll(k))
            disk.is_full = False
            await asyncio.sleep(RETRY_S + 0.001)

    assert at_desk(story, disk).faults == [UNWRITABLE, None, UNWRITABLE, None]


def test_another_failure_is_told_with_what_it_is() -> None:
    disk = Disk()

    async def story(desk: Desk) -> None:
        disk.is_full = True
        await desk.write(roll(1))
        assert desk.writer.fault == UNWRITABLE
        disk.mark = "the journal has vanished"
        await asyncio.sleep(RETRY_S + 0.001)
        assert desk.writer.fault == "the journal has vanished"
        disk.is_full = False
        await asyncio.sleep(RETRY_S + 0.001)
        assert desk.writer.fault is None

    assert at_desk(story, disk).faults == [UNWRITABLE, "the journal has vanished", None]


def test_a_disk_that_fails_is_told_before_anything_has_happened() -> None:
    disk = Disk()
    disk.is_full = True
    disk.record([roll(1)], t=0, wall=None)  # something to write; nobody has asked for it yet

    async def story(desk: Desk) -> None:
        desk.writer.begin()
        await asyncio.sleep(0.001)
        assert desk.faults == [UNWRITABLE]
        disk.is_full = False

    assert at_desk(story, disk).faults == [UNWRITABLE, None]


def test_the_game_does_not_wait_for_a_disk_that_fails() -> None:
    disk = Disk()
    disk.is_full = True

    async def story(desk: Desk) -> None:
        for k in range(10):
            await desk.write(roll(k))
        assert asyncio.get_running_loop().time() == 0

    at_desk(story, disk)


STEPS = st.one_of(
    st.just("write"),
    st.just("lazily"),
    st.booleans(),
    st.floats(0.1, 8).map(lambda s: round(s, 1)),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(STEPS, max_size=25))
def test_whatever_the_disk_does_every_event_is_told_once_in_order_and_only_when_written(
    steps: list[str | bool | float],
) -> None:
    disk = Disk()
    written = 0

    async def story(desk: Desk) -> None:
        nonlocal written
        for step in steps:
            match step:
                case bool():
                    disk.is_full = step
                case float():
                    await asyncio.sleep(step)
                case _:
                    written += 1
                    await desk.writer.write([roll(written)], may_wait=step == "lazily")
            assert desk.told == list(disk.events)[: len(desk.told)]
        disk.is_full = False
        await asyncio.sleep(RETRY_S)

    desk = at_desk(story, disk)

    assert desk.told == [roll(k) for k in range(1, written + 1)]
    assert desk.faults == [UNWRITABLE, None] * (len(desk.faults) // 2)


# On a real file


def test_events_are_in_the_file_when_they_are_told(path: Path) -> None:
    async def main() -> None:
        with closing(Journal(path)) as journal:
            journal.sync()
            reader = open_read_only(path)
            desk = Desk(journal)
            in_file: list[Event] = []
            desk.writer.on_events.append(
                lambda _: in_file.extend(r.event for r in reader.events(after=len(in_file)))
            )
            await desk.write(roll(1))
            await desk.write_lazily(TileDown(tile=4))
            await asyncio.sleep(2)
            assert in_file == desk.told == [roll(1), TileDown(tile=4)]
            await desk.writer.close()
            reader.close()

    run(main())


def test_a_full_disk_loses_nothing(
    path: Path, full_disk: Callable[[], AbstractContextManager[None]]
) -> None:
    async def main() -> None:
        with closing(Journal(path)) as journal:
            desk = Desk(journal)
            await desk.write(roll(1))
            with full_disk():
                await desk.write(roll(2))
                await desk.write_lazily(TileDown(tile=4))
                await asyncio.sleep(12)
                assert (desk.faults, desk.told) == ([FAILS], [roll(1)])
            await asyncio.sleep(RETRY_S)
            assert desk.faults == [FAILS, None]
            await desk.writer.close()
            assert [r.event for r in journal.events()] == desk.told

        assert desk.told == [roll(1), roll(2), TileDown(tile=4)]

    run(main())


def test_other_jobs_of_the_disk_are_done_in_its_thread_behind_what_waits() -> None:
    disk = Disk()
    order: list[str] = []

    def job() -> int:
        order.append(f"{len(disk.on_disk)} events")
        assert threading.current_thread() in disk.threads
        return 7

    async def story(desk: Desk) -> None:
        writing = asyncio.create_task(desk.write(roll(1)))
        await asyncio.sleep(0)
        assert await desk.writer.do(job) == 7
        await writing

    at_desk(story, disk)

    assert order == ["1 events"]


def test_a_job_that_fails_lets_the_writer_look_whether_the_disk_does() -> None:
    disk = Disk()

    def fail() -> None:
        raise JournalError("it can't be done")

    async def story(desk: Desk) -> None:
        await desk.write_lazily(TileDown(tile=1))
        disk.is_full = True
        with pytest.raises(JournalError):
            await desk.writer.do(fail)
        await asyncio.sleep(0.001)
        assert desk.faults == [UNWRITABLE]
        disk.is_full = False
        await asyncio.sleep(RETRY_S)
        assert (desk.faults, desk.told) == ([UNWRITABLE, None], [TileDown(tile=1)])

    at_desk(story, disk)
