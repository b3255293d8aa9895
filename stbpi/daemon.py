"""The daemon: builds the box from a configuration and runs it.

Everything is put together here and nowhere else. `Parts` are what differs between a Raspberry
Pi, the simulator and a test; all that stands behind them is the same program.

Never: imports a hardware library at the top; decides anything about a game.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
from collections.abc import Callable, Coroutine, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stbpi.box.gpio_driver import Pins, open_pins
from stbpi.box.health import Health
from stbpi.box.port import Switches
from stbpi.box.scanner import Scanner
from stbpi.clock import Clock, SystemClock
from stbpi.config import Config
from stbpi.desk.house import House
from stbpi.desk.settings import (
    ATTRACT_SOUND,
    AUDIO,
    GUESTS,
    HOURS,
    IDLE_MINUTES,
    LANGUAGE,
    VOLUME,
    settings_of,
)
from stbpi.desk.setup import Setup
from stbpi.dice import Dice, RandomDice
from stbpi.display.display import Display
from stbpi.display.drawing import drawing_for
from stbpi.display.panel import Bus, LumaPanel, NoPanel, Panel, load_luma, smbus
from stbpi.errors import BoxError, RulesError
from stbpi.faults import broken_in
from stbpi.games.game import Game, Tiles, tiles
from stbpi.games.registry import DEFAULT, GAMES
from stbpi.hands import HOLD_MARKS_MS, MENU_MS
from stbpi.journal.resume import Past, past
from stbpi.journal.store import Journal
from stbpi.journal.writer import Store, Writer
from stbpi.language import _
from stbpi.notify import Notifier
from stbpi.service.on_box import ANNOUNCED_MS, BEGINS_MS, BoxTest
from stbpi.service.page import Wiring
from stbpi.sound.buzzer import Buzzer, Speaker
from stbpi.sound.sound import Sound
from stbpi.table import Table
from stbpi.tasks import until_one_ends

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from stbpi.books.books import Books
    from stbpi.display.screens import Screen
    from stbpi.scene import Scene
    from stbpi.sound.voice import Speech


def _as_it_is(journal: Journal) -> Store:
    return journal


def _nothing() -> None:
    """Nobody is to be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a box is made of, beyond its configuration.

    Attributes:
        clock: tells the time of the events.
        dice: what is thrown.
        pins: switches and outputs; they stay open when a daemon ends.
        bus: opens the I2C bus of the display.
        wired: called when the switches have been opened (the simulator's hand shows itself).
        loaded: called when everything has been imported that will be needed.
        journal: the journal's file.
        synced: the journal waits for the disk; a simulation need not.
        store: what the events are written through (the simulator's disk can be full).
        scanner: makes what reads the switches.
    """

    clock: Clock
    dice: Dice
    pins: Pins
    bus: Callable[[], Bus]
    wired: Callable[[], None]
    journal: Path
    loaded: Callable[[], None] = _nothing
    synced: bool = True
    store: Callable[[Journal], Store] = _as_it_is
    scanner: Callable[..., Scanner] = Scanner


class Daemon:
    """One start of the program.

    Args:
        config: the configuration.
        parts: what the box is made of.
        game: name of the game (a key of `GAMES`).

    Attributes:
        table: hosts the game.
        writer: brings events to the disk.
        scanner: reads the switches.
        display: shows scenes.

    Raises:
        RulesError: the configured rules can't be played on this box.
        InUseError: another program has the journal.
        JournalError: the file is no journal, or of a newer version.
        BoxError: the switches can't be opened.
    """

    def __init__(self, config: Config, parts: Parts, *, game: str = DEFAULT) -> None:
        plays = GAMES[game]()
        setup_of(plays, config)
        with ExitStack() as opened:
            journal = Journal(parts.journal, synced=parts.synced)
            opened.callback(journal.close)
            switches = open_switches(config, parts)
            opened.callback(switches.close)
            before = past(journal, wall=parts.clock.wall())
            health = _health(config, switches.count, before)
            self._opened = opened.pop_all()
        house = self._house = house_of(plays, config, before)
        self.sound = Sound(None, config.sound, wall=parts.clock.wall, voice=_voice(config))
        self._load = partial(_load, config, parts)
        self._loaded = parts.loaded
        self._is_loaded = asyncio.Event()
        self.writer = Writer(
            parts.store(journal),
            clock=parts.clock,
            on_fault=lambda what: self.table.tell_fault("disk", what),
        )
        self.table: Table[Any] = Table(
            plays,
            self.writer,
            past=before,
            house=house,
            dice=parts.dice,
            complain_ms=config.box.complain_ms,
            inputs=health,
            clock=parts.clock,
            tile_count=switches.count,
            is_asleep=lambda: config.display.driver != "none" and self.display.is_dark,
            test=BoxTest(wiring_of(config), health.report),
        )
        self._make_books = partial(_books, config, parts, journal, self.writer)
        self.scanner = parts.scanner(
            switches,
            self.table.tell,
            settle_ms=config.box.settle_ms,
            health=health,
            marks_ms=(*HOLD_MARKS_MS, MENU_MS),
            start_marks_ms=(ANNOUNCED_MS, BEGINS_MS),
        )
        self.display = Display(
            panel_of(config, parts),
            lambda scene: drawing_for(config.display.driver)(scene),
            on_fault=lambda what: self.table.tell_fault("display", what),
        )
        self.table.on_scene += [self.display.show, self._tune, self.sound.show]
        self._stop = asyncio.Event()
        self._is_cut = False

    def _tune(self, scene: Scene) -> None:
        """Let the box call players as often as was chosen; the scene tells all else."""
        attract = str(self._house.values[ATTRACT_SOUND])
        if attract != self.sound.settings.attract:
            self.sound.settings = replace(self.sound.settings, attract=attract)

    def stop(self) -> None:
        """End `run`, with everything on the disk and the display cleared."""
        self._stop.set()

    def cut(self) -> None:
        """End `run` as a cut of the power would: what is not on the disk is lost."""
        self._is_cut = True
        self._stop.set()

    async def run(self, notifier: Notifier | None = None) -> None:
        """Play until `stop` or `cut` is called; both may be called in the loop only.

        Args:
            notifier: told when the box is ready, alive and stopping.

        Raises:
            BoxError: the switches can't be read any more.
        """
        tells = notifier or Notifier({})
        try:
            await self._run(tells)
        finally:
            tells.send("STOPPING=1")
            await self._close()

    async def _run(self, tells: Notifier) -> None:
        """Run all tasks until one fails or `stop` is called."""
        self.writer.begin()
        jobs: list[Coroutine[Any, Any, Any]] = [
            self._stop.wait(),
            self.table.run(),
            self.scanner.run(),
            self._loading(),
            self._when_loaded(self.display.run),
            self._when_loaded(self.sound.run),
            self._when_loaded(self._keep_books),
            self._watch(tells),
        ]
        await until_one_ends(jobs)

    async def _loading(self) -> None:
        """Load what the first look at the switches needn't wait for, before anybody plays.

        Loading holds up the scanner for a tenth of a second.
        """
        await self.scanner.ready.wait()
        self.sound.use(await self.display.job(self._load))
        self._loaded()
        self._is_loaded.set()
        await asyncio.Event().wait()

    async def _when_loaded(self, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await self._is_loaded.wait()
        await run()

    async def _keep_books(self) -> None:
        books = self._make_books()
        self.table.books = books
        self.writer.on_events.append(books.take)
        await books.run()

    async def _watch(self, tells: Notifier) -> None:
        """Tell that the box is ready, then that it is alive while the scanner goes on."""
        await self.scanner.ready.wait()
        tells.send("READY=1\nSTATUS=playing")
        if not tells.watchdog_s:
            await asyncio.Event().wait()
        seen = -1
        while True:
            if self.scanner.progress != seen:
                seen = self.scanner.progress
                tells.send("WATCHDOG=1")
            await asyncio.sleep(tells.watchdog_s)

    async def _close(self) -> None:
        self.table.close()
        await self.writer.close(lose=self._is_cut)
        await self.display.stop()
        self.sound.close()
        self._opened.close()


def real_parts(config: Config) -> Parts:
    """Return the parts of a real box.

    Raises:
        BoxError: the driver of the pins can't be opened.
    """
    return Parts(
        clock=SystemClock(),
        dice=RandomDice(),
        pins=open_pins(config.gpio.pin_factory, config.gpio.chip),
        bus=smbus(config.display.bus),
        wired=lambda: None,
        journal=config.journal.path,
        loaded=_collect_what_comes,
    )


def run(
    config: Config,
    *,
    environ: Mapping[str, str] = os.environ,
    make_parts: Callable[[Config], Parts] | None = None,
) -> None:
    """Run the box until SIGTERM or SIGINT.

    Args:
        config: the configuration.
        environ: the environment, for systemd.
        make_parts: makes the parts of the box; by default they are `real_parts`.

    Raises:
        StbError: it can't be built, or it can't go on.
    """
    gc.disable()
    parts = (make_parts or real_parts)(config)

    async def main() -> None:
        daemon = Daemon(config, parts)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, daemon.stop)
        await daemon.run(Notifier(environ))

    try:
        asyncio.run(main())
    finally:
        parts.pins.close()


def _collect_what_comes() -> None:
    """Let garbage be collected from now on, and only among what comes.

    What has been loaded stays; looking through it holds up the switches, 9 ms on a PC.
    """
    gc.freeze()
    gc.enable()


def setup_of(game: Game[Any], config: Config) -> Setup:
    """Return the set-up that a box with this configuration offers first.

    Raises:
        RulesError: the rules can't be played, or need more tiles than are wired.
    """
    home, wired = config.rules.preset, len(config.gpio.tiles)
    house_rules = game.check_rules(home, config.rules.house_rules)
    tiles = game.summary(home, house_rules).tiles
    if tiles > wired:
        expected = _("at most {wired}: so many tiles are in {key}")
        raise RulesError(
            "tiles", found=tiles, expected=expected.format(wired=wired, key="gpio.tiles")
        )
    offers = tuple(
        (name, game.summary(name, house_rules if name == home else ())) for name in game.presets()
    )
    return Setup(
        roster=config.players.names,
        seats=1,
        offers=tuple(offer for offer in offers if offer[1].tiles <= wired),
        preset=home,
        home=home,
        house_rules=house_rules,
    )


def house_of(game: Game[Any], config: Config, before: Past) -> House:
    """Return what is in force on a box: of the configuration, and of what was chosen on it."""
    return House(
        game,
        setup_of(game, config),
        tile_count=len(config.gpio.tiles),
        values={
            LANGUAGE: config.language.language,
            VOLUME: config.sound.level if config.sound.on else 0,
            AUDIO: config.sound.audio,
            ATTRACT_SOUND: config.sound.attract,
            IDLE_MINUTES: config.box.idle_minutes,
            GUESTS: config.box.guests,
            HOURS: config.box.hours,
        },
        settings=settings_of(before.settings),
        environ=os.environ,
    )


def _health(config: Config, count: int, before: Past) -> Health:
    """Return what is known of the switches before they are read."""
    broken = Tiles(tiles(*config.box.broken) | broken_in(before.match))
    return Health(count, settle_ms=config.box.settle_ms, down=before.down, broken=broken)


def wiring_of(config: Config) -> Wiring:
    """Return what the hardware test looks for."""
    return Wiring(
        tiles=config.gpio.tiles,
        roll=config.gpio.roll,
        closed_is=config.gpio.closed_is,
        display=config.display.driver,
        has_buzzer=config.sound.on and config.gpio.buzzer > 0,
    )


def open_switches(config: Config, parts: Parts) -> Switches:
    """Open the switches of a box.

    Raises:
        BoxError: they can't be opened.
    """
    gpio = config.gpio
    switches = parts.pins.switches(
        gpio.tiles, gpio.roll, closed_is=gpio.closed_is, reference_pin=gpio.reference_pin
    )
    parts.wired()
    return switches


def panel_of(config: Config, parts: Parts) -> Panel:
    """Return the panel of a box; it is opened when something is shown."""
    display = config.display
    if display.driver == "none":
        return NoPanel()
    return LumaPanel(display.driver, parts.bus, address=display.address, rotate=display.rotate)


def _load(config: Config, parts: Parts) -> Speaker | None:
    """Import what display and buzzer need, which takes a second on a Pi; open the buzzer."""
    drawing_of(config)
    import stbpi.books.books  # noqa: F401 - `_books` finds it loaded

    return _speaker(config, parts)


def _books(config: Config, parts: Parts, journal: Journal, writer: Writer) -> Books:
    from stbpi.books.books import Books

    return Books(
        journal,
        writer.do,
        clock=parts.clock,
        box=config.box.name,
        greeting=config.box.greeting,
    )


def _voice(config: Config) -> Speech | None:
    if config.sound.speech != "on":
        return None
    from stbpi.sound.voice import Voice

    return Voice()


def sound_of(config: Config, parts: Parts) -> Sound:
    """Return the sound of a box, a silent one if the buzzer can't be had."""
    return Sound(_speaker(config, parts), config.sound)


def _speaker(config: Config, parts: Parts) -> Speaker | None:
    pin = config.gpio.buzzer if config.sound.on else 0
    try:
        return Buzzer(parts.pins.tones(pin)) if pin else None
    except BoxError as exc:
        logger.warning("the game goes on without sound: %s", exc.what)
        return None


def drawing_of(config: Config) -> Callable[[Scene], Screen]:
    """Return what draws scenes, with everything imported that the display will need."""
    if config.display.driver != "none":
        load_luma()
    return drawing_for(config.display.driver)
