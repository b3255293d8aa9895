"""Virtual time: an event loop whose clock jumps to the next timer instead of waiting for it.

An hour of play takes milliseconds and is the same every time. Work handed to a thread
(`run_in_executor`) is waited for in real time while the virtual clock stands still, or done at
once in the loop's own thread: then nothing depends on how threads take turns, and nothing that
hangs can be told. A program that waits for something that can never come ends with an error
instead of hanging.

Time may also be paced: then the loop does wait, and an hour takes as long as it is told to.

Only public hooks of asyncio are used: the loop's `time`, its selector, and `run_in_executor`.
Keep: the clock starts at 0 (asyncio's nanosecond resolution drowns in floats above 194 days).
"""

from __future__ import annotations

import asyncio
import math
import selectors
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

from stbpi.clock import EARLIEST_WALL

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def _nothing(now: float) -> None:
    """Nobody looks on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """How time passes.

    Attributes:
        speed: so many times faster than real time; 0 = at once.
        look: called with the time before it moves on, when everything has been done that there
            was to do by then.
    """

    speed: float = 0.0
    look: Callable[[float], None] = _nothing


class _Selector(selectors.SelectSelector):
    """Polls, and moves the loop's clock where a real selector would wait."""

    def __init__(self, flow: Flow) -> None:
        super().__init__()
        self.now = 0.0
        self.jobs = 0
        self._flow = flow
        self._began = time.monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        callbacks_wait = timeout is not None and timeout <= 0
        ready = super().select(None if self.jobs and not callbacks_wait else 0)
        if ready or callbacks_wait:
            return ready
        if timeout is None:
            raise RuntimeError("nothing is scheduled: the program would wait for ever")
        return self._move_on(timeout)

    def _move_on(self, seconds: float) -> list[tuple[selectors.SelectorKey, int]]:
        """Move the clock; in paced time somebody may wake us before that."""
        self._flow.look(self.now)
        then, speed = self.now + seconds, self._flow.speed
        if not speed:
            self.now = then
            return []
        ready = super().select(max(self._began + then / speed - time.monotonic(), 0))
        passed = (time.monotonic() - self._began) * speed
        self.now = min(max(passed, self.now), then) if ready else then
        return ready


class _AloneSelector(_Selector):
    """The selector of a loop without threads: there is nobody else who could wake it."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select(timeout)
        return self._move_on(timeout) if timeout > 0 else []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time; `time()` starts at 0 seconds.

    Args:
        threads: whether work for a thread is done in one.
        flow: how time passes; by default at once.
    """

    def __init__(self, *, threads: bool = True, flow: Flow | None = None) -> None:
        self._virtual = (_Selector if threads else _AloneSelector)(flow or Flow())
        self._threads = threads
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.now

    def run_in_executor(
        self, executor: Any, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        if not self._threads:
            return self._done_at_once(partial(func, *args))
        future = super().run_in_executor(executor, func, *args)
        self._virtual.jobs += 1
        future.add_done_callback(self._job_done)
        return future

    def _done_at_once(self, job: Callable[[], T]) -> asyncio.Future[T]:
        future = self.create_future()
        try:
            future.set_result(job())
        except Exception as exc:  # whoever waits for the future gets it
            future.set_exception(exc)
        return future

    def _job_done(self, _: asyncio.Future[Any]) -> None:
        self._virtual.jobs -= 1

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        self._virtual.jobs += 1
        try:
            await super().shutdown_default_executor()
        finally:
            self._virtual.jobs -= 1


def run(main: Coroutine[Any, Any, T], *, threads: bool = True, flow: Flow | None = None) -> T:
    """Run a coroutine in virtual time and return its result.

    Args:
        threads: whether work for a thread is done in one.
        flow: how time passes; by default at once.

    Raises:
        RuntimeError: nothing is scheduled any more and the coroutine has not ended.
    """
    with asyncio.Runner(loop_factory=partial(VirtualLoop, threads=threads, flow=flow)) as runner:
        return runner.run(main)


class VirtualClock:
    """The clock of a program in virtual time.

    Args:
        loop: whose time it tells.
        wall: the wall clock's epoch seconds at the loop's time 0; `None` if it is unknown.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, *, wall: int | None) -> None:
        self._loop = loop
        self._start = loop.time()
        self._wall = wall
        self._jumped_s = 0.0

    def ms(self) -> int:
        return round((self._loop.time() - self._start) * 1000)

    def wall(self) -> int | None:
        if self._wall is None:
            return None
        now = self._wall + math.floor(self._jumped_s + self._loop.time())
        return now if now >= EARLIEST_WALL else None

    def jump(self, seconds: float) -> None:
        """Put the wall clock forward, or (negative) back."""
        self._jumped_s += seconds
