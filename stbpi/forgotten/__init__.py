"""Names that are forgotten: what is shown in their place.

list_of(…)   the file that says which, beside a journal or collection
Called       what a box calls its players
names        what stands in the list; a box without one doesn't load it
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stbpi.forgotten.names import Forgotten, Names


def list_of(path: Path) -> Path:
    """Return the list beside a journal or collection, by whatever way one has come to that."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + "-forgotten")


class Called:
    """Says what is shown as the name of a player; the list is looked at when that is asked for.

    Args:
        path: the journal or collection.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = list_of(path)
        self._names: Names | None = None
        self._forgotten: Forgotten | None = None
        self.look()

    def __call__(self, name: str) -> str:
        return name if self._forgotten is None else self._forgotten.shown(name)

    def look(self) -> bool:
        """Look at the list; return whether it is another one than before."""
        if self._names is None:
            if not os.access(self._file, os.F_OK):
                return False
            from stbpi.forgotten.names import Names

            self._names = Names(self._path)
        before, self._forgotten = self._forgotten, self._names.safely()
        return self._forgotten is not before
