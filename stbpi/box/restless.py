"""Restlessness: how far the level of one line may be believed, after what it has done before.

`settle` believes what a few readings in a row agree on. That is right for a good contact and for
one that bounces, but a contact that chatters all the time agrees with itself by chance, too. So
the time that a line is restless (it changes again before a hand could have moved it) is added up,
and leaks away slowly:

    calm        what has settled is believed
    chattering  it has changed without settling for 0.1 s of late, or edges came (of any line)
                while its readings agreed: it has to be still for three times the settle time
    noisy       restless for 2 s: it is not believed at all, and taken to be where it was before
                it began; after a quiet minute it is believed again

A line that chatters at 1 kHz is noisy after five seconds, at 5 Hz after eight. A contact with
30 ms of bounces stays calm, and a good one that is moved as quickly as a hand can is believed at
once.

Never: reads a clock, knows which line it is.
"""

from __future__ import annotations

import math

CHATTERS_S = 0.1
STILL = 3
"""How many settle times a chattering line has to be still."""

NOISY_S = 2.0
BOUNCE = 0.5
"""What counts of the time of a chatter that is too quick to settle: it may be a bounce and end."""

HAND_S = 0.3
"""Changes that follow each other more quickly are hardly made by a hand."""

SURE_S = 0.16
"""A line that had been still for so long was where it was: that is what a noisy one falls back
to. Longer than the pulses of 5 Hz, shorter than it takes to press the button after a move."""

LEAK, CHATTER_LEAK = 0.1, 0.5
"""How much of a second leaks away in a second; a line that is restless for less than that in the
long run is a line that is played with."""

QUIET_S = 59.0
"""A minute, less the second that an idle box may need to notice."""


class Line:
    """One line, from its first settled level on.

    Args:
        level: where it was when the box was last seen.
        settle_s: how long a level must last to be believed, in seconds.

    Attributes:
        believed: the level that is believed.
        changed_at: when it last changed, raw; in seconds of the clock that `take` is given.
        is_noisy: it is not believed at present.
        bounce_s: how long it has bounced at the most before it came to rest.
        moves: how often it has changed, settled.
    """

    def __init__(self, *, level: bool, settle_s: float) -> None:
        self.believed = level
        self.changed_at = -math.inf
        self.is_noisy = False
        self.bounce_s = 0.0
        self.moves = 0
        self._settle_s = settle_s
        self._sure = level
        self._restless_s = 0.0
        self._chatters_s = 0.0
        self._read_at = -math.inf
        self._moved_at = -math.inf

    def take(self, *, changed: bool, settled: bool | None, now: float, silent: bool = True) -> bool:
        """Take a reading; return whether the line is at rest and needs no further ones.

        Args:
            changed: its raw level is not that of the reading before.
            settled: its settled level; `None` before there is one.
            now: when it was read, in seconds of any clock that never goes back.
            silent: no line has had an edge for the settle time.
        """
        since, self._read_at = now - self._read_at, now
        self._restless_s = max(0.0, self._restless_s - LEAK * since)
        self._chatters_s = max(0.0, self._chatters_s - CHATTER_LEAK * since)
        if changed:
            self._change(now)
        still_s = now - self.changed_at
        if self.is_noisy:
            if still_s < QUIET_S:
                return False
            self.is_noisy, self._restless_s = False, 0.0
        elif self._restless_s >= NOISY_S:
            self.is_noisy, self.believed = True, self._sure
            return False
        if settled is None:
            return False
        is_calm = silent and self._chatters_s <= CHATTERS_S
        if is_calm or still_s >= STILL * self._settle_s:
            self._believe(settled)
        return still_s >= HAND_S

    def _change(self, now: float) -> None:
        gap, self.changed_at = now - self.changed_at, now
        if gap < self._settle_s:
            self._chatters_s += gap
            self._restless_s += BOUNCE * gap
        else:
            self._moved_at = now
            self._restless_s += self._settle_s if gap < HAND_S else 0.0
        if gap >= SURE_S:
            self._sure = self.believed

    def _believe(self, settled: bool) -> None:
        if settled != self.believed:
            self.believed = settled
            if self._moved_at > -math.inf:
                self.moves += 1
                self.bounce_s = max(self.bounce_s, self.changed_at - self._moved_at)
