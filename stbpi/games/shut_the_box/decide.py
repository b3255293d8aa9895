"""Deciding: which events a command causes in a match of Shut the Box.

The rules of the turn are applied here (RULES.md 1.1, 1.2; DESIGN.md, "Judging the real tiles"
and "One button"); what the operator may do stands in `operate`. What a player may not do is a
`Refused` event.

Never: changes a state, knows time or chance. Keep: `dice_wanted` and `decide` go the same way
(`_refusal`), so that dice are asked for exactly when they are thrown.
"""

from __future__ import annotations

from typing import assert_never

from stbpi.errors import NotAllowedError
from stbpi.games.events import (
    BotChose,
    Event,
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
    Tiles,
    TilesMoved,
    TimeUp,
    Undo,
    members,
    without,
)
from stbpi.games.shut_the_box import operate
from stbpi.games.shut_the_box.house_rules import (
    differences,
    make,
    preset,
    refuse_bots,
    refuse_seats,
)
from stbpi.games.shut_the_box.judge import Verdict, to_raise
from stbpi.games.shut_the_box.match import Stage, State, evolve, new
from stbpi.games.shut_the_box.outcome import end_turn, start_turn
from stbpi.games.shut_the_box.ruleset import FewerDice
from stbpi.games.shut_the_box.tally import TurnWhy
from stbpi.language import _

NAME = "shut_the_box"


def dice_wanted(state: State, command: Command) -> int:
    """Say how many dice `decide` needs with this command; 0 if it throws none."""
    if isinstance(command, BotRoll):
        return command.count if _bot_may_roll(state, command) else 0
    if not isinstance(command, Press | Hold) or state.turn_rules.has_real_dice:
        return 0
    if _refusal(state, command) is not None:
        return 0
    return _dice_thrown(state, command)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Return the events that a command causes; none if it changes nothing.

    Raises:
        RulesError: rules that can't be played.
        NotAllowedError: the operator asks for what can't be done now.
    """
    match command:
        case StartMatch():
            return _start(command)
        case TilesMoved():
            return _tiles_moved(state)
        case Press() | Hold():
            refusal = _refusal(state, command)
            if refusal is not None:
                return (refusal,)
            if state.turn_rules.has_real_dice:
                return operate.cover(state)
            return _throw(state, command.dice)
        case BotRoll():
            return _throw(state, command.dice) if _bot_may_roll(state, command) else ()
        case BotCover():
            return _bot_chooses(state, command.tiles)
        case Deal():
            return ()
        case Choose():
            raise NotAllowedError("not_legal", _("this can't be chosen now"))
        case TimeUp():
            return _time_up(state)
        case EndMatch():
            return operate.end_match(state)
        case StopTurn():
            return operate.stop_turn(state)
        case NoMove():
            return operate.no_move(state)
        case Undo():
            return operate.undo(state)
        case SetRule():
            return operate.set_rule(state, command)
        case EnterTurn():
            return operate.enter_turn(state, command)
        case _:
            assert_never(command)


def wrong_tiles(state: State) -> Tiles:
    """Return the tiles whose raising puts a wrong state right; none if it isn't wrong."""
    judgement = state.judgement
    if judgement.verdict is not Verdict.WRONG:
        return NO_TILES
    order = tuple(tile for tile in state.order if judgement.moved >> (tile - 1) & 1)
    return to_raise(judgement.moved, order, state.wanted)


def after_throw(state: State) -> Tiles:
    """Return what stands for the next throw, as if a complete cover were committed."""
    if state.stage is not Stage.THROWN or state.judgement.verdict is not Verdict.COMPLETE:
        return state.standing
    return without(state.standing, state.judgement.moved)


def _start(command: StartMatch) -> tuple[Event, ...]:
    rules = make(command.preset, command.house_rules)
    refuse_seats(rules, command.preset, len(command.names))
    bots = command.bots or ("",) * len(command.names)
    if any(bots):
        refuse_bots(rules)
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
    state = new(NO_TILES, complain_ms=0)
    for event in seated:
        state = evolve(state, event)
    return (*seated, *start_turn(state, seat=1, round_=1))


def _tiles_moved(state: State) -> tuple[Event, ...]:
    """Complain about lifted tiles at once; a shut box ends the turn."""
    if state.stage is not Stage.THROWN or state.result is not None:
        return ()
    now = state.judgement
    if now.lifted:
        if not without(now.lifted, state.asked_again):
            return ()
        return (Refused(code=Prompt.CLOSE_AGAIN, tiles=members(now.lifted)),)
    is_told = not state.turn_rules.has_real_dice  # else a press says that the tiles are closed
    if is_told and now.verdict is Verdict.COMPLETE and now.moved == state.standing:
        return operate.cover(state)
    return ()


def _bot_may_roll(state: State, command: BotRoll) -> bool:
    """Say whether a bot is on turn that may throw so many dice now."""
    if not state.bot or state.result is not None:
        return False
    if state.stage is Stage.BEFORE_THROW:
        may_roll = not any(state.to_move)
    else:
        may_roll = state.stage is Stage.THROWN and is_covered(state)
    return may_roll and command.count in state.turn_rules.dice_allowed(after_throw(state))


def _bot_chooses(state: State, cover: Tiles) -> tuple[Event, ...]:
    """Take the choice of the bot on turn; if it lies there already, that may shut the box."""
    is_asked = state.bot and state.stage is Stage.THROWN and state.result is None
    if not is_asked or state.chosen or cover not in state.legal:
        return ()
    chose = BotChose(player=state.seat, tiles=members(cover))
    return (chose, *_tiles_moved(evolve(state, chose)))


def is_covered(state: State) -> bool:
    """Say whether a cover of the throw is closed, and nothing is to be put right."""
    now = state.judgement
    return now.verdict is Verdict.COMPLETE and not now.lifted


def _refusal(state: State, command: Press | Hold) -> Refused | None:
    """Say why the button may not throw now; `None` if it may."""
    if state.stage in (Stage.OVER, Stage.NONE) or state.result is not None:
        return Refused(code=Prompt.WAIT, tiles=())
    if state.stage is Stage.BEFORE_THROW:
        rise, sink = state.to_move
        if rise:
            return Refused(code=Prompt.RAISE, tiles=members(rise))
        if sink:
            return Refused(code=Prompt.LOWER, tiles=members(sink))
    else:
        judgement = state.judgement
        if judgement.lifted:
            return Refused(code=Prompt.CLOSE_AGAIN, tiles=members(judgement.lifted))
        if judgement.verdict is Verdict.WRONG:
            code = Prompt.RAISE if may_be_thrown(state) else Prompt.TOTAL
            return Refused(code=code, tiles=members(wrong_tiles(state)))
        if state.bot:
            rest = without(state.chosen, state.down)
            return Refused(code=Prompt.CLOSE if rest else Prompt.WAIT, tiles=members(rest))
        if judgement.verdict is Verdict.OPEN:
            code = Prompt.COVER if may_be_thrown(state) else Prompt.TOTAL
            return Refused(code=code, tiles=members(judgement.moved))
        if state.turn_rules.has_real_dice:
            return None
    if state.bot:
        return Refused(code=Prompt.WAIT, tiles=())
    wants_fewer = isinstance(command, Hold) and state.turn_rules.dice > 1
    if wants_fewer and not state.turn_rules.one_die_allowed(after_throw(state)):
        return Refused(code=Prompt.ONE_DIE, tiles=())
    return None


def may_be_thrown(state: State) -> bool:
    """Say whether a throw may have the total of the moved tiles, as far as the box knows."""
    moved = state.judgement.moved
    if not state.turn_rules.has_real_dice or not moved:
        return True
    return sum(members(moved)) in state.turn_rules.totals_allowed(state.standing)


def _dice_thrown(state: State, command: Press | Hold) -> int:
    allowed = state.turn_rules.dice_allowed(after_throw(state))
    if isinstance(command, Press):
        return allowed[-1]
    if state.turn_rules.fewer_dice is FewerDice.ANY:
        return max(allowed[0], allowed[-1] - command.fewer)
    return allowed[0]


def _throw(state: State, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Commit a complete cover, if there is one, and throw."""
    rules = state.turn_rules
    committed = (operate.covered(state),) if state.stage is Stage.THROWN else ()
    total = sum(dice)
    rolled = Rolled(player=state.seat, dice=dice, total=total, k=state.k + 1)
    thrown = state
    for event in (*committed, rolled):
        thrown = evolve(thrown, event)
    if total == rules.unlucky:
        why = TurnWhy.UNLUCKY
    elif thrown.legal:
        return (*committed, rolled)
    elif thrown.is_first_throw and rules.first_roll_tile:
        why = TurnWhy.FIRST_ROLL
    else:
        why = TurnWhy.NO_MOVE
    return (*committed, rolled, *end_turn(thrown, thrown.standing, why))


def _time_up(state: State) -> tuple[Event, ...]:
    if state.result is not None:
        return ()
    if state.stage is Stage.OVER:
        return start_turn(state, seat=state.tally.seat, round_=state.tally.round)
    if state.stage is Stage.THROWN and not state.complained and not state.judgement.lifted:
        wrong = wrong_tiles(state)
        return (Refused(code=Prompt.RAISE, tiles=members(wrong)),) if wrong else ()
    return ()
