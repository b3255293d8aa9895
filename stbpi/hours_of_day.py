"""Hours of the day as people write them: from when to when, `16:00-02:00`.

Never: reads a clock. Keep: they are in the time of the system, and may pass midnight; whoever
asks decides what is so while the time is not known.
"""

from __future__ import annotations

import re
import time

ALWAYS, NEVER = "always", "never"
"""What people write where there are no hours."""

_HOURS = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]-(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)")


def are_hours(text: str) -> bool:
    """Say whether a text is from when to when; from a time to itself is nothing.

    >>> are_hours("22:00-08:00"), are_hours("00:00-24:00"), are_hours("22:00-22:00")
    (True, True, False)
    """
    begins, _dash, ends = text.partition("-")
    return bool(_HOURS.fullmatch(text)) and begins != ends


def is_within(hours: str, wall: int) -> bool:
    """Say whether a moment is within some hours; nothing is within what `are_hours` refuses.

    Args:
        hours: from when to when.
        wall: epoch seconds.
    """
    if not are_hours(hours):
        return False
    begins, _dash, ends = hours.partition("-")
    now = time.strftime("%H:%M", time.localtime(wall))
    return begins <= now < ends if begins < ends else not ends <= now < begins
