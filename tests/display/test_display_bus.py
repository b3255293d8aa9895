"""The display task on a bus that hangs: nothing but the display waits for it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from stbpi.clock import SystemClock
from stbpi.display.care import Light
from stbpi.display.display import Display
from stbpi.display.panel import LumaPanel
from stbpi.display.screens import draw
from stbpi.games.game import StartMatch
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.simulation import Simulation, Watchers
from tests.display.showing import FIRST, SECOND, seen, still, until_still
from tests.doubles import SeededDice
from tests.sim.playing import NINE_TILES


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
        await box.start_match(
            StartMatch(game="shut_the_box", names=("Ann",), preset="luk_kassen", house_rules=())
        )
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
        "import threading; from stbpi.worker import Worker;"
        "Worker('display').submit(threading.Event().wait)"
    )
    done = subprocess.run([sys.executable, "-c", program], timeout=30, check=False)

    assert done.returncode == 0
