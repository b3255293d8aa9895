"""A session on simulated pins, in virtual time: what the hand moves is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import NoReturn

import pytest

from stbpi.box.gpio import mock_factory
from stbpi.box.gpio_driver import GpiozeroPins
from stbpi.build import Parts
from stbpi.clock import SystemClock
from stbpi.config import Config, DisplaySection, GpioSection
from stbpi.errors import PinBusyError
from stbpi.games.game import Tile, Tiles, all_tiles, tiles
from stbpi.service.page import HardwareView, Page
from stbpi.service.session import Session, hold
from stbpi.sim.hand import Hand
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.virtual import VirtualClock, run
from tests.doubles import SeededDice
from tests.upgraded import without

GPIO = GpioSection()
NINE = replace(GPIO, tiles=GPIO.tiles[:9])
CONFIG = Config(gpio=NINE, display=replace(DisplaySection(), driver="ssd1306"))


class Teller:
    """Remembers what it is to tell."""

    def __init__(self) -> None:
        self.views: list[HardwareView] = []
        self.to_fix: list[str] = []

    def show(self, view: HardwareView, fault: str) -> None:
        self.views.append(view)

    def end(self, view: HardwareView, to_fix: list[str]) -> None:
        self.to_fix = to_fix


class Bench:
    """A session, the hand at its box, and what is shown."""

    def __init__(self, config: Config, wired: GpioSection) -> None:
        pins = mock_factory()
        self.teller = Teller()
        self.panel = PanelModel()
        self.hand = Hand(
            pins,
            wired.tiles,
            wired.roll,
            closed_is=wired.closed_is,
            reference_pin=wired.reference_pin,
        )
        parts = Parts(
            clock=VirtualClock(asyncio.get_running_loop(), wall=None),
            dice=SeededDice(1),
            pins=GpiozeroPins(pins),
            bus=lambda: self.panel,
            wired=self.hand.reapply,
            journal=Path("/nowhere/journal.db"),
        )
        self.session = Session(config, parts, self.teller)
        self.close = pins.close

    @property
    def view(self) -> HardwareView:
        return self.teller.views[-1]

    async def to_and_fro(self, down: Tiles) -> None:
        self.hand.lower(down)
        await asyncio.sleep(0.3)
        self.hand.raise_(down)
        await asyncio.sleep(0.6)

    async def press(self) -> None:
        self.hand.press_roll(True)
        await asyncio.sleep(0.3)
        self.hand.press_roll(False)
        await asyncio.sleep(0.6)


def in_session(
    story: Callable[[Bench], Awaitable[None]], *, config: Config = CONFIG, wired: GpioSection = NINE
) -> bool:
    """Tell a story of a session; return whether there is something to fix.

    Args:
        config: what is configured.
        wired: what is wired.
    """

    async def main() -> bool:
        bench = Bench(config, wired)
        life = asyncio.create_task(bench.session.run(lambda press: None))
        try:
            await asyncio.sleep(0.5)
            await story(bench)
        finally:
            bench.session.quit()
            await life
            bench.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return bench.session.end()

    return run(main())


async def walk(bench: Bench) -> None:
    bench.session.press("next")
    bench.session.press("next")
    for number in range(1, 10):
        assert bench.view.part == f"tile_{number}"
        await bench.to_and_fro(tiles(number))
    await bench.press()
    assert bench.view.page is Page.RESULT


@pytest.mark.field("C6")
def test_a_box_that_is_wired_right_has_nothing_to_fix() -> None:
    assert not in_session(walk)


def test_a_display_whose_library_can_not_be_loaded_is_all_that_is_to_be_fixed() -> None:
    tellers = []

    async def story(bench: Bench) -> None:
        tellers.append(bench.teller)
        await walk(bench)

    with without("luma"):
        assert in_session(story)
    assert tellers[0].to_fix == ["display: luma.oled can't be loaded"]


@pytest.mark.field("C6")
def test_swapped_cables_and_the_wrong_polarity_are_found_on_the_pins() -> None:
    wired = replace(NINE, tiles=(22, 6, 17, 13, 16, 19, 20, 21, 5), roll=12, closed_is="up")

    async def story(bench: Bench) -> None:
        await walk(bench)
        found = bench.view.result.correction
        assert found is not None
        assert (found.tiles, found.roll) == (wired.tiles, wired.roll)
        assert found.closed_is == wired.closed_is

    assert in_session(story, wired=wired)


@pytest.mark.field("B12")
def test_levels_are_live() -> None:
    async def story(bench: Bench) -> None:
        bench.hand.lower(tiles(4))
        bench.hand.press_roll(True)
        await asyncio.sleep(0.3)
        assert [one.part for one in bench.view.inputs if one.down] == ["tile_4", "roll"]
        bench.hand.press_roll(False)

    assert not in_session(story)


@pytest.mark.field("B8")
def test_a_line_that_chatters_is_to_be_fixed() -> None:
    async def story(bench: Bench) -> None:
        bench.hand.contact(Tile(7)).noise(300, seed=1)
        await asyncio.sleep(10)
        bench.hand.contact(Tile(7)).noise(0, seed=1)
        states = {one.part: one.state for one in bench.view.inputs}
        assert states["tile_7"] == "noisy"

    assert in_session(story)


def test_a_cable_that_is_off_is_to_be_fixed() -> None:
    gpio = replace(NINE, reference_pin=26)

    async def story(bench: Bench) -> None:
        bench.hand.pull_cable()
        await asyncio.sleep(1)
        assert not bench.view.has_cable

    assert in_session(story, config=replace(CONFIG, gpio=gpio), wired=gpio)


def test_the_display_of_the_box_shows_the_patterns() -> None:
    async def story(bench: Bench) -> None:
        bench.session.press("next")
        bench.session.press("skip")
        bench.session.press("next")
        bench.session.press("next")
        await asyncio.sleep(1)

        assert all(all(row) for row in bench.panel.picture())

    assert not in_session(story)


def test_all_tiles_of_a_sweep_are_live_at_once() -> None:
    async def story(bench: Bench) -> None:
        bench.hand.lower(all_tiles(9))
        await asyncio.sleep(0.3)
        assert sum(one.down for one in bench.view.inputs) == 9

    assert not in_session(story)


def test_pins_that_somebody_else_has_are_told_before_the_screen_is_taken() -> None:
    class Busy(GpiozeroPins):
        def switches(self, *_: object, **__: object) -> NoReturn:
            raise PinBusyError("pin 5 is in use by another stbpi, process 42", "End it.", pin=5)

    pins, out = mock_factory(), StringIO()
    parts = Parts(
        clock=SystemClock(),
        dice=SeededDice(1),
        pins=Busy(pins),
        bus=PanelModel,
        wired=lambda: None,
        journal=Path("/nowhere/journal.db"),
    )
    with pytest.raises(PinBusyError, match="process 42"):
        hold(CONFIG, parts, as_json=False, keyboard=StringIO(), out=out)
    pins.close()

    assert out.getvalue() == ""
