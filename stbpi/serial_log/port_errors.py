"""What goes wrong with a serial port: what pyserial and the system raise, told as a `PortError`.

This is the only place that knows their exceptions. pyserial often says only in words what the
system has said with a number; the number is then found in what the error came from.

Never: imports pyserial (an error that comes from it has imported it already).
"""

from __future__ import annotations

import errno
import os
import re
import termios
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Full

from stbpi.errors import PortError
from stbpi.foreign import reason
from stbpi.language import Message, _, message

# What stands in the journal when the serial log fails; in full it stands in the program's log.
MISSING = "the serial port is missing"
NOT_ALLOWED = "the serial port may not be used"
IN_USE = "another program uses the serial port"
NO_PORT = "what is configured is no serial port"
GONE = "the serial port has gone"
STUCK = "the serial port does not open"
FAILS = "the serial port fails"

_BY_NUMBER: Mapping[int, str] = {
    **dict.fromkeys((errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR), MISSING),
    **dict.fromkeys((errno.EACCES, errno.EPERM), NOT_ALLOWED),
    **dict.fromkeys((errno.EAGAIN, errno.EBUSY), IN_USE),
    **dict.fromkeys((errno.ENOTTY, errno.EINVAL, errno.EISDIR), NO_PORT),
    **dict.fromkeys((errno.EIO, errno.EPIPE, errno.ECONNRESET, errno.EBADF), GONE),
}

_NOTHING = Message("")
_LIST = message("Plug it in, or name another port; {command} lists them.", command="stbpi doctor")
JOIN_DIALOUT = message(
    "Add the user to group {group} ({command}) and log in again.",
    group="dialout",
    command="sudo usermod -aG dialout NAME",
)
_WORDS: Mapping[str, tuple[Message, Message]] = {
    MISSING: (message("there is no serial port {port}"), _LIST),
    NOT_ALLOWED: (message("the serial port {port} may not be used"), JOIN_DIALOUT),
    IN_USE: (
        message("another program uses the serial port {port}"),
        message("End that program, or name another port."),
    ),
    NO_PORT: (
        message("{port} is no serial port"),
        message("Name another port; {command} lists them.", command="stbpi doctor"),
    ),
    GONE: (message("the serial port {port} has gone"), message("Plug it in again.")),
    STUCK: (message("the serial port {port} does not open"), message("Plug it in again.")),
    FAILS: (message("the serial port {port} fails: {reason}"), _NOTHING),
}
_NO_ADDRESS = (ValueError, TypeError, KeyError)
"""What pyserial raises, and puts into words of its own, where an address can't be understood."""

_MOST_OF_A_COMMAND = 60


@contextmanager
def translated(port: str) -> Iterator[None]:
    """Turn what pyserial and the system raise into a `PortError`.

    Args:
        port: its address, for the text.
    """
    try:
        yield
    except ImportError as exc:
        what = _("{library} is not installed").format(library="pyserial")
        do = _("Install it: {command}").format(command="pip install pyserial")
        raise PortError(what, do, mark=FAILS) from exc
    except (OSError, termios.error, ValueError, NotImplementedError, Full) as exc:
        raise _translation(port, exc) from exc


def failed(port: str, mark: str, cause: str = "") -> PortError:
    """Return an error.

    Args:
        port: the address.
        mark: what is wrong, one of the marks above.
        cause: what the system says, if that is to be told.
    """
    what, do = map(str, _WORDS[mark])
    if mark == IN_USE and (holder := holder_of(Path(port))):
        what = _("the serial port {port} is in use by {holder}")
        return PortError(what.format(port=port, holder=holder), do, mark=mark)
    return PortError(what.format(port=port, reason=cause), do, mark=mark)


def _translation(port: str, exc: Exception) -> PortError:
    causes = [cause for cause in (exc, exc.__cause__, exc.__context__) if cause is not None]
    cause = next((cause for cause in causes if _number(cause)), None)
    if cause is not None:
        mark = _BY_NUMBER.get(_number(cause) or 0, FAILS)
        return failed(port, mark, _said(cause))
    is_no_address = "://" in port and any(isinstance(c, _NO_ADDRESS) for c in causes)
    return failed(port, NO_PORT if is_no_address else FAILS, str(exc) or type(exc).__name__)


def _said(cause: BaseException) -> str:
    """Return what the system calls an error; the numbers of `getaddrinfo` are its own."""
    number = _number(cause) or 0
    if number < 0 and isinstance(cause, OSError):
        return reason(cause)
    return reason(OSError(number, os.strerror(number)))


def _number(exc: BaseException | None) -> int | None:
    """Return the number of a system's error."""
    match exc:
        case OSError():
            return exc.errno
        case termios.error(args=(int() as number, *_)):
            return number
        case _:
            return None


def holder_of(device: Path, *, proc: Path = Path("/proc")) -> str:
    """Say which other program has a device, as far as this user may see that.

    Args:
        device: its name; links are followed.
        proc: where the processes are.
    """
    pid = _who_locks(device, proc) or _who_has_open(device, proc)
    if not pid or pid == str(os.getpid()):
        return ""
    try:
        words = (proc / pid / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return _("process {pid}").format(pid=pid)
    command = " ".join([Path(words[0]).name, *words[1:]]).strip()[:_MOST_OF_A_COMMAND]
    return _("process {pid} ({command})").format(pid=pid, command=command)


def _who_locks(device: Path, proc: Path) -> str:
    """Look in the kernel's list, `1: FLOCK ADVISORY WRITE 812 00:18:5 0 EOF`; everybody may."""
    try:
        about, locks = device.stat(), (proc / "locks").read_text()
    except OSError:
        return ""
    place = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}:{about.st_ino}"
    found = re.search(rf"\bFLOCK +\w+ +WRITE (\d+) {place} ", locks)
    return found[1] if found else ""


def _who_has_open(device: Path, proc: Path) -> str:
    """Look at what each process has open, as far as this user may."""
    real = os.path.realpath(device)
    for process in proc.glob("[0-9]*"):
        try:
            is_open = any(os.path.realpath(file) == real for file in (process / "fd").iterdir())
        except OSError:
            continue
        if is_open and process.name != str(os.getpid()):
            return process.name
    return ""
