"""Playing an evening without a table: deeds become moved tiles and commands.

It does in the small what `stbpi.table` does: tiles that move are events, whatever comes becomes
a command, what is decided is folded in, and time is up only for a state that waits for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from typing import assert_never

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import Event
from stbpi.games.game import (
    NO_TILES,
    BotRoll,
    Command,
    EndMatch,
    Hold,
    Phase,
    Press,
    Prompt,
    SetRule,
    StartMatch,
    StopTurn,
    Tiles,
    TilesMoved,
    TimeUp,
    Undo,
    moves,
    without,
)
from stbpi.games.shut_the_box import ShutTheBox, State
from stbpi.games.shut_the_box.house_rules import differences, preset
from stbpi.games.shut_the_box.judge import covers_now
from stbpi.games.shut_the_box.ruleset import Ruleset
from tests.games.spec import COMPLAIN_MS
from tests.strategies import (
    Asked,
    Button,
    Changing,
    Deed,
    Ending,
    Evening,
    Patience,
    Stopping,
    Sweep,
    Undoing,
)

GAME = ShutTheBox()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One command and what came of it."""

    before: State
    command: Command
    events: tuple[Event, ...]
    after: State


class Play:
    """A match that is being played.

    Attributes:
        state: as the events left it.
        events: all of them.
        deals: all commands, in order.
    """

    def __init__(
        self,
        rules: Ruleset,
        names: tuple[str, ...],
        *,
        down: Tiles = NO_TILES,
        dice: int = 0,
        bots: tuple[str, ...] = (),
    ) -> None:
        self.start = GAME.new(down, complain_ms=COMPLAIN_MS)
        self.state = self.start
        self.events: list[Event] = []
        self.deals: list[Deal] = []
        self._dice = random.Random(dice)
        house_rules = differences(rules, preset("luk_kassen"))
        self.command(
            StartMatch(
                game="shut_the_box",
                names=names,
                preset="luk_kassen",
                house_rules=house_rules,
                bots=bots,
            )
        )

    def command(self, command: Command) -> None:
        wanted = GAME.dice_wanted(self.state, command)
        if isinstance(command, Press | Hold | BotRoll):
            dice = tuple(self._dice.randint(1, 6) for _ in range(wanted))
            command = replace(command, dice=dice)
        before, events = self.state, GAME.decide(self.state, command)
        self._fold(events)
        self.deals.append(Deal(before=before, command=command, events=events, after=self.state))

    def tiles_are(self, down: Tiles) -> None:
        self._fold(moves(self.state.down, down))
        self.command(TilesMoved())

    def time_is_up(self) -> None:
        if GAME.timer(self.state) is not None:
            self.command(TimeUp())

    def do(self, deed: Deed) -> None:
        match deed:
            case Asked():
                self._obey(deed.choice)
            case Sweep():
                self.tiles_are(Tiles(self.state.down ^ deed.tiles))
            case Button():
                self.command(Hold(fewer=deed.fewer) if deed.held else Press())
            case Patience():
                self.time_is_up()
            case Ending():
                self.command(EndMatch())
            case Stopping():
                self._try(StopTurn())
            case Undoing():
                self._try(Undo())
            case Changing():
                self._try(SetRule(field=deed.field, value=deed.value))
            case _:
                assert_never(deed)

    def _try(self, command: StopTurn | Undo | SetRule) -> None:
        """Do what the operator wants, unless the game says that it can't be done.

        What the view says of it must be true.
        """
        view = GAME.view(self.state, time_is_up=False)
        try:
            self.command(command)
        except (NotAllowedError, RulesError):
            may = {StopTurn: view.may_stop, Undo: view.may_undo}.get(type(command), False)
            assert not may
        else:
            assert view.may_stop or not isinstance(command, StopTurn)
            assert view.may_undo or not isinstance(command, Undo)

    def _obey(self, choice: int) -> None:
        state = self.state
        view = GAME.view(state, time_is_up=False)
        if view.phase is Phase.TURN_OVER:
            self.time_is_up()
        elif view.prompt in (Prompt.ROLL, Prompt.ONE_DIE):
            may_hold = 1 in view.dice_allowed and choice % 2
            self.command(Hold(fewer=choice % 3 + 1) if may_hold else Press())
        elif view.prompt in (Prompt.RAISE, Prompt.LOWER, Prompt.CLOSE_AGAIN):
            self.tiles_are(Tiles(state.down ^ view.named))
        elif view.prompt is Prompt.CLOSE:
            self.tiles_are(Tiles(state.down | view.named))
        elif view.prompt is Prompt.COVER:
            covers = covers_now(
                state.standing, state.dice, state.turn_rules, is_first=state.is_first_throw
            )
            not_in_play = without(state.down, state.turn_rules.all_tiles)
            cover = covers[choice % len(covers)]
            self.tiles_are(Tiles(not_in_play | state.committed | cover))

    def _fold(self, events: tuple[Event, ...]) -> None:
        self.state = reduce(GAME.evolve, events, self.state)
        self.events += events


def play(evening: Evening, *, watch: Callable[[Play], None] = lambda _: None) -> Play:
    """Play an evening; `watch` looks at the match after every deed."""
    playing = Play(evening.rules, evening.names, down=evening.down, dice=evening.dice)
    watch(playing)
    for deed in evening.deeds:
        playing.do(deed)
        watch(playing)
    return playing
