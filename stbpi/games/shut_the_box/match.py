"""The state of a match of Shut the Box, and how events change it.

What follows from the facts is computed by `tally` (kept beside them, made anew by `evolve`), and
by `judge` and `view` where it is needed. The same fold serves play, resuming after a power cut,
and replay.

Never: decides anything. Rule: RULES.md 1.1 and 1.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from stbpi.games.events import (
    BotChose,
    Bounced,
    Browsed,
    Called,
    CardsPlayed,
    ChipPaid,
    ChipTaken,
    Claimed,
    Cleared,
    Covered,
    DealCommitted,
    DealRevealed,
    Dealt,
    DiceCommitted,
    DiceRevealed,
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    OperatorEntered,
    OperatorRefused,
    Paid,
    PlayerOut,
    PlayerSeated,
    Pot,
    RecordNamed,
    Refused,
    Rescored,
    Resumed,
    Rolled,
    RoundEnded,
    Rule,
    RulesChanged,
    SettingChanged,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
    Undone,
)
from stbpi.games.game import NO_TILES, Change, Prompt, Tile, Tiles, tiles, without
from stbpi.games.shut_the_box.house_rules import AT_ONCE, preset, with_rule
from stbpi.games.shut_the_box.judge import Judgement, Verdict, covers_now, judge
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.steps import Played, Step
from stbpi.games.shut_the_box.tally import MatchWhy, Result, Tally, Turn, TurnWhy, tally


class Stage(StrEnum):
    """Where a turn stands; `NONE`: it is lost, by a change that ended the match or by undo.

    Real dice are not seen: such a turn is `THROWN` as soon as its tiles have been put right.
    """

    BEFORE_THROW = "before_throw"
    THROWN = "thrown"
    OVER = "over"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A match, as its events left it.

    Attributes:
        preset: the preset's name; empty before the match has started.
        rules: the house rules in force.
        turn_rules: the house rules that were in force when the turn started; what a player may
            do in it follows from these (RULES.md 1.6).
        names: the players, by seat.
        bots: by seat, which bot plays there; empty for a person.
        complain_ms: how long a wrong state may last before it is complained about.
        down: all tiles of the box that are down, settled.
        stage: of the turn.
        seat: the player of the turn.
        round: the round of the turn, from 1.
        dice: the last throw of the turn; empty before the first, and with real dice.
        throws: how many throws the turn has had; of real dice those that are covered.
        k: number of the last throw in the match.
        committed: tiles in play that are closed for good in the turn; at its start those that
            don't belong to the start position.
        chosen: the cover that the bot on turn wants for its throw; none before it has chosen.
        order: the tiles that went down since the throw and are down, first to last.
        asked_again: closed tiles that stand again and have been asked for.
        complained: the wrong state that the tiles are in has been complained about.
        refusal: why the button was refused, while that is the latest news; else empty.
        refusals: how often it was refused for that since anything else happened.
        steps: of the turn, in progress or just over.
        played: the turn that has ended last, as it was played; `None` if there is none, or if it
            was taken back.
        turns: the finished turns, in the order in which they were played.
        stopped: the players have ended the match.
        rescored: house rules have changed since the match began, and finished turns with them.
        change: a house rule has just changed, and nothing has been played since.
        tally: what the finished turns amount to.
    """

    preset: str
    rules: Ruleset
    turn_rules: Ruleset
    names: tuple[str, ...]
    bots: tuple[str, ...]
    complain_ms: int
    down: Tiles
    stage: Stage
    seat: int
    round: int
    dice: tuple[int, ...]
    throws: int
    k: int
    committed: Tiles
    chosen: Tiles
    order: tuple[Tile, ...]
    asked_again: Tiles
    complained: bool
    refusal: str
    refusals: int
    steps: tuple[Step, ...]
    played: Played | None
    turns: tuple[Turn, ...]
    stopped: bool
    rescored: bool
    change: Change
    tally: Tally

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def bot(self) -> str:
        """Which bot plays the turn; empty for a person."""
        return self.bots[self.seat - 1] if self.seat else ""

    @property
    def result(self) -> Result | None:
        """How the match ended; `None` while it goes on."""
        return self.tally.result

    @property
    def standing(self) -> Tiles:
        """The tiles that may still be covered in the turn, whatever the box shows."""
        return without(self.turn_rules.all_tiles, self.committed)

    @property
    def to_move(self) -> tuple[Tiles, Tiles]:
        """The tiles that must be raised and lowered before the first throw of a turn."""
        start = self.turn_rules.start_tiles
        sink = without(self.turn_rules.all_tiles, Tiles(start | self.down))
        return Tiles(self.down & start), sink

    @property
    def has_throw(self) -> bool:
        """Whether the turn in progress has a throw."""
        return self.stage is Stage.THROWN and self.throws > 0

    @property
    def is_first_throw(self) -> bool:
        """Whether the throw that is to be covered is the first of its turn."""
        return self.throws == (0 if self.turn_rules.has_real_dice else 1)

    @property
    def legal(self) -> tuple[Tiles, ...]:
        """The covers that the throw allows, by ascending mask; only of meaning after one."""
        return covers_now(self.standing, self.dice, self.turn_rules, is_first=self.is_first_throw)

    @property
    def wanted(self) -> tuple[Tiles, ...]:
        """The covers that may be closed; a bot wants one, and none before it has chosen."""
        if not self.bot:
            return self.legal
        return (self.chosen,) if self.chosen else ()

    @property
    def judgement(self) -> Judgement:
        """What stands on the box, judged; only of meaning after a throw."""
        return judge(self.down, self.committed, legal=self.wanted, rules=self.turn_rules)


def new(down: Tiles, *, complain_ms: int) -> State:
    """Make the state before a match, on a box where these tiles are down."""
    rules = Ruleset()
    return State(
        preset="",
        rules=rules,
        turn_rules=rules,
        names=(),
        bots=(),
        complain_ms=complain_ms,
        down=down,
        stage=Stage.BEFORE_THROW,
        seat=0,
        round=0,
        dice=(),
        throws=0,
        k=0,
        committed=NO_TILES,
        chosen=NO_TILES,
        order=(),
        asked_again=NO_TILES,
        complained=False,
        refusal="",
        refusals=0,
        steps=(),
        played=None,
        turns=(),
        stopped=False,
        rescored=False,
        change=Change.NONE,
        tally=tally((), seats=1, rules=rules, begun=0, stopped=True),
    )


def evolve(state: State, event: Event) -> State:
    """Fold one event in."""
    followed = follow(state, event)
    return tallied(followed) if isinstance(event, _COUNTING) else followed


def follow(state: State, event: Event) -> State:
    """Fold one event in, all but the tally, which stays as it was.

    Whoever folds a match to see how it ended makes the tally once, with `tallied`.
    """
    match event:
        case MatchStarted():
            return replace(state, preset=event.preset, rules=preset(event.preset))
        case PlayerSeated():
            names, bots = (*state.names, event.player), (*state.bots, event.bot or "")
            return replace(state, names=names, bots=bots)
        case Rule():
            return replace(state, rules=with_rule(state.rules, event.field, event.value))
        case TurnStarted():
            return _turn_started(state, event)
        case Rolled():
            return replace(
                state,
                stage=Stage.THROWN,
                dice=event.dice or (),
                throws=state.throws + 1,
                k=event.k,
                steps=(*state.steps, Step(event.dice or ())),
                chosen=NO_TILES,
                order=(),
                asked_again=NO_TILES,
                complained=False,
                refusals=0,
                change=Change.NONE,
            )
        case TileDown():
            down = Tiles(state.down | tiles(event.tile))
            return _moved(state, event, down, (*state.order, Tile(event.tile)))
        case TileUp():
            order = tuple(t for t in state.order if t != event.tile)
            return _moved(state, event, without(state.down, tiles(event.tile)), order)
        case Refused():
            return _refused(state, event)
        case BotChose():
            return replace(state, chosen=tiles(*event.tiles), complained=False)
        case Covered():
            return _covered(state, tiles(*event.tiles))
        case TurnEnded():
            return _turn_ended(state, event)
        case RulesChanged():
            return _rules_changed(state, event)
        case Undone():
            undone = (event.round, event.player)  # the one in progress is not among the finished
            turns = tuple(t for t in state.turns if (t.round, t.seat) != undone)
            lost = replace(state, turns=turns, stage=Stage.NONE, stopped=False)
            return replace(lost, steps=(), played=None)
        case MatchEnded():
            stopped = event.why == MatchWhy.STOPPED
            is_shown = stopped or state.stage is Stage.OVER
            stage = state.stage if is_shown else Stage.NONE
            return replace(state, stage=stage, stopped=stopped)
        case PlayerOut() | RoundEnded() | Paid() | Pot() | Rescored():
            return state  # follows from the turns
        case ChipPaid() | ChipTaken() | Called() | CardsPlayed() | Claimed() | Browsed():
            return state  # is of another game
        case DealCommitted() | DealRevealed() | Dealt():
            return state  # is of another game
        case MatchSetAside() | MatchContinued() | Fault() | FaultCleared() | Bounced() | Resumed():
            return state  # is about the box
        case DiceCommitted() | DiceRevealed():
            return state  # is about where throws come from
        case RecordNamed() | SettingChanged() | Cleared() | OperatorEntered() | OperatorRefused():
            return state  # is about the box
        case _:
            assert_never(event)


_COUNTING = (PlayerSeated, Rule, TurnStarted, TurnEnded, RulesChanged, Undone, MatchEnded)
"""Events after which the tally may be another one."""


def tallied(state: State) -> State:
    """Return the state with its tally made anew."""
    begun = max([state.round, *(turn.round for turn in state.turns)])
    now = tally(
        state.turns, seats=state.seats, rules=state.rules, begun=begun, stopped=state.stopped
    )
    return replace(state, tally=now)


def _turn_started(state: State, event: TurnStarted) -> State:
    started = replace(
        state,
        turn_rules=state.rules,
        stage=Stage.BEFORE_THROW,
        seat=event.player,
        round=event.round,
        dice=(),
        throws=0,
        committed=without(state.rules.all_tiles, state.rules.start_tiles),
        chosen=NO_TILES,
        order=(),
        asked_again=NO_TILES,
        complained=False,
        refusals=0,
        steps=(),
    )
    return _begun(started)


def _begun(state: State) -> State:
    """Return the state with a turn of real dice begun, if its tiles have been put right."""
    is_real = state.turn_rules.has_real_dice
    if is_real and state.stage is Stage.BEFORE_THROW and not any(state.to_move):
        return replace(state, stage=Stage.THROWN, order=())
    return state


def _covered(state: State, cover: Tiles) -> State:
    return replace(
        state,
        committed=Tiles(state.committed | cover),
        steps=(*state.steps[:-1], Step(state.dice, cover)),
        order=(),
        refusals=0,
    )


def _turn_ended(state: State, event: TurnEnded) -> State:
    turn = finished(event, round_=state.round, start=state.turn_rules.start_tiles)
    played = Played(
        seat=turn.seat,
        round=turn.round,
        rules=state.turn_rules,
        steps=state.steps,
        why=turn.why,
    )
    return replace(state, stage=Stage.OVER, turns=(*state.turns, turn), played=played)


def finished(event: TurnEnded, *, round_: int, start: Tiles) -> Turn:
    """Return the turn that has ended, of this round and with these tiles standing at its start."""
    return Turn(
        seat=event.player,
        round=round_,
        start=start,
        standing=tiles(*event.standing),
        why=TurnWhy(event.why),
    )


def _rules_changed(state: State, event: RulesChanged) -> State:
    """Take a rule over; another number of tiles (score sheet) is that of all turns."""
    rules = with_rule(state.rules, event.field, event.value)
    turns, turn_rules = state.turns, state.turn_rules
    if event.field == "tiles":
        turns = tuple(replace(turn, start=rules.start_tiles) for turn in turns)
        turn_rules = rules
    at_once = event.field in AT_ONCE
    return replace(
        state,
        rules=rules,
        turn_rules=turn_rules,
        turns=turns,
        rescored=state.rescored or (at_once and bool(turns)),
        change=Change.AT_ONCE if at_once else Change.NEXT_TURN,
    )


def _moved(state: State, event: TileDown | TileUp, down: Tiles, order: tuple[Tile, ...]) -> State:
    """Take a move in; one of a tile that is not in play is no change of anything else."""
    if event.tile > state.turn_rules.tiles:
        return replace(state, down=down)
    moved = replace(
        state,
        down=down,
        order=order,
        asked_again=without(state.asked_again, down),
        complained=False,
        refusals=0,
        change=Change.NONE,
    )
    return _begun(moved)


def _refused(state: State, event: Refused) -> State:
    """A refusal is a fact of the display: it changes what is shown, never the play."""
    if event.code == Prompt.CLOSE_AGAIN:
        return replace(state, asked_again=tiles(*event.tiles))
    if event.code == Prompt.RAISE and state.stage is Stage.THROWN:
        return replace(state, complained=True)
    is_of_real_dice = state.turn_rules.has_real_dice and state.stage is Stage.THROWN
    if is_of_real_dice and state.judgement.verdict is Verdict.WRONG:
        return replace(state, complained=True)
    if event.code == Prompt.ONE_DIE or is_of_real_dice:
        again = state.refusals if state.refusal == event.code else 0
        return replace(state, refusal=event.code, refusals=again + 1)
    return state
