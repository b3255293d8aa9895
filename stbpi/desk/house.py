"""The house: what is in force here, of the configuration and of what was chosen on the box.

The set-up that a box offers follows from both: other house rules chosen on the box take the
place of those in the file, for the preset they were chosen for.

Never: records (it says what is to be recorded), writes a file. Keep: choices that can't be played
any more (a box with fewer tiles) are passed over, never an error.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from stbpi.desk.settings import (
    ATTRACT_SOUND,
    AUDIO,
    BOTS,
    COACH,
    GAME,
    GUESTS,
    HOURS,
    IDLE_MINUTES,
    KEY,
    LANGUAGE,
    NIGHT,
    NIGHT_LEVEL,
    PRESET,
    VOLUME,
    Guests,
    Settings,
    Value,
    bots_of,
    is_of_rules,
)
from stbpi.desk.setup import Setup
from stbpi.errors import RulesError
from stbpi.games.events import Event, SettingChanged
from stbpi.games.game import HouseRules
from stbpi.games.registry import NAMES, game_of, rules_key
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
        setup_of: returns what the configuration offers of a game.
        game: the game that it offers first.
        tile_count: how many tiles the box has.
        values: of the settings, as the configuration has them; others are `DEFAULTS`.
        settings: what was chosen on the box.
        environ: the environment, for the language of the system.

    Attributes:
        setup: the set-up that is offered.
    """

    def __init__(
        self,
        setup_of: Callable[[str], Setup],
        game: str,
        *,
        tile_count: int,
        values: Mapping[str, Value] | None = None,
        settings: Settings | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._first_offer = setup_of(game)
        self._configured: dict[str, Setup | None] = {game: self._first_offer}
        self._setup_of = setup_of
        self._first = game
        self._tile_count = tile_count
        self._values = {**DEFAULTS, **(values or {})}
        self._settings = settings or Settings()
        self._environ = environ or {}
        self.setup = self._offered()

    @property
    def values(self) -> Mapping[str, Value]:
        """The values of all settings but the house rules."""
        others = {key: value for key, value in self._settings.chosen if not is_of_rules(key)}
        return {**self._values, **others, GAME: self.setup.game}

    @property
    def games(self) -> tuple[str, ...]:
        """The games that can be played on this box."""
        return tuple(name for name in NAMES if self._offer(name) is not None)

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
        is_same = isinstance(event, SettingChanged) and not is_of_rules(event.key)
        is_same = is_same and offered.game == self.setup.game
        self.setup = replace(offered, seats=seats, preset=preset if is_same else offered.preset)

    def choosing(
        self, field: str, value: Value, *, game: str, preset: str, house_rules: HouseRules
    ) -> tuple[Event, ...]:
        """Return what is to be recorded so that a house rule is kept.

        Args:
            field: of the ruleset.
            value: its new value.
            game: whose rule it is.
            preset: the preset that it is changed in.
            house_rules: what differs from the preset now.
        """
        key, offer = rules_key(game), self._offer(game)
        if offer is None:
            return ()
        if preset == self._ruled(offer).home:
            return (SettingChanged(key=key + field, value=value),)
        common = offer.common_rules
        others = (rule for rule in house_rules if rule[0] != field and rule not in common)
        changed = (*others, (field, value))
        return (
            SettingChanged(key=key + PRESET, value=preset),
            *(SettingChanged(key=key + name, value=it) for name, it in changed),
        )

    def _offer(self, game: str) -> Setup | None:
        """Return what the configuration offers of a game; `None` if the box can't play it."""
        if game not in self._configured:
            try:
                self._configured[game] = self._setup_of(game)
            except RulesError as exc:
                logger.info("%s is not offered here: %s", game, exc.what)
                self._configured[game] = None
        return self._configured[game]

    def _offered(self) -> Setup:
        """Return the set-up with the game, the house rules and the bots that were chosen."""
        chosen = str(self._settings.get(GAME) or self._first)
        offer = self._offer(chosen) if chosen in NAMES else None
        bots = self._settings.get(BOTS)
        return replace(
            self._ruled(offer or self._first_offer),
            bots=bots_of(self._values[BOTS] if bots is None else bots),
        )

    def _ruled(self, configured: Setup) -> Setup:
        """Return a set-up with the house rules that were chosen for its game."""
        key = rules_key(configured.game)
        chosen = {
            name.removeprefix(key): value
            for name, value in self._settings.chosen
            if is_of_rules(name) and name.rpartition(".")[0] == key.rstrip(".")
        }
        home = str(chosen.pop(PRESET, "") or configured.home)
        if home not in dict(configured.offers) or (not chosen and home == configured.home):
            return configured
        game = game_of(configured.game)
        common = configured.common_rules
        base = configured.house_rules if home == configured.home else common
        kept = tuple(rule for rule in base if rule[0] not in chosen)
        try:
            house_rules = game.check_rules(home, (*kept, *chosen.items()))
            house_rules = game.fitted(home, house_rules, tiles=self._tile_count)
            summary = game.summary(home, house_rules)
        except RulesError as exc:
            logger.warning("the house rules that were chosen here can't be played: %s", exc.what)
            return configured
        if summary.tiles > self._tile_count:
            return configured
        offers = tuple(
            (name, summary if name == home else game.summary(name, common))
            for name, _ in configured.offers
        )
        return replace(configured, home=home, preset=home, house_rules=house_rules, offers=offers)
