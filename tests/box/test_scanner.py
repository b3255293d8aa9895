from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.box.port import RollHeld, RollPressed, RollReleased, Signal, TilesSettled
from stbpi.box.scanner import Scanner
from stbpi.errors import BoxError
from stbpi.games.game import NO_TILES, Tiles, tiles
from stbpi.sim.virtual import VirtualLoop, run
from tests.box.fakes import FakeSwitches
from tests.doubles import chatter

T = TypeVar("T")
SETTLE_MS = 20
START_MS = 503  # between two readings, so that nothing happens at the same moment


class Bench:
    """A scanner that runs on fake switches, and all it has said."""

    def __init__(self, switches: FakeSwitches) -> None:
        self.switches = switches
        self.signals: list[Signal] = []
        self.times_ms: list[int] = []
        self.scanner = Scanner(switches, self._hear, settle_ms=SETTLE_MS)

    def _hear(self, signal: Signal) -> None:
        self.signals.append(signal)
        self.times_ms.append(round(asyncio.get_running_loop().time() * 1000))

    async def wait(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)


def on_bench(story: Callable[[Bench], Awaitable[T]], switches: FakeSwitches | None = None) -> T:
    return run(_play(story, switches or FakeSwitches()))


@asynccontextmanager
async def running(scanner: Scanner) -> AsyncIterator[None]:
    task = asyncio.create_task(scanner.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _play(story: Callable[[Bench], Awaitable[T]], switches: FakeSwitches) -> T:
    bench = Bench(switches)
    async with running(bench.scanner):
        await bench.wait(START_MS)
        return await story(bench)


def test_the_first_settled_tiles_are_always_told() -> None:
    async def story(bench: Bench) -> None:
        assert bench.signals == [TilesSettled(down=tiles(3, 4))]
        assert bench.times_ms == [SETTLE_MS]
        assert bench.scanner.ready.is_set()

    on_bench(story, FakeSwitches(down=tiles(3, 4)))


def test_it_is_not_ready_before_the_first_levels_have_settled() -> None:
    async def story() -> None:
        scanner = Scanner(FakeSwitches(), lambda _: None, settle_ms=SETTLE_MS)
        assert not scanner.ready.is_set()
        assert not scanner.quiet
        async with asyncio.timeout(1), running(scanner):
            await scanner.ready.wait()
            assert scanner.quiet

    run(story())


def test_a_tile_is_told_when_it_has_lasted_the_settle_time() -> None:
    async def story(bench: Bench) -> None:
        bench.switches.tiles(tiles(4))
        await bench.wait(100)

        assert bench.signals[1:] == [TilesSettled(down=tiles(4))]
        assert bench.times_ms[1] == START_MS + SETTLE_MS

    on_bench(story)


@pytest.mark.field("C1")
def test_a_sweep_over_three_tiles_tells_nothing_that_was_not_there() -> None:
    async def story(bench: Bench) -> None:
        for down in (tiles(7), tiles(7, 8), tiles(7, 8, 9)):
            bench.switches.tiles(down)
            await bench.wait(12)
        await bench.wait(100)

        assert bench.signals[-1] == TilesSettled(down=tiles(7, 8, 9))
        assert bench.signals[1:-1] in (
            [],
            [TilesSettled(down=tiles(7))],
            [TilesSettled(down=tiles(7)), TilesSettled(down=tiles(7, 8))],
        )

    on_bench(story)


trains = st.lists(st.integers(1, SETTLE_MS - 1), max_size=12).map(lambda times: sorted(set(times)))


@settings(deadline=None)
@given(trains, st.booleans(), st.integers(0, 7))
def test_a_bounce_train_shorter_than_the_settle_time_is_one_change_or_none(
    times: list[int], ends_down: bool, phase_ms: int
) -> None:
    levels = [(len(times) - n) % 2 == (0 if ends_down else 1) for n in range(len(times) + 1)]
    starts = [0, *times]
    gaps = [b - a for a, b in zip([0, *starts], starts, strict=False)]

    async def story(bench: Bench) -> list[Signal]:
        await bench.wait(phase_ms)
        await chatter(
            lambda down: bench.switches.tiles(tiles(4) if down else NO_TILES),
            zip(gaps, levels, strict=True),
        )
        await bench.wait(200)
        return bench.signals[1:]

    assert on_bench(story) == ([TilesSettled(down=tiles(4))] if ends_down else [])


@pytest.mark.field("B2")
def test_twelve_bounces_at_the_release_are_one_release() -> None:
    async def story(bench: Bench) -> None:
        bench.switches.roll(True)
        await bench.wait(298)
        await chatter(bench.switches.roll, [(0.5, False)] + [(1, n % 2 == 0) for n in range(12)])
        await bench.wait(200)

        assert bench.signals[1:] == [RollPressed(), RollReleased(held_ms=315)]

    on_bench(story)


def test_a_hold_is_measured_between_settled_levels() -> None:
    async def story(bench: Bench) -> None:
        bench.switches.roll(True)
        await bench.wait(998)
        bench.switches.roll(False)
        await bench.wait(100)

        assert bench.signals[1:] == [
            RollPressed(),
            RollHeld(held_ms=800),
            RollReleased(held_ms=1000),
        ]
        assert bench.times_ms[1:] == [START_MS + ms for ms in (20, 820, 1020)]

    on_bench(story)


def test_a_button_that_is_down_at_the_start_is_no_press() -> None:
    async def story(bench: Bench) -> None:
        await bench.wait(4000)
        bench.switches.roll(False)
        await bench.wait(100)
        assert bench.signals == [TilesSettled(down=NO_TILES)]

        bench.switches.roll(True)
        await bench.wait(100)
        assert bench.signals[1:] == [RollPressed()]

    on_bench(story, FakeSwitches(roll=True))


@settings(deadline=None)
@given(st.integers(0, 300))
def test_a_lost_edge_costs_the_idle_time_at_most(phase_ms: int) -> None:
    async def story(bench: Bench) -> int:
        await bench.wait(phase_ms)
        bench.switches.deaf = True
        bench.switches.tiles(tiles(4))
        moved_ms = round(asyncio.get_running_loop().time() * 1000)
        await bench.wait(500)
        assert bench.signals[1:] == [TilesSettled(down=tiles(4))]
        return bench.times_ms[1] - moved_ms

    assert on_bench(story) <= 100 + SETTLE_MS


def test_it_reads_rarely_while_nothing_moves_and_often_while_the_button_is_down() -> None:
    async def story(bench: Bench) -> None:
        before = bench.scanner.progress
        await bench.wait(1000)
        idle = bench.scanner.progress - before
        bench.switches.roll(True)
        await bench.wait(1000)
        busy = bench.scanner.progress - before - idle

        assert idle == 10
        assert 195 <= busy <= 201

    on_bench(story)


def test_a_storm_of_edges_makes_it_read_no_faster_than_every_scan_time() -> None:
    async def story(bench: Bench) -> None:
        before = bench.scanner.progress
        for _ in range(1000):
            bench.switches.wake()
            await bench.wait(1)

        assert bench.scanner.progress - before <= 201
        assert bench.signals[1:] == []

    on_bench(story)


def test_it_is_quiet_only_while_nothing_is_on_its_way() -> None:
    async def story(bench: Bench) -> None:
        assert bench.scanner.quiet
        bench.switches.tiles(tiles(4))
        assert not bench.scanner.quiet
        await bench.wait(10)
        assert not bench.scanner.quiet
        await bench.wait(30)
        assert bench.scanner.quiet

    on_bench(story)


def test_a_callback_from_another_thread_wakes_it() -> None:
    async def story(bench: Bench) -> None:
        await asyncio.get_running_loop().run_in_executor(None, bench.switches.tiles, tiles(4))
        await bench.wait(SETTLE_MS + 10)

        assert bench.signals[1:] == [TilesSettled(down=tiles(4))]

    on_bench(story)


def test_a_callback_after_the_loop_has_closed_is_ignored() -> None:
    async def story(bench: Bench) -> None:
        bench.switches.tiles(tiles(4))
        await bench.wait(100)

    switches = FakeSwitches()
    on_bench(story, switches)

    switches.tiles(tiles(5))


def test_levels_that_cannot_be_read_end_the_task_with_the_error() -> None:
    async def story() -> None:
        switches = FakeSwitches()
        scanner = Scanner(switches, lambda _: None, settle_ms=SETTLE_MS)
        task = asyncio.create_task(scanner.run())
        await scanner.ready.wait()
        progress = scanner.progress
        switches.broken = True
        await asyncio.sleep(1)

        assert scanner.progress == progress
        with pytest.raises(BoxError, match="the switches are gone"):
            await task

    run(story())


class StallingLoop(VirtualLoop):
    """A loop that can stand still while the time goes on."""

    stalled_s = 0.0

    def time(self) -> float:
        return super().time() + self.stalled_s


def stalling(story: Callable[[Bench, Callable[[], None]], Awaitable[None]]) -> None:
    with asyncio.Runner(loop_factory=StallingLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, StallingLoop)

        def stall() -> None:
            loop.stalled_s += 2

        runner.run(_play(lambda bench: story(bench, stall), FakeSwitches()))


def test_a_press_that_comes_and_goes_while_the_loop_stands_still_is_none() -> None:
    async def story(bench: Bench, stall: Callable[[], None]) -> None:
        bench.switches.roll(True)
        bench.switches.roll(False)
        stall()
        await bench.wait(500)

        assert bench.signals[1:] == []

    stalling(story)


def test_a_release_while_the_loop_stands_still_makes_no_hold_of_a_press() -> None:
    async def story(bench: Bench, stall: Callable[[], None]) -> None:
        bench.switches.roll(True)
        await bench.wait(202)
        bench.switches.roll(False)
        stall()
        await bench.wait(500)

        assert bench.signals[1:] == [RollPressed(), RollReleased(held_ms=200)]

    stalling(story)


def test_a_hold_across_a_standstill_is_one_hold() -> None:
    async def story(bench: Bench, stall: Callable[[], None]) -> None:
        bench.switches.roll(True)
        await bench.wait(200)
        stall()
        await bench.wait(98)
        bench.switches.roll(False)
        await bench.wait(500)

        assert bench.signals[1:] == [
            RollPressed(),
            RollHeld(held_ms=800),
            RollHeld(held_ms=1600),
            RollHeld(held_ms=2300),
            RollReleased(held_ms=2300),
        ]

    stalling(story)


def test_a_bounce_after_a_standstill_is_not_believed() -> None:
    async def story(bench: Bench, stall: Callable[[], None]) -> None:
        bench.switches.tiles(tiles(4))
        stall()
        await bench.wait(SETTLE_MS - 5)
        bench.switches.tiles(NO_TILES)
        await bench.wait(500)

        assert bench.signals[1:] == []

    stalling(story)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 0xFFF)), max_size=12))
@pytest.mark.field("B1")
@pytest.mark.field("B17")
def test_in_the_end_it_always_says_what_is_down(moves: list[tuple[int, int]]) -> None:
    async def story(bench: Bench) -> None:
        for wait_ms, down in moves:
            bench.switches.deaf = wait_ms % 3 == 0
            bench.switches.tiles(Tiles(down))
            await bench.wait(wait_ms)
        await bench.wait(100 + SETTLE_MS + 5)

        told = [signal.down for signal in bench.signals if isinstance(signal, TilesSettled)]
        assert told[-1] == (moves[-1][1] if moves else NO_TILES)
        assert all(a != b for a, b in pairwise(told))

    on_bench(story)


def test_an_edge_whose_first_reading_falls_into_a_bounce_is_read_on() -> None:
    """The contact closes for good a moment after that reading, and no further edge tells it."""

    async def story(bench: Bench) -> None:
        bench.switches.wake()
        await bench.wait(3)
        bench.switches.deaf = True
        bench.switches.tiles(tiles(4))
        await bench.wait(SETTLE_MS + 10)

        assert bench.signals[-1] == TilesSettled(down=tiles(4))

    on_bench(story)
