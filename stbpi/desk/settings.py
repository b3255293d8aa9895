"""Settings: what can be chosen on the box, and what has been.

A choice is an event (`setting_changed`), so it survives a restart and is never lost; the
configuration file stays as the landlord has written it, and counts where nothing was chosen.
One table names what can be chosen; the menus on the box and `stbpi operator` are made from it.

Never: writes a file; knows a rule of a game (the house rules are the game's own choices). Keep:
a key is that of the configuration.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from stbpi.games.bot_kinds import called
from stbpi.games.events import SECRET, Cleared, Event, SettingChanged
from stbpi.games.registry import TITLES
from stbpi.hours_of_day import ALWAYS, NEVER
from stbpi.language import AUTO, LANGUAGES, Message, counted, message
from stbpi.thinking.allowed import Allowed

Value = int | str | tuple[int, ...]

RULES = "rules."
GAME = "rules.game"
PRESET = "preset"
"""The key of a game's rules that says which ones they are."""
LANGUAGE = "language.language"
VOLUME = "sound.level"
AUDIO = "sound.audio"
ATTRACT_SOUND = "sound.attract"
NIGHT = "sound.night"
NIGHT_LEVEL = "sound.night_level"
IDLE_MINUTES = "box.idle_minutes"
GUESTS = "box.guests"
HOURS = "box.hours"
BOTS = "players.bots"
"""Which bots play, too, parted by commas."""
COACH = "box.coach"
LAMPS = "tile_board.lamps"
BOARD = "board.address"
"""Where the pages of the board are found; only the configuration says that."""
KEY = SECRET


class Guests(StrEnum):
    """What guests may change in the menu."""

    EVERYTHING = "everything"
    COMFORT = "comfort"
    """Language and sound."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Something that can be chosen.

    Attributes:
        key: of the configuration.
        label: its name.
        choices: the values in the order in which they are offered, and what each is called.
        guests: what guests must at least be allowed so that this is in their menu; `None`: it is
            the landlord's.
    """

    key: str
    label: Message
    choices: tuple[tuple[Value, Message], ...]
    guests: Guests | None = None

    def name(self, value: Value) -> Message:
        """Say what a value is called."""
        if self.key == BOTS and (bots := bots_of(value)):
            return called(bots[0]) if len(bots) == 1 else counted("{n} bot", "{n} bots", len(bots))
        return dict(self.choices).get(value, message("{value}", value=value))

    def after(self, value: Value) -> Value:
        """Return the choice that follows a value; the first one follows the last."""
        values = [choice for choice, _ in self.choices]
        return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def bots_of(value: Value) -> tuple[str, ...]:
    """Return the bots that a value of `BOTS` names."""
    return tuple(bot for bot in str(value).split(",") if bot)


def _minutes(count: int) -> Message:
    return counted("{n} minute|{n} min", "{n} minutes|{n} min", count)


def _hours(*choices: str) -> tuple[tuple[Value, Message], ...]:
    return tuple((hours, message("{hours}", hours=hours)) for hours in choices)


_LEVELS = ((0, message("off")), *((n, message("{n}", n=n)) for n in range(1, 6)))

SETTINGS: tuple[Setting, ...] = (
    Setting(
        key=GAME,
        label=message("Game"),
        choices=tuple(TITLES.items()),
        guests=Guests.EVERYTHING,
    ),
    Setting(
        key=LANGUAGE,
        label=message("Language"),
        choices=(
            (AUTO, message("automatic|auto")),
            *((code, message("{name}", name=name)) for code, name in LANGUAGES.items()),
        ),
        guests=Guests.COMFORT,
    ),
    Setting(
        key=VOLUME,
        label=message("Volume"),
        choices=_LEVELS,
        guests=Guests.COMFORT,
    ),
    Setting(
        key=AUDIO,
        label=message("Play by ear"),
        choices=((False, message("off")), (True, message("on"))),
        guests=Guests.COMFORT,
    ),
    Setting(
        key=BOTS,
        label=message("Opponent|Bot"),
        choices=(
            ("", message("none")),
            *(
                (bot, called(bot))
                for bot in (
                    *("perfect", "points", "careful"),
                    *("casual:7", "casual:5", "casual:3", "random"),
                )
            ),
        ),
        guests=Guests.EVERYTHING,
    ),
    Setting(
        key=ATTRACT_SOUND,
        label=message("Calls players|Calls"),
        choices=(
            ("never", message("never")),
            ("rarely", message("rarely")),
            ("often", message("often")),
        ),
    ),
    Setting(
        key=NIGHT,
        label=message("Quiet hours|Quiet"),
        choices=(
            (NEVER, message("never")),
            *_hours("21:00-09:00", "22:00-08:00", "23:00-08:00", "00:00-08:00"),
        ),
    ),
    Setting(key=NIGHT_LEVEL, label=message("Quiet volume|Quiet vol."), choices=_LEVELS),
    Setting(
        key=IDLE_MINUTES,
        label=message("Deserted after|Deserted"),
        choices=((0, message("never")), *((n, _minutes(n)) for n in (5, 10, 15, 30, 60))),
    ),
    Setting(
        key=HOURS,
        label=message("Opening hours|Hours"),
        choices=(
            (ALWAYS, message("always")),
            *_hours("10:00-22:00", "12:00-24:00", "16:00-02:00", "18:00-04:00"),
        ),
    ),
    Setting(
        key=LAMPS,
        label=message("Lamps"),
        choices=(
            ("off", message("off")),
            ("on", message("on")),
            ("hints", message("with hints|hints")),
        ),
    ),
    Setting(
        key=COACH,
        label=message("Coach"),
        choices=(
            (Allowed.OFF.value, message("off")),
            (Allowed.AFTER.value, message("after turns|after")),
            (Allowed.BEFORE.value, message("before choices|before")),
        ),
    ),
    Setting(
        key=GUESTS,
        label=message("Guests change|Guests"),
        choices=(
            (Guests.EVERYTHING.value, message("everything|all")),
            (Guests.COMFORT.value, message("sound, language|a little")),
            (Guests.NOTHING.value, message("nothing")),
        ),
    ),
)
"""What can be chosen besides the house rules."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What has been chosen.

    Attributes:
        chosen: keys and values, the latest last; no key twice.
    """

    chosen: tuple[tuple[str, Value], ...] = ()

    def get(self, key: str) -> Value | None:
        """Return what was chosen for a key; `None` if nothing was."""
        return dict(self.chosen).get(key)

    def taking(self, event: Event) -> Settings:
        """Take in an event; another preset forgets the house rules that were chosen with it."""
        match event:
            case SettingChanged(key=key, value=value):
                forgets = is_of_rules(key) and key.endswith(PRESET) and value != self.get(key)
                kept = tuple(
                    (other, old)
                    for other, old in self.chosen
                    if other != key and not (forgets and _section(other) == _section(key))
                )
                return Settings((*kept, (key, value)))
            case Cleared(what="settings"):
                return Settings()
            case _:
                return self


def is_of_rules(key: str) -> bool:
    """Say whether a key is a preset or a house rule, of whatever game."""
    return key.startswith(RULES) and key != GAME


def _section(key: str) -> str:
    return key.rpartition(".")[0] if is_of_rules(key) else ""


def settings_of(events: Iterable[Event]) -> Settings:
    """Fold what has been chosen."""
    return reduce(Settings.taking, events, Settings())
