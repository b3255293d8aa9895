"""What is told of a stored match: nothing that is hidden, before it is revealed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.events import (
    CardsPlayed,
    Claimed,
    DealCommitted,
    DealRevealed,
    Dealt,
    Event,
    MatchEnded,
    Paid,
)
from stbpi.games.game import SetRule
from stbpi.games.luk_fu import record
from stbpi.games.luk_fu.seen import Choice, Say, Seen, choices
from stbpi.games.record import Grid
from tests.games.luk_fu.table import GAME, Table

SIX_OLD = "c1,t1,c9,s9,m9,t9"


@st.composite
def played(draw: st.DrawFn) -> Table:
    """A match at random, to its end; who can claim mostly does."""
    random = draw(st.randoms(use_true_random=False))
    table = Table(seed=draw(st.integers(0, 10_000)))

    def choose(_seat: int, seen: Seen) -> Choice:
        able = choices(seen)
        return able[0] if able[0] is Say.CLAIM and random.random() < 0.8 else random.choice(able)

    table.play(choose)
    return table


def told(events: Sequence[Event]) -> record.Match:
    match = record.read(enumerate(events))
    assert isinstance(match, record.Match)
    return match


def hidden(match: record.Match) -> list[dict[str, object]]:
    """Return the rows of what lies face down."""
    return [dict(row) for row in match.turns() if row["what"] == "discard"]


@settings(max_examples=25, deadline=None)
@given(played())
def test_what_lies_face_down_is_known_when_the_deal_is_revealed(table: Table) -> None:
    match = told(table.events)
    of_deal = [dict(row) for row in match.turns() if row["deal"] == len(match.deals)]
    dealt = [event for event in table.events if isinstance(event, Dealt)][-3:]
    for event in dealt:
        down = [row["cards"] for row in of_deal if row["what"] == "discard"]
        own = [row["cards"] for row in of_deal if row["seat"] == event.player]
        theirs = {card for text in own if text in down for card in str(text).split(",")}
        assert theirs == set(filter(None, event.face_down.split(",")))
    text = " ".join(
        " ".join(row) for part in match.course() if isinstance(part, Grid) for row in part.rows
    )
    for event in dealt:
        assert event.cards.replace(",", " ") in text


@settings(max_examples=25, deadline=None)
@given(played())
def test_nothing_hidden_is_told_of_a_deal_that_is_running(table: Table) -> None:
    committed = max(i for i, e in enumerate(table.events) if isinstance(e, DealCommitted))
    revealed = max(i for i, e in enumerate(table.events) if isinstance(e, DealRevealed))
    running = [event for event in table.events[:revealed] if not isinstance(event, MatchEnded)]
    match = told(running)
    deal = match.deals[-1]

    assert deal.hands == ()
    assert deal.secret == match.state.secret == b""
    assert match.state.hands == match.state.dealt == ()
    rows = [row for row in hidden(match) if row["deal"] == deal.number]
    assert all(row["cards"] is None for row in rows)
    face_up = {
        card
        for event in running[committed:]
        if isinstance(event, CardsPlayed)
        for card in event.cards.split(",")
    }
    alone = replace(match, deals=(deal,)).course()
    shown = set(re.findall(r"\b[csmt][1-9]\b", " ".join(map(str, alone))))
    assert shown <= face_up


@settings(max_examples=25, deadline=None)
@given(played())
def test_points_are_those_that_were_paid_and_add_up_to_nothing(table: Table) -> None:
    match = told(table.events)
    values = [match.values(seat) for seat in (1, 2, 3)]
    paid = [event for event in table.events if isinstance(event, Paid)]
    claims = [event for event in table.events if isinstance(event, Claimed)]
    ended = next(event for event in table.events if isinstance(event, MatchEnded))

    for seat, one in enumerate(values, start=1):
        assert one["points"] == sum(e.units for e in paid if e.player == seat)
        assert one["claimed"] == any(e.player == seat for e in claims)
        assert one["won_as_caller"] == (one["called"] and seat in ended.winners)
    assert sum(one["points"] for one in values) == 0
    assert sum(one["called"] for one in values) == 1
    assert [one["against_middle"] for one in values] == [1, 0, 0]
    assert values[0]["won_against_middle"] == (ended.winners == (1,))
    assert {tuple(one) for one in values} == {tuple(values[0])}


def against(match: record.Match) -> dict[str, float]:
    """Return which strength a match of Anna's counts for."""
    return {name: count for name, count in match.values(1).items() if "against" in name and count}


def test_a_strength_that_is_chosen_for_the_next_match_changes_nothing_of_this_one() -> None:
    table = Table({1: f"{SIX_OLD},t3,m5,s4,c4,c3,c5"}, master=1, rules=(("bots", "simple"),))
    table.say("call", "claim")
    table.do(SetRule(field="bots", value="strong"))
    match = told(table.events)

    assert against(match) == {"against_simple": 1, "won_against_simple": 1}
    assert match.rules_in_words() == ("How the bots play: simple.",)
    assert match.house_rules == (("bots", "simple"),)
    assert GAME.same_again(table.state).house_rules == (("bots", "strong"),)


@pytest.mark.parametrize(
    ("step", "counted"), [(0, "strong"), (2, "strong"), (3, ""), (4, "middle"), (5, "middle")]
)
def test_a_match_counts_for_the_strength_by_which_bots_have_made_all_choices(
    step: int, counted: str
) -> None:
    """The steps: Anna calls and leads, both bots follow, Anna claims, and all is over."""
    table = Table({1: f"{SIX_OLD},c8,t8,s8,m8,c7,t7"}, master=1)
    for number, word in enumerate(("call", "on t9", "", "", "claim", "")):
        if number == step:
            table.do(SetRule(field="bots", value="strong"))
        if word:
            table.say(word)
        elif table.state.ended is None:
            table.choose(choices(table.seen)[0])

    names = [f"against_{counted}", f"won_against_{counted}"] if counted else []
    assert against(told(table.events)) == dict.fromkeys(names, 1)


def test_a_match_in_which_no_bot_had_to_choose_counts_for_the_strength_at_its_end() -> None:
    table = Table({1: f"{SIX_OLD},t3,m5,s4,c4,c3,c5"}, master=1)
    table.say("call")
    table.do(SetRule(field="bots", value="strong"))
    table.say("claim")

    assert against(told(table.events)) == {"against_strong": 1, "won_against_strong": 1}


def test_a_deal_is_told_trick_by_trick() -> None:
    table = Table({1: "c1,c9,s9,m9,t9,t8,t7", 2: "c2,c3,c4", 3: "c5,c6,c7"}, master=1)
    table.say("call", "on t9")
    for _ in range(2):
        table.choose(choices(table.seen)[0])
    table.say("claim")
    text = [str(part) if isinstance(part, str) else part for part in told(table.events).course()]

    assert text[0] == "Deal 1: Anna is Master. Anna calls."
    assert isinstance(text[1], Grid)
    assert text[1].rows[0][:4] == ("trick", "Anna", "Bot1", "Bot2")
    assert text[1].rows[1][:2] == ("1", ">*t9")
    assert [cell[:1] + cell[-1:] for cell in text[1].rows[1][2:4]] == ["[]", "[]"]
    assert text[1].rows[1][4:] == ("1", "0", "0")
    assert text[2] == "Anna claims with 8 fu."
    assert text[3] == "Anna +6, Bot1 -3 and Bot2 -3"


def test_three_passes_are_told_and_the_next_deal_after_them() -> None:
    table = Table(master=2)
    table.say("pass", "pass", "pass")
    table.deal()
    table.say("call")
    text = [part for part in told(table.events).course() if isinstance(part, str)]

    assert text[:2] == [
        "Deal 1: Bot1 is Master. Bot1 passes. Bot2 passes. Anna passes.",
        "What was dealt:",
    ]
    assert text[-1] == "Deal 2: Bot1 is Master. Bot1 calls."


def test_programs_get_a_row_a_choice_with_the_columns_that_are_promised() -> None:
    table = Table(seed=3)
    table.play(lambda _seat, seen: choices(seen)[0])
    rows = [*told(table.events).turns()]
    names = {column.name for column in record.TURNS}

    assert all(set(row) == names for row in rows)
    assert [row["what"] for row in rows][:2] == ["call", "lead"]
    assert all(a["wall"] < b["wall"] for a, b in pairwise(rows))


def test_bytes_that_were_not_committed_to_are_refused() -> None:
    table = Table()
    table.say("call")
    other = DealRevealed(deal=1, bytes=bytes(32).hex())

    with pytest.raises(ValueError, match="DealRevealed"):
        told([*table.events, other])
