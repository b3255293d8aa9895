"""What is said of a serial port that can't be opened, or fails."""

from __future__ import annotations

import asyncio
import errno
import socket
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from stbpi.errors import PortError
from stbpi.serial_log.port import SerialPort, open_exclusively
from stbpi.serial_log.port_errors import (
    FAILS,
    GONE,
    IN_USE,
    MISSING,
    NO_PORT,
    NOT_ALLOWED,
    holder_of,
    translated,
)
from tests.serial_log.lines_of import PATIENCE_S, Cable

BAUD = 115_200


def refused(address: str) -> PortError:
    async def main() -> PortError:
        port = SerialPort(address, BAUD)
        with pytest.raises(PortError) as caught:
            await port.open()
        await port.close()
        return caught.value

    return asyncio.run(asyncio.wait_for(main(), PATIENCE_S))


@pytest.mark.field("E3")
def test_a_missing_port_is_told(tmp_path: Path) -> None:
    error = refused(f"{tmp_path}/ttyUSB0")

    assert error.what == f"there is no serial port {tmp_path}/ttyUSB0"
    assert error.do == "Plug it in, or name another port; stbpi doctor lists them."
    assert error.mark == MISSING


@pytest.mark.parametrize("make", [Path.touch, Path.mkdir])
def test_what_is_no_port_is_told(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "log")
    error = refused(f"{tmp_path}/log")

    assert error.what == f"{tmp_path}/log is no serial port"
    assert error.mark == NO_PORT


def test_a_port_in_use_is_told_with_who_uses_it(cable: Cable) -> None:
    program = (
        f"import serial, sys; p = serial.Serial({str(cable.name)!r}, exclusive=True); "
        "print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == b"open\n"
        error = refused(str(cable.name))
        other.communicate(timeout=PATIENCE_S)

    assert error.what.startswith(
        f"the serial port {cable.name} is in use by process {other.pid} (python"
    )
    assert error.do == "End that program, or name another port."
    assert error.mark == IN_USE


def test_a_port_that_this_program_uses_already_is_told(cable: Cable) -> None:
    with open_exclusively(str(cable.name), BAUD):
        error = refused(str(cable.name))

    assert error.what == f"another program uses the serial port {cable.name}"


def test_a_port_that_may_not_be_used_is_told() -> None:
    with pytest.raises(PortError) as caught, translated("/dev/ttyS0"):
        raise serial.SerialException(errno.EACCES, "could not open port")

    assert caught.value.what == "the serial port /dev/ttyS0 may not be used"
    assert "sudo usermod -aG dialout NAME" in caught.value.do
    assert caught.value.mark == NOT_ALLOWED


def without_a_number() -> None:
    try:
        raise termios.error(errno.EIO, "Input/output error")
    except termios.error as exc:
        raise serial.SerialException(f"Could not configure port: {exc}") from exc


@pytest.mark.parametrize(
    ("fails", "mark", "what"),
    [
        (OSError(errno.EIO, "Input/output error"), GONE, "the serial port X has gone"),
        (termios.error(errno.EIO, "Input/output error"), GONE, "the serial port X has gone"),
        (termios.error("odd"), FAILS, "the serial port X fails: odd"),
        (
            serial.SerialTimeoutException("Write timeout"),
            FAILS,
            "the serial port X fails: Write timeout",
        ),
        (
            ValueError("invalid URL, protocol 'x' not known"),
            FAILS,
            "the serial port X fails: invalid URL, protocol 'x' not known",
        ),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            FAILS,
            "the serial port X fails: No space left on device",
        ),
        (ModuleNotFoundError("serial"), FAILS, "pyserial is not installed"),
    ],
)
@pytest.mark.field("E3")
def test_whatever_pyserial_and_the_system_raise_is_one_error(
    fails: Exception, mark: str, what: str
) -> None:
    with pytest.raises(PortError) as caught, translated("X"):
        raise fails

    assert (caught.value.mark, caught.value.what) == (mark, what)
    assert caught.value.mark.isascii() and len(caught.value.mark) <= 60


@pytest.mark.field("E3")
def test_a_number_that_pyserial_has_put_into_words_is_found() -> None:
    with pytest.raises(PortError) as caught, translated("X"):
        without_a_number()

    assert caught.value.mark == GONE


def test_a_bug_is_no_error_of_the_port() -> None:
    with pytest.raises(TypeError), translated("X"):
        raise TypeError("write() takes bytes")


def test_nobody_holds_a_port_that_nobody_holds(cable: Cable) -> None:
    assert holder_of(cable.name) == ""


def test_who_holds_a_port_is_told_as_far_as_it_may_be_seen(tmp_path: Path) -> None:
    (tmp_path / "7").touch()
    (tmp_path / "8" / "fd").mkdir(parents=True)
    (tmp_path / "8" / "fd" / "3").symlink_to("/dev/null")

    assert holder_of(Path("/dev/null"), proc=tmp_path) == "process 8"
    (tmp_path / "8" / "cmdline").write_bytes(b"/usr/bin/minicom\0-D\0/dev/null\0")
    assert holder_of(Path("/dev/null"), proc=tmp_path) == "process 8 (minicom -D /dev/null)"


def test_a_socket_that_nobody_answers_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
    error = refused(f"socket://127.0.0.1:{number}")

    assert error.what == (f"the serial port socket://127.0.0.1:{number} fails: Connection refused")


@pytest.mark.parametrize("address", ["nonsense://x", "socket://127.0.0.1", "socket://h:p"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    error = refused(address)

    assert error.what == f"{address} is no serial port"
    assert error.mark == NO_PORT


def test_a_host_that_nobody_knows_is_told_as_the_system_says_it() -> None:
    fails = socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with pytest.raises(PortError) as caught, translated("socket://nowhere.invalid:7"):
        raise serial.SerialException(f"Could not open port: {fails}") from fails

    assert caught.value.what.endswith("fails: Name or service not known")
