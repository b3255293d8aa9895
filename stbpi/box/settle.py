"""Settle: from raw switch levels to levels that may be believed.

A level is believed when the last N readings agree on it, up and down alike. The rule works on
whole snapshots, every tile and the roll button being one bit of a mask:

    settled = (settled | AND of the last N) & OR of the last N

A bit that all N agree on takes their level, any other bit keeps the one it had. A spike can
therefore delay a tile by N readings, never move it. At the start nothing is settled before every
line has agreed once; a line that chatters from the start on is taken as it was last read when
patience ends, so that one bad contact can't keep the box from starting.

Never: reads a clock, sleeps, knows a pin, knows a rule of a game. Keep: whole snapshots in, whole
snapshots out; a function of single tiles would bring the edges back.
"""

from __future__ import annotations

from collections import deque
from functools import reduce
from operator import and_, or_

from stbpi.box.port import Levels
from stbpi.games.game import Tiles


class Settle:
    """Hands raw snapshots in, settled snapshots out.

    Args:
        samples: N, how many readings in a row must agree; at least 1.
        patience: after how many readings a line that has never agreed is taken as it is read.

    >>> settle = Settle(2)
    >>> readings = [0b1, 0b1, 0b0, 0b1, 0b0, 0b0]
    >>> [s and s.down for s in (settle.take(Levels(down=r, roll=False)) for r in readings)]
    [None, 1, 1, 1, 1, 0]
    """

    def __init__(self, samples: int, *, patience: int = 200) -> None:
        if samples < 1:
            raise ValueError(f"{samples} samples: at least one reading is needed to believe it")
        self._recent: deque[int] = deque(maxlen=samples)
        self._settled = 0
        self._unknown = -1  # all bits, however many lines there are
        self._patience = patience

    def take(self, levels: Levels) -> Levels | None:
        """Take the next reading; return what is settled now, `None` before the first time."""
        now = _pack(levels)
        self._recent.append(now)
        self._patience -= 1
        if len(self._recent) < (self._recent.maxlen or 0):
            return None
        every, some = reduce(and_, self._recent), reduce(or_, self._recent)
        self._settled = (self._settled | every) & some
        self._unknown &= every ^ some
        if self._unknown and self._patience <= 0:
            self._settled |= now & self._unknown
            self._unknown = 0
        return None if self._unknown else _unpack(self._settled)

    @property
    def quiet(self) -> bool:
        """Whether the last N readings are all what is settled: nothing is on its way."""
        full = len(self._recent) == self._recent.maxlen
        return full and not self._unknown and set(self._recent) == {self._settled}


def _pack(levels: Levels) -> int:
    return levels.down << 1 | levels.roll


def _unpack(mask: int) -> Levels:
    return Levels(down=Tiles(mask >> 1), roll=bool(mask & 1))
