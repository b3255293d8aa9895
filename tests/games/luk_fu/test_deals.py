"""Whole deals, chosen at random: they end, no card is lost, what is paid is received."""

from __future__ import annotations

from functools import reduce
from operator import or_

from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.events import CardsPlayed, DealRevealed, Dealt, MatchEnded, Paid
from stbpi.games.luk_fu.cards import PACK, Cards, read, written
from stbpi.games.luk_fu.seen import Lay, choices
from tests.games.luk_fu import oracle
from tests.games.luk_fu.table import GAME, AtRandom, Table, all_of, replayed

SEATS = (1, 2, 3)

seeds = st.integers(0, 10**9)
slowly = settings(deadline=None, max_examples=40)


def check_cards(table: Table) -> None:
    """Every card is in one hand, lies face up, or lies face down."""
    state = table.state
    seen = [GAME.seen(state, seat) for seat in SEATS]
    down = [reduce(or_, one.laid_down, Cards(0)) for one in seen]
    hands = [one.hand for one in seen]

    assert all_of((*hands, *down, state.public.face_up)) == PACK
    assert state.public.counts == tuple(hand.bit_count() for hand in hands)


@slowly
@given(seeds)
def test_no_card_is_ever_lost_and_every_deal_ends(seed: int) -> None:
    table, choose = Table(seed=seed), AtRandom(seed)
    for _ in range(1000):
        if table.state.ended is not None:
            break
        if table.state.wants_deal:
            table.deal()
        check_cards(table)
        table.choose(choose(table.state.public.turn, table.seen))

    assert table.state.ended is not None
    check_cards(table)
    assert len(table.told(MatchEnded)) == 1


@slowly
@given(seeds)
def test_who_can_beat_does_and_who_cannot_lays_as_many_cards_face_down(seed: int) -> None:
    table, choose = Table(seed=seed), AtRandom(seed)
    while table.state.ended is None:
        if table.state.wants_deal:
            table.deal()
        before = table.state.public
        choice = choose(before.turn, table.seen)
        if before.trick and before.best is not None and isinstance(choice, Lay):
            hand = frozenset(written(table.seen.hand).split(","))
            led, best = (
                frozenset(written(cards).split(","))
                for cards in (before.trick[0].cards, before.best.cards)
            )
            position = oracle.Position(
                hand=hand,
                face_up=frozenset(),
                fu=0,
                is_caller=False,
                is_passed_master=False,
                led=led,
                best=best,
            )
            ways = oracle.sets_of(hand, range(len(best), len(best) + 1))
            assert choice.face_up == any(oracle.beats(way, position) for way in ways)
            assert choice.cards.bit_count() == len(best)
        table.choose(choice)


@slowly
@given(seeds)
def test_what_is_paid_is_received(seed: int) -> None:
    table = Table(seed=seed)
    table.play(AtRandom(seed))
    [ended] = table.told(MatchEnded)
    paid = table.told(Paid)

    assert sum(event.units for event in paid) == 0
    assert sum(table.state.totals) == 0
    assert [event.player for event in paid if event.units > 0] == list(ended.winners)
    assert sum(table.state.public.fu) <= 12


@slowly
@given(seeds)
def test_what_is_told_at_the_end_is_what_was_played(seed: int) -> None:
    table = Table(seed=seed)
    table.play(AtRandom(seed))
    revealed = table.told(DealRevealed)
    dealt = table.told(Dealt)[-3:]
    last = max(i for i, event in enumerate(table.events) if event.e == "deal_committed")
    plays = [event for event in table.events[last:] if isinstance(event, CardsPlayed)]

    assert len(revealed) == table.state.deals
    assert revealed[-1].bytes == table.secret.hex()
    assert all_of(tuple(read(event.cards) for event in dealt)) == PACK
    for event in dealt:
        face_up = [read(play.cards) for play in plays if play.player == event.player]
        laid = all_of((*face_up, read(event.face_down)))
        assert laid & ~read(event.cards) == 0


@slowly
@given(seeds, st.floats(0, 1))
def test_after_a_power_cut_everything_is_as_it_was(seed: int, part: float) -> None:
    table, choose = Table(seed=seed), AtRandom(seed)
    for _ in range(int(part * 30)):
        if table.state.ended is None and not table.state.wants_deal:
            table.choose(choose(table.state.public.turn, table.seen))

    assert replayed(table.events, table.secret) == table.state


@slowly
@given(seeds, st.floats(0, 1))
def test_a_record_without_the_secret_has_all_but_the_hands_until_the_end(
    seed: int, part: float
) -> None:
    table, choose = Table(seed=seed), AtRandom(seed)
    for _ in range(int(part * 30)):
        if table.state.ended is None and not table.state.wants_deal:
            table.choose(choose(table.state.public.turn, table.seen))
    is_over = table.state.ended is not None or table.state.wants_deal
    read_again = replayed(table.events)

    assert read_again.public == table.state.public
    assert bool(read_again.hands) == (table.state.ended is not None)
    assert not is_over or read_again == table.state


@slowly
@given(seeds)
def test_what_one_sees_follows_from_his_own_cards_and_what_is_told(seed: int) -> None:
    """Two deals in which the others' hidden cards are exchanged look the same."""
    table = Table(seed=seed, master=1)
    table.say("call")
    first = GAME.seen(table.state, 1)
    others = [GAME.seen(table.state, seat).hand for seat in (2, 3)]
    hands = {1: written(first.hand), 2: written(others[1]), 3: written(others[0])}
    exchanged = Table(hands, master=1)
    exchanged.say("call")

    assert GAME.seen(exchanged.state, 1) == first
    assert choices(GAME.seen(exchanged.state, 1)) == choices(first)
