"""Opening hours: when new matches may be started.

Never: reads a clock. Keep: a box that does not know the time is open.
"""

from __future__ import annotations

import re
from datetime import datetime, time

ALWAYS = "always"
_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)")


def are_hours(text: str) -> bool:
    """Say whether a text is `always`, or from when to when: `16:00-02:00`."""
    return text == ALWAYS or bool(_HOURS.fullmatch(text))


def is_open(hours: str, wall: int | None) -> bool:
    """Say whether a box is open.

    Args:
        hours: as `are_hours` has it, in local time; they may pass midnight.
        wall: whole epoch seconds; `None` if the time is unknown.
    """
    told = _HOURS.fullmatch(hours)
    if told is None or wall is None:
        return True
    hour, minute, last_hour, last_minute = map(int, told.groups())
    first, last = time(hour, minute), time(last_hour % 24, last_minute)
    now = datetime.fromtimestamp(wall).time()
    return first <= now < last if first < last else now >= first or now < last
