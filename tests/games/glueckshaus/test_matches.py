"""Whole matches: chips are neither lost nor made, all ends, and a fold is a resume (RULES.md 2)."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import reduce
from random import Random
from typing import assert_never

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.events import (
    Event,
    Fault,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    PlayerOut,
    Resumed,
    Rolled,
    SettingChanged,
    TurnStarted,
    decode,
    encode,
)
from stbpi.games.game import BotRoll, Hold, Phase, Prompt, Tiles
from stbpi.games.game import Press as PressButton
from stbpi.games.glueckshaus.ruleset import Ending, Ruleset
from tests.games.glueckshaus.playing import GAME, Play, assert_chips, replayed
from tests.games.glueckshaus.strategies import (
    Deed,
    Patience,
    Press,
    Sweep,
    Throw,
    deeds,
    rulesets,
)

SEATS = st.integers(2, 8)
slowly = settings(deadline=None, max_examples=60)


def begin(rules: Ruleset, seats: int, *, bots: bool = False, down: int = 0) -> Play:
    names = tuple(f"P{n}" for n in range(1, seats + 1))
    kinds = tuple("random" if bots and n % 2 else "" for n in range(seats))
    return Play(*names, bots=kinds, down=Tiles(down), whole=rules)


def do(play: Play, deed: Deed) -> None:
    match deed:
        case Throw():
            play.obey()
            press(play, deed.first, deed.second)
            play.obey()
        case Sweep():
            play.tiles_are(Tiles(play.state.down ^ deed.tiles))
        case Press():
            press(play, deed.first, deed.second, held=deed.held)
        case Patience():
            if GAME.timer(play.state) is not None:
                play.wait()
        case _:
            assert_never(deed)


def press(play: Play, *dice: int, held: bool = False) -> None:
    """Press the button, or let the bot throw."""
    if play.view.prompt is Prompt.WAIT and play.view.is_bots_turn:
        count = play.view.dice_allowed[0]
        play.command(BotRoll(count=count, dice=dice[:count]))
        return
    wanted = GAME.dice_wanted(play.state, PressButton())
    button = Hold if held else PressButton
    play.command(button(dice=dice[:wanted]))


@slowly
@given(rulesets(), SEATS, st.booleans(), st.integers(0, 4095), deeds())
def test_whatever_hands_do_no_chip_is_lost_and_a_fold_is_a_resume(
    rules: Ruleset, seats: int, bots: bool, down: int, evening: list[Deed]
) -> None:
    """`Play` looks at every event; a cut of the power may come behind every command."""
    play = begin(rules, seats, bots=bots, down=down)
    for deed in evening:
        do(play, deed)
        assert replayed(play) == play.state


@slowly
@given(rulesets(), SEATS, deeds())
def test_every_prefix_of_the_events_can_be_viewed(
    rules: Ruleset, seats: int, evening: list[Deed]
) -> None:
    play = begin(rules, seats)
    for deed in evening:
        do(play, deed)

    state = play.start
    for event in play.events:
        written = json.dumps(encode(event))
        state = GAME.evolve(state, decode(event.e, json.loads(written)))
        view = GAME.view(state, time_is_up=False)
        assert view.player is None or view.player <= seats
    assert state == play.state


@slowly
@given(rulesets(), SEATS, deeds())
def test_what_is_asked_for_is_what_helps(rules: Ruleset, seats: int, evening: list[Deed]) -> None:
    """Doing what the display says leads to the next throw, or the match is over."""
    play = begin(rules, seats)
    for deed in evening:
        do(play, deed)

    for _ in range(12):
        if play.view.prompt in (Prompt.ROLL, Prompt.MATCH_OVER):
            break
        play.tiles_are(Tiles(play.state.down ^ play.view.named))
    assert play.view.phase in (Phase.READY, Phase.MATCH_OVER)
    if play.view.phase is Phase.READY:
        shown = {room for room in play.state.filled if room <= rules.tiles}
        assert {n for n in range(1, rules.tiles + 1) if play.state.down >> (n - 1) & 1} == shown


@slowly
@given(rulesets(), st.integers(2, 5), st.integers(0, 2**32))
def test_every_match_ends_with_its_winners(rules: Ruleset, seats: int, seed: int) -> None:
    play, dice = begin(replace(rules, chips=min(rules.chips, 3)), seats), Random(seed)
    throws = 0
    while play.view.phase is not Phase.MATCH_OVER:
        press(play, dice.randint(1, 6), dice.randint(1, 6))
        play.obey()
        throws += 1
        if throws == 12 and rules.ending is Ending.CLOCK and play.view.phase is Phase.READY:
            play.wait()
        assert throws < 5000

    _assert_ended_well(play)


def _assert_ended_well(play: Play) -> None:
    [ended] = [e for e in play.events if isinstance(e, MatchEnded)]
    out = {e.player for e in play.events if isinstance(e, PlayerOut)}
    state = play.state
    assert play.events[-1] == ended
    assert ended.winners
    assert not set(ended.winners) & out
    assert all(state.hands[seat - 1] == 0 for seat in out)
    if ended.why == "last_left":
        assert len(ended.winners) == 1 == len(state.names) - len(out)
        assert state.hands[ended.winners[0] - 1] == state.rules.chips * len(state.names)
        assert state.filled == ()
    else:
        best = max(state.hands)
        assert ended.winners == tuple(
            n for n, has in enumerate(state.hands, start=1) if has == best and n not in out
        )


@pytest.mark.parametrize(
    "event",
    [
        Resumed(gap_ms=5000),
        Fault(part="tile_9", what="noisy"),
        MatchSetAside(),
        MatchContinued(),
        SettingChanged(key="sound.volume", value=3),
    ],
)
def test_what_happens_to_the_box_changes_nothing_in_the_match(event: Event) -> None:
    play = begin(Ruleset(), 3)
    press(play, 6, 3)

    assert GAME.evolve(play.state, event) == play.state


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_nobody_who_is_in_is_left_out_of_a_round(seats: int) -> None:
    play, dice = begin(Ruleset(chips=3), seats), Random(seats)
    while play.view.phase is not Phase.MATCH_OVER:
        press(play, dice.randint(1, 6), dice.randint(1, 6))
        play.obey()

    roll_off = [
        n for n, e in enumerate(play.events) if isinstance(e, Rolled) and len(e.dice or ()) == 1
    ]
    left, waiting, rounds = set(range(1, seats + 1)), set[int](), 0
    for event in play.events[roll_off[-1] :]:
        match event:
            case PlayerOut(player=seat):
                left.remove(seat)
                waiting.discard(seat)
            case TurnStarted(player=seat, round=number):
                if number != rounds:
                    assert (number, waiting) == (rounds + 1, set())
                    waiting, rounds = left.copy(), number
                assert seat in waiting
                waiting.remove(seat)
    assert rounds > 2
    assert len(left) == 1


@slowly
@given(rulesets(), SEATS)
def test_a_match_of_many_throws_is_folded_in_one_go(rules: Ruleset, seats: int) -> None:
    play, dice = begin(rules, seats), Random(1)
    for _ in range(50):
        press(play, dice.randint(1, 6), dice.randint(1, 6))
        play.obey()

    assert reduce(GAME.evolve, play.events, play.start) == play.state
    assert_chips(play.state)
