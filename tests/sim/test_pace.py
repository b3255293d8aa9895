"""The pace of the box: a loop whose time runs slower or faster than that of the world."""

from __future__ import annotations

import asyncio
import selectors
import time
from typing import Any

import pytest

from stbpi.sim.pace import LATE_S, PACES, JumpingClock, Pace, PacedLoop


class World:
    """The time of the world, which passes only when it is waited for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


def test_time_runs_as_fast_as_is_chosen_and_never_back(world: World) -> None:
    box = Pace()
    start = box.now()
    seen = []
    for factor in (1, 4, 0.5):
        box.factor = factor
        world.now += 2
        seen.append(box.now() - start)

    assert seen == [2, 10, 11]


def test_the_pace_goes_step_by_step_and_ends_at_both_ends() -> None:
    box = Pace()
    faster = []
    for _ in range(5):
        box.change(1)
        faster.append(box.factor)
    for _ in range(9):
        box.change(-1)

    assert faster == [2, 4, 8, 8, 8]
    assert box.factor == PACES[0]


def test_a_loop_waits_as_long_in_the_world_as_its_pace_says() -> None:
    async def nap(factor: float, seconds: float) -> float:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        loop.pace.factor = factor
        started, slept = time.monotonic(), loop.time()
        await asyncio.sleep(seconds)
        assert loop.time() - slept >= seconds
        return time.monotonic() - started

    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        assert runner.run(nap(1000, 20)) < 20
        assert runner.run(nap(0.1, 0.002)) >= 0.02


def test_a_loop_that_is_kept_busy_or_woken_late_does_not_count_what_it_misses(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a press is none the longer for a machine that stands still while the key is down."""

    def wake_late(_selector: object, timeout: float | None = None) -> list[Any]:
        world.now += (timeout or 0) + 3600
        return []

    monkeypatch.setattr(selectors.DefaultSelector, "select", wake_late)
    loop = PacedLoop()
    order = list[str]()
    began = loop.time()
    loop.call_later(0.8, order.append, "hold")
    loop.call_later(0.1, order.append, "up")
    loop.call_later(0.2, loop.stop)
    world.now += 3600
    loop.run_forever()
    passed = loop.time() - began
    loop.close()

    assert order == ["up"]
    assert 0.2 <= passed <= 0.2 + 4 * LATE_S


def test_the_clock_of_the_events_keeps_step_with_the_box_and_the_wall_clock_does_not() -> None:
    async def told() -> tuple[int, int]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        clock = JumpingClock()
        wall = clock.wall()
        assert clock.ms() == 0
        loop.pace.factor = 1000
        await asyncio.sleep(100)
        clock.jump(60)
        after = clock.wall()
        assert wall is not None
        assert after is not None
        return clock.ms(), after - wall

    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        ms, walls = runner.run(told())

    assert ms >= 100_000
    assert 60 <= walls < 100
