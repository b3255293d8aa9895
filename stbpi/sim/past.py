"""The past of a match: what could be seen after each of its events.

The match is folded event by event, and every state is kept: a state is frozen and shares almost
all it holds with the one before.

Never: changes what is played. Keep: what is shown of a moment depends on the events up to it
alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from stbpi.games.events import (
    Called,
    CardsPlayed,
    DealCommitted,
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    TurnStarted,
    Undone,
)
from stbpi.games.game import NO_TILES, Game, Tiles
from stbpi.games.registry import DEFAULT, game_of
from stbpi.journal.matches import moved
from stbpi.journal.reader import LastMatch
from stbpi.journal.recorded import Recorded
from stbpi.scene import Held, Scene
from stbpi.sim.felt import OwnFelt, own_felt
from stbpi.sim.overlooked import Secrets, folded


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What was so after an event.

    Attributes:
        event: the event.
        down: the tiles that were down.
        state: the match, folded.
        faults: the parts that had failed.
        is_over: the match was over.
    """

    event: Recorded
    down: Tiles
    state: Any
    faults: frozenset[str]
    is_over: bool


class Past:
    """All moments of the match that was started last, from its first turn on.

    Args:
        complain_ms: as the box is configured.
        secrets: what was dealt, and is hidden in the events.
    """

    def __init__(self, *, complain_ms: int, secrets: Secrets) -> None:
        self._game: Game[Any] = game_of(DEFAULT)
        self._secrets = secrets
        self._complain_ms = complain_ms
        self._down = NO_TILES
        self._state: Any = None
        self._faults: frozenset[str] = frozenset()
        self._is_over = False
        self._moments: list[Moment] = []
        self._turns: list[int] = []
        self._worths: dict[int, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self._moments)

    def __getitem__(self, at: int) -> Moment:
        return self._moments[at]

    @property
    def turns(self) -> tuple[int, ...]:
        """The moments at which turns started; where cards are played, each call and play is one."""
        return tuple(self._turns)

    def begin(self, last: LastMatch) -> None:
        """Take a match that is on the disk already."""
        self._down = last.down
        self.take(last.events)

    def take(self, recorded: Iterable[Recorded]) -> None:
        """Take the events that follow."""
        for one in recorded:
            self._take(one)

    def scene(self, at: int, *, now: Scene) -> Scene:
        """Return what could be seen of the match at a moment.

        Args:
            at: which moment, from 0.
            now: what is shown now; what is not the match's is shown as it is there.
        """
        moment = self._moments[at]
        view = self._game.view(moment.state, time_is_up=moment.is_over)
        faults = tuple(sorted(moment.faults))
        return replace(
            now,
            view=view,
            held=Held.NOT,
            page=None,
            posters=(),
            test=None,
            faults=faults,
            coaching=None,
        )

    def course(self, at: int | None = None) -> tuple[tuple[int, ...], ...]:
        """Return what everybody had at the start of each turn and at a moment, by seat.

        Args:
            at: the moment; the last one if it is `None`.

        Returns:
            Nothing of a game that tells it in no other way than by points.
        """
        own = own_felt(self._game.name)
        if own is None or not len(self):
            return ()
        last = len(self) - 1 if at is None else at
        turns = [turn for turn in self._turns[: bisect_right(self._turns, last)] if turn != last]
        return tuple(self._worth(turn, own) for turn in (*turns, last))

    def _worth(self, at: int, own: OwnFelt) -> tuple[int, ...]:
        """Return what everybody had at a moment, by seat; it is kept."""
        if at not in self._worths:
            view = self._game.view(self._moments[at].state, time_is_up=False)
            self._worths[at] = own.worth(view)
        return self._worths[at]

    def turn_before(self, at: int) -> int:
        """Return the moment at which the turn before a moment started; 0 if there is none."""
        index = bisect_left(self._turns, at) - 1
        return self._turns[index] if index >= 0 else 0

    def turn_behind(self, at: int) -> int:
        """Return the moment at which the turn behind a moment started, else the last one."""
        index = bisect_right(self._turns, at)
        return self._turns[index] if index < len(self._turns) else len(self) - 1

    def find(self, n: int) -> int:
        """Return the moment of the event with a number, or of the nearest before it."""
        return max(bisect_right(self._moments, n, key=lambda moment: moment.event.n) - 1, 0)

    def _take(self, one: Recorded) -> None:
        event = one.event
        if isinstance(event, MatchStarted):
            self._moments.clear()
            self._turns.clear()
            self._worths.clear()
            self._faults, self._is_over = frozenset(), False
            self._game = game_of(event.game)
            self._state = self._game.new(self._down, complain_ms=self._complain_ms)
        self._down = moved(self._down, event)
        if self._state is None:
            return
        if not isinstance(event, MatchSetAside | MatchContinued):
            self._state = folded(self._game, self._state, event, self._secrets)
        self._note(event)
        if self._turns:
            self._moments.append(
                Moment(
                    event=one,
                    down=self._down,
                    state=self._state,
                    faults=self._faults,
                    is_over=self._is_over,
                )
            )

    def _note(self, event: Event) -> None:
        """Take in what the game does not tell by its state."""
        match event:
            case TurnStarted() | DealCommitted() | Called() | CardsPlayed():
                self._turns.append(len(self._moments))
                self._is_over = False
            case MatchEnded():
                self._is_over = True
            case Undone():
                self._is_over = False
            case Fault(part=part):
                self._faults |= {part}
            case FaultCleared(part=part):
                self._faults -= {part}
            case _:
                pass
