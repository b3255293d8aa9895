"""The display task: the game never waits for it, and it comes back by itself."""

from __future__ import annotations

import asyncio
import logging
import threading
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.display.display import Display
from stbpi.display.examples import COVERING, READY, scene
from stbpi.display.panel import LumaPanel
from stbpi.display.screens import Screen, draw
from stbpi.scene import Scene
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.virtual import run
from tests.display.showing import FIRST, SECOND, Rig, seen, still, until_quiet


def test_a_scene_is_shown_bit_for_bit() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        assert display.quiet
        assert display.screen == ""
        display.show(FIRST)
        assert not display.quiet
        await until_quiet(display)
        assert display.screen == "ready"
        assert rig.model.picture() == seen(FIRST)

    rig.play(story)
    assert rig.faults == []


def test_the_newest_scene_wins() -> None:
    drawn: list[Scene] = []

    def spy(shown: Scene) -> Screen:
        drawn.append(shown)
        return draw(shown)

    async def story(display: Display) -> None:
        for round_ in range(1, 20):
            display.show(scene(replace(READY, round=round_)))
        display.show(SECOND)
        await until_quiet(display)

    Rig(draw=spy).play(story)
    assert drawn == [SECOND]


@pytest.mark.field("D10")
def test_nothing_is_drawn_or_sent_on_the_thread_of_the_loop() -> None:
    threads: set[threading.Thread] = set()

    class Watched(PanelModel):
        def close(self) -> None:
            threads.add(threading.current_thread())

    def spy(shown: Scene) -> Screen:
        threads.add(threading.current_thread())
        return draw(shown)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)

    Rig(draw=spy, model=Watched()).play(story)
    assert len(threads) == 1
    assert threading.current_thread() not in threads


@pytest.mark.field("D1")
def test_without_a_panel_scenes_still_have_a_screen_and_the_fault_is_told_once() -> None:
    rig = Rig()
    rig.model.unplug()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(300)
        assert display.quiet
        assert display.screen == "ready"
        display.show(SECOND)
        await until_quiet(display)
        assert display.screen == "covering"

    rig.play(story)
    assert rig.faults == ["no display answers at 0x3C"]


@pytest.mark.field("D9")
def test_a_panel_that_comes_shows_the_latest_scene_within_ten_seconds() -> None:
    rig = Rig()
    rig.model.unplug()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(33)
        display.show(SECOND)
        rig.model.plug_in()
        await asyncio.sleep(10)
        assert rig.model.picture() == seen(SECOND)

    rig.play(story)
    assert rig.faults == ["no display answers at 0x3C", None]


@pytest.mark.field("D1")
@settings(deadline=None, max_examples=50)  # a thread works in real time
@given(writes=st.integers(0, 130))
def test_a_panel_that_goes_at_any_write_is_told_once_and_comes_back(writes: int) -> None:
    rig = Rig(care=still)
    rig.model.unplug(after_writes=writes)

    async def story(display: Display) -> None:
        for shown in (*(FIRST, SECOND) * 3, FIRST):
            display.show(shown)
            await until_quiet(display)
        await asyncio.sleep(60)
        assert rig.faults == ["no display answers at 0x3C"]
        rig.model.plug_in()
        await asyncio.sleep(10)
        assert rig.model.picture() == seen(FIRST)

    rig.play(story)
    assert rig.faults == ["no display answers at 0x3C", None]


def test_a_panel_that_goes_while_nothing_changes_is_missed_within_thirty_seconds() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(100)
        rig.model.unplug()
        await asyncio.sleep(30)
        assert rig.faults == ["no display answers at 0x3C"]

    rig.play(story)


def test_a_panel_that_loses_its_power_for_a_moment_shows_its_picture_again() -> None:
    rig = Rig(care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(100)
        rig.model.plug_in()
        assert rig.model.picture() != seen(FIRST)
        await asyncio.sleep(30)
        assert rig.model.picture() == seen(FIRST)

    rig.play(story)
    assert rig.faults == []


@pytest.mark.field("D7")
@pytest.mark.parametrize("reads", [True, False])
def test_power_that_is_lost_for_a_moment_is_repaired_at_every_clone(reads: bool) -> None:
    """Whether or not its status can be read."""

    class Clone(PanelModel):
        def read_byte(self, address: int, /) -> int:
            return super().read_byte(address) if reads else 0

    rig = Rig(model=Clone(), care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        for _ in range(3):
            await asyncio.sleep(100)
            rig.model.plug_in()
            await asyncio.sleep(30)
            assert rig.model.picture() == seen(FIRST)

    rig.play(story)
    assert rig.faults == []


def test_a_panel_at_which_nothing_changes_costs_six_bytes_a_minute() -> None:
    """Three reads of its status; it is initialised again only after half an hour."""
    rig = Rig(care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(1)
        sent = rig.model.bytes_sent
        await asyncio.sleep(1740)
        assert rig.model.bytes_sent == sent + 29 * 6
        await asyncio.sleep(80)
        assert rig.model.bytes_sent > sent + 1096

    rig.play(story)


@pytest.mark.field("D7")
def test_noise_on_the_panel_is_gone_after_half_an_hour() -> None:
    rig = Rig(care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(100)
        rig.model.write_i2c_block_data(0x3C, 0x40, [0x5A] * 32)
        await asyncio.sleep(1740)
        assert rig.model.picture() == seen(FIRST)

    rig.play(story)


@pytest.mark.field("D1")
def test_a_loose_cable_is_told_once_a_change(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(FIRST)
        for _ in range(3):
            await asyncio.sleep(60)
            rig.model.unplug()
            await asyncio.sleep(60)
            rig.model.plug_in()
        await asyncio.sleep(60)

    rig.play(story)
    assert rig.faults == ["no display answers at 0x3C", None] * 3
    assert [r.levelname for r in caplog.records] == ["WARNING", "INFO"] * 3


def test_a_mistake_in_the_drawing_does_not_end_the_display(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def explode(shown: Scene) -> Screen:
        if shown.view.phase is COVERING.phase:
            raise ZeroDivisionError("pips – none")
        return draw(shown)

    rig = Rig(draw=explode)

    async def story(display: Display) -> None:
        display.show(SECOND)
        await until_quiet(display)
        display.show(replace(SECOND, faults=("display",)))
        await until_quiet(display)
        assert rig.faults == ["ZeroDivisionError: pips ? none"]
        display.show(FIRST)
        await until_quiet(display)
        assert rig.model.picture() == seen(FIRST)

    rig.play(story)
    assert rig.faults == ["ZeroDivisionError: pips ? none", None]
    assert len([r for r in caplog.records if r.exc_info]) == 1


def test_a_fault_is_told_in_sixty_characters() -> None:
    def explode(shown: Scene) -> Screen:
        raise ValueError("x" * 200)

    rig = Rig(draw=explode)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)

    rig.play(story)
    assert [len(fault or "") for fault in rig.faults] == [60]


@pytest.mark.field("D6")
def test_stopping_clears_the_panel() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)

    rig.play(story)
    assert not rig.model.on


def test_stopping_right_after_a_scene_leaves_the_panel_clear() -> None:
    rig = Rig()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(0)

    rig.play(story)
    assert not rig.model.on
    assert rig.faults == []


def test_stopping_after_the_task_was_cancelled_clears_the_panel() -> None:
    model = PanelModel()

    async def main() -> None:
        display = Display(LumaPanel("ssd1306", lambda: model), draw, on_fault=print)
        task = asyncio.create_task(display.run())
        display.show(FIRST)
        await until_quiet(display)
        task.cancel()
        await display.stop()

    run(main())
    assert not model.on
