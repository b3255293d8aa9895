"""Where lines come from: serial ports, which come and go, and files and pipes, which end.

Never: knows a line; waits for a port that takes nothing before it reads on.
"""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from stbpi.collector import notices
from stbpi.collector.notices import Notice
from stbpi.errors import AddressError, PortError
from stbpi.foreign import reason
from stbpi.language import _
from stbpi.serial_log.port import Port, SerialPort
from stbpi.serial_log.port_errors import MISSING, NO_PORT, NOT_ALLOWED
from stbpi.tasks import Pauses
from stbpi.worker import Worker

STDIN = "-"
DEVICES = Path("/dev")

SOONEST_S, LATEST_S = 1.0, 10.0
"""A port is opened again after so long, and after twice as long each time."""

BLOCK = 65_536

T = TypeVar("T")

Ask = Callable[[bytes], None]
"""Sends something as soon as that is possible; what waits to be sent is replaced."""


class Ear(Protocol):
    """Hears what comes; everything is called in the loop."""

    def opened(self, port: str, ask: Ask | None) -> None:
        """A line begins; without `ask` it has no way back."""
        ...

    def came(self, port: str, data: bytes) -> None:
        """Some bytes have come."""
        ...

    def closed(self, port: str) -> None:
        """A line has ended."""
        ...

    def said(self, notice: Notice) -> None:
        """There is something to tell."""
        ...

    def whole(self, box: str) -> int:
        """Return the number up to which nothing of a box is missing."""
        ...

    def when_stored(self, call: Callable[[], None]) -> None:
        """Call this, once, when what has come so far is on the disk."""
        ...


class Source(Protocol):
    """Something that lines come from."""

    async def run(self, ear: Ear) -> None:
        """Read until nothing more can come.

        Raises:
            StbError: it can't be read at all.
        """
        ...


def source(address: str, *, baud: int, once: bool) -> Source:
    """Return what an address means.

    Args:
        address: a device, an address of `serial.serial_for_url`, a file, a pipe, or `-`.
        baud: of serial ports.
        once: a port is not waited for.

    Raises:
        AddressError: nothing can ever be read there.
    """
    if address == STDIN:
        return Stream(address)
    if "://" in address:
        _check_url(address)
        return Serial(SerialPort(address, baud), address, once=once)
    path = Path(address)
    try:
        mode = path.stat().st_mode
    except OSError as exc:
        if isinstance(exc, FileNotFoundError) and path.absolute().is_relative_to(DEVICES):
            return Serial(SerialPort(address, baud), address, once=once)
        what = _("{port} can't be read: {cause}").format(port=address, cause=reason(exc))
        raise AddressError(what, _what_can_be_read()) from exc
    if stat.S_ISREG(mode) or stat.S_ISFIFO(mode):
        return Stream(address)
    if stat.S_ISCHR(mode):
        return Serial(SerialPort(address, baud), address, once=once)
    raise AddressError(_("{port} is no serial port").format(port=address), _what_can_be_read())


class Serial:
    """A serial port: waited for until it is there, and opened again when it has gone.

    Args:
        port: the port.
        name: what it is called.
        once: it is not waited for, and read only until it has gone.
    """

    def __init__(self, port: Port, name: str, *, once: bool) -> None:
        self._port = port
        self._name = name
        self._once = once
        self._is_first = True

    async def run(self, ear: Ear) -> None:
        told, pauses = "", Pauses(SOONEST_S, LATEST_S)
        while True:
            try:
                await self._port.open()
            except PortError as exc:
                await self._port.close()
                self._refuse(exc)
                problem = exc
            else:
                problem = await self._read(ear)
                told = ""
                pauses.begin_anew()
                if self._once:
                    return
            self._is_first = False
            if problem.mark != told:
                told = problem.mark
                ear.said(notices.waiting(self._name, problem.what))
            await pauses.rest()

    def _refuse(self, problem: PortError) -> None:
        """Raise what waiting for the port would not change."""
        if problem.mark == NO_PORT or (problem.mark == MISSING and self._once):
            raise AddressError(problem.what, problem.do) from problem
        if self._once or (problem.mark == NOT_ALLOWED and self._is_first):
            raise problem

    async def _read(self, ear: Ear) -> PortError:
        """Read until the port fails; return how."""
        requests = _Requests(self._port)
        writing = asyncio.create_task(requests.write())
        ear.opened(self._name, requests.put)
        try:
            while True:
                ear.came(self._name, await self._port.read())
                await asyncio.sleep(0)  # whoever is at the other end may never pause
        except PortError as exc:
            return exc
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            ear.closed(self._name)
            await self._port.close()


class _Requests:
    """Sends what a box is asked for; only the newest request is worth sending."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._newest = b""
        self._is_there = asyncio.Event()

    def put(self, data: bytes) -> None:
        """Send this instead of what has not begun to go out."""
        self._newest = data
        self._is_there.set()

    async def write(self) -> None:
        """Write what there is to write, for ever; a port that fails tells its reader, too."""
        try:
            while True:
                await self._is_there.wait()
                self._is_there.clear()
                data, self._newest = self._newest, b""
                while data:
                    data = data[await self._port.write(data) :]
        except PortError:
            return


class Stream:
    """A file, a pipe or the standard input: read from its beginning to its end.

    Args:
        address: its name, or `-`.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._worker = Worker("stream")  # opening or reading a pipe may never end

    async def run(self, ear: Ear) -> None:
        try:
            fd = await self._job(self._open)
            ear.opened(self._address, None)
            while data := await self._job(partial(os.read, fd, BLOCK)):
                ear.came(self._address, data)
            if self._address != STDIN:
                os.close(fd)
        finally:
            self._worker.shutdown()
        ear.closed(self._address)
        ear.said(notices.ended(self._address))

    def _open(self) -> int:
        return 0 if self._address == STDIN else os.open(self._address, os.O_RDONLY)

    async def _job(self, job: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._worker, job)
        except OSError as exc:
            what = _("{port} can't be read: {cause}").format(port=self._address, cause=reason(exc))
            raise AddressError(what, _what_can_be_read()) from exc


def _check_url(address: str) -> None:
    """Refuse what pyserial has no name for.

    Raises:
        AddressError: it has none.
    """
    from serial import serial_for_url

    try:
        serial_for_url(address, do_not_open=True)
    except ValueError as exc:
        what = _("{port} is no serial port").format(port=address)
        raise AddressError(what, _what_can_be_read()) from exc
    except OSError:  # it may be there later
        pass


def _what_can_be_read() -> str:
    return _(
        "Name a serial port, an address like {url}, a file, a pipe, or - for the input."
    ).format(url="socket://host:port")


if TYPE_CHECKING:
    _serial: type[Source] = Serial
    _stream: type[Source] = Stream
