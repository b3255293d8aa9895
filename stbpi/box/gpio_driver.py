"""Which driver reads the pins, and the pins of a box by that driver.

The choice of "auto" depends on what is installed and on nothing else: the kernel's own lines
(gpiod 2) if they can be had, for an idle box costs nothing with them, else lgpio. A driver that
then can't be opened is an error; another one that half works would hide it.

Never: tries a driver out to find out whether it works. Keep: looking imports nothing, so that a
broken library is told by whoever opens it; what speaks to gpiozero is loaded when it is chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from stbpi.box.gpio_chip import AUTO
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_errors import foreign_errors
from stbpi.box.kernel_chip import NAME as GPIOD
from stbpi.box.kernel_lines import KernelLines
from stbpi.box.kernel_tones import KernelTones
from stbpi.box.port import Switches, ToneLine
from stbpi.language import Message, message

if TYPE_CHECKING:
    from stbpi.box.gpio import PinFactory

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A chosen driver.

    Attributes:
        name: "gpiod", or a key of `FACTORIES`.
        reason: why it was chosen, in words.
    """

    name: str
    reason: Message


class Pins(Protocol):
    """The pins of one box, by one driver."""

    def switches(self, contacts: Contacts) -> Switches:
        """Open the switches.

        Raises:
            BoxError: they can't be had.
        """
        ...

    def tones(self, pin: int) -> ToneLine:
        """Open the buzzer at a pin (BCM).

        Raises:
            BoxError: it can't be had.
        """
        ...

    def close(self) -> None:
        """Give everything back to the kernel."""
        ...


class GpiozeroPins:
    """Switches and outputs by the same pin factory of gpiozero, which is closed with them."""

    def __init__(self, factory: PinFactory) -> None:
        self._factory = factory

    def switches(self, contacts: Contacts) -> Switches:
        from stbpi.box.gpio import GpioSwitches

        return GpioSwitches(contacts, self._factory)

    def tones(self, pin: int) -> ToneLine:
        from stbpi.box.gpio_tones import GpioTones

        return GpioTones(pin, self._factory)

    def close(self) -> None:
        """Close the factory; what fails then (the chip has gone) keeps nobody from ending."""
        try:
            self._factory.close()
        except foreign_errors() as exc:
            logger.warning("the pins were not given back to the kernel: %s", exc)


class KernelPins:
    """Switches and outputs by the kernel's own lines, each with a request of its own."""

    def __init__(self, chip: str) -> None:
        self._chip = chip

    def switches(self, contacts: Contacts) -> Switches:
        return KernelLines(contacts, chip=self._chip)

    def tones(self, pin: int) -> ToneLine:
        return KernelTones(pin, self._chip)

    def close(self) -> None:
        """Do nothing: every request is given back by whoever has it."""


def choose(wanted: str, *, search: Callable[[], int] | None = None) -> Choice:
    """Choose a driver: the wanted one, or for "auto" the better one of those installed.

    Args:
        wanted: "auto", or the name of a driver.
        search: tells gpiod's installed version; by default it is looked for.
    """
    if wanted != AUTO:
        return Choice(name=wanted, reason=message("it is configured"))
    version = (search or gpiod_version)()
    if version >= 2:
        return Choice(name=GPIOD, reason=message("it costs nothing while nobody plays"))
    if version:
        return Choice(name="lgpio", reason=message("gpiod is older than version 2"))
    return Choice(name="lgpio", reason=message("gpiod is not installed"))


def gpiod_version() -> int:
    """Return the version of the installed gpiod: 2, also for later ones; 1; 0 if there is none."""
    spec = find_spec(GPIOD)
    if spec is None:
        return 0
    folders = spec.submodule_search_locations or ()
    return 2 if any(Path(folder, "line_settings.py").is_file() for folder in folders) else 1


def open_pins(wanted: str, chip: str = AUTO) -> Pins:
    """Choose a driver, say which one "auto" has taken and why, and open its pins.

    Args:
        wanted: "auto", or the name of a driver.
        chip: which chip has the pins, see `find_chip`.

    Raises:
        BoxError: the driver can't be opened.
    """
    choice = choose(wanted)
    if wanted == AUTO:
        logger.info("the pins are read by %s: %s", choice.name, choice.reason.text)
    if choice.name == GPIOD:
        return KernelPins(chip)
    from stbpi.box.gpio import open_factory

    return GpiozeroPins(open_factory(choice.name, chip))


if TYPE_CHECKING:
    _fits: tuple[Callable[..., Pins], ...] = (GpiozeroPins, KernelPins)
