"""Resuming: what the journal says of the box when the program starts.

Never: folds a game; the table does that with what is handed over here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from stbpi.games.events import (
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
)
from stbpi.games.game import NO_TILES, Tiles
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What the box did before this start.

    Attributes:
        fresh: nothing was ever recorded.
        down: the tiles that were down at the end of it.
        match_down: the tiles that were down when the last match began.
        match: the events of the last match; empty without one.
        played_ms: for how long that was played, pauses between throws included.
        settings: the events that settings follow from, of all matches.
        is_set_aside: that match was left, and can be gone on with.
        secrets: bytes of dice and deals that are not revealed yet, by their commitments; in hex
            digits.
        gap_ms: how long the box was away, as the wall clock tells; `None` if it can't.
    """

    fresh: bool
    down: Tiles
    match_down: Tiles
    match: tuple[Event, ...]
    gap_ms: int | None
    played_ms: int = 0
    settings: tuple[Event, ...] = ()
    is_set_aside: bool = False
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)


def past(journal: Journal, *, wall: int | None) -> Past:
    """Say what the box did before this start; a journal that can't be read tells nothing.

    Args:
        journal: just opened.
        wall: whole epoch seconds now; `None` if the clock is unknown.
    """
    newest, last = journal.found.newest, journal.found.last
    gap_ms = None
    if newest is not None and newest.wall is not None and wall is not None:
        gap_ms = (wall - newest.wall) * 1000 if wall >= newest.wall else None
    return Past(
        fresh=newest is None,
        down=journal.found.down,
        match_down=last.down if last is not None else NO_TILES,
        match=tuple(recorded.event for recorded in last.events) if last is not None else (),
        gap_ms=gap_ms,
        played_ms=_played_ms(last.events) if last is not None else 0,
        settings=journal.found.settings,
        is_set_aside=last is not None and last.is_set_aside,
        secrets=journal.found.secrets,
    )


def _played_ms(match: Iterable[Recorded]) -> int:
    """Add up for how long a match was played: not while it was set aside, or the box was off."""
    total, before, is_played = 0, None, False
    for one in match:
        if is_played and before is not None and before.boot == one.boot:
            total += one.t - before.t
        if isinstance(one.event, MatchStarted | MatchContinued):
            is_played = True
        elif isinstance(one.event, MatchSetAside | MatchEnded):
            is_played = False
        before = one
    return total
