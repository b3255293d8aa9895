"""Glückshaus as pure code: the dice game whose rooms are the tiles.

`ruleset` says what a throw does, `judge` looks at tiles; `match` holds the state, `decide` and
`view` are the two questions asked of it; `odds` are the chances.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stbpi.games.events import Event
from stbpi.games.game import (
    Command,
    Game,
    HouseRules,
    RuleChoice,
    StartMatch,
    Summary,
    Tiles,
    Timer,
    View,
)
from stbpi.games.glueckshaus import choices as chooses
from stbpi.games.glueckshaus import decide, match, view
from stbpi.games.glueckshaus import house_rules as house
from stbpi.games.glueckshaus.match import State
from stbpi.games.glueckshaus.presets import PRESETS
from stbpi.games.glueckshaus.ruleset import SEATS

__all__ = ["Glueckshaus", "State"]


class Glueckshaus:
    """The game, as `games.game.Game` describes it."""

    name = decide.NAME

    def presets(self) -> tuple[str, ...]:
        return tuple(PRESETS)

    def check_rules(self, preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
        rules = house.make(preset, house_rules)
        return house.differences(rules, house.preset(preset))

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

    def dice_wanted(self, state: State, command: Command) -> int:
        return decide.dice_wanted(state, command)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        return decide.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return match.evolve(state, event)

    def same_again(self, state: State) -> StartMatch:
        base = house.preset(state.preset)
        return StartMatch(
            names=state.names,
            bots=state.bots if any(state.bots) else (),
            preset=state.preset,
            house_rules=house.differences(state.rules, base),
        )

    def timer(self, state: State) -> Timer | None:
        return view.timer(state)

    def view(self, state: State, *, time_is_up: bool) -> View:
        return view.view(state)


if TYPE_CHECKING:
    _fits: type[Game[State]] = Glueckshaus
