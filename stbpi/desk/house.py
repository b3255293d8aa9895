"""The house: what is in force here, of the configuration and of what was chosen on the box.

The set-up that a box offers follows from both: other house rules chosen on the box take the
place of those in the file, for the preset they were chosen for.

Never: records (it says what is to be recorded), writes a file. Keep: choices that can't be played
any more (a box with fewer tiles) are passed over, never an error.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stbpi.desk.settings import (
    ATTRACT_SOUND,
    AUDIO,
    BOTS,
    COACH,
    GUESTS,
    HOURS,
    IDLE_MINUTES,
    KEY,
    LANGUAGE,
    NIGHT,
    NIGHT_LEVEL,
    PRESET,
    RULES,
    VOLUME,
    Guests,
    Settings,
    Value,
    bots_of,
)
from stbpi.desk.setup import Setup
from stbpi.errors import RulesError
from stbpi.games.events import Event, SettingChanged
from stbpi.games.game import Game, HouseRules
from stbpi.hours_of_day import ALWAYS, NEVER, are_hours, is_within
from stbpi.language import AUTO, chosen
from stbpi.thinking.allowed import Allowed

logger = logging.getLogger(__name__)

DEFAULTS: Mapping[str, Value] = {
    LANGUAGE: AUTO,
    VOLUME: 5,
    AUDIO: False,
    ATTRACT_SOUND: "never",
    NIGHT: NEVER,
    NIGHT_LEVEL: 1,
    IDLE_MINUTES: 15,
    HOURS: ALWAYS,
    COACH: Allowed.OFF.value,
    GUESTS: Guests.EVERYTHING.value,
    BOTS: "",
    KEY: "",
}


class House:
    """What is in force.

    Args:
        game: the game that is played.
        setup: what the configuration offers.
        tile_count: how many tiles the box has.
        values: of the settings, as the configuration has them; others are `DEFAULTS`.
        settings: what was chosen on the box.
        environ: the environment, for the language of the system.

    Attributes:
        setup: the set-up that is offered.
    """

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        *,
        tile_count: int,
        values: Mapping[str, Value] | None = None,
        settings: Settings | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._game = game
        self._configured = setup
        self._tile_count = tile_count
        self._values = {**DEFAULTS, **(values or {})}
        self._settings = settings or Settings()
        self._environ = environ or {}
        self.setup = self._offered()

    @property
    def values(self) -> Mapping[str, Value]:
        """The values of all settings but the house rules."""
        others = {key: value for key, value in self._settings.chosen if not key.startswith(RULES)}
        return {**self._values, **others}

    @property
    def language(self) -> str:
        """The code of the language that people are spoken to in."""
        return chosen(str(self.values[LANGUAGE]), self._environ)

    def is_open(self, wall: int | None) -> bool:
        """Say whether matches may be started at this time; always, if it is unknown."""
        hours = str(self.values[HOURS])
        return wall is None or not are_hours(hours) or is_within(hours, wall)

    def take(self, event: Event) -> None:
        """Take in a choice that is recorded."""
        before, self._settings = self._settings, self._settings.taking(event)
        if before == self._settings:
            return
        seats, preset = self.setup.seats, self.setup.preset
        offered = self._offered()
        is_ruled = isinstance(event, SettingChanged) and not event.key.startswith(RULES)
        self.setup = replace(offered, seats=seats, preset=preset if is_ruled else offered.preset)

    def choosing(
        self, field: str, value: Value, *, preset: str, house_rules: HouseRules
    ) -> tuple[Event, ...]:
        """Return what is to be recorded so that a house rule is kept.

        Args:
            field: of the ruleset.
            value: its new value.
            preset: the preset that it is changed in.
            house_rules: what differs from the preset now.
        """
        if preset == self.setup.home:
            return (SettingChanged(key=RULES + field, value=value),)
        common = self._configured.common_rules
        others = (rule for rule in house_rules if rule[0] != field and rule not in common)
        changed = (*others, (field, value))
        return (
            SettingChanged(key=PRESET, value=preset),
            *(SettingChanged(key=RULES + name, value=it) for name, it in changed),
        )

    def _offered(self) -> Setup:
        """Return the set-up with the house rules and the bots that were chosen."""
        return replace(self._ruled(), bots=bots_of(self.values[BOTS]))

    def _ruled(self) -> Setup:
        """Return the set-up with the house rules that were chosen."""
        rules = {
            key.removeprefix(RULES): value
            for key, value in self._settings.chosen
            if key.startswith(RULES) and key != PRESET
        }
        configured = self._configured
        home = str(self._settings.get(PRESET) or configured.home)
        if home not in dict(configured.offers) or (not rules and home == configured.home):
            return configured
        common = configured.common_rules
        base = configured.house_rules if home == configured.home else common
        kept = tuple(rule for rule in base if rule[0] not in rules)
        try:
            house_rules = self._game.check_rules(home, (*kept, *rules.items()))
            summary = self._game.summary(home, house_rules)
        except RulesError as exc:
            logger.warning("the house rules that were chosen here can't be played: %s", exc.what)
            return configured
        if summary.tiles > self._tile_count:
            return configured
        offers = tuple(
            (name, summary if name == home else self._game.summary(name, common))
            for name, _ in configured.offers
        )
        return replace(configured, home=home, preset=home, house_rules=house_rules, offers=offers)
