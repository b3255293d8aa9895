"""What every driver of the switches has to do, whatever is behind it: pins, or a board on USB."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest

from stbpi.box import kernel_chip
from stbpi.box.gpio import GpioSwitches, mock_factory
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.kernel_lines import KernelLines
from stbpi.box.port import (
    Levels,
    MenuPressed,
    RollPressed,
    RollReleased,
    Signal,
    Switches,
    TilesSettled,
)
from stbpi.box.scanner import Scanner
from stbpi.box.tile_board import TileBoard
from stbpi.games.game import NO_TILES, all_tiles, tiles, without
from stbpi.sim.virtual import run
from tests.box.boards import Bus, FakeBoard
from tests.box.fake_gpiod import FakeGpiod
from tests.box.test_kernel_lines import CHIP
from tests.box.test_scanner import running

TILES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1)
ROLL, MENU, REFERENCE = 13, 14, 15
START_S = 0.6
"""A board has been found and has told its first snapshot."""


class Rig(Protocol):
    """A driver, and hands at its contacts."""

    switches: Switches

    def close(self, *contacts: int) -> None:
        """Close these contacts, and open all others."""


class Gpiozero:
    def __init__(self, contacts: Contacts) -> None:
        self._factory = mock_factory()
        self._closed: set[int] = set()
        self.switches: Switches = GpioSwitches(contacts, self._factory)

    def close(self, *contacts: int) -> None:
        for pin in self._closed ^ set(contacts):
            line = self._factory.pin(pin)
            if pin in contacts:
                line.drive_low()
            else:
                line.drive_high()
        self._closed = set(contacts)


class Kernel:
    def __init__(self, contacts: Contacts) -> None:
        gpiod = sys.modules["gpiod"]
        assert isinstance(gpiod, FakeGpiod)
        self.switches: Switches = KernelLines(contacts)
        (self._request,) = gpiod.requests

    def close(self, *contacts: int) -> None:
        for pin in self._request.closed ^ set(contacts):
            self._request.move(pin, closed=pin in contacts)


class Board:
    def __init__(self, contacts: Contacts) -> None:
        self._board = FakeBoard()
        bus = Bus(self._board)
        self.switches: Switches = TileBoard("auto", opens=bus.opens, search=bus.search).switches(
            contacts
        )

    def close(self, *contacts: int) -> None:
        self._board.contacts(*contacts)


@pytest.fixture(params=[Gpiozero, Kernel, Board])
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Rig]:
    fake = FakeGpiod()
    monkeypatch.setitem(sys.modules, "gpiod", fake)
    monkeypatch.setitem(sys.modules, "gpiod.line", fake.line)
    monkeypatch.setattr(kernel_chip, "find_chip", lambda wanted: CHIP)
    made: Callable[..., Rig] = request.param
    return made


def at(
    made: Callable[..., Rig],
    story: Callable[[Rig], Awaitable[None]],
    *,
    closed_is: str = "down",
    reference_pin: int = 0,
) -> None:
    async def play() -> None:
        contacts = Contacts(
            TILES, ROLL, closed_is=closed_is, reference_pin=reference_pin, menu_pin=MENU
        )
        rig = made(contacts)
        try:
            rig.switches.on_edge(lambda: None)  # a board is looked for from here on
            await asyncio.sleep(START_S)
            await story(rig)
        finally:
            rig.switches.close()
            await asyncio.sleep(0.01)

    run(play())


async def levels(rig: Rig, *closed: int) -> Levels:
    rig.close(*closed)
    await asyncio.sleep(0.02)
    return rig.switches.levels()


@pytest.mark.field("B9")
@pytest.mark.parametrize("closed_is", ["down", "up"])
def test_every_contact_is_the_tile_that_it_is_wired_to(
    rig: Callable[..., Rig], closed_is: str
) -> None:
    async def story(rig: Rig) -> None:
        assert rig.switches.count == 12
        for number, pin in enumerate(TILES, start=1):
            one = tiles(number)
            down = one if closed_is == "down" else without(all_tiles(12), one)
            assert await levels(rig, pin) == Levels(down=down, roll=False)

    at(rig, story, closed_is=closed_is)


@pytest.mark.parametrize("closed_is", ["down", "up"])
def test_buttons_and_cable_are_closed_or_not_whatever_the_tiles_are(
    rig: Callable[..., Rig], closed_is: str
) -> None:
    async def story(rig: Rig) -> None:
        up = NO_TILES if closed_is == "down" else all_tiles(12)
        assert await levels(rig, REFERENCE) == Levels(down=up, roll=False, cable=True)
        assert await levels(rig, ROLL) == Levels(down=up, roll=True, cable=False)
        pressed = Levels(down=up, roll=False, cable=True, menu=True)
        assert await levels(rig, MENU, REFERENCE) == pressed

    at(rig, story, closed_is=closed_is, reference_pin=REFERENCE)


def test_a_change_wakes_and_a_closed_driver_wakes_nobody(rig: Callable[..., Rig]) -> None:
    async def story(rig: Rig) -> None:
        woken: list[bool] = []
        rig.switches.on_edge(lambda: woken.append(True))
        await levels(rig, TILES[0])
        assert woken
        await levels(rig)
        before = len(woken)
        assert before >= 2
        rig.switches.close()
        rig.switches.close()
        await asyncio.sleep(0.1)
        assert len(woken) == before

    at(rig, story)


def test_what_hands_do_is_told_alike(rig: Callable[..., Rig]) -> None:
    """Tiles that are moved together, a press, the menu's button, tiles raised again."""
    said: list[Signal] = []

    async def story(rig: Rig) -> None:
        scanner = Scanner(rig.switches, said.append, settle_ms=35)
        async with running(scanner):
            for closed in ((), (2, 7), (2, 7, ROLL), (2, 7), (2, 7, MENU), (2, 7), (7,)):
                rig.close(*closed)
                await asyncio.sleep(0.3)

    at(rig, story)
    released = next(signal for signal in said if isinstance(signal, RollReleased))

    assert 250 <= released.held_ms <= 350
    assert said == [
        TilesSettled(down=NO_TILES),
        TilesSettled(down=tiles(1, 6)),
        RollPressed(),
        released,
        MenuPressed(),
        TilesSettled(down=tiles(6)),
    ]


def test_a_button_that_is_down_at_the_start_is_no_press(rig: Callable[..., Rig]) -> None:
    said: list[Signal] = []

    async def story(rig: Rig) -> None:
        await levels(rig, ROLL)
        scanner = Scanner(rig.switches, said.append, settle_ms=35)
        async with running(scanner):
            for closed in ((ROLL,), (), (ROLL,), ()):
                rig.close(*closed)
                await asyncio.sleep(0.5)

    at(rig, story)

    told = [type(signal).__name__ for signal in said]
    assert told == ["TilesSettled", "RollPressed", "RollReleased"]
