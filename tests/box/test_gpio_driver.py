from __future__ import annotations

import logging
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from stbpi.box import gpio, gpio_driver, kernel_chip
from stbpi.box.gpio import mock_factory
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_driver import (
    Choice,
    GpiozeroPins,
    KernelPins,
    choose,
    gpiod_version,
    open_pins,
)
from stbpi.errors import BoxError, NoDriverError
from stbpi.games.game import tiles
from stbpi.language import message
from tests.box.fake_gpiod import FakeGpiod
from tests.box.test_gpio import in_a_program_of_its_own

PINS = (5, 6, 12)
ROLL, REFERENCE, BUZZER = 17, 26, 18


def installed(monkeypatch: pytest.MonkeyPatch, folder: Path | None, *files: str) -> None:
    """Let gpiod be installed in a folder with these files, or as a single file, or not at all."""
    spec = ModuleSpec("gpiod", None, is_package=folder is not None)
    if folder is not None:
        spec.submodule_search_locations = [str(folder)]
        for name in files:
            (folder / name).touch()
    monkeypatch.setattr(gpio_driver, "find_spec", {"gpiod": spec}.get)


def test_auto_takes_the_kernels_lines_where_gpiod_2_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed(monkeypatch, tmp_path, "__init__.py", "line_settings.py")

    assert gpiod_version() == 2
    assert choose("auto") == Choice(
        name="gpiod", reason=message("it costs nothing while nobody plays")
    )


@pytest.mark.parametrize("kind", ["one file, as in Debian 12", "a package without line_settings"])
def test_auto_takes_lgpio_where_gpiod_is_too_old(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    installed(monkeypatch, None if kind.startswith("one") else tmp_path, "__init__.py")

    assert gpiod_version() == 1
    assert choose("auto") == Choice(name="lgpio", reason=message("gpiod is older than version 2"))


def test_auto_takes_lgpio_where_there_is_no_gpiod(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio_driver, "find_spec", lambda name: None)

    assert gpiod_version() == 0
    assert choose("auto") == Choice(name="lgpio", reason=message("gpiod is not installed"))


@pytest.mark.parametrize("name", ["gpiod", "lgpio", "rpigpio", "mock"])
def test_a_driver_that_is_configured_is_taken_whatever_is_installed(name: str) -> None:
    def search() -> int:
        raise AssertionError("nothing is to be looked for")

    assert choose(name, search=search) == Choice(name=name, reason=message("it is configured"))


@pytest.mark.field("A3")
def test_a_chosen_driver_that_fails_is_an_error_and_no_other_is_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_factory(name: str, chip: str) -> None:
        raise AssertionError("no other driver is to be tried")

    installed(monkeypatch, tmp_path, "line_settings.py")
    monkeypatch.setitem(sys.modules, "gpiod", None)
    monkeypatch.setattr(gpio, "open_factory", no_factory)
    pins = open_pins("auto")

    with pytest.raises(NoDriverError, match="the GPIO driver gpiod can't be loaded"):
        pins.switches(Contacts(PINS, ROLL, closed_is="down"))
    pins.close()


def test_what_auto_has_chosen_is_told_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    installed(monkeypatch, tmp_path, "line_settings.py")
    with caplog.at_level(logging.INFO):
        open_pins("auto").close()
        open_pins("mock").close()

    assert [record.message for record in caplog.records] == [
        "the pins are read by gpiod: it costs nothing while nobody plays"
    ]


def test_pins_of_gpiozero_have_switches_and_tones_on_one_factory() -> None:
    factory = mock_factory()
    pins = GpiozeroPins(factory)
    switches = pins.switches(Contacts(PINS, ROLL, closed_is="up", reference_pin=REFERENCE))
    factory.pin(6).drive_low()

    levels = switches.levels()
    assert levels.down == tiles(1, 3)
    assert not levels.cable
    factory.pin(REFERENCE).drive_low()
    assert switches.levels().cable
    tones = pins.tones(BUZZER)
    tones.sound(440)
    pin: Any = factory.pin(BUZZER)
    assert pin.frequency == 440
    tones.close()
    switches.close()
    pins.close()


def test_pins_of_the_kernel_have_switches_and_tones_on_one_chip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gpiod = FakeGpiod()
    monkeypatch.setitem(sys.modules, "gpiod", gpiod)
    monkeypatch.setitem(sys.modules, "gpiod.line", gpiod.line)
    chips: list[str] = []

    def find_chip(wanted: str) -> Path:
        chips.append(wanted)
        return Path("/dev") / wanted

    monkeypatch.setattr(kernel_chip, "find_chip", find_chip)
    pins = KernelPins("gpiochip3")
    switches = pins.switches(Contacts(PINS, ROLL, closed_is="down", reference_pin=REFERENCE))
    tones = pins.tones(BUZZER)
    gpiod.requests[0].closed = {6}

    assert switches.levels().down == tiles(2)
    assert not switches.levels().cable
    assert [request.pins for request in gpiod.requests] == [(*PINS, ROLL, REFERENCE), (BUZZER,)]
    assert chips == ["gpiochip3"] * 2
    switches.close()
    tones.close()
    pins.close()
    assert all(request.released for request in gpiod.requests)


class GoneFactory:
    """A factory whose chip has gone."""

    def close(self) -> None:
        raise OSError(19, "No such device")


def test_pins_that_have_gone_can_be_closed(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        GpiozeroPins(GoneFactory()).close()

    assert [record.message for record in caplog.records] == [
        "the pins were not given back to the kernel: [Errno 19] No such device"
    ]


@pytest.mark.parametrize("name", ["auto", "gpiod"])
def test_a_buzzer_that_can_not_be_had_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    installed(monkeypatch, tmp_path, "line_settings.py")
    monkeypatch.setitem(sys.modules, "gpiod", None)
    pins = open_pins(name)

    with pytest.raises(BoxError, match="the GPIO driver gpiod can't be loaded"):
        pins.tones(BUZZER)
    pins.close()


@pytest.mark.field("A14")
def test_a_program_that_has_closed_its_pins_ends_without_a_word(tmp_path: Path) -> None:
    script = """
import sys
sys.stderr = sys.stdout
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_driver import open_pins
pins = open_pins("mock")
switches = pins.switches(Contacts((5, 6), 24))
switches.close()
pins.close()
"""
    assert in_a_program_of_its_own(script, tmp_path) == ""


def test_with_gpiod_neither_gpiozero_nor_lgpio_is_imported(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from stbpi.box import kernel_chip
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_driver import open_pins
from tests.box.fake_gpiod import FakeGpiod
gpiod = sys.modules["gpiod"] = FakeGpiod()
sys.modules["gpiod.line"] = gpiod.line
kernel_chip.find_chip = Path
pins = open_pins("gpiod")
pins.switches(Contacts((5, 6), 24)).close()
pins.tones(18).close()
print([m for m in ("gpiozero", "lgpio", "RPi") if m in sys.modules])
"""
    assert in_a_program_of_its_own(script, tmp_path) == "[]\n"


def test_choosing_imports_no_library(tmp_path: Path) -> None:
    script = """
import sys
from stbpi.box.gpio_driver import choose
choose("auto")
print([m for m in ("gpiod", "gpiozero", "lgpio", "RPi") if m in sys.modules])
"""
    assert in_a_program_of_its_own(script, tmp_path) == "[]\n"
