"""A deal played out quickly, all hands open: what the strong bot imagines.

The players in it weigh their plays as the middle bot does, and are quick about discards.

Never: sees the real hands; it is handed guessed ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stbpi.games.luk_fu.cards import NO_CARDS, PACK, Cards, members, rank_of, together, without
from stbpi.games.luk_fu.outcome import payments
from stbpi.games.luk_fu.plays import NEEDED, beating, leads, old_cards
from stbpi.games.luk_fu.public import SEATS, Public, after
from stbpi.games.luk_fu.sense import CALLS_FROM, Spot, promise, worth

NOTHING = (0,) * SEATS


@dataclass(slots=True)
class Imagined:
    """A deal with open hands; it changes as it is played.

    Attributes:
        hands: by seat.
        fu: what each has won.
        face_up: what was played face up.
        caller: who has called.
        bound: the Master who has passed; 0 if he has not.
        turn: whose turn it is.
        best: what is to be beaten; nothing before the lead.
        best_by: whose it is.
        laid: how many have laid cards in this trick.
    """

    hands: list[Cards]
    fu: list[int]
    face_up: Cards
    caller: int
    bound: int
    turn: int
    best: Cards
    best_by: int
    laid: int

    def play(self, cards: Cards, *, face_up: bool) -> None:
        """Lay cards for the player on turn."""
        at = self.turn - 1
        self.hands[at] = without(self.hands[at], cards)
        if face_up:
            self.best, self.best_by = cards, self.turn
            self.face_up = Cards(self.face_up | cards)
        self.laid += 1
        self.turn = after(self.turn)
        if self.laid == SEATS:
            self.fu[self.best_by - 1] += self.best.bit_count()
            self.turn, self.best, self.laid = self.best_by, NO_CARDS, 0

    def end(self) -> tuple[int, ...]:
        """Play on to the end; return what everybody gets."""
        while True:
            hand = self.hands[self.turn - 1]
            if self.best:
                self._follow(hand)
                continue
            if not hand:
                return self._emptied()
            fu = self.fu[self.turn - 1] + old_cards(hand, self.face_up).bit_count()
            if fu >= NEEDED:
                return payments(self.turn, fu, self.caller)
            self.play(self._best_of(self._leads(hand)), face_up=True)

    def _leads(self, hand: Cards) -> tuple[Cards, ...]:
        return leads(
            hand,
            self.face_up,
            fu=self.fu[self.turn - 1],
            is_caller=self.turn == self.caller,
            is_bound=self.turn == self.bound,
        )

    def _follow(self, hand: Cards) -> None:
        able = beating(hand, self.best)
        if able:
            self.play(self._best_of(able), face_up=True)
            return
        old = old_cards(hand, self.face_up)
        order = sorted(members(hand), key=lambda card: (old >> card & 1, rank_of(card)))
        self.play(together(order[: self.best.bit_count()]), face_up=False)

    def _best_of(self, able: tuple[Cards, ...]) -> Cards:
        """Choose a play; the player knows no other hand, but forgets what he laid face down."""
        if len(able) == 1:
            return able[0]
        hand = self.hands[self.turn - 1]
        here = Spot(
            hand=hand,
            fu=self.fu[self.turn - 1],
            face_up=self.face_up,
            hidden=without(PACK, Cards(hand | self.face_up)),
            others=sum(one.bit_count() for one in self.hands) - hand.bit_count(),
            to_come=SEATS - 1 - self.laid,
        )
        return max(able, key=lambda play: worth(here, play))

    def _emptied(self) -> tuple[int, ...]:
        others = (seat for seat in range(1, SEATS + 1) if seat != self.turn)
        for seat in (self.turn, *others):
            if self.fu[seat - 1] >= NEEDED:
                return payments(seat, self.fu[seat - 1], self.caller)
        return NOTHING


def imagined(public: Public, hands: Sequence[Cards]) -> Imagined:
    """Return a deal that stands as everybody sees it, with these hands; somebody has called."""
    best = public.best
    return Imagined(
        hands=list(hands),
        fu=list(public.fu),
        face_up=public.face_up,
        caller=public.caller,
        bound=public.bound,
        turn=public.turn,
        best=best.cards if best is not None else NO_CARDS,
        best_by=best.seat if best is not None else 0,
        laid=len(public.trick),
    )


def calling_ended(public: Public, hands: Sequence[Cards]) -> Public | None:
    """Let the players who have not been asked yet call or pass; `None` if nobody calls."""
    while not public.caller:
        if len(public.calls) == SEATS:
            return None
        calls = promise(hands[public.turn - 1], NO_CARDS) >= CALLS_FROM
        public = public.called(is_call=calls)
    return public
