"""Settle: from raw switch levels to levels that have settled.

A level has settled when the last N readings agree on it, up and down alike. The rule works on
whole snapshots, every tile, the roll button and the cable being one bit of a mask:

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
from functools import lru_cache, reduce
from operator import and_, or_

from stbpi.box.port import Levels
from stbpi.games.game import Tile, Tiles


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
        self._samples = samples
        self._alike = 0
        self._every = self._some = self._settled = 0
        self._unknown = -1  # all bits, however many lines there are
        self._patience = patience

    def take(self, levels: Levels) -> Levels | None:
        """Take the next reading; return what is settled now, `None` before the first time."""
        now = pack(levels)
        self._alike = self._alike + 1 if self._recent and now == self._recent[-1] else 1
        self._recent.append(now)
        self._patience -= 1
        if len(self._recent) < self._samples:
            return None
        if self._alike >= self._samples:
            self._every = self._some = now
        else:
            self._every, self._some = reduce(and_, self._recent), reduce(or_, self._recent)
        self._settled = (self._settled | self._every) & self._some
        self._unknown &= self._every ^ self._some
        if self._unknown and self._patience <= 0:
            self._settled |= now & self._unknown
            self._unknown = 0
        return None if self._unknown else unpack(self._settled)

    def is_quiet(self, *, without: int = 0) -> bool:
        """Say whether the last N readings are all what is settled: nothing is on its way.

        Args:
            without: lines (as `pack` numbers them) that are not looked at.
        """
        on_its_way = self._unknown | self._every ^ self._settled | self._some ^ self._settled
        return len(self._recent) == self._samples and not on_its_way & ~without


ROLL, CABLE = 0b01, 0b10
_TILES_AT = 2
MENU = 1 << 14
_ALL_TILES = MENU - 1

FEW = 32
"""Readings show the same few levels again and again: so many are kept, both ways."""


@lru_cache(maxsize=FEW)
def pack(levels: Levels) -> int:
    """Return levels as a mask: bit 0 is the roll button, bit 1 the cable, bit 2 is tile 1.

    The menu button comes behind tile 12, as bit 14.
    """
    buttons = levels.roll * ROLL | levels.menu * MENU
    return levels.down << _TILES_AT | levels.cable * CABLE | buttons


@lru_cache(maxsize=FEW)
def unpack(mask: int) -> Levels:
    """Return the levels of a mask."""
    return Levels(
        down=Tiles((mask & _ALL_TILES) >> _TILES_AT),
        cable=bool(mask & CABLE),
        roll=bool(mask & ROLL),
        menu=bool(mask & MENU),
    )


def lines_of(down: Tiles) -> int:
    """Return the lines of tiles as a mask.

    >>> unpack(lines_of(Tiles(0b101))).down
    5
    """
    return down << _TILES_AT


def line_of(tile: Tile) -> int:
    """Return the line of a tile as a mask."""
    return 1 << tile - 1 + _TILES_AT
