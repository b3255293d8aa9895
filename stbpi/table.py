"""The table: hosts a game on a box.

One task handles one thing at a time: a signal of the box, a timer that has run out, a request.
Each becomes a command to what is played, and only when what has happened is on the disk the new
scene is shown:

    signal ─▶ Play: Game.decide ─▶ Game.evolve ─▶ Writer.write (disk) ─▶ Game.view ─▶ scene

The set-up before a match and the menu in it are handled here, since all games share them. The
hardware test may take the box for a while; the match waits, and is then told where the tiles are.

Never: knows a rule of a game, a pin or a pixel; waits for anything but the disk. Keep: all
changes go through `Play`, all showing through `_show`.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from stbpi.alarm import Alarm
from stbpi.box.port import (
    InputFailed,
    Inputs,
    InputWell,
    RollHeld,
    RollLost,
    RollPressed,
    RollReleased,
    Signal,
    TilesSettled,
)
from stbpi.desk import setup as set_up
from stbpi.desk.menu import IDLE_S, main_menu, switch_menu
from stbpi.desk.page import Act, Menu
from stbpi.desk.setup import Setup, next_seat_first
from stbpi.dice import Dice
from stbpi.errors import NotAllowedError, StbError
from stbpi.faults import asked_for
from stbpi.games.game import (
    NO_TILES,
    EndMatch,
    Game,
    Hold,
    Phase,
    Press,
    Prompt,
    SetRule,
    StartMatch,
    StopTurn,
    Tiles,
    TilesMoved,
    TimeUp,
    Undo,
    View,
    without,
)
from stbpi.journal.resume import Past
from stbpi.journal.writer import Writer
from stbpi.play import Play
from stbpi.scene import Held, Scene
from stbpi.service.on_box import Interlude, NoTest

HOLD_MARKS_MS = (800, 1600, 2300)
"""A button that is down for so long is held, no longer pressed; at each further mark it asks for
one die fewer (DESIGN.md, "One button")."""

MENU_MS = 3000
"""A button that is down for so long has opened the menu; its release does nothing."""


@dataclass(frozen=True, slots=True)
class _TimeIsUp:
    key: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Request:
    work: Callable[[], Awaitable[None]]
    done: asyncio.Future[None]


S = TypeVar("S")


class Table(Generic[S]):
    """Plays a game on a box for as long as `run` runs.

    Args:
        game: the game that is played.
        writer: brings events to the disk.
        past: what the box did before.
        setup: the set-up that is offered when there is no match.
        dice: what is thrown.
        complain_ms: how long a wrong state may last before it is complained about.
        inputs: told which tiles are asked for, and which are declared broken.
        is_asleep: says whether the display is dark; a press or a key that wakes it does nothing
            else.
        test: takes the box for the hardware test; by default there is none.

    Attributes:
        on_scene: called in the loop with every new scene.
    """

    def __init__(
        self,
        game: Game[S],
        writer: Writer,
        *,
        past: Past,
        setup: Setup,
        dice: Dice,
        complain_ms: int,
        inputs: Inputs,
        is_asleep: Callable[[], bool] = lambda: False,
        test: Interlude | None = None,
    ) -> None:
        self.on_scene: list[Callable[[Scene], None]] = []
        self._play = Play(game, writer, past=past, complain_ms=complain_ms, inputs=inputs)
        self._setup = setup
        self._dice = dice
        self._inputs = inputs
        self._box_is_read = False
        self._menu: Menu | None = None
        self._held = Held.NOT
        self._is_asleep = is_asleep
        self._only_wakes = False
        self._scene: Scene | None = None
        self._alarm = Alarm(self._ring)
        self._alarm_key: tuple[object, ...] | None = None
        self._time_is_up = False
        self._menu_alarm = Alarm(self._menu_is_idle)
        self._menu_left_at = -math.inf
        self._test = test or NoTest()
        self._test.on_change = self._test_has_changed
        self._inbox: asyncio.Queue[Signal | _TimeIsUp | _Request] = asyncio.Queue()
        self._busy = False

    @property
    def quiet(self) -> bool:
        """Whether everything that was told has been handled."""
        return self._inbox.empty() and not self._busy

    @property
    def scene(self) -> Scene | None:
        """The scene that is shown; `None` before the box has been read."""
        return self._scene

    def tell(self, signal: Signal) -> None:
        """Take a signal of the box; call it in the loop."""
        self._inbox.put_nowait(signal)

    def tell_fault(self, part: str, what: str | None) -> None:
        """Take the news that a part has failed, or (`None`) that it is back."""
        self._ask(lambda: self._play.fault(part, what))

    async def start_match(self, command: StartMatch) -> None:
        """Start a match now; an open one is set aside.

        Raises:
            RulesError: its rules can't be played.
        """
        await self._ask(lambda: self._start(command))

    async def operate(self, command: Undo | StopTurn | SetRule | EndMatch) -> None:
        """Do what the operator asks for in a match.

        Raises:
            NotAllowedError: it can't be done now.
            RulesError: `SetRule` with a rule that can't be played.
        """

        async def work() -> None:
            if not self._play.is_there:
                raise NotAllowedError("nothing", "there is no match")
            await self._play.do(command)

        await self._ask(work)

    async def run(self) -> None:
        """Handle what comes, until cancelled.

        Raises:
            DiceRanOut: a script has too few dice.
        """
        await self._play.resume()
        while True:
            item = await self._inbox.get()
            self._busy = True
            try:
                await self._handle(item)
                await self._look_at_what_is_left_behind()
                self._arm()
                self._show()
            finally:
                self._busy = False

    def close(self) -> None:
        """Let go of the timers and of requests that nobody will answer; after `run`."""
        self._alarm.clear()
        self._menu_alarm.clear()
        self._test.close()
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, _Request):
                item.done.cancel()

    # What comes in

    async def _handle(self, item: Signal | _TimeIsUp | _Request) -> None:
        if isinstance(item, Signal) and self._test.take(item):
            return
        match item:
            case TilesSettled():
                before = self._play.down
                await self._tiles_settled(item.down)
                self._key(before, item.down)
                self._box_is_read = True
            case RollPressed():
                self._only_wakes = self._is_asleep() or self._was_in_the_menu(item.ago_ms)
                self._held = Held.NOTHING if self._only_wakes else Held.PRESS
                if self._menu is not None:
                    self._touch_menu()
            case RollHeld() if not self._only_wakes:
                self._roll_held(item.held_ms)
            case RollReleased():
                self._held = Held.NOT
                if item.held_ms < MENU_MS and not self._only_wakes:
                    await self._button(item.held_ms)
            case RollLost():
                self._held = Held.NOT
            case InputFailed():
                await self._play.fault(item.part, item.what)
            case InputWell():
                await self._play.fault(item.part, None)
            case _TimeIsUp():
                if item.key == self._alarm_key:
                    self._time_is_up = True
                    await self._play.do(TimeUp())
            case _Request():
                await self._answer(item)

    async def _tiles_settled(self, down: Tiles) -> None:
        await self._play.move(down, judge=self._menu is None)
        if self._menu is not None:
            self._touch_menu()

    async def _look_at_what_is_left_behind(self) -> None:
        """Judge the tiles that were moved in a hardware test, when it has ended."""
        down = self._test.left_behind()
        if down is not None:
            await self._tiles_settled(down)

    def _test_has_changed(self) -> None:
        async def show() -> None:
            """The loop shows what is to be shown after everything that it handles."""

        self._ask(show)

    def _key(self, before: Tiles, down: Tiles) -> None:
        """In the set-up, lowering exactly one tile chooses so many players."""
        lowered, raised = without(down, before), without(before, down)
        is_key = not self._play.is_there and lowered.bit_count() == 1 and not raised
        if self._box_is_read and is_key and not self._is_asleep():
            self._setup = self._setup.with_seats(lowered.bit_length())

    def _roll_held(self, held_ms: int) -> None:
        if held_ms < MENU_MS:
            self._held = Held.HOLD
            return
        self._held = Held.NOTHING
        if self._menu is None and self._play.is_there:
            self._menu = main_menu(
                self._view(),
                is_in_match=self._play.is_open,
                broken=self._inputs.broken,
                down=self._play.down,
            )
            self._touch_menu()

    async def _button(self, held_ms: int) -> None:
        fewer = sum(held_ms >= mark for mark in HOLD_MARKS_MS)
        held = fewer > 0
        if self._menu is not None:
            await self._menu_button(self._menu, held=held)
        elif not self._play.is_there:
            if held:
                self._setup = self._setup.with_next_preset()
            else:
                await self._start(self._setup.start())
        elif self._view().phase is Phase.MATCH_OVER and (again := self._play.same_again()):
            if held:
                self._setup = self._setup.after(again)
                self._play.leave()
            else:
                await self._start(next_seat_first(again))
        else:
            button = Hold(fewer=fewer) if held else Press()
            dice = self._dice.throw(self._play.dice_wanted(button))
            await self._play.do(replace(button, dice=dice))

    async def _start(self, command: StartMatch) -> None:
        await self._play.start(command)
        self._menu = None

    # The menu

    async def _menu_button(self, menu: Menu, *, held: bool) -> None:
        if not held:
            self._menu = menu.next()
            self._touch_menu()
            return
        line = menu.chosen
        if line.act is Act.SWITCHES:
            self._menu = switch_menu(
                self._play.faults.tiles, broken=self._inputs.broken, count=self._view().tiles
            )
            self._touch_menu()
            return
        await self._close_menu()
        view = self._view()
        match line.act:
            case Act.UNDO if view.may_undo:
                await self._play.do(Undo())
            case Act.STOP if view.may_stop:
                await self._play.do(StopTurn())
            case Act.END:
                await self._play.do(EndMatch())
            case Act.CLOSE | Act.OPEN if line.tile is not None:
                self._inputs.flip(line.tile)
            case Act.BREAK | Act.MEND if line.tile is not None:
                self._inputs.declare(line.tile, broken=line.act is Act.BREAK)
            case _:
                pass

    async def _close_menu(self) -> None:
        """Leave the menu and judge the tiles that were moved meanwhile."""
        self._menu = None
        await self._play.do(TilesMoved())

    def _touch_menu(self) -> None:
        self._menu_alarm.set(IDLE_S)

    def _was_in_the_menu(self, ago_ms: int) -> bool:
        """Say whether the menu has left by itself, under the finger of whoever presses."""
        return asyncio.get_running_loop().time() - ago_ms / 1000 < self._menu_left_at

    def _menu_is_idle(self) -> None:
        async def leave() -> None:
            if self._menu is not None and not self._menu_alarm.is_set:
                self._menu_left_at = asyncio.get_running_loop().time()
                await self._close_menu()

        self._ask(leave)

    # What is shown

    def _view(self) -> View:
        view = self._play.view(time_is_up=self._time_is_up)
        return view or set_up.view(self._setup, game=self._play.game, down=self._play.down)

    def _show(self) -> None:
        if not self._box_is_read:
            return
        view = self._view()
        may_be_stuck = view.phase is not Phase.WRONG and not self._test.is_running
        self._inputs.ask(asked_for(view) if may_be_stuck else NO_TILES)
        view = self._play.faults.in_place_of(view)
        if self._menu is not None:
            view = replace(view, phase=Phase.MENU, prompt=Prompt.MENU)
        scene = Scene(
            view=view,
            held=self._held,
            page=self._menu,
            faults=self._play.faults.parts,
            test=self._test.view,
        )
        if scene != self._scene:
            self._scene = scene
            for tell in self.on_scene:
                tell(scene)

    # Time

    def _arm(self) -> None:
        """Set the alarm that the match asks for, or leave it running if it still does."""
        wanted = None
        if self._menu is None and not self._test.is_running:
            wanted = self._play.timer()
        key = wanted.key if wanted is not None else None
        if key == self._alarm_key:
            return
        self._alarm.clear()
        self._alarm_key, self._time_is_up = key, False
        if wanted is not None:
            self._alarm.set(wanted.ms / 1000)

    def _ring(self) -> None:
        assert self._alarm_key is not None
        self._inbox.put_nowait(_TimeIsUp(self._alarm_key))

    # Requests

    def _ask(self, work: Callable[[], Awaitable[None]]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Request(work, done))
        return done

    async def _answer(self, request: _Request) -> None:
        try:
            await request.work()
        except StbError as exc:
            request.done.set_exception(exc)
        else:
            request.done.set_result(None)
        finally:
            request.done.cancel()  # if `run` ends here, nobody waits for an answer for ever
