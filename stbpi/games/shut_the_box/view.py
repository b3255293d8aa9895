"""Viewing: what a person should see of a match of Shut the Box.

Never: changes or decides anything. Keep: phases, prompts and `left` are public (DESIGN.md,
the table of `expect`).
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from stbpi.games.game import (
    NO_TILES,
    Phase,
    PlayerView,
    Prompt,
    Tiles,
    Timer,
    View,
    all_tiles,
    members,
    tiles,
    without,
)
from stbpi.games.shut_the_box.decide import NAME, after_throw, may_be_thrown, wrong_tiles
from stbpi.games.shut_the_box.judge import Verdict
from stbpi.games.shut_the_box.match import Stage, State
from stbpi.games.shut_the_box.operate import may_stop, may_undo
from stbpi.games.shut_the_box.ruleset import MatchBy, Stakes

TURN_OVER_MS = 2000
"""How long the result of a turn is shown (DESIGN.md, "Judging the real tiles")."""

NOTICE_MS = 2000
"""How long the display says why the button was refused."""


def timer(state: State) -> Timer | None:
    """Say what the state waits for: the next turn, a complaint, the end of a notice."""
    if state.stage is Stage.OVER:
        return Timer(key=("turn_over", len(state.turns)), ms=TURN_OVER_MS)
    if state.refusals:
        return Timer(key=(state.refusal, state.k, state.refusals), ms=NOTICE_MS)
    if state.result is None and _is_wrong(state) and not state.complained:
        return Timer(
            key=("wrong", state.k, state.chosen, state.judgement.moved), ms=state.complain_ms
        )
    return None


def view(state: State, *, time_is_up: bool) -> View:
    """Say what a person should see.

    Args:
        state: the match.
        time_is_up: the time that `timer` asked for has passed.
    """
    phase, prompt, named = _situation(state, time_is_up=time_is_up)
    now = state.tally
    over = phase is Phase.MATCH_OVER
    why = ""
    if over and state.result is not None:
        why = state.result.why.value
    elif phase is Phase.TURN_OVER:
        why = state.turns[-1].why.value
    by_rounds = state.rules.match_by is MatchBy.ROUNDS_WON
    has_stakes = state.rules.stakes is not Stakes.NONE
    winners = state.result.winners if state.result is not None else ()
    return View(
        game=NAME,
        preset=state.preset,
        phase=phase,
        prompt=prompt,
        tiles=state.rules.tiles,
        standing=without(all_tiles(state.rules.tiles), state.down),
        committed=state.committed,
        named=named,
        players=tuple(
            PlayerView(
                seat=seat,
                name=name,
                score=now.scores[seat - 1],
                total=now.totals[seat - 1],
                rounds_won=now.rounds_won[seat - 1] if by_rounds else None,
                balance=now.balances[seat - 1] if has_stakes else None,
                out=seat in now.out,
                winner=seat in winners,
                bot=bot,
            )
            for seat, (name, bot) in enumerate(zip(state.names, state.bots, strict=True), start=1)
        ),
        player=None if over else state.seat,
        round=None if over else state.round,
        rounds=state.rules.rounds,
        roll=() if over else state.dice,
        left=_left(state) if phase in (Phase.COVERING, Phase.WRONG) else None,
        dice_allowed=_dice_allowed(state, phase, prompt),
        pot=now.pot if state.rules.stakes is Stakes.POOL else None,
        may_undo=may_undo(state),
        may_stop=may_stop(state),
        rescored=state.rescored,
        change=state.change,
        why=why,
        real_dice=state.turn_rules.has_real_dice and not over,
        closable=_closable(state, phase),
    )


def _dice_allowed(state: State, phase: Phase, prompt: Prompt) -> tuple[int, ...]:
    """Return how many dice the next throw may have; of real dice also the one to be covered."""
    is_covered = state.stage is Stage.THROWN and state.judgement.verdict is Verdict.COMPLETE
    is_bots = prompt is Prompt.WAIT and bool(state.chosen) and is_covered
    may_throw = phase is Phase.READY or is_bots or prompt in (Prompt.ROLL, Prompt.ONE_DIE)
    is_refused = state.turn_rules.has_real_dice and prompt is Prompt.COVER
    if may_throw or (is_refused and not state.judgement.moved):
        return state.turn_rules.dice_allowed(after_throw(state))
    return ()


def _closable(state: State, phase: Phase) -> Tiles:
    """Return what some legal cover has besides the moved tiles; of real dice nothing is known."""
    if phase is not Phase.COVERING or state.turn_rules.has_real_dice or state.judgement.lifted:
        return NO_TILES
    moved = state.judgement.moved
    covers = (cover for cover in state.legal if not without(moved, cover))
    return without(Tiles(reduce(or_, covers, NO_TILES)), moved)


def _is_wrong(state: State) -> bool:
    if state.stage is not Stage.THROWN:
        return False
    judgement = state.judgement
    return judgement.verdict is Verdict.WRONG and not judgement.lifted


def _situation(state: State, *, time_is_up: bool) -> tuple[Phase, Prompt, Tiles]:
    if state.result is not None and (time_is_up or state.stage is not Stage.OVER):
        return Phase.MATCH_OVER, Prompt.MATCH_OVER, NO_TILES
    if state.stage is Stage.OVER:
        out = state.seat in state.tally.out
        prompt = Prompt.OUT if out else Prompt(state.turns[-1].why.value)
        return Phase.TURN_OVER, prompt, NO_TILES
    refusal = Prompt(state.refusal) if state.refusals and not time_is_up else None
    roll = refusal or (Prompt.WAIT if state.bot else Prompt.ROLL)
    if state.stage is Stage.BEFORE_THROW:
        rise, sink = state.to_move
        if rise:
            return Phase.RAISE_TILES, Prompt.RAISE, rise
        if sink:
            return Phase.RAISE_TILES, Prompt.LOWER, sink
        return Phase.READY, roll, NO_TILES
    judgement = state.judgement
    if judgement.lifted:
        return Phase.COVERING, Prompt.CLOSE_AGAIN, judgement.lifted
    if judgement.verdict is Verdict.WRONG and state.complained:
        return Phase.WRONG, Prompt.RAISE, wrong_tiles(state)
    if judgement.verdict is Verdict.COMPLETE:
        return Phase.COVERING, roll, NO_TILES
    if state.bot:
        rest = without(state.chosen, state.down)
        return Phase.COVERING, Prompt.CLOSE if rest else Prompt.WAIT, rest
    if not state.turn_rules.has_real_dice:
        return Phase.COVERING, Prompt.COVER, NO_TILES
    if not judgement.moved:
        return (Phase.COVERING if state.throws else Phase.READY), roll, NO_TILES
    return Phase.COVERING, refusal or Prompt.COVER, _lacking(state)


def _lacking(state: State) -> Tiles:
    """Return the tile that the first cover must contain, if it is all that the moved ones lack."""
    needed = state.turn_rules.first_roll_tile
    is_open = state.judgement.verdict is Verdict.OPEN and may_be_thrown(state)
    return tiles(needed) if needed and state.is_first_throw and is_open else NO_TILES


def _left(state: State) -> int | None:
    """Return what is left of the throw; of real dice nothing is known but that it is covered."""
    judgement = state.judgement
    if state.turn_rules.has_real_dice:
        return 0 if judgement.verdict is Verdict.COMPLETE and not judgement.lifted else None
    total = sum(state.dice)
    if judgement.lifted or judgement.verdict is Verdict.WRONG:
        return total
    if judgement.verdict is Verdict.COMPLETE:
        return 0
    return total - sum(members(judgement.moved))
