"""What a person should see of a match of Luk Fu: the one whose box it is, and those beside it.

Never: shows a hand that is not the player's before the match is over, or what lies face down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from stbpi.games.game import (
    NO_TILES,
    Phase,
    PlayerView,
    Prompt,
    Tiles,
    View,
    all_tiles,
    without,
)
from stbpi.games.luk_fu.cards import IN_SUIT, NO_CARDS, Cards, ranks_of, written
from stbpi.games.luk_fu.decide import NAME
from stbpi.games.luk_fu.match import State, seen
from stbpi.games.luk_fu.offers import fitting, ranks_down
from stbpi.games.luk_fu.public import Laid, Public, Stage, Trick, winning
from stbpi.games.luk_fu.seen import Choice, Lay, Say, Seen, choices


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What only the screens of this game show; seats count from 1.

    Attributes:
        cards: the player's hand.
        old: the old cards in it.
        fu_to_claim: what he has won, and the old cards in his hand.
        master: the Master; 0 before the deal.
        caller: who has called; 0 if nobody has.
        calls: what was said, from the Master on.
        lying: what lies on the table: the trick that is played, else the one before it.
        best: the play in it that is to be beaten, or has won; `None` if nothing lies there.
        counts: how many cards everybody holds.
        choice: the choice that is shown; `None` if the tiles allow none, or it isn't his turn.
        number: which of his choices it is, from 1; 0 without one.
        choices: how many he has with the tiles as they are.
        dealt: all hands as they were dealt, when the match is over; none before.
    """

    cards: Cards
    old: Cards
    fu_to_claim: int
    master: int
    caller: int
    calls: tuple[bool, ...]
    lying: Trick
    best: Laid | None
    counts: tuple[int, ...]
    choice: Choice | None
    number: int
    choices: int
    dealt: tuple[Cards, ...]

    def public(self, names: tuple[str, ...]) -> Mapping[str, str]:
        """Return what everybody at the table sees, as texts."""
        best = self.best
        return {
            "master": names[self.master - 1] if self.master else "-",
            "caller": names[self.caller - 1] if self.caller else "-",
            "best": written(best.cards) if best is not None else "-",
            "best_by": names[best.seat - 1] if best is not None else "-",
            **{f"cards.{name}": str(n) for name, n in zip(names, self.counts, strict=True)},
        }


def view(state: State) -> View:
    """Say what a person should see."""
    is_over = state.ended is not None
    own = seen(state, state.bots.index(False) + 1) if state.hands else None
    able = choices(own) if own is not None and state.persons_turn else ()
    offered = fitting(able, ranks_down(state.down))
    in_play = all_tiles(IN_SUIT)
    return View(
        game=NAME,
        preset=state.preset,
        phase=_phase(state),
        prompt=_prompt(state, able, offered),
        tiles=IN_SUIT,
        standing=without(in_play, state.down),
        committed=NO_TILES,
        named=NO_TILES,
        players=_players(state),
        player=None if is_over else state.public.turn or 1,
        round=None if is_over else max(1, state.deals),
        rounds=1,
        roll=(),
        left=None,
        dice_allowed=(),
        pot=None,
        may_undo=False,
        may_stop=False,
        rescored=False,
        change=state.change,
        why=state.ended.why.value if state.ended is not None else "",
        closable=_closable(state, able),
        own=_hand(state, own, offered),
    )


def _phase(state: State) -> Phase:
    if state.ended is not None:
        return Phase.MATCH_OVER
    match state.public.stage:
        case Stage.LEADING:
            return Phase.LEADING
        case Stage.FOLLOWING:
            return Phase.FOLLOWING
        case _:
            return Phase.CALLING


def _prompt(state: State, able: tuple[Choice, ...], offered: tuple[Choice, ...]) -> Prompt:
    if state.ended is not None:
        return Prompt.MATCH_OVER
    if not state.persons_turn:
        return Prompt.WAIT
    if state.is_refused or (state.browsed and not offered):
        return Prompt.CHOOSE
    match state.public.stage:
        case Stage.CALLING:
            return Prompt.CALL
        case Stage.LEADING:
            return Prompt.CLAIM if Say.CLAIM in able else Prompt.LEAD
        case _:
            return Prompt.FOLLOW if _beats(able) else Prompt.DISCARD


def _beats(able: tuple[Choice, ...]) -> bool:
    return any(isinstance(one, Lay) and one.face_up for one in able)


def _players(state: State) -> tuple[PlayerView, ...]:
    winner = state.ended.winner if state.ended is not None else 0
    strength = state.rules.bots.value
    return tuple(
        PlayerView(
            seat=seat,
            name=name,
            score=state.claimed if seat == winner and state.claimed else fu,
            total=total,
            rounds_won=None,
            balance=None,
            out=False,
            winner=seat == winner,
            bot=strength if is_bot else "",
        )
        for seat, (name, is_bot, fu, total) in enumerate(
            zip(state.names, state.bots, state.public.fu, state.totals, strict=False), start=1
        )
    )


def _closable(state: State, able: tuple[Choice, ...]) -> Tiles:
    """Return the tiles of the ranks that some choice has besides the lowered ones."""
    down = ranks_down(state.down)
    ranks = {ranks_of(one.cards) for one in able if isinstance(one, Lay)}
    return Tiles(reduce(or_, (more for more in ranks if not down & ~more), 0) & ~down)


def _hand(state: State, own: Seen | None, offered: tuple[Choice, ...]) -> Hand:
    public = state.public
    lying = public.trick or (public.tricks[-1] if public.tricks else ())
    number = state.browsed % len(offered) if offered else 0
    return Hand(
        cards=own.hand if own is not None else NO_CARDS,
        old=own.old if own is not None else NO_CARDS,
        fu_to_claim=own.fu_to_claim if own is not None else 0,
        master=public.master,
        caller=public.caller,
        calls=public.calls,
        lying=lying,
        best=winning(lying) if lying else None,
        counts=_counts(public),
        choice=offered[number] if offered else None,
        number=number + 1 if offered else 0,
        choices=len(offered),
        dealt=state.dealt if state.ended is not None else (),
    )


def _counts(public: Public) -> tuple[int, ...]:
    return public.counts if public.stage is not Stage.SHUFFLING else (0,) * len(public.counts)
