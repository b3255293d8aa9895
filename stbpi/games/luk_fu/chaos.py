"""Luk Fu in chaos: which rules may be combined, what a player can do, what must hold.

Never: chooses anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from stbpi.games.events import Called, CardsPlayed, Claimed, Event
from stbpi.games.game import NO_TILES, Choose, Command, Tiles, View
from stbpi.games.luk_fu import deal
from stbpi.games.luk_fu.cards import PACK, ranks_of, written
from stbpi.games.luk_fu.match import State, seen
from stbpi.games.luk_fu.public import SEATS
from stbpi.games.luk_fu.rules import Strength
from stbpi.games.luk_fu.seen import Say, choices
from stbpi.games.luk_fu.view import Hand

VALUES: Mapping[str, tuple[object, ...]] = {
    "bots": (*Strength, Strength.SIMPLE, Strength.MIDDLE),
}
"""Values of house rules, each as often as it stands here; the strong bot takes its time."""


def is_long(state: State) -> bool:
    """A deal ends by itself."""
    return False


def ways(state: State) -> tuple[Tiles, ...]:
    """List which tiles may be down together so that something can be chosen, each once."""
    able = choices(seen(state, state.public.turn)) if state.persons_turn else ()
    ranks = (NO_TILES if isinstance(one, str) else Tiles(ranks_of(one.cards)) for one in able)
    return tuple(dict.fromkeys(ranks)) or (NO_TILES,)


def offered(view: View) -> int:
    """Say between how many choices a press goes on."""
    return view.own.choices if isinstance(view.own, Hand) else 0


def cause(state: State, event: Event) -> Command | None:
    """Return what a bot has done, if an event tells that."""
    if not isinstance(event, Called | CardsPlayed | Claimed) or not state.hands:
        return None
    seat = event.player
    if not state.bots[seat - 1]:
        return None
    match event:
        case Called(what=what):
            return Choose(seat=seat, what=what)
        case Claimed():
            return Choose(seat=seat, what=Say.CLAIM)
        case CardsPlayed(cards=cards, face_up=True):
            return Choose(seat=seat, what=cards, plays_on=seen(state, seat).may_claim)
        case CardsPlayed(sealed=number):
            laid = deal.opened(state.secret, len(state.public.laid), number or 0)
            return Choose(seat=seat, what=written(laid))


def broken(state: State) -> tuple[str, str] | None:
    """Say what should be so, and what is; `None` if all is as it must be."""
    if sum(state.totals):
        return "totals=0", f"totals={sum(state.totals)}"
    if not state.hands:
        return None
    lying = [one for seat in range(1, SEATS + 1) for one in seen(state, seat).laid_down]
    places = (*state.hands, *lying, *(laid.cards for laid in state.public.laid))
    count = sum(cards.bit_count() for cards in places)
    if reduce(or_, places) != PACK or count != PACK.bit_count():
        return "36 cards, each once", f"{count} cards in {len(places)} places"
    counts = tuple(hand.bit_count() for hand in state.hands)
    if counts != state.public.counts:
        return f"hands of {state.public.counts}", f"hands of {counts}"
    return None
