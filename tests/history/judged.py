"""Stored turns, judged in both ways in which they can be read, which must say the same."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from stbpi.history.archive import Archive
from stbpi.history.luck import Judges
from stbpi.history.matches import matches, stored
from stbpi.history.skill import Judged
from tests.history.stores import BAR

SEATS = range(1, 13)


def judged(path: Path, *, in_match: bool = False) -> list[tuple[Judged, ...]]:
    """Judge all turns of all matches, as statistics do and as a sheet does, which is the same."""
    with closing(Archive(path, box=BAR)) as archive:
        search = Judges(archive.thrown, in_match=in_match).judge
        quick = [of_turn for match in matches(archive.told()) for of_turn in search(match, SEATS)]
        wholes = [
            stored(key.box, key.match, archive.rows_of(key), is_whole=True)
            for key in archive.matches()
        ]
    read = Judges(in_match=in_match).judge
    assert quick == [of_turn for match in wholes for of_turn in read(match, SEATS)]
    return quick
