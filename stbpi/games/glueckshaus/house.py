"""The house: what the screens of Glückshaus show that no other game has.

Never: decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stbpi.games.glueckshaus.ruleset import ROOMS, WEDDING, Does, Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A room in which chips may lie; the wedding is none of them.

    Attributes:
        number: 3, 5, 6, 8 to 11; 4 where the board has it.
        chips: how many lie there.
        holds: with so many it is full, and the next throw of its number takes them.
    """

    number: int
    chips: int
    holds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """The last throw of the match, and what it did.

    Attributes:
        k: its number in the match.
        seat: who threw.
        dice: what he threw.
        does: what it did; `None` in the roll-off.
        room: the room into which it paid, or out of which it took; 0 where there is not one.
        gained: chips; negative if the player has paid.
    """

    k: int
    seat: int
    dice: tuple[int, ...]
    does: Does | None
    room: int
    gained: int

    @property
    def total(self) -> int:
        return sum(self.dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What lies where.

    Attributes:
        chips: how many each player has, by seat.
        rooms: by number.
        wedding: how many chips lie on it.
        stake: how many chips each player began with.
        throw: the last one; `None` before the first.
        roll_off: what each seat has thrown for the start; 0 while it has to, for the first time
            or again. Empty when that is over, or nobody throws for it.
        contenders: the seats that may still start.
        ending: when the match ends.
        kings: how many have been thrown.
        minutes: how long the match is played, by the clock.
    """

    chips: tuple[int, ...]
    rooms: tuple[Room, ...]
    wedding: int
    stake: int
    throw: Throw | None
    roll_off: tuple[int, ...]
    contenders: tuple[int, ...]
    ending: Ending
    kings: int
    minutes: int

    @property
    def on_board(self) -> int:
        """How many chips lie in the house."""
        return self.wedding + sum(room.chips for room in self.rooms)

    def public(self, names: tuple[str, ...]) -> Mapping[str, str]:
        """Return what it shows as texts: `chips.NAME`, and `room.N` of every number."""
        lie = {room.number: room.chips for room in self.rooms} | {WEDDING: self.wedding}
        return {
            **{f"chips.{name}": str(has) for name, has in zip(names, self.chips, strict=True)},
            **{f"room.{number}": str(lie.get(number, 0)) for number in ROOMS},
        }
