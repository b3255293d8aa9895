"""Legal plays: engine and oracle agree, and some numbers that can be counted by hand."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from stbpi.games.luk_fu.cards import PACK, Cards, members, named, read, written
from stbpi.games.luk_fu.plays import COMBINATIONS, Shape, beating, old_cards
from tests.games.luk_fu.positions import difference, kind, random_position

SLICE = 1500
"""So many positions here; `positions` looks at more."""


@pytest.mark.parametrize("seed", range(4))
def test_engine_and_oracle_list_the_same_choices(seed: int) -> None:
    chance = random.Random(f"slice {seed}")
    kinds: Counter[str] = Counter()
    for _ in range(SLICE // 4):
        position = random_position(chance)
        assert difference(position) == set(), position
        kinds[kind(position)] += 1

    ways = {f"{shape} {end}" for shape in ("single", "set", "run") for end in ("beaten",)}
    assert ways | {"lead", "single not beaten"} <= set(kinds)


def test_there_are_as_many_combinations_as_can_be_counted() -> None:
    shapes = Counter(one.shape for one in COMBINATIONS.values())

    assert shapes[Shape.SINGLE] == 36
    assert shapes[Shape.SET] == 9 * (4 + 1)
    assert shapes[Shape.RUN] == 4 * (7 + 6 + 5 + 4 + 3 + 2 + 1)
    assert len(COMBINATIONS) == 193


def test_no_combination_beats_itself_or_is_beaten_by_what_it_beats() -> None:
    for best in COMBINATIONS.values():
        for cards in beating(PACK, best.cards):
            assert best.cards not in beating(PACK, cards)


def test_a_whole_pack_is_old() -> None:
    assert old_cards(PACK, Cards(0)) == PACK


def test_cards_are_read_as_they_are_written() -> None:
    assert written(PACK).startswith("c1,c2,")
    assert read(written(PACK)) == PACK
    assert [named(name) for name in written(PACK).split(",")] == list(members(PACK))


@pytest.mark.parametrize("text", ["c0", "x1", "c10", "c", "1c", "c1,c1", "c1,,t", "C1"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read(text)
