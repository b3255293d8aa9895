"""Hands: what the button and the tiles do as keys, and what follows when nobody touches the box.

    button ─▶ page on the desk · set-up · match that is over · match

What stands in place of a match has the button; else it is the set-up's, or the game's. Nobody
there: pages are left, players are called for (attract mode), a deserted match is set aside.

Never: shows anything, knows a rule of a game. Keep: whoever wakes the box does nothing else; the
pages are loaded when the first one is opened.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from enum import Enum

from stbpi.desk.deeds import Deed
from stbpi.desk.desk import Desk
from stbpi.desk.house import House
from stbpi.desk.settings import IDLE_MINUTES
from stbpi.games.game import (
    Hold,
    Phase,
    Press,
    Prompt,
    Tile,
    Tiles,
    TilesMoved,
    View,
    next_seat_first,
    without,
)
from stbpi.play import Play
from stbpi.scene import Held
from stbpi.steward import Steward

HOLD_MARKS_MS = (800, 1600, 2300)
"""A button that is down for so long is held, no longer pressed; at each further mark it asks for
one die fewer (DESIGN.md, "One button")."""

MENU_MS = 3000
"""A button that is down for so long has opened the menu, or left it; its release does nothing."""

ATTRACT_S = 60.0
"""Where no match is played, the box calls for players after so long without a touch."""


class Rest(Enum):
    """What a box that nobody touches does next."""

    LEAVE_PAGES = "the pages are left"
    ATTRACT = "players are called for"
    DESERT = "the match is set aside"


class Hands:
    """What hands do at a box.

    Args:
        play: the match.
        house: what is in force, and the set-up.
        desk: the pages.
        steward: does what the pages ask for.
        view: says what is to be seen of the match, or of the set-up.
        is_asleep: says whether the display is dark.
        is_open: says whether matches may be started now.

    Attributes:
        held: what letting go of the button would do.
        is_attracting: players are called for.
        touched_at: when somebody touched the box last, in the loop's seconds.
    """

    def __init__(
        self,
        play: Play,
        house: House,
        desk: Desk,
        steward: Steward,
        *,
        view: Callable[[], View],
        is_asleep: Callable[[], bool],
        is_open: Callable[[], bool],
    ) -> None:
        self.held = Held.NOT
        self.is_attracting = False
        self.touched_at = -math.inf
        self._play = play
        self._house = house
        self._desk = desk
        self._steward = steward
        self._view = view
        self._is_asleep = is_asleep
        self._is_open = is_open
        self._only_wakes = False
        self._rested_at = -math.inf

    async def key(self, before: Tiles, down: Tiles) -> None:
        """Outside a match, lowering exactly one tile is a key; one that wakes does nothing else.

        So it is where letters are asked for before the first throw: no tile counts yet.
        """
        lowered, raised = without(down, before), without(before, down)
        is_letter = self._desk.is_open and self._desk.prompt is Prompt.NAME
        if lowered.bit_count() != 1 or raised or (self._play.is_open and not is_letter):
            return
        if self._leave_attract_mode() or self._is_asleep():
            return
        if self._desk.is_open:
            await self._do(self._desk.key(Tile(lowered.bit_length())))
        elif not self._play.is_there:
            self._house.setup = self._house.setup.with_seats(lowered.bit_length())

    # The button

    def pressed(self, ago_ms: int) -> None:
        """A press that began before the box came to rest was meant for what is there no more."""
        began = _now() - ago_ms / 1000
        is_late = began < self._rested_at
        self._only_wakes = self._leave_attract_mode() or self._is_asleep() or is_late
        self.held = Held.NOTHING if self._only_wakes else Held.PRESS
        self.touch()

    def held_on(self, held_ms: int) -> None:
        """Take that the button is still down."""
        if self._only_wakes:
            return
        if held_ms < MENU_MS:
            self.held = Held.HOLD
            return
        self.held = Held.NOTHING
        self._turn_to_the_menu()
        self.touch()

    async def menu(self) -> None:
        """Take that the menu button was pressed: it opens the menu, or leaves all pages."""
        only_wakes = self._leave_attract_mode() or self._is_asleep()
        self.touch()
        if not only_wakes:
            self._turn_to_the_menu()
            if not self._desk.is_open:
                await self._play.do(TilesMoved())

    def _turn_to_the_menu(self) -> None:
        if self._desk.is_open:
            self._desk.close()
        else:
            from stbpi.desk.menu import main_menu
            from stbpi.desk.stations import Lines

            self._desk.open(Lines(main_menu))

    async def released(self, held_ms: int) -> None:
        """Take that the button was let go."""
        self.held = Held.NOT
        self.touch()
        if held_ms >= MENU_MS:
            if not self._desk.is_open and not self._only_wakes:
                await self._play.do(TilesMoved())  # the pages were left by holding on
            return
        if not self._only_wakes:
            await self._button(held_ms)
        elif held_ms >= HOLD_MARKS_MS[0] and not self._play.is_open and not self._desk.is_open:
            from stbpi.desk.stations import Numbers

            self._desk.open(Numbers())

    async def _button(self, held_ms: int) -> None:
        fewer = sum(held_ms >= mark for mark in HOLD_MARKS_MS)
        held = fewer > 0
        if self._desk.is_open:
            await self._do(self._desk.hold() if held else self._desk.press())
        elif not self._play.is_there:
            await self._set_up(held=held)
        elif self._view().phase is Phase.MATCH_OVER and (again := self._play.same_again()):
            if held:
                self._house.setup = self._house.setup.after(again)
                self._play.leave()
            elif self._is_open():
                await self._steward.start(next_seat_first(again))
        else:
            await self._play.do(Hold(fewer=fewer) if held else Press())

    async def _set_up(self, *, held: bool) -> None:
        setup = self._house.setup
        if held:
            self._house.setup = setup.with_next_preset()
        elif not self._is_open():
            return
        elif roster := tuple(name for name in setup.roster if self._play.called(name) == name):
            from stbpi.desk.stations import Seats

            self._desk.open(Seats(roster, len(setup.people)))
        else:
            await self._steward.start(setup.start())

    async def _do(self, deed: Deed | None) -> None:
        """Do what a page asks for; tiles that were moved meanwhile are judged when it is left."""
        if not self._desk.is_open:
            await self._play.do(TilesMoved())
        if deed is not None:
            await self._steward.do(deed)

    # At rest

    def touch(self) -> None:
        """Take that somebody is there."""
        self.touched_at = _now()

    def rest(self) -> tuple[Rest, float] | None:
        """Say what happens if nobody touches the box, and after how many seconds."""
        minutes = self._house.values[IDLE_MINUTES]
        if self.is_attracting:
            return None
        if self._desk.is_open:
            return Rest.LEAVE_PAGES, self._desk.idle_s
        if self.held is not Held.NOT:
            return None
        if not self._play.is_open:
            return Rest.ATTRACT, ATTRACT_S
        if isinstance(minutes, int) and minutes and self._view().phase is not Phase.TURN_OVER:
            return Rest.DESERT, minutes * 60.0
        return None

    async def be_at_rest(self, rest: Rest) -> None:
        """Do what a box does that nobody has touched for so long."""
        due = self.rest()
        if due is None or due[0] is not rest:
            return
        self._rested_at = _now()
        match rest:
            case Rest.LEAVE_PAGES:
                self._desk.close()
                await self._play.do(TilesMoved())
                self.touch()
            case Rest.ATTRACT:
                self.is_attracting = True
            case Rest.DESERT:
                await self._play.desert()
                self.is_attracting = True

    def _leave_attract_mode(self) -> bool:
        """Leave it; return whether the box was in it."""
        was, self.is_attracting = self.is_attracting, False
        if was:
            self.offer_the_deserted_match()
        return was

    def offer_the_deserted_match(self) -> None:
        """Ask whether the match that was set aside goes on, if there is one."""
        deserted = self._play.deserted()
        if deserted is not None:
            from stbpi.desk.stations import go_on

            self._desk.open(go_on(tuple(player.name for player in deserted.players)))


def _now() -> float:
    """Return the loop's time, in seconds."""
    return asyncio.get_running_loop().time()
