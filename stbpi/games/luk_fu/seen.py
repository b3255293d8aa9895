"""What one seat can see of a deal, and everything that it may choose: the only list of it.

The engine, the display and the bots all ask `choices`. A bot gets a `Seen` and nothing else, so
that it can't know what its seat doesn't know.

Never: has another player's hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from stbpi.games.luk_fu.cards import Cards, written
from stbpi.games.luk_fu.plays import NEEDED, beating, discards, leads, old_cards
from stbpi.games.luk_fu.public import Public, Stage


class Say(StrEnum):
    """What is chosen without cards; the values are public (scenarios).

    `ON`: not to claim although one could; it says nothing to the others, and cards follow.
    """

    CALL = "call"
    PASS = "pass"
    CLAIM = "claim"
    ON = "on"


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards that are laid on the table."""

    cards: Cards
    face_up: bool = True


Choice = Say | Lay


def said(choice: Choice) -> str:
    """Write a choice as scenarios do: `call`, or the cards (`c1,c2`)."""
    return choice.value if isinstance(choice, Say) else written(choice.cards)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A deal as a seat sees it.

    Attributes:
        seat: whose eyes they are.
        hand: the cards that he holds.
        laid_down: the cards that he has laid face down himself, play by play.
        public: what everybody sees.
    """

    seat: int
    hand: Cards
    laid_down: tuple[Cards, ...]
    public: Public

    @property
    def fu(self) -> int:
        """What he has won."""
        return self.public.fu[self.seat - 1]

    @property
    def is_caller(self) -> bool:
        return self.public.caller == self.seat

    @property
    def is_bound(self) -> bool:
        """Whether he is the Master and has passed."""
        return self.public.bound == self.seat

    @cached_property
    def old(self) -> Cards:
        """The old cards in his hand."""
        return old_cards(self.hand, self.public.face_up)

    @property
    def fu_to_claim(self) -> int:
        """What he would have if he claimed now."""
        return self.fu + self.old.bit_count()

    @property
    def may_claim(self) -> bool:
        is_leading = self.public.stage is Stage.LEADING and self.public.turn == self.seat
        return is_leading and self.fu_to_claim >= NEEDED


def choices(seen: Seen) -> tuple[Choice, ...]:
    """List everything that the seat may choose now; nothing if it is not its turn.

    Where a claim is possible it stands first; the cards after it are played by playing on.
    """
    public = seen.public
    if public.turn != seen.seat:
        return ()
    match public.stage:
        case Stage.CALLING:
            return (Say.CALL, Say.PASS)
        case Stage.LEADING:
            claim = (Say.CLAIM,) if seen.may_claim else ()
            return (*claim, *map(Lay, _leads(seen)))
        case Stage.FOLLOWING:
            return _follows(seen)
        case _:
            return ()


def _leads(seen: Seen) -> tuple[Cards, ...]:
    return leads(
        seen.hand,
        seen.public.face_up,
        fu=seen.fu,
        is_caller=seen.is_caller,
        is_bound=seen.is_bound,
    )


def _follows(seen: Seen) -> tuple[Choice, ...]:
    best = seen.public.best
    if best is None:
        return ()
    beats = beating(seen.hand, best.cards)
    if beats:
        return tuple(map(Lay, beats))
    return tuple(Lay(cards, face_up=False) for cards in discards(seen.hand, best.size))
