"""An evening so long that SQLite starts its write-ahead file anew.

A match is too short for that: it happens after a thousand pages.

Never: plays; tiles go down and up, and each move is synced.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from stbpi.games.events import Event, TileDown, TileUp
from stbpi.journal.store import Journal
from tests.journal.rig.match import JOURNAL, Played
from tests.journal.rig.operations import Written
from tests.journal.rig.storage import Storage
from tests.journal.rig.vfs import watched_by

AFTERWARDS = 4
TOO_LONG = 2000


def last_the_evening(folder: Path, storage: Storage) -> tuple[Played, int]:
    """Record until the write-ahead file has been started anew, and a little longer.

    Returns:
        what was recorded, and how many operations there were before that began.

    Raises:
        RuntimeError: it never was.
    """
    played = Played()
    with watched_by(storage), closing(Journal(folder / JOURNAL)) as journal:
        _sync(journal, storage, played)
        database = storage.number(JOURNAL, is_new=False)
        left = TOO_LONG
        began = 0
        while left:
            left -= 1
            before = len(storage.log)
            _sync(journal, storage, played)
            if not began and any(
                isinstance(o, Written) and o.file == database for o in storage.log[before:]
            ):
                began, left = before, AFTERWARDS
    if not began:
        raise RuntimeError("the write-ahead file is never started anew")
    return played, began - len(played.batches) + AFTERWARDS


def _sync(journal: Journal, storage: Storage, played: Played) -> None:
    event: Event = TileUp(tile=3) if len(played.told) % 2 else TileDown(tile=3)
    journal.record([event], t=1, wall=None)
    played.told += journal.sync()
    played.batches.append(played.told[-1].n)
    storage.mark(played.told[-1].n)
