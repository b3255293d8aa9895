"""The newest match of a box as its game sees it, from the events that it tells.

The game is asked when somebody wants to look, so that what passes by meanwhile costs nothing.

Never: knows what is hidden: no secret leaves a box before its event. Keep: what makes no sense
(a gap, a game that this program doesn't know) is no view, and never an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from stbpi.games.events import Event, MatchStarted
from stbpi.games.game import NO_TILES, Game, Tiles, View
from stbpi.games.registry import NAMES, game_of


class Followed:
    """A match that is followed.

    Args:
        down: the tiles that were down before it.
    """

    def __init__(self, down: Tiles = NO_TILES) -> None:
        self._down = down
        self._untold: list[Event] = []
        self._game: Game[Any] | None = None
        self._state: Any = None

    def take(self, event: Event) -> None:
        """Take in the next event of the match."""
        self._untold.append(event)

    def view(self) -> View | None:
        """Return what is to be seen of it; `None` if that can't be known."""
        untold, self._untold = self._untold, []
        try:
            for event in untold:
                self._fold(event)
        except Exception:  # what can't have been played was not written by this program
            self._game = None
        if self._game is not None:
            with suppress(Exception):  # as above
                return self._game.view(self._state, time_is_up=True)
        return None

    def state(self) -> object:
        """Return the state that its game is in; `None` if that can't be known."""
        return None if self.view() is None else self._state

    def own(self) -> Mapping[str, str] | None:
        """Return what only this game shows, as texts; `None` if there is nothing."""
        view = self.view()
        if view is not None and view.own is not None:
            with suppress(Exception):  # as above
                return view.own.public(tuple(player.name for player in view.players))
        return None

    def _fold(self, event: Event) -> None:
        if isinstance(event, MatchStarted):
            self._game = game_of(event.game) if event.game in NAMES else None
            if self._game is not None:
                self._state = self._game.new(self._down, complain_ms=0)
        if self._game is not None:
            self._state = self._game.evolve(self._state, event)
