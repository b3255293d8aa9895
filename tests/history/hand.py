"""A hand that plays turns on a box with dice of our choice.

Never: asserts anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from stbpi.games.events import Event
from stbpi.games.game import (
    NO_TILES,
    Command,
    Hold,
    NoMove,
    Press,
    StartMatch,
    Tiles,
    TilesMoved,
    TimeUp,
    moves,
    tiles,
    without,
)
from tests.books.journals import GAME, Box

Played = tuple[tuple[int, ...], tuple[int, ...]]
"""A throw, and what is closed for it."""

WORKED: tuple[Played, ...] = (
    ((4, 5), (9,)),
    ((4, 4), (8,)),
    ((5, 6), (4, 7)),
    ((3, 4), (1, 6)),
    ((2, 3), (5,)),
    ((1, 2), (3,)),
    ((4,), ()),
)
"""A lucky turn with two errors: the 7 should have been closed by 2 and 5 or by 3 and 4, and one
die thrown for the 2 and the 3."""


class Hand:
    """Plays a match on a box."""

    def __init__(
        self,
        box: Box,
        names: Sequence[str] = ("Ann",),
        *,
        preset: str = "luk_kassen",
        rules: Sequence[tuple[str, object]] = (),
    ) -> None:
        self._box = box
        self.state = GAME.new(NO_TILES, complain_ms=0)
        house_rules = GAME.check_rules(preset, rules)
        self.do(
            StartMatch(
                game="shut_the_box", names=tuple(names), preset=preset, house_rules=house_rules
            )
        )

    def do(self, command: Command) -> None:
        """Let a command have its way."""
        self._tell(GAME.decide(self.state, command))

    def throws(self, *played: Played) -> None:
        """Throw, and close tiles; the turn may end with it."""
        self._put_right()
        for dice, cover in played:
            fewer = self.state.turn_rules.dice - len(dice)
            self.do(Hold(fewer=fewer, dice=dice) if fewer else Press(dice=dice))
            if cover:
                self._tiles_are(Tiles(self.state.down | tiles(*cover)))

    def covers(self, *covers: tuple[int, ...]) -> None:
        """Close tiles for real dice, one throw after the other, and say so."""
        self._put_right()
        for cover in covers:
            self._tiles_are(Tiles(self.state.down | tiles(*cover)))
            self.do(Press())

    def gives_up(self) -> None:
        """Say that real dice can't be covered."""
        self._put_right()
        self.do(NoMove())

    def goes_on(self) -> None:
        """Let the next turn begin."""
        self.do(TimeUp())

    def _put_right(self) -> None:
        rise, sink = self.state.to_move
        if not self.state.has_throw and not self.state.throws:
            self._tiles_are(Tiles(without(self.state.down, rise) | sink))

    def _tiles_are(self, down: Tiles) -> None:
        self._tell(tuple(moves(self.state.down, down)))
        self.do(TilesMoved())

    def _tell(self, events: Sequence[Event]) -> None:
        self.state = reduce(GAME.evolve, events, self.state)
        self._box.after(1)
        self._box.tell(*events)
