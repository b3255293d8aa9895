"""Faults: which parts have failed, as the table keeps, records and shows them.

Never: decides whether a part has failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from stbpi.games.events import BROKEN, Event, Fault, FaultCleared
from stbpi.games.game import NO_TILES, Phase, Prompt, Tiles, View, tile_of, tiles, without

CABLE, TILE_BOARD = "cable", "tile_board"
_ALL_SWITCHES = (CABLE, TILE_BOARD)

_ASKS_TO_MOVE = (Prompt.RAISE, Prompt.LOWER, Prompt.CLOSE, Prompt.OPEN, Prompt.CLOSE_AGAIN)
_IN_A_TURN = (Phase.RAISE_TILES, Phase.READY, Phase.COVERING, Phase.WRONG)


class Faults:
    """The parts that have failed, and what is wrong with them."""

    def __init__(self) -> None:
        self._open: dict[str, str] = {}

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that have failed, in alphabetical order."""
        return tuple(sorted(self._open))

    @property
    def tiles(self) -> Tiles:
        """The tiles whose switches have failed."""
        return _mask(part for part in self._open)

    def told(self, part: str, what: str | None) -> tuple[Event, ...]:
        """Take the news that a part has failed, or (`None`) that it is back.

        Returns:
            What is to be recorded of it; nothing if it was known.
        """
        before, now = self._open.get(part), None if what is None else plain(what)
        if before == now:
            return ()
        events: list[Event] = []
        if before is not None:
            del self._open[part]
            events.append(FaultCleared(part=part, what=before))
        if now is not None:
            self._open[part] = now
            events.append(Fault(part=part, what=now))
        return tuple(events)

    def in_place_of(self, view: View) -> View:
        """Say that it can't be seen whether a person does what he is asked for, if that is so."""
        asked = asked_for(view)
        is_unseen = any(part in self._open for part in _ALL_SWITCHES)
        is_blind = is_unseen and view.phase in _IN_A_TURN
        if is_blind or (asked and not without(asked, self.tiles)):
            return replace(view, prompt=Prompt.SWITCH_FAULT, named=asked)
        return view

    def declared(self) -> tuple[Event, ...]:
        """Return what is recorded again with each match, so that `broken_in` finds it there."""
        return tuple(
            Fault(part=part, what=what) for part, what in self._open.items() if what == BROKEN
        )


def asked_for(view: View) -> Tiles:
    """Return the tiles that a person is asked to move."""
    return view.named if view.prompt in _ASKS_TO_MOVE else NO_TILES


def broken_in(events: Iterable[Event]) -> Tiles:
    """Return the tiles that were declared broken in a match, and not mended."""
    broken = NO_TILES
    for event in events:
        match event:
            case Fault(part=part, what=what) if what == BROKEN:
                broken = Tiles(broken | _mask((part,)))
            case FaultCleared(part=part, what=what) if what == BROKEN:
                broken = without(broken, _mask((part,)))
    return broken


def plain(what: str) -> str:
    """Return a fault in at most 60 ASCII characters that JSON needs not escape."""
    ascii_only = what.encode("ascii", "replace").decode()
    return re.sub(r"[^ !#-\[\]-~]", "?", ascii_only)[:60]


def _mask(parts: Iterable[str]) -> Tiles:
    return tiles(*(tile for part in parts if (tile := tile_of(part)) is not None))
