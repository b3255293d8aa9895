"""Somebody who plays Luk Fu on a simulated box, by its tiles and its button.

Never: looks at anything but what the box shows.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

from stbpi.config import RulesSection
from stbpi.games.game import Phase, Prompt, StartMatch, members, tiles
from stbpi.games.luk_fu.view import Hand
from stbpi.sim.simulation import Simulation
from tests.sim.playing import NO_DISPLAY

START = StartMatch(game="luk_fu", names=("Anna",), preset="tsoi", house_rules=(("bots", "simple"),))

CONFIG = replace(NO_DISPLAY, rules=RulesSection(preset="luk_kassen", house_rules=()))

HOLD_S = 1.2
LONG = 400


class CardPlayer:
    """One who plays the seat of the box.

    Args:
        box: where he plays; it has been started.
        seed: of what he chooses.
        calls: whether he calls when he may.
    """

    def __init__(self, box: Simulation, *, seed: int = 1, calls: bool = True) -> None:
        self._box = box
        self._calls = calls
        self._chance = random.Random(seed)

    async def play(
        self,
        after_each: Callable[[], Awaitable[None]] | None = None,
        *,
        until: Callable[[], bool] = lambda: False,
    ) -> None:
        """Play until the match is over.

        Args:
            after_each: called after everything that he does.
            until: ends it sooner.
        """
        for _ in range(LONG):
            if self._box.scene.view.phase is Phase.MATCH_OVER or until():
                return
            await self.move()
            if after_each is not None:
                await after_each()
        raise AssertionError(f"no end: {self._box.scene.view.prompt}")

    async def move(self) -> None:
        """Do the next thing."""
        view = self._box.scene.view
        own = view.own
        assert isinstance(own, Hand)
        match view.prompt:
            case Prompt.WAIT:
                await asyncio.sleep(0.6)
                await self._box.settle()
            case Prompt.CALL if not self._calls and own.number == 1:
                await self._box.press()
            case _ if own.choice is not None and not (
                view.prompt is Prompt.CLAIM and own.number > 1
            ):
                await self._box.press(HOLD_S)
                await self._box.lift(self._box.hand.down)
            case Prompt.CLAIM:
                await self._box.press()
            case _ if members(view.closable):
                await self._box.lower(tiles(self._chance.choice(members(view.closable))))
            case _:
                await self._box.lift(self._box.hand.down)
