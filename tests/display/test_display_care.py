"""The display task takes care of its panel: moved, dim, dark, and in attract mode."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from stbpi.display.care import Care, care, wandered
from stbpi.display.display import Display
from stbpi.display.gallery import SCENES
from stbpi.display.page_gallery import POSTERS
from stbpi.display.screens import draw
from stbpi.scene import Held
from tests.display.showing import FIRST, SECOND, Rig, pixels, seen, until_quiet, until_still


@pytest.mark.field("D11")
def test_a_panel_moves_its_picture_dims_and_goes_dark_and_a_scene_wakes_it() -> None:
    rig = Rig()
    model = rig.model

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(59)
        assert (model.contrast, model.picture()) == (0xCF, seen(FIRST))
        await asyncio.sleep(2)
        assert (model.contrast, model.picture()) == (0x10, seen(FIRST, right=1))
        await asyncio.sleep(60)
        assert model.picture() == seen(FIRST, right=1, down=1)
        await asyncio.sleep(60)
        assert model.picture() == seen(FIRST, down=1)
        await asyncio.sleep(60)
        assert model.picture() == seen(FIRST)
        await asyncio.sleep(358)
        assert model.on
        await asyncio.sleep(2)
        assert not model.on
        display.show(SECOND)
        await until_still(display)
        assert (model.on, model.contrast) == (True, 0xCF)
        assert model.picture() == seen(SECOND, right=1, down=1)

    rig.play(story)
    assert rig.faults == []


ATTRACTING = replace(SCENES["attract_title"], posters=tuple(POSTERS.values()))


@pytest.mark.field("D11")
def test_in_attract_mode_posters_are_shown_in_turn_lit_then_dim_then_dark() -> None:
    rig = Rig()
    model = rig.model
    small = draw(ATTRACTING).rest

    async def story(display: Display) -> None:
        display.show(SCENES["setup"])
        await asyncio.sleep(60)
        display.show(ATTRACTING)
        await until_quiet(display)
        lights = []
        for step in range(107):
            poster = small[step % len(small)]
            assert display.screen == poster.name
            assert model.picture() == pixels(wandered(poster.picture, step, (128, 64)))
            lights.append(model.contrast)
            await asyncio.sleep(5)
        assert lights == [0xCF] * 12 + [0x10] * 95
        await asyncio.sleep(5)
        assert not model.on
        assert display.is_dark
        display.show(SCENES["setup"])
        await until_quiet(display)
        assert (model.on, model.contrast, display.screen) == (True, 0xCF, "setup")
        assert not display.is_dark

    rig.play(story)
    assert rig.faults == []


@pytest.mark.field("D11")
def test_a_scene_of_attract_mode_is_no_touch() -> None:
    """Whatever changes in it: the panel is dark ten minutes after the last touch."""
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(SCENES["setup"])
        await asyncio.sleep(60)
        for minute in range(9):
            display.show(replace(ATTRACTING, volume=minute % 5))
            await asyncio.sleep(59.5)
            assert rig.model.on
        await asyncio.sleep(5)
        assert not rig.model.on
        display.show(ATTRACTING)
        await asyncio.sleep(5)
        assert not rig.model.on
        assert display.is_dark
        display.show(replace(ATTRACTING, held=Held.NOTHING))
        await until_quiet(display)
        assert rig.model.on

    rig.play(story)


def test_attract_mode_costs_no_more_than_its_page_turns() -> None:
    """Nothing is done between two of them, and next to nothing in the dark."""
    looks: list[float] = []

    def spy(**times: float) -> Care:
        looks.append(times["running_s"])
        return care(**times)

    async def story(display: Display) -> None:
        display.show(ATTRACTING)
        await asyncio.sleep(599)
        lit, looks[:] = len(looks), []
        await asyncio.sleep(600)
        assert lit <= 599 / 5 + 599 / 20 + 15
        assert len(looks) <= 10 + 600 / 20 + 5

    Rig(care=spy).play(story)


@pytest.mark.field("D11")
def test_in_play_the_picture_moves_at_the_start_of_a_turn() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        for second in range(0, 90, 10):
            display.show(SECOND if second % 20 else replace(SECOND, faults=("serial",)))
            await asyncio.sleep(10)
        assert rig.model.picture() == seen(replace(SECOND, faults=("serial",)))
        display.show(FIRST)
        await until_quiet(display)
        assert rig.model.picture() == seen(FIRST, right=1)

    rig.play(story)


def test_a_scene_makes_a_dim_panel_bright_at_once() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(250)
        assert rig.model.contrast == 0x10
        display.show(SECOND)
        await until_still(display)
        assert (rig.model.contrast, rig.model.picture()) == (0xCF, seen(SECOND))
        await asyncio.sleep(59)
        assert rig.model.contrast == 0xCF

    rig.play(story)


def test_a_dark_panel_that_goes_is_missed_and_back_it_stays_dark_until_a_scene() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(2500)
        rig.model.unplug()
        await asyncio.sleep(30)
        assert rig.faults == ["no display answers at 0x3C"]
        rig.model.plug_in()
        await asyncio.sleep(60)
        assert rig.faults == ["no display answers at 0x3C", None]
        assert not rig.model.on
        display.show(SECOND)
        await until_quiet(display)
        assert rig.model.on
        assert any(map(any, rig.model.picture()))

    rig.play(story)


def test_a_dark_panel_that_lost_its_power_wakes_with_its_whole_picture() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(965)
        rig.model.plug_in()
        display.show(SECOND)
        await until_still(display)
        assert rig.model.picture() == seen(SECOND)

    rig.play(story)
