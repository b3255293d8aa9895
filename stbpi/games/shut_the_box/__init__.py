"""Shut the Box as pure code: the game that the table hosts.

`covers` and `judge` look at tiles, `ruleset` at house rules, `tally` at finished turns; `match`
holds the state, `decide` and `view` are the two questions asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from stbpi.games.shut_the_box import decide, match, view
from stbpi.games.shut_the_box import house_rules as house
from stbpi.games.shut_the_box.match import State
from stbpi.games.shut_the_box.presets import FOR_ONE_PLAYER, PRESETS
from stbpi.games.shut_the_box.ruleset import Stakes

__all__ = ["GAME", "ShutTheBox", "State"]


MOST_SEATS = 12


class ShutTheBox:
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
        return house_rules

    def summary(self, preset: str, house_rules: HouseRules) -> Summary:
        rules = house.make(preset, house_rules)
        return Summary(
            tiles=rules.tiles,
            rounds=rules.rounds,
            least_seats=1 if rules.stakes is Stakes.NONE else 2,
            most_seats=1 if preset in FOR_ONE_PLAYER else MOST_SEATS,
            takes_bots=not rules.has_real_dice,
        )

    def choices(
        self, preset: str, house_rules: HouseRules, *, most_tiles: int
    ) -> tuple[RuleChoice, ...]:
        from stbpi.games.shut_the_box.choices import choices

        return choices(preset, house_rules, most_tiles=most_tiles)

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
        return match.evolve(state, event)

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
        return view.view(state, time_is_up=time_is_up)


GAME = ShutTheBox

if TYPE_CHECKING:
    _fits: type[Game[State]] = ShutTheBox
