"""The roll-off: each throws one die, the highest starts, the tied throw again.

Rule: RULES.md 2.1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOff:
    """A roll-off, as the throws left it.

    Attributes:
        contenders: the seats that may still start.
        waiting: those of them that have to throw, in seat order.
        dice: what each seat has thrown last; 0 before that.
    """

    contenders: tuple[int, ...]
    waiting: tuple[int, ...]
    dice: tuple[int, ...]

    @property
    def starter(self) -> int:
        """The seat that starts; 0 while that is not known."""
        return 0 if self.waiting else self.contenders[0]

    def thrown(self, die: int) -> RollOff:
        """Take the throw of the first who waits."""
        seat, *others = self.waiting
        dice = (*self.dice[: seat - 1], die, *self.dice[seat:])
        if others:
            return replace(self, waiting=tuple(others), dice=dice)
        best = max(dice[seat - 1] for seat in self.contenders)
        tied = tuple(seat for seat in self.contenders if dice[seat - 1] == best)
        return RollOff(contenders=tied, waiting=tied if len(tied) > 1 else (), dice=dice)


def roll_off(seats: int) -> RollOff:
    """Return the roll-off that begins."""
    everybody = tuple(range(1, seats + 1))
    return RollOff(contenders=everybody, waiting=everybody, dice=(0,) * seats)


def in_seat_order(seats: int) -> RollOff:
    """Return what stands for a roll-off where the first seat starts."""
    return RollOff(contenders=(1,), waiting=(), dice=(0,) * seats)
