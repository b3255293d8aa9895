"""Checking a log: what is honest fits; what is changed anywhere is found, every time."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from stbpi.dice.verify import Checked, Fact, Problem, Why, Wrong, check
from stbpi.games.events import DiceCommitted, MatchEnded, MatchSetAside, Rolled, Undone
from tests.dice.logs import STARTED, Bench, commitments, facts

LONG = 10_000


def honest(*throws: int, word: str = "") -> list[Fact]:
    """Return the log of honest matches of so many throws."""
    bench = Bench()
    for times in throws:
        bench.play(times, word=word)
    return facts(bench.events)


def where(log: list[Fact], e: str) -> list[int]:
    """Return where in a log the events of a name stand."""
    return [place for place, fact in enumerate(log) if fact.e == e]


def changed(log: list[Fact], place: int, **members: Any) -> list[Fact]:
    """Return a log with other fields in one of its events."""
    fact = log[place]
    other = replace(fact, members={**fact.members, **members})
    return [*log[:place], other, *log[place + 1 :]]


def problem(log: list[Fact]) -> Problem:
    """Return the only problem of a log."""
    (found,) = [it.problem for it in check(log) if it.problem is not None]
    return found


def only(log: list[Fact]) -> Checked:
    (checked,) = check(log)
    return checked


@pytest.fixture(scope="module")
def long_log() -> list[Fact]:
    return honest(LONG)


# What is honest


def test_an_honest_log_fits() -> None:
    checked = check(honest(40, 1, 300))

    assert [(it.match, it.throws, it.unchecked) for it in checked] == [
        (1, 40, ()),
        (2, 1, ()),
        (3, 300, ()),
    ]
    assert not any(it.problem or it.word for it in checked)


def test_a_word_that_was_put_in_after_the_commitment_is_told() -> None:
    assert only(honest(20, word="BOXED")).word == "BOXED"


def test_a_word_that_stands_there_from_the_start_proves_nothing_more() -> None:
    log = honest(20, word="BOXED")
    (bare, *_) = where(log, "dice_committed")
    log = [fact for place, fact in enumerate(log) if place != bare]

    checked = only(log)
    assert (checked.throws, checked.word, checked.problem) == (20, "", None)


# What was changed


def test_any_die_that_shows_any_other_face_is_found() -> None:
    log = honest(60)
    for place in where(log, "rolled"):
        dice = log[place].members["dice"]
        for which in range(2):
            for face in {1, 2, 3, 4, 5, 6} - {dice[which]}:
                other = [face if at == which else die for at, die in enumerate(dice)]
                found = problem(changed(log, place, dice=other))
                assert (found.wrong, found.k) == (Wrong.DICE, log[place].members["k"])


@pytest.mark.parametrize("seed", range(12))
def test_a_single_changed_die_among_ten_thousand_throws_is_found_and_named(
    long_log: list[Fact], seed: int
) -> None:
    chance = random.Random(seed)
    place = chance.choice(where(long_log, "rolled"))
    first, second = long_log[place].members["dice"]
    other = first % 6 + 1

    assert len(where(long_log, "rolled")) == LONG
    assert problem(changed(long_log, place, dice=[other, second])) == Problem(
        wrong=Wrong.DICE,
        n=long_log[place].n,
        k=long_log[place].members["k"],
        logged=f"{other} {second}",
        expected=f"{first} {second}",
    )


def test_a_change_of_the_total_alone_is_found() -> None:
    log = honest(30)
    place = where(log, "rolled")[11]

    found = problem(changed(log, place, total=log[place].members["total"] + 1))
    assert (found.wrong, found.k) == (Wrong.FORM, 12)


def test_a_throw_less_or_more_is_found_wherever_it_is() -> None:
    log = honest(40)
    for place in where(log, "rolled"):
        fact = log[place]
        k = fact.members["k"]
        shorter = [*log[:place], *log[place + 1 :]]
        found = problem(shorter)
        if k < 40:
            expected = (Wrong.ORDER, str(k + 1), str(k))
            assert (found.wrong, found.logged, found.expected) == expected
        else:
            assert (found.wrong, found.k) == (Wrong.MISSING, 39)
        renumbered = [replace(fact, n=n, at=n) for n, fact in enumerate(shorter, start=1)]
        if k < 40:
            assert problem(renumbered).wrong is Wrong.ORDER
        twice = [*log[: place + 1], *log[place:]]
        again = [replace(fact, n=n, at=n) for n, fact in enumerate(twice, start=1)]
        assert problem(again) == Problem(
            wrong=Wrong.ORDER, n=fact.n + 1, k=k, logged=str(k), expected=str(k + 1)
        )


def test_throws_that_have_changed_places_are_found() -> None:
    log = honest(40)
    rolls = where(log, "rolled")
    for one, other in pairwise(rolls):
        swapped = list(log)
        swapped[one] = replace(log[one], members=log[other].members)
        swapped[other] = replace(log[other], members=log[one].members)
        assert (problem(swapped).wrong, problem(swapped).n) == (Wrong.ORDER, log[one].n)
        dice = changed(log, one, dice=log[other].members["dice"])
        dice = changed(dice, other, dice=log[one].members["dice"])
        if log[one].members["dice"] != log[other].members["dice"]:
            assert problem(dice).n == log[one].n


@pytest.mark.parametrize("other", [0, 1, 7, 9, 41, -1, 2**70])
def test_another_number_of_a_throw_is_found(other: int) -> None:
    log = honest(40)
    place = where(log, "rolled")[7]

    found = problem(changed(log, place, k=other))
    assert (found.wrong, found.n, found.expected) == (Wrong.ORDER, log[place].n, "8")


def test_other_bytes_are_found_whichever_digit_is_changed() -> None:
    log = honest(3)
    digits = log[-1].members["bytes"]
    for at, digit in enumerate(digits):
        other = digits[:at] + f"{(int(digit, 16) + 1) % 16:x}" + digits[at + 1 :]
        assert problem(changed(log, len(log) - 1, bytes=other)).wrong is Wrong.BYTES


@pytest.mark.parametrize("field", ["sha", "word"])
def test_another_commitment_is_found(field: str) -> None:
    log = honest(20, word="BOXED")
    *_, last = where(log, "dice_committed")
    other = changed(log, last, **{field: "f" * 64 if field == "sha" else "OTHER"})

    assert problem(other).wrong is (Wrong.BYTES if field == "sha" else Wrong.DICE)


def test_a_word_that_is_put_in_after_a_throw_is_found() -> None:
    bench = Bench()
    bench.start()
    bench.throw(2)
    bench.happen(replace(commitments(bench.events)[0], word="LATER"))
    bench.throw(2)
    bench.happen(MatchEnded(winners=(1,), why="rounds"))

    found = problem(facts(bench.events))
    assert (found.wrong, found.k) == (Wrong.WORD, 2)


def test_bytes_that_everybody_knows_already_are_found() -> None:
    first, again = Bench(), Bench()
    first.play(3)
    again.play(4)

    assert problem(facts([*first.events, *again.events])).wrong is Wrong.KNOWN


def test_a_commitment_that_came_in_after_the_throw_is_found() -> None:
    log = honest(5)
    (place,) = where(log, "dice_committed")

    late = [*log[:place], replace(log[place], at=1000), *log[place + 1 :]]
    assert (problem(late).wrong, problem(late).k) == (Wrong.LATE, 1)


def test_two_different_events_with_one_number_are_found() -> None:
    log = honest(5)
    place = where(log, "rolled")[2]
    twice = [*log[: place + 1], replace(log[place], members={}), *log[place + 1 :]]

    assert problem(twice) == Problem(wrong=Wrong.TWICE, n=log[place].n)


@pytest.mark.parametrize(
    ("e", "members"),
    [
        ("rolled", {"dice": "6 5"}),
        ("rolled", {"k": "1"}),
        ("rolled", {"dice": [1.5]}),
        ("rolled", {"total": None}),
        ("rolled", {"dice": 7}),
        ("dice_committed", {"sha": 7}),
        ("dice_committed", {"word": None}),
        ("dice_revealed", {"bytes": "xyz"}),
        ("dice_revealed", {"bytes": ""}),
        ("dice_revealed", {"bytes": []}),
    ],
)
def test_what_makes_no_sense_is_found_and_raises_nothing(e: str, members: dict[str, Any]) -> None:
    log = honest(3)
    place = where(log, e)[0]

    assert problem(changed(log, place, **members)).wrong in (Wrong.FORM, Wrong.BYTES, Wrong.DICE)


# What can't be checked


def test_a_match_without_a_commitment_is_counted() -> None:
    rolled = Rolled(player=1, dice=(6, 5), total=11, k=1)

    assert only(facts([STARTED, rolled])).unchecked == ((Why.UNCOMMITTED, 1),)


def test_real_dice_are_counted() -> None:
    rolled = Rolled(player=1, dice=None, total=11, k=1)

    assert only(facts([STARTED, rolled])).unchecked == ((Why.REAL, 1),)


def test_a_match_that_goes_on_is_hidden_and_one_that_never_was_revealed_is_lost() -> None:
    bench = Bench()
    bench.start()
    bench.throw(3)
    bench.happen(MatchSetAside())

    assert only(facts(bench.events)).unchecked == ((Why.HIDDEN, 3),)
    first, _ = check(facts([*bench.events, STARTED]))
    assert first.unchecked == ((Why.LOST, 3),)


def test_throws_before_bytes_were_drawn_anew_are_lost_and_those_after_fit() -> None:
    bench = Bench()
    bench.start()
    bench.happen(*bench.cup.with_word("BOXED"))
    bench.throw(3)
    bench.cup._seed = None  # what a journal without its table of secrets leaves
    bench.happen(Undone(what="turn", player=1, round=1))
    bench.throw(4)
    bench.happen(MatchEnded(winners=(1,), why="rounds"))

    checked = only(facts(bench.events))
    assert (checked.throws, checked.unchecked, checked.problem) == (4, ((Why.LOST, 3),), None)
    assert checked.word == ""


def test_another_commitment_before_the_first_throw_takes_the_proof_of_the_word_away() -> None:
    """A box that has heard the word could have drawn other bytes then."""
    log = honest(10, word="BOXED")
    swapped = DiceCommitted(sha="0" * 64, word="")
    (place, _) = where(log, "dice_committed")
    log.insert(place, replace(log[place], members={"sha": swapped.sha, "word": ""}))
    log = [replace(fact, n=n, at=n) for n, fact in enumerate(log, start=1)]

    checked = only(log)
    assert (checked.throws, checked.word, checked.problem) == (10, "", None)


@pytest.mark.parametrize("begins", range(1, 12))
def test_a_log_that_begins_in_the_middle_accuses_nobody(begins: int) -> None:
    log = honest(6)

    checked = only(log[begins:])
    assert checked.problem is None
    assert checked.throws + sum(count for _, count in checked.unchecked) == len(
        where(log[begins:], "rolled")
    )


def test_what_stands_before_the_first_match_is_no_match() -> None:
    assert check([Fact(n=1, at=1, match=0, e="setting_changed", members={})]) == ()
