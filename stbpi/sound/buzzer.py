"""The buzzer: plays tones in a thread of its own, at their times.

The loop hands over all tones of a phrase at once and never waits; however busy it is, no tone
becomes longer or shorter by that. What is handed over last cuts off what sounds.

Never: holds up anything, stops the game when the buzzer fails.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

from stbpi.box.port import ToneLine
from stbpi.errors import BoxError, SoundError
from stbpi.sound.cues import Tones
from stbpi.sound.loudness import duty

CLOSING_S = 0.5
"""A driver that hangs keeps nobody from ending for longer than this."""


class Speaker(Protocol):
    """What plays tones."""

    def play(self, tones: Tones, volume: int) -> None:
        """Play these tones from now on, in place of what sounds; none is silence.

        Args:
            tones: one after the other; silence follows.
            volume: 1 to 5.

        Raises:
            SoundError: it could not play since the last call.
        """
        ...

    def close(self) -> None:
        """Be silent and let go of the hardware.

        Raises:
            SoundError: it can't.
        """
        ...


class Score(Protocol):
    """Where the player takes what is to be played: a queue."""

    def put(self, item: tuple[Tones, int] | None, /) -> None: ...

    def get(
        self, block: bool = True, timeout: float | None = None, /
    ) -> tuple[Tones, int] | None: ...


class Buzzer:
    """The buzzer of a box, by whatever driver.

    Args:
        line: the driver, which is closed with it; it is called in another thread.
        clock: tells seconds.
        score: what is to be played waits here.
    """

    def __init__(
        self,
        line: ToneLine,
        *,
        clock: Callable[[], float] = time.monotonic,
        score: Score | None = None,
    ) -> None:
        self._line = line
        self._clock = clock
        self._score: Score = SimpleQueue() if score is None else score
        self._thread: Thread | None = None
        self._failure: BoxError | None = None

    def play(self, tones: Tones, volume: int) -> None:
        if self._failure is not None:
            raise SoundError(self._failure.what, self._failure.do) from self._failure
        if self._thread is None:
            self._thread = Thread(target=self._run, name="sound", daemon=True)
            self._thread.start()
        self._score.put((tones, volume))

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._score.put(None)
            thread.join(CLOSING_S)
        try:
            self._line.close()
        except BoxError as exc:
            raise SoundError(exc.what, exc.do) from exc

    def _run(self) -> None:
        """Play what comes until `None` does."""
        try:
            item = self._score.get()
            while item is not None:
                item = self._play(*item)
            self._line.sound(0)
        except BoxError as exc:
            self._failure = exc

    def _play(self, tones: Tones, volume: int) -> tuple[Tones, int] | None:
        """Play tones to their end, or until something else is to be played; return that."""
        due = self._clock()
        for tone in tones:
            self._line.sound(tone.hertz, duty(volume))
            due += tone.ms / 1000
            try:
                return self._score.get(True, max(0.0, due - self._clock()))
            except Empty:
                pass
        self._line.sound(0)
        return self._score.get()
