"""A box and a collection with a past, in which somebody has a name that nothing else has.

Never: asserts anything.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from stbpi.forgotten.names import forgotten, write
from stbpi.games.events import RecordNamed
from stbpi.journal.store import Journal
from tests.books.journals import Box, left
from tests.history.mixed import Evening
from tests.history.stores import collected

NAME, LETTERS = "Quillon", "QXZ"
"""What she is called, and what she has written for the record table."""

BOX = "anchor"


def evening() -> Box:
    """Two matches: she has won the first, and has written her letters after the second."""
    box = Box()
    rules = [("rounds", 1)]
    box.plays(left(3), left(2, 8), names=(NAME, "Bo"), preset="luk_kassen", rules=rules)
    box.after(600)
    box.plays(left(9), left(1), names=("Bo", "P2"), preset="luk_kassen", rules=rules)
    box.tell(RecordNamed(player=2, name=LETTERS))
    box.after(600)
    box.plays(left(4), names=(NAME.upper(), "Cid"), preset="luk_kassen")
    return box


def box_in(folder: Path) -> Path:
    """Return the journal of a box as its program has left it."""
    path = folder / f"{BOX}.db"
    with closing(Journal(path, synced=False)) as journal:
        for one in evening().recorded:
            journal.record([one.event], t=one.t, wall=one.wall)
        journal.sync()
    return path


def collection_in(folder: Path) -> Path:
    return collected(folder / "bars.db", {BOX: evening().recorded, "lion": evening().recorded})


def all_games_in(folder: Path) -> Path:
    """Return the journal of a box on which every game was played."""
    path = folder / "games.db"
    evening = Evening(path)
    evening.shut_the_box(NAME, "Bo")
    evening.glueckshaus("Bo", NAME)
    evening.luk_fu(NAME)
    evening.close()
    return path


def forget(path: Path, *names: str) -> None:
    """Forget names that nobody else has."""
    for name in names:
        write(path, forgotten(path).with_name(name, taken=()))


def tells(said: str | bytes) -> list[str]:
    """Return the names that are told in what was said."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return [name for name in (NAME, LETTERS) if name.casefold() in text.casefold()]
