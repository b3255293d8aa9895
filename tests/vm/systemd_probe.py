"""Tries, as the service's user, what the service's sandbox must prevent, and what it must allow.

`systemd_sandbox` runs this twice: inside the sandbox, where each attempt must end as
it says, and with the same user and groups outside, where all must succeed: else an attempt fails
for another reason and proves nothing.

Never: needs anything but Python's own library.
"""

from __future__ import annotations

import ctypes
import errno
import json
import mmap
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

OPEN_FOLDERS = ("/usr/open", "/etc/open", "/opt/open", "/var/open")
"""Folders where everybody may write, as far as the rights of files go."""
LETTERS = ("/home/ann/letter", "/tmp/letter")
"""Files that everybody may read."""
FORBIDDEN, PICO, ADAPTER = "/dev/forbidden", "/dev/pico", "/dev/adapter"
SPEAKER = "/dev/speaker"
DEVICES = {FORBIDDEN: (1, 11), PICO: (166, 9), ADAPTER: (188, 9), SPEAKER: (116, 9)}
"""Devices that everybody may open, with their numbers; the last three have no driver here."""

_NEW_USER_NAMESPACE = 0x10000000
_32_BIT = 0x0008
OK = "ok"
MARK = "probe: "


@dataclass(frozen=True, slots=True)
class Attempt:
    """Something to try.

    Attributes:
        claim: what the sandbox should do.
        wanted: "ok", or the names of the errors that it may end with.
        do: tries it.
    """

    claim: str
    wanted: tuple[str, ...]
    do: Callable[[], object]


def outcome(attempt: Attempt) -> str:
    """Try it; return "ok" or the error's name."""
    try:
        attempt.do()
    except OSError as exc:
        return errno.errorcode.get(exc.errno or 0, repr(exc))
    return OK


def _write(folder: str) -> Callable[[], object]:
    def write() -> None:
        path = Path(folder, "probe")
        path.write_text("x", encoding="ascii")
        path.unlink()

    return write


def _read(path: str) -> Callable[[], object]:
    return lambda: Path(path).read_bytes()


def _open(path: str) -> Callable[[], object]:
    def open_device() -> None:
        try:
            os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY))
        except OSError as exc:
            if exc.errno != errno.ENXIO:  # it has no driver: that was found out behind the sandbox
                raise

    return open_device


def _socket(family: int) -> Callable[[], object]:
    return lambda: socket.socket(family, socket.SOCK_DGRAM).close()


def _call(name: str, argument: int) -> Callable[[], object]:
    def call() -> None:
        if getattr(ctypes.CDLL(None, use_errno=True), name)(argument) < 0:
            raise OSError(ctypes.get_errno(), name)

    return call


def _set_user_id() -> None:
    path = Path("/var/lib/stbpi/probe")
    path.touch()
    try:
        path.chmod(0o4755)
    finally:
        path.unlink()


ATTEMPTS = (
    *(Attempt(f"{path} is read-only", ("EROFS",), _write(path)) for path in OPEN_FOLDERS),
    *(Attempt(f"{path} is hidden", ("EACCES", "ENOENT"), _read(path)) for path in LETTERS),
    Attempt("other people's processes are hidden", ("ENOENT",), lambda: Path("/proc/1").stat()),
    Attempt("another device is closed", ("EPERM",), _open(FORBIDDEN)),
    Attempt("no socket to the network", ("EAFNOSUPPORT",), _socket(socket.AF_INET)),
    Attempt("no socket to the kernel", ("EAFNOSUPPORT",), _socket(socket.AF_NETLINK)),
    Attempt("no other personality", ("EPERM",), _call("personality", _32_BIT)),
    Attempt("no memory to write and to run", ("EPERM",), lambda: mmap.mmap(-1, 4096, prot=7)),
    Attempt("no file that runs as its owner", ("EPERM",), _set_user_id),
    Attempt("no other priority", ("EPERM",), lambda: os.setpriority(os.PRIO_PROCESS, 0, 5)),
    Attempt("the folder of the journal may be written", (OK,), _write("/var/lib/stbpi")),
    Attempt("/tmp may be written", (OK,), _write("/tmp")),
    Attempt("the pins are open", (OK,), _open("/dev/gpiochip0")),
    Attempt("the display's bus is open", (OK,), _open("/dev/i2c-0")),
    Attempt("a Pico that is plugged in later is open", (OK,), _open(PICO)),
    Attempt("a serial adapter that is plugged in later is open", (OK,), _open(ADAPTER)),
    Attempt("a loudspeaker that is plugged in later is open", (OK,), _open(SPEAKER)),
    Attempt("/dev/null is open", (OK,), _open("/dev/null")),
    Attempt("a socket to systemd", (OK,), _socket(socket.AF_UNIX)),
    # The last one: outside, it takes the user's name and groups away.
    Attempt("no namespace of its own", ("EPERM",), _call("unshare", _NEW_USER_NAMESPACE)),
)


if __name__ == "__main__":
    print(MARK + json.dumps([outcome(attempt) for attempt in ATTEMPTS]))
