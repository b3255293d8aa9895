"""A table for Luk Fu without a box: deals are laid by hand or drawn, seats choose one by one.

It does in the small what a host does: it deals where the game asks for it, keeps the secret, and
folds in what is decided.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TypeVar

from stbpi.games.events import DealCommitted, Event
from stbpi.games.game import (
    Choose,
    Command,
    Deal,
    Hold,
    Press,
    StartMatch,
    TilesMoved,
    View,
    moves,
    tiles,
)
from stbpi.games.luk_fu import LukFu, State
from stbpi.games.luk_fu.cards import Cards, read, written
from stbpi.games.luk_fu.deal import laid_by_hand
from stbpi.games.luk_fu.seen import Choice, Lay, Say, Seen, choices, said

GAME = LukFu()
NAMES = ("Anna", "Bot1", "Bot2")

E = TypeVar("E")

Chooser = Callable[[int, Seen], Choice]
"""Chooses for a seat."""


class Table:
    """A match, from the first deal on.

    Args:
        hands: what some seats get in the first deal, in the words of `cards.read`.
        master: a seat, or 0 for a random one.
        seed: what everything else follows from.
        rules: house rules.
    """

    def __init__(
        self,
        hands: Mapping[int, str] | None = None,
        *,
        master: int = 0,
        seed: int = 0,
        rules: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self._random = random.Random(seed)
        self.events: list[Event] = []
        self.state = GAME.new(tiles(), complain_ms=1500)
        self.secret = b""
        start = StartMatch(game="luk_fu", names=NAMES[:1], preset="tsoi", house_rules=rules)
        self.do(start)
        laid = {seat: read(text) for seat, text in (hands or {}).items()}
        self.deal(laid_by_hand(self._random.randbytes(32), laid, master=master))

    def deal(self, secret: bytes | None = None) -> None:
        """Deal the cards; from random bytes if none are given."""
        self.secret = secret or self._random.randbytes(32)
        self.do(Deal(secret=self.secret))

    def do(self, command: Command | Deal | Choose) -> tuple[Event, ...]:
        """Give the match a command; return what comes of it."""
        return self._take(GAME.decide(self.state, command))

    def _take(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        for event in events:
            self.state = GAME.evolve(self.state, event)
            if isinstance(event, DealCommitted):
                self.state = GAME.with_secret(self.state, self.secret)
        self.events += events
        return events

    # Choosing

    def say(self, *words: str) -> tuple[Event, ...]:
        """Let the seat on turn choose: `call`, `pass`, `claim`, or cards (`on c1` plays on)."""
        events: tuple[Event, ...] = ()
        for word in words:
            events += self.do(self._command(word))
        return events

    def _command(self, word: str) -> Choose:
        seat = self.state.public.turn
        what = word.removeprefix("on ")
        return Choose(seat=seat, what=what.removeprefix("down "), plays_on=what != word)

    def choose(self, choice: Choice) -> None:
        """Let the seat on turn choose, playing on if it lays cards though it could claim."""
        seen = self.seen
        plays_on = isinstance(choice, Lay) and seen.may_claim
        self.do(Choose(seat=seen.seat, what=said(choice), plays_on=plays_on))

    def play(self, chooser: Chooser) -> None:
        """Play on to the end, dealing again where nobody calls."""
        while self.state.ended is None:
            if self.state.wants_deal:
                self.deal()
            else:
                self.choose(chooser(self.state.public.turn, self.seen))

    # The box

    def move(self, *down: int) -> None:
        """Move the tiles so that these are down."""
        self._take(moves(self.state.down, tiles(*down)))
        self.do(TilesMoved())

    def press(self) -> tuple[Event, ...]:
        return self.do(Press())

    def hold(self) -> tuple[Event, ...]:
        return self.do(Hold())

    # What is so

    @property
    def seen(self) -> Seen:
        """What the seat on turn sees."""
        return GAME.seen(self.state, self.state.public.turn)

    @property
    def legal(self) -> list[str]:
        """What the seat on turn may choose, in the words of `say`."""
        return [words(choice) for choice in choices(self.seen)]

    @property
    def view(self) -> View:
        return GAME.view(self.state, time_is_up=True)

    def told(self, kind: type[E]) -> list[E]:
        """List the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


class AtRandom:
    """Chooses anything; where a claim is possible mostly something else, so that deals are long."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def __call__(self, seat: int, seen: Seen) -> Choice:
        able = choices(seen)
        if able[0] is Say.CLAIM and self._chance.random() < 0.8:
            return self._chance.choice(able[1:])
        return self._chance.choice(able)


def words(choice: Choice) -> str:
    """Write a choice as `Table.say` reads it."""
    match choice:
        case Lay(cards=cards, face_up=True):
            return written(cards)
        case Lay(cards=cards):
            return f"down {written(cards)}"
        case _:
            return choice.value


def replayed(events: list[Event], secret: bytes = b"") -> State:
    """Fold events anew, as after a power cut; without a secret as a reader of a record does."""
    state = GAME.new(tiles(), complain_ms=1500)
    for event in events:
        state = GAME.evolve(state, event)
        if isinstance(event, DealCommitted) and secret:
            state = GAME.with_secret(state, secret)
    return state


def all_of(hands: tuple[Cards, ...]) -> Cards:
    """Return the cards of several hands, of which no two have the same."""
    together = 0
    for hand in hands:
        assert not together & hand
        together |= hand
    return Cards(together)
