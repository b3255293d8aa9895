"""Deals of which a log tells too little to check them: they are counted, and accuse nobody."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from stbpi.dice.verify import Fact
from stbpi.games.events import DealRevealed, MatchSetAside, MatchStarted
from stbpi.games.game import Deal, StartMatch
from stbpi.games.luk_fu import sheet
from stbpi.games.luk_fu.deal import commitment, laid_by_hand
from stbpi.games.luk_fu.played_again import Wrong
from stbpi.games.luk_fu.verify import Why
from tests.games.luk_fu.logs import (
    anew,
    changed,
    check,
    facts,
    half,
    only,
    played,
    table,
    where,
    wrong,
)
from tests.games.luk_fu.table import AtRandom, Table


def test_a_deal_that_is_still_played_is_hidden() -> None:
    left = half(1)

    assert only(facts(left.events)).unchecked == ((Why.HIDDEN, 1),)
    assert only(facts([*left.events, MatchSetAside()])).unchecked == ((Why.HIDDEN, 1),)


def test_a_deal_that_never_was_revealed_is_lost() -> None:
    first, second = check(facts([*half(1).events, *played(2)])).values()

    assert (first.unchecked, first.problem) == (((Why.LOST, 1),), None)
    assert second.deals == 1


def test_a_deal_whose_bytes_were_lost_is_counted_and_the_next_one_fits() -> None:
    made = half(1)
    lost = replace(made.state, secret=b"", hands=(), dealt=())
    made.state = lost
    made.deal(random.Random(9).randbytes(32))
    made.play(AtRandom(1))

    checked = only(facts(made.events))
    assert (checked.deals, checked.unchecked, checked.problem) == (1, ((Why.LOST, 1),), None)


def test_a_deal_that_was_laid_by_hand_is_counted_and_followed() -> None:
    made = Table({1: "c1,t9"}, master=2)
    made.play(AtRandom(1))
    log = facts(made.events)

    assert only(log).unchecked == ((Why.BY_HAND, 1),)
    assert only(log).deals == 0
    place = where(log, "dealt")[1]
    assert wrong(changed(log, place, cards="")) == Wrong.HAND


def test_secrets_that_no_deal_follows_from_are_false() -> None:
    too_many = laid_by_hand(bytes(32), {})[:33] + bytes([0x55] * 9)
    made = table(1)
    log = facts(made.events)
    for secret in (b"", bytes(31), bytes(40), too_many, bytes(32) + b"\x04" + bytes(9)):
        (place,) = where(log, "deal_committed")
        told = changed(log, place, sha=commitment(secret))
        revealed = facts([DealRevealed(deal=1, bytes=secret.hex())])
        assert wrong(anew([*told, *(replace(it, match=1) for it in revealed)])) == Wrong.BYTES


def test_a_score_sheet_is_counted_as_real_cards() -> None:
    start = StartMatch(game="luk_fu", names=("A", "B", "C"), preset="tsoi", house_rules=())
    events = [*sheet.start(start)]
    state = sheet.new()
    for event in events:
        state = sheet.evolve(state, event)
    events += sheet.enter(state, ["won", "A", "7", "caller", "B"]).events

    checked = only(facts(events))
    assert (checked.unchecked, checked.problem) == (((Why.REAL, 1),), None)


@pytest.mark.parametrize("begins", range(1, 40, 3))
def test_a_log_that_begins_in_the_middle_accuses_nobody(begins: int) -> None:
    log = facts(played(3, passes=1))

    found = check(log[begins:])
    for checked in found.values():
        assert checked.problem is None
        assert checked.deals + sum(count for _, count in checked.unchecked) in (1, 2)


@pytest.mark.parametrize("ends", range(5, 40, 3))
def test_a_log_that_breaks_off_accuses_nobody(ends: int) -> None:
    log = facts(played(3, passes=1))

    assert wrong(log[:ends]) == ""


def test_a_log_that_breaks_off_between_the_hands_fits() -> None:
    log = facts(played(3))

    assert [only(log[:-cut]).deals for cut in (1, 2, 3)] == [1, 1, 1]
    next_match = [replace(it, n=it.n + 99, match=2) for it in facts(played(4))]
    assert check([*log[:-1], *next_match])[1].problem is not None


def test_other_matches_are_none_of_its_business() -> None:
    started = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)

    assert check(facts([started])) == {}
    assert check([Fact(n=1, at=1, match=0, e="setting_changed", members={})]) == {}


def test_deals_of_a_table_are_drawn() -> None:
    """Else nothing here would be checked."""
    made = table(1)

    assert len(made.secret) == 32
    assert made.do(Deal(secret=bytes(32))) == ()
