"""The simulation: the daemon on simulated hardware, and the hand that plays on it.

Behind the mock pins and the I2C bus stands the program itself; this is only what is around it.
Scenarios, the demo, the tests (in virtual time) and the terminal app (in real time) all play on
it.

Never: looks into a game; reaches the program in any other way than its pins, its bus and its
public face.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from stbpi.box.gpio import mock_factory
from stbpi.box.gpio_driver import GpiozeroPins
from stbpi.box.restless import STILL
from stbpi.box.wiring import PI
from stbpi.build import Parts, serial_line
from stbpi.clock import Clock
from stbpi.config import Config, GpioSection
from stbpi.config_sections import GPIO
from stbpi.daemon import Daemon
from stbpi.dice.source import Dice
from stbpi.forgotten.names import Names
from stbpi.games.game import Choose, EndMatch, NoMove, SetRule, StartMatch, StopTurn, Tiles, Undo
from stbpi.journal.recorded import Recorded
from stbpi.scene import Scene
from stbpi.sim.disk import Disk
from stbpi.sim.hand import Hand
from stbpi.sim.overlooked import Overlooked
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.serial_line import SerialLine
from stbpi.sim.steps import PRESS_S
from stbpi.sound.phrase import Phrase

PATIENCE_S = 1.0
"""How long contacts may take to settle (DESIGN.md, the table of scenario verbs)."""

BOOT_S = 3.0
"""How long a start may take: a line that chatters is read for a second before it is believed."""

THINKING_S = 10.0
"""How long the coach is waited for."""

LOOK_S = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchers:
    """Who hears of what the program shows, records and sounds like; called in the loop.

    Attributes:
        scene: gets every scene.
        events: gets what was recorded, with the names that are shown.
        cue: gets every phrase that sounds when it begins, and `None` when there is silence again.
        line: gets every line that is spoken.
    """

    scene: Callable[[Scene], None]
    events: Callable[[tuple[Recorded, ...]], None]
    cue: Callable[[Phrase | None], None] = lambda _: None
    line: Callable[[str], None] = lambda _: None


class Simulation:
    """A box that is simulated around the program.

    Args:
        config: the configuration; its pins are simulated, and its serial line if it names none.
        dice: what is thrown.
        journal: the journal's file.
        make_clock: makes the clock of each start of the program.
        watchers: who hears of scenes, events and sounds.
        around: puts something around the parts that the program gets.

    Attributes:
        hand: moves the switches.
        panel: the model of the display's chip.
        disk: where the journal is.
        line: the serial line that is simulated.
        secrets: what was dealt, by the commitments to it.
        daemon: the program; another one after `cut_power`.
    """

    def __init__(
        self,
        config: Config,
        *,
        dice: Dice,
        journal: Path,
        make_clock: Callable[[], Clock],
        watchers: Watchers,
        around: Callable[[Parts], Parts] = lambda parts: parts,
    ) -> None:
        self._pins = mock_factory()
        gpio, driver = config.gpio, config.display.driver
        self.hand = Hand(
            self._pins,
            gpio.tiles,
            gpio.roll,
            closed_is=gpio.closed_is,
            reference_pin=gpio.reference_pin,
        )
        self.panel = PanelModel(
            chip="ssd1306" if driver == "none" else driver, address=config.display.address
        )
        self.disk = Disk()
        self.line = SerialLine()
        self.secrets: dict[str, bytes] = {}
        self._config = config
        self._dice = Overlooked(dice, self.secrets)
        self._journal = journal
        self._names = Names(journal)
        self._make_clock = make_clock
        self._watchers = watchers
        self._around = around
        self._is_coached = False
        self.daemon = self._build()
        self._life: asyncio.Task[None] | None = None
        self._is_cut = False

    @property
    def tile_count(self) -> int:
        """How many tiles the box has."""
        return len(self._config.wired.tiles)

    @property
    def has_reference(self) -> bool:
        """Whether a contact tells that the tiles' cable is plugged in."""
        return bool(self._config.wired.reference_pin)

    @property
    def is_coached(self) -> bool:
        """Whether the coach says all that it can, whatever the landlord lets the display say."""
        return self._is_coached

    @is_coached.setter
    def is_coached(self, wanted: bool) -> None:
        self._is_coached = self.daemon.table.mind.is_watched = wanted

    @property
    def has_real_line(self) -> bool:
        """Whether the serial log goes to a real port, and not to `line`."""
        return bool(self._config.serial.port)

    @property
    def scene(self) -> Scene:
        """What is shown now; only after `start`."""
        scene = self.daemon.table.scene
        assert scene is not None
        return scene

    async def start(self) -> None:
        """Start the program and wait until it shows something."""
        self._life = asyncio.create_task(self.daemon.run())
        await self.settle()
        if self.daemon.table.scene is None:
            await self._until(lambda: self.daemon.table.scene is not None, within_s=BOOT_S)

    async def stop(self) -> None:
        """Stop the program as SIGTERM does."""
        self.hand.let_go()
        self.daemon.stop()
        try:
            if self._life is not None:
                await self._life
        finally:
            self._pins.close()

    async def ended(self) -> None:
        """Wait until the program ends, but for a cut of the power; raise what it ends with."""
        life = None
        while life is not self._life and self._life is not None:
            life = self._life
            await asyncio.shield(life)
            while self._is_cut:
                await asyncio.sleep(LOOK_S)

    async def cut_power(self) -> None:
        """End the program as a cut of the power would, and start it again."""
        assert self._life is not None
        self._is_cut = True
        try:
            self.daemon.cut()
            await self._life
            self.daemon = self._build()
            await self.start()
        finally:
            self._is_cut = False

    async def start_match(self, command: StartMatch) -> None:
        """Start a match without the set-up.

        Raises:
            RulesError: its rules can't be played.
        """
        await self.daemon.table.start_match(command)
        await self.settle()

    async def deal(self) -> None:
        """Deal the cards that wait to be dealt, if the dice can say by now how."""
        await self.daemon.table.deal()
        await self.settle()

    async def operate(
        self, command: Undo | NoMove | StopTurn | SetRule | EndMatch | Choose
    ) -> None:
        """Do what the operator asks for in a match, or choose for a seat.

        Raises:
            NotAllowedError: it can't be done now.
            RulesError: a rule that can't be played.
        """
        await self.daemon.table.operate(command)
        await self.settle()

    async def press(self, seconds: float = PRESS_S) -> None:
        """Press the roll button, and wait until everything has settled.

        Args:
            seconds: for how long; at least long enough to be believed.
        """
        bounces_s = min(self.hand.contact(None).settling_ms / 1000, PATIENCE_S)
        self.hand.press_roll(True)
        settle_s = self._config.box.settle_ms / 1000
        await asyncio.sleep(max(seconds, bounces_s + (STILL + 1) * settle_s))
        self.hand.press_roll(False)
        await self.settle()

    async def lower(self, tiles: Tiles) -> None:
        """Put tiles down, together, and wait until everything has settled."""
        self.hand.lower(tiles)
        await self.settle()

    async def lift(self, tiles: Tiles) -> None:
        """Put tiles up, together, and wait until everything has settled."""
        self.hand.raise_(tiles)
        await self.settle()

    async def ask_coach(self) -> None:
        """Let the coach say what it can from now on, and wait until it has thought."""
        self.is_coached = True
        await self.settle()
        await self._until(self._has_thought, within_s=THINKING_S)

    async def settle(self) -> None:
        """Wait until the program has seen, handled and shown what the hand did.

        Raises:
            StbError: the program has ended with it.
        """
        await self._until(self._is_quiet, within_s=PATIENCE_S)

    async def _until(self, is_so: Callable[[], bool], *, within_s: float) -> None:
        loop = asyncio.get_running_loop()
        latest = loop.time() + within_s
        while loop.time() < latest:
            await asyncio.sleep(LOOK_S)
            if self._life is not None and self._life.done():
                self._life.result()
            if is_so():
                return

    def _is_quiet(self) -> bool:
        daemon = self.daemon
        return (
            not self.hand.is_settling
            and daemon.scanner.ready.is_set()
            and daemon.scanner.quiet
            and daemon.table.quiet
            and daemon.display.quiet
        )

    def _has_thought(self) -> bool:
        coaching = self.scene.coaching
        return coaching is None or not coaching.is_thinking

    def _build(self) -> Daemon:
        daemon = Daemon(
            self._config,
            self._around(
                Parts(
                    clock=self._make_clock(),
                    dice=self._dice,
                    pins=GpiozeroPins(self._pins),
                    bus=lambda: self.panel,
                    wired=self.hand.reapply,
                    journal=self._journal,
                    store=self.disk.holding,
                    serial=lambda section: serial_line(section) or self.line,
                )
            ),
        )
        daemon.table.mind.is_watched = self._is_coached
        daemon.table.on_scene.append(self._watchers.scene)
        daemon.writer.on_events.append(self._hear)
        daemon.sound.on_cue.append(self._watchers.cue)
        daemon.sound.on_line.append(self._watchers.line)
        return daemon

    def _hear(self, recorded: tuple[Recorded, ...]) -> None:
        names = self._names.safely()
        self._watchers.events(tuple(one.shown(names) for one in recorded) if names else recorded)


def with_tiles(config: Config, count: int) -> Config:
    """Return the configuration of a box with so many tiles (at most as many as it has)."""
    gpio, board = config.gpio, config.tile_board
    return replace(
        config,
        gpio=replace(gpio, tiles=gpio.tiles[:count]),
        tile_board=replace(board, tiles=board.tiles[:count]),
    )


def wired_so(config: Config, closed_is: str, *, has_reference: bool) -> Config:
    """Return the configuration of a box on pins whose tiles are wired in another way.

    Args:
        config: of a box on pins.
        closed_is: what a closed tile contact means, `down` or `up`.
        has_reference: whether a contact tells that the tiles' cable is plugged in.
    """
    reference_pin = PI["reference"].line if has_reference else 0
    gpio = replace(config.gpio, closed_is=closed_is, reference_pin=reference_pin)
    return replace(config, gpio=gpio)


def on_pins(config: Config) -> Config:
    """Return the configuration of the same box, its switches wired to pins that are simulated."""
    if config.box.inputs == GPIO:
        return config
    return replace(pins_like_the_board(config), box=replace(config.box, inputs=GPIO))


def pins_like_the_board(config: Config) -> Config:
    """Return the configuration with as many pins for tiles as the tile board has contacts."""
    gpio = GpioSection()
    count = len(config.tile_board.tiles)
    return replace(config, gpio=replace(gpio, tiles=gpio.tiles[:count]))
