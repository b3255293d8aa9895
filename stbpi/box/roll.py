"""The roll button: from settled levels and the times they were read to signals.

    up ──settled down──▶ down: RollPressed, then RollHeld at every mark
    down ──settled up──▶ up: RollReleased, once for each RollPressed
    down ──not to be believed──▶ RollLost, in place of RollReleased
    down at the start ──▶ HeldSinceStart at every mark, then ReleasedSinceStart

Two things are decided here and nowhere else. A button that is down at the start (somebody leans
on it, or the lead is short-circuited) is no press until it has been up once; held for long, it
asks for what a box offers at power-up. And what was not watched is not held: if the program
stood still and finds the button up afterwards, the time in between counts for nothing, for
nobody was shown what letting go would do.

Never: reads a clock, debounces, says what a press means. Keep: `RollReleased.held_ms` is at
least a mark exactly if that `RollHeld` was sent before it; the display promises it.
"""

from __future__ import annotations

from stbpi.box.port import (
    HeldSinceStart,
    ReleasedSinceStart,
    RollHeld,
    RollLost,
    RollPressed,
    RollReleased,
)

RollSignal = RollPressed | RollHeld | RollReleased | RollLost | HeldSinceStart | ReleasedSinceStart


class RollButton:
    """Watches one button.

    Args:
        marks_ms: after how long each `RollHeld` is sent, ascending.
        stall_s: a longer time between two readings means that the program stood still.
        settle_ms: how long it takes until a press is believed.
        start_marks_ms: after how long each `HeldSinceStart` is sent, ascending.
    """

    def __init__(
        self,
        marks_ms: tuple[int, ...],
        *,
        stall_s: float,
        settle_ms: int = 0,
        start_marks_ms: tuple[int, ...] = (),
    ) -> None:
        self._marks_ms = marks_ms
        self._settle_ms = settle_ms
        self._stall_s = stall_s
        self._start = _Start(start_marks_ms)
        self._down = True  # until it is seen up: what is down at the start is no press
        self._since: float | None = None
        self._marks_left: list[int] = []
        self._read_at = 0.0

    @property
    def down(self) -> bool:
        """Whether it is down, settled; also before the first reading."""
        return self._down

    def take(self, *, settled: bool, raw: bool, now: float) -> list[RollSignal]:
        """Take the next reading and return what it means.

        Args:
            settled: the button is down, settled.
            raw: the button is down, as read.
            now: when it was read, in seconds of any clock that never goes back.
        """
        unwatched, self._read_at = now - self._read_at, now
        was_down, self._down = self._down, settled
        lost_s = unwatched if not raw and unwatched > self._stall_s else 0.0
        if self._since is None:
            if settled and not was_down:
                return self._press(now)
            return self._start.take(settled=settled, now=now, lost_s=lost_s)
        self._since += lost_s
        held_ms = round((now - self._since) * 1000)
        signals: list[RollSignal] = []
        while self._marks_left and self._marks_left[0] <= held_ms:
            signals.append(RollHeld(held_ms=self._marks_left.pop(0)))
        if not settled:
            self._since = None
            signals.append(RollReleased(held_ms=held_ms))
        return signals

    def lose(self) -> list[RollSignal]:
        """Stop believing the button, until it has been seen up."""
        was_pressed, self._since = self._since is not None, None
        self._down = True
        was_told = self._start.lose()
        return [RollLost()] if was_pressed or was_told else []

    def _press(self, now: float) -> list[RollSignal]:
        self._since = now
        self._marks_left = list(self._marks_ms)
        return [RollPressed(ago_ms=self._settle_ms)]


class _Start:
    """A button that has been down since the first reading, for as long as that lasts."""

    def __init__(self, marks_ms: tuple[int, ...]) -> None:
        self._marks_left = list(marks_ms)
        self._since: float | None = None
        self._is_first = True
        self._was_told = False

    def take(self, *, settled: bool, now: float, lost_s: float) -> list[RollSignal]:
        """Take a reading before the first press.

        Args:
            settled: the button is down, settled.
            now: when it was read.
            lost_s: how much of the time was not watched.
        """
        if self._is_first:
            self._is_first = False
            self._since = now if settled else None
            return []
        if self._since is None:
            return []
        self._since += lost_s
        held_ms = round((now - self._since) * 1000)
        signals: list[RollSignal] = []
        while self._marks_left and self._marks_left[0] <= held_ms:
            signals.append(HeldSinceStart(held_ms=self._marks_left.pop(0)))
            self._was_told = True
        if not settled:
            self._since = None
            if self._was_told:
                signals.append(ReleasedSinceStart(held_ms=held_ms))
        return signals

    def lose(self) -> bool:
        """Stop believing it; return whether anything was told of it that is off now."""
        was_told = self._was_told and self._since is not None
        self._is_first, self._since = False, None
        return was_told
