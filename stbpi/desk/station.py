"""A station: a page that the button works, and what follows from a press, a hold or a tile.

Never: changes anything itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from stbpi.desk.deeds import Deed
from stbpi.desk.facts import Facts
from stbpi.desk.page import Page
from stbpi.games.game import Prompt, Tile

IDLE_S = 15.0
"""After so many seconds without a touch a menu closes by itself."""

LOOK_S = 20.0
"""Numbers are looked at for longer."""


class Station(Protocol):
    """A page that is worked."""

    @property
    def prompt(self) -> Prompt:
        """What the box asks for here; `MENU` hides where the match stands."""
        ...

    @property
    def idle_s(self) -> float:
        """After how many seconds without a touch everything is left."""
        ...

    def page(self, facts: Facts) -> Page: ...

    def press(self, facts: Facts) -> Step: ...

    def hold(self, facts: Facts) -> Step: ...

    def key(self, tile: Tile, facts: Facts) -> Step:
        """Take the lowering of one tile."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from a press, a hold or a key.

    Attributes:
        instead: what takes the place of the station, the upmost last; nothing: it is left.
        deed: what the table is to do.
        leaves_all: every station is left, also those below.
    """

    instead: tuple[Station, ...] = ()
    deed: Deed | None = None
    leaves_all: bool = False
