"""Scan: from raw readings of all contacts to how they stand.

A contact has changed when the last N readings agree on it. The rule works on whole masks, a bit
for each contact:

    settled = (settled | AND of the last N) & OR of the last N

Nothing is told before every contact has been read alike N times once; a contact that chatters from
the start on is taken as it was last read when patience ends.

Never: reads a pin or a clock. Keep: nothing is imported, so the same file runs on a PC.
"""

SAMPLES = 3
PATIENCE = 100  # 200 ms


class Scan:
    """Takes one reading after the other.

    Args:
        samples: N, at least 1.

    >>> scan = Scan(2)
    >>> [scan.take(reading) for reading in (0b01, 0b01, 0b10, 0b01, 0b11, 0b11)]
    [None, 1, 1, 1, 1, 3]
    """

    def __init__(self, samples: int = SAMPLES) -> None:
        self._samples = samples
        self._recent: list[int] = []
        self._settled = 0
        self._unknown = -1
        self._patience = PATIENCE

    def agree(self, samples: int) -> None:
        """Believe a contact after so many equal readings from now on."""
        self._samples = samples
        del self._recent[:-samples]

    def take(self, reading: int) -> int | None:
        """Take the next reading; return how the contacts stand, `None` while that is unknown."""
        recent = self._recent
        if len(recent) == self._samples:
            del recent[0]
        recent.append(reading)
        if self._patience:
            self._patience -= 1
        if len(recent) == self._samples:
            every = some = reading
            for earlier in recent:
                every &= earlier
                some |= earlier
            self._settled = (self._settled | every) & some
            self._unknown &= every ^ some
        if self._unknown and not self._patience:
            self._settled = (self._settled & ~self._unknown) | (reading & self._unknown)
            self._unknown = 0
        return None if self._unknown else self._settled
