"""What everybody at the table sees of a deal, and how one more call or play changes it.

Rules: RULES.md 3.2 to 3.4.

Never: knows a hand, or what lies face down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from stbpi.games.luk_fu.cards import NO_CARDS, Cards

SEATS = 3
IN_HAND = 12


class Stage(StrEnum):
    """Where a deal stands; `SHUFFLING`: it has not been dealt."""

    SHUFFLING = "shuffling"
    CALLING = "calling"
    LEADING = "leading"
    FOLLOWING = "following"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Laid:
    """What a player has laid on the table.

    Attributes:
        seat: who.
        size: how many cards.
        cards: which; none of those that lie face down.
        sealed: those that lie face down, made unreadable; 0 for others.
    """

    seat: int
    size: int
    cards: Cards = NO_CARDS
    sealed: int = 0

    @property
    def is_face_up(self) -> bool:
        return self.cards != NO_CARDS


Trick = tuple[Laid, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """A deal as everybody sees it; seats count from 1.

    Attributes:
        stage: where it stands.
        master: who is called first, and leads first.
        calls: what was said, from the Master on; at most the last one is a call.
        turn: whose turn it is.
        trick: what lies on the table, from the leader on.
        tricks: the finished ones.
        fu: what each has won.
        counts: how many cards each holds.
        face_up: all cards that were played face up.
    """

    stage: Stage = Stage.SHUFFLING
    master: int = 0
    calls: tuple[bool, ...] = ()
    turn: int = 0
    trick: Trick = ()
    tricks: tuple[Trick, ...] = ()
    fu: tuple[int, ...] = (0,) * SEATS
    counts: tuple[int, ...] = (IN_HAND,) * SEATS
    face_up: Cards = NO_CARDS

    @property
    def caller(self) -> int:
        """Who has called; 0 if nobody has."""
        if not (self.calls and self.calls[-1]):
            return 0
        return after(self.master, len(self.calls) - 1)

    @property
    def bound(self) -> int:
        """The Master who has passed, and may not lead everything; 0 if he has not."""
        return self.master if self.calls and not self.calls[0] else 0

    @property
    def best(self) -> Laid | None:
        """The play that is to be beaten; `None` before the lead."""
        return winning(self.trick) if self.trick else None

    @property
    def laid(self) -> tuple[Laid, ...]:
        """Everything that was laid in this deal, in order."""
        return (*(laid for trick in self.tricks for laid in trick), *self.trick)

    def called(self, *, is_call: bool) -> Public:
        """Return the deal after the player on turn has called, or passed."""
        calls = (*self.calls, is_call)
        if is_call:
            return replace(self, calls=calls, stage=Stage.LEADING, turn=self.master)
        if len(calls) == SEATS:
            return replace(self, calls=calls, stage=Stage.OVER, turn=0)
        return replace(self, calls=calls, turn=after(self.turn))

    def played(self, laid: Laid) -> Public:
        """Return the deal after the player on turn has laid cards; the last of a trick ends it."""
        at = laid.seat - 1
        counts = (*self.counts[:at], self.counts[at] - laid.size, *self.counts[at + 1 :])
        now = replace(
            self,
            stage=Stage.FOLLOWING,
            turn=after(laid.seat),
            trick=(*self.trick, laid),
            counts=counts,
            face_up=Cards(self.face_up | laid.cards),
        )
        return now._trick_over() if len(now.trick) == SEATS else now

    def _trick_over(self) -> Public:
        won = winning(self.trick)
        at = won.seat - 1
        return replace(
            self,
            stage=Stage.LEADING if any(self.counts) else Stage.OVER,
            turn=won.seat,
            trick=(),
            tricks=(*self.tricks, self.trick),
            fu=(*self.fu[:at], self.fu[at] + won.size, *self.fu[at + 1 :]),
        )


def begun(master: int) -> Public:
    """Return a deal that has just been dealt."""
    return Public(stage=Stage.CALLING, master=master, turn=master)


def after(seat: int, steps: int = 1) -> int:
    """Return the seat that comes so many places after another."""
    return (seat - 1 + steps) % SEATS + 1


def winning(trick: Trick) -> Laid:
    """Return the best play of a trick.

    It is the last one that lies face up, since each of those beats the one before.
    """
    return next(laid for laid in reversed(trick) if laid.is_face_up)
