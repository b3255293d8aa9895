"""Deals that are told play by play, one for each rule that is easily got wrong (RULES.md 3)."""

from __future__ import annotations

import random

import pytest

from stbpi.errors import NotAllowedError
from stbpi.games.events import (
    Called,
    CardsPlayed,
    Claimed,
    DealCommitted,
    DealRevealed,
    Dealt,
    MatchEnded,
    Paid,
)
from stbpi.games.luk_fu import bots
from stbpi.games.luk_fu.cards import read, written
from stbpi.games.luk_fu.rules import Strength
from tests.games.luk_fu.table import GAME, Table

ANNA, BOT1, BOT2 = 1, 2, 3
SIX_OLD = "c1,t1,c9,s9,m9,t9"


def old_of(table: Table, seat: int) -> str:
    return written(GAME.seen(table.state, seat).old)


# Sets


def test_three_ones_that_are_led_are_beaten_by_nines_alone() -> None:
    table = Table({ANNA: "c1,s1,m1", BOT1: "c9,s9,m9,c8,s8,m8", BOT2: "c7,s7,m7,t9"}, master=ANNA)

    table.say("call", "c1,s1,m1")

    assert table.legal == ["c9,s9,m9"]
    table.say("c9,s9,m9")
    assert all(way.startswith("down ") for way in table.legal)
    table.choose(bots.choose(Strength.SIMPLE, table.seen, random.Random(1)))
    assert table.state.public.fu == (0, 3, 0)
    assert table.state.public.turn == BOT1


def test_three_ones_are_not_beaten_by_eights() -> None:
    table = Table({ANNA: "c1,s1,m1,c9,s9", BOT1: "c8,s8,m8,t8"}, master=ANNA)

    table.say("call", "c1,s1,m1")

    assert all(way.startswith("down ") for way in table.legal)


def test_a_four_is_split_to_beat_a_three() -> None:
    hands = {ANNA: "c4,s4,m4", BOT1: "c7,s7,m7,t7,c9,s9", BOT2: "c8,s8,m9,t9"}
    table = Table(hands, master=ANNA)

    table.say("call", "c4,s4,m4")

    assert table.legal == ["c7,s7,m7", "c7,s7,t7", "c7,m7,t7", "s7,m7,t7"]
    table.say("c7,s7,t7")
    assert "m7" in written(GAME.seen(table.state, BOT1).hand)


def test_a_three_does_not_beat_a_four() -> None:
    table = Table({ANNA: "c4,s4,m4,t4,t7,t9", BOT1: "c7,s7,m7,c9,s9,m9"}, master=ANNA)

    table.say("call", "c4,s4,m4,t4")

    assert all(way.startswith("down ") for way in table.legal)


# Runs


def test_a_run_is_beaten_by_any_of_a_higher_suit_and_by_a_higher_end_of_its_own() -> None:
    hands = {ANNA: "m4,m5,m6", BOT1: "m7,m8,m9,s7,s8,s9", BOT2: "t1,t2,t3,c9"}
    table = Table(hands, master=ANNA)

    table.say("call", "m4,m5,m6")

    assert table.legal == ["m7,m8,m9"]
    table.say("m7,m8,m9")
    assert table.legal == ["t1,t2,t3"]
    table.say("t1,t2,t3")
    assert table.state.public.fu == (0, 0, 3)
    assert table.state.public.turn == BOT2


def test_a_run_is_not_beaten_by_a_longer_one() -> None:
    hands = {ANNA: "s4,s5,s6", BOT1: "c6,c7,c8,c9", BOT2: "t2,t3,t4,t5"}
    table = Table(hands, master=ANNA)

    table.say("call", "s4,s5,s6")

    assert all(way.startswith("down ") for way in table.legal)
    table.say(table.legal[0])
    assert table.legal[:2] == ["t2,t3,t4", "t3,t4,t5"]
    assert "t2,t3,t4,t5" not in table.legal


# Single cards


def test_a_single_card_must_be_beaten_by_any_higher_one_of_its_suit() -> None:
    table = Table({ANNA: "s4", BOT1: "s2,s5,s9,t9", BOT2: "s3"}, master=ANNA)

    table.say("call", "s4")

    assert {"s5", "s9"} <= set(table.legal)
    assert all(way.startswith("s") for way in table.legal)
    assert "s2" not in table.legal


@pytest.mark.parametrize("card", ["c1", "t1"])
def test_the_ones_of_coins_and_tens_are_not_beaten_when_they_are_led(card: str) -> None:
    hands = {ANNA: card, BOT1: "c2,c3,t2,t3", BOT2: "c9,t9"}
    table = Table(hands, master=ANNA)

    table.say("call", card)

    assert all(way.startswith("down ") for way in table.legal)


def test_the_ones_of_strings_and_myriads_are_the_lowest_cards_of_their_suits() -> None:
    table = Table({ANNA: "s1", BOT1: "s2"}, master=ANNA)

    table.say("call", "s1")

    assert "s2" in table.legal
    assert "s1" not in old_of(table, ANNA)


# Old cards


def test_a_card_gets_old_when_the_higher_ones_were_played_face_up() -> None:
    hands = {ANNA: "t9,c2", BOT1: "t8,c3,c4", BOT2: "t7,c5"}
    table = Table(hands, master=ANNA)
    table.say("call")
    assert "t8" not in old_of(table, BOT1)

    table.say("t9")

    assert "t8" in old_of(table, BOT1)
    assert "t7" not in old_of(table, BOT2)


def test_a_card_gets_old_though_the_higher_one_was_beaten() -> None:
    hands = {ANNA: "m7", BOT1: "m8", BOT2: "m9,m6"}
    table = Table(hands, master=ANNA)

    table.say("call", "m7", "m8", "m9")

    assert "m6" in old_of(table, BOT2)


def test_a_card_is_old_when_the_higher_ones_are_in_the_same_hand() -> None:
    hands = {ANNA: "s9,s8,s7,s5", BOT1: "s6"}
    table = Table(hands, master=ANNA)

    assert {"s9", "s8", "s7"} <= set(old_of(table, ANNA).split(","))
    assert "s5" not in old_of(table, ANNA)


def test_a_card_does_not_get_old_when_the_higher_one_lies_face_down() -> None:
    hands = {ANNA: "c1", BOT1: "t9,t8", BOT2: "t7"}
    table = Table(hands, master=ANNA)
    assert {"t8", "t9"} <= set(old_of(table, BOT1).split(","))

    table.say("call", "c1", "down t9")

    assert "t8" not in old_of(table, BOT1)
    assert "t7" not in old_of(table, BOT2)


# The Master who has passed


def test_a_master_who_has_passed_leads_no_four_and_no_run_of_four() -> None:
    hands = {ANNA: "c5,s5,m5,t5,m6,m7,m8", BOT1: "t9"}
    table = Table(hands, master=ANNA)

    table.say("pass", "call")

    assert table.state.public.turn == ANNA
    assert {"c5,s5,m5", "m5,m6,m7", "m6,m7,m8"} <= set(table.legal)
    assert not {"c5,s5,m5,t5", "m5,m6,m7,m8"} & set(table.legal)
    with pytest.raises(NotAllowedError) as refused:
        table.say("m5,m6,m7,m8")
    assert refused.value.code == "not_legal"


def test_a_master_who_has_called_leads_a_run_of_four() -> None:
    table = Table({ANNA: "c5,s5,m5,t5,m6,m7,m8"}, master=ANNA)

    table.say("call")

    assert {"c5,s5,m5,t5", "m5,m6,m7,m8"} <= set(table.legal)


def test_a_master_who_has_passed_may_follow_with_a_run_of_four_and_is_bound_after_it() -> None:
    hands = {
        ANNA: "m1,m2,m3,m4,m6,s2,s3,s4,s5,c1,c2,c3",
        BOT1: "m7,m9,c5,c6,c7,c8,s7,s9,t2,t4,t6,t8",
        BOT2: "m5,m8,c4,c9,s1,s6,s8,t1,t3,t5,t7,t9",
    }
    table = Table(hands, master=ANNA)

    table.say("pass", "call", "m6", "m9", "down s1", "c5,c6,c7,c8", "down m5,c4,s6,t3")
    assert table.legal == ["s2,s3,s4,s5", "m1,m2,m3,m4"]
    table.say("m1,m2,m3,m4")

    assert "s2,s3,s4" in table.legal
    assert "s2,s3,s4,s5" not in table.legal
    assert table.state.public.bound == ANNA


# Leading a single card


def test_who_has_not_called_leads_from_the_highest_suit_in_which_he_has_a_card_not_old() -> None:
    hands = {ANNA: "t9,t8,t1,m9,m6,m3,s9,s5,s2,c9,c4,c2", BOT1: "t7,m8,s8,c8"}
    table = Table(hands, master=ANNA)
    table.say("pass", "call")

    singles = [way for way in table.legal if len(way) == 2]

    assert singles[:2] != []
    assert [way for way in singles if way not in old_of(table, ANNA).split(",")] == ["m3", "m6"]


def test_old_cards_stay_in_the_hand_of_who_has_not_called_until_there_are_six_fu() -> None:
    few = {ANNA: "t9,t3,m5,m3,s5,s3,s2,c5,c4,c3,c2,s6", BOT1: "t8,c9,s9,m9,c1,t1"}
    table = Table(few, master=ANNA)
    table.say("pass", "call")
    assert [way for way in table.legal if len(way) == 2] == ["t3"]

    table = Table({**few, ANNA: f"{SIX_OLD},t3,m5,m3,s5,s3,s2", BOT1: "t8"}, master=ANNA)
    table.say("pass", "call")
    assert [way for way in table.legal if len(way) == 2] == [
        *("c1", "c9", "s9", "m9", "t1", "t3", "t9")
    ]


def test_the_caller_leads_any_single_card() -> None:
    table = Table({ANNA: "t9,t3,m5,m3,s5,s3,s2,c5,c4,c3,c2,s6"}, master=ANNA)

    table.say("call")

    assert len([way for way in table.legal if len(way) == 2]) == 12


# Calling


def test_after_three_passes_cards_are_dealt_anew_and_the_master_is_the_same() -> None:
    table = Table(master=BOT1, seed=4)
    first = table.secret

    table.say("pass", "pass", "pass")

    assert table.state.wants_deal
    assert [event.bytes for event in table.told(DealRevealed)] == [first.hex()]
    assert len(table.told(Dealt)) == 3
    table.deal()
    committed = table.told(DealCommitted)
    assert [(event.deal, event.master) for event in committed] == [(1, BOT1), (2, BOT1)]
    assert table.state.public.turn == BOT1
    assert table.state.ended is None


def test_the_first_call_ends_the_calling_and_the_master_leads() -> None:
    table = Table(master=BOT2)

    table.say("pass", "call")

    assert table.told(Called) == [
        Called(player=BOT2, what="pass"),
        Called(player=ANNA, what="call"),
    ]
    assert table.state.public.caller == ANNA
    assert table.state.public.turn == BOT2


# Claiming and paying


def test_a_claim_is_possible_at_the_very_first_lead() -> None:
    table = Table({ANNA: f"{SIX_OLD},t3,m5,s4,c4,c3,c5"}, master=ANNA)

    table.say("call")
    assert table.legal[0] == "claim"
    table.say("claim")

    assert table.told(Claimed) == [Claimed(player=ANNA, fu=6)]
    assert table.told(MatchEnded) == [MatchEnded(winners=(ANNA,), why="claim")]
    assert table.state.totals == (2, -1, -1)


def test_who_could_claim_must_say_that_he_plays_on() -> None:
    table = Table({ANNA: f"{SIX_OLD},t3,m5,s4,c4,c3,c5"}, master=ANNA)
    table.say("call")

    with pytest.raises(NotAllowedError) as refused:
        table.say("t3")
    assert refused.value.code == "not_legal"
    with pytest.raises(NotAllowedError):
        table.say("on")
    table.say("on t3")

    assert table.told(Claimed) == []
    assert table.state.public.trick[0].cards == read("t3")


def test_who_plays_on_may_get_more() -> None:
    hands = {ANNA: f"{SIX_OLD},t3,t4,t5,s2,c2,m2", BOT1: "t2,t7,t8", BOT2: "t6"}
    table = Table(hands, master=ANNA)

    table.say("call", "on t3,t4,t5")
    table.say(table.legal[0])
    table.say(table.legal[0])
    table.say("claim")

    assert table.told(Claimed) == [Claimed(player=ANNA, fu=9)]
    assert table.state.totals == (8, -4, -4)
    assert [player.score for player in table.view.players] == [9, 0, 0]


def test_who_plays_on_may_see_another_win() -> None:
    hands = {
        ANNA: f"{SIX_OLD},t8,m2,s2,c2,c3,c4",
        BOT1: "t2,t3,t4,t5,t6,t7,s3,s4,s5,s6,s7,s8",
        BOT2: "m1,m3,m4,m5,m6,m7,m8,s1,c5,c6,c7,c8",
    }
    table = Table(hands, master=ANNA)

    table.say("call", "on s2", "s3", "down s1", "t2,t3,t4,t5,t6,t7")
    table.say("down m3,m4,m5,m6,m7,m8", "down c1,c2,c3,c4,m2,t1", "claim")

    assert table.told(Claimed) == [Claimed(player=BOT1, fu=7)]
    assert table.state.totals == (-4, 4, 0)


def test_nobody_can_play_on_who_can_not_claim() -> None:
    table = Table({ANNA: "t3,m5,s4,c4,c3,c5,c6,c7,c8,m6,m7,m8"}, master=ANNA)
    table.say("call")

    with pytest.raises(NotAllowedError):
        table.say("on t3")
    with pytest.raises(NotAllowedError):
        table.say("claim")


def test_a_caller_who_has_lost_pays_for_both() -> None:
    table = Table({ANNA: f"{SIX_OLD},t3,m5,s4,c4,c3,t8"}, master=ANNA)

    table.say("pass", "call", "claim")

    assert table.told(Paid) == [
        Paid(player=ANNA, units=4, balance=4),
        Paid(player=BOT1, units=-4, balance=-4),
    ]


def test_a_deal_in_which_nobody_gets_six_fu_is_drawn() -> None:
    chance = random.Random(3)
    drawn = None
    for seed in range(200):
        table = Table(seed=seed)
        table.play(lambda seat, seen: bots.choose(Strength.SIMPLE, seen, chance))
        if table.told(MatchEnded)[-1].winners == ():
            drawn = table
            break

    assert drawn is not None
    assert drawn.told(MatchEnded) == [MatchEnded(winners=(), why="hands_empty")]
    assert max(drawn.state.public.fu) < 6
    assert sum(drawn.state.public.fu) == 12
    assert drawn.told(Paid) == []
    assert drawn.state.totals == (0, 0, 0)


# What is told


def test_what_lies_face_down_is_told_when_the_deal_is_over() -> None:
    hands = {ANNA: f"{SIX_OLD},t8,m2,s2,c2,c3,c4", BOT1: "c5,c6,t2,t3", BOT2: "m3,m4"}
    table = Table(hands, master=ANNA)
    table.say("call", "on c1", "down t2", "down m3")
    laid = table.told(CardsPlayed)[1:]

    assert [(event.cards, event.face_up) for event in laid] == [("", False), ("", False)]
    assert all(event.sealed not in (None, read("t2"), read("m3")) for event in laid)
    assert table.told(Dealt) == []

    table.say("claim")

    assert [event.face_down for event in table.told(Dealt)] == ["", "t2", "m3"]
    assert table.told(Dealt)[0].cards == written(read(hands[ANNA]))
