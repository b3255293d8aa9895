"""Checks of the board: what it is, what runs on it, and whether this user may use its pins."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from pathlib import Path

import stbpi
from stbpi.box.gpio_chip import AUTO, HEADER_LABELS, NO_HARDWARE
from stbpi.config import Config
from stbpi.display.libraries import LUMA, PILLOW
from stbpi.language import _, message
from stbpi.service.finding import Finding, fail, info, ok, warn
from stbpi.service.machine import Machine
from stbpi.service.page import GPIO

LIBRARIES = (
    *("gpiod", "gpiozero", "lgpio", "rpi-lgpio", "RPi.GPIO"),
    *("luma.oled", "luma.core", "smbus2", "pillow", "pyserial"),
)
WRONG_GPIOZERO = ("2.0.1.post1", "2.0.1.post2")
EMPTY_LGPIO = "0.0.0.2"
NO_SYSFS_EDGES = (6, 6)
"""The first kernel where RPi.GPIO can't watch pins any more."""


# Bits of `vcgencmd get_throttled`: now, and the same 16 bits further on: since the last boot.
_THROTTLED = (
    message("under-voltage"),
    message("frequency capped"),
    message("throttled"),
    message("too warm"),
)
_TOO_LITTLE_POWER = 0
_SINCE_BOOT = 16

_USE_AUTO = message("Set {setting} in {section}.", setting='pin_factory = "auto"', section="[gpio]")


def is_pi(machine: Machine) -> bool:
    return "Raspberry Pi" in _model(machine)


def _model(machine: Machine) -> str:
    if name := text_of(machine.file("/proc/device-tree/model")):
        return name
    told = re.search(r"^Model\s*:\s*(.+)", text_of(machine.file("/proc/cpuinfo")), re.MULTILINE)
    return told[1] if told else ""


def text_of(file: Path) -> str:
    """Return what stands in a file, stripped of blanks and NULs; nothing if it can't be read."""
    try:
        return file.read_bytes().decode(errors="replace").strip(" \t\r\n\0")
    except OSError:
        return ""


def model(machine: Machine, config: Config) -> Iterator[Finding]:
    name = _model(machine)
    if is_pi(machine):
        yield ok("model", name)
    else:
        what = _("{name} is not a Raspberry Pi") if name else _("this is not a Raspberry Pi")
        yield info("model", what.format(name=name), str(NO_HARDWARE))


def system(machine: Machine, config: Config) -> Iterator[Finding]:
    release = text_of(machine.file("/etc/os-release"))
    name = re.search(r'^PRETTY_NAME="?([^"\n]*)', release, re.MULTILINE)
    kernel = text_of(machine.file("/proc/sys/kernel/osrelease"))
    yield info("OS", name[1] if name else _("unknown"))
    yield info("kernel", kernel or _("unknown"))
    yield info("python", f"{platform.python_version()}, stbpi {stbpi.__version__}")


def libraries(machine: Machine, config: Config) -> Iterator[Finding]:
    versions = {name: machine.version(name) for name in LIBRARIES}
    had = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    missing = ", ".join(name for name, version in versions.items() if not version)
    had = had or _("none")
    if missing:
        text = _("{had}; not installed: {missing}").format(had=had, missing=missing)
        yield info("libraries", text)
    else:
        yield info("libraries", had)
    if versions["gpiozero"] in WRONG_GPIOZERO:
        text = _("version {version} picks the wrong driver on a Pi 5")
        text = text.format(version=versions["gpiozero"])
        yield warn("gpiozero", text, "pip install --upgrade gpiozero")
    if versions["lgpio"] == EMPTY_LGPIO:
        text = _("version {version} is an empty placeholder").format(version=EMPTY_LGPIO)
        yield warn("lgpio", text, "pip install --upgrade 'lgpio>=0.2.2'")
    if versions["RPi.GPIO"] and not versions["rpi-lgpio"]:
        yield from _old_driver(machine, config)
    if config.display.driver != "none":
        yield from _of_display(machine)


def _old_driver(machine: Machine, config: Config) -> Iterator[Finding]:
    kernel = re.match(r"(\d+)\.(\d+)", text_of(machine.file("/proc/sys/kernel/osrelease")))
    if not kernel or (int(kernel[1]), int(kernel[2])) < NO_SYSFS_EDGES:
        return
    if config.gpio.pin_factory == "rpigpio":
        text = _("can't watch pins on this kernel (6.6 and newer)")
        yield warn("RPi.GPIO", text, str(_USE_AUTO))
    else:
        text = _("can't watch pins on this kernel (6.6 and newer); it isn't used")
        yield info("RPi.GPIO", text)


def _of_display(machine: Machine) -> Iterator[Finding]:
    for library in (PILLOW, LUMA):
        try:
            for module in library.modules:
                machine.load(module)
        except (ImportError, OSError) as exc:
            text = _("can't be loaded: {why}").format(why=exc)
            fix = _("{apt}; in an environment of its own: {pip}")
            yield warn(library.name, text, fix.format(apt=library.apt, pip=library.pip))
            return  # luma needs Pillow


def pin_factory(machine: Machine, config: Config) -> Iterator[Finding]:
    if config.box.inputs != GPIO:
        yield info("pin factory", _("not asked: the switches are on a tile board"))
        return
    wanted = config.gpio.pin_factory
    source = dict(config.sources).get("gpio.pin_factory", "default")
    said = _("the default")
    if source != "default":
        said = _("said by {source}").format(source=source)
    choice = machine.driver(wanted)
    if wanted == AUTO:
        text = _("{name}, for {reason} ({auto}, {said})")
        yield ok(
            "pin factory",
            text.format(name=choice.name, reason=choice.reason, auto=AUTO, said=said),
        )
    elif wanted == "mock":
        text = _("{name}, {said}; no real pins").format(name=wanted, said=said)
        yield warn("pin factory", text, str(_USE_AUTO))
    else:
        yield ok("pin factory", f"{choice.name}, {said}")


def gpio_chip(machine: Machine, config: Config) -> Iterator[Finding]:
    if config.box.inputs != GPIO:
        yield info("GPIO chip", _("not asked: the switches are on a tile board"))
        return
    devices = sorted(machine.file("/dev").glob("gpiochip*"))
    labels: dict[str, str] = {}
    refused: list[str] = []
    for device in devices:
        try:
            labels[device.name] = machine.chip_label(device)
        except OSError:
            refused.append(device.name)
    told = ", ".join(f"/dev/{name} ({label})" for name, label in labels.items())
    wanted = config.gpio.chip
    header = [name for name, label in labels.items() if _is_meant(wanted, name, label)]
    if config.gpio.pin_factory == "mock":
        yield info("GPIO chip", told or _("none; none is needed for mock pins"))
    elif not devices:
        yield fail("GPIO chip", _("this machine has none"), str(NO_HARDWARE))
    elif header:
        yield ok("GPIO chip", told)
    elif refused:
        text = _("{device} can't be opened").format(device=f"/dev/{refused[0]}")
        yield fail("GPIO chip", text, join("gpio", machine))
    elif wanted == AUTO:
        text = _("none has the header's pins: {have}").format(have=told)
        yield fail("GPIO chip", text, str(NO_HARDWARE))
    else:
        text = _("none is {wanted}: {have}").format(wanted=wanted, have=told)
        fix = _("Correct {key} in {section}.").format(key="chip", section="[gpio]")
        yield fail("GPIO chip", text, fix)


def _is_meant(wanted: str, name: str, label: str) -> bool:
    if wanted == AUTO:
        return label.startswith(HEADER_LABELS)
    return wanted in (label, f"/dev/{name}")


def permissions(machine: Machine, config: Config) -> Iterator[Finding]:
    user = machine.user()
    who = _("{user} is in {groups}") if user.groups else _("{user} is in no group")
    who = who.format(user=user.name, groups=", ".join(sorted(user.groups)))
    if user.is_root:
        yield ok("groups", _("{who}; root may use everything").format(who=who))
        return
    devices = [("gpio", device) for device in sorted(machine.file("/dev").glob("gpiochip*"))]
    if config.gpio.pin_factory == "mock" or config.box.inputs != GPIO:
        devices = []
    if config.display.driver != "none":
        devices.append(("i2c", machine.file(f"/dev/i2c-{config.display.bus}")))
    closed = [
        (g, device) for g, device in devices if device.exists() and not machine.may_use(device)
    ]
    if closed:
        names = ", ".join(f"/dev/{device.name}" for group, device in closed)
        groups = ",".join(dict.fromkeys(group for group, device in closed))
        finding = fail if "gpio" in groups else warn
        text = _("{who}; may not use {devices}").format(who=who, devices=names)
        yield finding("groups", text, join(groups, machine))
    else:
        yield ok("groups", who)


def join(groups: str, machine: Machine) -> str:
    """Say how the user comes into groups (names with commas)."""
    command = f"sudo usermod -aG {groups} {machine.user().name}"
    return _("{command}, then log in again").format(command=command)


def throttling(machine: Machine, config: Config) -> Iterator[Finding]:
    told = re.search(
        r"throttled=0x([0-9a-fA-F]+)", machine.output("vcgencmd", "get_throttled") or ""
    )
    if not told:
        yield info("throttling", _("unknown: {program} doesn't say").format(program="vcgencmd"))
        return
    bits = int(told[1], 16)
    now, before = _throttled(bits), _throttled(bits >> _SINCE_BOOT)
    text = "; ".join(
        [
            *([_("{what} now").format(what=now)] if now else []),
            *([_("{what} since the last boot").format(what=before)] if before else []),
        ]
    )
    if not text:
        yield ok("throttling", _("never since the last boot"))
    elif (bits | bits >> _SINCE_BOOT) >> _TOO_LITTLE_POWER & 1:
        fix = _("Use the power supply made for this Pi, and a short cable.")
        yield warn("throttling", text, fix)
    else:
        yield warn("throttling", text, _("Give the board air, or a heat sink."))


def _throttled(bits: int) -> str:
    return ", ".join(str(what) for bit, what in enumerate(_THROTTLED) if bits >> bit & 1)
