"""What a stored match says of its players: who has come before whom.

    Outcome       the places of those who have played a match to its end
    outcome(…)    makes it of a stored match; `None` where it says nothing
    in_order(…)   sorts them by time, however they were collected

A match that was stopped, set aside or is not over says nothing, nor does one of which a part is
missing or damaged.

Never: reads a file, says a word. Keep: only what stands in the end counts, so that what was undone
or scored anew is as if it had always been so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from operator import attrgetter

from stbpi.history import days
from stbpi.history.matches import Stands, StoredMatch, Trouble
from stbpi.history.places import places
from stbpi.history.skill import Judged
from stbpi.history.stats import Judging

Order = tuple[int, str, int]
"""When a match was played, for sorting: the time, the box, the number."""


@dataclass(frozen=True, slots=True, order=True)
class Player:
    """Somebody who plays, by the name that was written; a bot is another than a person."""

    name: str
    is_bot: bool = False

    @property
    def is_stranger(self) -> bool:
        """Nobody has written a name for him: he may be another one in each match."""
        return re.fullmatch(r"P[1-9]\d?", self.name) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Who has come before whom.

    Attributes:
        box, match: which match.
        wall: when it began; `None` if the clock was unknown.
        order: when it was played, for sorting.
        players: by seat.
        places: of each of them, from 1; equal ones are shared.
        totals: of each of them; nothing where that can't be known.
        judged: luck and errors of the turns of each of them; nothing where nobody has judged.
    """

    box: str
    match: int
    game: str
    preset: str
    wall: int | None
    order: Order
    players: tuple[Player, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    judged: tuple[tuple[Judged, ...], ...] = ()

    @property
    def evening(self) -> date | None:
        """The day on whose evening it began; `None` if that is unknown."""
        return days.evening(self.wall)

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(p for p, place in zip(self.players, self.places, strict=True) if place == 1)


def outcome(match: StoredMatch, judge: Judging | None = None) -> Outcome | None:
    """Return what a match says; `None` where it says nothing of its players.

    Args:
        match: as it is stored.
        judge: says of each turn of some seats what it has gained by luck, and lost by errors.
    """
    played = match.played
    names = played.names
    is_known = match.stands is Stands.ENDED and not {*match.troubles} & _UNSURE
    if not is_known or not names or not {*match.winners} <= {*range(1, len(names) + 1)}:
        return None
    players = (Player(name, seat in played.bots) for seat, name in enumerate(names, start=1))
    return Outcome(
        box=match.box,
        match=match.number,
        game=played.game,
        preset=played.preset,
        wall=match.wall,
        order=(match.wall or 0, match.box, match.number),
        players=tuple(players),
        places=places(match),
        totals=match.totals,
        judged=_judged(match, judge) if judge is not None else (),
    )


_UNSURE = {Trouble.DAMAGED, Trouble.MISSING}


def in_order(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Sort by the time at which the matches began; on one box their numbers say the order.

    A match without a time, or with one before that of the match before it, follows that one.
    """
    placed: list[Outcome] = []
    by_box = sorted(outcomes, key=attrgetter("box", "match"))
    for box, theirs in groupby(by_box, key=attrgetter("box")):
        latest = 0
        for one in theirs:
            latest = max(latest, one.wall or 0)
            placed.append(replace(one, order=(latest, box, one.match)))
    return sorted(placed, key=attrgetter("order"))


def _judged(match: StoredMatch, judge: Judging) -> tuple[tuple[Judged, ...], ...]:
    """Return luck and errors of the turns of each seat."""
    seats = range(1, len(match.played.names) + 1)
    found: dict[int, list[Judged]] = {seat: [] for seat in seats}
    for turn, judged in zip(match.played.turns, judge(match, seats), strict=True):
        found[turn.seat] += judged
    return tuple(map(tuple, found.values()))
