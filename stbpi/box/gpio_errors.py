"""GPIO errors: what the GPIO libraries raise, told as a BoxError that says what to do.

This is the only place that knows the exceptions of gpiod, gpiozero, lgpio and RPi.GPIO. gpiod
raises plain OSErrors, lgpio has one class for everything and RPi.GPIO raises RuntimeError for most
of it, so a failure is recognised by the text `Class: message`: the table is read from the top and
the first row whose sign occurs in it wins.

Never: imports a GPIO library (a failure that comes from one has imported it already), decides to
try another driver. Keep: two lines a message.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from stbpi.box.gpio_chip import JOIN_GROUP, NO_HARDWARE, holder
from stbpi.errors import (
    BoxError,
    NoDriverError,
    NoPermissionError,
    PinBusyError,
    WrongBoardError,
)
from stbpi.language import Message, _, message

_NOTHING = Message("")


@dataclass(frozen=True, slots=True)
class _Row:
    """How a failure is told: the text that it is known by, and what is made of it.

    Attributes:
        sign: stands in the text of the failure.
        kind: the error that it becomes.
        what: what has happened.
        do: what to do about it.
        somewhere: what has happened, if it isn't known at which pin; `what`, if it names none.
    """

    sign: str
    kind: type[BoxError]
    what: Message
    do: Message = _NOTHING
    somewhere: Message | None = None


_NO_RIGHT = (NoPermissionError, message("this user may not use the GPIO pins"), JOIN_GROUP)
_NO_PI = (WrongBoardError, message("this machine is not a Raspberry Pi"), NO_HARDWARE)
_OLD_RPI_GPIO = (
    WrongBoardError,
    message("RPi.GPIO does not work on this board or kernel ({kernel})"),
    message("Set {setting} in {section}.", setting='pin_factory = "auto"', section="[gpio]"),
)
_NOT_LOADED = (
    NoDriverError,
    message("the GPIO driver {driver} can't be loaded: {text}"),
    Message("{install}"),
)
_ASK_THE_DOCTOR = message(
    "{command} shows the board, its pins and the drivers.", command="stbpi doctor"
)
_GONE = (BoxError, message("the GPIO chip has gone: {text}"), _ASK_THE_DOCTOR)
_BUSY = (
    PinBusyError,
    message("pin {pin} is in use by {holder}"),
    Message("{free_it}"),
    message("a pin is in use by {holder}"),
)

_TABLE = (
    _Row(
        "GPIOPinInUse",
        PinBusyError,
        message("pin {pin} is used twice by this program"),
        message("Give each part its own pin."),
        message("a pin is used twice by this program"),
    ),
    _Row("GPIO busy", *_BUSY),
    _Row("Device or resource busy", *_BUSY),
    _Row(
        "PinInvalidPin",
        WrongBoardError,
        message("this board has no pin {pin}"),
        message("Pins are given as BCM numbers, 2 to 27."),
        message("this board has no such pin"),
    ),
    _Row("DeviceClosed", BoxError, message("the switches are not open any more")),
    _Row(
        ".lgd-",
        BoxError,
        message("lgpio can't make its pipe: {text}"),
        message("Point {variable} at a directory it may write.", variable="LG_WD"),
    ),
    _Row("PermissionError", *_NO_RIGHT),
    _Row("No access to /dev", *_NO_RIGHT),
    _Row("no permission", *_NO_RIGHT),
    _Row("not permitted", *_NO_RIGHT),
    _Row(
        "can not open gpiochip",
        NoPermissionError,
        message("the GPIO chip can't be opened"),
        JOIN_GROUP,
    ),
    _Row("PinUnknownPi", *_NO_PI),
    _Row("only be run on a Raspberry Pi", *_NO_PI),
    _Row("add edge detection", *_OLD_RPI_GPIO),
    _Row("SOC peripheral base address", *_OLD_RPI_GPIO),
    _Row("No such device", *_GONE),
    _Row("ImportError", *_NOT_LOADED),
    _Row("ModuleNotFoundError", *_NOT_LOADED),
)
_OTHER = _Row(
    "",
    BoxError,
    message("GPIO failed at pin {pin}: {text}"),
    _ASK_THE_DOCTOR,
    message("GPIO failed: {text}"),
)

INSTALL: Mapping[str, Message] = {
    "gpiod": message(
        "{command} (Debian 12's {package} is too old)",
        command='pip install "gpiod>=2.1"',
        package="python3-libgpiod",
    ),
    "lgpio": message(
        "install {package} (in a venv: {option}) or {command}",
        package="python3-lgpio",
        option="--system-site-packages",
        command='pip install "stbpi[pi]"',
    ),
    "rpigpio": message(
        "install {package} or {command} (old: {extra})",
        package="python3-rpi-lgpio",
        command='pip install "stbpi[pi]"',
        extra='"stbpi[pi-legacy]"',
    ),
}
"""How a driver comes onto the machine."""

_OURS = re.compile(r"stbpi-(\d+)")
"""How the driver of the kernel's lines signs them."""

_TAKERS = {
    2: "dtparam=i2c_arm",
    3: "dtparam=i2c_arm",
    4: "dtoverlay=w1-gpio",
    **dict.fromkeys(range(7, 12), "dtparam=spi"),
    14: "enable_uart",
    15: "enable_uart",
}
"""What usually holds a pin (BCM), as it stands in the boot configuration."""


@contextmanager
def told_as_box_error(
    *, driver: str = "", pin: int | None = None, chip: Path | None = None
) -> Iterator[None]:
    """Turn any failure of the GPIO libraries in the block into a BoxError.

    Args:
        driver: the name of the driver that is being opened.
        pin: the BCM number that the block is about.
        chip: the device of the GPIO chip, if a pin's holder may be asked there.
    """
    try:
        yield
    except foreign_errors() as exc:
        raise box_error(exc, driver=driver, pin=pin, chip=chip) from exc


def foreign_errors() -> tuple[type[Exception], ...]:
    """List the exceptions that the GPIO libraries raise, as far as they are loaded."""
    roots = [("gpiozero", "GPIOZeroError"), ("lgpio", "error")]
    own = [getattr(sys.modules[lib], name) for lib, name in roots if sys.modules.get(lib)]
    return (ImportError, OSError, RuntimeError, *own)


def box_error(
    exc: Exception, *, driver: str = "", pin: int | None = None, chip: Path | None = None
) -> BoxError:
    """Say what a foreign exception means; see `told_as_box_error`."""
    text = " ".join(str(exc).split()) or type(exc).__name__
    shown = f"{type(exc).__name__}: {text}"
    row = next((row for row in _TABLE if row.sign in shown), _OTHER)
    who = "" if pin is None or chip is None else holder(chip, pin)
    fields = {
        "text": text,
        "pin": pin,
        "driver": driver,
        "install": INSTALL.get(driver, ""),
        "kernel": os.uname().release,
        "holder": _described(who),
        "free_it": _how_to_free(pin, who),
    }
    what = row.what if pin is not None else row.somewhere or row.what
    return row.kind(str(what).format_map(fields), str(row.do).format_map(fields), pin=pin)


def _described(who: str) -> str:
    """Say in words who holds a line, from what the kernel was told by it."""
    if ours := _OURS.fullmatch(who):
        return _("another stbpi, process {pid}").format(pid=ours[1])
    return who or _("another program or a kernel driver")


def _how_to_free(pin: int | None, who: str) -> str:
    if ours := _OURS.fullmatch(who):
        return _("End it: {command}, or {other}.").format(
            command="sudo systemctl stop stbpi", other=f"kill {ours[1]}"
        )
    taker = _TAKERS.get(-1 if pin is None else pin)
    if taker is None:
        return _("Stop that program, or choose another pin.")
    return _("Switch off {taker} in {file}, or choose another pin.").format(
        taker=taker, file="/boot/firmware/config.txt"
    )
