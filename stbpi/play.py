"""The play: the match on the table, and the only way to change it.

Commands go to the game; what it says has happened goes to the journal, and is taken in. The
switches of tiles that are broken and the parts that have failed are part of it, since they are
recorded, too.

Never: knows a rule of a game, waits for anything but the disk. Keep: all changes go through
`commit`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from stbpi.box.port import Inputs
from stbpi.dice.cup import Cup
from stbpi.dice.drawn import Drawn
from stbpi.dice.source import Dice
from stbpi.faults import Faults
from stbpi.games.events import (
    DealCommitted,
    Event,
    MatchContinued,
    MatchSetAside,
    MatchStarted,
    Resumed,
    TileDown,
    TileUp,
)
from stbpi.games.game import (
    BotRoll,
    Command,
    Deal,
    Hold,
    Phase,
    Press,
    StartMatch,
    Tiles,
    TilesMoved,
    Timer,
    View,
    moves,
    tiles,
)
from stbpi.games.registry import game_of
from stbpi.journal.resume import Past
from stbpi.journal.secrets import opened
from stbpi.journal.writer import Writer

logger = logging.getLogger(__name__)


class Play:
    """What is played.

    Args:
        game: the name of the game that is played, if none was played before.
        writer: brings events to the disk.
        past: what the box did before.
        dice: what is thrown, and what hidden cards are dealt by.
        complain_ms: how long a wrong state may last before it is complained about.
        inputs: knows which tiles are declared broken.
        called: returns what is shown as the name of a player.

    Attributes:
        called: as above.
        down: the tiles that are down on the box.
        faults: the parts that have failed.
        started: how many matches were started since the program began.
    """

    def __init__(
        self,
        game: str,
        writer: Writer,
        *,
        past: Past,
        dice: Dice,
        complain_ms: int,
        inputs: Inputs,
        called: Callable[[str], str] = str,
    ) -> None:
        self.called = called
        self.down = past.down
        self.faults = Faults()
        self.started = 0
        self._game = game_of(game)
        self._writer = writer
        self._past = past
        self._dice = dice
        self._cup = Cup(dice, past.match, past.secrets)
        self._dealt = {sha: opened(digits) for sha, digits in past.secrets.items()}
        self._complain_ms = complain_ms
        self._inputs = inputs
        self._viewed: Any | None = None
        self._views: dict[bool, View] = {}
        self._is_damaged = False
        self._is_aside = past.is_set_aside
        self._state = self._replay()

    @property
    def game(self) -> str:
        """The name of the game that is played, or was last."""
        return self._game.name

    @property
    def state(self) -> Any | None:
        """The match, also one that is over; `None` if there is none, or if it was set aside."""
        return None if self._is_aside else self._state

    @property
    def is_there(self) -> bool:
        """Whether there is a match, also one that is over."""
        return self.state is not None

    @property
    def is_deserted(self) -> bool:
        """Whether there is a match that its players may go on with."""
        return self._state is not None and self._is_aside

    @property
    def is_open(self) -> bool:
        """Whether there is a match that has not ended."""
        view = self.view(time_is_up=True)
        return view is not None and view.phase is not Phase.MATCH_OVER

    def view(self, *, time_is_up: bool) -> View | None:
        """Return what is to be seen of the match; `None` if there is none."""
        state = self.state
        if state is None:
            return None
        if state is not self._viewed:
            self._viewed, self._views = state, {}
        if time_is_up not in self._views:
            self._views[time_is_up] = self._game.view(state, time_is_up=time_is_up)
        return self.named(self._views[time_is_up])

    def deserted(self) -> View | None:
        """Return what is to be seen of the match that was set aside; `None` if there is none."""
        if self._state is None or not self._is_aside:
            return None
        return self.named(self._game.view(self._state, time_is_up=True))

    def named(self, view: View) -> View:
        """Return a view with the names that are shown."""
        names = [self.called(player.name) for player in view.players]
        if all(name == player.name for name, player in zip(names, view.players, strict=True)):
            return view
        players = (replace(p, name=name) for p, name in zip(view.players, names, strict=True))
        return replace(view, players=tuple(players))

    def timer(self) -> Timer | None:
        """Return what time the match asks for."""
        state = self.state
        return None if state is None else self._game.timer(state)

    def same_again(self) -> StartMatch | None:
        """Return the command that starts a match like this one; `None` if there is none."""
        state = self.state
        return None if state is None else self._game.same_again(state)

    @property
    def drawn(self) -> Drawn:
        """What may be seen of that what the throws of the match follow from."""
        return self._cup.drawn

    async def resume(self) -> None:
        """Record that the box is on again, if it ever was."""
        is_new = self._is_damaged and not self._past.is_set_aside
        lost = (MatchSetAside(),) if is_new else ()
        if not self._past.fresh:
            await self.commit((*lost, Resumed(gap_ms=self._past.gap_ms)))
        await self.deal()

    async def do(self, command: Command) -> None:
        """Give the match a command; the dice that it throws are thrown here."""
        state = self.state
        if state is None:
            return
        if isinstance(command, Press | Hold | BotRoll):
            dice = self._cup.throw(self._game.dice_wanted(state, command))
            command = replace(command, dice=dice)
        await self.commit(self._game.decide(state, command))
        await self.deal()

    async def deal(self) -> None:
        """Deal what is to be dealt now."""
        while (state := self.state) is not None and self._game.wants_deal(state):
            secret = self._dice.deal()
            if secret is None:
                return
            events = self._game.decide(state, Deal(secret=secret))
            committed = (one.sha for one in events if isinstance(one, DealCommitted))
            self._dealt |= dict.fromkeys(committed, secret)
            await self.commit(events)

    async def start(self, command: StartMatch) -> None:
        """Start a match; an open one is set aside, one that was is given up."""
        game = game_of(command.game)
        state = game.new(self.down, complain_ms=self._complain_ms)
        events = game.decide(state, command)
        set_aside = (MatchSetAside(),) if self.is_open else ()
        hidden = () if self._state is None else self._game.reveal(self._state)
        before = (*set_aside, *hidden, *self._cup.reveal())
        self._game, self._is_aside = game, False
        self.started += 1
        await self.commit((*before, *events, *self.faults.declared()), state=state)
        await self.deal()

    def leave(self) -> None:
        """Leave the match that is over."""
        self._state = None

    async def desert(self) -> None:
        """Set the open match aside; its players may come back."""
        self._is_aside = True
        await self.commit((MatchSetAside(),))

    async def go_on(self) -> None:
        """Go on with the match that was set aside."""
        self._is_aside = False
        await self.commit((MatchContinued(),))
        await self.do(TilesMoved())

    async def put_in(self, word: str) -> None:
        """Let a player's word go into the dice, if nothing was thrown yet."""
        await self.commit(self._cup.with_word(word))

    async def move(self, down: Tiles, *, judge: bool) -> None:
        """Take the tiles that are down now, and judge them if the match is to say so."""
        moved, self.down = moves(self.down, down), down
        state = self.state
        if state is None or not judge:
            await self.commit(moved)
        else:
            state = self._fold(state, moved)
            await self.commit((*moved, *self._game.decide(state, TilesMoved())))
            await self.deal()

    async def fault(self, part: str, what: str | None) -> None:
        """Take the news that a part has failed, or (`None`) that it is back."""
        await self.commit(self.faults.told(part, what))

    async def commit(self, events: tuple[Event, ...], *, state: Any | None = None) -> None:
        """Bring events to the disk and take them in.

        Args:
            events: what has happened.
            state: what they are folded into; by default the match as it stands.
        """
        if not events:
            return
        if state is not None:
            self._state = state
        if self._state is not None:
            self._state = self._fold(self._state, events)
        follows = self._cup.follow(events, is_open=lambda: self.is_open, throws=self._game.has_dice)
        events = (*events, *follows)
        may_wait = all(map(self._box_still_shows, events))
        await self._writer.write(events, may_wait=may_wait, secrets=self._secrets(events))
        if self._writer.fault is not None:  # said by the very scene that shows what is not saved
            await self.fault("disk", self._writer.fault)

    def _box_still_shows(self, event: Event) -> bool:
        """Say whether an event could be read from the box again, if it were lost."""
        match event:
            case TileDown(tile=tile) | TileUp(tile=tile):
                return not tiles(tile) & self._inputs.broken
            case _:
                return False

    def _secrets(self, events: Iterable[Event]) -> Mapping[str, str]:
        """Return the bytes that events commit to, for the journal alone."""
        committed = (one.sha for one in events if isinstance(one, DealCommitted))
        return {**self._cup.secrets, **{sha: self._dealt[sha].hex() for sha in committed}}

    def _fold(self, state: Any, events: Iterable[Event]) -> Any:
        return reduce(self._evolve, events, state)

    def _evolve(self, state: Any, event: Event) -> Any:
        state = self._game.evolve(state, event)
        if isinstance(event, DealCommitted) and event.sha in self._dealt:
            return self._game.with_secret(state, self._dealt[event.sha])
        return state

    def _replay(self) -> Any | None:
        """Return the match as it was left; one whose record makes no sense is left where it is."""
        past = self._past
        if not past.match:
            return None
        try:
            self._game = game_of(_started(past.match).game)
            empty = self._game.new(past.match_down, complain_ms=self._complain_ms)
            return self._fold(empty, past.match)
        except Exception:  # what can't have been played was not written by this program
            logger.exception("the last match is set aside: its record in the journal is damaged")
            self._is_damaged = True
            return None


def _started(match: Iterable[Event]) -> MatchStarted:
    return next(event for event in match if isinstance(event, MatchStarted))
