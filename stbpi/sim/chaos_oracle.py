"""The oracle: what the box must show, from what the player meant to do.

It is told where the tiles are, when the button was pressed, what was thrown and dealt and what the
operator asked for, and plays the match with the game's pure functions alone: no box, no time,
no journal. After a cut of the power it goes back to what was on the disk by then, which must be
a beginning of what it knows.

Never: sees the box, but through what it is told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from stbpi.games.events import (
    Bounced,
    DealCommitted,
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchSetAside,
    MatchStarted,
    RecordNamed,
    Refused,
    Resumed,
    SettingChanged,
    TileDown,
    TileUp,
)
from stbpi.games.game import (
    NO_TILES,
    Command,
    Deal,
    EndMatch,
    Game,
    Hold,
    NoMove,
    Phase,
    Press,
    SetRule,
    StartMatch,
    StopTurn,
    Tiles,
    TilesMoved,
    TimeUp,
    Undo,
    View,
    moves,
    next_seat_first,
)
from stbpi.games.registry import DEFAULT, game_of
from stbpi.sim.chaos_rules import ChaosPart, chaos_of

NO_FACTS = (
    *(TileDown, TileUp, Refused, Fault, FaultCleared, Resumed),
    *(MatchSetAside, MatchContinued, SettingChanged, RecordNamed, Bounced),
)
"""What is told, but follows from where the tiles are, from what is broken, or from who is there."""


_COMING_AND_GOING = (MatchStarted, MatchSetAside, MatchContinued)


class Oracle:
    """One box, as it must be.

    Args:
        complain_ms: as the box is configured.

    Attributes:
        state: the match; `None` before the first.
        in_setup: the set-up is shown, whatever became of the last match.
        is_deserted: its players have left the last match, and may go on with it.
        facts: what must have happened since the box was new.
        down: the tiles that are down.
        dealt: what was dealt and has not been asked for yet, in order.
    """

    def __init__(self, *, complain_ms: int) -> None:
        self.state: Any | None = None
        self.in_setup = True
        self.is_deserted = False
        self.facts: list[Event] = []
        self._game: Game[Any] = game_of(DEFAULT)
        self._complain_ms = complain_ms
        self._after: list[tuple[Game[Any], Any]] = []
        self.down = NO_TILES
        self.dealt: deque[bytes] = deque()

    @property
    def chaos(self) -> ChaosPart:
        """What chaos knows of the game."""
        return chaos_of(self._game.name)

    @property
    def match(self) -> Any:
        """The match; only if there is one."""
        assert self.state is not None
        return self.state

    @property
    def is_playing(self) -> bool:
        """Whether a match is under way or its end is shown."""
        return self.state is not None and not self.in_setup and not self.is_deserted

    @property
    def is_turn_over(self) -> bool:
        """Whether the result of a turn is shown, or was until its time was up."""
        return self.is_playing and self.view(time_is_up=False).phase is Phase.TURN_OVER

    @property
    def is_match_over(self) -> bool:
        return self.is_playing and self.view().phase is Phase.MATCH_OVER

    @property
    def is_over_at_once(self) -> bool:
        """Whether the match is over and no result of a turn is shown before that."""
        return self.is_playing and self.view(time_is_up=False).phase is Phase.MATCH_OVER

    def view(self, *, time_is_up: bool = True) -> View:
        """Return what is to be seen of the match.

        Args:
            time_is_up: the result of the last turn is not shown any more.
        """
        return self._game.view(self.match, time_is_up=time_is_up)

    # What is done on the box

    def tiles_are(self, down: Tiles, *, judged: bool = True) -> None:
        """Take in which tiles are down, settled.

        Args:
            judged: no menu is open, which would put off what follows from it.
        """
        moved, self.down = moves(self.down, down), down
        if self.state is None:
            return
        for event in moved:
            self.state = self._game.evolve(self.state, event)
        if self.is_playing and judged:
            self._play(TilesMoved())

    def wanted(self, button: Press | Hold) -> int:
        """Say how many dice the button would throw."""
        if not self.is_playing or self.is_match_over:
            return 0
        return self._game.dice_wanted(self.match, button)

    def would(self, button: Press | Hold) -> tuple[Event, ...]:
        """Say what would come of the button, with the dice thrown, in a match that is not over."""
        return self._game.decide(self.match, button)

    def button(self, button: Press | Hold) -> None:
        """The button does what it does in a match that is not over, with the dice thrown."""
        self._play(button)

    def cause(self, event: Event) -> Command | None:
        """Return what a bot, or the clock, has done, if an event tells that."""
        return self.chaos.cause(self.match, event) if self.is_playing else None

    def happened(self, command: Command) -> None:
        """A bot, or the clock, has done something."""
        self._play(command)

    def deal(self) -> None:
        """Deal what is to be dealt, as far as it is known."""
        while self.is_playing and self.dealt and self._game.wants_deal(self.match):
            secret = self.dealt.popleft()
            self._take(self._game.decide(self.match, Deal(secret=secret)), secret)

    def start(self, command: StartMatch) -> None:
        """A match starts."""
        if self.state is not None:
            self._take(self._game.reveal(self.state))
        self.in_setup = self.is_deserted = False
        self._game = game_of(command.game)
        self.state = self._game.new(self.down, complain_ms=self._complain_ms)
        self._play(command)

    def again(self) -> None:
        """The same players play again."""
        self.start(next_seat_first(self._game.same_again(self.match)))

    def go_on(self) -> None:
        """The players of the match that was deserted go on."""
        self.is_deserted = False
        self._play(TilesMoved())

    def operate(self, command: Undo | NoMove | StopTurn | SetRule | EndMatch) -> None:
        """The operator's command.

        Raises:
            RulesError: it must be refused.
            NotAllowedError: it must be refused.
        """
        self._play(command)

    def time_up(self) -> None:
        """The result of a turn has been shown for long enough."""
        self._play(TimeUp())

    def cut(self, on_disk: Iterable[Event]) -> None:
        """The power was cut; go back to what is on the disk.

        Something else on the disk than what has happened is not taken in: what is shown of it
        will not be what is expected.
        """
        recorded = tuple(on_disk)
        written = (event for event in recorded if not isinstance(event, NO_FACTS))
        both = takewhile(lambda pair: pair[0] == pair[1], zip(written, self.facts, strict=False))
        known = sum(1 for _ in both)
        del self.facts[known:], self._after[known:]
        self._game, state = self._after[-1] if self._after else (game_of(DEFAULT), None)
        self.in_setup = state is None
        self.dealt.clear()
        turns = [it for it in recorded if isinstance(it, _COMING_AND_GOING)]
        self.is_deserted = bool(turns) and isinstance(turns[-1], MatchSetAside)
        if state is not None:
            for event in _moves_behind_the_last_fact(recorded):
                state = self._game.evolve(state, event)
            for event in moves(state.down, self.down):
                state = self._game.evolve(state, event)
        self.state = state

    def _play(self, command: Command) -> None:
        self._take(self._game.decide(self.match, command))
        self.deal()

    def _take(self, events: Iterable[Event], secret: bytes = b"") -> None:
        for event in events:
            self.state = self._game.evolve(self.match, event)
            if isinstance(event, DealCommitted):
                self.state = self._game.with_secret(self.state, secret)
            if not isinstance(event, NO_FACTS):
                self.facts.append(event)
                self._after.append((self._game, self.state))


def _moves_behind_the_last_fact(recorded: Sequence[Event]) -> list[Event]:
    """Return how tiles moved; that they have been put right before real dice is told by no fact."""
    behind = list(takewhile(lambda event: isinstance(event, NO_FACTS), reversed(recorded)))
    return [event for event in reversed(behind) if isinstance(event, TileDown | TileUp)]
