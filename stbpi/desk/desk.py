"""The desk: the stations that stand in place of the match, the upmost of which has the button.

Never: decides anything about a match; shows, records or waits. Keep: what is to be done is
returned as a deed, never done here.
"""

from __future__ import annotations

from collections.abc import Callable

from stbpi.desk.deeds import Deed
from stbpi.desk.facts import Facts
from stbpi.desk.page import Page
from stbpi.desk.station import Station, Step
from stbpi.games.game import Prompt, Tile


class Desk:
    """What the button works besides the match.

    Args:
        facts: says what is so now.
    """

    def __init__(self, facts: Callable[[], Facts]) -> None:
        self._facts = facts
        self._stations: tuple[Station, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether a page stands in place of the match."""
        return bool(self._stations)

    @property
    def page(self) -> Page | None:
        """What is shown in place of the match."""
        return self._stations[-1].page(self._facts()) if self._stations else None

    @property
    def idle_s(self) -> float:
        """After how many seconds without a touch everything is left."""
        return self._stations[-1].idle_s

    @property
    def prompt(self) -> Prompt:
        """What the box asks for at the page."""
        return self._stations[-1].prompt

    def open(self, *stations: Station) -> None:
        """Put stations on top of those that are there, the upmost last."""
        self._stations += stations

    def close(self) -> None:
        """Leave all stations."""
        self._stations = ()

    def press(self) -> Deed | None:
        """Return what a press asks for."""
        return self._take(self._stations[-1].press(self._facts()))

    def hold(self) -> Deed | None:
        """Return what a hold asks for."""
        return self._take(self._stations[-1].hold(self._facts()))

    def key(self, tile: Tile) -> Deed | None:
        """Return what lowering a tile asks for."""
        return self._take(self._stations[-1].key(tile, self._facts()))

    def _take(self, step: Step) -> Deed | None:
        self._stations = () if step.leaves_all else (*self._stations[:-1], *step.instead)
        return step.deed
