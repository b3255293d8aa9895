"""What the terminal app keeps of a match, so that it can be played again.

It is kept from the start of every match that starts here, whether anybody asks for it or not:
who meets something odd can still record it, from the start of the match on. A match that was
under way when the app was started can't be recorded; the next one is, then.

Never: writes a file, says anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum

from stbpi.dice.lot import Lot
from stbpi.dice.source import Dice
from stbpi.games.events import MatchContinued, MatchStarted
from stbpi.games.game import Tiles
from stbpi.journal.recorded import Recorded
from stbpi.sim.hand_record import HandRecord


class Recording(Enum):
    OFF = "off"
    WAITS = "waits"
    ON = "on"


class HeardDice:
    """Dice whose throws and deals are heard of.

    Args:
        dice: what is thrown.
        hear: called with every throw.
        hear_deal: called with what every deal follows from.
    """

    def __init__(
        self,
        dice: Dice,
        hear: Callable[[tuple[int, ...]], None],
        hear_deal: Callable[[bytes], None],
    ) -> None:
        self._dice = dice
        self._hear = hear
        self._hear_deal = hear_deal

    def deal(self) -> bytes | None:
        dealt = self._dice.deal()
        if dealt is not None:
            self._hear_deal(dealt)
        return dealt

    def draw(self) -> bytes | None:
        return self._dice.draw()

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        dice = self._dice.throw(count, lot)
        if dice:
            self._hear(dice)
        return dice


class Recorder:
    """The record of the match that is played, and whether it is wanted.

    Args:
        tile_count: how many tiles the box has.
    """

    def __init__(self, tile_count: int) -> None:
        self._tile_count = tile_count
        self._hand: HandRecord | None = None
        self._is_wanted = False

    @property
    def state(self) -> Recording:
        """Whether it is recorded."""
        if not self._is_wanted:
            return Recording.OFF
        return Recording.WAITS if self._hand is None else Recording.ON

    @property
    def seed(self) -> int | None:
        """What a scenario plays its last line with; `None` without a match."""
        return None if self._hand is None else self._hand.line

    def want(self) -> None:
        """Record the match, or the next one."""
        self._is_wanted = True

    def stop(self, *, at: float) -> str:
        """Record no more; return the scenario, an empty text if there is none."""
        self._is_wanted = False
        return self._hand.text(at=at) if self._hand is not None else ""

    def hear(self, recorded: Iterable[Recorded], down: Tiles, *, at: float) -> None:
        """Hear what has happened; a match that starts is a new record, unless one is wanted."""
        for one in recorded:
            match one.event:
                case MatchStarted() if not (self._is_wanted and self._hand):
                    self._hand = HandRecord(self._tile_count, down, at=at)
                case MatchContinued():
                    self._hand = None
                case _:
                    pass
            if self._hand is not None:
                self._hand.took_place(one.event)

    def forget(self) -> None:
        """Leave the match; what the hand does in the set-up belongs to no record."""
        self._hand = None

    def moved(self, before: Tiles, after: Tiles, *, at: float) -> None:
        if self._hand is not None:
            self._hand.moved(before, after, at=at)

    def pushed(self, down: bool, *, at: float) -> None:
        if self._hand is None:
            return
        if down:
            self._hand.pushed(at=at)
        else:
            self._hand.let_go(at=at)

    def thrown(self, dice: tuple[int, ...]) -> None:
        if self._hand is not None:
            self._hand.thrown(dice)

    def dealt(self, secret: bytes) -> None:
        if self._hand is not None:
            self._hand.dealt(secret)

    def done(self, line: str, *, at: float) -> None:
        """Take a fault, or what the operator did, as a line of a scenario."""
        if self._hand is not None:
            self._hand.done(line, at=at)
