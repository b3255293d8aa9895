"""The box on the Pi's own pins: one line a tile and one for the roll button, through gpiozero.

Every line has its pull-up; a closed contact pulls it low. `closed_is` says what a closed contact
of a tile means and is applied here and nowhere else; the roll button is pressed when its line is
low. Plain `DigitalInputDevice`s are used: a gpiozero `Button` starts a thread to time its holds,
and every bounce time of gpiozero loses edges on some driver.

Never: falls back to another driver, debounces, raises in a callback (lgpio has one thread for
all callbacks, and an exception ends it without a word). Keep: gpiozero and lgpio are imported
inside functions; the API is the one that gpiozero 1.6.2 and 2.x share.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Protocol

from stbpi.box.gpio_errors import box_error, foreign_errors, told_as_box_error
from stbpi.box.port import Levels, Switches
from stbpi.games.game import Tiles, all_tiles

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
    def is_active(self) -> bool: ...

    def close(self) -> None: ...


def open_factory(name: str) -> PinFactory:
    """Open the pin factory with this name (a key of `FACTORIES`), and no other.

    Raises:
        BoxError: it isn't installed, doesn't know this machine or may not be used.
    """
    opener = FACTORIES[name]
    with told_as_box_error(driver=name):
        return opener()


def mock_factory() -> MockPins:
    """Make a factory of simulated pins; outputs can do PWM, as the buzzer needs it."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory: MockPins = MockFactory(pin_class=MockPWMPin)
    return factory


def _open_lgpio() -> PinFactory:
    with _lgpio_pipe_elsewhere():
        from gpiozero.pins.lgpio import LGPIOFactory
    factory: PinFactory = LGPIOFactory()
    return factory


def _open_rpigpio() -> PinFactory:
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
    with contextlib.ExitStack() as stack:
        place = os.curdir
        if not os.environ.get("LG_WD"):
            runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or None
            place = stack.enter_context(TemporaryDirectory(prefix=".lgd-", dir=runtime))
        stack.enter_context(contextlib.chdir(place))
        yield


FACTORIES: dict[str, Callable[[], PinFactory]] = {
    "lgpio": _open_lgpio,
    "rpigpio": _open_rpigpio,
    "mock": mock_factory,
}


class GpioSwitches:
    """The driver of a box whose switches are wired to the Pi.

    Args:
        tile_pins: the pins (BCM) of tiles 1, 2, 3 …
        roll_pin: the pin (BCM) of the roll button.
        closed_is: what a closed tile contact means, `down` or `up`.
        factory: from `open_factory`; it belongs to the caller. With lgpio the kernel gets the
            lines back only when the factory is closed.

    Raises:
        BoxError: a pin can't be had; those opened before it are closed again.
    """

    def __init__(
        self,
        tile_pins: Sequence[int],
        roll_pin: int,
        *,
        closed_is: str = "down",
        factory: PinFactory,
    ) -> None:
        if closed_is not in ("down", "up"):
            raise ValueError(f"closed_is is {closed_is!r}, expected 'down' or 'up'")
        self.count = len(tile_pins)
        self._up_mask = 0 if closed_is == "down" else all_tiles(self.count)
        self._wake: Callable[[], None] = _nobody
        self._lines: list[tuple[int, _Line]] = []
        with contextlib.ExitStack() as opened:
            for pin in (*tile_pins, roll_pin):
                line = _open_line(pin, factory)
                opened.callback(line.close)
                self._lines.append((pin, line))
            self._opened = opened.pop_all()
        for _, line in self._lines:
            line.when_activated = self._edge
            line.when_deactivated = self._edge

    def levels(self) -> Levels:
        closed = 0
        for bit, (pin, line) in enumerate(self._lines):
            closed |= _is_closed(pin, line) << bit
        tiles = closed & all_tiles(self.count)
        return Levels(down=Tiles(tiles ^ self._up_mask), roll=bool(closed >> self.count))

    def on_edge(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def close(self) -> None:
        with told_as_box_error():
            self._opened.close()

    def _edge(self) -> None:
        try:
            self._wake()
        except Exception:  # lgpio's one callback thread would die of it, for all pins
            logger.exception("an edge could not be passed on; the next scan will see it")


def _open_line(pin: int, factory: PinFactory) -> _Line:
    with told_as_box_error(pin=pin, chip=getattr(factory, "chip", None)):
        from gpiozero import DigitalInputDevice

        line: _Line = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        return line


def _is_closed(pin: int, line: _Line) -> bool:
    try:
        return line.is_active
    except foreign_errors() as exc:  # no context manager: this is read 200 times a second
        raise box_error(exc, pin=pin) from exc


def _nobody() -> None:
    """Nobody is to be woken yet."""


if TYPE_CHECKING:
    _fits: Callable[..., Switches] = GpioSwitches
