"""An evening on one box with matches of all games, played at random through a real journal.

Never: asserts anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from stbpi.games.events import DealCommitted, Event, MatchSetAside
from stbpi.games.game import (
    NO_TILES,
    BotRoll,
    Choose,
    Command,
    Deal,
    EndMatch,
    EnterTurn,
    Game,
    Phase,
    Press,
    StartMatch,
    Tiles,
    TilesMoved,
    View,
    all_tiles,
    moves,
)
from stbpi.games.luk_fu.match import seen
from stbpi.games.luk_fu.seen import Say, choices, said
from stbpi.games.registry import game_of
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal
from tests.books.journals import MONDAY

Rules = Sequence[tuple[str, object]]

A_MATCH_HAS_LESS = 20_000


class Evening:
    """Plays matches one after the other.

    Args:
        path: of the journal.
        seed: what all chance follows from.

    Attributes:
        recorded: everything that has happened, as it stands in the journal.
    """

    def __init__(self, path: Path, seed: int = 1) -> None:
        self.recorded: list[Recorded] = []
        self.random = Random(seed)
        self._journal = Journal(path, synced=False)
        self._seconds = 0
        self._down = NO_TILES
        self._secret = b""
        self._game: Game[Any] = game_of("shut_the_box")
        self._state: Any = None

    def close(self) -> None:
        self._journal.sync()
        self._journal.close()

    def shut_the_box(self, *names: str, rules: Rules = ()) -> None:
        """Play on a sheet."""
        self._play("shut_the_box", names, "luk_kassen", rules, (), self._enter, 0)

    def glueckshaus(
        self,
        *names: str,
        preset: str = "glueckshaus",
        rules: Rules = (),
        bots: tuple[str, ...] = (),
        until: int = 0,
    ) -> None:
        """Play until somebody has won, or the match is set aside after so many steps."""
        self._play("glueckshaus", names, preset, rules, bots, self._throw, until)

    def luk_fu(self, name: str, *, rules: Rules = (), until: int = 0) -> None:
        """Play a deal, or the match is set aside after so many steps."""
        self._play("luk_fu", (name,), "tsoi", rules, (), self._choose, until)

    def tell(self, *events: Event) -> None:
        """Let events happen at one moment."""
        self._seconds += 1
        digest = {one.sha: self._secret.hex() for one in events if isinstance(one, DealCommitted)}
        wall = MONDAY + self._seconds
        told = self._journal.record(events, t=self._seconds * 1000, wall=wall, secrets=digest)
        self.recorded += told
        for event in events:
            self._state = self._game.evolve(self._state, event)
            if isinstance(event, DealCommitted):
                self._state = self._game.with_secret(self._state, self._secret)

    def _play(
        self,
        name: str,
        names: tuple[str, ...],
        preset: str,
        rules: Rules,
        bots: tuple[str, ...],
        step: Callable[[View], None],
        until: int,
    ) -> None:
        self._game = game_of(name)
        self._state = self._game.new(self._down, complain_ms=0)
        house_rules = self._game.check_rules(preset, rules)
        self._do(
            StartMatch(game=name, names=names, preset=preset, house_rules=house_rules, bots=bots)
        )
        for done in range(1, A_MATCH_HAS_LESS):
            view = self._game.view(self._state, time_is_up=True)
            if view.phase is Phase.MATCH_OVER:
                return
            if done == until:
                self.tell(*self._game.reveal(self._state), MatchSetAside())
                return
            step(view)
        self._do(EndMatch())

    def _do(self, command: Command) -> None:
        self.tell(*self._game.decide(self._state, command))

    def _enter(self, view: View) -> None:
        """End a turn of Shut the Box with some tiles standing."""
        standing = self.random.randrange(1 << view.tiles) & all_tiles(view.tiles)
        self._do(EnterTurn(standing=Tiles(standing)))

    def _throw(self, view: View) -> None:
        """Throw, or move the tiles that are asked for."""
        if view.named:
            down = Tiles(self._down ^ view.named)
            moved, self._down = moves(self._down, down), down
            self.tell(*moved)
            self._do(TilesMoved())
            return
        count = view.dice_allowed[0]
        dice = tuple(self.random.randint(1, 6) for _ in range(count))
        self._do(BotRoll(count=count, dice=dice) if view.is_bots_turn else Press(dice=dice))

    def _choose(self, view: View) -> None:
        """Deal, or let whose turn it is choose something; who can claim does."""
        if self._game.wants_deal(self._state):
            self._secret = self.random.randbytes(32)
            self._do(Deal(secret=self._secret))
            return
        seat = self._state.public.turn
        able = choices(seen(self._state, seat))
        choice = able[0] if able[0] is Say.CLAIM else self.random.choice(able)
        self._do(Choose(seat=seat, what=said(choice)))


def evening(path: Path, seed: int = 1) -> Evening:
    """An evening with matches of all games, some of them with bots, set aside, or stopped."""
    played = Evening(path, seed)
    played.shut_the_box("Ann", "Bo", rules=[("rounds", 3)])
    played.glueckshaus("Ann", "Bo", "Cid", bots=("", "", "random"), rules=[("chips", 5)])
    played.luk_fu("Ann")
    played.glueckshaus("Bo", "Ann", preset="full_rooms", rules=[("chips", 4)])
    played.luk_fu("Bo", rules=[("bots", "simple")], until=12)
    played.luk_fu("Bo", rules=[("bots", "strong")])
    played.glueckshaus("Ann", "Bo", until=30)
    played.shut_the_box("Cid", rules=[("rounds", 2)])
    played.glueckshaus("Dee", "Ann", preset="two_kings", rules=[("four", "pay")])
    played.close()
    return played
