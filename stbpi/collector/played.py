"""How the match stands that is played on a box, as far as its events say it plainly.

Never: knows a rule of a game; totals are those that the box tells, else those of the game's view.
Keep: an event that can't be read changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from stbpi.collector.database import Row
from stbpi.errors import JournalError
from stbpi.games.events import (
    ChipPaid,
    ChipTaken,
    Covered,
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerOut,
    PlayerSeated,
    Rescored,
    Rolled,
    TurnEnded,
    TurnStarted,
    Undone,
    decode,
    is_printable,
)
from stbpi.games.game import View


@dataclass(slots=True)
class Played:
    """The newest match of a box.

    Attributes:
        number: of the match; 0 before the first.
        preset: the code of its house rules.
        names: of the players by their seats.
        totals: what each has, by seats, where that was told.
        out: the seats of those who are out.
        round: from 1; 0 before the first.
        player: the seat whose turn it is; 0 if nobody's.
        dice: of the last throw of this turn.
        winners: the seats of those who have won.
        is_over: it has ended.
        is_aside: it is set aside.
    """

    number: int = 0
    preset: str = ""
    names: dict[int, str] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    round: int = 0
    player: int = 0
    dice: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    is_over: bool = False
    is_aside: bool = False

    def name(self, seat: int) -> str:
        """Return what the player of a seat is called."""
        return self.names.get(seat, f"P{seat}")

    def total(self, seat: int, view: View | None) -> int:
        """Return what a player has.

        Args:
            seat: his.
            view: the match as its game sees it, if that is known.
        """
        seen = {} if view is None else {player.seat: player.total for player in view.players}
        return self.totals.get(seat, seen.get(seat, 0))

    def take(self, event: Event) -> None:
        """Fold an event of this match in."""
        match event:
            case MatchStarted():
                self.preset = event.preset
            case PlayerSeated():
                self.names[event.seat] = event.player
            case TurnStarted():
                self.player, self.round, self.dice = event.player, event.round, ()
            case Rolled():
                self.player, self.dice = event.player, event.dice or (event.total,)
            case Covered():
                self.dice = ()
            case TurnEnded():
                self.totals[event.player], self.dice = event.total, ()
            case ChipPaid() | ChipTaken():
                self.totals[event.player] = event.has
            case PlayerOut():
                self.out.add(event.player)
            case Rescored():
                self.totals[event.player] = event.total
                (self.out.add if event.out else self.out.discard)(event.player)
            case Undone():
                self.player, self.round, self.dice = event.player or 0, event.round, ()
                self.winners, self.is_over = (), False
            case MatchEnded():
                self.player, self.winners, self.is_over = 0, event.winners, True
            case MatchSetAside():
                self.is_aside = True
            case MatchContinued():
                self.is_aside = False
            case _:
                pass


def event_of(row: Row) -> Event | None:
    """Return the event that a row is; `None` if it is none that can be told in words."""
    try:
        event = decode(row.e, json.loads(row.body))
        return event if row.is_plain or is_printable(event) else None
    except (JournalError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def played(rows: Iterable[Row]) -> Played:
    """Fold the events of one match, in order."""
    match = Played()
    for row in rows:
        match.number = row.match
        event = event_of(row)
        if event is not None:
            match.take(event)
    return match
