"""Days as a bar counts them: an evening goes on until the morning.

Never: reads a clock. Keep: a day goes from 06:00 to 06:00, in the time of this computer.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from stbpi.errors import StbError
from stbpi.language import _

BEGINS_H = 6
"""An evening ends, and the next one may begin, at this hour of the morning."""


def evening(wall: int | None) -> date | None:
    """Return the day whose evening a moment belongs to; `None` if no calendar has it.

    Args:
        wall: epoch seconds; `None` if the clock was unknown.
    """
    if wall is None:
        return None
    try:
        moment = datetime.fromtimestamp(wall)
        return (moment - timedelta(hours=BEGINS_H)).date()
    except (OverflowError, ValueError, OSError):
        return None


def bounds(day: date) -> tuple[int, int]:
    """Return when a day begins, and when the next one does, in epoch seconds."""
    begins = datetime.combine(day, time(BEGINS_H))
    return int(begins.timestamp()), int((begins + timedelta(days=1)).timestamp())


def read(text: str) -> date:
    """Read a day.

    Raises:
        StbError: it is none.
    """
    try:
        return date.fromisoformat(text)
    except ValueError as exc:
        what = _("{text} is no day").format(text=repr(text))
        do = _("Write a day as {example}.").format(example="2026-11-30")
        raise StbError(what, do) from exc


def local(wall: int | None) -> str | None:
    """Write a moment as ISO 8601 does, in the time of this computer; `None` if there is none."""
    if wall is None:
        return None
    try:
        return datetime.fromtimestamp(wall).astimezone().isoformat()
    except (OverflowError, ValueError, OSError):
        return None
