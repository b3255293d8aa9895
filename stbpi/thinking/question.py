"""What is asked about the match on the table; the answers are thought of elsewhere.

Questions are values: as long as a question is the same, so is its answer. Moving tiles for a
throw, for example, asks nothing new before they cover it.

Never: loads `strategy`; answers anything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from stbpi.games.game import NO_TILES, Tiles
from stbpi.games.shut_the_box.decide import after_throw
from stbpi.games.shut_the_box.house_rules import AT_ONCE
from stbpi.games.shut_the_box.judge import Verdict
from stbpi.games.shut_the_box.match import Stage, State
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.games.shut_the_box.steps import Played
from stbpi.games.shut_the_box.tally import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """A turn in its match, of which follows what it is played for.

    Attributes:
        rules: what may be done in it, and what counts by now.
        seats: how many play.
        seat: whose turn it is.
        round: from 1.
        turns: those that were finished before.
    """

    rules: Ruleset
    seats: int
    seat: int
    round: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What is best now?

    Attributes:
        standing: the tiles that stand; none, if nothing is to be chosen now: then it is only
            thought about what the turn is played for.
        dice: the throw that is to be covered; empty, if it is asked how many dice to throw.
    """

    occasion: Occasion
    standing: Tiles = NO_TILES
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """How much of a turn was luck, and how much the player?"""

    occasion: Occasion
    played: Played


def counting(rules: Ruleset, state: State) -> Ruleset:
    """Return the rules that a turn began by, with what has changed since and counts at once."""
    return replace(rules, **{name: getattr(state.rules, name) for name in AT_ONCE})


def is_bots_turn(state: State) -> bool:
    """Say whether a bot is on turn."""
    return bool(state.names) and bool(state.bot) and state.result is None


def before(state: State, *, advises: bool) -> Before | None:
    """Return what is asked before a choice; `None` if nobody plays a turn.

    Args:
        advises: it is asked what is best; else only what the turn is played for.
    """
    is_played = state.stage in (Stage.BEFORE_THROW, Stage.THROWN)
    if not (state.names and is_played) or state.result is not None:
        return None
    ready = Before(
        occasion=_occasion(state, state.turn_rules, state.turns, state.seat, state.round)
    )
    if not advises or is_bots_turn(state):
        return ready
    standing, dice = _choice(state)
    return replace(ready, standing=standing, dice=dice)


def after(state: State) -> After | None:
    """Return what is asked about the turn that has ended last, until the next one is under way."""
    played = state.played
    is_between = state.stage is Stage.OVER or (state.stage is not Stage.NONE and not state.steps)
    if played is None or not is_between:
        return None
    place = (played.seat, played.round)
    turns = tuple(turn for turn in state.turns if (turn.seat, turn.round) != place)
    return After(occasion=_occasion(state, played.rules, turns, *place), played=played)


def _choice(state: State) -> tuple[Tiles, tuple[int, ...]]:
    """Return what stands, and the throw that is to be covered; nothing if there is no choice."""
    covering = (state.standing, state.dice) if state.dice else (NO_TILES, ())
    if state.stage is Stage.THROWN:
        now = state.judgement
        is_begun = bool(state.dice or now.moved)
        if is_begun and now.verdict is not Verdict.COMPLETE:
            return covering
    left = after_throw(state)
    has_choice = left and len(state.turn_rules.dice_allowed(left)) > 1
    return (left, ()) if has_choice else covering


def _occasion(
    state: State, rules: Ruleset, turns: tuple[Turn, ...], seat: int, round_: int
) -> Occasion:
    return Occasion(
        rules=counting(rules, state),
        seats=state.seats,
        seat=seat,
        round=round_,
        turns=turns,
    )
