from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

import gpiozero.exc
import pytest

from stbpi.box import gpio_errors
from stbpi.box.gpio_errors import box_error, told_as_box_error
from stbpi.errors import (
    BoxError,
    NoDriverError,
    NoPermissionError,
    PinBusyError,
    WrongBoardError,
)


class LgpioError(Exception):
    """Like `lgpio.error`, whose text is the repr of its message."""

    def __str__(self) -> str:
        return repr(self.args[0])


NO_RIGHT = "Add the user to group gpio"
CHIP = Path("/dev/gpiochip4")

FAILURES = [
    *(
        pytest.param(failure, NoPermissionError, what, NO_RIGHT, marks=pytest.mark.field("A12"))
        for failure, what in [
            (PermissionError(13, "Permission denied", "/dev/gpiochip0"), "may not use"),
            (RuntimeError("No access to /dev/mem.  Try running as root!"), "may not use"),
            (LgpioError("no permission to perform action"), "may not use"),
            (LgpioError("GPIO operation not permitted"), "may not use"),
            (LgpioError("can not open gpiochip"), "chip can't be opened"),
        ]
    ),
    *(
        pytest.param(failure, BoxError, "pipe", "Point LG_WD", marks=pytest.mark.field("A1"))
        for failure in [
            PermissionError(13, "Permission denied", "/run/stbpi/.lgd-x1"),
            FileNotFoundError(2, "No such file", ".lgd-nfy-3"),
        ]
    ),
    *(
        pytest.param(failure, WrongBoardError, "is not a", "stbpi sim")
        for failure in [
            RuntimeError("This module can only be run on a Raspberry Pi!"),
            gpiozero.exc.PinUnknownPi("unable to locate Pi revision"),
        ]
    ),
    pytest.param(
        RuntimeError("Failed to add edge detection"),
        *(WrongBoardError, f"on this board or kernel ({os.uname().release})", "auto"),
        marks=pytest.mark.field("A1"),
    ),
    pytest.param(
        RuntimeError("Cannot determine SOC peripheral base address"),
        *(WrongBoardError, "RPi.GPIO does not work", "auto"),
        marks=pytest.mark.field("A3"),
    ),
    (
        gpiozero.exc.GPIOPinInUse("pin GPIO9 is already in use"),
        *(PinBusyError, "pin 9 is used twice", "its own"),
    ),
    (
        gpiozero.exc.PinInvalidPin("9 is not a valid pin name"),
        *(WrongBoardError, "has no pin 9", "BCM"),
    ),
    (
        gpiozero.exc.GPIODeviceClosed("closed or uninitialized"),
        BoxError,
        "are not open any more",
        "",
    ),
    (
        gpiozero.exc.PinFixedPull("GPIO9 has a fixed\npull"),
        *(BoxError, "at pin 9: GPIO9 has a fixed pull", ""),
    ),
    (
        LgpioError("unknown handle"),
        *(BoxError, "GPIO failed at pin 9: 'unknown handle'", "stbpi doctor"),
    ),
    (OSError(19, "No such device"), BoxError, "the GPIO chip has gone", "stbpi doctor"),
    pytest.param(
        ImportError("liblgpio.so.1: cannot open"),
        *(NoDriverError, "lgpio can't be loaded", "python3-lgpio"),
        marks=pytest.mark.field("A3"),
    ),
]


def held(monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    """Let the kernel tell who holds a pin."""

    def holder(device: Path, pin: int) -> str:
        assert device == CHIP
        return who

    monkeypatch.setattr(gpio_errors, "holder", holder)


@pytest.mark.parametrize(("failure", "kind", "what", "do"), FAILURES)
def test_every_failure_is_a_box_error_that_says_what_to_do(
    failure: Exception, kind: type[BoxError], what: str, do: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lgpio = ModuleType("lgpio")
    vars(lgpio)["error"] = LgpioError
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)

    with pytest.raises(BoxError) as caught, told_as_box_error(driver="lgpio", pin=9):
        raise failure

    assert type(caught.value) is kind
    assert what in caught.value.what
    assert do in caught.value.do
    assert caught.value.pin == 9
    assert caught.value.__cause__ is failure
    assert len(str(caught.value).splitlines()) <= 2
    assert "{" not in str(caught.value)


@pytest.mark.field("A7")
@pytest.mark.parametrize(
    "failure",
    [LgpioError("GPIO busy"), RuntimeError("GPIO busy"), OSError(16, "Device or resource busy")],
)
def test_a_busy_pin_names_who_has_it_and_how_to_get_it_back(
    monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    held(monkeypatch, "spi0 CS0")
    error = box_error(failure, pin=8, chip=CHIP)

    assert isinstance(error, PinBusyError)
    assert error.what == "pin 8 is in use by spi0 CS0"
    assert error.do.startswith("Switch off dtparam=spi in")


@pytest.mark.field("A9")
@pytest.mark.parametrize(
    ("who", "what", "do"),
    [
        ("lg", "pin 17 is in use by lg", "Stop that program, or choose another pin."),
        (
            "stbpi-812",
            "pin 17 is in use by another stbpi, process 812",
            "End it: sudo systemctl stop stbpi, or kill 812.",
        ),
        (
            "",
            "pin 17 is in use by another program or a kernel driver",
            "Stop that program, or choose another pin.",
        ),
    ],
)
def test_the_holder_of_an_ordinary_pin_is_a_program_to_stop(
    monkeypatch: pytest.MonkeyPatch, who: str, what: str, do: str
) -> None:
    held(monkeypatch, who)
    error = box_error(LgpioError("GPIO busy"), pin=17, chip=CHIP)

    assert (error.what, error.do) == (what, do)


def test_without_a_chip_nobody_is_asked() -> None:
    error = box_error(LgpioError("GPIO busy"), pin=4)

    assert error.what == "pin 4 is in use by another program or a kernel driver"
    assert error.do.startswith("Switch off dtoverlay=w1-gpio in")


def test_an_error_of_our_own_goes_through_unchanged() -> None:
    ours = KeyError("a bug")

    with pytest.raises(KeyError) as caught, told_as_box_error(pin=9):
        raise ours
    assert caught.value is ours
