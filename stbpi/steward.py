"""The steward: does what the pages ask for.

Never: decides what is asked for, shows anything. Keep: what can't be done now is not done, and
nothing is said about it: the next scene shows what is so.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import assert_never

from stbpi.box.port import Inputs
from stbpi.desk import key
from stbpi.desk.deeds import (
    ChangeRule,
    Choose,
    Clear,
    Declare,
    Deed,
    Flip,
    GoOn,
    NameRecord,
    PutIn,
    Seat,
    SetKey,
    Test,
    TryKey,
)
from stbpi.desk.desk import Desk
from stbpi.desk.house import House
from stbpi.desk.settings import KEY
from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import (
    Cleared,
    Event,
    OperatorEntered,
    OperatorRefused,
    RecordNamed,
    SettingChanged,
)
from stbpi.games.game import EndMatch, HouseRules, NoMove, SetRule, StartMatch, StopTurn, Undo
from stbpi.play import Play
from stbpi.service.interlude import Interlude

TRIES = 3
PAUSE_S = 60.0
"""After so many wrong keys none is tried for so long."""


class Steward:
    """Does what the pages ask for.

    Args:
        play: the match.
        house: what is in force.
        desk: the pages.
        inputs: the switches.
        test: the hardware test.
        now: tells the loop's time, in seconds.
    """

    def __init__(
        self,
        play: Play,
        house: House,
        desk: Desk,
        *,
        inputs: Inputs,
        test: Interlude,
        now: Callable[[], float],
    ) -> None:
        self._play = play
        self._house = house
        self._desk = desk
        self._inputs = inputs
        self._test = test
        self._now = now
        self._wrong_keys = 0
        self._pause_until = 0.0

    async def do(self, deed: Deed) -> None:
        """Do it, if it can be done now."""
        match deed:
            case Undo() | NoMove() | StopTurn() | EndMatch():
                with suppress(NotAllowedError):
                    await self._play.do(deed)
            case Flip(tile=tile):
                self._inputs.flip(tile)
            case Declare(tile=tile, broken=broken):
                self._inputs.declare(tile, broken=broken)
            case ChangeRule():
                await self._change_rule(deed)
            case Choose(key=name, value=value):
                await self._record(SettingChanged(key=name, value=value))
            case Seat(names=names):
                await self.start(self._house.setup.start(names))
            case NameRecord(seat=seat, name=name):
                await self._record(RecordNamed(player=seat, name=name))
            case PutIn(word=word):
                await self._play.put_in(word)
            case GoOn():
                await self._play.go_on()
            case Clear(what=what):
                await self._record(Cleared(what=what))
            case TryKey():
                await self._try_key()
            case SetKey():
                kept = key.locked(self._play.down, os.urandom(4).hex())
                await self._record(SettingChanged(key=KEY, value=kept))
            case Test():
                self._desk.close()
                self._test.begin()
            case _:
                assert_never(deed)

    async def start(self, command: StartMatch) -> None:
        """Start a match; what stood in its place is left."""
        await self._play.start(command)
        self._desk.close()

    def rules_now(self) -> tuple[str, str, HouseRules]:
        """Return game, preset and what differs from it, of the match or else of the set-up."""
        match = self._play.same_again()
        if match is None:
            setup = self._house.setup
            return setup.game, setup.preset, setup.rules
        return match.game, match.preset, match.house_rules

    async def _change_rule(self, deed: ChangeRule) -> None:
        game, preset, house_rules = self.rules_now()
        with suppress(NotAllowedError, RulesError):
            if self._play.is_there:
                await self._play.do(SetRule(field=deed.field, value=deed.value))
            kept = self._house.choosing(
                deed.field, deed.value, game=game, preset=preset, house_rules=house_rules
            )
            await self._record(*kept)

    async def _try_key(self) -> None:
        pauses = self._now() < self._pause_until
        if not pauses and key.fits(self._play.down, str(self._house.values[KEY])):
            self._wrong_keys = 0
            from stbpi.desk.stations import drawers

            self._desk.open(drawers())
            await self._record(OperatorEntered())
            return
        if not pauses:
            self._wrong_keys += 1
            pauses = self._wrong_keys % TRIES == 0
            self._pause_until = self._now() + PAUSE_S if pauses else 0.0
            await self._record(OperatorRefused())
        from stbpi.desk.stations import wrong_key

        self._desk.open(wrong_key(pauses=pauses))

    async def _record(self, *events: Event) -> None:
        await self._play.commit(events)
        for event in events:
            self._house.take(event)
