"""The state of a match of Luk Fu, and how events change it.

What everybody sees is in `public`. What is hidden follows from the secret bytes of the deal
(`deal`), which no event tells before the deal is over: whoever hosts the match puts them in with
`with_secret`, and then the hands are known; a record that is read without them lacks nothing
else.

Never: decides anything. Rules: RULES.md 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_

from stbpi.games.events import (
    Browsed,
    Called,
    CardsPlayed,
    Claimed,
    DealCommitted,
    DealRevealed,
    Event,
    MatchEnded,
    MatchStarted,
    Paid,
    PlayerSeated,
    Refused,
    RoundEnded,
    Rule,
    RulesChanged,
    TileDown,
    TileUp,
    Undone,
)
from stbpi.games.game import Change, Prompt, Tiles, tiles, without
from stbpi.games.luk_fu import cards as cards_
from stbpi.games.luk_fu import deal, rules
from stbpi.games.luk_fu.cards import NO_CARDS, Cards
from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.public import SEATS, Laid, Public, Stage, begun
from stbpi.games.luk_fu.rules import Ruleset
from stbpi.games.luk_fu.seen import Say, Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a match has ended; `winner` is 0 where nobody has won, or several have."""

    winner: int
    why: MatchWhy


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A match, as its events left it.

    Attributes:
        preset: the preset's name; empty before the match has started.
        rules: the house rules in force.
        names: the players, by seat.
        bots: by seat, whether a bot plays there.
        down: all tiles of the box that are down, settled.
        deals: how many deals there were; three passes bring another one.
        sha: what tells the secret of the deal apart.
        secret: the bytes that the deal follows from; empty while they are not known.
        dealt: the hands as they were dealt; empty while they are not known.
        hands: what is left of them.
        public: what everybody sees.
        browsed: how often the player has pressed for another choice since anything else happened.
        is_refused: he has held the button though it took nothing, and that is the latest news.
        change: a house rule has just changed.
        claimed: the fu of the player who has claimed; 0 if nobody has.
        totals: what everybody has won or lost.
        ended: how the match ended; `None` while it goes on.
    """

    preset: str = ""
    rules: Ruleset = field(default_factory=Ruleset)
    names: tuple[str, ...] = ()
    bots: tuple[bool, ...] = ()
    down: Tiles
    deals: int = 0
    sha: str = ""
    secret: bytes = field(default=b"", repr=False)
    dealt: tuple[Cards, ...] = field(default=(), repr=False)
    hands: tuple[Cards, ...] = field(default=(), repr=False)
    public: Public = field(default_factory=Public)
    browsed: int = 0
    is_refused: bool = False
    change: Change = Change.NONE
    claimed: int = 0
    totals: tuple[int, ...] = (0,) * SEATS
    ended: Ended | None = None

    @property
    def wants_deal(self) -> bool:
        """Whether cards are to be dealt: a deal begins, or the secret of this one is lost.

        Never in a match without bots: it stands on a score sheet, and its cards are real ones.
        """
        return self.ended is None and any(self.bots) and not self.secret

    @property
    def persons_turn(self) -> bool:
        """Whether the player on the box is to choose."""
        turn = self.public.turn
        return self.ended is None and bool(self.hands and turn) and not self.bots[turn - 1]


def new(down: Tiles) -> State:
    """Make the state before a match, on a box where these tiles are down."""
    return State(down=down)


def seen(state: State, seat: int) -> Seen:
    """Return what a seat can see of a deal whose secret is known."""
    laid_down = tuple(
        deal.opened(state.secret, play, laid.sealed)
        for play, laid in enumerate(state.public.laid)
        if laid.seat == seat and not laid.is_face_up
    )
    hand = state.hands[seat - 1]
    return Seen(seat=seat, hand=hand, laid_down=laid_down, public=state.public)


def laid_down(state: State, seat: int) -> Cards:
    """Return everything that a seat has laid face down."""
    return Cards(reduce(or_, seen(state, seat).laid_down, NO_CARDS))


def with_secret(state: State, secret: bytes) -> State:
    """Return the state with everything known that is hidden; as it is if these are other bytes."""
    if deal.commitment(secret) != state.sha:
        return state
    dealt = deal.dealt(secret).hands
    known = replace(state, secret=secret, dealt=dealt, hands=dealt)
    left = [cards_.without(dealt[seat - 1], _gone(known, seat)) for seat in range(1, SEATS + 1)]
    return replace(known, hands=tuple(left))


def _gone(state: State, seat: int) -> Cards:
    """Return what a seat has played, face up or down."""
    face_up = (laid.cards for laid in state.public.laid if laid.seat == seat)
    return Cards(reduce(or_, face_up, laid_down(state, seat)))


def evolve(state: State, event: Event) -> State:
    """Fold one event in; those that are not about the game change nothing."""
    match event:
        case MatchStarted():
            return replace(state, preset=event.preset, rules=rules.preset(event.preset))
        case PlayerSeated():
            names, bots = (*state.names, event.player), (*state.bots, bool(event.bot))
            return replace(state, names=names, bots=bots)
        case Rule():
            return replace(state, rules=rules.with_rule(event.field, event.value))
        case RulesChanged():
            changed = rules.with_rule(event.field, event.value)
            return replace(state, rules=changed, change=Change.AT_ONCE)
        case TileDown():
            return _moved(state, event.tile, Tiles(state.down | tiles(event.tile)))
        case TileUp():
            return _moved(state, event.tile, without(state.down, tiles(event.tile)))
        case Browsed():
            return replace(state, browsed=state.browsed + 1, is_refused=False, change=Change.NONE)
        case Refused(code=Prompt.CHOOSE):
            return replace(state, is_refused=True)
        case Called() if not state.public.master:
            return state  # on a score sheet, with real cards
        case RoundEnded(round=deal_):
            return replace(state, deals=deal_, claimed=0)
        case Undone(round=deal_):
            return replace(state, deals=deal_ - 1, ended=None)
        case DealCommitted() | Called() | CardsPlayed() | Claimed() | DealRevealed():
            return _of_deal(_at_rest(state), event)
        case Paid(player=seat, balance=balance):
            totals = (*state.totals[: seat - 1], balance, *state.totals[seat:])
            return replace(state, totals=totals)
        case MatchEnded(winners=winners, why=why):
            winner = winners[0] if len(winners) == 1 else 0
            ended = Ended(winner=winner, why=MatchWhy(why))
            return replace(_at_rest(state), ended=ended)
        case _:
            return state


def evolved(state: State, events: Iterable[Event]) -> State:
    """Fold several events in."""
    return reduce(evolve, events, state)


_DealEvent = DealCommitted | Called | CardsPlayed | Claimed | DealRevealed


def _of_deal(state: State, event: _DealEvent) -> State:
    match event:
        case DealCommitted():
            return _dealt(state, event)
        case Called(what=what):
            return replace(state, public=state.public.called(is_call=what == Say.CALL))
        case CardsPlayed():
            return _played(state, event)
        case Claimed():
            return replace(state, claimed=event.fu)
        case DealRevealed(bytes=digits):
            known = with_secret(state, bytes.fromhex(digits))
            is_over = known.public.stage is Stage.OVER and not known.public.tricks
            return _passed_out(known) if is_over else known


def _dealt(state: State, event: DealCommitted) -> State:
    return replace(
        state,
        deals=event.deal,
        sha=event.sha,
        secret=b"",
        dealt=(),
        hands=(),
        public=begun(event.master),
    )


def _passed_out(state: State) -> State:
    """After three passes: cards are to be dealt again, and the same player is Master."""
    public = Public(master=state.public.master)
    return replace(state, public=public, secret=b"", dealt=(), hands=())


def _played(state: State, event: CardsPlayed) -> State:
    best = state.public.best
    cards = cards_.read(event.cards)
    size = best.size if best is not None else cards.bit_count()
    play = len(state.public.laid)
    laid = Laid(seat=event.player, size=size, cards=cards, sealed=event.sealed or 0)
    public = state.public.played(laid)
    if not state.hands:
        return replace(state, public=public)
    gone = cards if laid.is_face_up else deal.opened(state.secret, play, laid.sealed)
    at = event.player - 1
    left = cards_.without(state.hands[at], gone)
    return replace(state, public=public, hands=(*state.hands[:at], left, *state.hands[at + 1 :]))


def _at_rest(state: State) -> State:
    """Return the state with the first choice shown, and no refusal."""
    return replace(state, browsed=0, is_refused=False, change=Change.NONE)


def _moved(state: State, tile: int, down: Tiles) -> State:
    """Take a move in; one of a tile that is no rank is no change of anything else."""
    moved = replace(state, down=down)
    return _at_rest(moved) if tile in cards_.RANKS else moved
