"""The roll button: from settled levels and the times they were read to signals.

    up ──settled down──▶ down: RollPressed, then RollHeld at every mark
    down ──settled up──▶ up: RollReleased, once for each RollPressed

Two things are decided here and nowhere else. A button that is down at the start (somebody leans
on it, or the lead is short-circuited) is no press until it has been up once. And what was not
watched is not held: if the program stood still and finds the button up afterwards, the time in
between counts for nothing, for nobody was shown what letting go would do.

Never: reads a clock, debounces, says what a press means. Keep: `RollReleased.held_ms` is at
least a mark exactly if that `RollHeld` was sent before it; the display promises it.
"""

from __future__ import annotations

from stbpi.box.port import RollHeld, RollPressed, RollReleased

RollSignal = RollPressed | RollHeld | RollReleased


class RollButton:
    """Watches one button.

    Args:
        marks_ms: after how long each `RollHeld` is sent, ascending.
        stall_s: a longer time between two readings means that the program stood still.
    """

    def __init__(self, marks_ms: tuple[int, ...], *, stall_s: float) -> None:
        self._marks_ms = marks_ms
        self._stall_s = stall_s
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
        if self._since is None:
            return self._press(now) if settled and not was_down else []
        if not raw and unwatched > self._stall_s:
            self._since += unwatched
        held_ms = round((now - self._since) * 1000)
        signals: list[RollSignal] = []
        while self._marks_left and self._marks_left[0] <= held_ms:
            signals.append(RollHeld(held_ms=self._marks_left.pop(0)))
        if not settled:
            self._since = None
            signals.append(RollReleased(held_ms=held_ms))
        return signals

    def _press(self, now: float) -> list[RollSignal]:
        self._since = now
        self._marks_left = list(self._marks_ms)
        return [RollPressed()]
