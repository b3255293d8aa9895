"""The machine that the tests run on, and the buses that it might have."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import ModuleType, TracebackType

import pytest

from stbpi.box.port import Levels
from stbpi.config import GpioSection
from stbpi.games.game import NO_TILES, all_tiles
from stbpi.service.machine import ThisMachine


class FakeSmbus2(ModuleType):
    """As much of smbus2 as is used: what reading and writing at an address ends with."""

    def __init__(self, *, read: int, write: int) -> None:
        super().__init__("smbus2")
        self.is_open = False
        self._errors = {"read": read, "write": write}

    def SMBus(self, bus: str) -> FakeSmbus2:  # noqa: N802 - the name in smbus2
        assert bus == "/dev/i2c-1"
        return self

    def __enter__(self) -> FakeSmbus2:
        self.is_open = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.is_open = False

    def read_byte(self, address: int) -> int:
        self._touch("read", address)
        return 0x43

    def write_quick(self, address: int) -> None:
        self._touch("write", address)

    def _touch(self, how: str, address: int) -> None:
        assert self.is_open
        assert address in (0x08, 0x3C)
        if number := self._errors[how]:
            raise OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("read", "write", "answers"),
    [
        (0, 0, True),
        (121, 0, True),
        (121, 121, False),
        (6, 6, False),
        (19, 19, False),
        (5, 5, False),
    ],
)
def test_a_display_answers_a_read_or_at_least_its_address(
    read: int, write: int, answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = FakeSmbus2(read=read, write=write)
    monkeypatch.setitem(sys.modules, "smbus2", bus)

    assert ThisMachine().answers(Path("/dev/i2c-1"), 0x3C) is answers
    assert not bus.is_open


class BusyBus(FakeSmbus2):
    """A bus with a memory, a display, a clock that the kernel uses, and an address to be left."""

    def __init__(self) -> None:
        super().__init__(read=0, write=0)
        self.asked: dict[int, str] = {}

    def _touch(self, how: str, address: int) -> None:
        self.asked[address] = how
        number = {0x3C: 0, 0x50: 0, 0x68: 16, 0x20: 95}.get(address, 121)
        if number:
            raise OSError(number, os.strerror(number))


def test_what_answers_on_a_bus_is_found_without_doing_harm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus = BusyBus()
    monkeypatch.setitem(sys.modules, "smbus2", bus)

    assert ThisMachine().devices(Path("/dev/i2c-1")) == (0x3C, 0x50, 0x68)
    assert list(bus.asked) == list(range(0x08, 0x78))
    read = {address for address, how in bus.asked.items() if how == "read"}
    assert read == {*range(0x30, 0x38), *range(0x50, 0x60)}, "as i2cdetect does"
    assert not bus.is_open


def test_a_bus_that_fails_is_not_a_display_that_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smbus2", FakeSmbus2(read=110, write=0))

    with pytest.raises(TimeoutError):
        ThisMachine().answers(Path("/dev/i2c-1"), 0x3C)
    monkeypatch.setitem(sys.modules, "smbus2", FakeSmbus2(read=0, write=110))
    with pytest.raises(TimeoutError):
        ThisMachine().devices(Path("/dev/i2c-1"))


def test_a_bus_that_is_no_bus_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        ThisMachine().answers(tmp_path / "i2c-1", 0x3C)


def test_a_module_is_loaded_or_says_why_not() -> None:
    machine = ThisMachine()

    machine.load("PIL.Image")
    with pytest.raises(ImportError, match="stbpi_none"):
        machine.load("stbpi_none")


def test_a_program_that_hangs_fails_or_is_missing_says_nothing() -> None:
    machine = ThisMachine(patience_s=0.2)
    began = time.monotonic()

    assert machine.output("sleep", "30") is None
    assert time.monotonic() - began < 5
    assert machine.output("false") is None
    assert machine.output("stbpi-no-such-program") is None
    assert machine.output("echo", "yes") == "yes\n"


def test_mock_pins_are_read_and_given_back() -> None:
    gpio = GpioSection(pin_factory="mock", closed_is="down")

    for _ in range(2):
        assert ThisMachine().levels(gpio) == Levels(down=NO_TILES, roll=False)


def test_the_meaning_of_a_closed_contact_is_applied() -> None:
    gpio = GpioSection(pin_factory="mock", closed_is="up")

    assert ThisMachine().levels(gpio).down == all_tiles(len(gpio.tiles))


def test_a_file_that_is_no_chip_is_an_os_error() -> None:
    with pytest.raises(OSError, match="ioctl"):
        ThisMachine().chip_label(Path("/dev/null"))


def test_this_machine_can_be_asked_for_the_rest(tmp_path: Path) -> None:
    machine = ThisMachine()

    assert machine.version("gpiozero")
    assert machine.version("stbpi-no-such-distribution") is None
    assert machine.user().is_root == (os.geteuid() == 0)
    assert machine.user().name
    assert machine.may_use(tmp_path)
    assert not machine.may_use(tmp_path / "none")
    assert machine.disk(tmp_path).free > 0
    assert not machine.disk(tmp_path).is_read_only
    assert all(device.startswith("/dev/") for device, _ in machine.serial_ports())
