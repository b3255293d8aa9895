"""A table in virtual time, on a disk in memory, and the signals that a box would send it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, TypeVar

from stbpi.box.health import Health
from stbpi.box.port import RollHeld, RollPressed, RollReleased, TilesSettled
from stbpi.build import setup_of
from stbpi.config import Config
from stbpi.desk.house import House
from stbpi.desk.settings import settings_of
from stbpi.desk.setup import Setup
from stbpi.dice.source import Dice, ScriptedDice
from stbpi.faults import broken_in
from stbpi.games.events import Event, MatchStarted, PlayerSeated, Rolled, TurnStarted
from stbpi.games.game import (
    NO_TILES,
    HouseRules,
    Phase,
    Prompt,
    StartMatch,
    Summary,
    Tiles,
    View,
    tiles,
    without,
)
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.hands import HOLD_MARKS_MS, MENU_MS
from stbpi.journal.recorded import Recorded
from stbpi.journal.resume import Past
from stbpi.journal.writer import Writer
from stbpi.scene import Scene
from stbpi.sim.virtual import VirtualClock, run
from stbpi.table import Table
from stbpi.thinking.mind import Mind
from tests.doubles import Disk

T = TypeVar("T")

FRESH = Past(fresh=True, down=NO_TILES, match_down=NO_TILES, match=(), gap_ms=None)


def offers(*presets: str, house_rules: HouseRules = ()) -> tuple[tuple[str, Summary], ...]:
    """Offer these presets; the house rules are those of the first."""
    game = ShutTheBox()
    return tuple(
        (preset, game.summary(preset, house_rules if preset == presets[0] else ()))
        for preset in presets
    )


SETUP = Setup(
    game="shut_the_box",
    roster=(),
    seats=1,
    offers=offers("luk_kassen", "classic"),
    preset="luk_kassen",
    home="luk_kassen",
    house_rules=(),
)

ONE_ROUND = (("rounds", 1),)
SIX_TILES = (("tiles", 6),)

ANN = PlayerSeated(seat=1, player="Ann")
STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
FIRST_TURN = TurnStarted(player=1, round=1)
THROW = Rolled(player=1, dice=(6, 5), total=11, k=1)

MARKS_MS = (*HOLD_MARKS_MS, MENU_MS)
PRESS_MS = 100


class Host:
    """A table that runs.

    Attributes:
        disk: where its events go.
        scenes: what it has shown.
        told: what its writer has told.
        inputs: what it says of the switches.
        life: its task.
    """

    def __init__(
        self,
        *,
        past: Past,
        setup: Setup,
        dice: Dice,
        disk: Disk,
        wall: int | None = None,
        mind: Mind | None = None,
        house: House | None = None,
    ) -> None:
        self.disk = disk
        self.scenes: list[Scene] = []
        self.told: list[Recorded] = []
        self.writer = Writer(
            disk,
            clock=VirtualClock(asyncio.get_running_loop(), wall=None),
            on_fault=lambda what: self.table.tell_fault("disk", what),
        )
        self.inputs = Health(12, settle_ms=35, down=past.down, broken=broken_in(past.match))
        self.table = Table(
            self.writer,
            past=past,
            house=house
            or House(
                lambda game: setup if game == setup.game else setup_of(game, Config()),
                setup.game,
                tile_count=12,
                settings=settings_of(past.settings),
            ),
            dice=dice,
            complain_ms=1500,
            inputs=self.inputs,
            clock=VirtualClock(asyncio.get_running_loop(), wall=wall),
            tile_count=12,
            mind=mind,
        )
        self.table.on_scene.append(self.scenes.append)
        self.writer.on_events.append(self.told.extend)
        self.life = asyncio.create_task(self.table.run())
        self.down = past.down
        self._asked = 0

    @property
    def view(self) -> View:
        return self.scenes[-1].view

    def prompt(self) -> Prompt:
        return self.view.prompt

    def phase(self) -> Phase:
        return self.view.phase

    def faults(self) -> tuple[str, ...]:
        return self.scenes[-1].faults

    def news(self) -> tuple[Event, ...]:
        """Return what was recorded since this was asked for last, on the disk or not."""
        calls, self._asked = self.disk.calls[self._asked :], len(self.disk.calls)
        return tuple(event for call in calls for event in call)

    def ms_of(self, *events: Event) -> list[int]:
        """Return when these events were recorded, in order."""
        recorded = [*self.disk.on_disk, *self.disk.pending]
        return [r.t for event in events for r in recorded if r.event == event]

    async def until_quiet(self) -> None:
        """Wait until everything is handled; raise what the table has ended with."""
        while True:
            if self.life.done():
                self.life.result()
            if self.table.quiet:
                return
            await asyncio.sleep(0.001)

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.until_quiet()

    async def box(self, down: Tiles) -> None:
        """Let exactly these tiles be down, in one sweep."""
        self.down = down
        self.table.tell(TilesSettled(down=down))
        await self.until_quiet()

    async def lower(self, *numbers: int) -> None:
        await self.box(Tiles(self.down | tiles(*numbers)))

    async def lift(self, *numbers: int) -> None:
        await self.box(without(self.down, tiles(*numbers)))

    async def keep_down(self, ms: int) -> None:
        """Press the button and keep it down so long."""
        self.table.tell(RollPressed())
        await self.until_quiet()
        passed = 0
        for stop in sorted({*(mark for mark in MARKS_MS if mark <= ms), ms}):
            await self.wait((stop - passed) / 1000)
            passed = stop
            if stop in MARKS_MS:
                self.table.tell(RollHeld(held_ms=stop))
                await self.until_quiet()

    async def let_go(self, held_ms: int) -> None:
        self.table.tell(RollReleased(held_ms=held_ms))
        await self.until_quiet()

    async def press(self, ms: int = PRESS_MS) -> None:
        await self.keep_down(ms)
        await self.let_go(ms)

    async def hold(self) -> None:
        await self.press(1000)

    async def open_menu(self) -> None:
        await self.press(3200)

    async def start(self, *names: str, rules: HouseRules = (), preset: str = "luk_kassen") -> None:
        """Start a match."""
        await self.table.start_match(
            StartMatch(game="shut_the_box", names=names, preset=preset, house_rules=rules)
        )
        await self.until_quiet()


def at_table(
    story: Callable[[Host], Awaitable[T]],
    *,
    numbers: Iterable[int] = (),
    dice: Dice | None = None,
    past: Past = FRESH,
    setup: Setup = SETUP,
    disk: Disk | None = None,
    is_read: bool = True,
    wall: int | None = None,
    mind: Mind | None = None,
    house: House | None = None,
    runs: Callable[[Coroutine[Any, Any, T]], T] = run,
) -> T:
    """Tell a story at a table in virtual time.

    Args:
        story: what happens.
        numbers: what the dice show; or `dice`.
        is_read: the box has been read before the story begins.
        wall: what time it is then, in epoch seconds, if the box knows.
        mind: thinks about the match.
        house: what is in force; by default `setup`, and what was chosen.
        runs: runs the story, by default in virtual time.
    """
    scripted = ScriptedDice()
    scripted.add(numbers)

    async def main() -> T:
        host = Host(
            past=past,
            setup=setup,
            dice=dice or scripted,
            disk=disk or Disk(),
            wall=wall,
            mind=mind,
            house=house,
        )
        try:
            await host.until_quiet()
            if is_read:
                await host.box(past.down)
            return await story(host)
        finally:
            host.life.cancel()
            with suppress(BaseException):
                await host.life
            host.table.close()
            host.disk.let_go()
            await host.writer.close()
            assert asyncio.all_tasks() == {asyncio.current_task()}

    return runs(main())
