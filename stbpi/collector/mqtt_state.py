"""How a box stands: its newest match as the game sees it, and its parts that have failed.

Faults are told anew at each start of a box, so those of its newest start count.

Never: reads or sends anything. Keep: what makes no sense (a gap, a game that this program doesn't
know) is told as far as it is plain, and is never an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from stbpi.collector.database import Row
from stbpi.collector.followed import Followed
from stbpi.collector.played import Played, event_of
from stbpi.games.events import (
    Fault,
    FaultCleared,
    MatchStarted,
    Rolled,
    TileDown,
    TileUp,
    TurnEnded,
)
from stbpi.games.game import Tiles, View, members, tiles, without

SETUP, PLAYING, SET_ASIDE, MATCH_OVER = "setup", "playing", "set_aside", "match_over"


class BoxState:
    """What is to be seen of a box.

    Args:
        rows: its events from the beginning of its newest match and its newest start on, at
            least; in order.

    Attributes:
        last: the number of the newest event.
    """

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.last = 0
        self._boot = 0
        self._wall: int | None = None
        self._faults: dict[str, str] = {}
        self._down = Tiles(0)
        self._played = Played()
        self._followed = Followed()
        self._game = ""
        self._throw: Rolled | None = None
        self._turn: TurnEnded | None = None
        for row in rows:
            self.take(row)

    def take(self, row: Row) -> None:
        """Fold in the next event."""
        self.last = row.n
        self._wall = row.wall if row.wall is not None else self._wall
        if row.boot != self._boot:
            self._boot, self._faults = row.boot, {}
        event = event_of(row)
        if event is None:
            return
        match event:
            case Fault():
                self._faults[event.part] = event.what
            case FaultCleared():
                self._faults.pop(event.part, None)
            case TileDown():
                self._down = Tiles(self._down | tiles(event.tile))
            case TileUp():
                self._down = without(self._down, tiles(event.tile))
            case MatchStarted():
                self._begin(row.match, event)
            case Rolled():
                self._throw = event
            case TurnEnded():
                self._turn = event
            case _:
                pass
        if row.match == self._played.number:
            self._played.take(event)
            self._followed.take(event)

    def payload(self, box: str, *, version: str, tiles: int) -> bytes:
        """Return all of it as JSON.

        Args:
            box: its name.
            version: of its program; empty if that is not known.
            tiles: how many tiles it has; 0 if that is not known.
        """
        view = self._followed.view()
        played = self._played
        seat = played.player or (view.player if view is not None else None)
        told = {
            "box": box,
            "version": version or None,
            "tiles": tiles or None,
            "last": self.last,
            "wall": self._wall,
            "match": played.number or None,
            "game": self._game or None,
            "preset": played.preset or None,
            "phase": self._phase(view),
            "round": played.round or None,
            "seat": seat,
            "player": played.name(seat) if seat else None,
            "players": self._players(view),
            "standing": None if view is None else members(view.standing),
            "roll": None if view is None else view.roll,
            "left": None if view is None else view.left,
            "last_roll": None if self._throw is None else self._throw.dice,
            "last_total": None if self._throw is None else self._throw.total,
            "last_player": None if self._turn is None else played.name(self._turn.player),
            "last_score": None if self._turn is None else self._turn.score,
            "winners": [played.name(seat) for seat in played.winners],
            "own": self._followed.own(),
            "faults": dict(sorted(self._faults.items())),
        }
        return json.dumps(told, separators=(",", ":")).encode("ascii")

    def _begin(self, number: int, event: MatchStarted) -> None:
        self._played = Played(number=number)
        self._throw = self._turn = None
        self._followed = Followed(self._down)
        self._game = event.game

    def _phase(self, view: View | None) -> str:
        if not self._played.number:
            return SETUP
        if self._played.is_aside:
            return SET_ASIDE
        if view is not None:
            return str(view.phase)
        return MATCH_OVER if self._played.is_over else PLAYING

    def _players(self, view: View | None) -> list[dict[str, object]]:
        played = self._played
        scores = {} if view is None else {player.seat: player.score for player in view.players}
        return [
            {
                "seat": seat,
                "name": name,
                "score": scores.get(seat),
                "total": played.total(seat, view),
                "out": seat in played.out,
                "winner": seat in played.winners,
            }
            for seat, name in sorted(played.names.items())
        ]
