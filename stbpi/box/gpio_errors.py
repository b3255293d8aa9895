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
from collections.abc import Iterator
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


@dataclass(frozen=True, slots=True)
class _Row:
    """How a failure is told: the text that it is known by, and what is made of it."""

    sign: str
    kind: type[BoxError]
    what: str
    do: str


_NO_RIGHT = (NoPermissionError, "this user may not use the GPIO pins", JOIN_GROUP)
_NO_PI = (WrongBoardError, "this machine is not a Raspberry Pi", NO_HARDWARE)
_OLD_RPI_GPIO = (
    WrongBoardError,
    "RPi.GPIO does not work on this board or kernel{kernel}",
    'Set pin_factory = "auto" in [gpio].',
)
_NOT_LOADED = (NoDriverError, "the GPIO driver {driver} can't be loaded: {text}", "{install}")
_GONE = (
    BoxError,
    "the GPIO chip has gone: {text}",
    "stbpi doctor shows the board, its pins and the drivers.",
)

_TABLE = (
    _Row(
        "GPIOPinInUse",
        PinBusyError,
        "{the_pin} is used twice by this program",
        "Give each part its own pin.",
    ),
    _Row("GPIO busy", PinBusyError, "{the_pin} is in use by {holder}", "{free_it}"),
    _Row("Device or resource busy", PinBusyError, "{the_pin} is in use by {holder}", "{free_it}"),
    _Row(
        "PinInvalidPin",
        WrongBoardError,
        "this board has no {the_pin}",
        "Pins are given as BCM numbers, 2 to 27.",
    ),
    _Row("DeviceClosed", BoxError, "the switches have been closed", ""),
    _Row(
        ".lgd-",
        BoxError,
        "lgpio can't make its pipe: {text}",
        "Point LG_WD at a directory it may write.",
    ),
    _Row("PermissionError", *_NO_RIGHT),
    _Row("No access to /dev", *_NO_RIGHT),
    _Row("no permission", *_NO_RIGHT),
    _Row("not permitted", *_NO_RIGHT),
    _Row("can not open gpiochip", NoPermissionError, "the GPIO chip can't be opened", JOIN_GROUP),
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
    "GPIO failed{at_pin}: {text}",
    "stbpi doctor shows the board, its pins and the drivers.",
)

INSTALL = {
    "gpiod": 'pip install "gpiod>=2.1" (Debian 12\'s python3-libgpiod is too old)',
    "lgpio": 'install python3-lgpio (in a venv: --system-site-packages) or pip install "stbpi[pi]"',
    "rpigpio": 'install python3-rpi-lgpio or pip install "stbpi[pi]" (old: "stbpi[pi-legacy]")',
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
        "the_pin": "a pin" if pin is None else f"pin {pin}",
        "driver": driver,
        "install": INSTALL.get(driver, ""),
        "kernel": _kernel(),
        "at_pin": "" if pin is None else f" at pin {pin}",
        "holder": _described(who),
        "free_it": _how_to_free(pin, who),
    }
    return row.kind(row.what.format_map(fields), row.do.format_map(fields), pin=pin)


def _kernel() -> str:
    return f" ({os.uname().release})"


def _described(who: str) -> str:
    """Say in words who holds a line, from what the kernel was told by it."""
    if ours := _OURS.fullmatch(who):
        return f"another stbpi, process {ours[1]}"
    return who or "another program or a kernel driver"


def _how_to_free(pin: int | None, who: str) -> str:
    if ours := _OURS.fullmatch(who):
        return f"End it: sudo systemctl stop stbpi, or kill {ours[1]}."
    taker = _TAKERS.get(-1 if pin is None else pin)
    if taker is None:
        return "Stop that program, or choose another pin."
    return f"Switch off {taker} in /boot/firmware/config.txt, or choose another pin."
