"""What a collector has stored and printed, held against the journals of the boxes.

Never: uses what the collector knows of itself; it reads the files.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import zip_longest
from pathlib import Path

from stbpi.collector.leftovers import CONFLICT
from stbpi.journal.reader import open_read_only, to_row

Row = tuple[object, ...]


def difference(journals: Mapping[str, Path], db: Path, printed: Path) -> str:
    """Say what is the first difference; nothing if there is none.

    Args:
        journals: of the boxes, by their names.
        db: the collector's database.
        printed: what it has said.
    """
    for box, journal in journals.items():
        for told, stored in zip_longest(told_in(journal), stored_in(db, box)):
            if told != stored:
                return f"{box} has {told}, stored is {stored}"
    strange = {box for (box,) in rows(db, "SELECT DISTINCT box FROM events")} - journals.keys()
    if strange:
        return f"there is no box {min(map(str, strange))}"
    conflict = next(rows(db, "SELECT box, data FROM damaged WHERE why = ?", CONFLICT), None)
    if conflict is not None:
        return f"a number has come with two events: {conflict}"
    said = Counter(line.split(" ", 1)[0] for line in printed.read_text().splitlines())
    twice = next((event for event, times in said.items() if "#" in event and times > 1), None)
    return f"{twice} was printed twice" if twice is not None else ""


def told_in(journal: Path) -> Iterator[Row]:
    """Iterate over what a journal tells others, in order."""
    with closing(open_read_only(journal)) as reader:
        for one in reader.events():
            yield to_row(one.public())


def last_in(journal: Path) -> int:
    """Return the number of a journal's newest event."""
    with closing(open_read_only(journal)) as reader:
        return reader.last_n()


def stored_in(db: Path, box: str) -> Iterator[Row]:
    """Iterate over what is stored of a box, in order."""
    columns = "n, boot, match, t, wall, e, body"
    return rows(db, f"SELECT {columns} FROM events WHERE box = ? ORDER BY n", box)


def count_in(db: Path, box: str) -> int:
    """Return how many events of a box are stored."""
    return sum(int(str(n)) for (n,) in rows(db, "SELECT count(*) FROM events WHERE box = ?", box))


def leftovers_in(db: Path) -> dict[str, int]:
    """Return how many pieces were kept that are no events, by their reason."""
    found = rows(db, "SELECT why, count(*) FROM damaged GROUP BY why ORDER BY why")
    return {str(why): int(str(n)) for why, n in found}


def rows(db: Path, query: str, *values: str) -> Iterator[Row]:
    """Ask a database that others may be writing to."""
    with closing(sqlite3.connect(f"{db.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        yield from connection.execute(query, values)
