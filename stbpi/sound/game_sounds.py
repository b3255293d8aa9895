"""Which facts a match is told by: those of its game, which a module `sounds` of the game has.

A game without one is told as Shut the Box is; the set-up is the same for all.

Never: knows one game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from stbpi.games import registry
from stbpi.games.game import Phase, View
from stbpi.sound import facts_of_match
from stbpi.sound.cues import Fact


class GameSounds(Protocol):
    """What the module `sounds` of a game has."""

    def of_match(self, before: View, after: View) -> Iterator[Fact]:
        """Tell what has happened in a match.

        Args:
            before: may also be a view of something else than this match.
            after: the new view; never one of the set-up.
        """
        ...

    def asked_in_match(self, view: View) -> Iterator[Fact]:
        """Tell once more how a match stands and what is asked for; for audio mode."""
        ...


def sounds_of(view: View) -> GameSounds:
    """Return what tells of what a view shows."""
    own: GameSounds | None = registry.part(view.game, "sounds")
    return facts_of_match if own is None or view.phase is Phase.SETUP else own
