"""How loud the box is: what was chosen, and quieter at night.

Never: reads a clock. Keep: where the time is not known it is day.
"""

from __future__ import annotations

from stbpi.hours_of_day import is_within

SILENT, QUIETEST, LOUDEST = 0, 1, 5

_DUTIES = (0.0, 0.02, 0.04, 0.08, 0.167, 0.5)


def volume(chosen: int, *, night: str, night_level: int, wall: int | None) -> int:
    """Return how loud the box is now, 0 to 5.

    Args:
        chosen: how loud it shall be by day.
        night: from when to when it is night, as `22:00-08:00`; anything else: never.
        night_level: it is not louder than this at night.
        wall: epoch seconds; `None` if the time is not known.
    """
    is_night = wall is not None and is_within(night, wall)
    return min(chosen, night_level) if is_night else chosen


def duty(level: int) -> float:
    """Return which share of each wave a buzzer is on, so that a level sounds 6 dB louder.

    The strength of a wave's tone goes with the sine of half its share.
    """
    return _DUTIES[level]
