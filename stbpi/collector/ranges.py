"""Which numbers of a box are there: as runs, so that a million of them is one pair.

Never: holds an event.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

Run = tuple[int, int]
"""The first and the last of some numbers without a gap."""


class Ranges:
    """A set of whole numbers from 1.

    Args:
        runs: what is in it at first.

    >>> numbers = Ranges([(1, 3)])
    >>> numbers.add(5)
    >>> numbers.whole, numbers.end, numbers.gaps(7)
    (3, 5, ((4, 4), (6, 7)))
    """

    def __init__(self, runs: Iterable[Run] = ()) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        self.become(runs)

    def __contains__(self, n: int) -> bool:
        at = bisect_right(self._firsts, n) - 1
        return at >= 0 and n <= self._lasts[at]

    @property
    def whole(self) -> int:
        """The highest number up to which nothing is missing."""
        return self._lasts[0] if self._firsts and self._firsts[0] == 1 else 0

    @property
    def end(self) -> int:
        """The highest number; 0 if there is none."""
        return self._lasts[-1] if self._lasts else 0

    @property
    def runs(self) -> tuple[Run, ...]:
        """All of it, ascending."""
        return tuple(zip(self._firsts, self._lasts, strict=True))

    def add(self, first: int, last: int | None = None) -> None:
        """Take a number in, or all from `first` to `last`."""
        last = first if last is None else last
        if self._lasts and first == self._lasts[-1] + 1:
            self._lasts[-1] = last
            return
        begin = bisect_right(self._lasts, first - 2)  # the first run that touches it
        end = bisect_right(self._firsts, last + 1)
        if begin < end:
            first = min(first, self._firsts[begin])
            last = max(last, self._lasts[end - 1])
        self._firsts[begin:end] = [first]
        self._lasts[begin:end] = [last]

    def become(self, runs: Iterable[Run]) -> None:
        """Be these and no other numbers."""
        self._firsts.clear()
        self._lasts.clear()
        for first, last in runs:
            self.add(first, last)

    def gaps(self, up_to: int) -> tuple[Run, ...]:
        """Return what is missing from 1 to `up_to`, ascending."""
        starts = [1, *(last + 1 for last in self._lasts)]
        ends = [*(first - 1 for first in self._firsts), up_to]
        pairs = ((start, min(end, up_to)) for start, end in zip(starts, ends, strict=True))
        return tuple(pair for pair in pairs if pair[0] <= pair[1])
