"""Logs of matches with committed dice, without a game around them.

Never: computes a die itself; the program's own cup throws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stbpi.dice.cup import Cup
from stbpi.dice.lot import Lot
from stbpi.dice.verify import Fact
from stbpi.games.events import (
    DiceCommitted,
    Event,
    MatchEnded,
    MatchStarted,
    Rolled,
    TileDown,
    encode,
)
from stbpi.journal.recorded import Recorded

STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
ENDED = MatchEnded(winners=(1,), why="rounds")


class Seeds:
    """A source that draws known bytes: 1, 2, 3 ... thirty-two times each."""

    def __init__(self) -> None:
        self.drawn = 0

    def draw(self) -> bytes | None:
        self.drawn += 1
        return bytes([self.drawn % 256] * 32)

    def deal(self) -> bytes | None:
        return None

    def throw(self, count: int, lot: Lot | None = None) -> tuple[int, ...]:
        assert lot is not None
        return lot.dice(count)


class Bench:
    """A cup, and everything that has happened around it.

    Attributes:
        events: what has happened.
        is_open: there is a match that has not ended.
    """

    def __init__(self) -> None:
        self.cup = Cup(Seeds(), (), {})
        self.events: list[Event] = []
        self.is_open = False
        self._k = 0

    def happen(self, *events: Event) -> None:
        for event in events:
            self.is_open = not isinstance(event, MatchEnded)
        self.events += (*events, *self.cup.follow(events, is_open=lambda: self.is_open))

    def start(self) -> None:
        self._k = 0
        self.happen(*self.cup.reveal(), STARTED)

    def throw(self, times: int = 1, count: int = 2) -> None:
        for _ in range(times):
            self._k += 1
            dice = self.cup.throw(count)
            rolled = Rolled(player=1, dice=dice, total=sum(dice), k=self._k)
            self.happen(rolled, TileDown(tile=1))

    def play(self, times: int, *, word: str = "") -> None:
        """Play a match of so many throws."""
        self.start()
        if word:
            self.happen(*self.cup.with_word(word))
        self.throw(times)
        self.happen(ENDED)


def recorded(events: Iterable[Event]) -> Iterator[Recorded]:
    """Number events as a journal does."""
    match = 0
    for n, event in enumerate(events, start=1):
        match += isinstance(event, MatchStarted)
        yield Recorded(n=n, boot=1, match=match, t=n, wall=None, event=event)


def facts(events: Iterable[Event]) -> list[Fact]:
    return [
        Fact(n=it.n, at=it.n, match=it.match, e=it.event.e, members=encode(it.event))
        for it in recorded(events)
    ]


def commitments(events: Iterable[Event]) -> list[DiceCommitted]:
    return [event for event in events if isinstance(event, DiceCommitted)]
