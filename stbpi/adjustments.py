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
    PRESET,
    RULES,
    SETTINGS,
    Setting,
    Settings,
    Value,
    settings_of,
)
from stbpi.errors import ConfigError, JournalError, RulesError
from stbpi.games.events import Event, SettingChanged
from stbpi.games.shut_the_box.house_rules import differences, make, preset, values
from stbpi.games.shut_the_box.ruleset import Ruleset
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
        name, rules = self._rules(self.chosen)
        different = differences(rules, preset(name))
        return (
            *(self._setting(setting) for setting in SETTINGS),
            self._rule(PRESET, _LABEL_OF_PRESET, name),
            *(self._rule(RULES + field, _label(field), value) for field, value in different),
        )

    def one(self, key: str) -> Adjustment:
        """Return what is in force for a key.

        Raises:
            ConfigError: there is none of this name.
        """
        for adjustment in self.all():
            if adjustment.key == key:
                return adjustment
        rules = self._rules(self.chosen)[1]
        field = key.removeprefix(RULES)
        if not key.startswith(RULES) or field not in values(rules):
            raise self._unknown(key, source="")
        return self._rule(key, _label(field), values(rules)[field])

    @property
    def chosen_here(self) -> tuple[tuple[str, Value], ...]:
        """What was chosen on the box, but for the key of the landlord's drawers."""
        return tuple((key, value) for key, value in self.chosen.chosen if _can_be_chosen(key))

    def as_file(self) -> str:
        """Write what was chosen as a configuration is written."""
        tables: dict[str, list[str]] = {}
        for key, value in self.chosen_here:
            section, _dot, name = key.partition(".")
            tables.setdefault(section, []).append(f"{bare(name)} = {written(value)}\n")
        return "\n".join(f"[{section}]\n{''.join(lines)}" for section, lines in tables.items())

    def of_file(self, path: Path) -> tuple[Event, ...]:
        """Return what is to be recorded so that everything in a file is in force.

        Raises:
            ConfigError: anything in it can't be chosen; nothing of it is taken.
            RulesError: its rules can't be played.
        """
        for problem in configuration.check(path):
            raise problem
        tables = tomllib.loads(path.read_text("utf-8"))
        changes = {
            f"{section}.{name}": value
            for section, table in tables.items()
            for name, value in table.items()
        }
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
        ruled = {key: value for key, value in changes.items() if key.startswith(RULES)}
        return (*plain, *self._changing_rules(ruled))

    def _changing_rules(self, changes: Mapping[str, object]) -> Iterable[Event]:
        if not changes:
            return
        after = self.chosen
        if PRESET in changes:
            name = str(changes[PRESET])
            preset(name)
            after = after.taking(SettingChanged(key=PRESET, value=name))
        name, rules = self._rules(after)
        fields = [key for key in changes if key != PRESET]
        rules = make(
            name,
            (*values(rules).items(), *((key.removeprefix(RULES), changes[key]) for key in fields)),
        )
        wired = len(self._config.wired.tiles)
        if rules.tiles > wired:
            expected = _("at most {count}: so many tiles are in {key}").format(
                count=wired, key=f"{self._config.box.inputs}.tiles"
            )
            raise RulesError("tiles", found=rules.tiles, expected=expected)
        now = values(rules)
        if PRESET in changes:
            yield SettingChanged(key=PRESET, value=name)
        for key in fields:
            yield SettingChanged(key=key, value=now[key.removeprefix(RULES)])

    def _rules(self, chosen: Settings) -> tuple[str, Ruleset]:
        """Return the preset and the rules that are in force; as the box, pass over nonsense."""
        configured, of_file = self._config.rules, self._config.house_rules
        name = str(chosen.get(PRESET) or configured.preset)
        base = of_file if name == configured.preset else self._config.common_rules
        own = (
            (key.removeprefix(RULES), value)
            for key, value in chosen.chosen
            if key.startswith(RULES) and key != PRESET
        )
        try:
            return name, make(name, (*base, *own))
        except RulesError:
            return configured.preset, make(configured.preset, of_file)

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

    def _rule(self, key: str, label: Message, value: Value) -> Adjustment:
        is_chosen = self.chosen.get(key) is not None
        source = CHOSEN if is_chosen else self._sources.get(key, DEFAULT)
        return Adjustment(key=key, label=label, value=value, source=source)

    def _unknown(self, key: str, *, source: str) -> ConfigError:
        known = [*_BY_KEY, PRESET, *(RULES + field for field in values(Ruleset()))]
        near = get_close_matches(key, known, n=1)
        return ConfigError(
            key,
            found=_("can't be chosen"),
            expected=_("one of {known}").format(known=", ".join([*_BY_KEY, PRESET, "rules.*"])),
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
    return key.startswith(RULES) or key in _BY_KEY


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
