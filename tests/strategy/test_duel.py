"""Duels: whole matches by the game's own rules, who begins, and what is counted."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.game import all_tiles, tiles
from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring, Shut, Stakes, Tie
from stbpi.games.shut_the_box.tally import MatchWhy, Tally, Turn, TurnWhy, tally
from stbpi.strategy import duel as duels
from stbpi.strategy.before_turn import before_turn
from stbpi.strategy.bots import Bot
from stbpi.strategy.duel import Duel, Played, play_match, wilson
from stbpi.strategy.policy import Chance
from stbpi.strategy.situation import Situation
from tests import strategies

SMALL = Ruleset(tiles=6, rounds=2)


def duel(*names: str, rules: Ruleset, matches: int, seed: int = 1) -> Duel:
    made = Duel(rules, [Played(Bot.named(name)) for name in names])
    for _ in made.play(matches, Random(seed)):
        pass
    return made


def turn(seat: int, round_: int, *standing: int) -> Turn:
    start = all_tiles(6)
    why = TurnWhy.NO_MOVE if standing else TurnWhy.SHUT
    return Turn(seat=seat, round=round_, start=start, standing=tiles(*standing), why=why)


def situation(*turns: Turn, rules: Ruleset, seats: int = 2, begun: int = 9) -> Situation:
    now = tally(turns, seats=seats, rules=rules, begun=begun, stopped=False)
    return before_turn(now, turns, rules)


def test_a_situation_has_what_was_before_the_round_and_in_it() -> None:
    now = situation(turn(1, 1, 5), turn(2, 1, 6), turn(1, 2, 2), rules=SMALL)

    assert (now.round, now.seat) == (2, 2)
    assert now.totals == (5, 6)
    assert now.scores == (2, None)
    assert now.rounds_won == (1, 0)
    assert not now.playoff


def test_a_situation_knows_who_is_out_and_what_lies() -> None:
    rules = Ruleset(tiles=6, rounds=2, knock_out=5, stakes=Stakes.POOL)
    now = situation(turn(1, 1, 5), turn(2, 1, 1), rules=rules, seats=3, begun=1)

    assert (now.seat, now.out, now.pot) == (3, frozenset({1}), 3)
    assert now.others == [2]


def test_in_a_play_off_only_its_own_round_counts() -> None:
    rules = Ruleset(tiles=6, rounds=1, tie=Tie.PLAYOFF)
    first = (turn(1, 1, 2), turn(2, 1, 5), turn(3, 1, 2))
    now = situation(*first, rules=rules, seats=3)
    later = situation(*first, turn(1, 2, 4), rules=rules, seats=3)

    assert (now.playoff, now.seat, now.round, now.out) == (True, 1, 2, frozenset({2}))
    assert (now.totals, now.scores) == ((0, 0, 0), (None, None, None))
    assert (later.seat, later.totals, later.scores) == (3, (0, 0, 0), (4, None, None))
    assert later.playoff


@given(rules=strategies.rulesets(tiles=st.just(6)), seats=st.integers(2, 3), seed=st.integers(0, 9))
@settings(max_examples=80, deadline=None)
def test_a_match_is_one_that_the_game_would_end_there(
    rules: Ruleset, seats: int, seed: int
) -> None:
    bots = [Bot.named(name) for name in ("careful", "casual:2", "random")[:seats]]
    turns, end = play_match(bots, rules, Random(seed))

    last = max(turn.round for turn in turns)
    before = tally(turns[:-1], seats=seats, rules=rules, begun=last, stopped=False)
    assert before.result is None
    begun = last if end.result else end.round
    assert end == tally(turns, seats=seats, rules=rules, begun=begun, stopped=False)
    assert end.counting == {(turn.round, turn.seat) for turn in turns}
    assert (end.result is None) == (last == duels.MOST_ROUNDS and end.round > last)


@pytest.mark.parametrize(
    "rules",
    [
        SMALL,
        Ruleset(tiles=6, rounds=0, knock_out=15, shut=Shut.ZERO),
        Ruleset(tiles=6, rounds=1, tie=Tie.PLAYOFF),
        Ruleset(tiles=6, rounds=2, stakes=Stakes.POOL),
        Ruleset(tiles=6, rounds=2, scoring=Scoring.COVERED),
    ],
)
def test_the_perfect_bot_plays_by_any_rules(rules: Ruleset) -> None:
    played = duel("perfect", "random", rules=rules, matches=150)

    assert played.played[0].won > 85
    assert sum(p.won for p in played.played) == pytest.approx(150)


def test_as_many_matches_are_won_as_the_chances_say() -> None:
    rules, matches = Ruleset(rounds=1, shut=Shut.ZERO), 4000
    alone = Situation(rules=rules, round=1, seat=1, totals=(0,), scores=(None,))
    careful, anything = (
        Bot.named(name).policy(alone).distribution(1.0) for name in ("careful", "random")
    )
    share = sum(
        p * q * ((mine < theirs) + (mine == theirs) / 2)
        for mine, p in careful.items()
        for theirs, q in anything.items()
    )

    won = duel("careful", "random", rules=rules, matches=matches).played[0].won

    assert abs(won / matches - share) <= 4 * sqrt(share * (1 - share) / matches)


def test_who_begins_goes_round(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[str] = []

    def seen(bots: Sequence[Bot], rules: Ruleset, chance: Chance) -> tuple[Sequence[Turn], Tally]:
        seated.append(" ".join(map(str, bots)))
        return play_match(bots, rules, chance)

    monkeypatch.setattr(duels, "play_match", seen)
    duel("points", "careful", "random", rules=SMALL, matches=4)

    assert seated == [
        "points careful random",
        "careful random points",
        "random points careful",
        "points careful random",
    ]


def test_what_is_counted_adds_up() -> None:
    rules = Ruleset(tiles=6, rounds=3, shut=Shut.ZERO, stakes=Stakes.DIFFERENCE)
    played = duel("careful", "points", "random", rules=rules, matches=50)

    assert played.ended == {MatchWhy.ROUNDS: 50}
    assert [p.turns for p in played.played] == [150] * 3
    assert [p.points for p in played.played] == [p.totals for p in played.played]
    assert sum(p.units for p in played.played) == 0
    assert sum(p.won for p in played.played) == pytest.approx(50)


def test_the_same_seed_gives_the_same_matches() -> None:
    one, same, other = (
        duel("perfect", "casual:3", rules=SMALL, matches=40, seed=seed) for seed in (5, 5, 6)
    )

    assert one == same
    assert one != other


def test_a_match_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "MOST_ROUNDS", 20)
    rules = Ruleset(tiles=9, dice=1, rounds=0)
    played = duel("points", "careful", rules=rules, matches=2)

    assert played.ended == {MatchWhy.STOPPED: 2}
    assert [p.won for p in played.played] == [0, 0]
    assert [p.turns for p in played.played] == [40, 40]


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (620, 1000, 0.5895, 0.6496),
    ],
)
def test_a_share_is_known_within_an_interval(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-4)
