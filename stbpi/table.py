"""The table: hosts a game on a box.

One task handles one thing at a time: a signal of the box, a timer that has run out, a request.
Each becomes a command to what is played, and only when what has happened is on the disk the new
scene is shown:

    signal ─▶ Play: Game.decide ─▶ Game.evolve ─▶ Writer.write (disk) ─▶ Game.view ─▶ scene

What hands do is understood by `Hands`: what stands in place of a match (the menu, other pages) is
the `Desk`, and the `Steward` does what that asks for. The hardware test may take the box for a
while; the match waits, and is then told where the tiles are.

Never: knows a rule of a game, a pin or a pixel; waits for anything but the disk. Keep: all
changes go through `Play`, all showing through `_show`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from stbpi.alarm import Alarm
from stbpi.box.port import (
    InputFailed,
    Inputs,
    InputWell,
    ReleasedSinceStart,
    RollHeld,
    RollLost,
    RollPressed,
    RollReleased,
    Signal,
    TilesSettled,
)
from stbpi.clock import Clock
from stbpi.desk import setup as set_up
from stbpi.desk.books import Books, NoBooks
from stbpi.desk.deeds import Choose
from stbpi.desk.desk import Desk
from stbpi.desk.facts import Facts
from stbpi.desk.house import House
from stbpi.desk.settings import AUDIO, KEY, VOLUME
from stbpi.desk.stations import spell
from stbpi.dice.lot import DIGITS
from stbpi.dice.source import Dice
from stbpi.errors import NotAllowedError, StbError
from stbpi.faults import asked_for
from stbpi.games.events import Bounced
from stbpi.games.game import (
    NO_TILES,
    EndMatch,
    Game,
    NoMove,
    Phase,
    Prompt,
    SetRule,
    StartMatch,
    StopTurn,
    Tiles,
    TimeUp,
    Undo,
    View,
)
from stbpi.hands import Hands, Rest
from stbpi.journal.resume import Past
from stbpi.journal.writer import Writer
from stbpi.language import _
from stbpi.play import Play
from stbpi.scene import Held, Scene
from stbpi.service.on_box import BEGINS_MS, Interlude, NoTest
from stbpi.steward import Steward

SLOW_S = 0.15
"""A disk that takes longer is told, so that nobody presses twice."""


@dataclass(frozen=True, slots=True)
class _TimeIsUp:
    key: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Rested:
    rest: Rest
    since: float


@dataclass(frozen=True, slots=True)
class _Request:
    work: Callable[[], Awaitable[None]]
    done: asyncio.Future[None]


_Item = Signal | _TimeIsUp | _Rested | _Request

S = TypeVar("S")


class Table(Generic[S]):
    """Plays a game on a box for as long as `run` runs.

    Args:
        game: the game that is played.
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

    Attributes:
        on_scene: called in the loop with every new scene.
        books: what is known over all matches.
    """

    def __init__(
        self,
        game: Game[S],
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
    ) -> None:
        self.on_scene: list[Callable[[Scene], None]] = []
        self.books: Books = NoBooks()
        self._play = Play(
            game, writer, past=past, dice=dice, complain_ms=complain_ms, inputs=inputs
        )
        self._house = house
        self._inputs = inputs
        self._clock = clock
        self._tile_count = tile_count
        self._box_is_read = False
        self._desk = Desk(self._facts)
        self._scene: Scene | None = None
        self._alarm = Alarm(self._ring)
        self._alarm_key: tuple[object, ...] | None = None
        self._time_is_up = False
        self._rest_alarm = Alarm(self._rested)
        self._slow_alarm = Alarm(self._tell_to_wait)
        self._test = test or NoTest()
        self._test.on_change = self._test_has_changed
        self._steward = Steward(
            self._play, house, self._desk, inputs=inputs, test=self._test, now=_now
        )
        self._hands = Hands(
            self._play,
            house,
            self._desk,
            self._steward,
            view=self._view,
            is_asleep=is_asleep,
            is_open=self._is_open,
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

    async def operate(self, command: Undo | NoMove | StopTurn | SetRule | EndMatch) -> None:
        """Do what the operator asks for in a match.

        Raises:
            NotAllowedError: it can't be done now.
            RulesError: `SetRule` with a rule that can't be played.
        """

        async def work() -> None:
            if not self._play.is_there:
                raise NotAllowedError("nothing", _("there is no match"))
            await self._play.do(command)

        await self._ask(work)

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
            self._slow_alarm.set(SLOW_S)
            try:
                await self._handle(item)
                await self._look_at_what_is_left_behind()
                self._arm()
                self._show()
            finally:
                self._slow_alarm.clear()
                self._busy = False

    def close(self) -> None:
        """Let go of the timers and of requests that nobody will answer; after `run`."""
        self._alarm.clear()
        self._rest_alarm.clear()
        self._test.close()
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, _Request):
                item.done.cancel()

    # What comes in

    async def _handle(self, item: _Item) -> None:
        if isinstance(item, ReleasedSinceStart) and item.held_ms < BEGINS_MS:
            await self._steward.do(Choose(AUDIO, not self._house.values[AUDIO]))
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
            case InputFailed():
                await self._play.fault(item.part, item.what)
            case InputWell():
                await self._play.fault(item.part, None)
            case _TimeIsUp():
                if item.key == self._alarm_key:
                    self._time_is_up = True
                    await self._play.do(TimeUp())
                    await self._see_off()
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

    def _test_has_changed(self) -> None:
        async def show() -> None:
            """The loop shows what is to be shown after everything that it handles."""

        self._ask(show)

    async def _see_off(self) -> None:
        """When a match is over, ask for names for the record table; tell how contacts do."""
        view = self._view()
        if view.phase is Phase.MATCH_OVER and not self._desk.is_open:
            bounced = (Bounced(part=part, ms=ms) for part, ms in self._inputs.bounced())
            await self._play.commit(tuple(bounced))
            is_known = "disk" not in self._play.faults.parts  # else the books know older ones only
            entering = self.books.entering() if is_known else frozenset()
            names = ((p.seat, p.name) for p in view.players if p.seat in entering)
            self._desk.open(*spell(tuple(names)))

    # What is shown

    def _view(self) -> View:
        view = self._play.view(time_is_up=self._time_is_up)
        return view or set_up.view(self._house.setup, game=self._play.game, down=self._play.down)

    def _facts(self) -> Facts:
        preset, house_rules = self._steward.rules_now()
        count = 0 if self._play.is_there else self._tile_count
        return Facts(
            view=self._view(),
            is_in_match=self._play.is_open,
            down=self._play.down,
            broken=self._inputs.broken,
            failed=self._play.faults.tiles,
            rules=lambda: self._play.choices(preset, house_rules, most_tiles=count),
            values=self._house.values,
            statistics=self.books.statistics,
            has_key=bool(self._house.values[KEY]),
            dice=self._play.drawn,
        )

    def _show(self) -> None:
        if not self._box_is_read:
            return
        view = self._view()
        plays = not (self._desk.is_open or self._test.is_running)  # the button is for the match
        may_be_stuck = plays and view.phase is not Phase.WRONG
        self._inputs.ask(asked_for(view) if may_be_stuck else NO_TILES)
        drawn = self._play.drawn
        posters = self.books.posters(view) if self._hands.is_attracting else ()
        values = self._house.values
        scene = Scene(
            view=self._told(self._play.faults.in_place_of(view)),
            held=self._hands.held,
            page=self._desk.page,
            faults=self._play.faults.parts,
            posters=posters,
            language=self._house.language,
            volume=int(str(values[VOLUME])),
            is_audio=bool(values[AUDIO]),
            test=self._test.view,
            sealed=drawn.sha[:DIGITS] if drawn.is_new and self._play.is_open else "",
        )
        self._show_this(scene)

    def _tell_to_wait(self) -> None:
        if self._scene is not None:
            self._show_this(replace(self._scene, is_waiting=True))

    def _show_this(self, scene: Scene) -> None:
        if scene != self._scene:
            self._scene = scene
            for tell in self.on_scene:
                tell(scene)

    def _told(self, view: View) -> View:
        """Put what stands in place of the match into its view."""
        if self._hands.is_attracting:
            return replace(view, phase=Phase.ATTRACT)
        if self._desk.is_open:
            prompt = self._desk.prompt
            phase = Phase.MENU if prompt is Prompt.MENU else view.phase
            return replace(view, phase=phase, prompt=prompt)
        if not self._play.is_open and not self._is_open():
            return replace(view, prompt=Prompt.CLOSED)
        return view

    def _is_open(self) -> bool:
        return self._house.is_open(self._clock.wall())

    # Time

    def _arm(self) -> None:
        """Set the alarms; that of the match runs on if nothing is new, and waits for pages."""
        wanted = self._play.timer()
        key = wanted.key if wanted is not None else None
        if key != self._alarm_key:
            self._alarm.clear()
            self._alarm_key, self._time_is_up = key, False
        if self._desk.is_open or self._test.is_running:
            self._alarm.clear()
        elif wanted is not None and not self._time_is_up and not self._alarm.is_set:
            self._alarm.set(wanted.ms / 1000)
        rest = None if self._test.is_running else self._hands.rest()
        if rest is None:
            self._rest_alarm.clear()
        else:
            self._rest_alarm.set(max(self._hands.touched_at + rest[1] - _now(), 0))

    def _ring(self) -> None:
        assert self._alarm_key is not None
        self._inbox.put_nowait(_TimeIsUp(self._alarm_key))

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
