"""The table: hosts a game on a box.

One task handles one thing at a time: a signal of the box, a timer that has run out, a request.
Each becomes a command to what is played, and only when what has happened is on the disk the new
scene is shown:

    signal ─▶ Play: Game.decide ─▶ Game.evolve ─▶ Writer.write (disk) ─▶ Game.view ─▶ scene

What hands do is understood by `Hands`, and what is to be seen is put together by `Showing`. What
stands in place of a match (the menu, other pages) is the `Desk`, and the `Steward` does what that
asks for. The hardware test may take the box for a while; the match waits, and is then told where
the tiles are.

Never: knows a rule of a game, a pin or a pixel; waits for anything but the disk. Keep: all
changes go through `Play`, all showing through `_show`; nothing waits for the mind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from stbpi.alarm import Alarm, Wait
from stbpi.box.port import (
    TILE_BOARD,
    InputFailed,
    Inputs,
    InputWell,
    MenuPressed,
    ReleasedSinceStart,
    RollHeld,
    RollLost,
    RollPressed,
    RollReleased,
    Signal,
    TilesSettled,
)
from stbpi.clock import Clock
from stbpi.desk import deeds
from stbpi.desk.books import Books, NoBooks
from stbpi.desk.desk import Desk
from stbpi.desk.house import House
from stbpi.desk.settings import AUDIO
from stbpi.dice.source import Dice
from stbpi.errors import NotAllowedError, StbError
from stbpi.games.events import Bounced
from stbpi.games.game import (
    Choose,
    EndMatch,
    Move,
    NoMove,
    Phase,
    SetRule,
    StartMatch,
    StopTurn,
    Tiles,
    TimeUp,
    Undo,
)
from stbpi.hands import Hands, Rest
from stbpi.journal.resume import Past
from stbpi.journal.writer import Writer
from stbpi.language import _
from stbpi.play import Play
from stbpi.playing_time import PlayingTime
from stbpi.scene import Held, Scene
from stbpi.service.interlude import BEGINS_MS, Interlude, NoTest
from stbpi.showing import Showing
from stbpi.steward import Steward
from stbpi.thinking.mind import Mind, NoMind

SLOW_S = 0.15
"""A disk that takes longer is told, so that nobody presses twice."""


@dataclass(frozen=True, slots=True)
class _TimeIsUp:
    key: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _MoveIsDue:
    move: Move


@dataclass(frozen=True, slots=True)
class _Rested:
    rest: Rest
    since: float


@dataclass(frozen=True, slots=True)
class _Request:
    work: Callable[[], Awaitable[None]]
    done: asyncio.Future[None]


_Item = Signal | _TimeIsUp | _MoveIsDue | _Rested | _Request


class Table:
    """Plays a game on a box for as long as `run` runs.

    Args:
        writer: brings events to the disk.
        past: what the box did before.
        house: what is in force here, and the set-up that is offered when there is no match.
        dice: what is thrown.
        complain_ms: how long a wrong state may last before it is complained about.
        inputs: told which tiles are asked for, and which are declared broken.
        clock: tells whether the box is open.
        tile_count: how many tiles the box has.
        is_asleep: says whether the display is dark; a press or a key that wakes it does nothing
            else.
        test: takes the box for the hardware test; by default there is none.
        mind: thinks about the match; by default nobody does.
        called: returns what is shown as the name of a player.

    Attributes:
        on_scene: called in the loop with every new scene.
        on_touch: called in the loop when somebody has touched the box, behind the scene that
            followed, if one did.
        books: what is known over all matches.
        mind: as above.
    """

    def __init__(
        self,
        writer: Writer,
        *,
        past: Past,
        house: House,
        dice: Dice,
        complain_ms: int,
        inputs: Inputs,
        clock: Clock,
        tile_count: int,
        is_asleep: Callable[[], bool] = lambda: False,
        test: Interlude | None = None,
        mind: Mind | None = None,
        called: Callable[[str], str] = str,
    ) -> None:
        self.on_scene: list[Callable[[Scene], None]] = []
        self.on_touch: list[Callable[[], None]] = []
        self.books: Books = NoBooks()
        self.mind = mind or NoMind()
        self.mind.on_change = self.show_again
        self._play = Play(
            house.setup.game,
            writer,
            past=past,
            dice=dice,
            complain_ms=complain_ms,
            inputs=inputs,
            called=called,
        )
        self._played = PlayingTime(past.played_ms)
        self._house = house
        self._inputs = inputs
        self._box_is_read = False
        self._desk = Desk(lambda: self._showing.facts(self._steward))
        self._scene: Scene | None = None
        self._time: Wait[tuple[object, ...]] = Wait(self._time_passed)
        self._move: Wait[Move] = Wait(self._move_is_due)
        self._rest_alarm = Alarm(self._rested)
        self._slow_alarm = Alarm(self._tell_to_wait)
        self._test = test or NoTest()
        self._test.on_change = self.show_again
        self._showing = Showing(
            self._play,
            house,
            inputs=inputs,
            test=self._test,
            tile_count=tile_count,
            books=lambda: self.books,
            wall=clock.wall,
            time_is_up=lambda: self._time.is_over,
            mind=self.mind,
        )
        self._steward = Steward(
            self._play, house, self._desk, inputs=inputs, test=self._test, now=_now
        )
        self._hands = Hands(
            self._play,
            house,
            self._desk,
            self._steward,
            view=self._showing.view,
            is_asleep=is_asleep,
            is_open=self._showing.is_open,
        )
        self._inbox: asyncio.Queue[_Item] = asyncio.Queue()
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

    def show_again(self) -> None:
        """Show anew what is to be shown, behind everything that has happened."""

        async def show() -> None:
            """The loop shows what is to be shown after everything that it handles."""

        self._ask(show)

    def tell_fault(self, part: str, what: str | None) -> None:
        """Take the news that a part has failed, or (`None`) that it is back."""
        self._ask(lambda: self._play.fault(part, what))

    async def start_match(self, command: StartMatch) -> None:
        """Start a match now; an open one is set aside.

        Raises:
            RulesError: its rules can't be played.
        """

        async def work() -> None:
            self._hands.is_attracting = False
            await self._steward.start(command)

        await self._ask(work)

    async def operate(
        self, command: Undo | NoMove | StopTurn | SetRule | EndMatch | Choose
    ) -> None:
        """Do what the operator asks for in a match, or what a seat has chosen.

        Raises:
            NotAllowedError: it can't be done now.
            RulesError: `SetRule` with a rule that can't be played.
        """

        async def work() -> None:
            if not self._play.is_there:
                raise NotAllowedError("nothing", _("there is no match"))
            await self._play.do(command)

        await self._ask(work)

    async def deal(self) -> None:
        """Deal what waits to be dealt, if there is anything to deal it by now."""
        await self._ask(self._play.deal)

    async def run(self) -> None:
        """Handle what comes, until cancelled.

        Raises:
            DiceRanOut: a script has too few dice.
        """
        self._hands.touch()
        await self._play.resume()
        self._hands.offer_the_deserted_match()
        while True:
            item = await self._inbox.get()
            self._busy = True
            touched_at = self._hands.touched_at
            self._slow_alarm.set(SLOW_S)
            try:
                await self._handle(item)
                await self._look_at_what_is_left_behind()
                self._played.look(self._play.started, is_played=self._play.is_open, now=_now())
                self.mind.look(self._play.state, self._play.game)
                self._arm()
                self._show()
                if self._hands.touched_at != touched_at:
                    self._tell_of_touch()
            finally:
                self._slow_alarm.clear()
                self._busy = False

    def close(self) -> None:
        """Let go of the timers and of requests that nobody will answer; after `run`."""
        self._time.clear()
        self._move.clear()
        self._rest_alarm.clear()
        self._test.close()
        self.mind.close()
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, _Request):
                item.done.cancel()

    # What comes in

    async def _handle(self, item: _Item) -> None:
        if isinstance(item, ReleasedSinceStart) and item.held_ms < BEGINS_MS:
            await self._steward.do(deeds.Choose(AUDIO, not self._house.values[AUDIO]))
        if isinstance(item, Signal) and self._test.take(item):
            self._hands.touch()
            return
        match item:
            case TilesSettled():
                before = self._play.down
                await self._tiles_settled(item.down)
                if self._box_is_read:
                    await self._hands.key(before, item.down)
                self._box_is_read = True
            case RollPressed():
                self._hands.pressed(item.ago_ms)
            case RollHeld():
                self._hands.held_on(item.held_ms)
            case RollReleased():
                await self._hands.released(item.held_ms)
            case RollLost():
                self._hands.held = Held.NOT
            case MenuPressed():
                await self._hands.menu()
            case InputFailed():
                self._box_is_read &= item.part != TILE_BOARD
                await self._play.fault(item.part, item.what)
            case InputWell():
                await self._play.fault(item.part, None)
            case _TimeIsUp():
                if self._time.ends(item.key):
                    was_open = self._play.is_open
                    await self._play.do(TimeUp())
                    if was_open and not self._play.is_open:
                        self._hands.touch()  # who has won is looked at from now on
                    await self._see_off()
            case _MoveIsDue():
                if self._move.ends(item.move):
                    with suppress(NotAllowedError):
                        await self._play.do(item.move.command)
            case _Rested():
                if item.since == self._hands.touched_at:
                    await self._hands.be_at_rest(item.rest)
            case _Request():
                await self._answer(item)

    async def _tiles_settled(self, down: Tiles) -> None:
        if down != self._play.down:
            self._hands.touch()
        await self._play.move(down, judge=not self._desk.is_open)

    async def _look_at_what_is_left_behind(self) -> None:
        """Judge the tiles that were moved in a hardware test, when it has ended."""
        down = self._test.left_behind()
        if down is not None:
            await self._tiles_settled(down)

    async def _see_off(self) -> None:
        """When a match is over, ask for names for the record table; tell how contacts do."""
        view = self._showing.view()
        if view.phase is Phase.MATCH_OVER and not self._desk.is_open:
            bounced = (Bounced(part=part, ms=ms) for part, ms in self._inputs.bounced())
            await self._play.commit(tuple(bounced))
            is_known = "disk" not in self._play.faults.parts  # else the books know older ones only
            entering = self.books.entering() if is_known else frozenset()
            names = ((p.seat, p.name) for p in view.players if p.seat in entering)
            if entering:
                from stbpi.desk.stations import spell  # with the pages, when they are needed

                self._desk.open(*spell(tuple(names)))

    # What is shown

    def _show(self) -> None:
        if self._box_is_read or TILE_BOARD in self._play.faults.parts:
            self._inputs.ask(self._showing.asked(self._desk))
            self._show_this(self._showing.scene(self._desk, self._hands))

    def _tell_to_wait(self) -> None:
        if self._scene is not None:
            self._show_this(replace(self._scene, is_waiting=True))

    def _show_this(self, scene: Scene) -> None:
        if scene != self._scene:
            self._scene = scene
            for tell in self.on_scene:
                tell(scene)

    def _tell_of_touch(self) -> None:
        for tell in self.on_touch:
            tell()

    # Time

    def _arm(self) -> None:
        """Set the alarms; those of match and bots run on if nothing is new, and wait for pages."""
        pauses = self._desk.is_open or self._test.is_running
        timer, move = self._play.timer(), self.mind.move
        ms = timer.ms if timer else 0
        if timer is not None and timer.of_match:
            ms = max(ms - self._played.ms(_now()), 0)
        key = (self._play.started, *timer.key) if timer else None
        self._time.want(key, ms, pauses=pauses)
        self._move.want(move, move.after_ms if move else 0, pauses=pauses)
        rest = None if self._test.is_running else self._hands.rest()
        if rest is None:
            self._rest_alarm.clear()
        else:
            self._rest_alarm.set(max(self._hands.touched_at + rest[1] - _now(), 0))

    def _time_passed(self, key: tuple[object, ...]) -> None:
        self._inbox.put_nowait(_TimeIsUp(key))

    def _move_is_due(self, move: Move) -> None:
        self._inbox.put_nowait(_MoveIsDue(move))

    def _rested(self) -> None:
        rest = self._hands.rest()
        if rest is not None:
            self._inbox.put_nowait(_Rested(rest[0], self._hands.touched_at))

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


def _now() -> float:
    """Return the loop's time, in seconds."""
    return asyncio.get_running_loop().time()
