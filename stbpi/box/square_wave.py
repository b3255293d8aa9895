"""A square wave on an output that can only be switched: what a passive buzzer needs.

A thread switches the output, and lives only while a tone sounds: silence costs nothing. Every
switching has its moment, reckoned from the beginning of the tone, so that waking late moves one
edge and not the pitch. Who is late by half a wave and more leaves whole waves out and goes on in
step: a burst of edges would be heard, a gap hardly is.

A wave that is on for less than half of its time is quieter. How much quieter is up to the timer:
a pulse can't be shorter than a sleep, about a tenth of a millisecond on a Pi.

Never: leaves the output on, sounds for ever. Keep: the thread is told everything through `_lock`,
and puts the output off and forgets itself under it, so that there is never a second thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock, Thread

LONGEST_NS = 3_000_000_000
"""After so long a tone that nobody has ended ends by itself; the longest of a cue is 0.5 s."""

_SECOND_NS = 1_000_000_000


class SquareWave:
    """Makes a tone by switching an output.

    Args:
        switch: switches the output; called in another thread. It must fail with an OSError only.
        clock: tells nanoseconds.
        sleep: waits for so many seconds.
    """

    def __init__(
        self,
        switch: Callable[[bool], None],
        *,
        clock: Callable[[], int] = time.perf_counter_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._switch = switch
        self._clock = clock
        self._sleep = sleep
        self._lock = Lock()
        self._on_ns = self._off_ns = 0
        self._ends_at = 0
        self._thread: Thread | None = None
        self._failure: OSError | None = None

    def sound(self, hertz: int, duty: float = 0.5) -> None:
        """Make this tone from now on; 0 is silence.

        Args:
            hertz: how high it is.
            duty: which share of each wave the output is on.

        Raises:
            OSError: the output could not be switched since the last call.
        """
        with self._lock:
            failure, self._failure = self._failure, None
            if failure is not None:
                raise failure
            wave_ns = _SECOND_NS // hertz if hertz else 0
            self._on_ns = round(wave_ns * duty)
            self._off_ns = wave_ns - self._on_ns
            self._ends_at = self._clock() + LONGEST_NS
            if hertz and self._thread is None:
                thread = Thread(target=self._swing, name="buzzer", daemon=True)
                thread.start()
                self._thread = thread

    def close(self) -> None:
        """Be silent; the output is off and no longer switched when this returns."""
        with self._lock:
            self._on_ns = self._off_ns = 0
            thread = self._thread
        if thread is not None:
            thread.join()

    def _swing(self) -> None:
        is_on, due = False, self._clock()
        while part := self._switched(is_on := not is_on):
            lasts_ns, wave_ns = part
            now = self._clock()
            due += lasts_ns
            if due < now:
                due = _in_step(due, now, wave_ns=wave_ns)
            self._sleep((due - now) / _SECOND_NS)

    def _switched(self, is_on: bool) -> tuple[int, int] | None:
        """Switch the output and return how long it stays so, and how long the wave is.

        `None`: it is off, and the thread may end.
        """
        with self._lock:
            wave_ns = self._on_ns + self._off_ns if self._clock() < self._ends_at else 0
            try:
                self._switch(is_on and wave_ns > 0)
            except OSError as exc:
                self._failure, wave_ns = exc, 0
            if not wave_ns:
                self._thread = None
                return None
            return (self._on_ns if is_on else self._off_ns), wave_ns


def _in_step(due: int, now: int, *, wave_ns: int) -> int:
    """Return the first moment after `now` that is whole waves after `due`.

    >>> _in_step(100, 130, wave_ns=20)
    140
    """
    return due + ((now - due) // wave_ns + 1) * wave_ns
