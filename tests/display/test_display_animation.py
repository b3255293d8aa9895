"""The display task between two scenes: what moves, and that nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from stbpi.clock import SystemClock
from stbpi.display.animation import Frame, frames
from stbpi.display.display import Display
from stbpi.display.gallery import SCENES
from stbpi.games.game import StartMatch, members, tiles
from stbpi.scene import Scene
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import run
from tests.display.showing import FIRST, Rig, film, pixels, seen, still, until_quiet, until_still
from tests.doubles import SeededDice
from tests.sim.playing import NINE_TILES

THROWN, SHUT = SCENES["covering"], SCENES["shut"]


def test_dice_tumble_and_then_lie_as_they_were_thrown() -> None:
    rig = Rig(care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)
        display.show(THROWN)
        await until_quiet(display)
        for frame in film(FIRST, THROWN):
            assert display.screen == "covering"
            assert not display.is_still
            assert rig.model.picture() == pixels(frame.picture)
            await asyncio.sleep(frame.ms / 1000)
            await asyncio.sleep(0.001)
        assert display.is_still
        assert rig.model.picture() == seen(THROWN)

    rig.play(story)
    assert rig.faults == []


@pytest.mark.parametrize("after_s", [0, 0.005, 0.1, 0.3])
def test_what_moves_ends_with_a_newer_scene(after_s: float) -> None:
    """Which is shown at once, however much of the film is left."""
    rig = Rig(care=still)
    covered = SCENES["complete"]

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)
        display.show(THROWN)
        await asyncio.sleep(after_s)
        display.show(covered)
        shown_at = asyncio.get_running_loop().time()
        await until_still(display)
        assert asyncio.get_running_loop().time() - shown_at <= 0.011
        assert rig.model.picture() == seen(covered)

    rig.play(story)


@pytest.mark.parametrize("after_s", [0, 0.005, 0.1, 0.3])
def test_the_coach_may_speak_while_the_dice_tumble(after_s: float) -> None:
    """His words stand there when the dice lie; they begin to tumble once."""
    begun: list[Scene] = []

    def spy(before: Scene, after: Scene, picture: Image.Image) -> Iterator[Frame]:
        begun.append(after)
        return frames(before, after, picture)

    rig = Rig(care=still, animate=spy)
    advised = SCENES["covering_with_advice"]

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)
        thrown_at = asyncio.get_running_loop().time()
        display.show(replace(advised, coaching=None))
        await asyncio.sleep(after_s)
        display.show(advised)
        await until_still(display)
        lasts_s = sum(frame.ms for frame in film(FIRST, THROWN)) / 1000
        assert asyncio.get_running_loop().time() - thrown_at >= lasts_s
        assert rig.model.picture() == seen(advised)

    rig.play(story)
    assert len(begun) == 1


def test_the_end_does_not_wait_for_what_moves() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(SCENES["complete"])
        await until_quiet(display)
        display.show(SHUT)
        await until_quiet(display)
        assert not display.is_still
        ended = asyncio.get_running_loop().time()
        await display.stop()
        assert asyncio.get_running_loop().time() == ended

    rig.play(story)
    assert not rig.model.on


def test_a_player_waits_for_nothing_that_moves(tmp_path: Path) -> None:
    """In virtual time, on the whole program: tiles count while the dice still tumble."""

    async def main() -> None:
        box = Simulation(
            NINE_TILES,
            dice=SeededDice(1),
            journal=tmp_path / "journal.db",
            make_clock=SystemClock,
            watchers=Watchers(scene=lambda _: None, events=lambda _: None),
        )
        await box.start()
        await box.start_match(
            StartMatch(game="shut_the_box", names=("Ann",), preset="luk_kassen", house_rules=())
        )
        await box.press()
        assert not box.daemon.display.is_still
        before = box.scene
        tile = next(n for n in members(before.view.standing) if n <= (before.view.left or 0))
        await box.lower(tiles(tile))
        assert box.scene.view.left == (before.view.left or 0) - tile
        assert box.daemon.display.is_still
        await box.stop()

    run(main())


def test_the_first_scene_does_not_move_even_if_it_has_a_throw() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(THROWN)
        await until_quiet(display)
        assert display.is_still
        assert rig.model.picture() == seen(THROWN)

    rig.play(story)


def test_without_a_panel_nothing_moves() -> None:
    asked: list[Scene] = []

    def spy(before: Scene, after: Scene, picture: Image.Image) -> Iterator[Frame]:
        asked.append(after)
        return frames(before, after, picture)

    rig = Rig(animate=spy)
    rig.model.unplug()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)
        display.show(THROWN)
        await until_quiet(display)
        assert display.is_still

    rig.play(story)
    assert asked == []


def test_a_mistake_in_what_moves_is_told_and_the_scene_is_shown() -> None:
    def explode(before: Scene, after: Scene, picture: Image.Image) -> Iterator[Frame]:
        yield from list(frames(before, after, picture))[:1]
        raise ZeroDivisionError("sparks")

    rig = Rig(care=still, animate=explode)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)
        display.show(THROWN)
        await until_still(display)
        assert rig.model.picture() == seen(THROWN)

    rig.play(story)
    assert rig.faults == ["ZeroDivisionError: sparks"]
