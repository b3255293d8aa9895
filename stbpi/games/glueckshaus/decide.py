"""Deciding: which events a command causes in a match of Glückshaus.

What a player may not do is a `Refused` event. Nothing is chosen in this game: a hold is a press,
and a bot only throws.

Never: changes a state, knows time or chance. Keep: `dice_wanted` and `decide` go the same way
(`_may_throw`), so that dice are asked for exactly when they are thrown. Rule: RULES.md 2.
"""

from __future__ import annotations

from functools import reduce
from typing import assert_never

from stbpi.errors import NotAllowedError
from stbpi.games.events import (
    Event,
    MatchEnded,
    MatchStarted,
    PlayerSeated,
    Refused,
    Rolled,
    Rule,
)
from stbpi.games.game import (
    NO_TILES,
    BotCover,
    BotRoll,
    Choose,
    Command,
    Deal,
    EndMatch,
    EnterTurn,
    Hold,
    NoMove,
    Press,
    Prompt,
    SetRule,
    StartMatch,
    StopTurn,
    TilesMoved,
    TimeUp,
    Undo,
    members,
    without,
)
from stbpi.games.glueckshaus.house_rules import (
    differences,
    make,
    no_change,
    preset,
    refuse_seats,
)
from stbpi.games.glueckshaus.judge import asked, is_moved, judge
from stbpi.games.glueckshaus.match import MatchWhy, Stage, State, evolve, new
from stbpi.games.glueckshaus.outcome import first_turn, most_chips, next_turn, outcome
from stbpi.games.glueckshaus.ruleset import Ending
from stbpi.language import _

NAME = "glueckshaus"


def dice_wanted(state: State, command: Command) -> int:
    """Say how many dice `decide` needs with this command; 0 if it throws none."""
    return dice_of(state) if _may_throw(state, command) else 0


def dice_of(state: State) -> int:
    """Return how many dice the next throw has."""
    return 1 if state.is_roll_off else 2


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Return the events that a command causes; none if it changes nothing.

    Raises:
        RulesError: rules that can't be played, or that are to change in a match.
        NotAllowedError: the operator asks for what there is not in this game.
    """
    match command:
        case StartMatch():
            return _start(command)
        case TilesMoved():
            return _tiles_moved(state)
        case Press() | Hold():
            if not _may_throw(state, command):
                return (_refusal(state),)
            return _throw(state, command.dice)
        case BotRoll():
            return _throw(state, command.dice) if _may_throw(state, command) else ()
        case TimeUp():
            return _time_up(state)
        case EndMatch():
            return () if state.stage is Stage.OVER else (_end(MatchWhy.STOPPED),)
        case BotCover() | Deal():
            return ()
        case Choose():
            raise NotAllowedError("not_legal", _("this can't be chosen now"))
        case Undo():
            raise NotAllowedError("nothing", _("no turn can be taken back"))
        case StopTurn():
            raise NotAllowedError("may_stop", _("the turn can't be stopped now"))
        case NoMove():
            raise NotAllowedError("no_move", _("no move can be declared now"))
        case EnterTurn():
            raise NotAllowedError("wait", _("no turn can be entered now"))
        case SetRule():
            raise no_change(state.rules, command.field, command.value)
        case _:
            assert_never(command)


def _start(command: StartMatch) -> tuple[Event, ...]:
    rules = make(command.preset, command.house_rules)
    refuse_seats(len(command.names))
    bots = command.bots or ("",) * len(command.names)
    seated: tuple[Event, ...] = (
        MatchStarted(game=NAME, preset=command.preset, seats=len(command.names)),
        *(
            PlayerSeated(seat=i, player=name, bot=bot or None)
            for i, (name, bot) in enumerate(zip(command.names, bots, strict=True), start=1)
        ),
        *(
            Rule(field=field, value=value)
            for field, value in differences(rules, preset(command.preset))
        ),
    )
    return (*seated, first_turn(reduce(evolve, seated, new(NO_TILES, complain_ms=0))))


def _may_throw(state: State, command: Command) -> bool:
    """Say whether a command throws: it is somebody's turn, and the tiles are right."""
    match command:
        case Press() | Hold():
            is_his = not state.bot
        case BotRoll(count=count):
            is_his = bool(state.bot) and count == dice_of(state)
        case _:
            return False
    is_right = asked(state, stray_counts=True)[0] is None
    return is_his and state.stage is Stage.READY and is_right


def _refusal(state: State) -> Refused:
    """Say why the button does not throw now."""
    if state.stage is Stage.OVER:
        return Refused(code=Prompt.WAIT, tiles=())
    prompt, which = asked(state, stray_counts=True)
    return Refused(code=prompt or Prompt.WAIT, tiles=members(which))


def _throw(state: State, dice: tuple[int, ...]) -> tuple[Event, ...]:
    rolled = Rolled(player=state.seat, dice=dice, total=sum(dice), k=state.k + 1)
    thrown = evolve(state, rolled)
    if state.is_roll_off:
        return (rolled, first_turn(thrown))
    return (rolled, *outcome(thrown))


def _tiles_moved(state: State) -> tuple[Event, ...]:
    """End the turn when its tiles are moved; complain about lifted ones at once."""
    if state.stage is not Stage.THROWN:
        return ()
    if is_moved(state):
        return (next_turn(state),)
    lifted = judge(state).lifted
    if not without(lifted, state.asked_again):
        return ()
    return (Refused(code=Prompt.CLOSE_AGAIN, tiles=members(lifted)),)


def _time_up(state: State) -> tuple[Event, ...]:
    if state.stage is Stage.READY and state.rules.ending is Ending.CLOCK:
        return (_end(MatchWhy.CLOCK, most_chips(state)),)
    if state.stage is not Stage.THROWN or state.complained:
        return ()
    prompt, which = asked(state, stray_counts=True)
    return (Refused(code=prompt, tiles=members(which)),) if prompt is Prompt.RAISE else ()


def _end(why: MatchWhy, winners: tuple[int, ...] = ()) -> MatchEnded:
    return MatchEnded(winners=winners, why=why)
