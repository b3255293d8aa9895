"""Changing house rules in the middle of a match (RULES.md 1.6), played on the score sheet.

What stood is given for every round and seat in advance, so that the same tiles can be played
again under other rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stbpi.errors import RulesError
from stbpi.games.game import NO_TILES, Command, EnterTurn, SetRule, StartMatch, Tiles
from stbpi.games.shut_the_box import ShutTheBox, State
from stbpi.games.shut_the_box.house_rules import AT_ONCE, make, values
from stbpi.games.shut_the_box.tally import Tally

GAME = ShutTheBox()
LAST_ROUND = 5
Standing = Mapping[tuple[int, int], Tiles]

CHANGES: dict[str, list[object]] = {
    "scoring": ["sum", "digits", "count", "covered"],
    "rounds": [0, 1, 2, 3, 4],
    "shut": ["wins", "zero"],
    "knock_out": [0, 10, 30, 60],
    "knock_out_at": ["reach", "exceed"],
    "ceiling": [0, 15, 40],
    "ceiling_at": ["reach", "exceed"],
    "match_by": ["totals", "rounds_won"],
    "tie": ["shared", "playoff"],
    "stakes": ["none", "pool", "difference"],
    "stake": [1, 3],
    "tie_pot": ["share", "carry"],
}


def changes() -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in CHANGES.items()})


@st.composite
def standings(draw: st.DrawFn, seats: int) -> Standing:
    """What stands after each turn; after the last round everybody shuts the box."""
    masks = st.integers(0, 511).map(Tiles)
    return {
        (round_, seat): draw(masks)
        for round_ in range(1, LAST_ROUND + 1)
        for seat in range(1, seats + 1)
    }


def started(seats: int, house_rules: Mapping[str, object]) -> State:
    """Start a match; `shut = wins` ends it at the latest in the round after the last one."""
    names = tuple(f"P{seat}" for seat in range(1, seats + 1))
    checked = GAME.check_rules("luk_kassen", house_rules.items())
    return do(
        GAME.new(NO_TILES, complain_ms=0),
        StartMatch(game="shut_the_box", names=names, preset="luk_kassen", house_rules=checked),
    )


def do(state: State, command: Command) -> State:
    return reduce(GAME.evolve, GAME.decide(state, command), state)


def play(state: State, standing: Standing, *, turns: int) -> State:
    """Enter so many turns, or as many as the match has."""
    for _ in range(turns):
        if state.result is not None:
            break
        state = do(state, EnterTurn(standing=standing.get((state.round, state.seat), NO_TILES)))
    return state


def changed(state: State, rules: Mapping[str, object]) -> State:
    return reduce(do, (SetRule(field=k, value=v) for k, v in rules.items()), state)


def numbers(state: State) -> Tally:
    return state.tally


def is_playable(house_rules: Mapping[str, object], seats: int) -> bool:
    try:
        GAME.check_rules("luk_kassen", house_rules.items())
    except RulesError:
        return False
    return seats > 1 or house_rules.get("stakes", "none") == "none"


@st.composite
def matches(draw: st.DrawFn) -> tuple[int, dict[str, object], dict[str, object], Standing, int]:
    """Draw players, rules before, the changes, what stands, and after how many turns."""
    seats = draw(st.integers(1, 5))
    before, change = draw(changes()), draw(changes())
    assume(is_playable(before, seats) and is_playable(before | change, seats))
    standing = draw(standings(seats))
    return seats, before, change, standing, draw(st.integers(0, seats * (LAST_ROUND + 2)))


def steps_are_playable(before: dict[str, object], change: dict[str, object], seats: int) -> bool:
    """Say whether the changes can be made one after the other, in this order and back."""
    there = [dict(list(change.items())[:n]) for n in range(len(change) + 1)]
    old = values(make("luk_kassen", before.items()))
    back = [{**change, **{k: old[k] for k in list(change)[:n]}} for n in range(len(change) + 1)]
    return all(is_playable(before | step, seats) for step in (*there, *back))


def test_every_change_that_counts_at_once_is_tried_here() -> None:
    assert set(CHANGES) | {"tiles"} == AT_ONCE


@given(matches())
@settings(max_examples=300, deadline=None)
def test_rescoring_equals_playing_the_same_tiles_under_the_new_rules_from_the_start(
    match: tuple[int, dict[str, object], dict[str, object], Standing, int],
) -> None:
    seats, before, change, standing, turns = match
    assume(steps_are_playable(before, change, seats))
    enough = 2 * seats * (LAST_ROUND + 12)

    rescored = changed(play(started(seats, before), standing, turns=turns), change)
    rescored = play(rescored, standing, turns=enough)
    anew = play(started(seats, before | change), standing, turns=enough)

    assume(anew.result is not None)
    assert numbers(rescored) == numbers(anew)


@given(matches())
@settings(max_examples=300, deadline=None)
def test_set_and_set_back_restores_every_number(
    match: tuple[int, dict[str, object], dict[str, object], Standing, int],
) -> None:
    seats, before, change, standing, turns = match
    assume(steps_are_playable(before, change, seats))
    played = play(started(seats, before), standing, turns=turns)
    old = {field: values(played.rules)[field] for field in change}

    back = changed(changed(played, change), old)

    assert back.rules == played.rules
    assert numbers(back) == numbers(played)


@given(matches())
@settings(max_examples=300, deadline=None)
def test_balances_add_up_to_what_lies_in_the_pot(
    match: tuple[int, dict[str, object], dict[str, object], Standing, int],
) -> None:
    seats, before, change, standing, turns = match
    assume(steps_are_playable(before, change, seats))
    state = changed(play(started(seats, before), standing, turns=turns), change)

    for _ in range(turns + 1):
        assert sum(state.tally.balances) == -state.tally.pot
        state = play(state, standing, turns=1)
    if state.result is not None and state.result.winners:
        assert state.tally.pot == 0
