"""The box on the kernel's own GPIO lines: one request for all of them, through gpiod 2.

Why this driver and not lgpio's: the kernel tells edges through a file descriptor, and the event
loop sleeps on it, so that a box nobody plays on costs nothing. lgpio's thread for edges wakes
1,250 times a second whatever is connected, and gpiozero adds a thread of its own. All levels are
read with one call, which is one moment.

After an edge the descriptor is not listened to until the levels have been read: a contact that
chatters a thousand times a second costs no more than the readings do. The events themselves say
nothing that the levels don't, and are thrown away.

Never: debounces (the kernel's debounce would hide what a bad contact does), blocks, raises in a
callback, falls back to another driver. Keep: gpiod is imported inside functions; `on_edge` is
called in the running event loop; the label of the lines says which process holds them.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.box.gpio_chip import AUTO, find_chip, holder
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_errors import INSTALL, box_error, told_as_box_error
from stbpi.box.port import Levels, Switches
from stbpi.errors import BoxError, NoDriverError, PinBusyError, WrongBoardError

if TYPE_CHECKING:
    from gpiod import LineRequest

NAME = "gpiod"

_EVENTS = 16
"""How many edges the kernel keeps; one would do."""

_EVENTS_BYTES = 4096  # more than it keeps, at 48 bytes each

logger = logging.getLogger(__name__)


class KernelLines:
    """The driver of a box whose switches are wired to the Pi.

    Args:
        tile_pins: the pins (BCM) of tiles 1, 2, 3 …
        roll_pin: the pin (BCM) of the roll button.
        closed_is: what a closed tile contact means, `down` or `up`.
        reference_pin: the pin (BCM) of the contact that is always closed; 0 = none.
        chip: which chip has the pins, see `find_chip`.

    Raises:
        NoDriverError: gpiod is missing, too old or can't be loaded.
        NoPermissionError: the chip may not be used.
        PinBusyError: somebody else holds a pin.
        WrongBoardError: there is no such chip or pin.
        BoxError: something else.
    """

    def __init__(
        self,
        tile_pins: Sequence[int],
        roll_pin: int,
        *,
        closed_is: str = "down",
        reference_pin: int = 0,
        chip: str = AUTO,
    ) -> None:
        self.count = len(tile_pins)
        self._contacts = Contacts(
            tile_pins, roll_pin, closed_is=closed_is, reference_pin=reference_pin
        )
        self._wake: Callable[[], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listens = False
        self._request: LineRequest | None = _request(self._contacts.pins, chip)
        os.set_blocking(self._request.fd, False)

    def levels(self) -> Levels:
        request = self._request
        if request is None:
            raise BoxError("the switches have been closed")
        try:
            if self._wake is not None and not self._listens:
                with suppress(BlockingIOError):
                    os.read(request.fd, _EVENTS_BYTES)
                self._listen(request.fd)
            values = request.get_values()
        except OSError as exc:  # no context manager: this is read 200 times a second
            raise box_error(exc, driver=NAME) from exc
        return self._contacts.levels(sum(bool(v.value) << bit for bit, v in enumerate(values)))

    def on_edge(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        if self._request is not None and not self._listens:
            self._loop = asyncio.get_running_loop()
            self._listen(self._request.fd)

    def close(self) -> None:
        request, self._request = self._request, None
        if request is None:
            return
        self._stop_listening(request.fd)
        with told_as_box_error(driver=NAME):
            request.release()

    def _listen(self, fd: int) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.add_reader(fd, self._edge, fd)
            self._listens = True

    def _stop_listening(self, fd: int) -> None:
        if self._loop is not None and self._listens:
            self._loop.remove_reader(fd)
        self._listens = False

    def _edge(self, fd: int) -> None:
        """Wake the scanner; it will see what there is, even that the chip has gone."""
        self._stop_listening(fd)
        try:
            if self._wake is not None:
                self._wake()
        except Exception:
            logger.exception("an edge could not be passed on; the next scan will see it")


def _request(pins: Sequence[int], chip: str) -> LineRequest:
    """Take all lines at once, or none."""
    _check_library()
    import gpiod
    from gpiod.line import Bias, Direction, Edge

    twice = [pin for pin, count in Counter(pins).items() if count > 1]
    if twice:
        what = f"pin {twice[0]} is used twice by this program"
        raise PinBusyError(what, "Give each part its own pin.", pin=twice[0])
    device = find_chip(chip)
    settings = gpiod.LineSettings(
        direction=Direction.INPUT,
        bias=Bias.PULL_UP,
        edge_detection=Edge.BOTH,
        active_low=True,
    )
    try:
        with gpiod.Chip(str(device)) as opened:
            _check_pins(pins, opened.get_info().num_lines, device)
            return opened.request_lines(
                {tuple(pins): settings}, consumer=f"stbpi-{os.getpid()}", event_buffer_size=_EVENTS
            )
    except OSError as exc:
        raise _told(exc, pins, device) from exc


def _check_library() -> None:
    with told_as_box_error(driver=NAME):
        import gpiod
    if not hasattr(gpiod, "LineSettings"):
        raise NoDriverError("the installed gpiod is older than version 2", INSTALL[NAME])


def _check_pins(pins: Sequence[int], lines: int, device: Path) -> None:
    for pin in pins:
        if pin >= lines:
            what = f"{device} has no pin {pin}, only 0 to {lines - 1}"
            raise WrongBoardError(what, "Correct gpio.chip or the pin.", pin=pin)


def _told(exc: OSError, pins: Sequence[int], device: Path) -> BoxError:
    if exc.errno != errno.EBUSY:
        return box_error(exc, driver=NAME)
    taken = next((pin for pin in pins if holder(device, pin)), None)
    return box_error(exc, driver=NAME, pin=taken, chip=device)


if TYPE_CHECKING:
    _fits: Callable[..., Switches] = KernelLines
