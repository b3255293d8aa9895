"""The serial port: pyserial behind a small protocol.

A device and a socket are read and written through their file descriptor, when the loop says that
they are ready: then it is known how many bytes have gone out, and nothing ever waits. pyserial's
own `write` does not tell that (its time-out may come when everything was taken; told not to wait,
it spins while there is no room). Ports without a descriptor (`loop://`, `rfc2217://`) are asked
through pyserial in a thread; one of which it isn't known how much it took is given up.

Never: blocks the loop; lets pyserial wait for ever. Keep: pyserial is imported inside functions.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stbpi.errors import PortError
from stbpi.language import _
from stbpi.serial_log.port_errors import FAILS, GONE, failed, translated
from stbpi.worker import Worker

CLOSING_S = 1.0
"""A driver that hangs keeps nobody from ending for longer than this."""

WRITE_S = 1.0
"""A port without a descriptor may take so long for a line."""

POLL_S = 0.2
"""So often a port without a descriptor is asked whether something has come."""

_DRAIN_S = 0.02
_READ = 4096

T = TypeVar("T")


class Port(Protocol):
    """A serial line, or what stands in for one; everything is called in the loop.

    `read` and `write` may wait at the same time. Either may be cancelled while it waits, and has
    then done nothing.
    """

    async def open(self) -> None:
        """Open it.

        Raises:
            PortError: it can't be opened.
        """
        ...

    async def write(self, data: bytes) -> int:
        """Wait until it takes some of the data; return how many bytes it took.

        Raises:
            PortError: it has failed, and is to be closed.
        """
        ...

    async def read(self) -> bytes:
        """Wait until something comes, and return it.

        Raises:
            PortError: it has failed, and is to be closed.
        """
        ...

    async def close(self, *, within_s: float = 0) -> None:
        """Close it, whatever state it is in; it may be opened again.

        Args:
            within_s: what it has taken may take so long to go out.
        """
        ...


def open_exclusively(address: str, baud: int) -> Any:
    """Return an open port of pyserial that nobody else has, and that never waits for ever.

    Args:
        address: a device, or what `serial.serial_for_url` takes.
        baud: bits a second.

    Raises:
        PortError: it can't be opened.
    """
    write_s = None if address.startswith("rfc2217://") else WRITE_S  # it knows its own only
    with translated(address):
        from serial import serial_for_url

        return serial_for_url(
            address, baudrate=baud, timeout=0, write_timeout=write_s, exclusive=True
        )


class SerialPort:
    """A port that pyserial opens.

    Args:
        address: a device, or what `serial.serial_for_url` takes.
        baud: bits a second.
        opener: opens it, in a thread.
    """

    def __init__(
        self, address: str, baud: int, *, opener: Callable[[str, int], Any] = open_exclusively
    ) -> None:
        self._address = address
        self._baud = baud
        self._opener = opener
        self._worker: Worker | None = None
        self._port: Any = None
        self._fd: int | None = None
        self._is_writing = False

    async def open(self) -> None:
        self._worker = Worker("serial")
        self._is_writing = False
        await self._job(self._open)

    async def write(self, data: bytes) -> int:
        fd = self._fd
        if fd is None:
            return await self._write_in_the_thread(data)
        loop = asyncio.get_running_loop()
        while True:
            with translated(self._address):
                try:
                    return os.write(fd, data)
                except BlockingIOError:
                    pass
            await _ready(partial(loop.add_writer, fd), partial(loop.remove_writer, fd))

    async def read(self) -> bytes:
        fd = self._fd
        if fd is None:
            return await self._read_in_the_thread()
        loop = asyncio.get_running_loop()
        while True:
            await _ready(partial(loop.add_reader, fd), partial(loop.remove_reader, fd))
            with translated(self._address):
                try:
                    data = os.read(fd, _READ)
                except BlockingIOError:
                    continue
            if not data:  # ready, but with nothing to read: there is no device any more
                raise failed(self._address, GONE)
            return data

    async def close(self, *, within_s: float = 0) -> None:
        if self._worker is None:
            return
        if within_s:
            with suppress(TimeoutError, PortError):
                async with asyncio.timeout(within_s):
                    while await self._job(self._is_going_out):
                        await asyncio.sleep(_DRAIN_S)
        self._fd = None
        closing = self._job(self._close)
        self._worker.shutdown()
        self._worker = None
        await asyncio.wait({closing}, timeout=CLOSING_S)

    async def _write_in_the_thread(self, data: bytes) -> int:
        """Write; who didn't wait for the end of that can't know how much was taken."""
        if self._is_writing:
            raise failed(self._address, FAILS, _("nobody knows how much it took"))
        self._is_writing = True
        taken = await self._job(partial(self._write, data))
        self._is_writing = False
        return taken

    async def _read_in_the_thread(self) -> bytes:
        while not (data := await self._job(self._read)):
            await asyncio.sleep(POLL_S)
        return data

    def _job(self, job: Callable[[], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._worker, job)

    # In the thread

    def _open(self) -> None:
        self._port = self._opener(self._address, self._baud)
        self._fd = self._port.fileno() if _is_its_descriptor(self._address) else None

    def _write(self, data: bytes) -> int:
        with translated(self._address):
            taken = self._port.write(data)
        return len(data) if taken is None else int(taken)

    def _read(self) -> bytes:
        with translated(self._address):
            return bytes(self._port.read(_READ) or b"")

    def _is_going_out(self) -> bool:
        with translated(self._address):
            return bool(self._port is not None and getattr(self._port, "out_waiting", 0))

    def _close(self) -> None:
        """Close it; what has not gone out is thrown away, or the kernel might wait for it."""
        port, self._port = self._port, None
        for let_go in ("reset_output_buffer", "close"):
            with suppress(Exception):  # it may have failed in any way; this is the end of it
                getattr(port, let_go)()


async def _ready(add: Callable[..., None], remove: Callable[[], object]) -> None:
    """Wait until a descriptor is ready."""
    is_ready = asyncio.Event()
    add(is_ready.set)
    try:
        await is_ready.wait()
    finally:
        remove()


def _is_its_descriptor(address: str) -> bool:
    """Say whether nothing stands between a port and its descriptor, as it does in `spy://`."""
    return "://" not in address or address.startswith("socket://")


if TYPE_CHECKING:
    _fits: type[Port] = SerialPort
