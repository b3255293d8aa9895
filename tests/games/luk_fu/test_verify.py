"""Checking deals in a log: what is honest fits; what is changed is found, or means nothing."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.games.events import (
    BY_NAME,
    Browsed,
    Dealt,
    Event,
    MatchContinued,
    MatchSetAside,
    TileDown,
)
from stbpi.games.luk_fu.played_again import Wrong
from stbpi.games.luk_fu.verify import TOLD
from tests.games.luk_fu.logs import (
    Log,
    anew,
    changed,
    check,
    facts,
    half,
    only,
    played,
    stopped,
    where,
    without,
    wrong,
)
from tests.games.luk_fu.table import GAME

BEGIN = 5
"""So many events come before the first deal: the match, three players, and a rule."""


# What is honest


@pytest.mark.parametrize("seed", range(40))
def test_honest_matches_fit(seed: int) -> None:
    passes = seed % 3
    checked = only(facts(played(seed, passes=passes)))

    assert checked.problem is None
    assert checked.unchecked == ()
    assert checked.deals > passes


@pytest.mark.parametrize("choices", range(0, 30, 3))
def test_a_match_that_is_stopped_anywhere_fits(choices: int) -> None:
    checked = only(facts(stopped(3, choices)))

    assert (checked.deals, checked.unchecked, checked.problem) == (1, (), None)


def test_a_match_that_makes_room_for_another_one_fits() -> None:
    left = half(1)
    told = [MatchSetAside(), MatchContinued(), MatchSetAside(), *GAME.reveal(left.state)]
    both = check(facts([*left.events, *told, *played(2)]))

    assert [(it.deals, it.unchecked, it.problem) for it in both.values()] == [(1, (), None)] * 2


def test_what_people_may_do_at_any_time_does_not_matter() -> None:
    begun, rest = played(4)[:BEGIN], played(4)[BEGIN:]
    moved = [one for event in rest for one in (event, TileDown(tile=3), Browsed(player=1))]
    dealt = next(place for place, event in enumerate(moved) if isinstance(event, Dealt))

    assert only(facts([*begun, *moved[:dealt], *rest[-3:]])).deals == 1


# What was changed


@cache
def logs() -> tuple[Log, ...]:
    """Matches that end in every way: a claim, empty hands, three passes before, the menu, aside."""
    ended: dict[str, list[Event]] = {}
    for seed in range(60):
        events = played(seed, passes=seed % 2)
        why = next(e.why for e in reversed(events) if e.e == "match_ended")  # type: ignore[union-attr]
        ended.setdefault(f"{why}{seed % 2}", events)
    left = half(5)
    aside = [*left.events, MatchSetAside(), *GAME.reveal(left.state)]
    made = [*ended.values(), stopped(6), aside]
    assert len(made) == 6
    return tuple(map(facts, made))


MEANS_NOTHING = {
    "match_started": {"preset", "seats"},
    "player_seated": {"seat", "player", "bot"},
    "rule": {"field", "value"},
}
"""Fields that no card and no point follows from: names, and how well bots play."""

numbers = st.integers(-3, 40) | st.integers()
cards = st.text("csmt0123456789,", max_size=12)


@st.composite
def tampered(draw: st.DrawFn) -> tuple[Log, str, str]:
    """Draw a log in which one field of one event was changed; say which."""
    log = draw(st.sampled_from(logs()))
    place = draw(st.sampled_from([p for p, fact in enumerate(log) if fact.e in TOLD]))
    name = log[place].e
    names = [field.name for field in fields(BY_NAME[name])]
    if not names:
        return log, name, ""
    field = draw(st.sampled_from(names))
    before = log[place].members.get(field)
    others = [
        value
        for fact in log
        for key, value in fact.members.items()
        if type(value) is type(before) and value != before and (key == field or len(log) < 9)
    ]
    other = draw(
        st.sampled_from(others or [None])
        | numbers
        | cards
        | st.booleans()
        | st.none()
        | st.lists(st.integers(1, 3), max_size=3)
        | st.sampled_from(["call", "pass", "claim", "on", "c1", "", "f" * 64, "stopped"])
    )
    if other == before and type(other) is type(before):
        return log, name, ""
    return changed(log, place, **{field: other}), name, field


@given(tampered())
def test_any_field_that_is_changed_is_found_or_means_nothing(one: tuple[Log, str, str]) -> None:
    log, name, field = one
    checked = only(log)

    if not field:
        assert checked.problem is None
    elif field not in MEANS_NOTHING.get(name, ()):
        assert checked.problem is not None


@pytest.mark.parametrize("seed", range(4))
def test_any_digit_of_what_was_revealed_or_committed_to_is_found(seed: int) -> None:
    log = facts(played(seed))
    for name, field in (("deal_committed", "sha"), ("deal_revealed", "bytes")):
        place = where(log, name)[0]
        digits = log[place].members[field]
        for at, digit in enumerate(digits):
            other = digits[:at] + f"{(int(digit, 16) + 1) % 16:x}" + digits[at + 1 :]
            assert wrong(changed(log, place, **{field: other})) == Wrong.BYTES


def test_each_thing_that_can_be_wrong_has_its_own_line() -> None:
    log = facts(played(3, passes=1))
    committed, revealed = where(log, "deal_committed"), where(log, "deal_revealed")
    dealt, called, laid = where(log, "dealt"), where(log, "called"), where(log, "played")
    open_ = next(place for place in laid if log[place].members["face_up"])
    down = next(place for place in laid if not log[place].members["face_up"])
    other = "t9" if "t9" not in log[dealt[3]].members["cards"] else "c1"
    told = log[committed[0]].members["master"]
    cases = {
        Wrong.BYTES: changed(log, revealed[0], bytes="00" * 32),
        Wrong.ORDER: changed(log, committed[1], deal=5),
        Wrong.MASTER: changed(log, committed[0], master=told % 3 + 1),
        Wrong.HAND: changed(log, dealt[0], cards=log[dealt[1]].members["cards"]),
        Wrong.FACE_DOWN: changed(log, down, sealed=log[down].members["sealed"] ^ 1),
        Wrong.NOT_HELD: changed(log, open_, cards=other),
        Wrong.RULES: changed(log, open_, player=log[open_].members["player"] % 3 + 1),
        Wrong.RESULT: changed(log, where(log, "match_ended")[0], winners=[]),
        Wrong.FORM: changed(log, called[0], what=7),
    }

    assert {it.value: wrong(case) for it, case in cases.items()} == {it: it for it in cases}


@pytest.mark.parametrize("seed", range(3))
def test_a_line_less_is_found_wherever_it_is(seed: int) -> None:
    log = facts(played(seed, passes=1))
    for place in range(BEGIN + 1, len(log)):
        if place < len(log) - 3:
            assert wrong(without(log, place)), log[place]
        assert wrong(anew(without(log, place))) or place >= len(log) - 3, log[place]


@pytest.mark.parametrize("seed", range(3))
def test_a_line_that_stands_there_twice_is_found(seed: int) -> None:
    log = facts(played(seed, passes=1))
    for place in range(BEGIN + 1, len(log)):
        assert wrong(anew([*log[: place + 1], *log[place:]])), log[place]


def test_lines_that_have_changed_places_are_found() -> None:
    log = facts(played(2, passes=1))
    for place in range(BEGIN, len(log) - 1):
        one, other = log[place : place + 2]
        swapped = [*log[:place], other, one, *log[place + 2 :]]
        assert wrong(anew(swapped)), one


def test_a_deal_that_is_left_out_or_told_twice_is_found() -> None:
    log = facts(played(3, passes=2))
    first, second, _ = where(log, "deal_committed")

    assert wrong(anew([*log[:first], *log[second:]])) == Wrong.ORDER
    again = [*log[:second], *log[first:second], *log[second:]]
    assert wrong(anew(again)) == Wrong.KNOWN
    assert wrong(anew([*log[: first + 1], *log[first:]])) == Wrong.TWICE
    revealed = where(log, "deal_revealed")[-1]
    assert wrong(anew([*log, log[revealed]])) == Wrong.TWICE
    assert wrong(anew([*log[: revealed + 1], *log[revealed:]])) == Wrong.TWICE


def test_bytes_that_everybody_knows_already_are_found() -> None:
    first, again = check(facts([*played(1), *played(1)])).values()

    assert (first.problem, first.deals) == (None, 1)
    assert again.problem is not None
    assert again.problem.wrong == Wrong.KNOWN


def test_a_commitment_that_came_in_after_the_first_call_is_found() -> None:
    log = facts(played(1))
    (place,) = where(log, "deal_committed")

    late = [*log[:place], replace(log[place], at=1000), *log[place + 1 :]]
    assert wrong(late) == Wrong.LATE


def test_a_deal_that_is_revealed_while_it_is_played_is_found() -> None:
    left = half(5)

    assert wrong(facts([*left.events, *GAME.reveal(left.state)])) == Wrong.EARLY


def test_cards_that_nothing_was_committed_to_are_found() -> None:
    log = facts(played(1))
    (place,) = where(log, "deal_committed")

    assert wrong(anew(without(log, place))) == Wrong.UNCOMMITTED


def test_missing_lines_are_said_to_be_missing() -> None:
    log = facts(played(4))
    laid = where(log, "played")

    for place in laid:
        assert wrong(without(log, place)) == Wrong.MISSING


def test_lines_that_are_missing_where_nothing_can_hide_accuse_nobody() -> None:
    events: list[Event] = []
    for seed in range(60):
        events = played(seed)
        if any(getattr(event, "why", "") == "hands_empty" for event in events):
            break
    place = len(events) // 2
    log = facts([*events[:place], TileDown(tile=1), TileDown(tile=2), *events[place:]])

    assert wrong(without(log, place)) == ""
    claimed = facts(stopped(1))
    claimed = facts([*stopped(1)[:8], TileDown(tile=1), *stopped(1)[8:]])
    assert wrong(without(claimed, 8)) == Wrong.MISSING


def test_deals_in_a_match_of_another_game_make_no_sense() -> None:
    log = facts(played(1))

    assert wrong(changed(log, 0, game="shut_the_box")) == Wrong.FORM


@given(st.data())
def test_whatever_stands_there_raises_nothing(data: st.DataObject) -> None:
    """Any event of any form, in any order."""
    log = [*data.draw(st.sampled_from(logs()))]
    members = st.dictionaries(
        st.sampled_from(["deal", "player", "cards", "what", "sealed", "sha", "bytes", "master"]),
        numbers | cards | st.none() | st.booleans() | st.lists(numbers, max_size=2),
    )
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(log) - 1))
        e = data.draw(st.sampled_from(sorted(TOLD)))
        log[place] = replace(log[place], e=e, members=data.draw(members))

    check(log)
