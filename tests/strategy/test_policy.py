"""How bots play a turn: what is chosen, what comes of it exactly, and what comes of it in play."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.bot_kinds import STRENGTHS
from stbpi.games.game import NO_TILES, Tiles, all_tiles, members, tiles
from stbpi.games.shut_the_box.covers import legal_covers
from stbpi.games.shut_the_box.ruleset import CoverRule, FewerDice, OneDie, Ruleset, Scoring
from stbpi.strategy.bots import Bot
from stbpi.strategy.goals import Points
from stbpi.strategy.match import goal_of
from stbpi.strategy.policy import Policy
from stbpi.strategy.situation import Situation
from stbpi.strategy.solver import solve
from tests.strategy import boxes
from tests.strategy.oracle import Turn, rolls

BOTS = ("perfect", "points", "careful", "casual:1", "casual:5", "casual:10", "random")
TURNS = 200_000
CERTAIN = Fraction(1)


def alone(rules: Ruleset) -> Situation:
    return Situation(rules=rules, round=1, seat=1, totals=(0,), scores=(None,))


def behind(score: int, rules: Ruleset) -> Situation:
    return Situation(rules=rules, round=1, seat=2, totals=(0, 0), scores=(score, None))


def policy(name: str, rules: Ruleset) -> Policy:
    return Bot.named(name).policy(alone(rules))


def mean(distribution: dict[int, float]) -> float:
    return sum(score * chance for score, chance in distribution.items())


@pytest.mark.parametrize("name", BOTS)
def test_as_many_turns_score_as_the_chances_say(name: str) -> None:
    rules = Ruleset(rounds=1)
    played = Bot.named(name).policy(behind(7, rules))
    chances = played.distribution(1.0)
    chance = Random(20)

    counts = Counter(rules.score(played.play(chance), start=all_tiles(9)) for _ in range(TURNS))

    wanted = mean(chances)
    variance = sum(p * (score - wanted) ** 2 for score, p in chances.items())
    found = sum(score * n for score, n in counts.items()) / TURNS
    shut = chances[0]
    assert abs(found - wanted) <= 4 * sqrt(variance / TURNS)
    assert abs(counts[0] / TURNS - shut) <= 4 * sqrt(shut * (1 - shut) / TURNS)
    assert set(counts) <= set(chances)


@pytest.mark.parametrize("name", BOTS)
def test_choices_that_are_asked_for_one_by_one_come_to_the_same(name: str) -> None:
    rules = Ruleset(tiles=6, one_die=OneDie.ALWAYS)
    played, chance, turns = policy(name, rules), Random(21), 5_000
    chances = played.distribution(1.0)

    total = 0
    for _ in range(turns):
        standing = rules.start_tiles
        while standing:
            dice = [chance.randint(1, 6) for _ in range(played.dice(standing, chance))]
            cover = played.cover(standing, dice, chance)
            if not cover:
                break
            standing = Tiles(standing ^ cover)
        total += rules.score(standing, start=rules.start_tiles)

    variance = sum(p * (score - mean(chances)) ** 2 for score, p in chances.items())
    assert abs(total / turns - mean(chances)) <= 4 * sqrt(variance / turns)


@given(rules=boxes.rulesets(), name=st.sampled_from(BOTS), seed=st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_a_bot_does_what_the_rules_allow_and_covers_if_it_can(
    rules: Ruleset, name: str, seed: int
) -> None:
    played, chance = policy(name, rules), Random(seed)
    oracle = Turn(rules, Fraction, most=False)
    standing = rules.start_tiles
    while standing:
        count = played.dice(standing, chance)
        assert count in oracle.dice(members(standing))
        dice = tuple(chance.randint(1, 6) for _ in range(count))
        lefts = oracle.lefts(members(standing), dice)
        cover = played.cover(standing, dice, chance)
        if not lefts:
            assert cover == NO_TILES
            return
        assert members(Tiles(standing ^ cover)) in lefts
        standing = Tiles(standing ^ cover)


@given(rules=boxes.rulesets())
@settings(max_examples=40, deadline=None)
def test_what_is_played_at_random_comes_to_what_a_slow_oracle_says(rules: Ruleset) -> None:
    oracle = Turn(rules, Fraction, most=False)
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    reached = {oracle.start: CERTAIN}
    while reached:
        up = max(reached, key=lambda up: tiles(*up))
        chance = reached.pop(up)
        if not up:
            chances[oracle.score(up)] += chance
            continue
        allowed = oracle.dice(up)
        for count in allowed:
            for dice in rolls(count):
                lefts = oracle.lefts(up, dice)
                part = chance / len(allowed) / 6**count / max(len(lefts), 1)
                if not lefts:
                    chances[oracle.score(up)] += part
                for left in lefts:
                    reached[left] = reached.get(left, Fraction()) + part

    assert policy("random", rules).distribution(CERTAIN) == dict(chances)


@given(rules=boxes.rulesets(), name=st.sampled_from(BOTS))
@settings(max_examples=60, deadline=None)
def test_chances_are_exact_and_nothing_is_lost(rules: Ruleset, name: str) -> None:
    played = policy(name, rules)
    exact = played.distribution(CERTAIN)

    assert sum(exact.values()) == 1
    assert list(exact) == sorted(exact)
    assert played.distribution(1.0) == pytest.approx({s: float(p) for s, p in exact.items()})


@given(rules=boxes.rulesets())
@settings(max_examples=40, deadline=None)
def test_who_plays_best_comes_to_what_is_best(rules: Ruleset) -> None:
    best = solve(rules, Points()).exactly()

    assert policy("points", rules).distribution(CERTAIN) == best.distribution
    assert policy("perfect", rules).distribution(CERTAIN) == best.distribution


def test_the_perfect_bot_looks_at_its_target() -> None:
    rules = Ruleset(rounds=1)
    for score in (2, 30):
        now = behind(score, rules)
        solution = solve(rules, goal_of(now)).exactly()
        played = Bot.named("perfect").policy(now).distribution(CERTAIN)
        assert played == solution.distribution
        assert played != solve(rules, Points()).exactly().distribution


def test_the_careful_bot_closes_the_largest_tile() -> None:
    played = policy("careful", Ruleset())
    chance = Random(0)

    assert played.cover(all_tiles(9), (6, 3), chance) == tiles(9)
    assert played.cover(tiles(1, 2, 3, 4, 5), (3, 4), chance) == tiles(2, 5)
    assert played.cover(tiles(1, 2), (3, 4), chance) == NO_TILES


@pytest.mark.parametrize(
    ("standing", "dice"), [(tiles(6), 1), (tiles(7), 2), (tiles(1, 12), 2), (all_tiles(6), 1)]
)
def test_the_careful_bot_throws_no_more_dice_than_the_largest_tile_needs(
    standing: Tiles, dice: int
) -> None:
    rules = Ruleset(tiles=12, dice=3, one_die=OneDie.ALWAYS, fewer_dice=FewerDice.ANY)

    assert policy("careful", rules).dice(standing, Random(0)) == dice


def test_the_random_bot_may_do_anything() -> None:
    rules = Ruleset(one_die=OneDie.ALWAYS)
    played, chance = policy("random", rules), Random(1)

    assert {played.dice(all_tiles(9), chance) for _ in range(100)} == {1, 2}
    covers = {played.cover(all_tiles(9), (4, 4), chance) for _ in range(300)}
    assert covers == set(legal_covers(all_tiles(9), (4, 4), rules))


@pytest.mark.parametrize("scoring", list(Scoring))
@pytest.mark.parametrize("cover", [CoverRule.ANY, CoverRule.ONE_TILE])
def test_the_stronger_a_casual_bot_the_better(scoring: Scoring, cover: CoverRule) -> None:
    rules = Ruleset(tiles=8, scoring=scoring, cover=cover)
    names = ["random", *(f"casual:{strength}" for strength in STRENGTHS), "points"]
    means = [mean(policy(name, rules).distribution(1.0)) for name in names]

    assert means == sorted(means, reverse=scoring is not Scoring.COVERED)
    assert len(set(means)) == len(means)
