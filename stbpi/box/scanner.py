"""The scanner: the task that reads the switches and tells the table what has settled.

While anything moves or the button is down, all switches are read every `scan_ms`; else the task
sleeps until an edge wakes it or `idle_ms` has passed. After an edge it reads for as long as a
level takes to settle, even if the first reading shows nothing new: it may have fallen into an
open moment of a bounce, and the library may swallow the next edge. An edge carries no
information, it only makes the next readings come sooner: a lost one costs at most `idle_ms`. Two
readings are never closer together than `scan_ms`, however many edges come and however long the
loop stood still; a burst of readings would make `settle` believe a bounce.

Never: calls anything but the loop for the time, knows a pin or a rule, swallows a `BoxError` (it
ends the task, whoever runs it decides). Keep: `_wake` runs in other threads and touches nothing
but the flag and the event; the flag is cleared before the levels are read, so that an edge in
between is never lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from stbpi.box.port import Signal, Switches, TilesSettled
from stbpi.box.roll import RollButton
from stbpi.box.settle import Settle
from stbpi.games.game import Tiles


class Scanner:
    """Reads one driver for as long as `run` runs; a reopened driver gets a new scanner.

    Args:
        switches: the driver; its `on_edge` belongs to the scanner from `run` on.
        emit: called in the loop with each signal, tiles before the button.
        settle_ms: how long a level must last to be believed.
        scan_ms: time between two readings while something moves.
        idle_ms: time between two readings while nothing does.
        marks_ms: after how long each `RollHeld` is sent, ascending.

    Attributes:
        progress: how many readings were made; it grows as long as the scanner lives.
        ready: set when the first settled tiles have been told.
    """

    def __init__(
        self,
        switches: Switches,
        emit: Callable[[Signal], None],
        *,
        settle_ms: int,
        scan_ms: int = 5,
        idle_ms: int = 100,
        marks_ms: tuple[int, ...] = (800, 1600, 2300, 3000),
    ) -> None:
        self.progress = 0
        self.ready = asyncio.Event()
        self._switches = switches
        self._emit = emit
        self._scan_s = scan_ms / 1000
        self._idle_s = idle_ms / 1000
        self._samples = settle_ms // scan_ms + 1
        self._settle = Settle(self._samples)
        self._readings_due = 0
        self._roll = RollButton(marks_ms, stall_s=self._idle_s)
        self._down: Tiles | None = None
        self._edge_pending = False
        self._edge = asyncio.Event()

    @property
    def quiet(self) -> bool:
        """Whether everything is settled and every edge has been looked at for long enough."""
        return self._settle.quiet and not self._edge_pending and not self._readings_due

    async def run(self) -> None:
        """Read the switches until cancelled.

        Raises:
            BoxError: they can't be read.
        """
        loop = asyncio.get_running_loop()
        self._switches.on_edge(partial(self._wake, loop))
        while True:
            self._scan(loop.time())
            await asyncio.sleep(self._scan_s)
            if self.quiet and not self._roll.down:
                await self._sleep_until_edge()

    async def _sleep_until_edge(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._idle_s - self._scan_s):
                await self._edge.wait()

    def _scan(self, now: float) -> None:
        self._readings_due = self._samples if self._edge_pending else max(self._readings_due - 1, 0)
        self._edge_pending = False
        self._edge.clear()
        raw = self._switches.levels()
        self.progress += 1
        settled = self._settle.take(raw)
        if settled is None:
            return
        if settled.down != self._down:
            self._down = settled.down
            self._emit(TilesSettled(down=settled.down))
        for signal in self._roll.take(settled=settled.roll, raw=raw.roll, now=now):
            self._emit(signal)
        self.ready.set()

    def _wake(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._edge_pending:
            return
        self._edge_pending = True
        with suppress(RuntimeError):  # the loop is closed: nobody is left to be woken
            loop.call_soon_threadsafe(self._edge.set)
