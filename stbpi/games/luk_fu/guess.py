"""Guessing the hidden hands: hands that fit what a seat has seen.

Who has laid cards face down could not beat what lay there; who has led a single card that is not
old has no such card in a higher suit; who has not called, or not claimed, was probably not good
enough for it. Guesses that contradict any of this are made anew, and of those that all do the
one that does least is taken.

Never: sees more than a seat does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random

from stbpi.games.luk_fu.cards import NO_CARDS, PACK, Card, Cards, members, without
from stbpi.games.luk_fu.plays import NEEDED, beating, can_beat, leads, old_cards
from stbpi.games.luk_fu.public import SEATS, Laid, after, begun
from stbpi.games.luk_fu.seen import Seen
from stbpi.games.luk_fu.sense import CALLS_FROM, promise

_ATTEMPTS = 12
_UNLIKELY = 1
_IMPOSSIBLE = 4

Hands = tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A player of whom it is known what he did not have, since he laid something then.

    Attributes:
        laid: what he laid.
        play: which play of the deal it was, from 0.
        best: what was to be beaten; nothing where he led.
        face_up: what lay face up by then.
        fu: what he had won.
    """

    laid: Laid
    play: int
    best: Cards
    face_up: Cards
    fu: int


@dataclass(slots=True)
class _Place:
    """Where hidden cards may be: in a hand, or face down since some play of its player.

    Attributes:
        seat: whose it is.
        play: the play with which the cards were laid down; beyond all of them for a hand.
        room: how many cards there are.
        never: cards that can't be there.
    """

    seat: int
    play: int
    room: int
    never: Cards = NO_CARDS


class Guesser:
    """Guesses for one moment of a deal, any number of them.

    Args:
        seen: what the seat sees.
        random: where chance comes from.
    """

    def __init__(self, seen: Seen, random: Random) -> None:
        self._seen = seen
        self._random = random
        self._moments = tuple(_moments(seen))
        self._places = _places(seen, self._moments)
        own = reduce(or_, seen.laid_down, seen.hand)
        self._hidden = tuple(members(without(PACK, Cards(own | seen.public.face_up))))

    def hands(self) -> Hands:
        """Guess the hands, by seat; that of the seat itself is its own."""
        least = None
        found: Hands = ()
        for _ in range(_ATTEMPTS):
            where = self._spread()
            strange = self._strangeness(where)
            if least is None or strange < least:
                least, found = strange, self._held(where)
            if not strange:
                break
        return found

    def _spread(self) -> list[Cards]:
        """Put every hidden card somewhere, those with the fewest places first."""
        places = self._places
        rooms = [place.room for place in places]
        where = [NO_CARDS] * len(places)
        shuffled = sorted(self._hidden, key=lambda one: (self._choices(one), self._random.random()))
        for one in shuffled:
            fits = [0 if place.never >> one & 1 else rooms[i] for i, place in enumerate(places)]
            weights = fits if any(fits) else rooms
            [i] = self._random.choices(range(len(places)), weights)
            rooms[i] -= 1
            where[i] = Cards(where[i] | 1 << one)
        return where

    def _choices(self, one: Card) -> int:
        return sum(not place.never >> one & 1 for place in self._places)

    def _held(self, where: list[Cards], play: int | None = None) -> Hands:
        """Return what everybody held before a play; now, without one."""
        now = len(self._seen.public.laid)
        held = [NO_CARDS] * SEATS
        held[self._seen.seat - 1] = self._seen.hand
        for place, cards in zip(self._places, where, strict=True):
            if place.play >= (now if play is None else play):
                held[place.seat - 1] = Cards(held[place.seat - 1] | cards)
        if play is not None:
            for laid in self._seen.public.laid[play:]:
                held[laid.seat - 1] = Cards(held[laid.seat - 1] | laid.cards)
        return tuple(held)

    def _strangeness(self, where: list[Cards]) -> int:
        """Say how much of what was seen contradicts a guess."""
        strange = sum(
            _IMPOSSIBLE * (cards & place.never).bit_count()
            for place, cards in zip(self._places, where, strict=True)
        )
        for moment in self._moments:
            held = self._held(where, moment.play)[moment.laid.seat - 1]
            strange += self._strange_then(moment, held)
        return strange + self._strange_calls(self._held(where, 0))

    def _strange_then(self, moment: _Moment, held: Cards) -> int:
        if not moment.laid.is_face_up:
            return _IMPOSSIBLE if can_beat(held, moment.best) else 0
        if moment.best:
            return 0
        fu = moment.fu
        seat = moment.laid.seat
        might_claim = fu + old_cards(held, moment.face_up).bit_count() >= NEEDED
        public = self._seen.public
        if moment.laid.size > 1:
            return _UNLIKELY if might_claim else 0
        able = leads(
            held,
            moment.face_up,
            fu=fu,
            is_caller=seat == public.caller,
            is_bound=seat == public.bound,
        )
        could_not = moment.laid.cards not in able
        return _IMPOSSIBLE * could_not + _UNLIKELY * might_claim

    def _strange_calls(self, dealt: Hands) -> int:
        public = self._seen.public
        strange = 0
        for i, is_call in enumerate(public.calls):
            seat = after(public.master, i)
            if seat != self._seen.seat:
                strange += (promise(dealt[seat - 1], NO_CARDS) >= CALLS_FROM) != is_call
        return strange


def _moments(seen: Seen) -> Iterator[_Moment]:
    """List the plays of the others that say something about their hands."""
    public = begun(seen.public.master)
    for is_call in seen.public.calls:
        public = public.called(is_call=is_call)
    for play, laid in enumerate(seen.public.laid):
        best = public.best
        tells = best is None or not laid.is_face_up
        if laid.seat != seen.seat and tells:
            yield _Moment(
                laid=laid,
                play=play,
                best=best.cards if best is not None else NO_CARDS,
                face_up=public.face_up,
                fu=public.fu[laid.seat - 1],
            )
        public = public.played(laid)


def _places(seen: Seen, moments: tuple[_Moment, ...]) -> tuple[_Place, ...]:
    """Return the places of hidden cards, each with the cards that would have beaten something."""
    now = len(seen.public.laid)
    others = [seat for seat in range(1, SEATS + 1) if seat != seen.seat]
    places = [_Place(seat, now, seen.public.counts[seat - 1]) for seat in others]
    down = [moment for moment in moments if not moment.laid.is_face_up]
    places += [_Place(one.laid.seat, one.play, one.laid.size) for one in down]
    for one in down:
        if one.laid.size > 1:
            continue  # a set or run takes several cards
        never = Cards(reduce(or_, beating(PACK, one.best), NO_CARDS))
        for place in places:
            if place.seat == one.laid.seat and place.play >= one.play:
                place.never = Cards(place.never | never)
    return tuple(places)
