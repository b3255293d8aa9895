"""The display task: the game never waits for it, and it comes back by itself."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from stbpi.clock import SystemClock
from stbpi.display.animation import Frame, frames
from stbpi.display.care import Care, Light, care, moved, wandered
from stbpi.display.display import Display, what_moves
from stbpi.display.gallery import COVERING, READY, SCENES, scene
from stbpi.display.page_gallery import POSTERS
from stbpi.display.panel import LumaPanel
from stbpi.display.screens import Screen, draw
from stbpi.games.game import StartMatch, members, tiles
from stbpi.scene import Held, Scene
from stbpi.sim.panel_model import PanelModel, Picture
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import run
from tests.doubles import SeededDice
from tests.sim.playing import NINE_TILES


@dataclass
class Desk:
    """A display on a model of the OLED, and what it has told."""

    draw: Callable[[Scene], Screen] = draw
    model: PanelModel = field(default_factory=PanelModel)
    care: Callable[..., Care] = care
    animate: Callable[[Scene, Scene, Image.Image], Iterator[Frame]] = what_moves
    faults: list[str | None] = field(default_factory=list)

    def play(self, story: Callable[[Display], Awaitable[None]]) -> None:
        """Run a story in virtual time, with the display running beside it."""

        async def main() -> None:
            display = Display(
                LumaPanel("ssd1306", lambda: self.model),
                self.draw,
                on_fault=self.faults.append,
                care=self.care,
                animate=self.animate,
            )
            task = asyncio.create_task(display.run())
            await story(display)
            await display.stop()
            await task

        run(main())


def still(*, idle_s: float, running_s: float, attract_s: float | None) -> Care:
    """Leave the picture where it is, for tests that look at it after minutes."""
    return Care(right=0, down=0, light=Light.FULL, steps=None, change_s=3600)


def seen(shown: Scene, *, right: int = 0, down: int = 0) -> Picture:
    return pixels(moved(draw(shown).picture, right, down))


def pixels(picture: Image.Image) -> Picture:
    return tuple(tuple(bool(picture.getpixel((x, y))) for x in range(128)) for y in range(64))


async def until_still(display: Display) -> None:
    async with asyncio.timeout(60):
        while not (display.quiet and display.is_still):
            await asyncio.sleep(0.01)


async def until_quiet(display: Display) -> None:
    async with asyncio.timeout(60):
        while not display.quiet:
            await asyncio.sleep(0.01)


FIRST, SECOND = SCENES["ready"], SCENES["covering"]


def test_a_scene_is_shown_bit_for_bit() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        assert display.quiet
        assert display.screen == ""
        display.show(FIRST)
        assert not display.quiet
        await until_quiet(display)
        assert display.screen == "ready"
        assert desk.model.picture() == seen(FIRST)

    desk.play(story)
    assert desk.faults == []


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

    Desk(draw=spy).play(story)
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

    Desk(draw=spy, model=Watched()).play(story)
    assert len(threads) == 1
    assert threading.current_thread() not in threads


@pytest.mark.field("D1")
def test_without_a_panel_scenes_still_have_a_screen_and_the_fault_is_told_once() -> None:
    desk = Desk()
    desk.model.unplug()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(300)
        assert display.quiet
        assert display.screen == "ready"
        display.show(SECOND)
        await until_quiet(display)
        assert display.screen == "covering"

    desk.play(story)
    assert desk.faults == ["no display answers at 0x3C"]


@pytest.mark.field("D9")
def test_a_panel_that_comes_shows_the_latest_scene_within_ten_seconds() -> None:
    desk = Desk()
    desk.model.unplug()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(33)
        display.show(SECOND)
        desk.model.plug_in()
        await asyncio.sleep(10)
        assert desk.model.picture() == seen(SECOND)

    desk.play(story)
    assert desk.faults == ["no display answers at 0x3C", None]


@pytest.mark.field("D1")
@settings(deadline=None, max_examples=50)  # a thread works in real time
@given(writes=st.integers(0, 130))
def test_a_panel_that_goes_at_any_write_is_told_once_and_comes_back(writes: int) -> None:
    desk = Desk(care=still)
    desk.model.unplug(after_writes=writes)

    async def story(display: Display) -> None:
        for shown in (*(FIRST, SECOND) * 3, FIRST):
            display.show(shown)
            await until_quiet(display)
        await asyncio.sleep(60)
        assert desk.faults == ["no display answers at 0x3C"]
        desk.model.plug_in()
        await asyncio.sleep(10)
        assert desk.model.picture() == seen(FIRST)

    desk.play(story)
    assert desk.faults == ["no display answers at 0x3C", None]


def test_a_panel_that_goes_while_nothing_changes_is_missed_within_thirty_seconds() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(100)
        desk.model.unplug()
        await asyncio.sleep(30)
        assert desk.faults == ["no display answers at 0x3C"]

    desk.play(story)


def test_a_panel_that_loses_its_power_for_a_moment_shows_its_picture_again() -> None:
    desk = Desk(care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(100)
        desk.model.plug_in()
        assert desk.model.picture() != seen(FIRST)
        await asyncio.sleep(30)
        assert desk.model.picture() == seen(FIRST)

    desk.play(story)
    assert desk.faults == []


@pytest.mark.field("D7")
@pytest.mark.parametrize("reads", [True, False])
def test_power_that_is_lost_for_a_moment_is_repaired_at_every_clone(reads: bool) -> None:
    """Whether or not its status can be read."""

    class Clone(PanelModel):
        def read_byte(self, address: int, /) -> int:
            return super().read_byte(address) if reads else 0

    desk = Desk(model=Clone(), care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        for _ in range(3):
            await asyncio.sleep(100)
            desk.model.plug_in()
            await asyncio.sleep(30)
            assert desk.model.picture() == seen(FIRST)

    desk.play(story)
    assert desk.faults == []


def test_a_panel_at_which_nothing_changes_costs_six_bytes_a_minute() -> None:
    """Three reads of its status; it is initialised again only after half an hour."""
    desk = Desk(care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(1)
        sent = desk.model.bytes_sent
        await asyncio.sleep(1740)
        assert desk.model.bytes_sent == sent + 29 * 6
        await asyncio.sleep(80)
        assert desk.model.bytes_sent > sent + 1096

    desk.play(story)


@pytest.mark.field("D7")
def test_noise_on_the_panel_is_gone_after_half_an_hour() -> None:
    desk = Desk(care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(100)
        desk.model.write_i2c_block_data(0x3C, 0x40, [0x5A] * 32)
        await asyncio.sleep(1740)
        assert desk.model.picture() == seen(FIRST)

    desk.play(story)


@pytest.mark.field("D11")
def test_a_panel_moves_its_picture_dims_and_goes_dark_and_a_scene_wakes_it() -> None:
    desk = Desk()
    model = desk.model

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

    desk.play(story)
    assert desk.faults == []


ATTRACTING = replace(SCENES["attract_title"], posters=tuple(POSTERS.values()))


@pytest.mark.field("D11")
def test_in_attract_mode_posters_are_shown_in_turn_lit_then_dim_then_dark() -> None:
    desk = Desk()
    model = desk.model
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

    desk.play(story)
    assert desk.faults == []


@pytest.mark.field("D11")
def test_a_scene_of_attract_mode_is_no_touch() -> None:
    """Whatever changes in it: the panel is dark ten minutes after the last touch."""
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(SCENES["setup"])
        await asyncio.sleep(60)
        for minute in range(9):
            display.show(replace(ATTRACTING, volume=minute % 5))
            await asyncio.sleep(59.5)
            assert desk.model.on
        await asyncio.sleep(5)
        assert not desk.model.on
        display.show(ATTRACTING)
        await asyncio.sleep(5)
        assert not desk.model.on
        assert display.is_dark
        display.show(replace(ATTRACTING, held=Held.NOTHING))
        await until_quiet(display)
        assert desk.model.on

    desk.play(story)


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

    Desk(care=spy).play(story)


@pytest.mark.field("D11")
def test_in_play_the_picture_moves_at_the_start_of_a_turn() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        for second in range(0, 90, 10):
            display.show(SECOND if second % 20 else replace(SECOND, faults=("serial",)))
            await asyncio.sleep(10)
        assert desk.model.picture() == seen(replace(SECOND, faults=("serial",)))
        display.show(FIRST)
        await until_quiet(display)
        assert desk.model.picture() == seen(FIRST, right=1)

    desk.play(story)


def test_a_scene_makes_a_dim_panel_bright_at_once() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(250)
        assert desk.model.contrast == 0x10
        display.show(SECOND)
        await until_still(display)
        assert (desk.model.contrast, desk.model.picture()) == (0xCF, seen(SECOND))
        await asyncio.sleep(59)
        assert desk.model.contrast == 0xCF

    desk.play(story)


def test_a_dark_panel_that_goes_is_missed_and_back_it_stays_dark_until_a_scene() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(2500)
        desk.model.unplug()
        await asyncio.sleep(30)
        assert desk.faults == ["no display answers at 0x3C"]
        desk.model.plug_in()
        await asyncio.sleep(60)
        assert desk.faults == ["no display answers at 0x3C", None]
        assert not desk.model.on
        display.show(SECOND)
        await until_quiet(display)
        assert desk.model.on
        assert any(map(any, desk.model.picture()))

    desk.play(story)


def test_a_dark_panel_that_lost_its_power_wakes_with_its_whole_picture() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(965)
        desk.model.plug_in()
        display.show(SECOND)
        await until_still(display)
        assert desk.model.picture() == seen(SECOND)

    desk.play(story)


@pytest.mark.field("D1")
def test_a_loose_cable_is_told_once_a_change(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(FIRST)
        for _ in range(3):
            await asyncio.sleep(60)
            desk.model.unplug()
            await asyncio.sleep(60)
            desk.model.plug_in()
        await asyncio.sleep(60)

    desk.play(story)
    assert desk.faults == ["no display answers at 0x3C", None] * 3
    assert [r.levelname for r in caplog.records] == ["WARNING", "INFO"] * 3


def test_a_mistake_in_the_drawing_does_not_end_the_display(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def explode(shown: Scene) -> Screen:
        if shown.view.phase is COVERING.phase:
            raise ZeroDivisionError("pips – none")
        return draw(shown)

    desk = Desk(draw=explode)

    async def story(display: Display) -> None:
        display.show(SECOND)
        await until_quiet(display)
        display.show(replace(SECOND, faults=("display",)))
        await until_quiet(display)
        assert desk.faults == ["ZeroDivisionError: pips ? none"]
        display.show(FIRST)
        await until_quiet(display)
        assert desk.model.picture() == seen(FIRST)

    desk.play(story)
    assert desk.faults == ["ZeroDivisionError: pips ? none", None]
    assert len([r for r in caplog.records if r.exc_info]) == 1


def test_a_fault_is_told_in_sixty_characters() -> None:
    def explode(shown: Scene) -> Screen:
        raise ValueError("x" * 200)

    desk = Desk(draw=explode)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)

    desk.play(story)
    assert [len(fault or "") for fault in desk.faults] == [60]


@pytest.mark.field("D6")
def test_stopping_clears_the_panel() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)

    desk.play(story)
    assert not desk.model.on


def test_stopping_right_after_a_scene_leaves_the_panel_clear() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await asyncio.sleep(0)

    desk.play(story)
    assert not desk.model.on
    assert desk.faults == []


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


THROWN, SHUT = SCENES["covering"], SCENES["shut"]


def film(before: Scene, after: Scene) -> list[Frame]:
    return list(frames(before, after, draw(after).picture))


def test_dice_tumble_and_then_lie_as_they_were_thrown() -> None:
    desk = Desk(care=still)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)
        display.show(THROWN)
        await until_quiet(display)
        for frame in film(FIRST, THROWN):
            assert display.screen == "covering"
            assert not display.is_still
            assert desk.model.picture() == pixels(frame.picture)
            await asyncio.sleep(frame.ms / 1000)
            await asyncio.sleep(0.001)
        assert display.is_still
        assert desk.model.picture() == seen(THROWN)

    desk.play(story)
    assert desk.faults == []


@pytest.mark.parametrize("after_s", [0, 0.005, 0.1, 0.3])
def test_what_moves_ends_with_a_newer_scene(after_s: float) -> None:
    """Which is shown at once, however much of the film is left."""
    desk = Desk(care=still)
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
        assert desk.model.picture() == seen(covered)

    desk.play(story)


def test_the_end_does_not_wait_for_what_moves() -> None:
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(SCENES["complete"])
        await until_quiet(display)
        display.show(SHUT)
        await until_quiet(display)
        assert not display.is_still
        ended = asyncio.get_running_loop().time()
        await display.stop()
        assert asyncio.get_running_loop().time() == ended

    desk.play(story)
    assert not desk.model.on


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
        await box.start_match(StartMatch(names=("Ann",), preset="luk_kassen", house_rules=()))
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
    desk = Desk()

    async def story(display: Display) -> None:
        display.show(THROWN)
        await until_quiet(display)
        assert display.is_still
        assert desk.model.picture() == seen(THROWN)

    desk.play(story)


def test_without_a_panel_nothing_moves() -> None:
    asked: list[Scene] = []

    def spy(before: Scene, after: Scene, picture: Image.Image) -> Iterator[Frame]:
        asked.append(after)
        return frames(before, after, picture)

    desk = Desk(animate=spy)
    desk.model.unplug()

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)
        display.show(THROWN)
        await until_quiet(display)
        assert display.is_still

    desk.play(story)
    assert asked == []


def test_a_mistake_in_what_moves_is_told_and_the_scene_is_shown() -> None:
    def explode(before: Scene, after: Scene, picture: Image.Image) -> Iterator[Frame]:
        yield from list(frames(before, after, picture))[:1]
        raise ZeroDivisionError("sparks")

    desk = Desk(care=still, animate=explode)

    async def story(display: Display) -> None:
        display.show(FIRST)
        await until_quiet(display)
        display.show(THROWN)
        await until_still(display)
        assert desk.model.picture() == seen(THROWN)

    desk.play(story)
    assert desk.faults == ["ZeroDivisionError: sparks"]


class HangingPanel:
    """A panel whose bus is held down for ever."""

    def __init__(self) -> None:
        self.is_hanging = threading.Event()

    def open(self) -> None:
        self.is_hanging.set()
        threading.Event().wait()

    def check(self) -> None: ...

    def light(self, light: Light) -> None: ...

    def show(self, picture: Image.Image) -> None: ...

    def close(self) -> None: ...


@pytest.mark.field("D10")
def test_stopping_does_not_wait_for_a_bus_that_hangs() -> None:
    """In real time: virtual time would stand still while the thread hangs."""

    async def main() -> None:
        panel = HangingPanel()
        display = Display(panel, draw, on_fault=print)
        task = asyncio.create_task(display.run())
        await asyncio.get_running_loop().run_in_executor(None, panel.is_hanging.wait)
        async with asyncio.timeout(5):
            await display.stop(within_s=0.05)
        task.cancel()

    asyncio.run(main())


class Blocked(PanelModel):
    """A bus that hangs at a transfer until it is let go.

    Attributes:
        hangs: set while it hangs.
    """

    def __init__(self, *, after: int) -> None:
        super().__init__()
        self.hangs = threading.Event()
        self._go_on = threading.Event()
        self._left = after

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int], /) -> None:
        self._left -= 1
        if self._left < 0 and not self._go_on.is_set():
            self.hangs.set()
            self._go_on.wait()
        super().write_i2c_block_data(address, register, data)

    def let_go(self) -> None:
        self._go_on.set()


async def until_it_hangs(bus: Blocked) -> None:
    async with asyncio.timeout(30):
        while not bus.hangs.is_set():
            await asyncio.sleep(0.001)


@pytest.mark.field("D10")
@pytest.mark.parametrize("after", [0, 20, 45])
def test_a_bus_that_hangs_is_told_and_shows_the_latest_scene_when_it_goes_on(after: int) -> None:
    """In real time: virtual time would stand still while the thread hangs."""
    bus, faults = Blocked(after=after), list[str | None]()
    told = asyncio.Event()

    def on_fault(what: str | None) -> None:
        faults.append(what)
        told.set()

    async def main() -> None:
        panel = LumaPanel("ssd1306", lambda: bus)
        display = Display(panel, draw, on_fault=on_fault, hang_s=0.01, care=still)
        task = asyncio.create_task(display.run())
        display.show(FIRST)
        await until_it_hangs(bus)
        async with asyncio.timeout(30):
            await told.wait()
        display.show(SECOND)
        bus.let_go()
        await until_still(display)
        assert bus.picture() == seen(SECOND)
        await display.stop()
        await task

    asyncio.run(main())
    assert faults[:2] == ["the I2C bus of the display hangs", None]


@pytest.mark.field("D10")
def test_a_game_goes_on_and_ends_in_two_seconds_although_the_bus_hangs(tmp_path: Path) -> None:
    """In real time, on the whole program."""
    bus = Blocked(after=60)

    async def main() -> None:
        box = Simulation(
            NINE_TILES,
            dice=SeededDice(1),
            journal=tmp_path / "journal.db",
            make_clock=SystemClock,
            watchers=Watchers(scene=lambda _: None, events=lambda _: None),
        )
        box.panel = bus
        await box.start()
        await box.start_match(StartMatch(names=("Ann",), preset="luk_kassen", house_rules=()))
        await until_it_hangs(bus)
        progress = box.daemon.scanner.progress
        await box.press()
        assert len(box.scene.view.roll) == 2
        assert box.daemon.scanner.progress > progress
        async with asyncio.timeout(2):
            await box.stop()

    asyncio.run(main())
    bus.let_go()


@pytest.mark.field("D10")
def test_a_job_that_hangs_does_not_keep_the_program_alive() -> None:
    program = (
        "import threading; from stbpi.display.worker import Worker;"
        "Worker('display').submit(threading.Event().wait)"
    )
    done = subprocess.run([sys.executable, "-c", program], timeout=30, check=False)

    assert done.returncode == 0
