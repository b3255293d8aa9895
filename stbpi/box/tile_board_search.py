"""The search for a tile board: where one may be plugged in, and which of them fits.

A Raspberry Pi Pico says on USB that it is one, not what it is there for: whoever calls itself so
is asked.

Keep: pyserial is imported inside functions; whatever is not taken is closed again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from stbpi.box.tile_board_errors import (
    FOREIGN,
    SILENT,
    SMALL,
    misfit,
    missing,
    several,
    silent,
    unusable,
)
from stbpi.box.tile_board_link import Link
from stbpi.errors import BoardLostError, PortError
from stbpi.serial_log.port import Port, SerialPort
from stbpi.serial_log.port_errors import translated
from stbpi.worker import Worker

AUTO = "auto"
VENDOR, PRODUCT = 0x2E8A, 0x0005
"""What a Raspberry Pi Pico with MicroPython calls itself on USB."""

BAUD = 115_200
"""There is none on USB; it is what a port must be opened with."""


def plugged_in() -> list[str]:
    """Return the devices that may be tile boards, by what they call themselves on USB.

    Raises:
        PortError: pyserial is missing.
    """
    with translated(AUTO):
        from serial.tools.list_ports import comports

        ports = [port for port in comports() if (port.vid, port.pid) == (VENDOR, PRODUCT)]
        return sorted(str(port.device) for port in ports)


def serial_port(address: str) -> Port:
    """Return the port of an address, still closed."""
    return SerialPort(address, BAUD)


class Search:
    """Finds the board.

    Args:
        port: where it is; "auto": it is looked for on USB.
        opens: makes the port of an address.
        search: lists the addresses where a board may be, in a thread.
    """

    def __init__(
        self, port: str, *, opens: Callable[[str], Port], search: Callable[[], list[str]]
    ) -> None:
        self._port = port
        self._opens = opens
        self._search = search

    async def connect(self, most: int) -> Link:
        """Return a link to the one board that fits.

        Args:
            most: the highest number of a contact for a tile that is used.

        Raises:
            BoardLostError: there is none, or more than one.
        """
        addresses = [self._port] if self._port != AUTO else await self._found()
        if not addresses:
            raise missing()
        greetings = [asyncio.create_task(self._greeted(one, most)) for one in addresses]
        try:
            answers = await asyncio.gather(*greetings, return_exceptions=True)
        except asyncio.CancelledError:
            await _let_go(greetings)
            raise
        links = [answer for answer in answers if isinstance(answer, Link)]
        if len(links) == 1:
            return links[0]
        for link in links:
            await link.port.close()
        if links:
            raise several(link.address for link in links)
        raise _told([one for one in answers if isinstance(one, BaseException)], addresses)

    async def _found(self) -> list[str]:
        worker = Worker("tile_board")
        try:
            return await asyncio.get_running_loop().run_in_executor(worker, self._search)
        except PortError as exc:
            raise unusable(self._port, exc) from exc
        finally:
            worker.shutdown()

    async def _greeted(self, address: str, most: int) -> Link:
        port = self._opens(address)
        try:
            await port.open()
            link = Link(port, address)
            wrong = misfit(address, await link.greet(), most)
            if wrong is not None:
                raise wrong
        except PortError as exc:
            await port.close()
            raise unusable(address, exc) from exc
        except BaseException:
            await port.close()
            raise
        return link


async def _let_go(greetings: Iterable[asyncio.Task[Link]]) -> None:
    """Close what has answered, now that nobody wants it any more."""
    for greeting in greetings:
        if not greeting.cancelled() and greeting.exception() is None:
            await greeting.result().port.close()


def _told(failures: Sequence[BaseException], addresses: Sequence[str]) -> BaseException:
    """Return what is to be told if no board answers as it should: first of all, what does."""
    ranks = {FOREIGN: 1, SMALL: 1, SILENT: 3}
    by_rank = sorted(failures, key=lambda one: ranks.get(getattr(one, "mark", ""), 2))
    if isinstance(by_rank[0], BoardLostError) and by_rank[0].mark == SILENT:
        return silent(addresses)
    return by_rank[0]
