"""Luk Fu as pure code: a card game of one player against two bots, by Tsoi's rules (RULES.md 3).

`cards` and `plays` are about cards, `public` is what everybody sees of a deal, `seen` what one
seat does and everything that it may choose; `deal` makes hands of secret bytes. `match` holds
the state, `decide` and `view` are the two questions asked of it, `offers` is what the box makes
of lowered tiles. `bots` plays for a seat.

Besides what every game has (`games.game.Game`), a host deals: where `wants_deal` says so it
draws bytes, keeps them as it keeps those of dice, decides `Deal`, and puts them into the state
with `with_secret` behind the `DealCommitted` that comes of it, also when the events are folded
again. `reveal` is what it tells of a deal that will not be gone on with.
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
from stbpi.games.luk_fu import decide, match, rules, view, words
from stbpi.games.luk_fu.cards import IN_SUIT
from stbpi.games.luk_fu.decide import Choose, Deal
from stbpi.games.luk_fu.match import State
from stbpi.games.luk_fu.seen import Seen

__all__ = ["Choose", "Deal", "LukFu", "Seen", "State"]


class LukFu:
    """The game, as `games.game.Game` describes it."""

    name = decide.NAME

    def presets(self) -> tuple[str, ...]:
        return tuple(rules.PRESETS)

    def check_rules(self, preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
        return rules.differences(rules.make(preset, house_rules), rules.preset(preset))

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
        """Say whether cards are to be dealt now."""
        return state.wants_deal

    def with_secret(self, state: State, secret: bytes) -> State:
        """Put the bytes that the last `DealCommitted` commits to into the state."""
        return match.with_secret(state, secret)

    def reveal(self, state: State) -> tuple[Event, ...]:
        """Tell what was hidden; nothing if nothing is."""
        return decide.reveal(state) if state.ended is None else ()

    def seen(self, state: State, seat: int) -> Seen:
        """Return what a seat can see of a deal whose secret is known."""
        return match.seen(state, seat)

    def decide(self, state: State, command: Command | Deal | Choose) -> tuple[Event, ...]:
        return decide.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return match.evolve(state, event)

    def same_again(self, state: State) -> StartMatch:
        changed = rules.differences(state.rules, rules.preset(state.preset))
        return StartMatch(names=state.names[:1], preset=state.preset, house_rules=changed)

    def timer(self, state: State) -> Timer | None:
        return None

    def view(self, state: State, *, time_is_up: bool) -> View:
        return view.view(state)


if TYPE_CHECKING:
    _fits: type[Game[State]] = LukFu
