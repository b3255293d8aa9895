"""The state of a match of Shut the Box, and how events change it.

Facts only: what follows from them (totals, verdicts, phases) is computed where it is needed, by
`tally`, `judge` and `view`. The same fold serves play, resuming after a power cut, and replay.

Never: decides anything. Rule: RULES.md 1.1 and 1.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from stbpi.games.events import (
    Covered,
    Event,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerOut,
    PlayerSeated,
    Refused,
    Resumed,
    Rolled,
    RoundEnded,
    Rule,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, Prompt, Tile, Tiles, tiles, without
from stbpi.games.shut_the_box.judge import Judgement, judge
from stbpi.games.shut_the_box.ruleset import Ruleset, preset, with_rule
from stbpi.games.shut_the_box.tally import MatchWhy, Result, Tally, Turn, TurnWhy, tally


class Stage(StrEnum):
    """Where a turn stands."""

    BEFORE_THROW = "before_throw"
    THROWN = "thrown"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A match, as its events left it.

    Attributes:
        preset: the preset's name; empty before the match has started.
        rules: the house rules in force.
        names: the players, by seat.
        complain_ms: how long a wrong state may last before it is complained about.
        down: all tiles of the box that are down, settled.
        stage: of the turn.
        seat: the player of the turn.
        round: the round of the turn, from 1.
        dice: the last throw of the turn; empty before the first.
        k: number of the last throw in the match.
        committed: tiles closed for good in the turn.
        order: the tiles that went down since the throw and are down, first to last.
        asked_again: closed tiles that stand again and have been asked for.
        complained: the wrong state that the tiles are in has been complained about.
        one_die_refusals: how often a single die was refused since anything else happened.
        turns: the finished turns, in the order in which they were played.
        result: how the match ended; `None` while it goes on.
    """

    preset: str
    rules: Ruleset
    names: tuple[str, ...]
    complain_ms: int
    down: Tiles
    stage: Stage
    seat: int
    round: int
    dice: tuple[int, ...]
    k: int
    committed: Tiles
    order: tuple[Tile, ...]
    asked_again: Tiles
    complained: bool
    one_die_refusals: int
    turns: tuple[Turn, ...]
    result: Result | None

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def standing(self) -> Tiles:
        """The tiles that may still be covered in the turn, whatever the box shows."""
        return without(self.rules.start, self.committed)

    @property
    def tally(self) -> Tally:
        return tally(self.turns, seats=self.seats, rules=self.rules)

    @property
    def judgement(self) -> Judgement:
        """What stands on the box, judged; only of meaning after a throw."""
        return judge(self.down, self.committed, dice=self.dice, rules=self.rules)


def new(down: Tiles, *, complain_ms: int) -> State:
    """Make the state before a match, on a box where these tiles are down."""
    return State(
        preset="",
        rules=Ruleset(),
        names=(),
        complain_ms=complain_ms,
        down=down,
        stage=Stage.BEFORE_THROW,
        seat=0,
        round=0,
        dice=(),
        k=0,
        committed=NO_TILES,
        order=(),
        asked_again=NO_TILES,
        complained=False,
        one_die_refusals=0,
        turns=(),
        result=None,
    )


def evolve(state: State, event: Event) -> State:
    """Fold one event in."""
    match event:
        case MatchStarted():
            return replace(state, preset=event.preset, rules=preset(event.preset))
        case PlayerSeated():
            return replace(state, names=(*state.names, event.player))
        case Rule():
            return replace(state, rules=with_rule(state.rules, event.field, event.value))
        case TurnStarted():
            return replace(
                state,
                stage=Stage.BEFORE_THROW,
                seat=event.player,
                round=event.round,
                dice=(),
                committed=NO_TILES,
                order=(),
                asked_again=NO_TILES,
                complained=False,
                one_die_refusals=0,
            )
        case Rolled():
            return replace(
                state,
                stage=Stage.THROWN,
                dice=event.dice,
                k=event.k,
                order=(),
                asked_again=NO_TILES,
                complained=False,
                one_die_refusals=0,
            )
        case TileDown():
            tile = Tile(event.tile)
            down = Tiles(state.down | tiles(tile))
            return _moved(state, down, (*state.order, tile))
        case TileUp():
            order = tuple(t for t in state.order if t != event.tile)
            return _moved(state, without(state.down, tiles(event.tile)), order)
        case Refused():
            return _refused(state, event)
        case Covered():
            return replace(
                state,
                committed=Tiles(state.committed | tiles(*event.tiles)),
                order=(),
                one_die_refusals=0,
            )
        case TurnEnded():
            turn = Turn(
                seat=event.player,
                round=state.round,
                standing=tiles(*event.standing),
                why=TurnWhy(event.why),
            )
            return replace(state, stage=Stage.OVER, turns=(*state.turns, turn))
        case MatchEnded():
            return replace(state, result=Result(winners=event.winners, why=MatchWhy(event.why)))
        case PlayerOut() | RoundEnded() | MatchSetAside() | Fault() | FaultCleared() | Resumed():
            return state  # what they say follows from the turns, or is about the box
        case _:
            assert_never(event)


def _moved(state: State, down: Tiles, order: tuple[Tile, ...]) -> State:
    return replace(
        state,
        down=down,
        order=order,
        asked_again=without(state.asked_again, down),
        complained=False,
        one_die_refusals=0,
    )


def _refused(state: State, event: Refused) -> State:
    """A refusal is a fact of the display: it changes what is shown, never the play."""
    if event.code == Prompt.CLOSE_AGAIN:
        return replace(state, asked_again=tiles(*event.tiles))
    if event.code == Prompt.RAISE and state.stage is Stage.THROWN:
        return replace(state, complained=True)
    if event.code == Prompt.ONE_DIE:
        return replace(state, one_die_refusals=state.one_die_refusals + 1)
    return state
