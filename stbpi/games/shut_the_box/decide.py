"""Deciding: which events a command causes in a match of Shut the Box.

The one place where the rules of the turn are applied (RULES.md 1.1, 1.4; DESIGN.md, "Judging
the real tiles" and "One button"). What a player may not do is a `Refused` event.

Never: changes a state, knows time or chance. Keep: `dice_wanted` and `decide` go the same way
(`_refusal`), so that dice are asked for exactly when they are thrown.
"""

from __future__ import annotations

from typing import assert_never

from stbpi.games.events import (
    Covered,
    Event,
    MatchEnded,
    MatchStarted,
    PlayerOut,
    PlayerSeated,
    Refused,
    Rolled,
    RoundEnded,
    Rule,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import (
    NO_TILES,
    Command,
    EndMatch,
    Hold,
    Press,
    Prompt,
    StartMatch,
    Tiles,
    TilesMoved,
    TimeUp,
    all_tiles,
    members,
    without,
)
from stbpi.games.shut_the_box.judge import Verdict, legal_covers, to_raise
from stbpi.games.shut_the_box.match import Stage, State
from stbpi.games.shut_the_box.ruleset import differences, make, preset
from stbpi.games.shut_the_box.tally import MatchWhy, Turn, TurnWhy, round_winners, tally

NAME = "shut_the_box"


def dice_wanted(state: State, command: Command) -> int:
    """Say how many dice `decide` needs with this command; 0 if it throws none."""
    if not isinstance(command, Press | Hold) or _refusal(state, command) is not None:
        return 0
    return _dice_thrown(state, command)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Return the events that a command causes; none if it changes nothing."""
    match command:
        case StartMatch():
            return _start(command)
        case TilesMoved():
            return _tiles_moved(state)
        case Press() | Hold():
            refusal = _refusal(state, command)
            return (refusal,) if refusal is not None else _throw(state, command.dice)
        case TimeUp():
            return _time_up(state)
        case EndMatch():
            if state.result is not None:
                return ()
            return (MatchEnded(winners=(), why=MatchWhy.STOPPED),)
        case _:
            assert_never(command)


def to_move(state: State) -> tuple[Tiles, Tiles]:
    """Return the tiles that must be raised and lowered before the first throw of a turn."""
    start = state.rules.start
    sink = without(all_tiles(state.rules.tiles), Tiles(start | state.down))
    return Tiles(state.down & start), sink


def wrong_tiles(state: State) -> Tiles:
    """Return the tiles whose raising puts a wrong state right; none if it isn't wrong."""
    judgement = state.judgement
    if judgement.verdict is not Verdict.WRONG:
        return NO_TILES
    order = tuple(tile for tile in state.order if judgement.moved >> (tile - 1) & 1)
    return to_raise(judgement.moved, order, legal_covers(state.standing, state.dice, state.rules))


def after_throw(state: State) -> Tiles:
    """Return what stands for the next throw, as if a complete cover were committed."""
    return without(state.standing, state.judgement.moved) if state.dice else state.standing


def _start(command: StartMatch) -> tuple[Event, ...]:
    base = preset(command.preset)
    rules = make(command.preset, command.house_rules)
    return (
        MatchStarted(game=NAME, preset=command.preset, seats=len(command.names)),
        *(PlayerSeated(seat=i, player=name) for i, name in enumerate(command.names, start=1)),
        *(Rule(field=field, value=value) for field, value in differences(rules, base)),
        TurnStarted(player=1, round=1),
    )


def _tiles_moved(state: State) -> tuple[Event, ...]:
    """Complain about lifted tiles at once; a shut box ends the turn."""
    if state.stage is not Stage.THROWN or state.result is not None:
        return ()
    now = state.judgement
    if now.lifted:
        if not without(now.lifted, state.asked_again):
            return ()
        return (Refused(code=Prompt.CLOSE_AGAIN, tiles=members(now.lifted)),)
    if now.verdict is Verdict.COMPLETE and now.moved == state.standing:
        return (_covered(state, now.moved), *_end_turn(state, NO_TILES, TurnWhy.SHUT))
    return ()


def _refusal(state: State, command: Press | Hold) -> Refused | None:
    """Say why the button may not throw now; `None` if it may."""
    if state.stage is Stage.OVER or state.result is not None:
        return Refused(code=Prompt.WAIT, tiles=())
    if state.stage is Stage.BEFORE_THROW:
        rise, sink = to_move(state)
        if rise:
            return Refused(code=Prompt.RAISE, tiles=members(rise))
        if sink:
            return Refused(code=Prompt.LOWER, tiles=members(sink))
    else:
        judgement = state.judgement
        if judgement.lifted:
            return Refused(code=Prompt.CLOSE_AGAIN, tiles=members(judgement.lifted))
        if judgement.verdict is Verdict.WRONG:
            return Refused(code=Prompt.RAISE, tiles=members(wrong_tiles(state)))
        if judgement.verdict is Verdict.OPEN:
            return Refused(code=Prompt.COVER, tiles=members(judgement.moved))
    if isinstance(command, Hold) and not state.rules.one_die_allowed(after_throw(state)):
        return Refused(code=Prompt.ONE_DIE, tiles=())
    return None


def _dice_thrown(state: State, command: Press | Hold) -> int:
    allowed = state.rules.dice_allowed(after_throw(state))
    return allowed[0] if isinstance(command, Hold) else allowed[-1]


def _throw(state: State, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Commit a complete cover, if there is one, and throw."""
    moved = state.judgement.moved if state.dice else NO_TILES
    standing = without(state.standing, moved)
    committed = (_covered(state, moved),) if moved else ()
    rolled = Rolled(player=state.seat, dice=dice, total=sum(dice), k=state.k + 1)
    if legal_covers(standing, dice, state.rules):
        return (*committed, rolled)
    return (*committed, rolled, *_end_turn(state, standing, TurnWhy.NO_MOVE))


def _covered(state: State, moved: Tiles) -> Covered:
    return Covered(
        player=state.seat,
        tiles=members(moved),
        standing=members(without(state.standing, moved)),
    )


def _end_turn(state: State, standing: Tiles, why: TurnWhy) -> tuple[Event, ...]:
    turn = Turn(seat=state.seat, round=state.round, standing=standing, why=why)
    turns = (*state.turns, turn)
    before = state.tally
    after = tally(turns, seats=state.seats, rules=state.rules)
    total = after.totals[state.seat - 1]
    events: list[Event] = [
        TurnEnded(
            player=state.seat,
            standing=members(standing),
            score=state.rules.score(standing),
            why=why,
            total=total,
        )
    ]
    events += [PlayerOut(player=seat, total=total) for seat in after.out if seat not in before.out]
    if after.result is not None or after.round > state.round:
        winners = round_winners(turns, seats=state.seats, rules=state.rules)
        events.append(RoundEnded(round=state.round, winners=winners))
    if after.result is not None:
        events.append(MatchEnded(winners=after.result.winners, why=after.result.why))
    return tuple(events)


def _time_up(state: State) -> tuple[Event, ...]:
    if state.result is not None:
        return ()
    if state.stage is Stage.OVER:
        now = state.tally
        return (TurnStarted(player=now.seat, round=now.round),)
    if state.stage is Stage.THROWN and not state.complained and not state.judgement.lifted:
        wrong = wrong_tiles(state)
        return (Refused(code=Prompt.RAISE, tiles=members(wrong)),) if wrong else ()
    return ()
