"""The keys of the configuration: one frozen class a section, each key with its check.

Never: reads a file. Keep: a key is added here and nowhere else, as a field with its check; the
docstring of its class describes it, with its unit and range.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from stbpi import config_checks as checks
from stbpi.box.wiring import PI
from stbpi.config_checks import Check, written
from stbpi.games import registry
from stbpi.games.registry import NAMES, REAL_DICE, game_of
from stbpi.hours_of_day import ALWAYS, NEVER
from stbpi.language import AUTO, LANGUAGES

HouseRules = tuple[tuple[str, int | str | tuple[int, ...]], ...]


DEFAULT = "default"
"""The source of a value that no file says."""

GPIO, TILE_BOARD = "gpio", "tile_board"
"""Where switches are wired to."""


def first_preset(game: str) -> str:
    """Return the preset that a game is played by if none is named."""
    return registry.HOME_PRESETS.get(game) or game_of(game).presets()[0]


def host_name() -> str:
    """Return the name of the machine, shortened to what a box may be called."""
    host = re.sub(r"[^A-Za-z0-9_-]", "", socket.gethostname().split(".")[0])
    return host[: checks.NAME_LENGTH] or "stbpi"


def _key(
    check: Check,
    default: object = MISSING,
    *,
    factory: Any = MISSING,
    make: Callable[[Any], object] = lambda value: value,
    write: Callable[[Any], str] = written,
) -> Any:
    """Declare a key.

    Args:
        check: what its value may be.
        default: its value if no file says one; or `factory`, which makes it.
        make: turns a checked TOML value into that of the field.
        write: turns the field's value back into TOML.
    """
    about = {"check": check, "make": make, "write": write}
    return field(default=default, default_factory=factory, metadata=about)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxSection:
    """The box as people know it, and how patient it is.

    Attributes:
        name: how the box is called in logs; 1 to 12 ASCII characters; by default the machine's
            name.
        inputs: where the switches are wired to: "gpio" (the Pi's own pins, section [gpio]) or
            "tile_board" (a board on USB, section [tile_board]).
        settle_ms: a switch must stay as it is for so many milliseconds to be believed; 5 to 200.
        complain_ms: tiles may lie wrong for so many milliseconds before the box says so; 200 to
            10000.
        broken: tiles whose switches are broken: they are not read, the menu closes and opens
            them.
        idle_minutes: a match that nobody touches for so long is put aside, and can be gone on
            with; 0 to 1440; 0 = never.
        guests: what guests may change in the menu: "everything", "comfort" (language and sound)
            or "nothing".
        hours: when matches may be started, "16:00-02:00"; "always" = at any time.
        coach: what the coach may say on the display: "off" = nothing, "after" = how much of a
            turn was luck, and how much was lost by choices; "before" = also what is best, before
            a choice.
        greeting: what the landlord says to those who pass by, in at most 54 characters; empty =
            nothing.
    """

    name: str = _key(checks.box_name, factory=host_name)
    inputs: str = _key(checks.one_of(GPIO, TILE_BOARD), GPIO)
    settle_ms: int = _key(checks.whole(5, 200, "milliseconds"), 35)
    complain_ms: int = _key(checks.whole(200, 10_000, "milliseconds"), 1500)
    broken: tuple[int, ...] = _key(checks.tile_numbers, (), make=tuple)
    idle_minutes: int = _key(checks.whole(0, 1440, "minutes"), 15)
    guests: str = _key(checks.one_of("everything", "comfort", "nothing"), "everything")
    hours: str = _key(checks.hours_or(ALWAYS, example="16:00-02:00"), ALWAYS)
    coach: str = _key(checks.one_of("off", "after", "before"), "off")
    greeting: str = _key(checks.greeting, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class GpioSection:
    """What is wired to which pin of a Raspberry Pi; built-in are the pins of hardware/PINS.md.

    Attributes:
        pin_factory: the library that reads the pins: "gpiod", "lgpio", "rpigpio" (old systems) or
            "mock" (no hardware); "auto" takes gpiod if its version 2 is installed, else lgpio.
        chip: the GPIO chip that has the pins: its label, or its device "/dev/..."; "auto" = the
            one of a Raspberry Pi's header.
        tiles: BCM numbers of the tiles, tile 1 first; 6 to 12 of them.
        roll: BCM number of the roll button.
        buzzer: BCM number of the buzzer; 0 = none.
        reference_pin: BCM number of a line that the tiles' cable ties to ground; 0 = none. With
            it the box tells a cable that is off from tiles that are up.
        menu: BCM number of a button that opens the menu; 0 = none.
        closed_is: whether a closed contact means that its tile is "down" or "up".
    """

    pin_factory: str = _key(checks.one_of("auto", "gpiod", "lgpio", "rpigpio", "mock"), "auto")
    chip: str = _key(checks.gpio_chip, "auto")
    tiles: tuple[int, ...] = _key(
        checks.tile_pins, tuple(PI[f"tile_{tile}"].line for tile in range(1, 13)), make=tuple
    )
    roll: int = _key(checks.pin, PI["roll"].line)
    buzzer: int = _key(checks.pin_or_none, PI["buzzer"].line)
    reference_pin: int = _key(checks.pin_or_none, 0)
    menu: int = _key(checks.pin_or_none, 0)
    closed_is: str = _key(checks.one_of("down", "up"), "down")


@dataclass(frozen=True, slots=True, kw_only=True)
class TileBoardSection:
    """The board on USB that the switches are wired to, if box.inputs says so.

    Its contacts have numbers: 1 to 12 those for tiles, 13 the roll button, 14 the menu button, 15
    the one that tells whether the tiles' cable is plugged in.

    Attributes:
        port: its device, best by a name that stays, "/dev/stbpi-tiles" or
            "/dev/serial/by-id/..."; "auto" = it is looked for on USB.
        tiles: contacts of the tiles, tile 1 first; 6 to 12 of them.
        roll: contact of the roll button.
        menu: contact of the menu button; 0 = none.
        reference_pin: contact that the tiles' cable ties to ground; 0 = none. With it the box
            tells a cable that is off from tiles that are up.
        closed_is: whether a closed contact means that its tile is "down" or "up".
        lamps: what the lamps at the tiles show: "off" (nothing), "on" (tiles that are wrong, and
            who has won) or "hints" (also what may be closed).
    """

    port: str = _key(checks.board_port, AUTO)
    tiles: tuple[int, ...] = _key(checks.tile_contacts, tuple(range(1, 13)), make=tuple)
    roll: int = _key(checks.whole(1, 15), 13)
    menu: int = _key(checks.whole(0, 15), 14)
    reference_pin: int = _key(checks.whole(0, 15), 0)
    closed_is: str = _key(checks.one_of("down", "up"), "down")
    lamps: str = _key(checks.one_of("off", "on", "hints"), "on")

    @property
    def buzzer(self) -> int:
        """A board has one at the most; it has no number."""
        return 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplaySection:
    """The OLED.

    Attributes:
        driver: its controller chip: "ssd1306", "ssd1309" or "sh1106" (128×64 pixels), "ssd1327"
            (128×128 pixels, grey); "none" = no display.
        bus: number of the I2C bus; 0 to 31. 1 is the one on the header.
        address: its I2C address, of 7 bits; 0x08 to 0x77.
        rotate: 0, or 180 if it is mounted upside down; degrees.
    """

    driver: str = _key(checks.one_of("ssd1306", "ssd1309", "sh1106", "ssd1327", "none"), "ssd1306")
    bus: int = _key(checks.whole(0, 31), 1)
    address: int = _key(checks.i2c_address, 0x3C, write=lambda value: f"0x{value:02X}")
    rotate: int = _key(checks.one_of(0, 180), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundSection:
    """What is heard.

    Attributes:
        on: the buzzer may sound.
        level: how loud it is; 0 (silent) to 5. Buzzers driven by "gpiod" can't be very quiet.
        night: when the box is quieter, "22:00-08:00"; "never" = at no time.
        night_level: it is not louder than this at night; 0 (silent) to 5.
        attract: how often the box calls players while nobody plays: "never", "rarely" (every ten
            minutes) or "often" (every two).
        audio: everything is told by sound from the start on, for whoever does not see; it can
            also be switched on by holding the button at power-up to the first beep.
        roll: how numbers are told then: "beeps" (as many as the number says), or "fives" (a low
            tone is five, a high one is one, as the Romans wrote).
        speech: "on": everything is spoken instead then, by espeak-ng on the system's
            loudspeaker; or "off".
        verbosity: how much is spoken; 1 (numbers) to 3 (with help).
        rate: how fast; 80 to 450 words a minute.
    """

    on: bool = _key(checks.yes_or_no, True)
    level: int = _key(checks.whole(0, 5), 5)
    night: str = _key(checks.hours_or(NEVER, example="22:00-08:00"), NEVER)
    night_level: int = _key(checks.whole(0, 5), 1)
    attract: str = _key(checks.one_of("never", "rarely", "often"), "never")
    audio: bool = _key(checks.yes_or_no, False)
    roll: str = _key(checks.one_of("beeps", "fives"), "beeps")
    speech: str = _key(checks.one_of("off", "on"), "off")
    verbosity: int = _key(checks.whole(1, 3), 2)
    rate: int = _key(checks.whole(80, 450), 170)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRules:
    """The rules of a game that is not offered first, as a section `[rules.GAME]` has them.

    Attributes:
        preset: as in `RulesSection`.
        house_rules: as there.
    """

    preset: str
    house_rules: HouseRules = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesSection:
    """The rules that the set-up offers first.

    Attributes:
        game: which game: "shut_the_box", "glueckshaus" or "luk_fu"; the other keys are of it,
            and another game can be chosen on the box.
        preset: the name of a preset (RULES.md 1.3, 2.3, 3.9); by default the first one of another
            game.
        house_rules: every other key of the section, as (field, value), in the file's order; the
            fields are those of a ruleset (RULES.md 1.2, 2.2, 3.9), and its game checks them.
        others: the rules of other games, each from its own section, [rules.glueckshaus] or
            [rules.luk_fu] or [rules.shut_the_box], by the game's name.
    """

    game: str = _key(checks.one_of(*NAMES), registry.DEFAULT)
    preset: str = _key(checks.preset, first_preset(registry.DEFAULT))
    house_rules: HouseRules = ()
    others: tuple[tuple[str, OtherRules], ...] = ()

    def of(self, game: str) -> OtherRules:
        """Return preset and house rules of a game; its first preset, if nothing says more."""
        if game == self.game:
            return OtherRules(preset=self.preset, house_rules=self.house_rules)
        return dict(self.others).get(game) or OtherRules(preset=first_preset(game))

    def playing(self, game: str) -> RulesSection:
        """Return the section with another game offered first, by its own rules."""
        kept = {**dict(self.others), self.game: self.of(self.game)}
        rules = self.of(game)
        kept.pop(game, None)
        return RulesSection(
            game=game,
            preset=rules.preset,
            house_rules=rules.house_rules,
            others=tuple(kept.items()),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSection:
    """Who plays here.

    Attributes:
        names: names of the players in seat order; at most 12, each of 1 to 12 characters, no
            blanks, no emoji, none twice. Seats without a name are called P1, P2 …
        bots: bots that play, too, at most 11: "perfect", "points" (as if alone), "careful" (the
            largest tile first), "casual:1" (very careless) to "casual:10", "random"; people
            close the tiles that they name. Also as a text, "perfect, casual:3".
    """

    names: tuple[str, ...] = _key(checks.player_names, (), make=tuple)
    bots: tuple[str, ...] = _key(checks.bots, (), make=checks.bot_names)


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSection:
    """The language that people are spoken to in.

    Attributes:
        language: "en", "da" (Danish), "nb" (Norwegian) or "lv" (Latvian); "auto" = that of the
            system.
    """

    language: str = _key(checks.one_of(AUTO, *LANGUAGES), AUTO)


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalSection:
    """Where the box keeps what happened.

    Attributes:
        path: the file of the journal, from / on; it is made if it doesn't exist.
    """

    path: Path = _key(  # noqa: RUF009 - it returns a field
        checks.file_path, Path("/var/lib/stbpi/journal.db"), make=Path
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSection:
    """Where the dice come from.

    Attributes:
        source: "committed": thrown by the box, in a way that can be checked after the match;
            "random": thrown by the box; "real": the players throw dice of their own.
    """

    source: str = _key(checks.one_of("committed", "random", "real"), "committed")


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialSection:
    """The serial log: everything that happens is told on a serial line.

    Attributes:
        port: its device, best by a name that stays, "/dev/serial/by-id/..." or "/dev/stbpi-log"
            ("/dev/serial0" is the header's, GPIO 14 and 15); or an address of pyserial,
            "socket://host:port"; empty = no serial log.
        baud: bits a second; 300 to 4000000.
    """

    port: str = _key(checks.serial_port, "")
    baud: int = _key(checks.whole(300, 4_000_000, "bits a second"), 115_200)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSection:
    """Where the pages of `stbpi board` are found: the display can show it as a QR code.

    Attributes:
        address: the address, "http://...", of at most 53 characters; the shorter it is, the
            better its code can be read. Empty = it is not shown.
        attract: the code is shown in turn with other things while nobody plays.
    """

    address: str = _key(checks.board_address, "")
    attract: bool = _key(checks.yes_or_no, False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A configuration that holds.

    Attributes:
        sources: (key, source) of every key, `("gpio.roll", "/etc/stbpi/stbpi.toml")`; the
            source of a built-in value is `default`.
    """

    box: BoxSection = field(default_factory=BoxSection)
    gpio: GpioSection = field(default_factory=GpioSection)
    tile_board: TileBoardSection = field(default_factory=TileBoardSection)
    display: DisplaySection = field(default_factory=DisplaySection)
    sound: SoundSection = field(default_factory=SoundSection)
    rules: RulesSection = field(default_factory=RulesSection)
    language: LanguageSection = field(default_factory=LanguageSection)
    players: PlayersSection = field(default_factory=PlayersSection)
    dice: DiceSection = field(default_factory=DiceSection)
    journal: JournalSection = field(default_factory=JournalSection)
    serial: SerialSection = field(default_factory=SerialSection)
    board: BoardSection = field(default_factory=BoardSection)
    sources: tuple[tuple[str, str], ...] = ()

    @property
    def wired(self) -> GpioSection | TileBoardSection:
        """The section that says what the switches and the buzzer are wired to."""
        return self.tile_board if self.box.inputs == TILE_BOARD else self.gpio

    def common_rules_of(self, game: str) -> HouseRules:
        """Return the house rules of every preset of a game: real dice are one."""
        return REAL_DICE.get(game, ()) if self.dice.source == "real" else ()

    @property
    def house_rules(self) -> HouseRules:
        """The house rules of the configured preset, as (field, value)."""
        return (*self.common_rules_of(self.rules.game), *self.rules.house_rules)

    def rule_key(self, game: str, field: str) -> str:
        """Return the key of a game's preset or house rule, as it stands in the file if it does."""
        own = f"rules.{game}.{field}"
        is_own = game != self.rules.game or any(key == own for key, _ in self.sources)
        return own if is_own else f"rules.{field}"


SECTIONS: Mapping[str, type] = {
    "box": BoxSection,
    "gpio": GpioSection,
    "tile_board": TileBoardSection,
    "display": DisplaySection,
    "sound": SoundSection,
    "rules": RulesSection,
    "language": LanguageSection,
    "players": PlayersSection,
    "dice": DiceSection,
    "journal": JournalSection,
    "serial": SerialSection,
    "board": BoardSection,
}


def keys(section: type) -> dict[str, Field[Any]]:
    """Return the keys of a section: its fields that have a check (also `make` and `write`)."""
    return {about.name: about for about in fields(section) if "check" in about.metadata}
