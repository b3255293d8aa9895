"""When to ask a box for what is missing, and from where on.

A box that is asked sends everything behind a number again, in order. What it sends meanwhile may
still be on its way, a request may be lost, and a line may have no way back at all; so it is asked
again after a while, later and later as long as nothing follows from it.

It is asked for one event more than is missing: that one is there already, and tells whether this
is the same history still (`Intake` compares).

A box may also lack events, after its own disk has failed. That is so when it has left out the same
numbers in `SURE` answers, with no damage before them; then it is asked for what comes behind those
that are there.

Never: sends, or looks at a clock; times are handed in, in seconds.
"""

from __future__ import annotations

from stbpi.collector.ranges import Ranges, Run

SURE = 3
QUIET_S = 2.0
"""A box that still has something to send doesn't pause for so long."""

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0


class Asking:
    """What is asked on a line, from a `hello` to the next.

    Args:
        known: the numbers of the box that are there, or that it lacks.
        last: the newest number that the box has told of.
        now: the time of the `hello`.

    Attributes:
        position: the number of the event that came last; -1 before the first.
        last: the newest number that is known to exist.
        is_heard: the box has sent something again because it was asked.
        in_vain: how often it was asked without anything that followed.
    """

    def __init__(self, known: Ranges, *, last: int, now: float) -> None:
        self.position = -1
        self.last = last
        self.is_heard = False
        self.in_vain = 0
        self._known = known
        self._quiet_since = now
        self._wait_s = 0.0
        self._asked_at = now
        self._asked: int | None = None
        self._whole = -1
        self._is_answer = False
        self._left_out: Run = (0, 0)
        self._times = 0

    def came(self, now: float) -> None:
        """Take note that events have come."""
        self._quiet_since = now
        self.last = max(self.last, self.position)

    def told(self, last: int, now: float) -> None:
        """Take a `heartbeat`: what it tells of may be on its way."""
        if last > self.last:
            self.last = last
            self._quiet_since = now

    def jumped(self, n: int) -> Run | None:
        """Take an event that does not follow the one before it; it is not in `known` yet.

        Returns:
            What the box lacks, if that is certain now.
        """
        before = self.position
        self.position = n
        if before < 0:
            return None
        if self._asked is not None and n <= before:
            self.is_heard = self._is_answer = True
            before = min(self._asked, n - 1)
        whole = self._known.whole
        if not self._is_answer or not before <= whole < n - 1:
            return None
        return self._lacks((whole + 1, n - 1))

    def was_damaged(self) -> None:
        """Take note of damage: what an answer leaves out may have been in it."""
        self._is_answer = False

    def due(self, now: float) -> int | None:
        """Return the number behind which everything is to be asked for now, if at all."""
        whole = self._known.whole
        if self._asked is not None:
            is_passed = self.position > whole
            is_quiet = self.last > whole and now - self._quiet_since >= QUIET_S
            if not (is_passed or is_quiet) or now - self._asked_at < self._wait_s:
                return None
        if whole > self._whole:
            self._wait_s, self.in_vain = FIRST_WAIT_S, 0
        else:
            self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)
            self.in_vain += 1
        self._whole, self._asked_at, self._quiet_since = whole, now, now
        self._asked = max(min(whole, self.last) - 1, 0)
        self._is_answer = False
        return self._asked

    def _lacks(self, left_out: Run) -> Run | None:
        """Count how often the same was left out; only the first of an answer is certain."""
        self._is_answer = False
        self._times = self._times + 1 if left_out == self._left_out else 1
        self._left_out = left_out
        if self._times < SURE:
            return None
        self._asked = None
        return left_out
