"""Glückshaus in chaos: which rules may be combined, what a player can do, what must hold.

Never: chooses anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.events import Event, MatchEnded, Rolled
from stbpi.games.game import BotRoll, Command, Tiles, TimeUp, View
from stbpi.games.glueckshaus.match import MatchWhy, State
from stbpi.games.glueckshaus.ruleset import Ending, First, Four, Out, Rooms

MOST_THROWS = 80

VALUES: Mapping[str, tuple[object, ...]] = {
    "chips": (1, 1, 2, 2, 3, 3, 4, 5, 10, 99),
    "four": tuple(Four),
    "rooms": tuple(Rooms),
    "out": tuple(Out),
    "ending": tuple(Ending),
    "minutes": (1, 2, 5, 10),
    "first": tuple(First),
    "tiles": (6, 7, 8, 9, 10, 11, 12, 12),
}
"""Values of house rules, each as often as it stands here."""


def is_long(state: State) -> bool:
    return state.k > MOST_THROWS


def ways(state: State) -> tuple[Tiles, ...]:
    """Return the tiles that are to be down; there is nothing to choose."""
    return (state.wanted,)


def offered(view: View) -> int:
    return 0


def cause(state: State, event: Event) -> Command | None:
    """Return what a bot, or the clock, has done, if an event tells that."""
    match event:
        case Rolled(player=seat, dice=tuple() as dice) if state.bots and state.bots[seat - 1]:
            return BotRoll(count=len(dice), dice=dice)
        case MatchEnded(why=MatchWhy.CLOCK):
            return TimeUp()
        case _:
            return None


def broken(state: State) -> tuple[str, str] | None:
    """Say what should be so, and what is; `None` if all is as it must be."""
    dealt, there = state.rules.chips * len(state.names), sum(state.hands) + sum(state.board)
    if there != dealt:
        return f"chips={dealt}", f"chips={there}"
    if min((*state.hands, *state.board), default=0) < 0:
        return "no debts", f"hands={state.hands} rooms={state.board}"
    return None
