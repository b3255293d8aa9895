"""The hardware test on the box itself, worked by the roll button.

    held since power-up: 3 s ─▶ "hold on" ─▶ 6 s ─▶ the test ─▶ hold, end, or two minutes of rest

While it runs, tiles and button belong to it, and the match waits: it is told afterwards where
the tiles are. A button that is stuck down begins the test at power-up, and gives the box back
when nobody does anything.

Never: plays, records. Keep: faults are told to the table all the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from stbpi.alarm import Alarm
from stbpi.box.health import InputHealth
from stbpi.box.port import (
    TILE_BOARD,
    HeldSinceStart,
    InputFailed,
    InputWell,
    ReleasedSinceStart,
    RollHeld,
    RollLost,
    RollPressed,
    RollReleased,
    Signal,
    TilesSettled,
)
from stbpi.games.game import Tiles
from stbpi.service.interlude import BEGINS_MS, CABLE, Interlude, nobody
from stbpi.service.page import ROLL, Deed, HardwareView, Page, Wiring

if TYPE_CHECKING:
    from stbpi.service.hardware_test import HardwareTest

HOLD_MS, TOO_LONG_MS = 800, 3000
"""A button that is down for so long is held, no longer pressed; and for so long, neither."""

REST_S = 120.0
"""The test ends by itself when nobody has touched anything for so long."""

LOOK_S = 0.1
ROWS = 4


class BoxTest:
    """The test of one box.

    Args:
        wiring: what the configuration says.
        report: tells how the inputs do.

    Attributes:
        on_change: called in the loop when something else is to be shown.
    """

    def __init__(self, wiring: Wiring, report: Callable[[], Sequence[InputHealth]]) -> None:
        self.on_change: Callable[[], None] = nobody
        self._wiring = wiring
        self._report = report
        self._test: HardwareTest | None = None
        self._page: Page | None = None
        self._deed = Deed.NONE
        self._down: Tiles | None = None
        self._has_cable = True
        self._moves = 0
        self._rest = Alarm(self._end)
        self._look = Alarm(self._looks)

    @property
    def is_running(self) -> bool:
        return self._test is not None

    @property
    def view(self) -> HardwareView | None:
        if self._page is not None:
            return HardwareView(page=self._page)
        if self._test is None:
            return None
        return replace(self._test.view, is_by_button=True, deed=self._deed)

    def begin(self) -> None:
        from stbpi.service.hardware_test import HardwareTest  # a box is seldom tested

        self._test = HardwareTest(self._wiring, rows=ROWS)
        self._touch()
        self._looks()

    def take(self, signal: Signal) -> bool:
        match signal:
            case HeldSinceStart(held_ms=held_ms):
                self._held_since_start(held_ms)
                return True
            case ReleasedSinceStart():
                self._page = None
                self._touch()
                return True
            case InputFailed() | InputWell():
                if signal.part in (CABLE, TILE_BOARD):
                    self._has_cable = isinstance(signal, InputWell)
                return False
            case RollLost():
                self._page = None
                self._deed = Deed.NONE
                return self.is_running
            case _:
                return self._test is not None and self._take(signal, self._test)

    def left_behind(self) -> Tiles | None:
        if self.is_running:
            return None
        down, self._down = self._down, None
        return down

    def close(self) -> None:
        self._rest.clear()
        self._look.clear()

    def _held_since_start(self, held_ms: int) -> None:
        if held_ms < BEGINS_MS:
            self._page = Page.HOLD_ON
        elif self._test is None:
            self.begin()
            self._page = Page.LET_GO

    def _take(self, signal: Signal, test: HardwareTest) -> bool:
        """Take a signal while the test runs."""
        match signal:
            case TilesSettled():
                self._down = signal.down
            case RollPressed():
                self._deed = self._of_a_press(test)
            case RollHeld():
                self._deed = Deed.PLAY if signal.held_ms < TOO_LONG_MS else Deed.NOTHING
            case RollReleased():
                self._deed = Deed.NONE
                self._released(signal.held_ms, test)
            case _:
                pass
        self._touch()
        return True

    def _of_a_press(self, test: HardwareTest) -> Deed:
        if test.part == ROLL:
            return Deed.NOTHING
        return Deed.SKIP if test.part else Deed.NEXT

    def _released(self, held_ms: int, test: HardwareTest) -> None:
        """Go on after a press, end after a hold; longer, it may be a tile on the button's line."""
        is_answer = test.part == ROLL
        if held_ms >= TOO_LONG_MS or (is_answer and held_ms < HOLD_MS):
            return
        if held_ms >= HOLD_MS:
            self._end()
            return
        self._take_report(test)
        test.next()
        if test.is_over:
            self._end()

    def _looks(self) -> None:
        """Look how the inputs do, again and again."""
        if self._test is None:
            return
        before = self.view
        self._take_report(self._test)
        if self.view != before:
            self.on_change()
        self._look.set(LOOK_S)

    def _take_report(self, test: HardwareTest) -> None:
        report = self._report()
        moves = sum(one.moves for one in report)
        if moves != self._moves:
            self._moves = moves
            self._touch()
        now = asyncio.get_running_loop().time()
        test.take(report, now=now, has_cable=self._has_cable)

    def _touch(self) -> None:
        if self._test is not None:
            self._rest.set(REST_S)

    def _end(self) -> None:
        self.close()
        self._test = self._page = None
        self._deed = Deed.NONE
        self.on_change()


if TYPE_CHECKING:
    _fits: type[Interlude] = BoxTest
