"""Checks of what is joined to the board: display, serial ports, and the switches themselves.

Keep: nothing here opens a pin while another stbpi plays, or while that can't be found out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stbpi.box.gpio_chip import NO_HARDWARE
from stbpi.box.tile_board import Found
from stbpi.config import Config
from stbpi.errors import BoxError
from stbpi.foreign import reason
from stbpi.games.game import members
from stbpi.language import _, message
from stbpi.serial_log.port_errors import holder_of
from stbpi.service.board import is_pi, join, text_of
from stbpi.service.finding import Finding, fail, info, ok, warn
from stbpi.service.journal import other_stbpi
from stbpi.service.machine import Machine
from stbpi.service.page import GPIO, ROLL
from stbpi.service.wires import where

I2C_ON = "sudo raspi-config nonint do_i2c 0"
CONSOLE_OFF = message("{command}, then reboot", command="sudo raspi-config nonint do_serial_cons 1")

# The firmware turns serial0 into the port's own name before the kernel sees it. ttyAMA10 is the
# Pi 5's connector for debugging, which has no pins on the header.
_CONSOLE = re.compile(r"\bconsole=(serial\d|ttyS\d+|ttyAMA\d)(?![0-9])")
_NUMBERED = re.compile(r"/tty(USB|ACM)\d+$")
DISPLAYS = (0x3C, 0x3D)
"""The I2C addresses that a display may have."""

BY_ID = "/dev/serial/by-id"
_COMMAND_LINES = ("/proc/cmdline", "/boot/firmware/cmdline.txt", "/boot/cmdline.txt")


def i2c(machine: Machine, config: Config) -> Iterator[Finding]:
    display = config.display
    if display.driver == "none":
        yield info("I2C", _("not asked: the configuration has no display"))
        return
    name = f"/dev/i2c-{display.bus}"
    address = _said(display.address)
    bus = machine.file(name)
    if not bus.exists():
        fix = I2C_ON
        if not is_pi(machine):
            fix = _("{otherwise}; on a Pi: {command}").format(otherwise=NO_HARDWARE, command=I2C_ON)
        yield warn("I2C", _("there is no {device}").format(device=name), fix)
        return
    try:
        answers = machine.answers(bus, display.address)
        elsewhere = [] if answers else [one for one in DISPLAYS if machine.answers(bus, one)]
    except ImportError:
        text = _("{library} is not installed").format(library="smbus2")
        yield warn("I2C", text, "pip install smbus2")
    except PermissionError:
        text = _("{device} may not be used").format(device=name)
        yield warn("I2C", text, join("i2c", machine))
    except OSError as exc:
        text = _("{device} fails: {reason}").format(device=name, reason=reason(exc) or exc)
        yield warn("I2C", text, _("Check SDA, SCL, 3.3 V, ground."))
    else:
        if answers:
            text = _("{driver} answers at {address} on {device}")
            text = text.format(driver=display.driver, address=address, device=name)
            yield ok("I2C", text)
        else:
            text = _("nothing answers at {address} on {device}")
            text = text.format(address=address, device=name)
            fix = _("Check the display's SDA (pin 3), SCL (pin 5), 3.3 V, ground, and its address.")
            if elsewhere:
                setting = f"address = {_said(elsewhere[0])}"
                fix = _("Set {setting} in {section}.").format(setting=setting, section="[display]")
            yield warn("I2C", text, fix)
        yield _devices(machine, bus)


def _devices(machine: Machine, bus: Path) -> Finding:
    """Tell everything that answers on an I2C bus."""
    name = "I2C devices"
    try:
        found = machine.devices(bus)
    except OSError as exc:
        return info(name, _("can't be found out: {why}").format(why=reason(exc) or exc))
    return info(name, ", ".join(map(_said, found)) or _("none"))


def _said(address: int) -> str:
    return f"0x{address:02X}"


def serial(machine: Machine, config: Config) -> Iterator[Finding]:
    try:
        ports = machine.serial_ports()
    except ImportError:
        text = _("unknown: {library} is not installed").format(library="pyserial")
        yield info("serial ports", text)
        return
    told = [f"{device} ({about})" if about else device for device, about in ports]
    header = machine.file("/dev/serial0")
    if header.exists():
        text = _("{device} is {name}")
        told.insert(0, text.format(device="/dev/serial0", name=header.resolve().name))
    files = [machine.file(device) for device, about in ports]
    refused = any(file.exists() and not machine.may_use(file) for file in files)
    fix = _("To use them: {command}").format(command=join("dialout", machine)) if refused else ""
    yield info("serial ports", ", ".join(told) or _("none"), fix)


def serial_log(machine: Machine, config: Config) -> Iterator[Finding]:
    port, name = config.serial.port, "serial log"
    if not port:
        yield info(name, _("none: {key} names no port").format(key="serial.port"))
        return
    if not port.startswith("/"):
        yield info(name, _("{port} is not looked at").format(port=port))
        return
    device = machine.file(port)
    if not device.exists():
        known = ", ".join(_names(machine))
        fix = _("Plug it in.")
        if known:
            fix = _("Plug it in, or name another one: {known}").format(known=known)
        yield warn(name, _("there is no serial port {port}").format(port=port), fix)
    elif not machine.may_use(device):
        text = _("the serial port {port} may not be used").format(port=port)
        yield warn(name, text, join("dialout", machine))
    elif holder := holder_of(device, proc=machine.file("/proc")):
        text = _("the serial port {port} is in use by {holder}").format(port=port, holder=holder)
        if other_stbpi(machine, config.journal.path).plays:
            yield ok(name, text)
        else:
            yield warn(name, text, _("End that program, or name another port."))
    elif _NUMBERED.search(port) and (stays := _name_of(device, machine)):
        text = _("{port} may have another number tomorrow").format(port=port)
        fix = _("Set {setting} in {section}.")
        yield warn(name, text, fix.format(setting=f'port = "{stays}"', section="[serial]"))
    else:
        text = _("{port}, {baud} bits a second")
        yield ok(name, text.format(port=port, baud=config.serial.baud))


def _names(machine: Machine) -> list[str]:
    """List the serial ports by names that stay, as far as they have one."""
    links = machine.file(BY_ID)
    return sorted(f"{BY_ID}/{link.name}" for link in links.iterdir()) if links.is_dir() else []


def _name_of(device: Path, machine: Machine) -> str:
    """Return the name of a serial port that stays; nothing if it has none."""
    real = device.resolve()
    return next((name for name in _names(machine) if machine.file(name).resolve() == real), "")


def console(machine: Machine, config: Config) -> Iterator[Finding]:
    if not is_pi(machine):
        yield info("console", _("not looked for: this is not a Raspberry Pi"))
        return
    for name in _COMMAND_LINES:
        if found := _CONSOLE.search(text_of(machine.file(name))):
            text = _("Linux talks on the UART ({setting} in {file})")
            text = text.format(setting=found[0], file=name)
            yield warn("console", text, str(CONSOLE_OFF))
            return
    yield ok("console", _("the UART is free"))


def switches(machine: Machine, config: Config) -> Iterator[Finding]:
    other = other_stbpi(machine, config.journal.path)
    if other.plays is None:
        text = _("levels not read: it can't be found out whether the daemon is running")
        fix = _("Run this again with sudo, or as a member of the group {group}.")
        yield warn("switches", text, fix.format(group="stbpi"))
        return
    if other.plays:
        text = _("the daemon is running (pid unknown): levels not read")
        if other.pid:
            text = _("the daemon is running (pid {pid}): levels not read").format(pid=other.pid)
        fix = _("To see the levels: {command}").format(command="sudo systemctl stop stbpi")
        yield info("switches", text, fix)
        return
    section = config.box.inputs
    try:
        if section == GPIO:
            levels = machine.levels(config.gpio)
        else:
            found = machine.tile_board(config.tile_board)
            yield from _of_board(found)
            levels = found.levels
    except BoxError as exc:
        here = "stbpi doctor" in exc.do  # where the reader is already
        yield fail("switches", exc.what, "" if here else exc.do)
        return
    down = members(levels.down)
    for tile, pin in enumerate(config.wired.tiles, start=1):
        level = _("down ({line})") if tile in down else _("up ({line})")
        yield ok(f"tile {tile}", level.format(line=where(pin, section, f"tile_{tile}")))
    line = where(config.wired.roll, section, ROLL)
    if levels.roll:
        fix = _("If nobody presses it: its switch or its wire touches ground.")
        yield warn("roll button", _("pressed ({line})").format(line=line), fix)
    else:
        yield ok("roll button", _("not pressed ({line})").format(line=line))


def _of_board(found: Found) -> Iterator[Finding]:
    """Tell who a tile board is, and what went wrong with it since it was started."""
    who, has = found.identity, ", ".join(sorted(found.identity.capabilities)) or "-"
    text = _("{port}: {board}, firmware {version}, {tiles} contacts for tiles; {has}")
    yield ok(
        "tile board",
        text.format(
            port=found.address, board=who.board, version=who.version, tiles=who.tiles, has=has
        ),
    )
    counts = found.counters
    text = _("lines not understood: {bad}; snapshots dropped: {dropped}; restarts: {resets}")
    text = text.format(bad=counts.bad, dropped=counts.dropped, resets=counts.resets)
    if counts.resets:
        fix = _(
            "Its watchdog has restarted it: check its cable and its power, update its firmware."
        )
        yield warn("link", text, fix)
    else:
        yield info("link", text)
