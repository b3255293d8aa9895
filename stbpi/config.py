"""The configuration: one TOML file becomes frozen dataclasses, one class a section.

Taken from `--config`, else from the file that $STBPI_CONFIG names, else from
/etc/stbpi/stbpi.toml if it exists; what no file says is a built-in default. Where each value
came from is remembered. A file is checked whole: everything that is wrong with it is found, and
nothing of it is used if anything is.

Never: writes a file, knows the house rules (it hands them on as they are written). Keep: what
keys there are is said in `config_sections`, what their values may be in `config_checks`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from stbpi import config_checks as checks
from stbpi.config_sections import (
    SECTIONS,
    TILE_BOARD,
    BoxSection,
    Config,
    DiceSection,
    DisplaySection,
    GpioSection,
    JournalSection,
    LanguageSection,
    PlayersSection,
    RulesSection,
    SerialSection,
    SoundSection,
    TileBoardSection,
    keys,
)
from stbpi.errors import ConfigError
from stbpi.foreign import reason, toml_reason
from stbpi.language import _

__all__ = [
    "BoxSection",
    "Config",
    "DiceSection",
    "DisplaySection",
    "GpioSection",
    "JournalSection",
    "LanguageSection",
    "PlayersSection",
    "RulesSection",
    "SerialSection",
    "SoundSection",
    "TileBoardSection",
    "check",
    "from_tables",
    "load",
    "player_names",
    "show",
    "tables",
    "with_bots",
    "with_players",
    "with_rules",
    "with_serial",
    "with_tile_board",
]

SYSTEM_FILE = Path("/etc/stbpi/stbpi.toml")
ENVIRONMENT = "STBPI_CONFIG"
DEFAULT = "default"
"""The source of a value that no file says."""


def load(
    path: Path | None, environ: Mapping[str, str], *, system_file: Path = SYSTEM_FILE
) -> Config:
    """Read the configuration that is in force.

    Args:
        path: the file that `--config` names, if it names one.
        environ: the environment, for $STBPI_CONFIG (unset and empty are the same).
        system_file: is used if nothing else is named and it exists.

    Raises:
        ConfigError: the first problem of the file; `check` finds all of them.
    """
    named = environ.get(ENVIRONMENT)
    if path is not None:
        source = f"{path} (--config)"
    elif named:
        path, source = Path(named), f"{named} (${ENVIRONMENT})"
    else:
        source = str(system_file)
    try:
        tables = _parse(path or system_file, source)
    except ConfigError as error:
        if path or not isinstance(error.__cause__, FileNotFoundError):
            raise
        tables = {}
    reading = _Reading(source)
    config = reading.config(tables)
    if reading.errors:
        raise reading.errors[0]
    return config


def with_players(config: Config, names: tuple[str, ...], *, source: str) -> Config:
    """Return the configuration with other people.

    Args:
        config: the configuration.
        names: in seat order.
        source: where they come from, for the errors and for `show`.

    Raises:
        ConfigError: they can't be players' names.
    """
    players = replace(config.players, names=player_names(names, source=source))
    return replace(config, players=players, sources=_told(config, ("players.names",), source))


def with_bots(config: Config, bots: tuple[str, ...], *, source: str) -> Config:
    """Return the configuration with other bots.

    Args:
        config: the configuration.
        bots: which ones, as `players.bots`.
        source: where they come from, for the errors and for `show`.

    Raises:
        ConfigError: there are no such bots.
    """
    checked = from_tables({"players": {"bots": list(bots)}}, source=source).players.bots
    players = replace(config.players, bots=checked)
    return replace(config, players=players, sources=_told(config, ("players.bots",), source))


def with_rules(
    config: Config, preset: str, rules: tuple[tuple[str, str], ...], *, source: str
) -> Config:
    """Return the configuration with other rules.

    Args:
        config: the configuration.
        preset: the name of a preset; if it is empty, the configured rules stay, but for `rules`.
        rules: (field, value), as they were written.
        source: where they come from, for `show`.
    """
    if preset:
        section = RulesSection(preset=preset, house_rules=rules)
    else:
        kept = tuple(rule for rule in config.rules.house_rules if rule[0] not in dict(rules))
        section = RulesSection(preset=config.rules.preset, house_rules=(*kept, *rules))
    keys_told = (*(["rules.preset"] if preset else []), *(f"rules.{field}" for field, _ in rules))
    return replace(config, rules=section, sources=_told(config, keys_told, source))


def with_serial(config: Config, port: str, *, source: str) -> Config:
    """Return the configuration with another serial port.

    Args:
        config: the configuration.
        port: as `serial.port`; empty for no serial log.
        source: where it comes from, for the errors and for `show`.

    Raises:
        ConfigError: it can't be a port.
    """
    checked = from_tables({"serial": {"port": port}}, source=source).serial.port
    serial = replace(config.serial, port=checked)
    return replace(config, serial=serial, sources=_told(config, ("serial.port",), source))


def with_tile_board(config: Config, port: str, *, source: str) -> Config:
    """Return the configuration of a box whose switches are on a tile board.

    Args:
        config: the configuration.
        port: as `tile_board.port`; empty for the configured one.
        source: where it comes from, for the errors and for `show`.

    Raises:
        ConfigError: it can't be a port.
    """
    board = config.tile_board
    told = ["box.inputs"]
    if port:
        checked = from_tables({"tile_board": {"port": port}}, source=source).tile_board
        board = replace(board, port=checked.port)
        told.append("tile_board.port")
    return replace(
        config,
        box=replace(config.box, inputs=TILE_BOARD),
        tile_board=board,
        sources=_told(config, tuple(told), source),
    )


def player_names(names: tuple[str, ...], *, source: str) -> tuple[str, ...]:
    """Check names that don't come from a file, and return them.

    Raises:
        ConfigError: they can't be players' names.
    """
    reading = _Reading(source)
    players = reading.config({"players": {"names": list(names)}}).players
    if reading.errors:
        raise reading.errors[0]
    return players.names


def _told(config: Config, keys_told: tuple[str, ...], source: str) -> tuple[tuple[str, str], ...]:
    return tuple((dict(config.sources) | dict.fromkeys(keys_told, source)).items())


def check(path: Path) -> list[ConfigError]:
    """Find everything that is wrong with a file; nothing if it can be used."""
    reading = _Reading(str(path))
    try:
        reading.config(_parse(path, str(path)))
    except ConfigError as error:
        return [error]
    return reading.errors


def tables(config: Config) -> dict[str, dict[str, Any]]:
    """Return a configuration as the tables of a TOML file."""
    found: dict[str, dict[str, Any]] = {}
    for name, kind in SECTIONS.items():
        section = getattr(config, name)
        values = {key: getattr(section, key) for key in keys(kind)}
        if isinstance(section, RulesSection):
            values |= dict(section.house_rules)
        found[name] = {key: _plain(value) for key, value in values.items()}
    return found


def from_tables(tables: Mapping[str, Any], *, source: str) -> Config:
    """Make a configuration of the tables of a TOML file.

    Args:
        tables: as `tables` returns them; what is missing has its built-in value.
        source: where they come from, for the errors and for `show`.

    Raises:
        ConfigError: the first thing that is wrong with them.
    """
    reading = _Reading(source)
    config = reading.config(tables)
    if reading.errors:
        raise reading.errors[0]
    return config


def _plain(value: object) -> object:
    """Return a value as TOML has it."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value


def show(config: Config) -> str:
    """Write a configuration as TOML, with the source of each value as a comment."""
    sources = dict(config.sources)
    parts = []
    for name, kind in SECTIONS.items():
        section = getattr(config, name)
        values = {key: k.metadata["write"](getattr(section, key)) for key, k in keys(kind).items()}
        if isinstance(section, RulesSection):
            values |= {key: checks.written(value) for key, value in section.house_rules}
        lines = [
            f"{checks.bare(key)} = {value}  # {sources.get(f'{name}.{key}', DEFAULT)}"
            for key, value in values.items()
        ]
        parts.append("\n".join([f"[{name}]", *lines]))
    return "\n\n".join(parts) + "\n"


def _parse(path: Path, source: str) -> dict[str, Any]:
    def refused(found: str) -> ConfigError:
        return ConfigError("", found=found, expected=_("a TOML file"), source=source)

    try:
        text = path.read_bytes().decode()
        return tomllib.loads(text)
    except OSError as exc:
        raise refused(_("can't be read: {reason}").format(reason=reason(exc))) from exc
    except UnicodeDecodeError as exc:
        line = exc.object.count(b"\n", 0, exc.start) + 1
        raise refused(_("line {line} is not UTF-8 text").format(line=line)) from exc
    except tomllib.TOMLDecodeError as exc:
        raise refused(toml_reason(exc, len(text.splitlines()))) from exc


class _Reading:
    """The reading of one file: collects where values came from and what is wrong with them."""

    def __init__(self, source: str) -> None:
        self.errors: list[ConfigError] = []
        self._source = source
        self._sources: list[tuple[str, str]] = []

    def config(self, tables: Mapping[str, Any]) -> Config:
        """Make a configuration; what is wrong is left at its default."""
        for name, table in tables.items():
            if name not in SECTIONS or not isinstance(table, dict):
                self._refuse_section(name, table)
        sections: dict[str, Any] = {}
        for name, kind in SECTIONS.items():
            table = tables.get(name)
            sections[name] = self._section(name, kind, table if isinstance(table, dict) else {})
        config = Config(**sections, sources=tuple(self._sources))
        self._refuse_tiles_without_a_pin(config)
        self._refuse_bots_without_dice(config)
        return config

    def _section(self, name: str, kind: type, table: Mapping[str, Any]) -> object:
        values: dict[str, object] = {}
        known = keys(kind)
        for key, about in known.items():
            self._sources.append((f"{name}.{key}", self._source if key in table else DEFAULT))
            if key in table and self._fits(f"{name}.{key}", about.metadata["check"], table[key]):
                values[key] = about.metadata["make"](table[key])
        others = {key: value for key, value in table.items() if key not in known}
        if kind is RulesSection:
            values["house_rules"] = tuple(self._house_rules(others))
        else:
            for key in others:
                self._refuse_key(name, key)
        if kind in (GpioSection, TileBoardSection):
            self._refuse_clashes(name, kind(), table)
        return kind(**values)

    def _house_rules(
        self, table: Mapping[str, Any]
    ) -> Iterator[tuple[str, int | str | tuple[int, ...]]]:
        for key, value in table.items():
            if self._fits(f"rules.{checks.bare(key)}", checks.house_rule, value):
                self._sources.append((f"rules.{key}", self._source))
                yield key, tuple(value) if isinstance(value, list) else value

    def _fits(self, key: str, check: checks.Check, value: object) -> bool:
        problems = list(check(value))
        for problem in problems:
            near = [problem.nearest] if problem.nearest else []
            self._refuse(key, found=problem.found, expected=problem.expected, nearest=near)
        return not problems

    def _refuse_section(self, section: str, value: object) -> None:
        name = checks.bare(section)
        if name in SECTIONS:
            expected = _("the section {section}").format(section=f"[{name}]")
            self._refuse(name, found=_("a key of this name"), expected=expected)
        elif isinstance(value, dict):
            nearest = _similar(name, SECTIONS)
            expected = _out_of(f"[{section}]" for section in SECTIONS)
            self._refuse(name, found=_("unknown section"), expected=expected, nearest=nearest)
        else:
            nearest = _nearest("", name)
            self._refuse(
                name,
                found=_("a key outside of all sections"),
                expected=_("a section"),
                nearest=nearest,
            )

    def _refuse_key(self, section: str, key: str) -> None:
        expected = _out_of(keys(SECTIONS[section]))
        nearest = _nearest(section, key)
        name = f"{section}.{checks.bare(key)}"
        self._refuse(name, found=_("unknown key"), expected=expected, nearest=nearest)

    def _refuse_tiles_without_a_pin(self, config: Config) -> None:
        count = len(config.wired.tiles)
        for tile in config.box.broken:
            if tile > count:
                expected = _("tiles 1 to {count}: so many are in {key}").format(
                    count=count, key=f"{config.box.inputs}.tiles"
                )
                self._refuse("box.broken", found=str(tile), expected=expected)

    def _refuse_bots_without_dice(self, config: Config) -> None:
        if config.players.bots and dict(config.house_rules).get("roll") == "real":
            expected = _("none where players throw real dice: bots have none")
            found = ", ".join(config.players.bots)
            self._refuse("players.bots", found=found, expected=expected)

    def _refuse_clashes(
        self, section: str, default: GpioSection | TileBoardSection, table: Mapping[str, Any]
    ) -> None:
        """Find pins that are used twice; where one of the two is a default, name the other."""
        users: dict[int, str] = {}
        uses = sorted(_pin_users(table, default), key=lambda use: use[0] in table)
        for key, user, pin in uses:
            if pin in users:
                found, once = _("GPIO {pin} is for {one} and for {other}"), _("every pin once")
                if isinstance(default, TileBoardSection):
                    found = _("contact {pin} is for {one} and for {other}")
                    once = _("every contact once")
                found = found.format(pin=pin, one=user, other=users[pin])
                self._refuse(f"{section}.{key}", found=found, expected=once)
            users[pin] = user

    def _refuse(
        self, key: str, *, found: str, expected: str, nearest: list[str] | None = None
    ) -> None:
        self.errors.append(
            ConfigError(
                key,
                found=found,
                expected=expected,
                nearest=nearest[0] if nearest else "",
                source=self._source,
            )
        )


def _out_of(known: Iterable[str]) -> str:
    return _("one of {known}").format(known=", ".join(known))


def _nearest(section: str, key: str) -> list[str]:
    """Find the key that was meant: in the same section, else in any."""
    own = keys(SECTIONS[section]) if section else {}
    if match := _similar(key, own):
        return [f"{section}.{match[0]}"]
    homes = {key: name for name, kind in SECTIONS.items() for key in keys(kind)}
    return [f"{homes[match]}.{match}" for match in _similar(key, homes)]


def _similar(word: str, words: Iterable[str]) -> list[str]:
    """Return the word that is most like it, if one is."""
    from difflib import get_close_matches  # for mistakes only

    return get_close_matches(word, list(words), n=1)


def _pin_users(
    table: Mapping[str, Any], default: GpioSection | TileBoardSection
) -> Iterator[tuple[str, str, int]]:
    """List what each pin is for, as (key, in words, BCM number); what is no number is left out."""
    tiles = table.get("tiles", default.tiles)
    uses = [("roll", _("the roll button"), table.get("roll", default.roll))]
    if isinstance(default, GpioSection) and (buzzer := table.get("buzzer", default.buzzer)):
        uses.append(("buzzer", _("the buzzer"), buzzer))
    if menu := table.get("menu", default.menu):
        uses.append(("menu", _("the menu button"), menu))
    if reference := table.get("reference_pin", default.reference_pin):
        uses.append(("reference_pin", _("the tiles' cable"), reference))
    if isinstance(tiles, list | tuple):
        uses += [
            ("tiles", _("tile {tile}").format(tile=tile), pin)
            for tile, pin in enumerate(tiles, start=1)
        ]
    return (use for use in uses if checks.is_whole(use[2]))
