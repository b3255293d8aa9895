"""GPIO errors: what gpiozero, lgpio and RPi.GPIO raise, told as a BoxError that says what to do.

This is the only place that knows those libraries' exceptions. lgpio has one class for everything
and RPi.GPIO raises RuntimeError for most of it, so a failure is recognised by the text
`Class: message`: the table is read from the top and the first row whose sign occurs in it wins.

Never: imports a GPIO library (a failure that comes from one has imported it already), decides to
try another driver. Keep: two lines a message.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from stbpi.errors import BoxError

_NO_RIGHT = (
    "this user may not use the GPIO pins",
    "Add the user to group gpio (sudo usermod -aG gpio NAME) and log in again.",
)
_NO_PI = ("this machine is not a Raspberry Pi", "To play without hardware: stbpi sim")
_USE_LGPIO = ("RPi.GPIO does not work on this board or kernel", "Use the driver lgpio.")

_TABLE: tuple[tuple[str, tuple[str, str]], ...] = (
    ("GPIOPinInUse", ("pin {pin} is used twice by this program", "Give each part its own pin.")),
    ("GPIO busy", ("pin {pin} is in use by {holder}", "{free_it}")),
    (
        "PinInvalidPin",
        ("this board has no pin {pin}", "Pins are given as BCM numbers, 2 to 27."),
    ),
    ("DeviceClosed", ("the switches have been closed", "")),
    (
        ".lgd-",
        (
            "lgpio can't make its pipe: {text}",
            "Point LG_WD at a directory it may write.",
        ),
    ),
    ("PermissionError", _NO_RIGHT),
    ("No access to /dev", _NO_RIGHT),
    ("no permission", _NO_RIGHT),
    ("not permitted", _NO_RIGHT),
    (
        "can not open gpiochip",
        ("the GPIO chip can't be opened", "If /dev/gpiochip0 exists: " + _NO_RIGHT[1]),
    ),
    ("PinUnknownPi", _NO_PI),
    ("only be run on a Raspberry Pi", _NO_PI),
    ("add edge detection", _USE_LGPIO),
    ("SOC peripheral base address", _USE_LGPIO),
    ("ImportError", ("the GPIO driver {driver} can't be loaded: {text}", "{install}")),
    ("ModuleNotFoundError", ("the GPIO driver {driver} can't be loaded: {text}", "{install}")),
)
_OTHER = ("GPIO failed{at_pin}: {text}", "stbpi doctor shows the board, its pins and the drivers.")

_INSTALL = {
    "lgpio": 'install python3-lgpio (in a venv: --system-site-packages) or pip install "stbpi[pi]"',
    "rpigpio": 'install python3-rpi-lgpio or pip install "stbpi[pi]" (old: "stbpi[pi-legacy]")',
}

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
    *, driver: str = "", pin: int | None = None, chip: int | None = None
) -> Iterator[None]:
    """Turn any failure of the GPIO libraries in the block into a BoxError.

    Args:
        driver: the name of the pin factory that is being opened.
        pin: the BCM number that the block is about.
        chip: the number of the gpiochip, if a pin's holder may be asked there.
    """
    try:
        yield
    except foreign_errors() as exc:
        raise box_error(exc, driver=driver, pin=pin, chip=chip) from exc


def foreign_errors() -> tuple[type[Exception], ...]:
    """List the exceptions that the GPIO libraries raise, as far as they are loaded."""
    roots = [("gpiozero", "GPIOZeroError"), ("lgpio", "error")]
    own = [getattr(sys.modules[lib], name) for lib, name in roots if lib in sys.modules]
    return (ImportError, OSError, RuntimeError, *own)


def box_error(
    exc: Exception, *, driver: str = "", pin: int | None = None, chip: int | None = None
) -> BoxError:
    """Say what a foreign exception means; see `told_as_box_error`."""
    text = " ".join(str(exc).split()) or type(exc).__name__
    shown = f"{type(exc).__name__}: {text}"
    what, do = next((row for sign, row in _TABLE if sign in shown), _OTHER)
    fields = {
        "text": text,
        "pin": pin,
        "driver": driver,
        "install": _INSTALL.get(driver, ""),
        "at_pin": "" if pin is None else f" at pin {pin}",
        "holder": _holder(pin, chip) if "{holder}" in what else "",
        "free_it": _how_to_free(pin),
    }
    return BoxError(what.format_map(fields), do.format_map(fields), pin=pin)


def _holder(pin: int | None, chip: int | None) -> str:
    """Ask the kernel who holds a pin; the answer is a driver's or a program's own word."""
    lgpio = sys.modules.get("lgpio")
    unknown = "another program or a kernel driver"
    if lgpio is None or pin is None or chip is None:
        return unknown
    try:
        handle = lgpio.gpiochip_open(chip)
        try:
            *_, user = lgpio.gpio_get_line_info(handle, pin)
        finally:
            lgpio.gpiochip_close(handle)
    except foreign_errors():
        return unknown
    return str(user) or unknown


def _how_to_free(pin: int | None) -> str:
    taker = _TAKERS.get(-1 if pin is None else pin)
    if taker is None:
        return "Stop that program, or choose another pin."
    return f"Switch off {taker} in /boot/firmware/config.txt, or choose another pin."
