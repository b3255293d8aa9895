"""What a box is built of: its parts, and what is made of them by a configuration.

`Parts` are what differs between a Raspberry Pi, the simulator and a test; all that stands behind
them is the same program (`daemon`).

Never: runs anything; imports a hardware library at the top.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi import optional
from stbpi.box.gpio_contacts import contacts_of
from stbpi.box.gpio_driver import Pins, open_pins
from stbpi.box.health import Health
from stbpi.box.port import Lamps, Switches
from stbpi.box.scanner import Scanner
from stbpi.clock import Clock, SystemClock
from stbpi.config import Config, SerialSection
from stbpi.config_sections import TILE_BOARD
from stbpi.desk.house import House
from stbpi.desk.settings import (
    ATTRACT_SOUND,
    AUDIO,
    BOARD,
    BOTS,
    COACH,
    GUESTS,
    HOURS,
    IDLE_MINUTES,
    LAMPS,
    LANGUAGE,
    NIGHT,
    NIGHT_LEVEL,
    VOLUME,
    settings_of,
)
from stbpi.desk.setup import Setup
from stbpi.dice.source import Dice, RandomDice
from stbpi.display.drawing import drawing_for
from stbpi.display.panel import Bus, LumaPanel, NoPanel, Panel, load_luma, smbus
from stbpi.errors import BoxError, PanelError, RulesError
from stbpi.faults import broken_in
from stbpi.games.game import HouseRules, Tiles, tiles
from stbpi.games.registry import game_of
from stbpi.journal.resume import Past
from stbpi.journal.store import Journal
from stbpi.journal.writer import Store, Writer
from stbpi.language import _
from stbpi.memory import give_back
from stbpi.sound.buzzer import Buzzer, Speaker
from stbpi.sound.sound import Sound
from stbpi.thinking.thinker import Thinker

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from stbpi.books.books import Books
    from stbpi.scene import Scene
    from stbpi.serial_log.port import Port
    from stbpi.serial_log.sender import Sender
    from stbpi.service.interlude import Interlude
    from stbpi.service.page import Wiring
    from stbpi.sound.voice import Speech


def _as_it_is(journal: Journal) -> Store:
    return journal


def _nothing() -> None:
    """Nobody is to be told."""


def _no_line(section: SerialSection) -> Port | None:
    """Return no serial line, whatever is configured."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a box is made of, beyond its configuration.

    Attributes:
        clock: tells the time of the events.
        dice: what is thrown.
        pins: switches and outputs; they stay open when a daemon ends.
        lamps: lights the lamps at the tiles; `None` if there are none.
        bus: opens the I2C bus of the display.
        wired: called when the switches have been opened (the simulator's hand shows itself).
        loaded: called when everything has been imported that will be needed.
        journal: the journal's file.
        synced: the journal waits for the disk; a simulation need not.
        store: what the events are written through (the simulator's disk can be full).
        scanner: makes what reads the switches.
        thinker: makes what thinks for bots and the coach.
        serial: returns the line of the serial log, still closed; `None` if there is no log.
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
    thinker: Callable[..., Thinker] = Thinker
    serial: Callable[[SerialSection], Port | None] = _no_line
    lamps: Lamps | None = None


def real_parts(config: Config) -> Parts:
    """Return the parts of a real box.

    Raises:
        BoxError: the driver of the pins can't be opened.
    """
    pins, lamps = pins_of(config)
    return Parts(
        clock=SystemClock(),
        dice=dice_of(config),
        pins=pins,
        lamps=lamps,
        bus=smbus(config.display.bus),
        wired=lambda: None,
        journal=config.journal.path,
        loaded=collect_what_comes,
        serial=serial_line,
    )


def pins_of(config: Config) -> tuple[Pins, Lamps | None]:
    """Return what the switches are wired to, and what lights the lamps there.

    Raises:
        BoxError: the driver of the pins can't be opened.
    """
    if config.box.inputs != TILE_BOARD:
        return open_pins(config.gpio.pin_factory, config.gpio.chip), None
    from stbpi.box.tile_board import TileBoard

    board = TileBoard(config.tile_board.port)
    return board, board.light


def dice_of(config: Config) -> Dice:
    """Return the dice that the configuration asks for, as far as the box throws any."""
    return RandomDice(commits=config.dice.source == "committed")


def setup_of(name: str, config: Config) -> Setup:
    """Return the set-up that a box with this configuration offers first of a game.

    Args:
        name: of the game.
        config: the configuration.

    Raises:
        RulesError: the rules can't be played, or need more tiles than are wired.
    """
    game, wired = game_of(name), len(config.wired.tiles)
    home, house_rules = checked_rules(name, config)
    house_rules = game.fitted(home, house_rules, tiles=wired)
    common = game.fitted(home, config.common_rules_of(name), tiles=wired)
    tiles = game.summary(home, house_rules).tiles
    if tiles > wired:
        expected = _("at most {wired}: so many tiles are in {key}")
        raise RulesError(
            "tiles",
            found=tiles,
            expected=expected.format(wired=wired, key=f"{config.box.inputs}.tiles"),
        )
    offers = []
    for preset in game.presets():
        with suppress(RulesError):  # not every preset goes with what is so at this table
            rules = house_rules if preset == home else common
            offers.append((preset, game.summary(preset, rules)))
    return Setup(
        game=name,
        roster=config.players.names,
        seats=1,
        offers=tuple(offer for offer in offers if offer[1].tiles <= wired),
        common_rules=common,
        preset=home,
        home=home,
        house_rules=house_rules,
    )


def checked_rules(name: str, config: Config) -> tuple[str, HouseRules]:
    """Return the configured preset of a game, and what differs from it here.

    Raises:
        RulesError: they can't be played, on whatever box.
    """
    game, common = game_of(name), config.common_rules_of(name)
    preset, rules = config.rules.of(name).preset, config.rules.of(name).house_rules
    try:
        return preset, game.check_rules(preset, (*common, *rules))
    except RulesError as exc:
        if not common or exc.field in dict(rules):
            raise
        game.check_rules(preset, rules)  # without real dice they can be played
        do = _("Choose another preset or {field}, or set {key}.")
        raise RulesError(
            exc.field,
            found=exc.found,
            expected=exc.expected,
            do=do.format(field=exc.field, key='dice.source = "committed"'),
        ) from exc


def house_of(config: Config, before: Past) -> House:
    """Return what is in force on a box: of the configuration, and of what was chosen on it."""
    return House(
        partial(setup_of, config=config),
        config.rules.game,
        tile_count=len(config.wired.tiles),
        values={
            LANGUAGE: config.language.language,
            VOLUME: config.sound.level if config.sound.on else 0,
            AUDIO: config.sound.audio,
            ATTRACT_SOUND: config.sound.attract,
            NIGHT: config.sound.night,
            NIGHT_LEVEL: config.sound.night_level,
            IDLE_MINUTES: config.box.idle_minutes,
            GUESTS: config.box.guests,
            HOURS: config.box.hours,
            COACH: config.box.coach,
            BOTS: ",".join(config.players.bots),
            BOARD: config.board.address,
            **({LAMPS: config.tile_board.lamps} if config.box.inputs == TILE_BOARD else {}),
        },
        settings=settings_of(before.settings),
        environ=os.environ,
    )


def health_of(config: Config, count: int, before: Past) -> Health:
    """Return what is known of the switches before they are read."""
    broken = Tiles(tiles(*config.box.broken) | broken_in(before.match))
    return Health(
        count,
        settle_ms=config.box.settle_ms,
        down=before.down,
        broken=broken,
        has_reference=bool(config.wired.reference_pin),
    )


def wiring_of(config: Config) -> Wiring:
    """Return what the hardware test looks for."""
    from stbpi.service.page import Wiring

    return Wiring(
        tiles=config.wired.tiles,
        roll=config.wired.roll,
        closed_is=config.wired.closed_is,
        display=config.display.driver,
        has_buzzer=config.sound.on and config.wired.buzzer > 0,
        lamps=len(config.wired.tiles) if config.box.inputs == TILE_BOARD else 0,
        section=config.box.inputs,
    )


def test_of(config: Config, health: Health) -> Interlude:
    """Return the hardware test of a box."""
    from stbpi.service.on_box import BoxTest

    return BoxTest(wiring_of(config), health.report)


def open_switches(config: Config, parts: Parts) -> Switches:
    """Open the switches of a box.

    Raises:
        BoxError: they can't be opened.
    """
    switches = parts.pins.switches(contacts_of(config.wired))
    parts.wired()
    return switches


def lights_of(parts: Parts, wish: Callable[[], str]) -> Callable[[Scene], None] | None:
    """Return what lights the lamps of a box by its scenes; `None` if it has none.

    Args:
        parts: of the box.
        wish: says what the landlord has chosen.
    """
    if parts.lamps is None:
        return None
    from stbpi.lamps import Lamplighter

    return optional.hears(Lamplighter(parts.lamps, wish).show, "lamps")


def panel_of(config: Config, parts: Parts) -> Panel:
    """Return the panel of a box; it is opened when something is shown."""
    display = config.display
    if display.driver == "none":
        return NoPanel()
    return LumaPanel(display.driver, parts.bus, address=display.address, rotate=display.rotate)


def load(config: Config, parts: Parts) -> Speaker | None:
    """Import what display and buzzer need, which takes a second on a Pi; open the buzzer."""
    load_display(config)
    import stbpi.books.books  # noqa: F401 - `_books` finds it loaded

    return speaker_of(config, parts)


def books_of(
    config: Config, parts: Parts, journal: Journal, writer: Writer, called: Callable[[str], str]
) -> Books:
    from stbpi.books.books import Books

    return Books(
        journal,
        writer.do,
        clock=parts.clock,
        box=config.box.name,
        greeting=config.box.greeting,
        board=config.board.address if config.board.attract else "",
        called=called,
    )


def serial_line(section: SerialSection) -> Port | None:
    """Return the configured serial line; nothing is imported if there is none."""
    if not section.port:
        return None
    from stbpi.serial_log.port import SerialPort

    return SerialPort(section.port, section.baud)


def sender_of(
    config: Config,
    parts: Parts,
    journal: Journal,
    writer: Writer,
    on_fault: Callable[[str | None], None],
) -> Sender | None:
    line = parts.serial(config.serial)
    if line is None:
        return None
    from stbpi import __version__
    from stbpi.serial_log.lines import PROTOCOL, Hello
    from stbpi.serial_log.sender import Sender

    def hello(last: int) -> Hello:
        return Hello(
            box=config.box.name,
            protocol=PROTOCOL,
            version=__version__,
            tiles=len(config.wired.tiles),
            boot=journal.boot,
            wall=parts.clock.wall(),
            last=last,
        )

    match = journal.found.last
    return Sender(
        line,
        journal,
        read=writer.do,
        hello=hello,
        last_match=match.events[0].n if match is not None else 0,
        on_fault=on_fault,
    )


def voice_of(config: Config) -> Speech | None:
    if config.sound.speech != "on":
        return None
    from stbpi.sound.voice import Voice

    return Voice()


def sound_of(config: Config, parts: Parts) -> Sound:
    """Return the sound of a box, a silent one if the buzzer can't be had."""
    return Sound(speaker_of(config, parts), config.sound)


def speaker_of(config: Config, parts: Parts) -> Speaker | None:
    pin = config.wired.buzzer if config.sound.on else 0
    try:
        return Buzzer(parts.pins.tones(pin)) if pin else None
    except BoxError as exc:
        logger.warning("the game goes on without sound: %s", exc.what)
        return None


def load_display(config: Config) -> None:
    """Import what the display will need; it tells itself what it can't have when it is used."""
    with suppress(PanelError):
        drawing_for(config.display.driver)
        if config.display.driver != "none":
            load_luma()


def collect_what_comes() -> None:
    """Let garbage be collected from now on, and only among what comes.

    What has been loaded stays; looking through it holds up the switches, 9 ms on a PC. What only
    the loading has needed is given back to the system, where the C library can do that.
    """
    gc.freeze()
    gc.enable()
    give_back()
