"""The virtual loop: time jumps, threads are waited for, deadlocks are found."""

import asyncio
import threading

import pytest

from stbpi.sim.virtual import run


def test_three_hours_pass_at_once() -> None:
    async def main() -> float:
        await asyncio.sleep(3 * 3600)
        return asyncio.get_running_loop().time()

    assert run(main()) == pytest.approx(3 * 3600)


def test_a_cancelled_timer_does_not_stop_the_clock() -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        loop.call_later(5, lambda: None).cancel()
        await asyncio.sleep(10)
        return loop.time()

    assert run(main()) == pytest.approx(10)


def test_time_stands_still_while_a_thread_works() -> None:
    async def main() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        gate = threading.Event()
        timer = asyncio.create_task(asyncio.sleep(60))
        job = loop.run_in_executor(None, gate.wait, 10)
        await asyncio.sleep(0)
        gate.set()
        await job
        seen = loop.time()
        await timer
        return seen, loop.time()

    seen, end = run(main())

    assert seen == 0.0
    assert end == pytest.approx(60)


def test_waiting_for_what_can_never_come_is_an_error() -> None:
    async def main() -> None:
        await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="nothing is scheduled"):
        run(main())
