"""The tally: what follows from finished turns, against a sheet of paper (RULES.md 1.4 to 1.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.games.game import NO_TILES, Tiles, all_tiles, tiles
from stbpi.games.shut_the_box.ruleset import Ruleset, Scoring, Shut, Stakes, Tie, TiePot
from stbpi.games.shut_the_box.tally import MatchWhy, Result, Tally, Turn, TurnWhy, tally
from tests.games.oracle import ScoreSheet
from tests.strategies import rulesets, sets_of

slowly = settings(deadline=None)


@dataclass(frozen=True)
class Match:
    """What stands after the turns that come, and the rules that are changed between them."""

    rules: Ruleset
    seats: int
    steps: list[Tiles | Ruleset]


@st.composite
def matches(draw: st.DrawFn, *, changing: bool = False) -> Match:
    rules = draw(rulesets())
    small = st.sampled_from([NO_TILES, tiles(1), tiles(2), tiles(3), tiles(1, 2), tiles(4, 5)])
    box = st.one_of(small, small, sets_of(rules.tiles))
    others = rulesets(tiles=st.just(rules.tiles))
    step: st.SearchStrategy[Tiles | Ruleset] = st.one_of(*[box] * 4, others) if changing else box
    return Match(
        rules=rules,
        seats=draw(st.integers(1 if rules.stakes is Stakes.NONE else 2, 12)),
        steps=draw(st.lists(step, min_size=1, max_size=30)),
    )


def entries(match: Match) -> Iterator[ScoreSheet]:
    """Fill the sheet turn by turn; where the match is over, only other rules go on."""
    sheet = ScoreSheet(match.rules, match.seats)
    for step in match.steps:
        if isinstance(step, Ruleset):
            sheet.change(step)
        elif sheet.end is None:
            sheet.enter(Tiles(step & tiles(*sheet.start)))
        else:
            continue
        yield sheet


def begun(sheet: ScoreSheet) -> int:
    """Return the last round that has begun when the turn that is due has."""
    due = sheet.next_cell()[0] if sheet.end is None else 0
    return max([due, *(turn.round for turn in sheet.turns)])


def tallied(sheet: ScoreSheet, *, stopped: bool = False) -> Tally:
    seats = len(sheet.everybody)
    return tally(sheet.turns, seats=seats, rules=sheet.rules, begun=begun(sheet), stopped=stopped)


any_match = pytest.mark.parametrize("changing", [False, True])


@any_match
@slowly
@given(data=st.data())
def test_the_tally_says_what_the_score_sheet_says(data: st.DataObject, changing: bool) -> None:
    for sheet in entries(data.draw(matches(changing=changing))):
        now, everybody = tallied(sheet), sheet.everybody

        assert now.counting == {(turn.round, turn.seat) for turn in sheet.counted}
        assert now.totals == tuple(sheet.total(seat) for seat in everybody)
        assert now.scores == tuple(next(reversed(sheet.scores(seat)), None) for seat in everybody)
        assert now.out == tuple(seat for seat in everybody if seat not in sheet.left)
        assert (now.result and (now.result.winners, now.result.why)) == sheet.end
        if now.result is None:
            assert (now.round, now.seat) == sheet.next_cell()


@any_match
@slowly
@given(data=st.data())
def test_a_round_is_won_by_its_best_unless_a_knock_out_cut_it_short(
    data: st.DataObject, changing: bool
) -> None:
    for sheet in entries(data.draw(matches(changing=changing))):
        now = tallied(sheet)

        assert now.ended == sheet.ended()
        assert now.rounds_won == tuple(sheet.rounds_won(seat) for seat in sheet.everybody)


@any_match
@pytest.mark.parametrize("stopped", [False, True])
@slowly
@given(data=st.data())
def test_units_go_where_the_score_sheet_says_and_none_is_lost(
    data: st.DataObject, changing: bool, stopped: bool
) -> None:
    for sheet in entries(data.draw(matches(changing=changing))):
        now = tallied(sheet, stopped=stopped)

        assert (now.balances, now.pot) == sheet.units(begun=begun(sheet), stopped=stopped)
        assert sum(now.balances) == -now.pot
        if now.result is not None and (now.result.winners or stopped):
            assert now.pot == 0


@slowly
@given(matches())
def test_totals_never_go_down_and_who_is_out_stays_out(match: Match) -> None:
    before = tally((), seats=match.seats, rules=match.rules, begun=1, stopped=False)
    for sheet in entries(match):
        now = tallied(sheet)

        assert all(b <= n for b, n in zip(before.totals, now.totals, strict=True))
        assert set(before.out) <= set(now.out)
        assert len(now.counting) == len(sheet.turns)
        before = now


@slowly
@given(matches(changing=True))
def test_the_order_in_which_turns_were_played_says_nothing(match: Match) -> None:
    for sheet in entries(match):
        now = tallied(sheet)
        sheet.turns.reverse()

        assert tallied(sheet) == now
        sheet.turns.reverse()


@slowly
@given(matches(changing=True))
def test_a_match_that_is_stopped_keeps_everything_and_has_no_winner(match: Match) -> None:
    for sheet in entries(match):
        going, stopped = tallied(sheet), tallied(sheet, stopped=True)
        result = going.result or Result(winners=(), why=MatchWhy.STOPPED)

        assert stopped == replace(going, result=result, balances=stopped.balances, pot=stopped.pot)


@given(matches())
def test_nobody_has_won_before_a_turn_was_played(match: Match) -> None:
    seats = match.seats
    now = tally((), seats=seats, rules=match.rules, begun=0, stopped=False)

    assert (now.seat, now.round, now.result, now.out) == (1, 1, None, ())
    assert (now.scores, now.totals) == ((None,) * seats, (0,) * seats)
    assert (now.balances, now.pot, now.ended) == ((0,) * seats, 0, ())


def stood(*boxes: Tiles, seats: int) -> list[Turn]:
    """Turns in seat order on a box with twelve tiles, nobody being out."""
    return [
        Turn(
            seat=i % seats + 1,
            round=i // seats + 1,
            start=all_tiles(12),
            standing=box,
            why=TurnWhy.NO_MOVE,
        )
        for i, box in enumerate(boxes)
    ]


def of(turns: list[Turn], rules: Ruleset, *, seats: int) -> Tally:
    last = max(turn.round for turn in turns)
    return tally(turns, seats=seats, rules=rules, begun=last, stopped=False)


def test_digits_of_the_biggest_box_are_added_exactly() -> None:
    rules = Ruleset(tiles=12, scoring=Scoring.DIGITS, rounds=3)
    now = of(stood(*[all_tiles(12)] * 3, seats=1), rules, seats=1)

    assert now.totals == (3 * 123456789101112,)


def test_the_same_turns_amount_to_something_else_under_other_rules() -> None:
    turns = stood(tiles(9), tiles(1, 2), seats=2)
    winners = {
        scoring: of(turns, Ruleset(tiles=12, rounds=1, scoring=scoring), seats=2).result
        for scoring in Scoring
    }

    assert {s: r and r.winners for s, r in winners.items()} == {
        "sum": (2,),
        "digits": (1,),
        "count": (1,),
        "covered": (2,),
    }


def test_a_shut_box_that_scores_zero_ends_nothing() -> None:
    turns = stood(NO_TILES, seats=2)

    assert of(turns, Ruleset(shut=Shut.ZERO), seats=2).result is None


# Rounds that are not over any more, because somebody has come in again (RULES.md 1.6)


def test_turns_after_the_last_round_do_not_count_while_somebody_lacks_one_of_it() -> None:
    """Cas was out with 5 points, the others played a third round; now nobody is out, two rounds."""
    three = stood(*[tiles(1)] * 5, seats=3)
    later = [replace(turn, seat=turn.seat, round=3) for turn in three[:2]]
    now = of([*three, *later], Ruleset(rounds=2), seats=3)

    assert (now.round, now.seat) == (2, 3)
    assert now.totals == (2, 2, 1)


def test_turns_after_the_ceiling_was_met_do_not_count_while_somebody_lacks_one() -> None:
    three = stood(*[tiles(5)] * 5, seats=3)
    later = [replace(turn, round=3) for turn in three[:2]]
    now = of([*three, *later], Ruleset(rounds=0, ceiling=9), seats=3)

    assert (now.round, now.seat) == (2, 3)
    assert now.totals == (10, 10, 5)


def test_a_box_that_was_shut_wins_only_when_nobody_lacks_a_turn_before_it() -> None:
    """Bob was out when Cas shut the box; now he is not, and could have shut it before."""
    turns = stood(*[tiles(1)] * 4, NO_TILES, NO_TILES, seats=3)
    rules = Ruleset(tiles=12)
    without_bob = of([t for t in turns if (t.round, t.seat) != (2, 2)], rules, seats=3)
    bob_shuts = of(turns, rules, seats=3)

    assert (without_bob.result, without_bob.round, without_bob.seat) == (None, 2, 2)
    assert bob_shuts.result == Result(winners=(2,), why=MatchWhy.SHUT)
    assert (2, 3) not in bob_shuts.counting


def test_the_last_one_left_wins_only_when_he_lacks_no_turn() -> None:
    """Bob may still be the one who is out first."""
    rules = Ruleset(tiles=12, rounds=0, knock_out=10)
    turns = [
        turn
        for turn in stood(*map(tiles, (1, 1, 1, 1, 9)), seats=2)
        if (turn.round, turn.seat) != (2, 2)
    ]
    lost = replace(turns[1], round=2, standing=tiles(9))
    waiting, after = of(turns, rules, seats=2), of([*turns, lost], rules, seats=2)

    assert (waiting.result, waiting.round, waiting.seat) == (None, 2, 2)
    assert (waiting.out, waiting.ended) == ((1,), ((1, (1, 2)),))
    assert after.result == Result(winners=(1,), why=MatchWhy.LAST_LEFT)


# Units, by example


POOL = Ruleset(tiles=12, shut=Shut.ZERO, stakes=Stakes.POOL, stake=2)


@pytest.mark.parametrize(
    ("boxes", "carry", "balances", "pot"),
    [
        ((tiles(1), tiles(2), tiles(3)), False, (4, -2, -2), 0),
        ((tiles(1), tiles(2)), False, (-2, -2, -2), 6),
        ((tiles(1), tiles(1), tiles(3)), False, (1, 1, -2), 0),
        ((tiles(1), tiles(1), tiles(3)), True, (-2, -2, -2), 6),
        ((NO_TILES, tiles(1), tiles(3)), False, (8, -4, -4), 0),
        ((NO_TILES, NO_TILES, tiles(3)), False, (2, 2, -4), 0),
        ((NO_TILES, NO_TILES, tiles(3)), True, (-2, -2, -4), 8),
    ],
    ids=["best", "open", "tie", "carried", "shut", "two shut", "two shut carried"],
)
def test_examples_of_a_pool(
    boxes: tuple[Tiles, ...], carry: bool, balances: tuple[int, ...], pot: int
) -> None:
    rules = replace(POOL, tie_pot=TiePot.CARRY if carry else TiePot.SHARE)
    now = of(stood(*boxes, seats=3), rules, seats=3)

    assert (now.balances, now.pot) == (balances, pot)


def test_who_shuts_the_box_wins_two_stakes_of_who_has_not_played_too() -> None:
    now = of(stood(tiles(1), NO_TILES, seats=4), replace(POOL, shut=Shut.WINS), seats=4)

    assert (now.balances, now.pot) == ((-4, 12, -4, -4), 0)


def test_what_can_not_be_split_goes_to_the_first_in_seat_order() -> None:
    now = of(stood(tiles(9), tiles(1), tiles(1), seats=3), replace(POOL, stake=1), seats=3)

    assert now.balances == (-1, 1, 0)


def test_a_carried_pot_is_shared_by_the_winners_of_the_match() -> None:
    rules = replace(POOL, rounds=1, tie_pot=TiePot.CARRY)
    now = of(stood(tiles(1), tiles(1), tiles(3), seats=3), rules, seats=3)

    assert (now.balances, now.pot) == ((1, 1, -2), 0)


def test_the_last_one_left_takes_an_open_pot() -> None:
    rules = replace(POOL, rounds=0, knock_out=5)
    now = of(stood(tiles(9), tiles(9), seats=3), rules, seats=3)

    assert now.result == Result(winners=(3,), why=MatchWhy.LAST_LEFT)
    assert (now.balances, now.pot) == ((-2, -2, 4), 0)


DIFFERENCE = Ruleset(tiles=12, shut=Shut.ZERO, stakes=Stakes.DIFFERENCE, stake=10)


@pytest.mark.parametrize(
    ("boxes", "balances"),
    [
        ((tiles(1), tiles(3), tiles(8)), (90, -20, -70)),
        ((tiles(1), tiles(3)), (0, 0, 0)),
        ((tiles(1), tiles(1), tiles(8)), (35, 35, -70)),
        ((NO_TILES, tiles(3), tiles(8)), (220, -60, -160)),
    ],
    ids=["best", "open", "tie", "shut"],
)
def test_examples_of_paying_the_difference(
    boxes: tuple[Tiles, ...], balances: tuple[int, ...]
) -> None:
    assert of(stood(*boxes, seats=3), DIFFERENCE, seats=3).balances == balances


def test_who_had_no_turn_because_the_box_was_shut_pays_for_all_of_it() -> None:
    rules = replace(DIFFERENCE, tiles=9, stake=1, shut=Shut.WINS)
    now = of(stood(tiles(9), NO_TILES, seats=3), rules, seats=3)

    assert now.balances == (-18, 108, -90)


def test_a_round_that_a_knock_out_cuts_short_is_not_settled() -> None:
    rules = replace(DIFFERENCE, rounds=0, knock_out=5)

    assert of(stood(tiles(9), tiles(9), seats=3), rules, seats=3).balances == (0, 0, 0)


def test_a_knock_out_after_everybody_has_played_is_settled() -> None:
    rules = replace(DIFFERENCE, stake=1, rounds=0, knock_out=5)
    now = of(stood(tiles(1), tiles(9), tiles(8), seats=3), rules, seats=3)

    assert now.result == Result(winners=(1,), why=MatchWhy.LAST_LEFT)
    assert now.balances == (15, -8, -7)


def test_a_play_off_counts_for_nothing_but_the_win() -> None:
    rules = replace(POOL, rounds=1, tie=Tie.PLAYOFF, knock_out=5)
    first = (tiles(1), tiles(1), tiles(3))
    tied = of(stood(*first, seats=3), rules, seats=3)
    off = [replace(turn, round=2) for turn in stood(tiles(9), tiles(8), seats=3)]
    now = of([*stood(*first, seats=3), *off], rules, seats=3)

    assert (tied.result, tied.round, tied.seat) == (None, 2, 1)
    assert now.result == Result(winners=(2,), why=MatchWhy.ROUNDS)
    assert (now.totals, now.out, now.rounds_won) == ((1, 1, 3), (), (0, 0, 0))
    assert (now.balances, now.pot) == (tied.balances, tied.pot) == ((1, 1, -2), 0)
    assert now.ended == ((1, (1, 2)), (2, (2,)))
