"""The box on the Pi's own pins: one line a tile and one for the roll button, through gpiozero.

Every line has its pull-up; a closed contact pulls it low. Plain `DigitalInputDevice`s are used: a
gpiozero `Button` starts a thread to time its holds, and every bounce time of gpiozero loses edges
on some driver.

Never: falls back to another driver, debounces, raises in a callback (lgpio has one thread for
all callbacks, and an exception ends it without a word). Keep: gpiozero and lgpio are imported
inside functions; the API is the one that gpiozero 1.6.2 and 2.x share.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from stbpi.box.gpio_chip import AUTO, find_chip, number
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_errors import box_error, foreign_errors, told_as_box_error
from stbpi.box.port import Levels, Switches
from stbpi.errors import BoxError
from stbpi.language import _

_RPI_LGPIO_CHIP = "RPI_LGPIO_CHIP"
"""The variable in which rpi-lgpio finds the number of the chip."""

logger = logging.getLogger(__name__)


class PinFactory(Protocol):
    """A gpiozero pin factory, as far as this program calls it itself."""

    def close(self) -> None:
        """Close all pins and give them back to the kernel."""
        ...


class MockPin(Protocol):
    """A simulated line, as seen from outside the Pi."""

    def drive_high(self) -> None: ...

    def drive_low(self) -> None: ...


class MockPins(PinFactory, Protocol):
    """gpiozero's factory of simulated lines."""

    def pin(self, number: int, /) -> MockPin:
        """Return the line of a pin (BCM); always the same one."""
        ...


class _Line(Protocol):
    """What is used of a gpiozero `DigitalInputDevice`."""

    when_activated: Callable[[], None] | None
    when_deactivated: Callable[[], None] | None

    @property
    def pin(self) -> _Pin: ...

    def close(self) -> None: ...


class _Pin(Protocol):
    """What is used of a gpiozero `Pin`."""

    @property
    def state(self) -> int | bool: ...


def open_factory(name: str, chip: str = AUTO) -> PinFactory:
    """Open the pin factory with this name (a key of `FACTORIES`), and no other.

    Args:
        name: of the factory.
        chip: which chip has the pins, see `find_chip`.

    Raises:
        NoDriverError: it isn't installed.
        NoPermissionError: it may not be used.
        WrongBoardError: it doesn't know this machine.
        BoxError: something else.
    """
    opener = FACTORIES[name]
    with told_as_box_error(driver=name):
        return opener(chip)


def mock_factory() -> MockPins:
    """Make a factory of simulated pins; outputs can do PWM, as the buzzer needs it."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory: MockPins = MockFactory(pin_class=MockPWMPin)
    return factory


def _open_mock(chip: str) -> PinFactory:
    return mock_factory()


def _open_lgpio(chip: str) -> PinFactory:
    with _lgpio_pipe_elsewhere():
        from gpiozero.pins.lgpio import LGPIOFactory
    factory: PinFactory = LGPIOFactory(chip=number(find_chip(chip)))
    return factory


def _open_rpigpio(chip: str) -> PinFactory:
    with contextlib.suppress(BoxError):  # the real RPi.GPIO needs no chip
        os.environ.setdefault(_RPI_LGPIO_CHIP, str(number(find_chip(chip))))
    with _lgpio_pipe_elsewhere():  # RPi.GPIO is often rpi-lgpio, which imports lgpio
        from gpiozero.pins.rpigpio import RPiGPIOFactory
    factory: PinFactory = RPiGPIOFactory()
    return factory


@contextlib.contextmanager
def _lgpio_pipe_elsewhere() -> Iterator[None]:
    """Let lgpio, while it is imported, leave its named pipe in a directory that goes away.

    lgpio writes `.lgd-nfy*` into the working directory, or goes to `$LG_WD` and stays there. It
    opens the pipe at once and never looks for its name again.
    """
    from tempfile import TemporaryDirectory

    with contextlib.ExitStack() as stack:
        place = os.curdir
        if not os.environ.get("LG_WD"):
            runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or None
            place = stack.enter_context(TemporaryDirectory(prefix=".lgd-", dir=runtime))
        stack.enter_context(contextlib.chdir(place))
        yield


FACTORIES: dict[str, Callable[[str], PinFactory]] = {
    "lgpio": _open_lgpio,
    "rpigpio": _open_rpigpio,
    "mock": _open_mock,
}


class GpioSwitches:
    """The driver of a box whose switches are wired to the Pi.

    Args:
        contacts: what is wired to which pin (BCM).
        factory: from `open_factory`; it belongs to the caller. With lgpio the kernel gets the
            lines back only when the factory is closed.

    Raises:
        BoxError: a pin can't be had; those opened before it are closed again.
    """

    def __init__(self, contacts: Contacts, factory: PinFactory) -> None:
        self.count = contacts.count
        self._contacts = contacts
        self._wake: Callable[[], None] = _nobody
        self._pins: list[_Pin] = []
        with contextlib.ExitStack() as opened:
            lines = []
            for pin in self._contacts.pins:
                line = _open_line(pin, factory)
                opened.callback(line.close)
                lines.append(line)
                self._pins.append(line.pin)
            self._opened = opened.pop_all()
        for line in lines:
            line.when_activated = self._edge
            line.when_deactivated = self._edge

    def levels(self) -> Levels:
        if not self._pins:
            raise BoxError(_("the switches are not open any more"), pin=self._contacts.pins[0])
        closed = at = 0
        try:
            for at, pin in enumerate(self._pins):  # this is done 200 times a second
                if not pin.state:  # a contact that is closed pulls its line low
                    closed |= 1 << at
        except foreign_errors() as exc:
            raise box_error(exc, pin=self._contacts.pins[at]) from exc
        return self._contacts.levels(closed)

    def on_edge(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def close(self) -> None:
        self._pins.clear()
        with told_as_box_error():
            self._opened.close()

    def _edge(self) -> None:
        try:
            self._wake()
        except Exception:  # lgpio's one callback thread would die of it, for all pins
            logger.exception("an edge could not be passed on; the next scan will see it")


def _open_line(pin: int, factory: PinFactory) -> _Line:
    with told_as_box_error(pin=pin, chip=_device(factory)):
        from gpiozero import DigitalInputDevice

        line: _Line = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        return line


def _device(factory: PinFactory) -> Path | None:
    """Return the device of the chip that a factory uses, if that is known."""
    chip = getattr(factory, "chip", None)
    if chip is None:
        chip = os.environ.get(_RPI_LGPIO_CHIP)
    return None if chip is None else Path(f"/dev/gpiochip{chip}")


def _nobody() -> None:
    """Nobody is to be woken yet."""


if TYPE_CHECKING:
    _fits: Callable[..., Switches] = GpioSwitches
