"""Shut the Box in chaos: which rules may be combined, what a player can do, what must hold.

Never: chooses anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.events import BotChose, Event, Rolled
from stbpi.games.game import NO_TILES, BotCover, BotRoll, Command, Tiles, View, tiles
from stbpi.games.shut_the_box.match import State
from stbpi.games.shut_the_box.ruleset import (
    CoverRule,
    FewerDice,
    Limit,
    MatchBy,
    OneDie,
    Roll,
    Scoring,
    Shut,
    Stakes,
    Tie,
    TiePot,
)

MOST_TURNS = 16

VALUES: Mapping[str, tuple[object, ...]] = {
    "tiles": (6, 7, 8, 9, 9, 10, 11, 12),
    "rounds": (1, 1, 1, 2, 2, 3, 4, 0),
    "scoring": tuple(Scoring),
    "one_die": tuple(OneDie),
    "shut": tuple(Shut),
    "knock_out": (0, 0, 10, 25, 45),
    "one_die_forced": ("false", "true"),
    "dice": (1, 2, 2, 3, 4),
    "fewer_dice": tuple(FewerDice),
    "cover": tuple(CoverRule),
    "start": ("all", "all", "4,5,6", "1,3,5", "2,3,4,5,6", "6"),
    "first_roll_tile": (0, 0, 2, 4),
    "unlucky": (0, 0, 7, 4),
    "may_stop": ("false", "true", "true"),
    "knock_out_at": tuple(Limit),
    "ceiling": (0, 0, 20, 45),
    "ceiling_at": tuple(Limit),
    "match_by": tuple(MatchBy),
    "tie": tuple(Tie),
    "stakes": tuple(Stakes),
    "stake": (1, 2, 1000),
    "tie_pot": tuple(TiePot),
    "roll": tuple(Roll),
}
"""Values of house rules, each as often as it stands here."""


def is_long(state: State) -> bool:
    return len(state.turns) > MOST_TURNS


def ways(state: State) -> tuple[Tiles, ...]:
    """List the covers of the throw: which tiles may be closed for it, together."""
    return state.wanted or (NO_TILES,)


def offered(view: View) -> int:
    """Nothing is chosen but by closing tiles."""
    return 0


def cause(state: State, event: Event) -> Command | None:
    """Return what a bot has done, if an event tells that."""
    match event:
        case BotChose(player=seat, tiles=cover) if _is_bots(state, seat):
            return BotCover(tiles=tiles(*cover))
        case Rolled(player=seat, dice=tuple() as dice) if _is_bots(state, seat):
            return BotRoll(count=len(dice), dice=dice)
        case _:
            return None


def _is_bots(state: State, seat: int) -> bool:
    return seat <= len(state.bots) and bool(state.bots[seat - 1])


def broken(state: State) -> tuple[str, str] | None:
    """Say what should be so, and what is; `None` if all is as it must be."""
    now = state.tally
    lie = sum(now.balances) + now.pot
    return (f"balances={-now.pot}", f"balances={sum(now.balances)}") if lie else None
