"""Bots choose what is legal, know nothing that their seat doesn't, and are as strong as said."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import get_args, get_type_hints

import pytest

from stbpi.games.luk_fu import State, bots
from stbpi.games.luk_fu.cards import PACK, Cards, read
from stbpi.games.luk_fu.guess import Guesser
from stbpi.games.luk_fu.playout import imagined
from stbpi.games.luk_fu.plays import can_beat
from stbpi.games.luk_fu.public import Laid, Public
from stbpi.games.luk_fu.rules import Strength
from stbpi.games.luk_fu.seen import Lay, Say, Seen, choices
from tests.games.luk_fu.duel import result, won
from tests.games.luk_fu.table import GAME, AtRandom, Table, all_of

SEATS = (1, 2, 3)


# What they may know


def test_a_bot_is_handed_what_its_seat_sees_and_chance_alone() -> None:
    hints = get_type_hints(bots.choose)

    assert hints["seen"] is Seen
    assert set(hints) == {"strength", "seen", "random", "guesses", "may_go_on", "return"}
    assert set(get_type_hints(Seen)) == {"seat", "hand", "laid_down", "public"}
    known = get_type_hints(Public).items()
    assert [name for name, hint in known if Cards in (hint, *get_args(hint))] == ["face_up"]


@pytest.mark.parametrize("strength", Strength)
def test_a_bot_chooses_the_same_whatever_the_others_hide(strength: Strength) -> None:
    with_hidden_cards = 0
    for seed in range(6):
        table, choose = Table(seed=seed), AtRandom(seed)
        while table.state.ended is None:
            if table.state.wants_deal:
                table.deal()
            if table.state.public.turn == 1:
                chosen = [
                    bots.choose(strength, GAME.seen(state, 1), random.Random(seed), guesses=3)
                    for state in (table.state, hidden_otherwise(table.state))
                ]
                assert chosen[0] == chosen[1]
                with_hidden_cards += any(is_hidden(one) for one in table.state.public.laid)
            table.choose(choose(table.state.public.turn, table.seen))
    assert with_hidden_cards > 20


def hidden_otherwise(state: State) -> State:
    """Exchange the hands of the others, and have other cards face down where theirs lie."""
    own, left, right = state.hands
    *tricks, trick = (
        tuple(replace(one, sealed=one.sealed ^ PACK) if is_hidden(one) else one for one in laid)
        for laid in (*state.public.tricks, state.public.trick)
    )
    public = replace(state.public, tricks=tuple(tricks), trick=trick)
    return replace(state, hands=(own, right, left), public=public)


def is_hidden(laid: Laid) -> bool:
    return laid.seat != 1 and not laid.is_face_up


# What they choose


@pytest.mark.parametrize("strength", Strength)
def test_bots_choose_what_is_legal_to_the_end(strength: Strength) -> None:
    chance = random.Random(1)
    for seed in range(4 if strength is Strength.STRONG else 20):
        table = Table(seed=seed)
        while table.state.ended is None:
            if table.state.wants_deal:
                table.deal()
            choice = bots.choose(strength, table.seen, chance, guesses=3)
            assert choice in choices(table.seen)
            table.choose(choice)


@pytest.mark.parametrize("strength", [Strength.SIMPLE, Strength.MIDDLE])
def test_a_bot_that_can_claim_claims(strength: Strength) -> None:
    table = Table({1: "c1,t1,c9,s9,m9,t9"}, master=1)
    table.say("call")

    assert bots.choose(strength, table.seen, random.Random(1)) is Say.CLAIM


def test_the_strong_bot_plays_on_where_nothing_can_be_lost() -> None:
    """It holds all tens and all nines: whoever leads, nobody can take a trick from it."""
    table = Table({1: "t1,t2,t3,t4,t5,t6,t7,t8,t9,c9,s9,m9"}, master=1)
    table.say("call")

    choice = bots.choose(Strength.STRONG, table.seen, random.Random(1))

    assert table.seen.fu_to_claim == 12
    assert choice is Say.CLAIM
    table = Table({1: "t1,t2,t3,t4,t5,t6,c9,s9,m9,c1,s8,s7", 2: "t7,m1", 3: "t8,t9"}, master=1)
    table.say("call")
    choice = bots.choose(Strength.STRONG, table.seen, random.Random(1))
    assert isinstance(choice, Lay)
    assert choice.cards.bit_count() > 3


def test_the_middle_bot_beats_with_what_it_needs_least_where_it_plays_last() -> None:
    table = Table({1: "s4", 2: "s5,c9", 3: "s6,s9,t2"}, master=1)
    table.say("call", "s4", "s5")

    choice = bots.choose(Strength.MIDDLE, table.seen, random.Random(1))

    assert choice == Lay(read("s6"))


def test_the_strong_bot_stops_guessing_when_time_is_up() -> None:
    table = Table({1: "c4,s4,m4,c5,c6,s2"}, master=1)
    table.say("call")
    left = [True, True, False]

    choice = bots.choose(
        Strength.STRONG, table.seen, random.Random(1), may_go_on=lambda: left.pop(0)
    )

    assert choice in choices(table.seen)
    assert left == []


# Guessing


@pytest.mark.parametrize("seed", range(12))
def test_a_guess_fits_everything_that_was_seen(seed: int) -> None:
    table, choose = Table(seed=seed), AtRandom(seed)
    while table.state.ended is None:
        if table.state.wants_deal:
            table.deal()
        if table.state.public.caller:
            check_guess(table.seen, random.Random(seed))
        table.choose(choose(table.state.public.turn, table.seen))

    assert table.state.public.tricks


def check_guess(seen: Seen, chance: random.Random) -> None:
    hands = Guesser(seen, chance).hands()
    own_down = all_of(seen.laid_down)

    assert hands[seen.seat - 1] == seen.hand
    assert tuple(hand.bit_count() for hand in hands) == seen.public.counts
    assert not all_of(hands) & (seen.public.face_up | own_down)
    for seat in SEATS:
        for trick in seen.public.tricks[-1:]:
            *before, last = trick
            best = next(laid for laid in reversed(before) if laid.is_face_up)
            if last.seat == seat != seen.seat and not last.is_face_up and last.size == 1:
                assert not can_beat(hands[seat - 1], best.cards)


def test_a_guess_of_one_who_could_not_beat_leaves_out_what_would_have() -> None:
    hands = {1: "c1,s4,m2,m3", 2: "s2,s3,t2", 3: "s5,s9"}
    table = Table(hands, master=1)
    table.say("call", "s4", "down t2", "s5")
    seen = GAME.seen(table.state, 1)
    higher = read("s5,s6,s7,s8,s9")

    for seed in range(30):
        guessed = Guesser(seen, random.Random(seed)).hands()
        assert not guessed[1] & higher


def test_an_imagined_deal_ends_as_the_real_one_does() -> None:
    """With the real hands, played by the engine's own choices, both come to the same."""
    for seed in range(10):
        table = Table(seed=seed, master=1)
        chance = random.Random(seed)
        table.say("call")
        deal = imagined(table.state.public, table.state.hands)
        while table.state.ended is None:
            able = [choice for choice in choices(table.seen) if isinstance(choice, Lay)]
            choice = chance.choice(able)
            table.choose(choice)
            deal.play(choice.cards, face_up=choice.face_up)
            assert tuple(deal.fu) == table.state.public.fu
            if table.state.ended is None:
                assert deal.turn == table.state.public.turn
                assert tuple(deal.hands) == table.state.hands
        assert deal.end() == table.state.totals


# How strong they are


@pytest.mark.parametrize(("one", "deals"), [(Strength.STRONG, 90), (Strength.MIDDLE, 240)])
def test_a_better_bot_wins_more(one: Strength, deals: int) -> None:
    """A slice of what `duel` measures, with a confidence of 99 %."""
    told = result(
        won(number, one=one, others=Strength.SIMPLE, guesses=6, seed=11) for number in range(deals)
    )

    assert told.low > 0, told
