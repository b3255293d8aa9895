"""Real dice: what the box makes of tiles when it does not see the throw (RULES.md 1.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import Rolled, Rule
from stbpi.games.game import (
    EnterTurn,
    Hold,
    NoMove,
    Press,
    Prompt,
    SetRule,
    StopTurn,
    Tiles,
    TilesMoved,
    TimeUp,
    Undo,
    members,
    tiles,
    without,
)
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.games.shut_the_box.covers import BY_TOTAL
from stbpi.games.shut_the_box.judge import covers_now, to_raise
from stbpi.games.shut_the_box.ruleset import Roll, Ruleset
from tests.games.oracle import FITS
from tests.games.spec import (
    Facts,
    Story,
    changed,
    covered,
    down,
    ended,
    refused,
    round_ended,
    seated,
    turn,
    undone,
    up,
)
from tests.games.spec import given as story
from tests.strategies import rulesets, sets_of

GAME = ShutTheBox()


def told(total: int, *closed: int, leaves: tuple[int, ...], player: int = 1, k: int = 1) -> Facts:
    """A throw of real dice, told by its cover."""
    rolled = Rolled(player=player, dice=None, total=total, k=k)
    return (rolled, covered(*closed, leaves=leaves, player=player))


def playing(*names: str, **rules: int | str | tuple[int, ...]) -> Story:
    """A match with real dice, in its first turn."""
    more = tuple(Rule(field=field, value=value) for field, value in rules.items())
    return story(seated(*(names or ("Ann", "Bo")), roll="real"), more, turn(1, 1))


def look(now: Story) -> tuple[str, str, str, int | None, tuple[int, ...]]:
    view = now.view()
    listed = ",".join(map(str, members(view.named))) or "-"
    return view.phase.value, view.prompt.value, listed, view.left, view.dice_allowed


# What the box asks for


def test_it_asks_for_a_throw_as_soon_as_the_tiles_are_right() -> None:
    begun = story(seated("Ann", roll="real"), turn(1, 1), down=tiles(3))

    assert look(begun) == ("raise_tiles", "raise", "3", None, ())
    begun.when(Press()).then(refused("raise", 3))
    assert look(begun.when(up(3))) == ("ready", "roll", "-", None, (2,))


def test_a_cover_is_told_by_a_press() -> None:
    now = playing()
    closing = now.when(down(2))
    assert look(closing) == ("covering", "roll", "-", 0, (2,))

    closed = closing.when(down(9))
    closed.when(TilesMoved()).then()
    after = closed.when(Press()).then(told(11, 2, 9, leaves=(1, 3, 4, 5, 6, 7, 8)))

    assert look(after) == ("covering", "roll", "-", None, (2,))
    assert after.view().roll == ()
    assert after.view().real_dice


def test_a_hold_is_a_press() -> None:
    playing().when(down(8), Hold()).then(told(8, 8, leaves=(1, 2, 3, 4, 5, 6, 7, 9)))


def test_he_may_change_his_mind_until_he_presses() -> None:
    now = playing().when(down(8), up(8))
    assert look(now) == ("ready", "roll", "-", None, (2,))

    now.when(down(3, 5), Press()).then(told(8, 3, 5, leaves=(1, 2, 4, 6, 7, 8, 9)))


def test_a_press_without_a_tile_is_refused_and_says_so_for_a_while() -> None:
    now = playing().when(Press()).then(refused("cover"))

    assert look(now) == ("ready", "cover", "-", None, (2,))
    assert now.view().is_refusal
    assert now.timer is not None
    assert look(now)[1] != now.view(time_is_up=True).prompt == Prompt.ROLL
    assert not now.when(down(2)).view().is_refusal


@pytest.mark.parametrize(
    ("rules", "closed", "tiles_named"),
    [
        ({}, (1,), (1,)),
        ({}, (6, 7), (7,)),
        ({"start": (6, 7)}, (6, 7), (7,)),
        ({"dice": 1}, (7,), (7,)),
        ({"one_die": "always", "one_die_forced": True}, (1, 6), (6,)),
        ({"unlucky": 7}, (3, 4), (3, 4)),
        ({"dice": 3}, (2,), (2,)),
    ],
)
def test_a_total_that_no_throw_has_is_refused(
    rules: dict[str, int | str | tuple[int, ...]],
    closed: tuple[int, ...],
    tiles_named: tuple[int, ...],
) -> None:
    start = rules.get("start")
    rest = [n for n in range(1, 10) if isinstance(start, tuple) and n not in start]
    begun = playing(**rules).when(down(*rest)) if rest else playing(**rules)

    begun.when(down(*closed), Press()).then(refused("total", *tiles_named))


def test_a_total_that_is_too_high_is_complained_about_by_itself() -> None:
    wrong = playing().when(down(6, 7))
    assert wrong.timer is not None
    assert look(wrong)[0] == "covering"

    now = wrong.when(TimeUp()).then(refused("raise", 7))

    assert look(now) == ("wrong", "raise", "7", None, ())
    assert look(now.when(up(7))) == ("covering", "roll", "-", 0, (2,))


def test_after_a_press_what_is_too_high_is_shown_as_wrong() -> None:
    now = playing().when(down(6, 7), Press()).then(refused("total", 7))

    assert look(now) == ("wrong", "raise", "7", None, ())


def test_too_many_tiles_are_wrong() -> None:
    playing(cover="max_two").when(down(1, 2, 5), Press()).then(refused("raise", 5))


def test_a_closed_tile_that_is_lifted_is_to_be_closed_again() -> None:
    now = playing().when(down(8), Press(), up(8), TilesMoved())
    now = now.then(told(8, 8, leaves=(1, 2, 3, 4, 5, 6, 7, 9)), refused("close_again", 8))

    assert look(now)[1] == "close_again"
    now.when(Press()).then(refused("close_again", 8))


def test_one_die_or_two_both_are_possible_where_there_is_a_choice() -> None:
    now = playing(start=(1, 2, 3)).when(down(4, 5, 6, 7, 8, 9))
    assert look(now) == ("ready", "roll", "-", None, (1, 2))

    after = now.when(down(1), Press()).then(told(1, 1, leaves=(2, 3)))
    after.when(down(2), Press()).then(told(2, 2, leaves=(3,), k=2))


def test_the_box_is_shut_with_a_press() -> None:
    now = playing(start=(4, 5), shut="zero").when(down(1, 2, 3, 6, 7, 8, 9))
    now = now.when(down(4), Press()).then(told(4, 4, leaves=(5,)))

    now = now.when(down(5), TilesMoved()).then()
    now.when(Press()).then(told(5, 5, leaves=(), k=2), ended(score=0, total=0, why="shut"))


# The first cover


def test_the_first_cover_must_contain_its_tile() -> None:
    now = playing(first_roll_tile=2).when(down(6))
    assert look(now) == ("covering", "cover", "2", None, ())

    now = now.when(Press()).then(refused("cover", 6))
    now = now.when(down(2), Press()).then(told(8, 2, 6, leaves=(1, 3, 4, 5, 7, 8, 9)))
    now.when(down(9), Press()).then(told(9, 9, leaves=(1, 3, 4, 5, 7, 8), k=2))


def test_a_first_throw_that_misses_its_tile_is_told_like_any_other() -> None:
    stands = (1, 2, 3, 4, 5, 6, 7, 8, 9)

    playing(first_roll_tile=2).when(NoMove()).then(
        ended(*stands, score=45, total=45, why="first_roll")
    )


# No move


def test_a_throw_without_a_cover_ends_the_turn_and_is_no_throw_that_is_told() -> None:
    now = playing().when(down(9), Press(), NoMove())

    now.then(
        told(9, 9, leaves=(1, 2, 3, 4, 5, 6, 7, 8)),
        ended(1, 2, 3, 4, 5, 6, 7, 8, score=36, total=36),
    )


def test_a_cover_before_it_that_was_not_told_counts() -> None:
    now = playing(first_roll_tile=9).when(down(9), NoMove())

    now.then(
        told(9, 9, leaves=(1, 2, 3, 4, 5, 6, 7, 8)),
        ended(1, 2, 3, 4, 5, 6, 7, 8, score=36, total=36),
    )


@pytest.mark.parametrize("left_over", [(1,), (6, 7)])
def test_what_is_no_cover_stands(left_over: tuple[int, ...]) -> None:
    stands = (1, 2, 3, 4, 5, 6, 7, 8, 9)

    playing().when(down(*left_over), NoMove()).then(ended(*stands, score=45, total=45))


def test_no_move_can_only_be_told_of_real_dice_and_while_a_turn_is_played() -> None:
    box = story(seated("Ann"), turn(1, 1))
    not_raised = story(seated("Ann", roll="real"), turn(1, 1), down=tiles(4))
    over = playing("Ann", rounds=1).when(NoMove())

    for now in (box, not_raised, over):
        assert not now.view().may_tell_no_move
        with pytest.raises(NotAllowedError) as refusal:
            now.when(NoMove())
        assert refusal.value.code == "no_move"
    assert playing().view().may_tell_no_move


# The operator


def test_a_turn_is_undone_when_a_cover_of_it_was_told() -> None:
    now = playing().when(down(9), Press())
    now = now.then(told(9, 9, leaves=(1, 2, 3, 4, 5, 6, 7, 8)))
    now.when(Undo()).then(undone(1, 1), turn(1, 1))


def test_tiles_that_are_not_told_of_are_no_throw_to_undo() -> None:
    now = playing().when(down(9))
    assert not now.view().may_undo
    with pytest.raises(NotAllowedError):
        now.when(Undo())


def test_undone_the_tiles_are_put_right_first() -> None:
    now = playing().when(down(9), Press(), Undo())

    assert look(now)[:3] == ("raise_tiles", "raise", "9")
    assert look(now.when(up(9)))[:2] == ("ready", "roll")


def test_a_turn_may_be_stopped() -> None:
    now = playing(may_stop=True).when(down(9), StopTurn())

    now.then(
        told(9, 9, leaves=(1, 2, 3, 4, 5, 6, 7, 8)),
        ended(1, 2, 3, 4, 5, 6, 7, 8, score=36, total=36, why="stopped"),
    )


def test_who_throws_changes_with_the_next_turn() -> None:
    now = playing().when(SetRule(field="roll", value="box"))
    now = now.then(changed("roll", "box"))
    assert now.view().real_dice

    now = now.when(NoMove(), TimeUp())
    assert not now.view().real_dice
    now = now.when(SetRule(field="roll", value="real"))
    assert not now.view().real_dice
    assert GAME.dice_wanted(now.state, Press()) == 2


@pytest.mark.parametrize("cover", ["one_tile", "sum_or_dice", "exact"])
def test_a_cover_by_single_dice_is_refused_in_the_middle_of_a_match(cover: str) -> None:
    with pytest.raises(RulesError) as refusal:
        playing().when(SetRule(field="cover", value=cover))

    assert refusal.value.field == "cover"


def test_a_turn_can_be_entered_on_a_sheet() -> None:
    playing("Ann").when(EnterTurn(standing=tiles(2, 5))).then(
        ended(2, 5, score=7, total=7), round_ended(1, 1), turn(1, 2)
    )


# Which totals


@given(rulesets(), sets_of(12), sets_of(12), st.booleans())
def test_a_press_takes_exactly_what_some_throw_allows(
    rules: Ruleset, standing: Tiles, moved: Tiles, is_first: bool
) -> None:
    rules = replace(rules, cover=list(BY_TOTAL)[rules.rounds % 3], roll=Roll.REAL)
    standing = Tiles(standing & rules.all_tiles)
    moved = Tiles(moved & standing)
    legal = moved in covers_now(standing, (), rules, is_first=is_first)

    up, closed = members(standing), frozenset(members(moved))
    total = sum(closed)
    counts = [n for n in rules.dice_allowed(standing) if n <= total <= 6 * n]
    fits = bool(counts) and total != rules.unlucky and bool(closed)
    fits = fits and closed <= set(up) and FITS[rules.cover](closed, (total,))
    needed = rules.first_roll_tile if is_first else 0
    assert legal == (fits and (not needed or needed in closed))


def test_sweeping_over_all_tiles_is_put_right_quickly() -> None:
    rules = replace(Ruleset(), tiles=12, dice=2, roll=Roll.REAL)
    legal = covers_now(rules.all_tiles, (), rules, is_first=True)

    raised = to_raise(rules.all_tiles, members(rules.all_tiles), legal)

    assert len(legal) == 68
    assert sum(members(without(rules.all_tiles, raised))) <= 12
    assert without(rules.all_tiles, raised) == tiles(1, 2, 3, 4)
