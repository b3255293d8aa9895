"""Processes that are killed at any moment (SIGKILL) and begun anew.

They are forked from this one, so that none of them spends its life on imports.

Never: lets one end by itself.
"""

from __future__ import annotations

import os
import random
import signal
import traceback
from collections.abc import Callable
from pathlib import Path

LATER_S = 0.2
"""A kill comes so long after its time has come at most ..."""

BUSY_S = 1.0
"""... or else half of the times when it is busy next, if it is within this."""


class WrongError(Exception):
    """Something is not as it must be."""


class Life:
    """A process, and those that come after it.

    Args:
        live: what it does, for ever.
        out: the file that what it says goes to, behind what is there.
        kills: how often it is killed.
        within: times are given from 0 to this.
        chance: when it is killed.

    Attributes:
        killed: how often it was killed.
    """

    def __init__(
        self,
        live: Callable[[], object],
        out: Path,
        *,
        kills: int,
        within: int,
        chance: random.Random,
    ) -> None:
        self.killed = 0
        self._live = live
        self._out = out
        self._kills = kills
        self._chance = chance
        self._times = sorted(chance.uniform(0, within) for _ in range(kills))
        self._due: float | None = None
        self._latest = 0.0
        self._pid = 0
        self._begin()

    @property
    def is_safe(self) -> bool:
        """It is not killed any more."""
        return self.killed == self._kills

    def step(self, progress: float, now: float, *, is_busy: bool) -> None:
        """Kill it if its time has come.

        Args:
            progress: how far everything has come.
            now: in seconds.
            is_busy: it has just done something.

        Raises:
            WrongError: it has ended by itself.
        """
        if os.waitpid(self._pid, os.WNOHANG) != (0, 0):
            self._pid = 0
            raise WrongError(f"it ended by itself: {self._out.read_text()[-2000:]}")
        if self._due is None and self._times and progress >= self._times[0]:
            del self._times[0]
            self._due = now + self._chance.uniform(0, LATER_S)
            self._latest = self._due + self._chance.choice((0, BUSY_S))
        if self._due is not None and now >= (self._due if is_busy else self._latest):
            self._due = None
            self.killed += 1
            self.end()
            self._begin()

    def end(self) -> None:
        """Kill it."""
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            self._pid = 0
            with self._out.open("a") as out:
                out.write("\n")

    def _begin(self) -> None:
        self._pid = os.fork()
        if self._pid:
            return
        try:
            os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # who holds a cable's end keeps it in
            out = os.open(self._out, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            for stream in (1, 2):
                os.dup2(out, stream)
            os.close(out)
            self._live()
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(1)
