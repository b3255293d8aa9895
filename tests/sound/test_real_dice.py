"""Real dice by ear: what the closed tiles add up to is told, since nobody tells the throw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.display.examples import READY, scene
from stbpi.games.game import NO_TILES, Phase, Prompt, Tiles, View, all_tiles, tiles, without
from stbpi.scene import Held
from stbpi.sim.plain_words import again, sentences
from stbpi.sound.cues import Cue, Fact
from stbpi.sound.facts import facts
from stbpi.sound.speech import FULL, line

NINE = all_tiles(9)
BEGUN = replace(READY, real_dice=True, dice_allowed=(2,), named=NO_TILES, standing=NINE)


def closed(*numbers: int, committed: Tiles = NO_TILES, left: int | None = 0) -> View:
    return replace(
        BEGUN,
        phase=Phase.COVERING,
        prompt=Prompt.ROLL if left == 0 or not numbers else Prompt.COVER,
        standing=without(NINE, Tiles(tiles(*numbers) | committed)),
        committed=committed,
        left=left,
    )


ONE = closed(1, left=None)
EIGHT = closed(3, 5)
TOLD = closed(committed=tiles(3, 5), left=None)
WRONG = replace(closed(6, 7, left=None), phase=Phase.WRONG, prompt=Prompt.RAISE, named=tiles(7))
NO_MOVE = replace(TOLD, phase=Phase.TURN_OVER, prompt=Prompt.NO_MOVE, why="no_move")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (BEGUN, ONE, [Fact(Cue.SUM, (1,))]),
        (closed(3), EIGHT, [Fact(Cue.SUM, (8,))]),
        (EIGHT, closed(3), [Fact(Cue.SUM, (3,))]),
        (closed(3), BEGUN, [Fact(Cue.SUM, (0,))]),
        (EIGHT, TOLD, [Fact(Cue.COVERED, (8,)), Fact(Cue.THROW)]),
        (
            EIGHT,
            replace(TOLD, dice_allowed=(1, 2)),
            [Fact(Cue.COVERED, (8,)), Fact(Cue.THROW), Fact(Cue.CHOICE, (1, 2))],
        ),
        (closed(6, 7, left=None), WRONG, [Fact(Cue.WRONG, (7,))]),
        (WRONG, closed(6), [Fact(Cue.SUM, (6,))]),
        (TOLD, replace(TOLD, dice_allowed=(1, 2)), []),
    ],
)
def test_what_is_told_of_a_change(before: View, after: View, told: list[Fact]) -> None:
    assert list(by_ear(before, after)) == told


def by_ear(before: View, after: View, *, let_go: bool = False) -> tuple[Fact, ...]:
    held = Held.PRESS if let_go else Held.NOT
    return facts(
        replace(scene(before, held=held), is_audio=True), replace(scene(after), is_audio=True)
    )


def test_the_end_of_a_turn_tells_no_throw() -> None:
    assert [fact.cue for fact in by_ear(TOLD, NO_MOVE)] == [Cue.NO_MOVE]


def test_whoever_sees_the_box_hears_a_click_for_each_tile_and_no_numbers_are_asked_for() -> None:
    assert [fact.cue for fact in facts(scene(BEGUN), scene(EIGHT))] == [Cue.SUM]
    assert [fact.cue for fact in facts(scene(EIGHT), scene(TOLD))] == [Cue.COVERED]


def test_a_turn_begins_with_what_is_to_be_done() -> None:
    before = replace(BEGUN, player=1)

    assert [fact.cue for fact in by_ear(before, BEGUN)] == [Cue.PLAYER, Cue.THROW]


def test_a_press_without_a_tile_says_what_is_to_be_done() -> None:
    refused = replace(BEGUN, prompt=Prompt.COVER)

    told = by_ear(BEGUN, refused, let_go=True)

    assert [fact.cue for fact in told] == [Cue.REFUSED, Cue.PLAYER, Cue.THROW]
    assert "Throw the dice, close the tiles, then press." in line(
        told, language="en", verbosity=FULL
    )


def test_a_total_that_no_throw_has_is_refused_by_its_number() -> None:
    told = by_ear(ONE, replace(ONE, prompt=Prompt.TOTAL), let_go=True)

    assert told == (Fact(Cue.REFUSED, (1,)),)
    assert line(told, language="en", verbosity=FULL) == "No throw adds up to 1."


def test_in_lines_of_text_a_covered_throw_is_told_with_what_stands() -> None:
    assert sentences(scene(EIGHT), scene(TOLD)) == (
        "A throw of 8, covered.",
        "Tiles that are up: 1, 2, 4, 6, 7, 8, and 9.",
        "Throw the dice, close the tiles, then press.",
    )
    assert again(scene(EIGHT)) == ("8 closed.",)
