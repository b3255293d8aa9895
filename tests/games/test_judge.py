"""Judging real tiles: a verdict, and what puts a wrong state right (DESIGN.md 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stbpi.games.game import NO_TILES, Tile, Tiles, all_tiles, members, tiles, without
from stbpi.games.shut_the_box.judge import Judgement, Verdict, covers_now, judge, to_raise
from stbpi.games.shut_the_box.ruleset import CoverRule, Ruleset
from tests.games.oracle import all_covers
from tests.strategies import box_sizes, sets_of, throws

NINE = Ruleset()


def judged(
    down: Tiles, committed: Tiles, *, dice: tuple[int, ...], rules: Ruleset, is_first: bool
) -> Judgement:
    """Judge what a person may close for a throw."""
    standing = without(rules.all_tiles, committed)
    legal = covers_now(standing, dice, rules, is_first=is_first)
    return judge(down, committed, legal=legal, rules=rules)


@dataclass(frozen=True)
class Position:
    """A throw that can be covered, and the tiles that the hand has moved since."""

    rules: Ruleset
    committed: Tiles
    dice: tuple[int, ...]
    is_first: bool
    moved: Tiles

    @property
    def standing(self) -> Tiles:
        return without(all_tiles(self.rules.tiles), self.committed)

    def combos(self) -> list[frozenset[int]]:
        needed = self.rules.first_roll_tile if self.is_first else 0
        covers = all_covers(members(self.standing), self.dice, self.rules.cover)
        return [cover for cover in covers if not needed or needed in cover]

    def legal(self) -> tuple[Tiles, ...]:
        return covers_now(self.standing, self.dice, self.rules, is_first=self.is_first)

    def judged(self, down: Tiles) -> Judgement:
        return judged(
            down, self.committed, dice=self.dice, rules=self.rules, is_first=self.is_first
        )


@st.composite
def positions(draw: st.DrawFn) -> Position:
    count = draw(box_sizes())
    rules = Ruleset(
        tiles=count,
        cover=draw(st.sampled_from(CoverRule)),
        first_roll_tile=draw(st.just(0) | st.integers(1, count)),
    )
    committed = draw(st.just(NO_TILES) | sets_of(count))
    standing = without(all_tiles(count), committed)
    dice = draw(st.one_of(throws(1), throws(2), throws(3), throws(4)))
    is_first = draw(st.booleans())
    assume(covers_now(standing, dice, rules, is_first=is_first))
    moved = Tiles(draw(sets_of(count)) & standing)
    return Position(rules, committed, dice, is_first, moved)


@given(positions(), sets_of(12))
def test_moved_tiles_are_complete_open_or_wrong_as_the_covers_say(
    position: Position, lifted: Tiles
) -> None:
    lifted = Tiles(lifted & position.committed)
    down = Tiles(without(position.committed, lifted) | position.moved)
    covers, moved = position.combos(), frozenset(members(position.moved))

    found = position.judged(down)

    assert (found.moved, found.lifted) == (position.moved, lifted)
    assert (found.verdict is Verdict.COMPLETE) == (moved in covers)
    assert (found.verdict is Verdict.WRONG) == (not any(moved <= cover for cover in covers))


@given(positions(), st.integers(0, 0b111))
def test_tiles_that_are_not_in_play_are_not_looked_at(position: Position, beyond: int) -> None:
    down = Tiles(position.committed | position.moved)
    more = Tiles(down | beyond << position.rules.tiles)

    found = position.judged(more)

    assert found == position.judged(down)


@settings(deadline=None)  # brute force
@given(positions(), st.data())
def test_the_fewest_tiles_are_raised_then_those_moved_last(
    position: Position, data: st.DataObject
) -> None:
    covers, moved = position.combos(), frozenset(members(position.moved))
    assume(not any(moved <= cover for cover in covers))
    order = data.draw(st.permutations(members(position.moved)))
    raised = frozenset(members(to_raise(position.moved, order, position.legal())))

    cures = [
        frozenset(cure)
        for size in range(1, len(moved) + 1)
        for cure in combinations(order, size)
        if any(moved - frozenset(cure) <= cover for cover in covers)
    ]
    fewest = [cure for cure in cures if len(cure) == min(map(len, cures))]
    assert raised == max(fewest, key=lambda cure: [tile in cure for tile in reversed(order)])


@given(positions(), st.data())
def test_raising_what_is_named_puts_it_right(position: Position, data: st.DataObject) -> None:
    order = data.draw(st.permutations(members(position.moved)))
    down = Tiles(position.committed | position.moved)
    found = position.judged(down)
    assume(found.verdict is Verdict.WRONG)

    cured = without(down, to_raise(position.moved, order, position.legal()))

    assert position.judged(cured).verdict is not Verdict.WRONG


@pytest.mark.parametrize("order", list(permutations((Tile(1), Tile(4), Tile(9)))))
def test_the_order_says_nothing_where_one_way_is_shorter(order: tuple[Tile, ...]) -> None:
    legal = covers_now(all_tiles(9), (2, 3), NINE, is_first=False)

    assert to_raise(tiles(1, 4, 9), order, legal) == tiles(9)


def test_a_swept_tile_is_open_until_no_cover_contains_it() -> None:
    verdicts = [
        judged(tiles(*moved), NO_TILES, dice=(3, 4), rules=NINE, is_first=False).verdict
        for moved in ((), (1,), (1, 2), (1, 2, 4), (1, 2, 4, 3), (8,))
    ]

    assert verdicts == ["open", "open", "open", "complete", "wrong", "wrong"]


def test_a_tile_that_is_closed_already_helps_no_cover() -> None:
    """A throw of 5 with the 4 down since before: 1 is part of 1+4 no more."""
    found = judged(tiles(4, 1), tiles(4), dice=(2, 3), rules=NINE, is_first=False)

    assert (found.verdict, found.moved) == (Verdict.WRONG, tiles(1))


def test_a_bigger_box_has_more_covers() -> None:
    nine, twelve = (
        judged(tiles(10), NO_TILES, dice=(6, 5), rules=replace(NINE, tiles=count), is_first=False)
        for count in (9, 12)
    )

    assert (nine.moved, twelve.moved) == (NO_TILES, tiles(10))
    assert twelve.verdict is Verdict.OPEN


def test_the_tile_that_the_first_cover_needs_can_be_anything_but_missing() -> None:
    rules = replace(NINE, first_roll_tile=2)
    found = [
        judged(tiles(*moved), NO_TILES, dice=(3, 4), rules=rules, is_first=is_first).verdict
        for moved, is_first in (((7,), True), ((7,), False), ((2,), True), ((2, 5), True))
    ]

    assert found == ["wrong", "complete", "open", "complete"]
