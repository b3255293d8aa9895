"""Which seasons can be chosen.

Never: reads what is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import groupby

from stbpi.board.html import Markup
from stbpi.board.pages.frame import Visit, choice
from stbpi.language import _
from stbpi.league.seasons import By, Season, seasons_of


def seasons(
    visit: Visit, shown: Season, evenings: Iterable[date | None], *, has_ever: bool = False
) -> Markup:
    """Write which seasons can be chosen: a row for each year, the newest first.

    Args:
        visit: what is asked for.
        shown: the season that is shown.
        evenings: on which anything was played at all.
        has_ever: all of them together can be chosen, too.
    """
    days = [*evenings]
    every = {one.name: one for by in By for one in seasons_of(days, by)}
    if shown.name:
        every[shown.name] = shown

    def way(name: str) -> tuple[str, str, bool]:
        return name, visit.link(visit.path, season=name), name == shown.name

    def rank(name: str) -> tuple[str, int, str]:
        return name[:4], len(name), name

    rows = [
        [way(name) for name in sorted(names, key=_by_length)]
        for _year, names in groupby(sorted(every, key=rank), key=lambda name: name[:4])
    ][::-1]
    if has_ever:
        rows.insert(0, [(_("All time"), visit.link(visit.path), not shown.name)])
    return choice(_("Seasons"), rows)


def _by_length(name: str) -> tuple[int, int, str]:
    """Sort 2026 before 2026-Q4, and that before 2026-11."""
    return len(name), "Q" not in name, name
