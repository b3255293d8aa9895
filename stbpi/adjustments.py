"""Adjustments: what the landlord can choose on a box without its button.

A choice is an event of the journal, as on the box; so it can't be made while the box plays.
Files that are exported are written as the configuration is, and can be made a part of it.

Never: prints. Keep: what doesn't fit is refused whole, before anything is written.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from stbpi import config as configuration
from stbpi.clock import SystemClock
from stbpi.config import DEFAULT, Config
from stbpi.config_checks import bare, written
from stbpi.config_sections import SECTIONS, keys
from stbpi.desk.settings import (
    BOTS,
    GAME,
    PRESET,
    RULES,
    SETTINGS,
    Setting,
    Settings,
    Value,
    is_of_rules,
    settings_of,
)
from stbpi.errors import ConfigError, JournalError, RulesError
from stbpi.games import registry
from stbpi.games.events import Event, SettingChanged
from stbpi.games.game import Game, HouseRules
from stbpi.games.registry import NAMES, game_of, rules_key
from stbpi.journal.database import MISSING
from stbpi.journal.reader import open_read_only
from stbpi.journal.store import Journal
from stbpi.language import Message, _, message

CHOSEN = "chosen"
"""The source of a value that was chosen on the box."""

_LABEL_OF_PRESET = message("Rules")


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """A value that is in force.

    Attributes:
        key: of the configuration.
        label: its name.
        value: in force.
        source: `CHOSEN`, a file, or `DEFAULT`.
        choices: the values that the box offers; nothing where it has its own way.
    """

    key: str
    label: Message
    value: Value
    source: str
    choices: tuple[Value, ...] = ()


class Adjustments:
    """What can be chosen, and what is in force.

    Args:
        config: the configuration.
        chosen: what was chosen on the box.
    """

    def __init__(self, config: Config, chosen: Settings) -> None:
        self._config = config
        self._sources = dict(config.sources)
        self.chosen = chosen

    def all(self) -> tuple[Adjustment, ...]:
        """Return everything that is in force; of the house rules those that differ."""
        return (
            *(self._setting(setting) for setting in SETTINGS),
            *(rule for game in NAMES for rule in self._rules(game)),
        )

    def one(self, key: str) -> Adjustment:
        """Return what is in force for a key.

        Raises:
            ConfigError: there is none of this name.
        """
        if key in _BY_KEY:
            return self._setting(_BY_KEY[key])
        if not is_of_rules(key):
            raise self._unknown(key, source="")
        name, field = _parted(key)
        preset, house_rules = self._in_force(name, self.chosen)
        known = {PRESET: preset, **game_of(name).values(preset, house_rules)}
        if field not in known:
            raise self._unknown(key, source="")
        return self._rule(name, field, known[field])

    @property
    def chosen_here(self) -> tuple[tuple[str, Value], ...]:
        """What was chosen on the box, but for the key of the landlord's drawers."""
        return tuple((key, value) for key, value in self.chosen.chosen if _can_be_chosen(key))

    def as_file(self) -> str:
        """Write what was chosen as a configuration is written."""
        game = self.chosen.get(GAME) or registry.DEFAULT
        tables: dict[str, list[str]] = {}
        for key, value in self.chosen_here:
            section, _dot, name = key.rpartition(".")
            if is_of_rules(key):
                of, name = _parted(key)
                section = "rules" if of == game else f"rules.{of}"
            tables.setdefault(section, []).append(f"{bare(name)} = {written(value)}\n")
        return "\n".join(
            f"[{section}]\n{''.join(lines)}" for section, lines in sorted(tables.items())
        )

    def of_file(self, path: Path) -> tuple[Event, ...]:
        """Return what is to be recorded so that everything in a file is in force.

        Raises:
            ConfigError: anything in it can't be chosen; nothing of it is taken.
            RulesError: its rules can't be played.
        """
        for problem in configuration.check(path):
            raise problem
        changes = dict(_keys_of(tomllib.loads(path.read_text("utf-8"))))
        return self.changing(changes, source=str(path))

    def changing(self, changes: Mapping[str, object], *, source: str = "") -> tuple[Event, ...]:
        """Return what is to be recorded so that other values are in force.

        Args:
            changes: keys and values, as values or as texts.
            source: where they come from, for errors.

        Raises:
            ConfigError: a key is unknown, or a value is not allowed; it names the key.
            RulesError: the rules can't be played on this box.
        """
        for key in changes:
            if not _can_be_chosen(key):
                raise self._unknown(key, source=source)
        plain = [
            SettingChanged(key=key, value=_checked(key, value, source))
            for key, value in changes.items()
            if key in _BY_KEY
        ]
        ruled: dict[str, dict[str, object]] = {}
        for key, value in changes.items():
            if is_of_rules(key):
                name, field = _parted(key)
                ruled.setdefault(name, {})[field] = value
        return (*plain, *(event for name in ruled for event in self._changing(name, ruled[name])))

    def _changing(self, name: str, changes: Mapping[str, object]) -> Iterable[Event]:
        """Return the same for the rules of a game."""
        game, key, wired = game_of(name), rules_key(name), len(self._config.wired.tiles)
        after = self.chosen
        if PRESET in changes:
            chosen = str(changes[PRESET])
            game.check_rules(chosen, ())
            yield (event := SettingChanged(key=key + PRESET, value=chosen))
            after = after.taking(event)
        preset, before = self._in_force(name, after)
        others = {field: value for field, value in changes.items() if field != PRESET}
        kept = ((field, value) for field, value in before if field not in others)
        rules = game.check_rules(preset, (*kept, *others.items()))
        asked = game.values(preset, rules)
        fitted = game.fitted(preset, rules, tiles=wired)
        now = game.values(preset, fitted)
        is_asked_for = any(now[field] != asked[field] for field in others)
        if is_asked_for or game.summary(preset, fitted).tiles > wired:
            expected = _("at most {count}: so many tiles are in {key}").format(
                count=wired, key=f"{self._config.box.inputs}.tiles"
            )
            raise RulesError("tiles", found=game.summary(preset, rules).tiles, expected=expected)
        for field in others:
            yield SettingChanged(key=key + field, value=now[field])

    def _rules(self, name: str) -> Iterable[Adjustment]:
        """List preset and house rules of a game; of the house rules those that differ."""
        preset, house_rules = self._in_force(name, self.chosen)
        for field, value in ((PRESET, preset), *house_rules):
            yield self._rule(name, field, value)

    def _in_force(self, name: str, chosen: Settings) -> tuple[str, HouseRules]:
        """Return preset and house rules that are in force; as the box, pass over nonsense."""
        game, configured = game_of(name), self._config.rules.of(name)
        common = self._config.common_rules_of(name)
        of_file = (*common, *configured.house_rules)
        own = {_parted(key)[1]: value for key, value in chosen.chosen if _is_of(key, name)}
        preset = str(own.pop(PRESET, configured.preset))
        base = of_file if preset == configured.preset else common
        try:
            return preset, self._played(game, preset, (*base, *own.items()))
        except RulesError:
            return configured.preset, self._played(game, configured.preset, of_file)

    def _played(
        self, game: Game[Any], preset: str, rules: Iterable[tuple[str, object]]
    ) -> HouseRules:
        """Return what differs from a preset on this box.

        Raises:
            RulesError: it can't be played.
        """
        checked = game.check_rules(preset, rules)
        return game.fitted(preset, checked, tiles=len(self._config.wired.tiles))

    def _setting(self, setting: Setting) -> Adjustment:
        chosen = self.chosen.get(setting.key)
        section, _dot, name = setting.key.partition(".")
        configured = getattr(getattr(self._config, section), name)
        return Adjustment(
            key=setting.key,
            label=setting.label,
            value=_as_chosen(setting.key, configured) if chosen is None else chosen,
            source=self._sources.get(setting.key, DEFAULT) if chosen is None else CHOSEN,
            choices=tuple(value for value, _name in setting.choices),
        )

    def _rule(self, name: str, field: str, value: Value) -> Adjustment:
        key = rules_key(name) + field
        of_file = self._sources.get(self._config.rule_key(name, field), DEFAULT)
        return Adjustment(
            key=key,
            label=_LABEL_OF_PRESET if field == PRESET else _label(field),
            value=value,
            source=of_file if self.chosen.get(key) is None else CHOSEN,
        )

    def _unknown(self, key: str, *, source: str) -> ConfigError:
        rules = (rules_key(name) + field for name in NAMES for field in (PRESET, *_fields(name)))
        near = get_close_matches(key, [*_BY_KEY, *rules], n=1)
        offered = [*_BY_KEY, *(f"{rules_key(name)}*" for name in NAMES)]
        return ConfigError(
            key,
            found=_("can't be chosen"),
            expected=_("one of {known}").format(known=", ".join(offered)),
            nearest=near[0] if near else "",
            source=source,
        )


def adjustments_of(config: Config, journal: Path) -> Adjustments:
    """Read what was chosen on a box; one that was never started has chosen nothing.

    Raises:
        JournalError: the journal can't be read.
    """
    if not journal.exists():
        return Adjustments(config, Settings())
    with closing(open_read_only(journal)) as reader:
        return Adjustments(config, settings_of(reader.settings()))


def record(journal: Path, events: Iterable[Event]) -> None:
    """Write events into the journal of a box that does not play.

    Raises:
        InUseError: it plays.
        JournalError: there is no journal, or it can't be written.
    """
    if not journal.is_file():
        raise JournalError(
            _("there is no journal at {path}").format(path=journal),
            _("Start the box once, or name its journal with {option}.").format(option="--journal"),
            path=journal,
            mark=MISSING,
        )
    clock = SystemClock()
    with closing(Journal(journal)) as writing:
        writing.record(events, t=clock.ms(), wall=clock.wall())
        writing.sync()


_BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}


def _can_be_chosen(key: str) -> bool:
    return is_of_rules(key) or key in _BY_KEY


def _parted(key: str) -> tuple[str, str]:
    """Return whose rule a key is, and its field."""
    name, _dot, field = key.removeprefix(RULES).partition(".")
    return (name, field) if name in NAMES else (registry.DEFAULT, key.removeprefix(RULES))


def _is_of(key: str, name: str) -> bool:
    return is_of_rules(key) and _parted(key)[0] == name


def _fields(name: str) -> Iterable[str]:
    """List the house rules of a game."""
    game = game_of(name)
    return game.values(game.presets()[0], ())


def _keys_of(tables: Mapping[str, Any]) -> Iterable[tuple[str, object]]:
    """List what a configuration says by the keys that can be chosen."""
    first = tables.get("rules", {}).get("game", registry.DEFAULT)
    for section, table in tables.items():
        for name, value in table.items():
            if section != "rules" or f"{section}.{name}" == GAME:
                yield f"{section}.{name}", value
            elif isinstance(value, dict):
                yield from ((rules_key(name) + field, it) for field, it in value.items())
            else:
                yield rules_key(first) + name, value


def _label(field: str) -> Message:
    return message("{name}", name=field.replace("_", " "))


def _checked(key: str, raw: object, source: str) -> Value:
    """Read a value as the configuration would.

    Raises:
        ConfigError: it is not allowed.
    """
    section, _dot, name = key.partition(".")
    about = keys(SECTIONS[section])[name].metadata
    value = _toml(raw) if isinstance(raw, str) else raw
    if isinstance(raw, str) and value != raw and not list(about["check"](raw)):
        value = raw
    for problem in about["check"](value):
        raise ConfigError(
            key,
            found=problem.found,
            expected=problem.expected,
            nearest=problem.nearest,
            source=source,
        )
    made = about["make"](value)
    return _as_chosen(key, made)


def _as_chosen(key: str, configured: Any) -> Value:
    """Return a value of the configuration as the box would record it."""
    value: Value = ",".join(configured) if key == BOTS else configured
    return value


def _toml(text: str) -> Any:
    """Read a text as TOML, or as the plain text that it is."""
    try:
        return tomllib.loads(f"value = {text}")["value"] if "\n" not in text else text
    except tomllib.TOMLDecodeError:
        return text
