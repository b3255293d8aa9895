"""The cup: the dice of the match on the table, and what they follow from.

It folds the events of the match, and says which of its own follow: the commitment when bytes are
drawn, and the bytes when no throw follows from them any more:

    match_started  dice_committed (sha)  [dice_committed (sha, word)]  rolled ...  match_ended
    dice_revealed (bytes)

A match that is set aside keeps its bytes hidden, since it may be gone on with; they are revealed
when another one starts. One that goes on though its bytes are known (its last turn was taken
back) or lost draws new ones, and commits to them anew. A match goes on with the dice that it
began with, whatever was configured meanwhile.

Never: writes anything; draws bytes that are not told of at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from stbpi.dice.drawn import Drawn
from stbpi.dice.lot import Lot, commitment
from stbpi.dice.source import Dice
from stbpi.games.events import (
    DiceCommitted,
    DiceRevealed,
    Event,
    MatchEnded,
    MatchStarted,
    Rolled,
)


class Cup:
    """The dice of the match on the table.

    Args:
        dice: what is thrown.
        match: the events of the last match; empty without one.
        secrets: the bytes that are not revealed yet, by their commitments, in hex digits.

    Attributes:
        drawn: what may be seen of the bytes.
    """

    def __init__(self, dice: Dice, match: Iterable[Event], secrets: Mapping[str, str]) -> None:
        self.drawn = Drawn()
        self._dice = dice
        self._seed: bytes | None = None
        self._k = 0
        for event in match:
            self._take(event)
        if self.drawn.sha and not self.drawn.bytes:
            self._seed = _opened(self.drawn.sha, secrets.get(self.drawn.sha, ""))

    @property
    def secrets(self) -> Mapping[str, str]:
        """The bytes that are not revealed yet, by their commitment: for the journal alone."""
        return {} if self._seed is None else {self.drawn.sha: self._seed.hex()}

    def throw(self, count: int) -> tuple[int, ...]:
        """Throw so many dice; raises what `Dice.throw` raises."""
        if self._seed is None:
            return self._dice.throw(count)
        lot = Lot(seed=self._seed, word=self.drawn.word, k=self._k + 1)
        return self._dice.throw(count, lot)

    def follow(
        self, events: Iterable[Event], *, is_open: Callable[[], bool], throws: bool = True
    ) -> tuple[Event, ...]:
        """Take in what has happened, and return what follows from it.

        Args:
            events: what has happened.
            is_open: says whether there is a match that has not ended, after them.
            throws: the game is played with dice.
        """
        kinds = set()
        for event in events:
            self._take(event)
            kinds.add(type(event))
        following: tuple[Event, ...] = ()
        if MatchStarted in kinds or (self._seed is None and self.drawn.sha and is_open()):
            following = self._draw() if throws else ()
        elif MatchEnded in kinds and not is_open():
            following = self.reveal()
        for event in following:
            self._take(event)
        return following

    def reveal(self) -> tuple[Event, ...]:
        """Return the event that reveals the bytes, if there are any; `follow` takes it in."""
        return (DiceRevealed(bytes=self._seed.hex()),) if self._seed is not None else ()

    def with_word(self, word: str) -> tuple[Event, ...]:
        """Return the event that puts in a word, if that can be done now; `follow` takes it in."""
        if self._seed is None or not self.drawn.is_new:
            return ()
        return (DiceCommitted(sha=self.drawn.sha, word=word),)

    def _draw(self) -> tuple[Event, ...]:
        self._seed = self._dice.draw()
        self.drawn = Drawn()
        if self._seed is None:
            return ()
        return (DiceCommitted(sha=commitment(self._seed), word=""),)

    def _take(self, event: Event) -> None:
        match event:
            case MatchStarted():
                self._seed, self._k, self.drawn = None, 0, Drawn()
            case DiceCommitted(sha=sha, word=word):
                self.drawn = Drawn(sha=sha, word=word, is_new=True)
            case Rolled(k=k):
                self._k, self.drawn = k, replace(self.drawn, is_new=False)
            case DiceRevealed(bytes=revealed):
                self._seed, self.drawn = None, replace(self.drawn, bytes=revealed)
            case _:
                pass


def _opened(sha: str, digits: str) -> bytes | None:
    """Return the bytes that were committed to; `None` if a disk has kept them badly, or not."""
    try:
        seed = bytes.fromhex(digits)
    except (TypeError, ValueError):
        return None
    return seed if commitment(seed) == sha else None
