"""The opponent at Shut the Box: what a bot that is on turn does next, and after which pause.

It follows from the state of the match alone, what it leaves to chance, too: whoever looks at the
same state, be it after a cut of the power, gets the same move.

Never: waits for hands; where tiles are to be moved first, there is no move. Keep: what is asked
is said in the loop, so `strategy` is loaded by the first answer.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from stbpi.games.game import BotCover, BotRoll, Move, always
from stbpi.games.shut_the_box.decide import after_throw, is_covered
from stbpi.games.shut_the_box.match import Stage, State
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.thinking.question import counting, is_bots_turn

if TYPE_CHECKING:
    from stbpi.strategy.policy import Policy
    from stbpi.strategy.situation import Situation

FIRST_ROLL_MS, CHOICE_MS, NEXT_ROLL_MS = 1200, 800, 1500
"""Pauses so that people can follow: before the first throw of a turn, from a throw until the
tiles are named, and from the last of them until the next throw."""


def question(state: State) -> State | None:
    """Return what the bot on turn is asked; `None` if no bot is."""
    return state if is_bots_turn(state) else None


def next_move(state: State, may_go_on: Callable[[], bool] = always) -> Move | None:
    """Return what the bot on turn does next; `None` if there is none, or hands are to move tiles.

    May take seconds, and raise what a fault in thinking raises; `plain_move` does neither.
    """
    if not _may_move(state):
        return None
    from stbpi.strategy.bots import Bot
    from stbpi.thinking.aims import MOST_WORK

    policy = Bot.named(state.bot).policy(_situation(state), most_work=MOST_WORK)
    return _move(state, policy)


def plain_move(state: State) -> Move | None:
    """Return the same without thinking: all dice, and the cover with the largest tiles."""
    if not _may_move(state):
        return None
    return _move(state, None)


def _may_move(state: State) -> bool:
    if not is_bots_turn(state):
        return False
    if state.stage is Stage.BEFORE_THROW:
        return not any(state.to_move)
    return state.stage is Stage.THROWN and (not state.chosen or is_covered(state))


def _move(state: State, policy: Policy | None) -> Move:
    """Choose by a policy, or without one."""
    if state.stage is Stage.THROWN and not state.chosen:
        cover = state.legal[-1]
        if policy is not None:
            cover = policy.cover(state.standing, state.dice, _chance(state, "cover"))
        return Move(BotCover(tiles=cover), CHOICE_MS)
    standing = after_throw(state)
    count = state.turn_rules.dice_allowed(standing)[-1]
    if policy is not None:
        count = policy.dice(standing, _chance(state, "dice"))
    is_first = state.stage is Stage.BEFORE_THROW
    return Move(BotRoll(count=count), FIRST_ROLL_MS if is_first else NEXT_ROLL_MS)


def _situation(state: State) -> Situation:
    """Return the situation of the player on turn.

    Where a rule has changed meanwhile, and the turn would not be the next one any more, it is
    played as if nobody else were there.
    """
    from stbpi.strategy.before_turn import situation_before
    from stbpi.strategy.situation import Situation

    seat, round_, rules = state.seat, state.round, rules_of_turn(state)
    now = situation_before(state.turns, seats=state.seats, seat=seat, round_=round_, rules=rules)
    return now or Situation(rules=rules, round=1, seat=1, totals=(0,), scores=(None,))


def rules_of_turn(state: State) -> Ruleset:
    """Return what the turn is played by: what may be done in it, and what counts by now."""
    return counting(state.turn_rules, state)


def _chance(state: State, what: str) -> Random:
    """Return chance that follows from what nobody could know before the last throw."""
    facts = (what, state.seat, state.round, state.k, state.dice, state.committed)
    past = [(turn.seat, turn.round, turn.standing) for turn in state.turns]
    return Random(repr((facts, past)))
