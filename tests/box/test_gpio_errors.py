from __future__ import annotations

import sys
from types import ModuleType

import gpiozero.exc
import pytest

from stbpi.box.gpio_errors import box_error, told_as_box_error
from stbpi.errors import BoxError


class LgpioError(Exception):
    """Like `lgpio.error`, whose text is the repr of its message."""

    def __str__(self) -> str:
        return repr(self.args[0])


class FakeLgpio(ModuleType):
    """As much of lgpio as is asked after a pin's holder."""

    error = LgpioError

    def __init__(self, user: str) -> None:
        super().__init__("lgpio")
        self.open_handles = 0
        self._user = user

    def gpiochip_open(self, chip: int) -> int:
        if chip != 4:
            raise LgpioError("can not open gpiochip")
        self.open_handles += 1
        return 7

    def gpiochip_close(self, handle: int) -> int:
        assert handle == 7
        self.open_handles -= 1
        return 0

    def gpio_get_line_info(self, handle: int, gpio: int) -> list[int | str]:
        assert handle == 7
        return [0, gpio, 0, f"GPIO{gpio}", self._user]


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> FakeLgpio:
    fake = FakeLgpio(user="spi0 CS0")
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    return fake


NO_RIGHT = "Add the user to group gpio"

FAILURES = [
    (PermissionError(13, "Permission denied", "/dev/gpiochip0"), "may not use", NO_RIGHT),
    (RuntimeError("No access to /dev/mem.  Try running as root!"), "may not use", NO_RIGHT),
    (LgpioError("no permission to perform action"), "may not use", NO_RIGHT),
    (LgpioError("GPIO operation not permitted"), "may not use", NO_RIGHT),
    (LgpioError("can not open gpiochip"), "chip can't be opened", NO_RIGHT),
    (PermissionError(13, "Permission denied", "/run/stbpi/.lgd-x1"), "pipe", "Point LG_WD"),
    (FileNotFoundError(2, "No such file", ".lgd-nfy-3"), "pipe", "Point LG_WD"),
    (RuntimeError("This module can only be run on a Raspberry Pi!"), "is not a", "stbpi sim"),
    (gpiozero.exc.PinUnknownPi("unable to locate Pi revision"), "is not a", "stbpi sim"),
    (RuntimeError("Failed to add edge detection"), "RPi.GPIO does not work", "lgpio"),
    (
        RuntimeError("Cannot determine SOC peripheral base address"),
        "RPi.GPIO does not work",
        "lgpio",
    ),
    (gpiozero.exc.GPIOPinInUse("pin GPIO9 is already in use"), "pin 9 is used twice", "its own"),
    (gpiozero.exc.PinInvalidPin("9 is not a valid pin name"), "has no pin 9", "BCM"),
    (gpiozero.exc.GPIODeviceClosed("closed or uninitialized"), "have been closed", ""),
    (gpiozero.exc.PinFixedPull("GPIO9 has a fixed\npull"), "at pin 9: GPIO9 has a fixed pull", ""),
    (LgpioError("unknown handle"), "GPIO failed at pin 9: 'unknown handle'", "stbpi doctor"),
    (ImportError("liblgpio.so.1: cannot open"), "lgpio can't be loaded", "python3-lgpio"),
]


@pytest.mark.usefixtures("lgpio")
@pytest.mark.parametrize(("failure", "what", "do"), FAILURES)
def test_every_failure_is_a_box_error_that_says_what_to_do(
    failure: Exception, what: str, do: str
) -> None:
    with pytest.raises(BoxError) as caught, told_as_box_error(driver="lgpio", pin=9):
        raise failure

    assert what in caught.value.what
    assert do in caught.value.do
    assert caught.value.pin == 9
    assert caught.value.__cause__ is failure
    assert len(str(caught.value).splitlines()) <= 2
    assert "{" not in str(caught.value)


@pytest.mark.parametrize("failure", [LgpioError("GPIO busy"), RuntimeError("GPIO busy")])
def test_a_busy_pin_names_who_has_it_and_how_to_get_it_back(
    lgpio: FakeLgpio, failure: Exception
) -> None:
    error = box_error(failure, pin=8, chip=4)

    assert error.what == "pin 8 is in use by spi0 CS0"
    assert error.do.startswith("Switch off dtparam=spi in")
    assert lgpio.open_handles == 0


def test_the_holder_of_an_ordinary_pin_is_a_program_to_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", FakeLgpio(user="lg"))
    error = box_error(LgpioError("GPIO busy"), pin=17, chip=4)

    assert error.what == "pin 17 is in use by lg"
    assert error.do == "Stop that program, or choose another pin."


@pytest.mark.usefixtures("lgpio")
@pytest.mark.parametrize("chip", [None, 0])
def test_a_holder_that_cannot_be_asked_for_is_another_program(chip: int | None) -> None:
    error = box_error(LgpioError("GPIO busy"), pin=17, chip=chip)

    assert error.what == "pin 17 is in use by another program or a kernel driver"


def test_an_error_of_our_own_goes_through_unchanged() -> None:
    ours = KeyError("a bug")

    with pytest.raises(KeyError) as caught, told_as_box_error(pin=9):
        raise ours
    assert caught.value is ours
