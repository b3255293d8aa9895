"""How a box stands, for whoever watches it from afar: its newest match, from its stored events.

Never: knows what is hidden, since no secret is among the events before it is told. Keep: what
makes no sense (a gap, a game that this program doesn't know) is seen as far as it is plain, and
is never an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stbpi.board.chance import Position, position_of
from stbpi.collector.database import Row
from stbpi.collector.followed import Followed
from stbpi.collector.played import Played, event_of
from stbpi.collector.words import sentence
from stbpi.games.events import Fault, FaultCleared, MatchStarted, TileDown, TileUp
from stbpi.games.game import NO_TILES, Tiles, View, tiles, without
from stbpi.history.matches import decoded
from stbpi.language import _


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPlayer:
    """A player as the board shows him.

    Attributes:
        score: of his last finished turn; `None` before it.
        rounds_won: `None` where the match is not decided by them.
        balance: units; `None` where nothing is played for.
    """

    seat: int
    name: str
    bot: str
    score: int | None
    total: int
    rounds_won: int | None
    balance: int | None
    out: bool
    winner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What is to be seen of a box after an event.

    Attributes:
        n: the number of that event; 0 before the first.
        wall: when it was, in epoch seconds; `None` if the clock was unknown.
        match: the number of the newest match; 0 before the first.
        round: from 1; 0 before the first.
        seat: whose turn it is or just ended; 0 if nobody's.
        is_aside: the match is set aside.
        is_over: it has ended.
        view: as its game sees it; `None` if that can't be known.
        own: what only this game shows, as texts.
        position: where a turn of Shut the Box stands; `None` if none is played.
        faults: the parts that have failed.
    """

    box: str
    n: int
    wall: int | None
    match: int
    game: str
    preset: str
    round: int
    seat: int
    is_aside: bool
    is_over: bool
    view: View | None
    own: Mapping[str, str]
    position: Position | None
    players: tuple[SeenPlayer, ...]
    faults: tuple[str, ...]


MOST_TILES = 12


class Box:
    """A box that is followed.

    Args:
        name: of the box.
        down: the tiles that were down before the first event that is taken in.

    Attributes:
        first, last: the numbers of the oldest event that counts and of the newest one.
        taken: how many were taken in from the one to the other.
    """

    def __init__(self, name: str, down: Tiles = NO_TILES) -> None:
        self.name = name
        self.first = self.last = self.taken = 0
        self._boot = 0
        self._wall: int | None = None
        self._faults: set[str] = set()
        self._down = down
        self._game = ""
        self._played = Played()
        self._followed = Followed(down)

    @property
    def has_gap(self) -> bool:
        """Whether events are missing among them."""
        return self.last > 0 and self.taken <= self.last - self.first

    def take(self, rows: Iterable[Row]) -> None:
        """Fold in the next events, in order."""
        for row in rows:
            self._take(row)
        self._followed.view()  # folds what was taken, so that nothing piles up

    def said(self, row: Row) -> str:
        """Say the newest event in a sentence, in the current language."""
        if decoded(row) is None:
            return _("This event can't be read.")
        return sentence(row, self._played)

    def seen(self) -> Seen:
        """Return what is to be seen now."""
        played, view = self._played, self._followed.view()
        return Seen(
            box=self.name,
            n=self.last,
            wall=self._wall,
            match=played.number,
            game=self._game,
            preset=played.preset,
            round=(view.round if view is not None else None) or played.round,
            seat=(view.player if view is not None else None) or played.player,
            is_aside=played.is_aside,
            is_over=played.is_over,
            view=view,
            own=self._followed.own() or {},
            position=None if played.is_aside else position_of(self._followed.state()),
            players=_players(played, view),
            faults=tuple(sorted(self._faults)),
        )

    def _take(self, row: Row) -> None:
        self.first, self.last, self.taken = self.first or row.n, row.n, self.taken + 1
        self._wall = row.wall if row.wall is not None else self._wall
        if row.boot != self._boot:
            self._boot, self._faults = row.boot, set()
        event = event_of(row)
        match event:
            case None:
                return
            case Fault():
                self._faults.add(event.part)
            case FaultCleared():
                self._faults.discard(event.part)
            case TileDown():
                self._down = Tiles(self._down | _mask(event))
            case TileUp():
                self._down = without(self._down, _mask(event))
            case MatchStarted():
                self._played, self._followed = Played(number=row.match), Followed(self._down)
                self._game = event.game
                self.first, self.taken = row.n, 1
            case _:
                pass
        if row.match == self._played.number:
            self._played.take(event)
            self._followed.take(event)


def _mask(event: TileDown | TileUp) -> Tiles:
    """Return the tile that has moved; none if the number can't be that of a tile."""
    return tiles(event.tile) if 0 < event.tile <= MOST_TILES else NO_TILES


def tiles_down(moved: Iterable[Row]) -> Tiles:
    """Return the tiles that are down after what was told of tiles, the newest first."""
    known = down = NO_TILES
    for row in moved:
        event = event_of(row)
        if isinstance(event, TileDown | TileUp):
            tile = without(_mask(event), known)
            known = Tiles(known | tile)
            down = Tiles(down | tile) if isinstance(event, TileDown) else down
    return down


def _players(played: Played, view: View | None) -> tuple[SeenPlayer, ...]:
    seen = {} if view is None else {player.seat: player for player in view.players}
    return tuple(
        SeenPlayer(
            seat=seat,
            name=name,
            bot=seen[seat].bot if seat in seen else "",
            score=seen[seat].score if seat in seen else None,
            total=seen[seat].total if seat in seen else played.total(seat, view),
            rounds_won=seen[seat].rounds_won if seat in seen else None,
            balance=seen[seat].balance if seat in seen else None,
            out=seen[seat].out if seat in seen else seat in played.out,
            winner=seen[seat].winner if seat in seen else seat in played.winners,
        )
        for seat, name in sorted(played.names.items())
    )
