"""The configuration: one TOML file becomes frozen dataclasses, one class a section.

Taken from `--config`, else from the file that $STBPI_CONFIG names, else from
/etc/stbpi/stbpi.toml if it exists; what no file says is a built-in default. Where each value
came from is remembered.

Never: writes a file. Keep: what keys there are is said in `config_sections`, what their values
may be in `config_checks`; how tables are read in `config_reading`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stbpi import config_checks as checks
from stbpi.config_reading import Reading
from stbpi.config_sections import (
    DEFAULT,
    SECTIONS,
    TILE_BOARD,
    BoardSection,
    BoxSection,
    Config,
    DiceSection,
    DisplaySection,
    GpioSection,
    HouseRules,
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
    "DEFAULT",
    "BoardSection",
    "BoxSection",
    "Config",
    "DiceSection",
    "DisplaySection",
    "Entry",
    "GpioSection",
    "JournalSection",
    "LanguageSection",
    "PlayersSection",
    "RulesSection",
    "SerialSection",
    "SoundSection",
    "TileBoardSection",
    "check",
    "entries",
    "from_tables",
    "load",
    "player_names",
    "show",
    "tables",
    "with_bots",
    "with_game",
    "with_players",
    "with_rules",
    "with_serial",
    "with_tile_board",
]

SYSTEM_FILE = Path("/etc/stbpi/stbpi.toml")
ENVIRONMENT = "STBPI_CONFIG"


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
    reading = Reading(source)
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


def with_game(config: Config, game: str, *, source: str) -> Config:
    """Return the configuration with another game, by its own rules; as it is with the same.

    Args:
        config: the configuration.
        game: the name of a game.
        source: where it comes from, for the errors and for `show`.

    Raises:
        ConfigError: there is no such game.
    """
    from_tables({"rules": {"game": game}}, source=source)
    before = config.rules.game
    if game == before:
        return config
    moved = {f"rules.{field}": f"rules.{before}.{field}" for field in _fields(config.rules)}
    sources = ((moved.get(key, key), where) for key, where in config.sources)
    config = replace(config, rules=config.rules.playing(game), sources=tuple(sources))
    return replace(config, sources=_told(config, ("rules.game",), source))


def with_rules(
    config: Config, preset: str, rules: tuple[tuple[str, str], ...], *, source: str
) -> Config:
    """Return the configuration with other rules of its game.

    Args:
        config: the configuration.
        preset: the name of a preset; if it is empty, the configured rules stay, but for `rules`.
        rules: (field, value), as they were written.
        source: where they come from, for `show`.
    """
    configured = config.rules
    if preset:
        section = replace(configured, preset=preset, house_rules=rules)
    else:
        kept = tuple(rule for rule in configured.house_rules if rule[0] not in dict(rules))
        section = replace(configured, house_rules=(*kept, *rules))
    fields = (*(["preset"] if preset else []), *dict(rules))
    keys_told = tuple(config.rule_key(configured.game, field) for field in fields)
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
    reading = Reading(source)
    players = reading.config({"players": {"names": list(names)}}).players
    if reading.errors:
        raise reading.errors[0]
    return players.names


def _told(config: Config, keys_told: tuple[str, ...], source: str) -> tuple[tuple[str, str], ...]:
    return tuple((dict(config.sources) | dict.fromkeys(keys_told, source)).items())


def check(path: Path) -> list[ConfigError]:
    """Find everything that is wrong with a file; nothing if it can be used."""
    reading = Reading(str(path))
    try:
        reading.config(_parse(path, str(path)))
    except ConfigError as error:
        return [error]
    return reading.errors


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A value of a configuration, as it stands in a file.

    Attributes:
        table: which one: a section, or of a game that is not offered first `rules.GAME`.
        key: in the table.
        value: as Python has it.
        text: as TOML has it.
        source: where it comes from.
    """

    table: str
    key: str
    value: object
    text: str
    source: str


def entries(config: Config) -> Iterator[Entry]:
    """List everything that a configuration says, table by table."""
    sources = dict(config.sources)
    for name, kind in SECTIONS.items():
        section = getattr(config, name)
        rules = section if isinstance(section, RulesSection) else None
        for key, about in keys(kind).items():
            full = f"{name}.{key}"
            if rules is not None and key in _fields(rules):
                full = config.rule_key(rules.game, key)
            value, source = getattr(section, key), sources.get(full, DEFAULT)
            text = about.metadata["write"](value)
            yield Entry(table=name, key=key, value=value, text=text, source=source)
        if rules is not None:
            yield from _rules_of(rules.game, name, rules.house_rules, config)
            for game, other in rules.others:
                said = (("preset", other.preset), *other.house_rules)
                yield from _rules_of(game, f"{name}.{game}", said, config)


def _rules_of(game: str, table: str, rules: HouseRules, config: Config) -> Iterator[Entry]:
    sources = dict(config.sources)
    for key, value in rules:
        source = sources.get(config.rule_key(game, key), DEFAULT)
        yield Entry(table=table, key=key, value=value, text=checks.written(value), source=source)


def _fields(rules: RulesSection) -> tuple[str, ...]:
    """List the keys of the configured game's rules."""
    return ("preset", *dict(rules.house_rules))


def tables(config: Config, *, only_said: bool = False) -> dict[str, dict[str, Any]]:
    """Return a configuration as the tables of a TOML file.

    Args:
        config: the configuration.
        only_said: what is built in is left out.
    """
    found: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    for entry in entries(config):
        if not only_said or entry.source != DEFAULT:
            name, _, game = entry.table.partition(".")
            table = found[name].setdefault(game, {}) if game else found[name]
            table[entry.key] = _plain(entry.value)
    return found


def from_tables(tables: Mapping[str, Any], *, source: str) -> Config:
    """Make a configuration of the tables of a TOML file.

    Args:
        tables: as `tables` returns them; what is missing has its built-in value.
        source: where they come from, for the errors and for `show`.

    Raises:
        ConfigError: the first thing that is wrong with them.
    """
    reading = Reading(source)
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
    shown: dict[str, list[str]] = {}
    for entry in entries(config):
        line = f"{checks.bare(entry.key)} = {entry.text}  # {entry.source}"
        shown.setdefault(entry.table, []).append(line)
    return "\n\n".join("\n".join([f"[{name}]", *lines]) for name, lines in shown.items()) + "\n"


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
