"""What is heard of a bot's turn."""

from __future__ import annotations

from dataclasses import replace

from stbpi.display.bots_gallery import BOTS_COVERING, BOTS_READY
from stbpi.display.examples import READY, scene
from stbpi.display.gallery import SCENES
from stbpi.games.game import Phase, Prompt, tiles, without
from stbpi.scene import Held, Scene
from stbpi.sound.cues import Cue, Fact
from stbpi.sound.facts import asked, facts
from stbpi.sound.speech import FULL, line

THINKS = scene(BOTS_COVERING)
CLOSE = SCENES["close"]
ONE_LEFT = scene(
    replace(CLOSE.view, standing=without(CLOSE.view.standing, tiles(1)), named=tiles(6), left=6)
)
COVERED = SCENES["complete_for_a_bot"]
WRONG = scene(
    replace(
        ONE_LEFT.view,
        phase=Phase.WRONG,
        prompt=Prompt.RAISE,
        standing=without(ONE_LEFT.view.standing, tiles(7)),
        named=tiles(7),
        left=7,
    )
)


def by_ear(shown: Scene) -> Scene:
    return replace(shown, is_audio=True)


def test_the_tiles_are_named_once() -> None:
    assert facts(THINKS, CLOSE) == (Fact(Cue.CLOSE, (1, 6), ("Casual 10",)),)
    assert facts(CLOSE, ONE_LEFT) == (Fact(Cue.PARTIAL, (6,)),)
    assert facts(ONE_LEFT, COVERED) == (Fact(Cue.COMPLETE),)


def test_what_is_still_to_be_closed_is_named_again_after_a_wrong_tile() -> None:
    assert facts(WRONG, ONE_LEFT) == (Fact(Cue.CLOSE, (6,), ("Casual 10",)),)
    assert facts(ONE_LEFT, CLOSE) == (Fact(Cue.CLOSE, (1, 6), ("Casual 10",)),)


def test_nobody_is_told_to_throw_for_a_bot() -> None:
    anns = by_ear(scene(replace(READY, player=1)))
    heard = [fact.cue for fact in facts(anns, by_ear(scene(BOTS_READY)))]

    assert heard == [Cue.PLAYER]
    assert [fact.cue for fact in facts(by_ear(ONE_LEFT), by_ear(COVERED))] == [Cue.COMPLETE]


def test_by_ear_a_press_tells_once_more_what_is_to_be_closed() -> None:
    pressed = replace(by_ear(CLOSE), held=Held.PRESS)

    assert facts(pressed, by_ear(CLOSE)) == (
        Fact(Cue.REFUSED),
        Fact(Cue.ROLL, (3, 4)),
        Fact(Cue.CLOSE, (1, 6), ("Casual 10",)),
    )
    assert next(iter(asked(by_ear(THINKS)))) == Fact(Cue.ROLL, (3, 4))


def test_it_is_said_whose_tiles_they_are() -> None:
    said = line(facts(THINKS, CLOSE), language="en", verbosity=FULL)

    assert said == "Close tiles 1, 6 for Casual 10."
