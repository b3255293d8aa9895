"""Seasons: years, quarters and months, by the evenings that belong to them.

Never: reads a clock. Keep: a match whose time is unknown belongs to no season.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from stbpi.errors import StbError
from stbpi.language import _


class By(StrEnum):
    """How long a season is; the values are public."""

    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Season:
    """The evenings between two days, both included; `None` is open.

    Attributes:
        name: as one writes it: 2026, 2026-Q4, 2026-11; empty for ever.
    """

    name: str
    since: date | None
    until: date | None

    def has(self, evening: date | None) -> bool:
        """Say whether an evening belongs to it."""
        if self.since is None and self.until is None:
            return True
        if evening is None:
            return False
        return (self.since or evening) <= evening <= (self.until or evening)


EXAMPLES = "2026, 2026-Q4, 2026-11"
"""Names of seasons."""


def season_of(day: date, by: By) -> Season:
    """Return the season that a day belongs to.

    >>> season_of(date(2026, 11, 30), By.QUARTER).name
    '2026-Q4'
    """
    match by:
        case By.MONTH:
            return _months(f"{day.year:04}-{day.month:02}", day.year, day.month, day.month)
        case By.QUARTER:
            first = day.month - (day.month - 1) % 3
            return _months(f"{day.year:04}-Q{first // 3 + 1}", day.year, first, first + 2)
        case By.YEAR:
            return _months(f"{day.year:04}", day.year, 1, 12)


def seasons_of(evenings: Iterable[date | None], by: By) -> list[Season]:
    """Return the seasons that some evenings belong to, the first one first."""
    found = {season_of(day, by) for day in evenings if day is not None}
    return sorted(found, key=lambda season: season.name)


def read(text: str) -> Season:
    """Read the name of a season.

    Raises:
        StbError: it is none.
    """
    for by, pattern in _WRITTEN.items():
        found = re.fullmatch(pattern, text, re.ASCII)
        if found is not None and int(found["year"]):
            part = int(found.groupdict().get("part") or 1)
            month = 3 * part - 2 if by is By.QUARTER else part
            if month <= 12:
                return season_of(date(int(found["year"]), month, 1), by)
    what = _("{text} is no season").format(text=repr(text))
    examples = "2026, 2026-Q4, 2026-11"
    raise StbError(
        what, _("Write a season like one of these: {examples}.").format(examples=examples)
    )


_WRITTEN = {
    By.YEAR: r"(?P<year>\d{4})",
    By.QUARTER: r"(?P<year>\d{4})-Q(?P<part>[1-4])",
    By.MONTH: r"(?P<year>\d{4})-(?P<part>0[1-9]|1[0-2])",
}


def _months(name: str, year: int, first: int, last: int) -> Season:
    return Season(name, date(year, first, 1), date(year, last, calendar.monthrange(year, last)[1]))
