"""What bots do next in a match, whatever hands and dice do."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.bot_kinds import Kind
from stbpi.games.events import BotChose, Covered, Event, Rolled, TurnEnded
from stbpi.games.game import (
    NO_TILES,
    BotCover,
    BotRoll,
    Move,
    Phase,
    Prompt,
    SetRule,
    StartMatch,
    Tiles,
    members,
    tiles,
)
from stbpi.games.shut_the_box import State
from stbpi.games.shut_the_box.covers import legal_covers
from stbpi.games.shut_the_box.match import Stage
from stbpi.games.shut_the_box.ruleset import Roll, Ruleset, Shut
from stbpi.thinking.opponent import (
    CHOICE_MS,
    FIRST_ROLL_MS,
    NEXT_ROLL_MS,
    next_move,
    plain_move,
    rules_of_turn,
)
from tests.games.evening import GAME, Play
from tests.games.spec import chose, covered, down, rolled, seated, turn
from tests.games.spec import given as after
from tests.strategies import Evening, evenings

BOTS = ("careful", "random", "casual:1", "casual:10", "points")
slowly = settings(deadline=None, max_examples=40)


def test_a_bot_takes_its_time_so_that_people_can_follow() -> None:
    match = after(seated("Robi=careful", "Ann"), turn(1, 1))
    assert next_move(match.state) == Move(BotRoll(count=2), FIRST_ROLL_MS)

    match = match.when(BotRoll(count=2, dice=(3, 4))).then(rolled(3, 4))
    assert next_move(match.state) == Move(BotCover(tiles=tiles(7)), CHOICE_MS)

    match = match.when(BotCover(tiles=tiles(7))).then(chose(7))
    assert next_move(match.state) is None
    assert next_move(match.when(down(1, 6)).state) is None
    assert next_move(match.when(down(7)).state) == Move(BotRoll(count=2), NEXT_ROLL_MS)


def test_where_no_bot_is_on_turn_there_is_no_move() -> None:
    match = after(seated("Robi=careful", "Ann"), turn(1, 1))

    assert next_move(after(seated("Ann"), turn(1, 1)).state) is None
    assert next_move(after(seated("Robi=careful", "Ann"), turn(2, 1)).state) is None
    assert next_move(match.when(down(3)).state) is None


def test_the_perfect_bot_knows_what_it_has_to_beat() -> None:
    """In the last turn of the match, behind a 3, with 1, 2, 3, 4 and 6 standing."""

    def closes(bot: str) -> tuple[int, ...]:
        robi = after(
            seated("Ann", f"Robi={bot}", rounds=1),
            turn(1, 1),
            rolled(1, 1, k=1),
            _ended(3),
            turn(2, 1),
            rolled(6, 6, player=2, k=2),
            down(5, 7, 8, 9),
            covered(5, 7, 8, 9, leaves=(1, 2, 3, 4, 6), player=2),
            rolled(2, 3, player=2, k=3),
        )
        move = next_move(robi.state)
        assert move is not None
        assert isinstance(move.command, BotCover)
        return members(move.command.tiles)

    assert (closes("perfect"), closes("points")) == ((1, 4), (2, 3))


def _ended(score: int) -> TurnEnded:
    return TurnEnded(player=1, standing=(score,), score=score, why="no_move", total=score)


@pytest.mark.parametrize("bot", [*BOTS, "perfect"])
def test_every_bot_plays_a_match_to_its_end(bot: str) -> None:
    rules = Ruleset(rounds=2, shut=Shut.ZERO)
    playing = Play(rules, ("Robi", "Ann"), dice=5, bots=(bot, bot))
    for _ in range(1000):
        if playing.state.result is not None:
            break
        act(playing)

    ends = [event for event in playing.events if isinstance(event, TurnEnded)]
    assert len(ends) == 4
    assert_covers_are_the_chosen_ones(playing.events)


def act(playing: Play) -> None:
    """Let time pass: the bot acts, or a person does what the box asks for."""
    view = GAME.view(playing.state, time_is_up=False)
    move = next_move(playing.state)
    if move is not None:
        before = playing.state
        playing.command(move.command)
        assert playing.state != before
    elif view.phase is Phase.TURN_OVER:
        playing.time_is_up()
    else:
        assert view.prompt in (Prompt.RAISE, Prompt.LOWER, Prompt.CLOSE)
        playing.tiles_are(Tiles(playing.state.down ^ view.named))


def assert_covers_are_the_chosen_ones(events: list[Event]) -> None:
    chosen: tuple[int, ...] = ()
    for event in events:
        if isinstance(event, BotChose):
            chosen = event.tiles
        elif isinstance(event, Covered):
            assert event.tiles == chosen


@st.composite
def evenings_with_bots(draw: st.DrawFn) -> tuple[Evening, tuple[str, ...]]:
    evening = draw(evenings(longest=40))
    box_rolls = replace(evening, rules=replace(evening.rules, roll=Roll.BOX))
    bots = tuple(draw(st.sampled_from(("", *BOTS))) for _ in evening.names)
    return box_rolls, bots


@slowly
@given(evenings_with_bots())
def test_whatever_hands_do_bots_choose_what_is_legal(
    drawn: tuple[Evening, tuple[str, ...]],
) -> None:
    """After every deed a bot acts that may, and whoever resumes there gets the same move."""
    evening, bots = drawn
    playing = Play(evening.rules, evening.names, down=evening.down, dice=evening.dice, bots=bots)
    for deed in evening.deeds:
        playing.do(deed)
        for _ in range(3):
            state = playing.state
            assert resumed(playing) == state
            move = next_move(state)
            assert move == next_move(resumed(playing))
            if move is None:
                break
            assert_is_legal(move, state)
            playing.command(move.command)
            assert playing.state != state


def resumed(playing: Play) -> State:
    return reduce(GAME.evolve, playing.events, playing.start)


def assert_is_legal(move: Move, state: State) -> None:
    match move.command:
        case BotCover(tiles=cover):
            assert cover in legal_covers(state.standing, state.dice, state.turn_rules)
            needed = state.turn_rules.first_roll_tile
            assert not (needed and state.throws == 1) or cover & tiles(needed)
        case BotRoll(count=count):
            assert count == GAME.dice_wanted(state, move.command)
        case command:
            raise AssertionError(command)


@slowly
@given(evenings_with_bots())
def test_every_turn_of_a_bot_ends(drawn: tuple[Evening, tuple[str, ...]]) -> None:
    evening, _ = drawn
    bots = tuple("careful" for _ in evening.names)
    playing = Play(evening.rules, evening.names, down=evening.down, dice=evening.dice, bots=bots)
    for _ in range(40 * 12):
        if playing.state.stage is Stage.OVER:
            break
        act(playing)

    assert playing.state.stage is Stage.OVER
    assert_covers_are_the_chosen_ones(playing.events)


@slowly
@given(evenings_with_bots())
def test_without_thinking_there_is_a_move_wherever_there_is_one(
    drawn: tuple[Evening, tuple[str, ...]],
) -> None:
    evening, bots = drawn
    playing = Play(evening.rules, evening.names, down=evening.down, dice=evening.dice, bots=bots)
    for deed in evening.deeds:
        playing.do(deed)
        plain, thought = plain_move(playing.state), next_move(playing.state)
        assert (plain is None) == (thought is None)
        if plain is not None:
            assert_is_legal(plain, playing.state)
            playing.command(plain.command)


def test_chance_is_fair_over_matches_and_the_same_for_the_same_state() -> None:
    """A random bot's first choice for a throw of 9 is each cover about as often."""
    choices: Counter[tuple[int, ...]] = Counter()
    for k in range(1, 2001):
        match = after(seated("Robi=random"), turn(1, 1), rolled(4, 5, k=k))
        move = next_move(match.state)
        assert move == next_move(match.state)
        assert move is not None
        assert isinstance(move.command, BotCover)
        choices[members(move.command.tiles)] += 1

    assert set(choices) == set(map(members, legal_covers(Tiles(511), (4, 5), Ruleset())))
    expected = 2000 / len(choices)
    assert all(abs(n - expected) < 5 * expected**0.5 for n in choices.values())


def test_rules_that_count_at_once_count_in_the_turn_and_others_from_the_next_on() -> None:
    match = after(seated("Robi=perfect", "Ann"), turn(1, 1))
    match = match.when(BotRoll(count=2, dice=(6, 5)))
    match = match.when(SetRule(field="rounds", value=1), SetRule(field="dice", value=3))

    assert rules_of_turn(match.state) == Ruleset(rounds=1)
    assert next_move(match.state) is not None


def test_the_kinds_are_those_that_are_tested() -> None:
    assert {bot.partition(":")[0] for bot in (*BOTS, "perfect")} == set(Kind)


def test_a_bot_alone_plays_too() -> None:
    start = StartMatch(
        game="shut_the_box", names=("Robi",), preset="solo", house_rules=(), bots=("perfect",)
    )
    state = GAME.new(NO_TILES, complain_ms=1500)
    state = reduce(GAME.evolve, GAME.decide(state, start), state)

    assert isinstance(next_move(state), Move)
    assert not [event for event in GAME.decide(state, start) if isinstance(event, Rolled)]


def test_what_is_asked_needs_nothing_that_takes_long_to_load() -> None:
    """It is asked in the loop, and holds up the switches."""
    script = "import sys, stbpi.thinking.opponent; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()

    assert "stbpi.thinking.opponent" in loaded
    assert not [name for name in loaded if name.startswith("stbpi.strategy")]
