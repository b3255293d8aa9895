"""Finds in what is stored the matches that say something of their players.

Never: writes. Keep: of a game that tells of its matches itself all events of a match are read, of
any other one only those that results follow from.
"""

from __future__ import annotations

from collections.abc import Iterator

from stbpi.games.record import telling
from stbpi.history.archive import Archive
from stbpi.history.matches import StoredMatch, Wanted, matches, stored
from stbpi.history.stats import Judging
from stbpi.league.outcomes import Outcome, outcome


def outcomes(archive: Archive, asked: Wanted, judge: Judging | None = None) -> Iterator[Outcome]:
    """Iterate over what is said by the matches that are asked for, box by box.

    Args:
        archive: where they are stored.
        asked: which ones; whoever has played them.
        judge: see `outcome`.
    """
    for match in _whole(archive, asked):
        found = outcome(match, judge)
        if found is not None:
            yield found


def _whole(archive: Archive, asked: Wanted) -> Iterator[StoredMatch]:
    told: set[tuple[str, int]] = set()
    for match in matches(archive.told()):
        if not asked.has(match):
            continue
        if telling(match.played.game) is None:
            yield match
        else:
            told.add((match.box, match.number))
    for key in archive.matches() if told else ():
        if (key.box, key.match) in told:
            yield stored(key.box, key.match, archive.rows_of(key), is_whole=True)
