"""The tiles' cable: which moves of tiles a hand has made, and which come of the plug.

A plug parts and mates contact by contact, and each of them bounces: a tile's line may open before
the reference contact does, and close after it. What comes of that is no move of a tile.

    plugged in  a move is held back for a moment, and believed if the contact is closed all the time
    in doubt    the contact has been open, be it for one reading: the tiles keep what they had until
                it has been closed for half a second and every tile's line is at rest
    off         that has settled, or the doubt has lasted for a second: it is told. A contact that
                has been lost again soon after it was back must be closed for longer and longer

The buttons wait behind a move that is held back, so that everything is believed in its order.

Never: reads a clock, knows a line. Keep: a box without a reference contact is never in doubt, and
nothing is held back there.
"""

from __future__ import annotations

import math
from collections import deque

from stbpi.box.port import Levels

HELD_S = 0.1
"""A plug is out so soon after the first of its contacts has parted."""

BACK_S, LONGER, LONGEST_S = 0.5, 4, 32.0
"""A contact must be closed for so long, each time so much longer, and so long at the most."""

SOON_S = 60.0
"""A contact that is lost again within so long is a bad one."""

TOLD_S = 1.0
"""A doubt that lasts for so long is told."""


class Cable:
    """Watches the cable, and lets pass what is to be believed.

    Args:
        has_reference: whether there is a reference contact.

    Attributes:
        is_in_doubt: the tiles keep what they had.
        is_off: that is to be told.
    """

    def __init__(self, *, has_reference: bool) -> None:
        self.is_in_doubt = False
        self.is_off = False
        self._held_s = HELD_S if has_reference else 0.0
        self._held: deque[tuple[float, Levels]] = deque()
        self._newest: Levels | None = None
        self._passed: Levels | None = None
        self._doubted_since = self._closed_since = math.inf
        self._back_s = BACK_S
        self._back_at = -math.inf

    @property
    def is_waiting(self) -> bool:
        """Whether something will be believed soon, if nothing else comes."""
        is_closed = self._closed_since < math.inf
        return bool(self._held) or (self.is_in_doubt and is_closed)

    @property
    def is_at_ease(self) -> bool:
        """Whether nothing depends on how long it goes on so."""
        return not (self._held or self.is_in_doubt)

    def lose(self) -> None:
        """Take that nothing can be read for now."""
        self._held.clear()
        self._newest = self._passed = None
        self._closed_since = math.inf

    def watch(self, *, closed: bool, settled: bool, is_at_rest: bool, now: float) -> None:
        """Take a reading of the reference contact.

        Args:
            closed: as it was read.
            settled: it is closed, settled, or may be.
            is_at_rest: the lines of all tiles are, as far as they are believed.
            now: in seconds of any clock that never goes back.
        """
        if not closed:
            self._closed_since = math.inf
            if not self.is_in_doubt:
                self.is_in_doubt, self._doubted_since = True, now
        elif self._closed_since == math.inf:
            self._closed_since = now
        if not self.is_in_doubt:
            return
        if not self.is_off and (not settled or now - self._doubted_since >= TOLD_S):
            self._tell(now)
        closed_s = now - self._closed_since
        if closed_s >= (self._back_s if self.is_off else BACK_S) and is_at_rest and not self._held:
            self._come_back(now)

    def passed(self, believed: Levels, *, now: float) -> Levels | None:
        """Take what is believed of the lines; return what is to be believed of the box.

        It is `None` as long as nothing has been known for long enough. One change is returned at
        a time; more may be waiting.
        """
        if believed != self._newest:
            is_move = self._newest is None or believed.down != self._newest.down
            self._held.append((now + self._held_s if is_move else now, believed))
            self._newest = believed
        if self._held and self._held[0][0] <= now:
            self._passed = self._held.popleft()[1]
        return self._passed

    def _tell(self, now: float) -> None:
        self.is_off = True
        is_soon = now - self._back_at < SOON_S
        self._back_s = min(self._back_s * LONGER, LONGEST_S) if is_soon else BACK_S

    def _come_back(self, now: float) -> None:
        if self.is_off:
            self._back_at = now
        self.is_in_doubt = self.is_off = False
