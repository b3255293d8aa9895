"""The simulator in the terminal: a box to play on, around the program itself.

The program runs in the app's loop, in real time; the app moves switches and shows what comes
over the bus and out of the table. It starts before the app takes the terminal and ends after
the app has given it back, so that whatever goes wrong is told on a usable terminal.

Never: reaches into the program other than `Simulation` does. Keep: the app only routes; what is
drawn is the widgets' business, what is said that of `app_words`.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.widgets import Static

from stbpi.box.restless import STILL
from stbpi.config import Config
from stbpi.dice import Dice, RandomDice
from stbpi.errors import StbError
from stbpi.games.game import NO_TILES, SetRule, StartMatch, Tiles, Undo, all_tiles, tiles
from stbpi.games.registry import DEFAULT, GAMES
from stbpi.journal.recorded import Recorded
from stbpi.scene import Scene
from stbpi.sim import app_words, faults, steps
from stbpi.sim.app_line import FAULT, FAULT_HINT, FAULTS, RULE, RULE_HINT, AskedLine
from stbpi.sim.app_log import LogWidget
from stbpi.sim.app_oled import OledWidget
from stbpi.sim.app_resume import Left, left_in
from stbpi.sim.app_roll import DiceWidget, RollButton
from stbpi.sim.app_score import ScoreWidget
from stbpi.sim.app_tiles import BoxWidget, TileWidget
from stbpi.sim.faults import JumpingClock
from stbpi.sim.simulation import PRESS_S, Simulation, Watchers, with_tiles

HOLD_S = 1.0
MENU_S = 3.2
"""How long the keys hold the button: as a hold, and until the menu opens (0.8 s and 3 s)."""

TILE_KEYS = (
    *("1", "2", "3", "4", "5", "6", "7", "8", "9"),
    *("0,f10", "minus,f11", "equals_sign,f12"),
)
"""The keys of tiles 1 to 12."""


def play(config: Config, *, start: bool, journal: Path) -> None:
    """Play in the terminal until the user quits.

    Args:
        config: the configuration; its players are those of a new match.
        start: start a match at once, unless the open one of the journal has the same players.
        journal: the journal's file.

    Raises:
        StbError: the box can't be built, or it can't go on; the terminal is usable again.
    """

    async def main() -> int | None:
        async with simulator(config, start=start, journal=journal, dice=RandomDice()) as app:
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, app.exit)
            await app.run_async()
            return app.return_code

    if status := asyncio.run(main()):
        sys.exit(status)  # the app has failed and has said why


@asynccontextmanager
async def simulator(
    config: Config, *, start: bool, journal: Path, dice: Dice
) -> AsyncIterator[SimulatorApp]:
    """Start a box and make the app that shows it; the box is stopped at the end.

    Args:
        config: the configuration.
        start: as in `play`.
        journal: the journal's file.
        dice: what is thrown.

    Raises:
        StbError: the box can't be built, or it has ended with an error.
    """
    left = left_in(journal)
    app = SimulatorApp(_fitting(config, left), journal=journal, dice=dice)
    box = app.box
    if left is not None:
        box.hand.move(Tiles(left.down & all_tiles(box.tile_count)))
    try:
        await box.start()
        if start and not _is_same(left, config):
            await box.start_match(_first_match(config))
            await box.lift(all_tiles(box.tile_count))
        yield app
    finally:
        await box.stop()


def _fitting(config: Config, left: Left | None) -> Config:
    """Return the configuration of a box that has the tiles of its rules, or of its open match."""
    summary = GAMES[DEFAULT]().summary(config.rules.preset, config.rules.house_rules)
    needed = left.tile_count if left is not None and left.is_open else 0
    return with_tiles(config, max(summary.tiles, needed))


def _is_same(left: Left | None, config: Config) -> bool:
    """Say whether the open match is one of the configured players, in whatever order they sit."""
    return left is not None and left.is_open and sorted(left.names) == sorted(config.players.names)


def _first_match(config: Config) -> StartMatch:
    rules = config.rules
    house_rules = GAMES[DEFAULT]().check_rules(rules.preset, rules.house_rules)
    return StartMatch(names=config.players.names, preset=rules.preset, house_rules=house_rules)


class SceneChanged(Message):
    """The program shows something else."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene


class EventsRecorded(Message):
    """The program has recorded something."""

    def __init__(self, recorded: tuple[Recorded, ...]) -> None:
        super().__init__()
        self.recorded = recorded


class SimulatorApp(App[None]):
    """The app; its box must have been started when it runs.

    Args:
        config: of the box.
        journal: the journal's file.
        dice: what is thrown.

    Attributes:
        box: the simulated box.

    Raises:
        StbError: the box can't be built.
    """

    TITLE = "stbpi simulator"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares no class variable here
        (0, "-narrow"),
        (96, "-roomy"),
        (132, "-wide"),
        (170, "-broad"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (23, "-low"),
        (30, "-tall"),
        (50, "-high"),
    ]
    CSS = """
    Screen { background: #1b1e25; color: #d8dee9; overflow: hidden; }
    #title { height: 1; padding: 0 1; background: #5b3a1c; color: #ffe9c9; }
    #top { height: 16; layout: horizontal; }
    #side { width: 1fr; height: 100%; padding: 0 0 0 1; layout: vertical; }
    #request { height: 1; padding: 0 1; background: #262a33; color: #ffd23f; text-style: bold; }
    #keys { height: 1; padding: 0 1; background: #5b3a1c; color: #d9b98f; dock: bottom; }
    RollButton { margin: 1 0; }

    .-tiny {
        #top { height: 1fr; }
        LogWidget { display: none; }
    }
    .-tall, .-high {
        #request { height: 3; padding: 1 2; }
        BoxWidget { height: 5; }
        LogWidget { padding: 1 0 0 0; }
    }
    .-roomy, .-wide, .-broad {
        #side { padding: 1 2 0 2; }
        DiceWidget, RollButton { max-width: 40; }
    }
    .-wide.-high {
        #top { height: 39; layout: vertical; }
        #side { height: 7; layout: horizontal; padding: 1 2 0 2; }
        #request { height: 1; padding: 0 2; }
        OledWidget { width: 100%; height: 32; padding: 0 2; }
        DiceWidget { width: 24; height: 5; margin: 0 4 0 0; }
        RollButton { width: 32; height: 5; margin: 0 4 0 0; }
    }
    .-broad.-high {
        #top { height: 34; }
        #side { padding: 1 4; }
        OledWidget { width: 132; height: 34; padding: 1 2; }
        DiceWidget { height: 7; }
        RollButton { height: 5; margin: 2 0; }
        BoxWidget { height: 9; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "press", "press the roll button"),
        Binding("h", f"press({HOLD_S})", "hold it"),
        Binding("m", f"press({MENU_S})", "hold it until the menu opens"),
        Binding("a", "raise_all", "raise all tiles"),
        Binding("u", "undo", "undo the turn"),
        Binding("s", "ask_rule", "set a house rule"),
        Binding("f", "ask_fault", "let something go wrong"),
        *(Binding(keys, f"flip({n})", f"flip tile {n}") for n, keys in enumerate(TILE_KEYS, 1)),
        Binding("q,ctrl+q,ctrl+c", "quit", "quit", priority=True),
    ]

    def __init__(self, config: Config, *, journal: Path, dice: Dice) -> None:
        super().__init__()
        self._jumped_s = 0.0
        self._clock = JumpingClock(0)
        self.box = Simulation(
            config,
            dice=dice,
            journal=journal,
            make_clock=self._make_clock,
            watchers=Watchers(scene=self._hear_scene, events=self._hear_events),
        )
        self._early: list[Recorded] = []
        self._tiles = BoxWidget(self.box.tile_count)
        self._oled = OledWidget(self.box.panel)
        self._roll = RollButton(press_s=max(PRESS_S, (STILL + 1) * config.box.settle_ms / 1000))
        self._dice = DiceWidget()
        self._score = ScoreWidget()
        self._events = LogWidget()
        self._title = Static(id="title")
        self._request = Static(id="request")
        self._keys = Static(id="keys")
        self._rule = AskedLine(RULE, RULE_HINT)
        self._fault = AskedLine(FAULT, FAULT_HINT)

    def compose(self) -> ComposeResult:
        yield self._title
        with Container(id="top"):
            yield self._oled
            with Container(id="side"):
                yield self._dice
                yield self._roll
                yield self._score
        yield self._request
        yield self._tiles
        yield self._events
        yield self._keys
        yield self._rule
        yield self._fault

    def on_mount(self) -> None:
        self._tiles.move(self.box.hand.down)
        self._show(self.box.scene)
        self._events.add(self._early)
        self.run_worker(self._leave_with_the_program())

    # The hand

    def action_press(self, seconds: float = 0) -> None:
        self._roll.tap(seconds)

    def action_flip(self, number: int) -> None:
        if number <= self.box.tile_count:
            self._move(Tiles(self.box.hand.down ^ tiles(number)))

    def action_raise_all(self) -> None:
        self._move(NO_TILES)

    async def action_undo(self) -> None:
        await self._operate(Undo())

    def action_ask_rule(self) -> None:
        self._rule.ask()

    def action_ask_fault(self) -> None:
        self._fault.ask((*faults.undoing(self.box), *FAULTS))

    @on(AskedLine.Typed, f"#{FAULT}")
    def _fault_typed(self, message: AskedLine.Typed) -> None:
        self.run_worker(self._fail(message.line))

    async def _fail(self, line: str) -> None:
        """Let go wrong what was typed, or say why it can't."""
        try:
            action = faults.read(line, tile_count=self.box.tile_count)
            await self._let_happen(action)
        except StbError as exc:
            self.notify(str(exc), severity="error", markup=False)
        else:
            self._show(self.box.scene)

    async def _let_happen(self, action: faults.Fault) -> None:
        match action:
            case steps.Clock():
                self._jumped_s += action.seconds
                self._clock.jump(action.seconds)
            case steps.PowerCut():
                await asyncio.sleep((action.after_ms or 0) / 1000)
                await self.box.cut_power()
            case _:
                await faults.fail(self.box, action, seed=secrets.randbits(32))

    @on(AskedLine.Typed, f"#{RULE}")
    async def _rule_typed(self, message: AskedLine.Typed) -> None:
        field, _, value = message.line.partition("=")
        await self._operate(SetRule(field=field.strip(), value=value.strip()))

    async def _operate(self, command: Undo | SetRule) -> None:
        """Do what the operator asks for, or say why it can't be done."""
        try:
            await self.box.operate(command)
        except StbError as exc:
            self.notify(str(exc), severity="error", markup=False)

    @on(TileWidget.Clicked)
    def _tile_clicked(self, message: TileWidget.Clicked) -> None:
        self.action_flip(message.number)

    @on(RollButton.Moved)
    def _roll_moved(self, message: RollButton.Moved) -> None:
        self.box.hand.press_roll(message.down)

    def _move(self, down: Tiles) -> None:
        self.box.hand.move(down)
        self._tiles.move(down)

    # The program

    def _make_clock(self) -> JumpingClock:
        self._clock = JumpingClock(self._jumped_s)
        return self._clock

    def _hear_scene(self, scene: Scene) -> None:
        if self.is_running:
            self.post_message(SceneChanged(scene))

    def _hear_events(self, recorded: tuple[Recorded, ...]) -> None:
        if self.is_running:
            self.post_message(EventsRecorded(recorded))
        else:
            self._early += recorded

    @on(SceneChanged)
    def _scene_changed(self, message: SceneChanged) -> None:
        self._show(message.scene)

    @on(EventsRecorded)
    def _events_recorded(self, message: EventsRecorded) -> None:
        self._events.add(message.recorded)

    async def _leave_with_the_program(self) -> None:
        """Exit when the program ends; whoever stops the box is told why it did."""
        with suppress(StbError):
            await self.box.ended()
        self.exit()

    def _show(self, scene: Scene) -> None:
        view = scene.view
        self._tiles.show(view)
        self._events.seat(view.players)
        for part in (self._roll, self._dice, self._score):
            part.show(scene)
        title = Text(f"{self.TITLE}  ", style="bold")
        title.append(app_words.title(scene), style="not bold")
        for wrong in faults.wrong_now(self.box):
            title.append(f" · {wrong}", style="not bold #ff9a8a")
        self._title.update(title.append("  f let it fail", style="not bold #b08a5c"))
        said = [words for words in (app_words.turn(view), app_words.request(scene)) if words]
        self._request.update(Text(" · ".join(said)))
        self._keys.update(_key_line(app_words.keys(scene, self.box.tile_count)))


def _key_line(keys: list[tuple[str, str]]) -> Text:
    line = Text(no_wrap=True)
    for key, deed in keys:
        line.append(key, style="bold #ffe9c9").append(f" {deed}  ")
    return line
