from __future__ import annotations

import asyncio
import errno
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest

from stbpi.box import kernel_chip
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.kernel_lines import KernelLines
from stbpi.box.port import Levels
from stbpi.box.scanner import Scanner
from stbpi.errors import (
    BoxError,
    NoDriverError,
    NoPermissionError,
    PinBusyError,
    WrongBoardError,
)
from stbpi.games.game import NO_TILES, tiles
from stbpi.sim.virtual import run
from tests.box.fake_gpiod import Bias, Direction, Edge, FakeGpiod, FakeRequest

PINS = (5, 6, 12, 13, 16, 19, 20)
ROLL, REFERENCE = 17, 26
CHIP = Path("/dev/gpiochip0")

Open = Callable[..., KernelLines]


@pytest.fixture
def gpiod(monkeypatch: pytest.MonkeyPatch) -> FakeGpiod:
    fake = FakeGpiod()
    monkeypatch.setitem(sys.modules, "gpiod", fake)
    monkeypatch.setitem(sys.modules, "gpiod.line", fake.line)
    monkeypatch.setattr(kernel_chip, "find_chip", lambda wanted: CHIP)
    return fake


@pytest.fixture
def opened(gpiod: FakeGpiod) -> Iterator[Open]:
    with ExitStack() as stack:

        def opened(
            tile_pins: Sequence[int] = PINS, *, closed_is: str = "down", reference_pin: int = 0
        ) -> KernelLines:
            lines = KernelLines(
                Contacts(tile_pins, ROLL, closed_is=closed_is, reference_pin=reference_pin)
            )
            stack.callback(lines.close)
            return lines

        yield opened


def held_by(monkeypatch: pytest.MonkeyPatch, pin: int, who: str) -> None:
    """Let the kernel tell that somebody holds a pin."""

    def holder(device: Path, asked: int) -> str:
        assert device == CHIP
        return who if asked == pin else ""

    monkeypatch.setattr(kernel_chip, "holder", holder)
    monkeypatch.setattr("stbpi.box.gpio_errors.holder", holder)


async def pass_edges_on() -> None:
    """Let the loop look at its descriptors, twice."""
    for _ in range(4):
        await asyncio.sleep(0)


def os_error(code: int) -> OSError:
    return OSError(code, os.strerror(code))


def test_all_lines_are_one_request_with_pull_ups_and_both_edges(
    gpiod: FakeGpiod, opened: Open
) -> None:
    opened(reference_pin=REFERENCE)

    (request,) = gpiod.requests
    assert request.pins == (*PINS, ROLL, REFERENCE)
    assert request.settings == {
        "direction": Direction.INPUT,
        "bias": Bias.PULL_UP,
        "edge_detection": Edge.BOTH,
        "active_low": True,
    }
    assert request.consumer == f"stbpi-{os.getpid()}"
    assert gpiod.open_chips == 0


@pytest.mark.field("B9")
@pytest.mark.parametrize(
    ("closed_is", "closed", "down"),
    [
        ("down", (), ()),
        ("down", (2, 7), (2, 7)),
        ("up", range(1, 8), ()),
        ("up", (1,), range(2, 8)),
    ],
)
def test_the_polarity_of_the_tiles_is_applied_once(
    gpiod: FakeGpiod, opened: Open, closed_is: str, closed: tuple[int, ...], down: tuple[int, ...]
) -> None:
    lines = opened(closed_is=closed_is)
    gpiod.requests[0].closed = {PINS[number - 1] for number in closed}

    assert lines.count == 7
    assert lines.levels() == Levels(down=tiles(*down), roll=False)


@pytest.mark.parametrize("closed_is", ["down", "up"])
def test_button_and_cable_are_closed_or_not_whatever_the_tiles_are(
    gpiod: FakeGpiod, opened: Open, closed_is: str
) -> None:
    lines = opened(closed_is=closed_is, reference_pin=REFERENCE)
    before = lines.levels()
    gpiod.requests[0].closed = {ROLL, REFERENCE}
    after = lines.levels()

    assert (before.roll, before.cable) == (False, False)
    assert (after.roll, after.cable) == (True, True)
    assert after.down == before.down


def test_without_a_reference_pin_the_cable_is_plugged_in(opened: Open) -> None:
    assert opened().levels() == Levels(down=NO_TILES, roll=False, cable=True)


def test_edges_wake_once_until_the_levels_have_been_read(gpiod: FakeGpiod, opened: Open) -> None:
    async def play() -> list[int]:
        lines = opened()
        (request,) = gpiod.requests
        woken: list[None] = []
        lines.on_edge(lambda: woken.append(None))
        counts = []
        for _ in range(2):
            for closed in (True, False, True):
                request.move(5, closed=closed)
                await pass_edges_on()
            counts.append(len(woken))
            assert lines.levels().down == tiles(1)
            await pass_edges_on()
            counts.append(len(woken))
        return counts

    assert run(play()) == [1, 1, 2, 2]


def test_another_listener_takes_the_place_of_the_first(gpiod: FakeGpiod, opened: Open) -> None:
    async def play() -> list[str]:
        lines = opened()
        woken: list[str] = []
        lines.on_edge(lambda: woken.append("first"))
        lines.on_edge(lambda: woken.append("second"))
        gpiod.requests[0].move(5, closed=True)
        await pass_edges_on()
        return woken

    assert run(play()) == ["second"]


def test_levels_are_read_without_a_loop_and_without_waiting(gpiod: FakeGpiod, opened: Open) -> None:
    lines = opened()
    gpiod.requests[0].move(6, closed=True)

    assert [lines.levels().down for _ in range(3)] == [tiles(2)] * 3


def test_an_exception_behind_an_edge_stays_behind_it(
    gpiod: FakeGpiod, opened: Open, caplog: pytest.LogCaptureFixture
) -> None:
    def explode() -> None:
        raise RuntimeError("nobody is there")

    async def play() -> Levels:
        lines = opened()
        lines.on_edge(explode)
        gpiod.requests[0].move(5, closed=True)
        await pass_edges_on()
        return lines.levels()

    with caplog.at_level(logging.ERROR):
        assert run(play()).down == tiles(1)
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_a_chip_that_goes_wakes_once_and_is_told(gpiod: FakeGpiod, opened: Open) -> None:
    async def play() -> int:
        lines = opened()
        woken: list[None] = []
        lines.on_edge(lambda: woken.append(None))
        gpiod.requests[0].vanish()
        await pass_edges_on()
        with pytest.raises(BoxError, match="the GPIO chip has gone"):
            lines.levels()
        return len(woken)

    assert run(play()) == 1


@pytest.mark.field("A14")
def test_closed_lines_are_given_back_and_wake_nobody(gpiod: FakeGpiod, opened: Open) -> None:
    async def play() -> list[None]:
        lines = opened()
        woken: list[None] = []
        lines.on_edge(lambda: woken.append(None))
        gpiod.requests[0].move(5, closed=True)
        lines.close()
        lines.close()
        await pass_edges_on()
        with pytest.raises(BoxError, match="the switches are not open any more"):
            lines.levels()
        return woken

    assert run(play()) == []
    assert gpiod.requests[0].released


def test_closed_lines_listen_to_nobody(gpiod: FakeGpiod, opened: Open) -> None:
    async def play() -> None:
        lines = opened()
        lines.close()
        lines.on_edge(lambda: None)

    run(play())
    assert gpiod.requests[0].released


def test_lines_may_be_closed_after_their_loop(gpiod: FakeGpiod, opened: Open) -> None:
    async def play() -> KernelLines:
        lines = opened()
        lines.on_edge(lambda: None)
        return lines

    run(play()).close()
    assert gpiod.requests[0].released


def test_a_button_that_is_down_at_the_start_is_no_press_before_it_was_released(
    gpiod: FakeGpiod, opened: Open
) -> None:
    async def play() -> tuple[list[str], list[str]]:
        lines = opened()
        (request,) = gpiod.requests
        request.closed.add(ROLL)
        told: list[str] = []
        scanner = Scanner(lines, lambda signal: told.append(type(signal).__name__), settle_ms=35)
        task = asyncio.create_task(scanner.run())
        await asyncio.sleep(5)
        request.move(ROLL, closed=False)
        await asyncio.sleep(0.2)
        before = list(told)
        request.move(ROLL, closed=True)
        await asyncio.sleep(0.2)
        request.move(ROLL, closed=False)
        await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return before, told[len(before) :]

    before, after = run(play())

    assert before == ["TilesSettled"]
    assert after == ["RollPressed", "RollReleased"]


BUSY = [
    ("A7", 8, "spi0 CS0", "pin 8 is in use by spi0 CS0", "Switch off dtparam=spi in"),
    ("A8", 4, "onewire@0", "pin 4 is in use by onewire@0", "Switch off dtoverlay=w1-gpio in"),
    ("A9", 17, "lg", "pin 17 is in use by lg", "Stop that program"),
    ("A9", 5, "stbpi-812", "pin 5 is in use by another stbpi, process 812", "or kill 812"),
]


@pytest.mark.parametrize(
    ("pin", "who", "what", "do"),
    [pytest.param(*case, marks=pytest.mark.field(row)) for row, *case in BUSY],
)
def test_a_busy_line_is_told_with_its_holder(
    gpiod: FakeGpiod,
    opened: Open,
    monkeypatch: pytest.MonkeyPatch,
    pin: int,
    who: str,
    what: str,
    do: str,
) -> None:
    held_by(monkeypatch, pin, who)
    gpiod.refuses = os_error(errno.EBUSY)

    with pytest.raises(PinBusyError) as caught:
        opened((5, 4, 8))
    assert (caught.value.what, caught.value.pin) == (what, pin)
    assert do in caught.value.do
    assert gpiod.open_chips == 0


def test_a_line_that_is_free_again_when_its_holder_is_asked_for(
    gpiod: FakeGpiod, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_by(monkeypatch, 99, "nobody")
    gpiod.refuses = os_error(errno.EBUSY)

    with pytest.raises(PinBusyError, match="a pin is in use by another program or a kernel"):
        opened()


@pytest.mark.field("A12")
@pytest.mark.parametrize("where", ["closed_to_us", "refuses"])
def test_who_may_not_use_the_pins_is_told_the_group(
    gpiod: FakeGpiod, opened: Open, where: str
) -> None:
    setattr(gpiod, where, os_error(errno.EACCES))

    with pytest.raises(NoPermissionError, match="may not use the GPIO pins") as caught:
        opened()
    assert "usermod -aG gpio" in caught.value.do


def test_another_failure_is_told_as_it_is(gpiod: FakeGpiod, opened: Open) -> None:
    gpiod.refuses = os_error(errno.EINVAL)

    with pytest.raises(BoxError, match=r"GPIO failed: .*Invalid argument") as caught:
        opened()
    assert type(caught.value) is BoxError


def test_a_pin_that_is_given_twice_is_named(gpiod: FakeGpiod, opened: Open) -> None:
    with pytest.raises(PinBusyError, match="pin 6 is used twice") as caught:
        opened((5, 6, 6))
    assert caught.value.pin == 6
    assert gpiod.requests == []


def test_a_pin_that_the_chip_does_not_have_is_named(gpiod: FakeGpiod, opened: Open) -> None:
    with pytest.raises(WrongBoardError, match="gpiochip0 has no pin 54, only 0 to 53"):
        opened((5, 54))


@pytest.mark.field("A3")
def test_without_gpiod_it_is_told_what_to_install(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", None)

    with pytest.raises(NoDriverError, match="the GPIO driver gpiod can't be loaded") as caught:
        opened()
    assert "pip install" in caught.value.do


def test_the_old_gpiod_of_the_same_name_is_told(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", ModuleType("gpiod"))

    with pytest.raises(NoDriverError, match="older than version 2") as caught:
        opened()
    assert "pip install" in caught.value.do


def test_requests_of_the_fake_look_like_those_of_the_library() -> None:
    gpiod = pytest.importorskip("gpiod", minversion="2")

    assert set(dir(FakeRequest)) >= {"get_values", "release"}
    for name in ("get_values", "release", "fd"):
        assert hasattr(gpiod.LineRequest, name)
    assert gpiod.line.Value.ACTIVE.value == 1
    gpiod.LineSettings(
        direction=gpiod.line.Direction.INPUT,
        bias=gpiod.line.Bias.PULL_UP,
        edge_detection=gpiod.line.Edge.BOTH,
        active_low=True,
    )


def test_a_contact_is_closed_or_open_and_means_down_or_up(opened: Open) -> None:
    with pytest.raises(ValueError, match="expected 'down' or 'up'"):
        opened(closed_is="closed")
