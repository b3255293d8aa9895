"""The cup: when bytes are drawn, kept, given a word, and revealed."""

from __future__ import annotations

from typing import Any

import pytest

from stbpi.dice.cup import Cup
from stbpi.dice.lot import Lot, commitment
from stbpi.dice.source import RandomDice, ScriptedDice
from stbpi.dice.verify import check
from stbpi.games.events import (
    DiceCommitted,
    DiceRevealed,
    Event,
    MatchSetAside,
    Resumed,
    Rolled,
    TileUp,
    Undone,
)
from tests.dice.logs import ENDED, STARTED, Bench, Seeds, commitments, facts

FIRST, SECOND = bytes([1] * 32), bytes([2] * 32)
ROLLED = Rolled(player=1, dice=(1, 1), total=2, k=7)


def cup_of(events: list[Event], seed: bytes | None = FIRST) -> Cup:
    """Return the cup of a program that starts on a journal with these events."""
    secrets = {} if seed is None else {commitment(seed): seed.hex()}
    return Cup(RandomDice(commits=True), events, secrets)


def test_a_match_is_committed_to_at_its_start_and_revealed_at_its_end() -> None:
    bench = Bench()
    bench.play(2)

    names = [event.e for event in bench.events if event.e != "tile_down"]
    assert names == [
        *("match_started", "dice_committed", "rolled", "rolled"),
        *("match_ended", "dice_revealed"),
    ]
    assert commitments(bench.events) == [DiceCommitted(sha=commitment(FIRST), word="")]
    assert bench.events[-1] == DiceRevealed(bytes=FIRST.hex())


def test_dice_follow_from_the_bytes_and_the_number_of_the_throw() -> None:
    bench = Bench()
    bench.start()
    bench.throw(3)

    thrown = [event.dice for event in bench.events if isinstance(event, Rolled)]
    assert thrown == [Lot(seed=FIRST, word="", k=k).dice(2) for k in (1, 2, 3)]


def test_a_word_goes_in_after_the_commitment_and_before_the_first_throw_only() -> None:
    bench = Bench()
    bench.start()
    bench.happen(*bench.cup.with_word("BOXED"))
    bench.throw()

    assert commitments(bench.events) == [
        DiceCommitted(sha=commitment(FIRST), word=""),
        DiceCommitted(sha=commitment(FIRST), word="BOXED"),
    ]
    dice = Lot(seed=FIRST, word="BOXED", k=1).dice(2)
    assert bench.events[-2] == Rolled(player=1, dice=dice, total=sum(dice), k=1)
    assert bench.cup.with_word("LATER") == ()


def test_there_is_no_word_where_nothing_was_drawn() -> None:
    assert Cup(ScriptedDice(), (), {}).with_word("BOXED") == ()


def test_after_a_power_cut_the_same_dice_fall() -> None:
    bench = Bench()
    bench.start()
    bench.throw(4)
    again = cup_of(bench.events)

    assert again.follow([Resumed(gap_ms=None)], is_open=lambda: True) == ()
    assert again.throw(2) == bench.cup.throw(2)
    assert again.drawn == bench.cup.drawn


def test_a_throw_that_was_not_written_falls_the_same_way_again() -> None:
    bench = Bench()
    bench.start()

    assert bench.cup.throw(2) == bench.cup.throw(2) == cup_of(bench.events).throw(2)


def test_what_is_revealed_is_never_thrown_from_again() -> None:
    """The last turn is taken back when the match is over: everybody knows the bytes by then."""
    bench = Bench()
    bench.play(5)
    bench.happen(Undone(what="turn", player=1, round=1))
    bench.throw(2)
    bench.happen(ENDED)

    assert [it.sha for it in commitments(bench.events)] == [commitment(FIRST), commitment(SECOND)]
    assert bench.events[-1] == DiceRevealed(bytes=SECOND.hex())
    (checked,) = check(facts(bench.events))
    assert (checked.throws, checked.unchecked, checked.problem) == (7, (), None)


def test_a_match_that_is_set_aside_keeps_its_secret_until_another_one_starts() -> None:
    bench = Bench()
    bench.start()
    bench.throw(3)
    bench.happen(MatchSetAside())
    assert not any(isinstance(event, DiceRevealed) for event in bench.events)
    assert list(bench.cup.secrets.values()) == [FIRST.hex()]

    bench.start()

    assert bench.events[-3:] == [
        DiceRevealed(bytes=FIRST.hex()),
        STARTED,
        DiceCommitted(sha=commitment(SECOND), word=""),
    ]
    assert [it.problem for it in check(facts(bench.events))] == [None, None]


def test_lost_bytes_are_drawn_anew_and_told() -> None:
    bench = Bench()
    bench.start()
    bench.throw(2)
    again = cup_of(bench.events, seed=None)

    (new,) = again.follow([Resumed(gap_ms=None)], is_open=lambda: True)
    assert isinstance(new, DiceCommitted)
    assert new.sha != commitment(FIRST)
    assert again.secrets
    assert again.drawn.is_new


@pytest.mark.parametrize("kept", [SECOND.hex(), "no digits", "0" * 63, None])
def test_bytes_that_a_disk_has_kept_badly_are_lost(kept: Any) -> None:
    sha = commitment(FIRST)
    committed = DiceCommitted(sha=sha, word="")
    cup = Cup(RandomDice(commits=True), [STARTED, committed], {sha: kept})

    assert not cup.secrets
    (anew,) = cup.follow([Resumed(gap_ms=None)], is_open=lambda: True)
    assert isinstance(anew, DiceCommitted) and anew.sha != sha


def test_a_match_goes_on_with_the_dice_that_it_began_with() -> None:
    without: list[Event] = [STARTED, ROLLED]
    committed: list[Event] = [STARTED, DiceCommitted(sha=commitment(FIRST), word=""), ROLLED]
    kept = Cup(RandomDice(), committed, {commitment(FIRST): FIRST.hex()})
    none = cup_of(without)

    assert none.follow([TileUp(tile=1)], is_open=lambda: True) == ()
    assert kept.throw(2) == Lot(seed=FIRST, word="", k=8).dice(2)


def test_bytes_that_are_lost_where_nothing_commits_any_more_are_not_drawn_again() -> None:
    committed: list[Event] = [STARTED, DiceCommitted(sha=commitment(FIRST), word=""), ROLLED]
    cup = Cup(RandomDice(), committed, {})

    assert cup.follow([TileUp(tile=1)], is_open=lambda: True) == ()
    assert cup.drawn.sha == ""
    assert len(cup.throw(2)) == 2


def test_a_script_commits_to_nothing() -> None:
    cup = Cup(ScriptedDice(), (), {})

    assert cup.follow([STARTED], is_open=lambda: True) == ()
    assert (cup.secrets, cup.reveal()) == ({}, ())


def test_two_matches_never_have_the_same_bytes() -> None:
    dice = RandomDice(commits=True)

    assert len({dice.draw() for _ in range(100)}) == 100
    assert Seeds().draw() == FIRST
