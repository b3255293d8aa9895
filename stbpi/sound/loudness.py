"""How loud the box is: what was chosen, and quieter at night.

Never: reads a clock. Keep: where the time is not known it is day.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

SILENT, QUIETEST, LOUDEST = 0, 1, 5

_DUTIES = (0.0, 0.02, 0.04, 0.08, 0.167, 0.5)


def volume(chosen: int, *, night: Sequence[str], night_level: int, wall: int | None) -> int:
    """Return how loud the box is now, 0 to 5.

    Args:
        chosen: how loud it shall be by day.
        night: when the night begins and ends, as `["22:00", "08:00"]`; empty: never.
        night_level: it is not louder than this at night.
        wall: epoch seconds; `None` if the time is not known.
    """
    return min(chosen, night_level) if _is_night(night, wall) else chosen


def duty(level: int) -> float:
    """Return which share of each wave a buzzer is on, so that a level sounds 6 dB louder.

    The strength of a wave's tone goes with the sine of half its share.
    """
    return _DUTIES[level]


def _is_night(night: Sequence[str], wall: int | None) -> bool:
    if not night or wall is None:
        return False
    now = time.strftime("%H:%M", time.localtime(wall))
    begins, ends = night
    return begins <= now < ends if begins <= ends else not ends <= now < begins
