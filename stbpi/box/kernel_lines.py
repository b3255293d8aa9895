"""The box on the kernel's own GPIO lines: one request for all of them, through gpiod 2.

Why this driver and not lgpio's: the kernel tells edges through a file descriptor, and the event
loop sleeps on it, so that a box nobody plays on costs nothing. lgpio's thread for edges wakes
1,250 times a second whatever is connected, and gpiozero adds a thread of its own. All levels are
read with one call, which is one moment.

After an edge the descriptor is not listened to until the levels have been read: a contact that
chatters a thousand times a second costs no more than the readings do. The events themselves say
nothing that the levels don't, and are thrown away.

Never: debounces (the kernel's debounce would hide what a bad contact does), blocks, raises in a
callback. Keep: gpiod is imported inside functions; `on_edge` is called in the running event loop.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from stbpi.box.gpio_chip import AUTO
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.gpio_errors import box_error, told_as_box_error
from stbpi.box.kernel_chip import NAME, take_lines
from stbpi.box.port import Levels, Switches
from stbpi.errors import BoxError
from stbpi.language import _

if TYPE_CHECKING:
    from gpiod import LineRequest, LineSettings

_EVENTS_BYTES = 4096  # more than the kernel keeps, at 48 bytes each

logger = logging.getLogger(__name__)


class KernelLines:
    """The driver of a box whose switches are wired to the Pi.

    Args:
        contacts: what is wired to which pin (BCM).
        chip: which chip has the pins, see `find_chip`.

    Raises:
        NoDriverError: gpiod is missing, too old or can't be loaded.
        NoPermissionError: the chip may not be used.
        PinBusyError: somebody else holds a pin.
        WrongBoardError: there is no such chip or pin.
        BoxError: something else.
    """

    def __init__(self, contacts: Contacts, *, chip: str = AUTO) -> None:
        self.count = contacts.count
        self._contacts = contacts
        self._wake: Callable[[], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listens = False
        self._request: LineRequest | None = take_lines(self._contacts.pins, chip, _listening)
        os.set_blocking(self._request.fd, False)

    def levels(self) -> Levels:
        request = self._request
        if request is None:
            raise BoxError(_("the switches are not open any more"))
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
        except Exception:  # whoever is woken must not keep the next edge from being told
            logger.exception("an edge could not be passed on; the next scan will see it")


def _listening() -> LineSettings:
    from gpiod import LineSettings
    from gpiod.line import Bias, Direction, Edge

    return LineSettings(
        direction=Direction.INPUT,
        bias=Bias.PULL_UP,
        edge_detection=Edge.BOTH,
        active_low=True,
    )


if TYPE_CHECKING:
    _fits: Callable[..., Switches] = KernelLines
