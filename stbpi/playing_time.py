"""The time for which the match on the table has been played, pauses between throws included.

It stands still while the match is set aside, and while the box is off.

Never: looks at a clock; it is told the time.
"""

from __future__ import annotations


class PlayingTime:
    """Adds up the time.

    Args:
        before_ms: for how long the match was played before the program started, in ms.
    """

    def __init__(self, before_ms: int = 0) -> None:
        self._s = before_ms / 1000
        self._match = 0
        self._since: float | None = None

    def look(self, match: int, *, is_played: bool, now: float) -> None:
        """Take what is so now.

        Args:
            match: which one is on the table; another number is another match.
            is_played: it is neither over nor set aside.
            now: in seconds.
        """
        if match != self._match:
            self._match, self._s, self._since = match, 0.0, None
        if self._since is not None:
            self._s += now - self._since
        self._since = now if is_played else None

    def ms(self, now: float) -> int:
        """Return for how long it has been played until now (in seconds), in ms."""
        running = 0.0 if self._since is None else now - self._since
        return round((self._s + running) * 1000)
