"""Glückshaus as pure code: the dice game whose rooms are the tiles.

`ruleset` says what a throw does, `judge` looks at tiles; `match` holds the state, `decide` and
`view` are the two questions asked of it, `undo` takes back throws on a score sheet; `odds` are
the chances.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from stbpi.games.events import Event
from stbpi.games.game import (
    Command,
    Game,
    HouseRules,
    RuleChoice,
    RuleValue,
    StartMatch,
    Summary,
    Tiles,
    Timer,
    View,
)
from stbpi.games.glueckshaus import choices as chooses
from stbpi.games.glueckshaus import decide, match, undo, view
from stbpi.games.glueckshaus import house_rules as house
from stbpi.games.glueckshaus.match import State
from stbpi.games.glueckshaus.presets import PRESETS
from stbpi.games.glueckshaus.ruleset import SEATS

__all__ = ["GAME", "Glueckshaus", "State"]


class Glueckshaus:
    """The game, as `games.game.Game` describes it."""

    name = decide.NAME
    has_dice = True

    def presets(self) -> tuple[str, ...]:
        return tuple(PRESETS)

    def check_rules(self, preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
        rules = house.make(preset, house_rules)
        return house.differences(rules, house.preset(preset))

    def values(self, preset: str, house_rules: HouseRules) -> Mapping[str, RuleValue]:
        return house.values(house.make(preset, house_rules))

    def fitted(self, preset: str, house_rules: HouseRules, *, tiles: int) -> HouseRules:
        """Rooms without a tile live on the display only."""
        rules = house.make(preset, house_rules)
        if rules.tiles <= tiles:
            return house_rules
        return house.differences(replace(rules, tiles=tiles), house.preset(preset))

    def summary(self, preset: str, house_rules: HouseRules) -> Summary:
        rules = house.make(preset, house_rules)
        return Summary(
            tiles=rules.tiles,
            rounds=0,
            least_seats=SEATS[0],
            most_seats=SEATS[-1],
            takes_bots=True,
        )

    def choices(
        self, preset: str, house_rules: HouseRules, *, most_tiles: int
    ) -> tuple[RuleChoice, ...]:
        return chooses.choices(preset, house_rules, most_tiles=most_tiles)

    def new(self, down: Tiles, *, complain_ms: int) -> State:
        return match.new(down, complain_ms=complain_ms)

    def wants_deal(self, state: State) -> bool:
        """Nothing is ever hidden here."""
        return False

    def with_secret(self, state: State, secret: bytes) -> State:
        return state

    def reveal(self, state: State) -> tuple[Event, ...]:
        return ()

    def dice_wanted(self, state: State, command: Command) -> int:
        return decide.dice_wanted(state, command)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        return decide.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return undo.evolve(state, event)

    def same_again(self, state: State) -> StartMatch:
        base = house.preset(state.preset)
        return StartMatch(
            game=self.name,
            names=state.names,
            bots=state.bots if any(state.bots) else (),
            preset=state.preset,
            house_rules=house.differences(state.rules, base),
        )

    def timer(self, state: State) -> Timer | None:
        return view.timer(state)

    def view(self, state: State, *, time_is_up: bool) -> View:
        return view.view(state)


GAME = Glueckshaus

if TYPE_CHECKING:
    _fits: type[Game[State]] = Glueckshaus
