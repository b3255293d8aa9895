"""Shut the Box as pure code: the game that the table hosts.

`covers` and `judge` look at tiles, `ruleset` at house rules, `tally` at finished turns; `match`
holds the state, `decide` and `view` are the two questions asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stbpi.games.events import Event
from stbpi.games.game import Command, Game, HouseRules, StartMatch, Summary, Tiles, Timer, View
from stbpi.games.shut_the_box import decide, match, ruleset, view
from stbpi.games.shut_the_box.match import State

__all__ = ["ShutTheBox", "State"]


class ShutTheBox:
    """The game, as `games.game.Game` describes it."""

    name = decide.NAME

    def presets(self) -> tuple[str, ...]:
        return tuple(ruleset.PRESETS)

    def check_rules(self, preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
        return ruleset.differences(ruleset.make(preset, house_rules), ruleset.preset(preset))

    def summary(self, preset: str, house_rules: HouseRules) -> Summary:
        rules = ruleset.make(preset, house_rules)
        return Summary(tiles=rules.tiles, rounds=rules.rounds)

    def new(self, down: Tiles, *, complain_ms: int) -> State:
        return match.new(down, complain_ms=complain_ms)

    def dice_wanted(self, state: State, command: Command) -> int:
        return decide.dice_wanted(state, command)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        return decide.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return match.evolve(state, event)

    def same_again(self, state: State) -> StartMatch:
        base = ruleset.preset(state.preset)
        return StartMatch(
            names=state.names,
            preset=state.preset,
            house_rules=ruleset.differences(state.rules, base),
        )

    def timer(self, state: State) -> Timer | None:
        return view.timer(state)

    def view(self, state: State, *, time_is_up: bool) -> View:
        return view.view(state, time_is_up=time_is_up)


if TYPE_CHECKING:
    _fits: type[Game[State]] = ShutTheBox
