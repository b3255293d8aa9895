"""Checks of what is joined to the board: display, serial ports, and the switches themselves.

Keep: nothing here opens a pin while another stbpi plays, or while that can't be found out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stbpi.box.gpio_chip import NO_HARDWARE
from stbpi.config import Config
from stbpi.errors import BoxError
from stbpi.games.game import members
from stbpi.service.board import is_pi, join, text_of
from stbpi.service.finding import Finding, fail, info, ok, warn
from stbpi.service.journal import other_stbpi
from stbpi.service.machine import Machine

I2C_ON = "sudo raspi-config nonint do_i2c 0"
CONSOLE_OFF = "sudo raspi-config nonint do_serial_cons 1, then reboot"

# The firmware turns serial0 into the port's own name before the kernel sees it. ttyAMA10 is the
# Pi 5's connector for debugging, which has no pins on the header.
_CONSOLE = re.compile(r"\bconsole=(serial\d|ttyS\d+|ttyAMA\d)(?![0-9])")
_COMMAND_LINES = ("/proc/cmdline", "/boot/firmware/cmdline.txt", "/boot/cmdline.txt")


def i2c(machine: Machine, config: Config) -> Iterator[Finding]:
    display = config.display
    if display.driver == "none":
        yield info("I2C", "not asked: the configuration has no display")
        return
    name = f"/dev/i2c-{display.bus}"
    address = f"0x{display.address:02X}"
    bus = machine.file(name)
    if not bus.exists():
        fix = I2C_ON if is_pi(machine) else f"{NO_HARDWARE}; on a Pi: {I2C_ON}"
        yield warn("I2C", f"there is no {name}", fix)
        return
    try:
        answers = machine.answers(bus, display.address)
    except ImportError:
        yield warn("I2C", "smbus2 is not installed", "pip install smbus2")
    except PermissionError:
        yield warn("I2C", f"{name} may not be used", join("i2c", machine))
    except OSError as exc:
        yield warn("I2C", f"{name} fails: {exc.strerror or exc}", "Check SDA, SCL, 3.3 V, ground.")
    else:
        if answers:
            yield ok("I2C", f"{display.driver} answers at {address} on {name}")
        else:
            yield warn(
                "I2C",
                f"nothing answers at {address} on {name}",
                "Check the display's SDA (pin 3), SCL (pin 5), 3.3 V, ground, and its address.",
            )


def serial(machine: Machine, config: Config) -> Iterator[Finding]:
    try:
        ports = machine.serial_ports()
    except ImportError:
        yield info("serial ports", "unknown: pyserial is not installed")
        return
    told = [f"{device} ({about})" if about else device for device, about in ports]
    header = machine.file("/dev/serial0")
    if header.exists():
        told.insert(0, f"/dev/serial0 is {header.resolve().name}")
    files = [machine.file(device) for device, _ in ports]
    refused = any(file.exists() and not machine.may_use(file) for file in files)
    fix = f"To use them: {join('dialout', machine)}" if refused else ""
    yield info("serial ports", ", ".join(told) or "none", fix)


def console(machine: Machine, config: Config) -> Iterator[Finding]:
    if not is_pi(machine):
        yield info("console", "not looked for: this is not a Raspberry Pi")
        return
    for name in _COMMAND_LINES:
        if found := _CONSOLE.search(text_of(machine.file(name))):
            yield warn("console", f"Linux talks on the UART ({found[0]} in {name})", CONSOLE_OFF)
            return
    yield ok("console", "the UART is free")


def switches(machine: Machine, config: Config) -> Iterator[Finding]:
    other = other_stbpi(machine, config.journal.path)
    if other.plays is None:
        text = "levels not read: it can't be found out whether the daemon is running"
        yield warn("switches", text, "Run this again with sudo, or as a member of the group stbpi.")
        return
    if other.plays:
        who = f"pid {other.pid}" if other.pid else "pid unknown"
        text = f"the daemon is running ({who}): levels not read"
        yield info("switches", text, "To see the levels: sudo systemctl stop stbpi")
        return
    try:
        levels = machine.levels(config.gpio)
    except BoxError as exc:
        here = "stbpi doctor" in exc.do  # where the reader is already
        yield fail("switches", exc.what, "" if here else exc.do)
        return
    down = members(levels.down)
    for tile, pin in enumerate(config.gpio.tiles, start=1):
        yield ok(f"tile {tile}", f"{'down' if tile in down else 'up'} (GPIO {pin})")
    roll = f"(GPIO {config.gpio.roll})"
    if levels.roll:
        fix = "If nobody presses it: its switch or its wire touches ground."
        yield warn("roll button", f"pressed {roll}", fix)
    else:
        yield ok("roll button", f"not pressed {roll}")
