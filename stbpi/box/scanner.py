"""The scanner: the task that reads the switches and tells the table what has settled.

While anything moves or the button is down, all switches are read every `scan_ms`; else the task
sleeps until an edge wakes it or `idle_ms` has passed, and a second if nobody has touched the box
for a while. After an edge it reads for as long as a level takes to settle, even if the first
reading shows nothing new: it may have fallen into an open moment of a bounce, and the library may
swallow the next edge. An edge carries no information, it only makes the next readings come
sooner: a lost one costs at most `idle_ms`, or that second. Two readings are never closer together
than `scan_ms`, however many edges come and however long the loop stood still; a burst of readings
would make `settle` believe a bounce.

A board that can't be heard is waited for: nothing of what was read last is believed to go on, no
tile moves, and a button that was down is not let go by that. It is told if it lasts.

Never: calls anything but the loop for the time, knows a pin or a rule, swallows any other
`BoxError` (it ends the task, whoever runs it decides). Keep: `_wake` runs in other threads and
touches nothing but the flag and the event; the flag is cleared before the levels are read, so that
an edge in between is never lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from stbpi.box.health import Health
from stbpi.box.port import (
    TILE_BOARD,
    InputFailed,
    InputWell,
    Levels,
    MenuPressed,
    Signal,
    Switches,
    TilesSettled,
)
from stbpi.box.roll import RollButton, RollSignal
from stbpi.box.settle import Settle
from stbpi.errors import BoardLostError
from stbpi.games.game import Tiles

LEFT_ALONE_S = 2.0
"""A box that nobody has touched for so long is read rarely."""

RARELY_S = 1.0

PATIENCE_S = 2.0
"""A board that can't be heard for so long is told, and waited for no more at the start."""


class Scanner:
    """Reads one driver for as long as `run` runs; a reopened driver gets a new scanner.

    Args:
        switches: the driver; its `on_edge` belongs to the scanner from `run` on.
        emit: called in the loop with each signal, tiles before the button.
        settle_ms: how long a level must last to be believed.
        health: says what is to be believed of the readings; by default that of a box of which
            nothing is known.
        scan_ms: time between two readings while something moves.
        idle_ms: time between two readings while nothing does.
        marks_ms: after how long each `RollHeld` is sent, ascending.
        start_marks_ms: after how long each `HeldSinceStart` is sent, ascending.

    Attributes:
        health: how well the inputs work.
        progress: how many readings were tried; it grows as long as the scanner lives.
        ready: set when the first settled tiles have been told, or that there is no board.
    """

    def __init__(
        self,
        switches: Switches,
        emit: Callable[[Signal], None],
        *,
        settle_ms: int,
        health: Health | None = None,
        scan_ms: int = 5,
        idle_ms: int = 100,
        marks_ms: tuple[int, ...] = (800, 1600, 2300, 3000),
        start_marks_ms: tuple[int, ...] = (),
    ) -> None:
        self.progress = 0
        self.health = health or Health(switches.count, settle_ms=settle_ms)
        self.ready = asyncio.Event()
        self._switches = switches
        self._emit = emit
        self._scan_s = scan_ms / 1000
        self._idle_s = idle_ms / 1000
        self._samples = settle_ms // scan_ms + 1
        self._settle = Settle(self._samples)
        self._readings_due = 0
        self._roll = RollButton(
            marks_ms, stall_s=self._idle_s, settle_ms=settle_ms, start_marks_ms=start_marks_ms
        )
        self._down: Tiles | None = None
        self._menu_down = True  # until it is seen up: what is down at the start is no press
        self._lost_at: float | None = None
        self._loss_told = ""
        self._touched_at = 0.0
        self._at_rest: Levels | None = None
        self._edge_pending = False
        self._edge = asyncio.Event()

    @property
    def quiet(self) -> bool:
        """Whether everything is settled and every edge has been looked at for long enough."""
        if self._is_lost:
            return not self._edge_pending
        return (
            not self._edge_pending
            and not self._readings_due
            and self._settle.is_quiet(without=self.health.unbelieved)
            and not self.health.is_waiting
        )

    @property
    def _is_lost(self) -> bool:
        return self._lost_at is not None

    async def run(self) -> None:
        """Read the switches until cancelled.

        Raises:
            BoxError: they can't be read.
        """
        loop = asyncio.get_running_loop()
        wake = partial(self._wake, loop)
        self._switches.on_edge(wake)
        self.health.on_change = wake
        while True:
            read_at = loop.time()
            self._scan(read_at)
            is_let_go = self._is_lost or not self._roll.down or self.health.is_roll_in_doubt
            if is_let_go and self.quiet:
                await self._sleep_until_edge(loop)
            else:
                self._touched_at = read_at
            too_early_s = read_at + self._scan_s - loop.time()
            if too_early_s > 0:
                await asyncio.sleep(too_early_s)

    async def _sleep_until_edge(self, loop: asyncio.AbstractEventLoop) -> None:
        """Sleep; an alarm that rings is one thing for the loop to do, where a timeout is many."""
        is_left_alone = loop.time() - self._touched_at >= LEFT_ALONE_S
        alarm = loop.call_later(RARELY_S if is_left_alone else self._idle_s, self._edge.set)
        await self._edge.wait()
        alarm.cancel()

    def _scan(self, now: float) -> None:
        edged, self._edge_pending = self._edge_pending, False
        self._readings_due = self._samples if edged else max(self._readings_due - 1, 0)
        self._edge.clear()
        try:
            raw = self._switches.levels()
        except BoardLostError as exc:
            self.progress += 1
            self._lose(exc, now)
            return
        self.progress += 1
        if self._is_lost:
            self._find()
        if not edged and raw == self._at_rest:
            return
        believed = self.health.take(raw, self._settle.take(raw), now=now, edged=edged)
        for news in self.health.news():
            self._emit(news)
        if believed is None:
            return
        if believed.down != self._down:
            self._down = believed.down
            self._emit(TilesSettled(down=believed.down))
        for signal in self._of_roll(raw=raw, believed=believed, now=now):
            self._emit(signal)
        if believed.menu and not self._menu_down:
            self._emit(MenuPressed())
        self._menu_down = believed.menu
        self.ready.set()
        is_at_rest = self.health.is_at_ease and not self._roll.down and self.quiet
        self._at_rest = raw if is_at_rest else None

    def _of_roll(self, *, raw: Levels, believed: Levels, now: float) -> list[RollSignal]:
        if self.health.is_roll_noisy:
            return self._roll.lose()
        return self._roll.take(settled=believed.roll, raw=raw.roll, now=now)

    def _lose(self, exc: BoardLostError, now: float) -> None:
        """Take that nothing can be read; what was begun before that is off."""
        if self._lost_at is None:
            self._lost_at = now
            self._settle = Settle(self._samples)
            self._at_rest = None
            self._readings_due = 0
            self.health.lose()
            if self._down is not None:
                self._down, self._menu_down = None, True
                for signal in self._roll.lose():
                    self._emit(signal)
        if now - self._lost_at >= PATIENCE_S and self._loss_told != exc.mark:
            self._loss_told = exc.mark
            self._emit(InputFailed(part=TILE_BOARD, what=exc.mark))
            self.ready.set()

    def _find(self) -> None:
        self._lost_at = None
        if self._loss_told:
            self._loss_told = ""
            self._emit(InputWell(part=TILE_BOARD))

    def _wake(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._edge_pending:
            return
        self._edge_pending = True
        with suppress(RuntimeError):  # the loop is closed: nobody is left to be woken
            loop.call_soon_threadsafe(self._edge.set)
