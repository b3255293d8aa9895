"""The serial port: on real pseudo terminals and sockets, and on what pyserial makes of others."""

from __future__ import annotations

import asyncio
import socket
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import serial
from serial import rfc2217

from stbpi.errors import PortError
from stbpi.serial_log import port as module
from stbpi.serial_log.port import SerialPort, open_exclusively
from stbpi.serial_log.port_errors import (
    GONE,
    MISSING,
)
from tests.serial_log.lines_of import PATIENCE_S, Cable, real

BAUD = 115_200

pyserial_forgets = pytest.mark.filterwarnings(
    "ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning"
)
"""It leaves closing a socket that has gone, and the file of a spy, to the garbage collector."""


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.001)


async def filled(port: SerialPort) -> int:
    """Write until nothing more is taken; return how much was."""
    taken = 0
    for size in (1000, 1):
        with suppress(TimeoutError):
            while True:
                taken += await asyncio.wait_for(port.write(b"x" * size), 0.1)
    return taken


# Devices


@real
async def test_what_is_written_comes_out_and_what_is_said_comes_in(cable: Cable) -> None:
    port = SerialPort(str(cable.name), BAUD)
    await port.open()
    taken = await port.write(b"hello\r\n")
    cable.write(b'{"resume":1}\n')
    came = await port.read()
    await port.close()

    assert taken == 7
    assert cable.read() == b"hello\r\n"
    assert came == b'{"resume":1}\n'


@real
async def test_a_port_that_nobody_reads_says_how_much_it_took(cable: Cable) -> None:
    port = SerialPort(str(cable.name), BAUD)
    await port.open()
    taken = await filled(port)
    came = cable.read()
    assert 1000 <= taken == len(came)

    await port.write(b"more")
    await until(lambda: cable.read() == b"more")
    await port.close()


@real
async def test_waiting_to_write_does_not_keep_anybody_from_reading(cable: Cable) -> None:
    port = SerialPort(str(cable.name), BAUD)
    await port.open()
    await filled(port)
    writing = asyncio.create_task(port.write(b"x"))
    cable.write(b"?")
    assert await port.read() == b"?"
    assert not writing.done()

    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await port.close()


@pytest.mark.parametrize("how", ["read", "write", "full"])
@real
async def test_a_port_that_is_pulled_has_gone(cable: Cable, how: str) -> None:
    port = SerialPort(str(cable.name), BAUD)
    await port.open()
    if how == "full":
        await filled(port)
    waiting = asyncio.create_task(port.read() if how == "read" else port.write(b"x"))
    await asyncio.sleep(0)
    cable.pull()
    with pytest.raises(PortError) as caught:
        await waiting
        while True:
            await port.write(b"x")
    await port.close()

    assert caught.value.mark == GONE
    assert caught.value.what == f"the serial port {cable.name} has gone"


@pytest.mark.field("E4")
@real
async def test_a_port_that_comes_back_as_another_device_is_opened_by_its_name(cable: Cable) -> None:
    port = SerialPort(str(cable.name), BAUD)
    for number in range(20):
        await port.open()
        await port.write(b"%d" % number)
        assert cable.read() == b"%d" % number
        await port.close()
        cable.pull()
        with pytest.raises(PortError) as caught:
            await port.open()
        await port.close()
        assert caught.value.mark == MISSING
        cable.plug_in()


@real
async def test_a_closed_port_leaves_nothing_open(cable: Cable) -> None:
    before, threads = descriptors(), set(threading.enumerate())
    port = SerialPort(str(cable.name), BAUD)
    for _ in range(5):
        await port.open()
        await port.close()
    await port.close()
    await until(lambda: set(threading.enumerate()) <= threads)

    assert descriptors() == before


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@real
async def test_an_opening_that_nobody_waits_for_is_closed_too(cable: Cable) -> None:
    may_open = threading.Event()
    closed = threading.Event()

    class Late:
        def fileno(self) -> int:
            return -1

        def reset_output_buffer(self) -> None:
            raise termios.error(5, "Input/output error")

        def close(self) -> None:
            closed.set()

    def open_late(address: str, baud: int) -> Any:
        may_open.wait()
        return Late()

    port = SerialPort(str(cable.name), BAUD, opener=open_late)
    opening = asyncio.create_task(port.open())
    await asyncio.sleep(0.01)
    opening.cancel()
    closing = asyncio.create_task(port.close())
    await asyncio.sleep(0.01)
    may_open.set()
    await closing

    assert closed.wait(PATIENCE_S)


@real
async def test_a_driver_that_hangs_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLOSING_S", 0.05)
    may_go_on = threading.Event()
    port = SerialPort("/dev/log", BAUD, opener=lambda address, baud: may_go_on.wait())
    opening = asyncio.create_task(port.open())
    await asyncio.sleep(0.01)
    opening.cancel()
    await port.close(within_s=0.05)

    may_go_on.set()


@real
async def test_what_is_written_goes_out_before_the_port_is_closed() -> None:
    class Slow:
        out_waiting = 3
        closed_with = -1

        def fileno(self) -> int:
            return -1

        def close(self) -> None:
            self.closed_with = self.out_waiting

    slow = Slow()
    port = SerialPort("/dev/log", BAUD, opener=lambda address, baud: slow)
    await port.open()
    closing = asyncio.create_task(port.close(within_s=PATIENCE_S))
    await asyncio.sleep(0.1)
    assert not closing.done()
    slow.out_waiting = 0
    await closing

    assert slow.closed_with == 0


@pytest.mark.parametrize("baud", [300, 9600, 115_200, 250_000, 4_000_000])
@real
async def test_any_speed_can_be_had(cable: Cable, baud: int) -> None:
    port = SerialPort(str(cable.name), baud)
    await port.open()
    await port.write(b"x")
    assert cable.read() == b"x"

    await port.close()


# Addresses


@pyserial_forgets
@real
async def test_a_socket_is_a_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = SerialPort(f"socket://127.0.0.1:{server.getsockname()[1]}", BAUD)
        await port.open()
        other, _ = server.accept()
        with other:
            await port.write(b"hello")
            assert other.recv(99) == b"hello"
            other.send(b"?")
            assert await port.read() == b"?"
            taken = await filled(port)
            assert taken > 1000
        with pytest.raises(PortError) as caught:
            while True:
                await port.read()
        await port.close()

    assert caught.value.mark == GONE


@real
async def test_a_loop_is_a_port() -> None:
    port = SerialPort("loop://", 4_000_000)
    await port.open()
    assert await port.write(b"hello\r\n") == 7
    assert await port.read() == b"hello\r\n"
    await port.close()


@real
async def test_a_loop_that_is_full_has_failed() -> None:
    port = SerialPort("loop://", 4_000_000)
    await port.open()
    with pytest.raises(PortError):
        for _ in range(100):
            await port.write(b"x" * 100)
    await port.close()


@pyserial_forgets
@real
async def test_a_spy_is_a_port_that_sees_what_is_written(cable: Cable, tmp_path: Path) -> None:
    port = SerialPort(f"spy://{cable.name}?file={tmp_path / 'seen'}", BAUD)
    await port.open()
    await port.write(b"hello")
    assert cable.read() == b"hello"

    await port.close()
    assert "hello" in (tmp_path / "seen").read_text()


class TerminalServer:
    """A serial line behind a network, as RFC 2217 has it."""

    def __init__(self) -> None:
        self.line = serial.serial_for_url("loop://", baudrate=4_000_000, timeout=0)
        self.came = bytearray()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"rfc2217://127.0.0.1:{self._server.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        self._client.sendall(data)

    def _serve(self) -> None:
        self._client, _ = self._server.accept()
        manager = rfc2217.PortManager(self.line, self)
        with self._client:
            while data := self._client.recv(999):
                self.came += b"".join(manager.filter(data))

    def close(self) -> None:
        self._server.close()
        self._thread.join(PATIENCE_S)
        self.line.close()


@pytest.mark.filterwarnings("ignore:set:DeprecationWarning")  # what pyserial calls
@real
async def test_a_terminal_server_is_a_port() -> None:
    server = TerminalServer()
    port = SerialPort(server.address, BAUD)
    await port.open()
    assert await port.write(b"hello") == 5
    await until(lambda: server.came == b"hello")
    server.write(b"?")
    assert await port.read() == b"?"
    await port.close()
    server.close()


# Ports that only pyserial knows


class Odd:
    """A port of somebody's own, which has only what it must have.

    Attributes:
        takes: what `write` returns or raises.
    """

    def __init__(self, takes: int | Exception | None) -> None:
        self.takes = takes

    def write(self, data: bytes) -> int | None:
        if isinstance(self.takes, Exception):
            raise self.takes
        return self.takes

    def read(self, size: int) -> bytes | None:
        return None

    def close(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize(("takes", "taken"), [(3, 3), (None, 5)])
@real
async def test_a_port_that_does_not_say_how_much_it_took_has_taken_all(
    takes: int | None, taken: int
) -> None:
    port = SerialPort("odd://", BAUD, opener=lambda address, baud: Odd(takes))
    await port.open()
    assert await port.write(b"hello") == taken
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(port.read(), 0.05)
    await port.close()


@real
async def test_a_time_out_that_comes_when_everything_was_taken_ends_the_opening() -> None:
    late = Odd(serial.SerialTimeoutException("Write timeout"))
    port = SerialPort("odd://", BAUD, opener=lambda address, baud: late)
    await port.open()
    for _ in range(2):
        with pytest.raises(PortError):
            await port.write(b"hello")
    await port.close()


def test_pyserial_never_waits_for_ever(cable: Cable) -> None:
    with open_exclusively(str(cable.name), BAUD) as port:
        assert (port.timeout, port.write_timeout) == (0, module.WRITE_S)


def test_pyserials_own_write_can_not_be_told_how_much_it_took(cable: Cable) -> None:
    """Why this program writes itself: all of it was taken, and still there is a time-out."""
    with serial.Serial(str(cable.name), BAUD, write_timeout=0.01) as port:
        sent, begin = 0, time.monotonic()
        with pytest.raises(serial.SerialTimeoutException):
            while time.monotonic() - begin < PATIENCE_S:
                port.write(b"x")
                sent += 1

        assert len(cable.read()) == sent + 1
