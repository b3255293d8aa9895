"""The voice: speaks lines by espeak-ng, one after the other, in a thread of its own.

A line that is cut off ends at once, for its process is ended. Where espeak-ng is not installed,
or fails, the box is told by tones again.

Never: holds up anything, stops the game when it fails.
"""

from __future__ import annotations

import logging
import subprocess
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from typing import TYPE_CHECKING, Protocol

logger = logging.getLogger(__name__)

PROGRAM = "espeak-ng"

CLOSING_S = 0.5
"""A process that won't end keeps nobody from ending for longer than this."""

_ERROR = "error:"

_AMPLITUDE = 40
"""What a level of the volume adds to espeak-ng's amplitude, of 200."""


class Speech(Protocol):
    """What speaks lines."""

    @property
    def works(self) -> bool:
        """Whether lines are heard."""
        ...

    def say(self, text: str, *, language: str, rate: int, volume: int) -> None:
        """Say a line when what is said has ended.

        Args:
            text: the line.
            language: the code of its language.
            rate: words a minute.
            volume: 1 to 5.
        """
        ...

    def hush(self) -> None:
        """Say nothing more of what was to be said."""
        ...

    def close(self) -> None:
        """Be silent; may be called in another thread."""
        ...


class Voice:
    """espeak-ng as a voice."""

    def __init__(self) -> None:
        from shutil import which  # imports a megabyte of compression

        self._program = which(PROGRAM)
        if self._program is None:
            logger.warning("nothing is spoken: %s is not installed", PROGRAM)
        self._news = Condition()
        self._waiting: deque[tuple[tuple[str, ...], str]] = deque()
        self._process: subprocess.Popen[str] | None = None
        self._thread: Thread | None = None
        self._hushes = 0
        self._is_closed = False

    @property
    def works(self) -> bool:
        return self._program is not None

    def say(self, text: str, *, language: str, rate: int, volume: int) -> None:
        program = self._program
        if program is None:
            return
        settings = ("-v", language, "-s", str(rate), "-a", str(_AMPLITUDE * volume))
        item = ((program, *settings, "--stdin"), text)
        with self._news:
            if item not in self._waiting:
                self._waiting.append(item)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="voice", daemon=True)
                self._thread.start()
            self._news.notify()

    def hush(self) -> None:
        with self._news:
            self._waiting.clear()
            self._hushes += 1
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        self.hush()
        with self._news:
            self._is_closed = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join(CLOSING_S)

    def _run(self) -> None:
        while (item := self._next()) is not None:
            try:
                failure = self._speak(*item)
            except OSError as exc:
                failure = str(exc)
            if failure:
                self._give_up(failure)
                return

    def _next(self) -> tuple[tuple[str, ...], str, int] | None:
        """Wait for a line; return it, and how often was hushed before it."""
        with self._news:
            while not self._waiting and not self._is_closed:
                self._news.wait()
            return None if self._is_closed else (*self._waiting.popleft(), self._hushes)

    def _speak(self, command: tuple[str, ...], text: str, hushes: int) -> str:
        """Speak one line to its end, or until it is hushed; return what is wrong, if it is.

        Without a loudspeaker espeak-ng says so, and ends as if it had spoken.
        """
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(
            command, stdin=pipe, stdout=nothing, stderr=pipe, encoding="utf-8", errors="replace"
        ) as process:
            with self._news:
                self._process = process
                if self._hushes != hushes:
                    process.kill()
            try:
                _, told = process.communicate(text)
            finally:
                with self._news:
                    self._process = None
        if process.returncode < 0:
            return ""
        errors = [line for line in told.splitlines() if line.startswith(_ERROR)]
        if errors:
            return errors[-1].removeprefix(_ERROR).strip()
        return f"exit status {process.returncode}" if process.returncode else ""

    def _give_up(self, what: str) -> None:
        logger.warning("nothing is spoken any more: %s: %s", PROGRAM, what)
        self._program = None


if TYPE_CHECKING:
    _fits: Callable[[], Speech] = Voice
