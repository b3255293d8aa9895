"""How far something has come that takes long, on a terminal and nowhere else.

Never: writes to anything but stderr; keeps anything waiting.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from stbpi.language import number

PATIENCE_S = 1.0
"""Nothing is said of what is done by then."""

EVERY_S = 0.2
WIDTH = 30


class Progress:
    """A bar, drawn anew in one line; gone at the end.

    Args:
        total: how much there is to do.
        text: says so, with {done} and {total}.
        is_shown: whether anybody can see it.
    """

    def __init__(self, total: int, text: str, *, is_shown: bool) -> None:
        self._total = max(total, 1)
        self._text = text
        self._is_shown = is_shown
        self._done = 0
        self._next = time.monotonic() + PATIENCE_S
        self._is_drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._is_drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def add(self, done: int) -> None:
        """Take in that more is done."""
        self._done += done
        if self._is_shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY_S
            self._is_drawn = True
            print(f"\r\x1b[K{self.line()}", end="", file=sys.stderr, flush=True)

    def line(self) -> str:
        """Write the bar and the numbers."""
        share = min(self._done / self._total, 1)
        bar = ("#" * round(WIDTH * share)).ljust(WIDTH, ".")
        said = self._text.format(done=number(self._done), total=number(self._total))
        return f"[{bar}] {round(100 * share):3} %  {said}"


def is_seen(*, prints: bool) -> bool:
    """Say whether a bar would be seen, and be in nobody's way.

    Args:
        prints: something else is printed on stdout meanwhile.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        return False
    return not (prints and sys.stdout is not None and sys.stdout.isatty())
