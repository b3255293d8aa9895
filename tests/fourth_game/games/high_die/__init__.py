"""A fourth game, as small as one can be: everybody throws a die, and the highest wins.

It is all that a new game needs besides its title; no other module is told of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import (
    Event,
    MatchEnded,
    MatchStarted,
    PlayerSeated,
    Refused,
    Rolled,
    TurnStarted,
)
from stbpi.games.game import (
    NO_TILES,
    Change,
    Command,
    EndMatch,
    Game,
    HouseRules,
    Phase,
    PlayerView,
    Press,
    Prompt,
    RuleChoice,
    RuleValue,
    StartMatch,
    Summary,
    Tiles,
    Timer,
    Undo,
    View,
    all_tiles,
)

TILES = 6
SEATS = range(2, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The match: who plays, what each has thrown, and how it ended."""

    names: tuple[str, ...] = ()
    thrown: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    why: str = ""

    @property
    def seat(self) -> int:
        return min(len(self.thrown) + 1, len(self.names))


class HighDie:
    """The game, as `games.game.Game` describes it."""

    name = "high_die"
    has_dice = True

    def presets(self) -> tuple[str, ...]:
        return ("one_round",)

    def check_rules(self, preset: str, house_rules: Iterable[tuple[str, object]]) -> HouseRules:
        for field, value in house_rules:
            raise RulesError(field, found=value, expected="no house rule")
        return ()

    def values(self, preset: str, house_rules: HouseRules) -> Mapping[str, RuleValue]:
        return {}

    def fitted(self, preset: str, house_rules: HouseRules, *, tiles: int) -> HouseRules:
        return house_rules

    def summary(self, preset: str, house_rules: HouseRules) -> Summary:
        return Summary(tiles=TILES, rounds=1, least_seats=SEATS[0], most_seats=SEATS[-1])

    def choices(
        self, preset: str, house_rules: HouseRules, *, most_tiles: int
    ) -> tuple[RuleChoice, ...]:
        return ()

    def new(self, down: Tiles, *, complain_ms: int) -> State:
        return State()

    def wants_deal(self, state: State) -> bool:
        return False

    def with_secret(self, state: State, secret: bytes) -> State:
        return state

    def reveal(self, state: State) -> tuple[Event, ...]:
        return ()

    def dice_wanted(self, state: State, command: Command) -> int:
        return 1 if isinstance(command, Press) and not state.why else 0

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        match command:
            case StartMatch(names=names):
                return (
                    MatchStarted(game=self.name, preset=command.preset, seats=len(names)),
                    *(PlayerSeated(seat=i, player=name) for i, name in enumerate(names, 1)),
                    TurnStarted(player=1, round=1),
                )
            case Press() if state.why:
                return (Refused(code=Prompt.WAIT, tiles=()),)
            case Press(dice=dice):
                k = len(state.thrown) + 1
                rolled = Rolled(player=state.seat, dice=dice, total=sum(dice), k=k)
                after = self.evolve(state, rolled)
                if len(after.thrown) < len(after.names):
                    return (rolled, TurnStarted(player=after.seat, round=1))
                best = max(after.thrown)
                winners = tuple(i for i, die in enumerate(after.thrown, 1) if die == best)
                return (rolled, MatchEnded(winners=winners, why="rounds"))
            case EndMatch() if not state.why:
                return (MatchEnded(winners=(), why="stopped"),)
            case Undo():
                raise NotAllowedError("nothing", "no throw can be taken back")
            case _:
                return ()

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case PlayerSeated(player=name):
                return replace(state, names=(*state.names, name))
            case Rolled(total=total):
                return replace(state, thrown=(*state.thrown, total))
            case MatchEnded(winners=winners, why=why):
                return replace(state, winners=winners, why=why)
            case _:
                return state

    def timer(self, state: State) -> Timer | None:
        return None

    def same_again(self, state: State) -> StartMatch:
        return StartMatch(game=self.name, names=state.names, preset="one_round", house_rules=())

    def view(self, state: State, *, time_is_up: bool) -> View:
        is_over = bool(state.why)
        thrown = (*state.thrown, *(None,) * len(state.names))
        return View(
            game=self.name,
            preset="one_round",
            phase=Phase.MATCH_OVER if is_over else Phase.READY,
            prompt=Prompt.MATCH_OVER if is_over else Prompt.ROLL,
            tiles=TILES,
            standing=all_tiles(TILES),
            committed=NO_TILES,
            named=NO_TILES,
            players=tuple(
                PlayerView(
                    seat=seat,
                    name=name,
                    score=thrown[seat - 1],
                    total=thrown[seat - 1] or 0,
                    rounds_won=None,
                    balance=None,
                    out=False,
                    winner=seat in state.winners,
                )
                for seat, name in enumerate(state.names, start=1)
            ),
            player=None if is_over else state.seat,
            round=None if is_over else 1,
            rounds=1,
            roll=(),
            left=None,
            dice_allowed=() if is_over else (1,),
            pot=None,
            may_undo=False,
            may_stop=False,
            rescored=False,
            change=Change.NONE,
            why=state.why,
        )


GAME = HighDie

if TYPE_CHECKING:
    _fits: type[Game[State]] = HighDie
