"""Luk Fu as pure code: a card game of one player against two bots, by Tsoi's rules (RULES.md 3).

`cards` and `plays` are about cards, `public` is what everybody sees of a deal, `seen` what one
seat does and everything that it may choose; `deal` makes hands of secret bytes. `match` holds
the state, `decide` and `view` are the two questions asked of it, `offers` is what the box makes
of lowered tiles. `bots` plays for a seat.
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
from stbpi.games.luk_fu import decide, match, rules, view, words
from stbpi.games.luk_fu.cards import IN_SUIT
from stbpi.games.luk_fu.match import State
from stbpi.games.luk_fu.seen import Seen

__all__ = ["GAME", "LukFu", "Seen", "State"]


class LukFu:
    """The game, as `games.game.Game` describes it."""

    name = decide.NAME
    has_dice = False

    def presets(self) -> tuple[str, ...]:
        return tuple(rules.PRESETS)

    def check_rules(self, preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
        return rules.differences(rules.make(preset, house_rules), rules.preset(preset))

    def values(self, preset: str, house_rules: HouseRules) -> Mapping[str, RuleValue]:
        return rules.values(rules.make(preset, house_rules))

    def fitted(self, preset: str, house_rules: HouseRules, *, tiles: int) -> HouseRules:
        return house_rules

    def summary(self, preset: str, house_rules: HouseRules) -> Summary:
        rules.make(preset, house_rules)
        return Summary(tiles=IN_SUIT, rounds=1, least_seats=1, most_seats=1, takes_bots=False)

    def choices(
        self, preset: str, house_rules: HouseRules, *, most_tiles: int
    ) -> tuple[RuleChoice, ...]:
        return words.rule_choices(preset, house_rules)

    def new(self, down: Tiles, *, complain_ms: int) -> State:
        return match.new(down)

    def dice_wanted(self, state: State, command: Command) -> int:
        return 0

    def wants_deal(self, state: State) -> bool:
        return state.wants_deal

    def with_secret(self, state: State, secret: bytes) -> State:
        return match.with_secret(state, secret)

    def reveal(self, state: State) -> tuple[Event, ...]:
        return decide.reveal(state) if state.ended is None else ()

    def seen(self, state: State, seat: int) -> Seen:
        """Return what a seat can see of a deal whose secret is known."""
        return match.seen(state, seat)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        return decide.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return match.evolve(state, event)

    def same_again(self, state: State) -> StartMatch:
        changed = rules.differences(state.rules, rules.preset(state.preset))
        return StartMatch(
            game=self.name,
            names=state.names[:1],
            preset=state.preset,
            house_rules=changed,
        )

    def timer(self, state: State) -> Timer | None:
        return None

    def view(self, state: State, *, time_is_up: bool) -> View:
        return view.view(state)


GAME = LukFu

if TYPE_CHECKING:
    _fits: type[Game[State]] = LukFu
