"""Playing Glückshaus without a table: dice and hands become commands and moved tiles.

On the way it is checked that dice are asked for exactly when they are thrown, that nothing is
mutated, that every state can be viewed, and that no chip is lost or made.
"""

from __future__ import annotations

from functools import reduce

from stbpi.games.events import ChipPaid, ChipTaken, Event
from stbpi.games.game import (
    NO_TILES,
    BotRoll,
    Command,
    Hold,
    HouseRules,
    Phase,
    Press,
    Prompt,
    StartMatch,
    Tiles,
    TilesMoved,
    TimeUp,
    View,
    moves,
    tiles,
    without,
)
from stbpi.games.glueckshaus import Glueckshaus, State
from stbpi.games.glueckshaus.house import House
from stbpi.games.glueckshaus.house_rules import values
from stbpi.games.glueckshaus.ruleset import Ruleset

GAME = Glueckshaus()
COMPLAIN_MS = 1500


class Play:
    """A match that is being played.

    Args:
        names: a letter each, or whole names.
        down: the tiles that are down before it.
        whole: all house rules.
        rules: what differs from those, or from the preset; without `whole` the first seat starts,
            unless they say otherwise.

    Attributes:
        start: the state before the match.
        state: as the events left it.
        events: all of them.
        news: those of the last command.
    """

    def __init__(
        self,
        *names: str,
        preset: str = "glueckshaus",
        bots: tuple[str, ...] = (),
        down: Tiles = NO_TILES,
        whole: Ruleset | None = None,
        **rules: int | str,
    ) -> None:
        self.start = self.state = GAME.new(down, complain_ms=COMPLAIN_MS)
        self.events: list[Event] = []
        self.news: tuple[Event, ...] = ()
        base = {"first": "seat"} if whole is None else values(whole)
        house_rules: HouseRules = tuple((base | rules).items())
        self.command(
            StartMatch(
                game="glueckshaus", names=names, preset=preset, house_rules=house_rules, bots=bots
            )
        )

    # What the table does

    def command(self, command: Command) -> None:
        before = repr(self.state)
        thrown = len(command.dice) if isinstance(command, Press | Hold | BotRoll) else 0
        wanted = GAME.dice_wanted(self.state, command)
        assert wanted == thrown, f"{thrown} dice were handed in, {wanted} are wanted"
        self.news = GAME.decide(self.state, command)
        assert repr(self.state) == before, "the state was mutated"
        self._happen(self.news)

    def tiles_are(self, down: Tiles) -> None:
        self._happen(moves(self.state.down, down))
        self.command(TilesMoved())

    # What people do

    def press(self, *dice: int) -> None:
        self.command(Press(dice=dice))

    def down(self, *numbers: int) -> None:
        self.tiles_are(Tiles(self.state.down | tiles(*numbers)))

    def up(self, *numbers: int) -> None:
        self.tiles_are(without(self.state.down, tiles(*numbers)))

    def wait(self) -> None:
        assert GAME.timer(self.state) is not None, "nothing is waited for"
        self.command(TimeUp())

    def obey(self) -> None:
        """Move the tiles that are asked for, until none is."""
        while (view := self.view).prompt in _MOVES:
            self.tiles_are(Tiles(self.state.down ^ view.named))

    def throw(self, *dice: int) -> None:
        """Throw, and move the tiles."""
        self.press(*dice)
        self.obey()

    def throws(self, *throws: tuple[int, int]) -> None:
        for dice in throws:
            self.throw(*dice)

    def then(self, *events: Event) -> None:
        """Compare what the last command has brought."""
        assert self.news == events

    # What is to be seen

    @property
    def view(self) -> View:
        return GAME.view(self.state, time_is_up=False)

    @property
    def house(self) -> House:
        own = self.view.own
        assert isinstance(own, House)
        return own

    @property
    def asks(self) -> tuple[Phase, Prompt, Tiles]:
        return self.view.phase, self.view.prompt, self.view.named

    @property
    def player(self) -> str:
        return self.state.names[self.state.seat - 1]

    @property
    def chips(self) -> dict[str, int]:
        return dict(zip(self.state.names, self.state.hands, strict=True))

    @property
    def rooms(self) -> dict[int, int]:
        """The rooms in which chips lie."""
        return {room: n for room, n in enumerate(self.state.board) if n}

    @property
    def won(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.view.winners)

    def _happen(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = GAME.evolve(self.state, event)
            assert_chips(self.state)
            if isinstance(event, ChipPaid | ChipTaken):
                assert event.has == self.state.hands[event.player - 1]
            GAME.view(self.state, time_is_up=False)
            GAME.timer(self.state)
        self.events += events


_MOVES = (Prompt.RAISE, Prompt.LOWER, Prompt.CLOSE, Prompt.OPEN, Prompt.CLOSE_AGAIN)


def assert_chips(state: State) -> None:
    """Every chip is in a hand or on the board, and only in rooms where chips may lie."""
    assert sum(state.hands) + sum(state.board) == state.rules.chips * len(state.names)
    assert min((*state.hands, *state.board)) >= 0
    assert set(state.filled) <= set(state.rules.fillable)
    for room in state.filled:
        assert state.board[room] <= state.rules.holds(room) or room == 7


def replayed(play: Play) -> State:
    """Return the match as a box finds it that was off meanwhile."""
    return reduce(GAME.evolve, play.events, play.start)
