"""House rules of Glückshaus, and what a throw does under them.

Rule: RULES.md 2.1 and 2.2.

Never: knows a match; how rules are written and what is refused is in `house_rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

PIG, FOUR, WEDDING, KING = 2, 4, 7, 12
ROOMS = range(PIG, KING + 1)
"""Every total of two dice is the number of a room, whether the board has it or not."""

SEATS = range(2, 9)
KINGS_THAT_END = 2


class Four(StrEnum):
    """What a throw of 4 does, for which most boards have no room."""

    NOTHING = "nothing"
    PAY = "pay"
    AGAIN = "again"
    ROOM = "room"


class Rooms(StrEnum):
    """How many chips a room holds before it is taken."""

    ONE = "one"
    OWN_NUMBER = "own_number"


class Out(StrEnum):
    """When a player is out."""

    AT_ZERO = "at_zero"
    CANNOT_PAY = "cannot_pay"


class Ending(StrEnum):
    """When the match ends, if nobody is left alone before."""

    LAST = "last"
    TWO_KINGS = "two_kings"
    CLOCK = "clock"


class First(StrEnum):
    """Who starts."""

    ROLL_OFF = "roll_off"
    SEAT = "seat"


class Does(StrEnum):
    """What a throw does."""

    NOTHING = "nothing"
    AGAIN = "again"
    PAYS = "pays"
    TAKES = "takes"
    PIG = "pig"
    KING = "king"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The house rules of a match; RULES.md 2.2 says what each field means.

    Attributes:
        tiles: the rooms up to this number have a tile; the others live on the display alone.
    """

    chips: int = 10
    four: Four = Four.NOTHING
    rooms: Rooms = Rooms.ONE
    out: Out = Out.AT_ZERO
    ending: Ending = Ending.LAST
    minutes: int = 20
    first: First = First.ROLL_OFF
    tiles: int = 12

    @property
    def fillable(self) -> tuple[int, ...]:
        """The rooms in which chips may lie, the wedding among them."""
        with_four = self.four is Four.ROOM
        return tuple(n for n in ROOMS if n not in (PIG, KING) and (n != FOUR or with_four))

    def holds(self, room: int) -> int:
        """Return with how many chips a room is full."""
        return room if self.rooms is Rooms.OWN_NUMBER else 1

    def does(self, total: int, lie: int) -> Does:
        """Say what a throw does.

        Args:
            total: of the two dice.
            lie: how many chips lie in the room of this number.
        """
        if total == PIG:
            return Does.PIG
        if total == KING:
            return Does.KING
        if total == WEDDING:
            return Does.PAYS
        if total == FOUR and self.four is not Four.ROOM:
            return _OF_A_FOUR[self.four]
        return Does.TAKES if lie >= self.holds(total) else Does.PAYS

    def paid_into(self, total: int) -> int:
        """Return the room into which a throw pays, if it does."""
        return WEDDING if total == FOUR and self.four is Four.PAY else total


_OF_A_FOUR = {Four.NOTHING: Does.NOTHING, Four.PAY: Does.PAYS, Four.AGAIN: Does.AGAIN}


def taken(does: Does, total: int, board: Sequence[int]) -> tuple[int, ...]:
    """List the rooms out of which a throw takes the chips.

    Args:
        does: what the throw does.
        total: of the dice.
        board: how many chips lie in each room, by its number.
    """
    if does is Does.TAKES:
        return (total,)
    if does in (Does.PIG, Does.KING):
        return tuple(n for n in ROOMS if board[n] and (n != WEDDING or does is Does.KING))
    return ()
