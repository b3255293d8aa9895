"""Viewing: what a person should see of a match of Glückshaus.

Never: changes or decides anything. Rule: RULES.md 2.4; phases and prompts are public (DESIGN.md).
"""

from __future__ import annotations

from stbpi.games.game import (
    NO_TILES,
    Change,
    Phase,
    PlayerView,
    Prompt,
    Tiles,
    Timer,
    View,
    all_tiles,
    without,
)
from stbpi.games.glueckshaus.decide import NAME, dice_of
from stbpi.games.glueckshaus.house import House, Room, Throw
from stbpi.games.glueckshaus.judge import asked
from stbpi.games.glueckshaus.match import Stage, State
from stbpi.games.glueckshaus.ruleset import WEDDING, Does, Ending, First

A_MINUTE_MS = 60_000


def timer(state: State) -> Timer | None:
    """Say what the state waits for: a complaint, or between two throws the end of the time."""
    if state.stage is Stage.READY and state.rules.ending is Ending.CLOCK:
        ms = state.rules.minutes * A_MINUTE_MS
        return Timer(key=("clock", state.k), ms=ms, of_match=True)
    is_thrown = state.stage is Stage.THROWN
    prompt, stray = asked(state, stray_counts=True)
    if is_thrown and prompt is Prompt.RAISE and not state.complained:
        return Timer(key=("wrong", state.k, stray, state.down), ms=state.complain_ms)
    return None


def view(state: State) -> View:
    """Say what a person should see."""
    phase, prompt, named = _situation(state)
    is_over = phase is Phase.MATCH_OVER
    may_throw = phase is Phase.READY
    return View(
        game=NAME,
        preset=state.preset,
        phase=phase,
        prompt=prompt,
        tiles=state.rules.tiles,
        standing=without(all_tiles(state.rules.tiles), state.down),
        committed=Tiles(state.down & state.wanted & _before(state)),
        named=named,
        players=tuple(
            PlayerView(
                seat=seat,
                name=name,
                score=None,
                total=has,
                rounds_won=None,
                balance=None,
                out=seat in state.out,
                winner=seat in state.winners,
                bot=bot,
            )
            for seat, (name, has, bot) in enumerate(
                zip(state.names, state.hands, state.bots, strict=True), start=1
            )
        ),
        player=None if is_over else state.seat,
        round=None if is_over else state.round,
        rounds=0,
        roll=() if is_over else state.dice,
        left=None,
        dice_allowed=(dice_of(state),) if may_throw else (),
        pot=None,
        may_undo=False,
        may_stop=False,
        rescored=False,
        change=Change.NONE,
        why=state.why.value if state.why is not None else "",
        own=house(state),
    )


def house(state: State) -> House:
    """Return what lies where, and what the last throw did."""
    rules = state.rules
    return House(
        chips=state.hands,
        rooms=tuple(
            Room(number=n, chips=state.board[n], holds=rules.holds(n))
            for n in rules.fillable
            if n != WEDDING
        ),
        wedding=state.board[WEDDING],
        stake=rules.chips,
        throw=_last(state),
        roll_off=_for_the_start(state),
        contenders=state.roll_off.contenders,
        ending=rules.ending,
        kings=state.kings,
        minutes=rules.minutes,
    )


def _for_the_start(state: State) -> tuple[int, ...]:
    if state.rules.first is not First.ROLL_OFF or len(state.dice) > 1:
        return ()
    waiting = state.roll_off.waiting
    return tuple(
        0 if seat in waiting else die for seat, die in enumerate(state.roll_off.dice, start=1)
    )


def _last(state: State) -> Throw | None:
    """Return what the last throw did."""
    if not state.dice:
        return None
    total = sum(state.dice)
    is_for_start = len(state.dice) == 1
    does = None if is_for_start else state.rules.does(total, state.lay)
    room = 0
    if does is Does.PAYS:
        room = state.rules.paid_into(total)
    elif does is Does.TAKES:
        room = total
    return Throw(
        k=state.k,
        seat=state.thrower,
        dice=state.dice,
        does=does,
        room=room,
        gained=state.gained,
    )


def _before(state: State) -> Tiles:
    return state.before if state.stage is Stage.THROWN else state.wanted


def _situation(state: State) -> tuple[Phase, Prompt, Tiles]:
    if state.stage is Stage.OVER:
        return Phase.MATCH_OVER, Prompt.MATCH_OVER, NO_TILES
    prompt, named = asked(state, stray_counts=state.complained)
    if state.stage is Stage.READY:
        if prompt is not None:
            return Phase.RAISE_TILES, prompt, named
        return Phase.READY, Prompt.WAIT if state.bot else Prompt.ROLL, NO_TILES
    phase = Phase.WRONG if prompt is Prompt.RAISE else Phase.COVERING
    return phase, prompt or Prompt.WAIT, named
