"""What chaos knows of Luk Fu."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.games.events import Called, CardsPlayed, Claimed, Event
from stbpi.games.game import tiles
from stbpi.games.luk_fu.cards import Cards
from stbpi.games.luk_fu.chaos import broken, cause, offered, ways
from tests.games.luk_fu.table import GAME, AtRandom, Table


def test_cards_that_are_lost_or_doubled_are_found() -> None:
    state = Table().state
    first, *others = state.hands

    assert broken(state) is None
    assert broken(replace(state, hands=(Cards(first & first - 1), *others))) is not None
    assert broken(replace(state, hands=(others[0], *others))) is not None


def test_what_is_paid_to_nobody_is_found() -> None:
    state = Table().state

    assert broken(replace(state, totals=(4, -2, -2))) is None
    assert broken(replace(state, totals=(4, -2, -1))) == ("totals=0", "totals=1")


@pytest.mark.parametrize("seed", range(20))
def test_what_bots_have_chosen_is_known_of_what_is_told(seed: int) -> None:
    table = Table(seed=seed)
    choose = AtRandom(seed)
    while table.state.ended is None:
        if table.state.wants_deal:
            table.deal()
            continue
        state, told = table.state, len(table.events)
        table.choose(choose(state.public.turn, table.seen))
        first: Event = table.events[told]
        command = cause(state, first)

        if state.public.turn == 1:
            assert command is None
        else:
            assert command is not None
            assert GAME.decide(state, command) == tuple(table.events[told:])


def test_events_of_a_deal_whose_hands_are_not_known_come_of_nobody() -> None:
    state = replace(Table().state, hands=())

    for event in (
        Called(player=2, what="pass"),
        CardsPlayed(player=2, cards="c1", face_up=True),
        Claimed(player=2, fu=6),
    ):
        assert cause(state, event) is None


def test_the_ranks_of_everything_that_may_be_chosen_are_the_ways() -> None:
    hand = "c1,c2,c3,s1,s2,s5,s6,m1,m2,m4,m5,m6"
    table = Table({1: hand}, master=1)

    assert ways(table.state) == (tiles(),)
    assert offered(table.view) == 2

    table.say("call")

    assert {tiles(1), tiles(1, 2, 3), tiles(4, 5, 6)} <= set(ways(table.state))
    assert offered(table.view) == 0
