"""The hardware test: which page is shown, and what the operator's keys do to it.

    switches ─▶ get ready ─▶ walk, part by part ─▶ result ─▶ display ─▶ buzzer ─▶ lamps ─▶ end

Fed with the health of the inputs and the operator's wishes, it returns what to show. The same
test runs in the terminal and on the box itself.

Never: reads a clock, a pin or a key; makes a tone, a picture or an event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stbpi.box.health import InputHealth
from stbpi.service.page import ROLL, HardwareView, Input, Page, Pattern, Result, Wiring
from stbpi.service.walk import Walk


class _Stop(NamedTuple):
    """A place on the way through the test."""

    page: Page
    part: str = ""
    pattern: Pattern | None = None
    lamp: int = 0


class HardwareTest:
    """One run of the test.

    Args:
        wiring: what the configuration says.
        rows: how many findings of the walk are shown at a time; 0 = all, and what to configure
            with them.
    """

    def __init__(self, wiring: Wiring, *, rows: int = 0) -> None:
        self._wiring = wiring
        self._rows = rows
        self._walk = Walk(wiring)
        self._stops = _stops(wiring)
        self._at = 0
        self._leaf = 0
        self._report: tuple[InputHealth, ...] = ()
        self._has_cable = True

    @property
    def is_over(self) -> bool:
        """Whether the last page is shown."""
        return self._stop.page is Page.END

    @property
    def part(self) -> str:
        """The part that is to be moved now; empty if none is."""
        return self._stop.part

    @property
    def result(self) -> Result:
        """What the walk has found so far."""
        return self._walk.result()

    @property
    def view(self) -> HardwareView:
        """What is to be shown."""
        stop, pins = self._stop, self._wiring.pins
        return HardwareView(
            page=stop.page,
            inputs=tuple(
                Input(
                    part=one.part,
                    pin=pins[one.part],
                    state=one.state.value,
                    down=one.raw,
                    moves=one.moves,
                    bounce_ms=one.bounce_ms,
                    section=self._wiring.section,
                )
                for one in self._report
            ),
            has_cable=self._has_cable,
            part=stop.part,
            seen=self._walk.seen if stop.part else (),
            is_again=bool(stop.part) and self._walk.is_again,
            result=self.result,
            leaf=self._leaf,
            pattern=stop.pattern,
            driver=self._wiring.display,
            has_buzzer=self._wiring.has_buzzer,
            lamps=self._wiring.lamps,
            lamp=stop.lamp,
            section=self._wiring.section,
        )

    def take(self, report: Sequence[InputHealth], *, now: float, has_cable: bool = True) -> None:
        """Take how the inputs do; to be called several times a second.

        Args:
            report: of all inputs.
            now: in seconds of any clock that never goes back.
            has_cable: the tiles' cable is on.
        """
        self._report = tuple(report)
        if not self._has_cable and has_cable and self.part:
            self._walk.watch_anew(self._report)
        self._has_cable = has_cable
        if self.part and has_cable and self._walk.take(self._report, now=now):
            self._go(self._at + 1)

    def next(self) -> None:
        """Go on; a part that has not answered is passed over."""
        if self.part:
            self._walk.pass_over()
        elif self._stop.page is Page.RESULT and self._leaf + 1 < self._leaves:
            self._leaf += 1
            return
        self._go(self._at + 1)

    def skip(self) -> None:
        """Go on; at the beginning of the walk, behind it."""
        if self._stop.page is Page.GET_READY:
            self._go(self._place_of(Page.DISPLAY))
        else:
            self.next()

    def back(self) -> None:
        """Go back by one; a part that has answered is asked for again."""
        if self._leaf:
            self._leaf -= 1
            return
        before = self._at - 1
        if self._stops[before].page is Page.RESULT and not self._walk.is_begun:
            before = self._place_of(Page.GET_READY)
        self._go(before)

    @property
    def _stop(self) -> _Stop:
        return self._stops[self._at]

    @property
    def _leaves(self) -> int:
        if not self._rows:
            return 1
        result = self.result
        return max(-(-len(result.wrong) // self._rows) + (result.correction is not None), 1)

    def _place_of(self, page: Page) -> int:
        return next(at for at, stop in enumerate(self._stops) if stop.page is page)

    def _go(self, at: int) -> None:
        self._at = min(max(at, 0), len(self._stops) - 1)
        self._leaf = 0
        if self.part:
            self._walk.ask(self.part, self._report)


def _stops(wiring: Wiring) -> tuple[_Stop, ...]:
    parts = (*(part for part in wiring.pins if part != ROLL), ROLL)
    lamps = range(1, wiring.lamps + 1)
    return (
        _Stop(Page.SWITCHES),
        _Stop(Page.GET_READY),
        *(_Stop(Page.WALK, part=part) for part in parts),
        _Stop(Page.RESULT),
        *(_Stop(Page.DISPLAY, pattern=pattern) for pattern in Pattern),
        _Stop(Page.BUZZER),
        *([_Stop(Page.LAMPS, lamp=lamp) for lamp in lamps] or [_Stop(Page.LAMPS)]),
        _Stop(Page.END),
    )
