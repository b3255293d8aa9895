"""Whole matches, with legal and illegal moves: what holds whatever hands and dice do."""

from __future__ import annotations

import json
from functools import reduce
from typing import cast

import pytest
from hypothesis import given, settings

from stbpi.games.events import (
    Covered,
    Event,
    MatchEnded,
    MatchStarted,
    Paid,
    PlayerSeated,
    Pot,
    Refused,
    Rolled,
    Rule,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
    decode,
    encode,
)
from stbpi.games.game import (
    Hold,
    Phase,
    Press,
    Prompt,
    SetRule,
    TilesMoved,
    TimeUp,
    Undo,
    all_tiles,
    without,
)
from stbpi.games.shut_the_box import State
from stbpi.games.shut_the_box.many_turns import follow_all
from stbpi.games.shut_the_box.match import Stage, follow, tallied
from stbpi.games.shut_the_box.ruleset import CoverRule, MatchBy, Ruleset, Scoring, Shut, Stakes, Tie
from stbpi.games.shut_the_box.tally import Tally
from tests.games.evening import GAME, Play, play
from tests.games.oracle import Choice, ScoreSheet, referee
from tests.strategies import Asked, Evening, evenings

slowly = settings(deadline=None, max_examples=60)


def stored(event: Event) -> Event:
    """Write an event down and read it again."""
    return decode(event.e, json.loads(json.dumps(encode(event))))


def replayed(played: Play) -> State:
    return reduce(GAME.evolve, map(stored, played.events), played.start)


def facts(playing: Play) -> list[Event]:
    """Leave out how the match began, what was refused and how tiles moved."""
    aside = MatchStarted | PlayerSeated | Rule | Refused | TileDown | TileUp
    return [event for event in playing.events if not isinstance(event, aside)]


@slowly
@given(evenings())
def test_a_match_replayed_from_its_events_equals_the_match_played(evening: Evening) -> None:
    played = play(evening)

    assert replayed(played) == played.state


def is_choice(event: Event) -> bool:
    """Say whether hands or dice decide an event; of the ends, those that are stops."""
    if isinstance(event, TurnEnded | MatchEnded):
        return event.why == "stopped"
    return isinstance(event, TurnStarted | Rolled | Covered)


def assert_the_referee_agrees(played: Play) -> None:
    happened = facts(played)
    choices = cast(list[Choice], [event for event in happened if is_choice(event)])

    assert happened == list(referee(played.state.rules, played.state.seats, choices))


@slowly
@given(evenings(operated=False))
def test_a_match_happens_as_the_referee_says_from_dice_and_covers_alone(evening: Evening) -> None:
    assert_the_referee_agrees(play(evening))


@slowly
@given(evenings())
def test_an_evening_amounts_to_what_the_score_sheet_says_of_its_turns(evening: Evening) -> None:
    """Whatever was undone and whichever rules were changed, at any moment of it."""

    def look(playing: Play) -> None:
        state, now = playing.state, playing.state.tally
        sheet = ScoreSheet(state.rules, state.seats, state.turns)
        begun = max([state.round, *(turn.round for turn in state.turns)])
        end = sheet.end or (((), "stopped") if state.stopped else None)

        assert now.counting == {(turn.round, turn.seat) for turn in sheet.counted}
        assert now.totals == tuple(sheet.total(seat) for seat in sheet.everybody)
        assert now.ended == sheet.ended()
        assert (now.result and (now.result.winners, now.result.why)) == end
        assert (now.balances, now.pot) == sheet.units(begun=begun, stopped=state.stopped)
        if end is None:
            assert (now.round, now.seat) == sheet.next_cell()

    look(play(evening))


@slowly
@given(evenings())
def test_a_player_has_no_round_without_those_before_it(evening: Evening) -> None:
    def look(playing: Play) -> None:
        turns = playing.state.turns
        for seat in range(1, playing.state.seats + 1):
            rounds = [turn.round for turn in turns if turn.seat == seat]
            assert rounds == list(range(1, len(rounds) + 1))

    play(evening, watch=look)


@slowly
@given(evenings())
def test_a_turn_that_starts_is_the_one_that_is_due(evening: Evening) -> None:
    for deal in play(evening).deals:
        if any(isinstance(event, TurnStarted) for event in deal.events):
            now = deal.after
            if isinstance(deal.command, Undo):  # its player first, whoever else lacks a turn
                lost = TurnEnded(player=now.seat, standing=(1,), score=0, why="no_move", total=0)
                assert (now.round, now.seat) in GAME.evolve(now, lost).tally.counting
            else:
                assert (now.round, now.seat) == (now.tally.round, now.tally.seat)


@slowly
@given(evenings())
def test_every_unit_that_has_moved_was_told(evening: Evening) -> None:
    def look(playing: Play) -> None:
        now, events = playing.state.tally, playing.events
        balances, pots = [0] * playing.state.seats, [0]
        for event in events:
            if isinstance(event, Paid):
                balances[event.player - 1] += event.units
                assert balances[event.player - 1] == event.balance
            if isinstance(event, Pot):
                pots.append(event.units)

        assert (tuple(balances), pots[-1]) == (now.balances, now.pot)
        assert sum(balances) == -now.pot

    play(evening, watch=look)


@slowly
@given(evenings())
def test_the_end_that_was_told_last_is_the_end(evening: Evening) -> None:
    def look(playing: Play) -> None:
        result = playing.state.result
        if result is not None:
            told = [event for event in playing.events if isinstance(event, MatchEnded)]
            assert told[-1] == MatchEnded(winners=result.winners, why=result.why)

    play(evening, watch=look)


@slowly
@given(evenings())
@pytest.mark.field("C4")
@pytest.mark.field("C13")
def test_an_undone_turn_leaves_what_was_there_before_it(evening: Evening) -> None:
    """As long as no rule is changed."""
    at_start: dict[tuple[int, int], Tally] = {}
    for deal in play(evening).deals:
        now = deal.after
        if isinstance(deal.command, SetRule) and deal.events:
            return
        if isinstance(deal.command, Undo):
            assert now.tally == at_start[now.round, now.seat]
            assert (now.stage, now.dice, now.stopped) == (Stage.BEFORE_THROW, (), False)
        elif any(isinstance(event, TurnStarted) for event in deal.events):
            at_start[now.round, now.seat] = now.tally


@slowly
@given(evenings())
def test_dice_are_wanted_exactly_when_they_are_thrown(evening: Evening) -> None:
    for deal in play(evening).deals:
        thrown = [len(event.dice or ()) for event in deal.events if isinstance(event, Rolled)]
        wanted = GAME.dice_wanted(deal.before, deal.command)

        assert ([wanted] if wanted else []) == thrown


@slowly
@given(evenings())
def test_the_view_promises_what_the_button_does(evening: Evening) -> None:
    def look(playing: Play) -> None:
        state = playing.state
        view = GAME.view(state, time_is_up=False)
        press = GAME.dice_wanted(state, Press())
        holds = [GAME.dice_wanted(state, Hold(fewer=fewer)) for fewer in (1, 2, 3)]
        allowed = view.dice_allowed

        assert press == (allowed[-1] if allowed else 0)
        for fewer, hold in enumerate(holds, start=1):
            assert hold == (allowed[max(0, len(allowed) - 1 - fewer)] if 1 in allowed else 0)
        if not press:
            (refused,) = GAME.decide(state, Press())
            assert isinstance(refused, Refused)
            if view.prompt in (Prompt.RAISE, Prompt.LOWER, Prompt.CLOSE_AGAIN):
                assert refused.code == view.prompt
            elif view.prompt is Prompt.COVER:
                assert refused.code in ("cover", "raise")
            else:
                assert refused.code == "wait"
                assert view.phase in (Phase.TURN_OVER, Phase.MATCH_OVER)

    play(evening, watch=look)


@slowly
@given(evenings())
def test_the_view_agrees_with_itself(evening: Evening) -> None:
    def look(playing: Play) -> None:
        state = playing.state
        view = GAME.view(state, time_is_up=False)
        total = sum(view.roll)

        assert view.standing == without(all_tiles(view.tiles), state.down)
        assert bool(view.named) == (view.prompt in (Prompt.RAISE, Prompt.LOWER, Prompt.CLOSE_AGAIN))
        assert (view.phase is Phase.WRONG) <= (view.prompt is Prompt.RAISE)
        assert (view.left is not None) == (view.phase in (Phase.COVERING, Phase.WRONG))
        if view.left is not None:
            assert (view.left == 0) == (view.prompt in (Prompt.ROLL, Prompt.ONE_DIE))
            assert 0 <= view.left <= total
        if view.prompt is Prompt.CLOSE_AGAIN or view.phase is Phase.WRONG:
            assert view.left == total
        assert bool(view.why) == (view.phase in (Phase.TURN_OVER, Phase.MATCH_OVER))
        assert [p.name for p in view.players] == list(evening.names)

    play(evening, watch=look)


@slowly
@given(evenings())
def test_what_is_waited_for_comes_once(evening: Evening) -> None:
    """After `TimeUp` another time is waited for, or nothing changes any more by waiting."""

    def look(playing: Play) -> None:
        before = GAME.timer(playing.state)
        events = GAME.decide(playing.state, TimeUp())
        after = reduce(GAME.evolve, events, playing.state)

        assert before is not None or events == ()
        if events:
            assert GAME.timer(after) != before
        assert GAME.view(playing.state, time_is_up=True) is not None

    play(evening, watch=look)


@slowly
@given(evenings())
def test_tiles_judged_twice_are_not_complained_about_twice(evening: Evening) -> None:
    def look(playing: Play) -> None:
        assert GAME.decide(playing.state, TilesMoved()) == ()

    play(evening, watch=look)


@slowly
@given(evenings())
def test_the_same_again_is_the_same_players_under_the_same_rules(evening: Evening) -> None:
    played = play(evening).state
    again = GAME.same_again(played)
    box = GAME.new(evening.down, complain_ms=1500)

    state = reduce(GAME.evolve, GAME.decide(box, again), box)

    assert (state.names, state.rules) == (evening.names, played.rules)


@pytest.mark.field("C7")
def test_who_does_what_the_box_asks_for_comes_to_the_end_of_every_match() -> None:
    ends = set()
    for seed in range(60):
        rules = Ruleset(
            rounds=seed % 4 or 20,
            shut=Shut.ZERO if seed % 3 else Shut.WINS,
            knock_out=seed % 2 * 45,
            tiles=(9, 10, 12)[seed % 3],
            ceiling=seed % 7 // 5 * 30,
            tie=Tie.PLAYOFF if seed % 2 else Tie.SHARED,
            match_by=MatchBy.ROUNDS_WON if seed % 11 // 6 else MatchBy.TOTALS,
            scoring=Scoring.COUNT if seed % 13 // 7 else Scoring.SUM,
            cover=tuple(CoverRule)[seed % 6],
            stakes=tuple(Stakes)[seed % 3] if seed % 5 > 1 else Stakes.NONE,
        )
        playing = Play(rules, ("Ann", "Bob", "Cas")[: seed % 5 // 2 + 1], dice=seed)
        for deed in range(3000):
            if playing.state.result is not None:
                break
            playing.do(Asked(seed * deed % 61))

        assert playing.state.result is not None
        assert_the_referee_agrees(playing)
        assert replayed(playing) == playing.state
        ends.add(playing.state.result.why.value)

    assert ends == {"rounds", "shut", "last_left", "ceiling"}


@slowly
@given(evenings())
def test_many_events_are_followed_as_one_after_the_other(evening: Evening) -> None:
    """All of them, and those alone that turns follow from."""
    played = play(evening)
    moves = (TileDown, TileUp, Rolled, Refused, Covered)
    for events in (played.events, [e for e in played.events if not isinstance(e, moves)]):
        one_by_one = reduce(follow, events, played.start)

        assert follow_all(played.start, events) == one_by_one
        assert tallied(one_by_one) == reduce(GAME.evolve, events, played.start)
