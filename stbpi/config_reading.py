"""How the tables of a TOML file become a configuration.

A file is checked whole: everything that is wrong with it is found, and nothing of it is used if
anything is.

Never: reads a file, knows the house rules (it hands them on as they are written).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from stbpi import config_checks as checks
from stbpi.config_sections import (
    DEFAULT,
    SECTIONS,
    Config,
    GpioSection,
    OtherRules,
    RulesSection,
    TileBoardSection,
    first_preset,
    keys,
)
from stbpi.errors import ConfigError
from stbpi.games import registry
from stbpi.language import _


class Reading:
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
            read = self._rules if kind is RulesSection else partial(self._section, name, kind)
            sections[name] = read(table if isinstance(table, dict) else {})
        config = Config(**sections, sources=tuple(self._sources))
        self._refuse_tiles_without_a_pin(config)
        self._refuse_bots_without_dice(config)
        return config

    def _section(self, name: str, kind: type, table: Mapping[str, Any]) -> object:
        values = self._known(name, kind, table)
        for key in table:
            if key not in keys(kind):
                self._refuse_key(name, key)
        if kind in (GpioSection, TileBoardSection):
            self._refuse_clashes(name, kind(), table)
        return kind(**values)

    def _known(self, name: str, kind: type, table: Mapping[str, Any]) -> dict[str, Any]:
        """Read the keys that a section has."""
        values: dict[str, Any] = {}
        for key, about in keys(kind).items():
            self._sources.append((f"{name}.{key}", self._source if key in table else DEFAULT))
            if key in table and self._fits(f"{name}.{key}", about.metadata["check"], table[key]):
                values[key] = about.metadata["make"](table[key])
        return values

    def _rules(self, table: Mapping[str, Any]) -> RulesSection:
        """Read the rules: of the game that is offered first, and of others in their own tables."""
        known = self._known("rules", RulesSection, table)
        game = known.get("game", registry.DEFAULT)
        plain: dict[str, Any] = {}
        others: dict[str, Mapping[str, Any]] = {}
        for key, value in table.items():
            if key in registry.NAMES and isinstance(value, dict):
                others[key] = value
            elif key in registry.NAMES or isinstance(value, dict):
                of_games = tuple(f"rules.{name}" for name in registry.NAMES)
                self._refuse_table(f"rules.{checks.bare(key)}", value, of=of_games)
            elif key not in keys(RulesSection):
                plain[key] = value
        house_rules = dict(self._house_rules("rules", plain))
        read = {name: self._other(name, other) for name, other in others.items()}
        if own := read.pop(game, None):
            for key in (key for key in others[game] if key in plain or key in known):
                found = _("said in {section}, too").format(section="[rules]")
                self._refuse(f"rules.{game}.{key}", found=found, expected=_("every key once"))
            known = {"preset": own.preset, **known} if "preset" in others[game] else known
            house_rules |= own.house_rules
        return RulesSection(
            **{"preset": first_preset(game), **known},
            house_rules=tuple(house_rules.items()),
            others=tuple(read.items()),
        )

    def _other(self, game: str, table: Mapping[str, Any]) -> OtherRules:
        """Read the table of a game."""
        section, preset = f"rules.{game}", first_preset(game)
        if "preset" in table and self._fits(f"{section}.preset", checks.preset, table["preset"]):
            self._sources.append((f"{section}.preset", self._source))
            preset = table["preset"]
        rules = {key: value for key, value in table.items() if key != "preset"}
        return OtherRules(preset=preset, house_rules=tuple(self._house_rules(section, rules)))

    def _house_rules(
        self, section: str, table: Mapping[str, Any]
    ) -> Iterator[tuple[str, int | str | tuple[int, ...]]]:
        for key, value in table.items():
            if self._fits(f"{section}.{checks.bare(key)}", checks.house_rule, value):
                self._sources.append((f"{section}.{key}", self._source))
                yield key, tuple(value) if isinstance(value, list) else value

    def _fits(self, key: str, check: checks.Check, value: object) -> bool:
        problems = list(check(value))
        for problem in problems:
            near = [problem.nearest] if problem.nearest else []
            self._refuse(key, found=problem.found, expected=problem.expected, nearest=near)
        return not problems

    def _refuse_section(self, section: str, value: object) -> None:
        name = checks.bare(section)
        if name in SECTIONS or isinstance(value, dict):
            self._refuse_table(name, value, of=tuple(SECTIONS))
            return
        found, expected = _("a key outside of all sections"), _("a section")
        self._refuse(name, found=found, expected=expected, nearest=_nearest("", name))

    def _refuse_table(self, name: str, value: object, *, of: tuple[str, ...]) -> None:
        """Refuse a table of an unknown name, or a known one that is none."""
        if isinstance(value, dict):
            expected = _out_of(f"[{section}]" for section in of)
            found = _("unknown section")
            self._refuse(name, found=found, expected=expected, nearest=_similar(name, of))
        else:
            expected = _("the section {section}").format(section=f"[{name}]")
            self._refuse(name, found=_("a key of this name"), expected=expected)

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
