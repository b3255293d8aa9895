"""The state of a match of Glückshaus, and how events change it.

The same fold serves play, resuming after a power cut, and replay.

Never: decides anything. Rule: RULES.md 2. Keep: what lies in hands and rooms is what the chip
events say; no rule is asked what a throw does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from stbpi.games.events import (
    ChipPaid,
    ChipTaken,
    Event,
    MatchEnded,
    MatchStarted,
    PlayerOut,
    PlayerSeated,
    Refused,
    Rolled,
    Rule,
    TileDown,
    TileUp,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, Prompt, Tiles, all_tiles, tiles, without
from stbpi.games.glueckshaus.house_rules import preset, with_rule
from stbpi.games.glueckshaus.roll_off import RollOff, in_seat_order, roll_off
from stbpi.games.glueckshaus.ruleset import KING, ROOMS, First, Ruleset

EMPTY = (0,) * (ROOMS[-1] + 1)
"""How many chips lie in each room, by its number, at the start."""


class Stage(StrEnum):
    """Where the match stands: somebody is to throw, the tiles of his throw are to be moved."""

    READY = "ready"
    THROWN = "thrown"
    OVER = "over"


class MatchWhy(StrEnum):
    """Why a match ended; the values are public."""

    LAST_LEFT = "last_left"
    KINGS = "kings"
    CLOCK = "clock"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A match, as its events left it.

    Attributes:
        preset: the preset's name; empty before the match has started.
        names: the players, by seat.
        bots: by seat, which bot plays there; empty for a person.
        complain_ms: how long a wrong state may last before it is complained about.
        down: all tiles of the box that are down, settled.
        seat: the player on turn.
        round: of his turn, from 1.
        roll_off: says who starts.
        dice: the last throw; empty before the first.
        thrower: whose that was; 0 before the first.
        k: its number in the match.
        throws: all of them, in order.
        hands: how many chips each player has, by seat.
        board: how many chips lie in each room, by its number.
        lay: how many chips lay in the room of its number.
        gained: what the thrower has gained by the last throw; negative if he has paid.
        before: the tiles of the rooms that had chips before it.
        kings: how many 12s have been thrown.
        out: the seats that are out, in the order in which they went.
        asked_again: closed tiles that stand again and have been asked for.
        complained: the wrong state that the tiles are in has been complained about.
        winners: the seats that have won.
        why: why the match ended; `None` while it goes on.
    """

    preset: str
    rules: Ruleset
    names: tuple[str, ...]
    bots: tuple[str, ...]
    complain_ms: int
    down: Tiles
    stage: Stage
    seat: int
    round: int
    roll_off: RollOff
    dice: tuple[int, ...]
    thrower: int
    k: int
    throws: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    board: tuple[int, ...]
    lay: int
    gained: int
    before: Tiles
    kings: int
    out: tuple[int, ...]
    asked_again: Tiles
    complained: bool
    winners: tuple[int, ...]
    why: MatchWhy | None

    @property
    def is_roll_off(self) -> bool:
        """Whether the next throw is one for the start."""
        return bool(self.roll_off.waiting)

    @property
    def bot(self) -> str:
        """Which bot is on turn; empty for a person."""
        return self.bots[self.seat - 1] if self.seat else ""

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that are still in."""
        return tuple(n for n in range(1, len(self.names) + 1) if n not in self.out)

    @property
    def filled(self) -> tuple[int, ...]:
        """The rooms in which chips lie."""
        return tuple(room for room in ROOMS if self.board[room])

    @property
    def wanted(self) -> Tiles:
        """The tiles that are to be down: those of the rooms in which chips lie."""
        return Tiles(tiles(*self.filled) & all_tiles(self.rules.tiles))


def new(down: Tiles, *, complain_ms: int) -> State:
    """Make the state before a match, on a box where these tiles are down."""
    return State(
        preset="",
        rules=Ruleset(),
        names=(),
        bots=(),
        complain_ms=complain_ms,
        down=down,
        stage=Stage.READY,
        seat=0,
        round=0,
        roll_off=roll_off(0),
        dice=(),
        thrower=0,
        k=0,
        throws=(),
        hands=(),
        board=EMPTY,
        lay=0,
        gained=0,
        before=NO_TILES,
        kings=0,
        out=(),
        asked_again=NO_TILES,
        complained=False,
        winners=(),
        why=None,
    )


def evolve(state: State, event: Event) -> State:
    """Fold one event in; those of the box, and of other games, change nothing."""
    match event:
        case MatchStarted():
            return replace(state, preset=event.preset, rules=preset(event.preset))
        case PlayerSeated():
            names, bots = (*state.names, event.player), (*state.bots, event.bot or "")
            return _dealt(replace(state, names=names, bots=bots))
        case Rule():
            return _dealt(replace(state, rules=with_rule(state.rules, event.field, event.value)))
        case TurnStarted():
            turn = replace(state, stage=Stage.READY, seat=event.player, round=event.round)
            return replace(turn, asked_again=NO_TILES, complained=False)
        case Rolled():
            return _rolled(state, event)
        case ChipPaid():
            return _moved(state, event.player, event.room, -event.chips)
        case ChipTaken():
            return _moved(state, event.player, event.room, event.chips)
        case PlayerOut():
            return replace(state, out=(*state.out, event.player))
        case MatchEnded():
            why = MatchWhy(event.why)
            return replace(state, stage=Stage.OVER, winners=event.winners, why=why)
        case TileDown():
            return _tiles_are(state, event.tile, Tiles(state.down | tiles(event.tile)))
        case TileUp():
            return _tiles_are(state, event.tile, without(state.down, tiles(event.tile)))
        case Refused():
            return _refused(state, event)
        case _:
            return state


def _dealt(state: State) -> State:
    """Return the state with chips for everybody."""
    seats = len(state.names)
    is_rolled = state.rules.first is First.ROLL_OFF
    return replace(
        state,
        hands=(state.rules.chips,) * seats,
        roll_off=roll_off(seats) if is_rolled else in_seat_order(seats),
    )


def _rolled(state: State, event: Rolled) -> State:
    dice = event.dice or ()
    thrown = replace(
        state,
        stage=Stage.THROWN,
        dice=dice,
        thrower=event.player,
        k=event.k,
        throws=(*state.throws, dice),
        lay=state.board[event.total],
        gained=0,
        before=state.wanted,
        asked_again=NO_TILES,
        complained=False,
    )
    if state.is_roll_off:
        return replace(thrown, roll_off=state.roll_off.thrown(event.total))
    return replace(thrown, kings=state.kings + (event.total == KING))


def _moved(state: State, seat: int, room: int, chips: int) -> State:
    """Move chips from a room to a player, or (negative) the other way."""
    hands, board = list(state.hands), list(state.board)
    hands[seat - 1] += chips
    board[room] -= chips
    gained = state.gained + (chips if seat == state.thrower else 0)
    return replace(state, hands=tuple(hands), board=tuple(board), gained=gained)


def _tiles_are(state: State, tile: int, down: Tiles) -> State:
    """Take a move in; one of a tile that is not in play is no change of anything else."""
    if tile > state.rules.tiles:
        return replace(state, down=down)
    asked_again = without(state.asked_again, down)
    return replace(state, down=down, asked_again=asked_again, complained=False)


def _refused(state: State, event: Refused) -> State:
    """A refusal is a fact of the display: it changes what is shown, never the play."""
    if event.code == Prompt.CLOSE_AGAIN:
        return replace(state, asked_again=tiles(*event.tiles))
    if event.code == Prompt.RAISE and state.stage is Stage.THROWN:
        return replace(state, complained=True)
    return state
