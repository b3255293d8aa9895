"""What the box offers its player: the choices that fit the lowered tiles, one of them shown.

Tiles that are down choose ranks; a press goes on to the next choice, a hold takes the one that
is shown. What can be chosen at all is `seen.choices`.

Never: lists a choice of its own; what says nothing to the others (`Say.ON`) is none.
"""

from __future__ import annotations

from stbpi.games.game import Tiles
from stbpi.games.luk_fu.cards import IN_SUIT, ranks_of
from stbpi.games.luk_fu.match import State, seen
from stbpi.games.luk_fu.seen import Choice, Lay, Say, choices


def ranks_down(down: Tiles) -> int:
    """Return the ranks that the lowered tiles choose: bit n-1 is rank n."""
    return down & (1 << IN_SUIT) - 1


def offers(state: State) -> tuple[Choice, ...]:
    """List what the player can choose by the tiles as they lie; nothing if it isn't his turn.

    While a claim is possible it is offered whatever the tiles say, and with none of them down
    also to play on. What is the only choice is offered without tiles.
    """
    if not state.persons_turn:
        return ()
    return fitting(choices(seen(state, state.public.turn)), ranks_down(state.down))


def fitting(able: tuple[Choice, ...], ranks: int) -> tuple[Choice, ...]:
    """List what is offered of that what may be chosen, while these ranks are down."""
    if len(able) == 1:
        return able
    said = tuple(one for one in able if isinstance(one, Say))
    if not ranks:
        return (Say.CLAIM, Say.ON) if Say.CLAIM in said else said
    plays = tuple(one for one in able if isinstance(one, Lay) and ranks_of(one.cards) == ranks)
    return (*said, *plays)


def shown(state: State) -> Choice | None:
    """Return the choice that is shown; `None` if there is none."""
    able = offers(state)
    return able[state.browsed % len(able)] if able else None
