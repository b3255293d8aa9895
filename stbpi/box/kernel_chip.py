"""Lines of a kernel's GPIO chip, taken through gpiod 2: all that one part needs, or none.

Never: falls back to another driver. Keep: gpiod is imported inside functions; the label of the
lines says which process holds them.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.box.gpio_chip import find_chip, holder
from stbpi.box.gpio_errors import INSTALL, box_error, told_as_box_error
from stbpi.errors import BoxError, NoDriverError, PinBusyError, WrongBoardError
from stbpi.language import _

if TYPE_CHECKING:
    from gpiod import LineRequest, LineSettings

NAME = "gpiod"

_EVENTS = 16
"""How many edges the kernel keeps; one would do."""


def take_lines(pins: Sequence[int], chip: str, settings: Callable[[], LineSettings]) -> LineRequest:
    """Take all lines at once, or none.

    Args:
        pins: BCM numbers.
        chip: which chip has the pins, see `find_chip`.
        settings: makes the settings of every line, once gpiod is known to be there.

    Raises:
        NoDriverError: gpiod is missing, too old or can't be loaded.
        NoPermissionError: the chip may not be used.
        PinBusyError: somebody else holds a pin.
        WrongBoardError: there is no such chip or pin.
        BoxError: something else.
    """
    _check_library()
    import gpiod

    twice = [pin for pin, count in Counter(pins).items() if count > 1]
    if twice:
        what = _("pin {pin} is used twice by this program").format(pin=twice[0])
        raise PinBusyError(what, _("Give each part its own pin."), pin=twice[0])
    device = find_chip(chip)
    try:
        with gpiod.Chip(str(device)) as opened:
            _check_pins(pins, opened.get_info().num_lines, device)
            return opened.request_lines(
                {tuple(pins): settings()},
                consumer=f"stbpi-{os.getpid()}",
                event_buffer_size=_EVENTS,
            )
    except OSError as exc:
        raise _told(exc, pins, device) from exc


def _check_library() -> None:
    with told_as_box_error(driver=NAME):
        import gpiod
    if not hasattr(gpiod, "LineSettings"):
        raise NoDriverError(_("the installed gpiod is older than version 2"), str(INSTALL[NAME]))


def _check_pins(pins: Sequence[int], lines: int, device: Path) -> None:
    for pin in pins:
        if pin >= lines:
            what = _("{device} has no pin {pin}, only 0 to {last}")
            raise WrongBoardError(
                what.format(device=device, pin=pin, last=lines - 1),
                _("Correct {key} or the pin.").format(key="gpio.chip"),
                pin=pin,
            )


def _told(exc: OSError, pins: Sequence[int], device: Path) -> BoxError:
    if exc.errno != errno.EBUSY:
        return box_error(exc, driver=NAME)
    taken = next((pin for pin in pins if holder(device, pin)), None)
    return box_error(exc, driver=NAME, pin=taken, chip=device)
