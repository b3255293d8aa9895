"""Where journals of tests lie, and states that a program that was killed leaves there.

Never: asserts anything.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from stbpi.games.events import Event, MatchStarted, PlayerSeated, Rolled, TileDown, TurnStarted
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal

NOBODY = 65534

STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
MATCH: tuple[Event, ...] = (
    STARTED,
    PlayerSeated(seat=1, player="Ann"),
    TurnStarted(player=1, round=1),
    Rolled(player=1, dice=(6, 5), total=11, k=1),
)
MOVED = TileDown(tile=5)


def written(journal: Journal, *events: Event) -> tuple[Recorded, ...]:
    """Record events in one go and sync them; return what they are on the disk."""
    journal.record(events, t=1, wall=None)
    return journal.sync()


def leave_killed(path: Path, *evenings: Sequence[Event]) -> tuple[Recorded, ...]:
    """Leave what a program leaves that played these evenings and was killed in the last one.

    Returns:
        All events that are on the disk.
    """
    *before, last = evenings
    for events in before:
        with closing(Journal(path)) as journal:
            written(journal, *events)
    with tempfile.TemporaryDirectory() as folder, closing(Journal(path)) as journal:
        written(journal, *last)
        recorded = tuple(journal.events())
        for end in ("", "-wal"):
            shutil.copy(path.with_name(path.name + end), folder)
        journal.close()
        for file in Path(folder).iterdir():
            shutil.copy(file, path.parent)
    return recorded


def contents(folder: Path) -> dict[str, bytes]:
    """Read all files of a folder that anything stands in, locks apart."""
    read = {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if not file.name.endswith(("-lock", "-shm"))
    }
    return {name: content for name, content in read.items() if content}


@contextmanager
def under_another_user() -> Iterator[None]:
    """Give up the rights of root for a while; whoever isn't root has none to give up."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def open_folder() -> Iterator[Path]:
    """Make a folder that everybody may see and change."""
    folder = Path(tempfile.mkdtemp(prefix="stbpi-"))
    folder.chmod(0o777)
    try:
        yield folder
    finally:
        folder.chmod(0o777)
        shutil.rmtree(folder)


def may(folder: Path, *, write: bool) -> None:
    """Give or take the right of everybody but root to write in a folder and in its files."""
    folder.chmod(0o777 if write else 0o555)
    for file in folder.iterdir():
        file.chmod(0o666 if write else 0o444)
