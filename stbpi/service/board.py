"""Checks of the board: what it is, what runs on it, and whether this user may use its pins."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from pathlib import Path

import stbpi
from stbpi.box.gpio_chip import AUTO, HEADER_LABELS, NO_HARDWARE
from stbpi.config import Config
from stbpi.service.finding import Finding, fail, info, ok, warn
from stbpi.service.machine import Machine

LIBRARIES = (
    *("gpiod", "gpiozero", "lgpio", "rpi-lgpio", "RPi.GPIO"),
    *("luma.oled", "luma.core", "smbus2", "pillow", "pyserial"),
)
WRONG_GPIOZERO = ("2.0.1.post1", "2.0.1.post2")
EMPTY_LGPIO = "0.0.0.2"
NO_SYSFS_EDGES = (6, 6)
"""The first kernel where RPi.GPIO can't watch pins any more."""


# Bits of `vcgencmd get_throttled`: now, and the same 16 bits further on: since the last boot.
_THROTTLED = ("under-voltage", "frequency capped", "throttled", "too warm")
_SINCE_BOOT = 16


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
        what = f"{name} is" if name else "this is"
        yield info("model", f"{what} not a Raspberry Pi", NO_HARDWARE)


def system(machine: Machine, config: Config) -> Iterator[Finding]:
    release = text_of(machine.file("/etc/os-release"))
    name = re.search(r'^PRETTY_NAME="?([^"\n]*)', release, re.MULTILINE)
    kernel = text_of(machine.file("/proc/sys/kernel/osrelease"))
    yield info("OS", name[1] if name else "unknown")
    yield info("kernel", kernel or "unknown")
    yield info("python", f"{platform.python_version()}, stbpi {stbpi.__version__}")


def libraries(machine: Machine, config: Config) -> Iterator[Finding]:
    versions = {name: machine.version(name) for name in LIBRARIES}
    had = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    missing = ", ".join(name for name, version in versions.items() if not version)
    yield info("libraries", (had or "none") + (f"; not installed: {missing}" if missing else ""))
    if versions["gpiozero"] in WRONG_GPIOZERO:
        text = f"version {versions['gpiozero']} picks the wrong driver on a Pi 5"
        yield warn("gpiozero", text, "pip install --upgrade gpiozero")
    if versions["lgpio"] == EMPTY_LGPIO:
        text = f"version {EMPTY_LGPIO} is an empty placeholder"
        yield warn("lgpio", text, "pip install --upgrade 'lgpio>=0.2.2'")
    if versions["RPi.GPIO"] and not versions["rpi-lgpio"]:
        yield from _old_driver(machine, config)


def _old_driver(machine: Machine, config: Config) -> Iterator[Finding]:
    kernel = re.match(r"(\d+)\.(\d+)", text_of(machine.file("/proc/sys/kernel/osrelease")))
    if not kernel or (int(kernel[1]), int(kernel[2])) < NO_SYSFS_EDGES:
        return
    text = "can't watch pins on this kernel (6.6 and newer)"
    if config.gpio.pin_factory == "rpigpio":
        yield warn("RPi.GPIO", text, 'Set pin_factory = "auto" in [gpio].')
    else:
        yield info("RPi.GPIO", f"{text}; it isn't used")


def pin_factory(machine: Machine, config: Config) -> Iterator[Finding]:
    wanted = config.gpio.pin_factory
    source = dict(config.sources).get("gpio.pin_factory", "default")
    said = "the default" if source == "default" else f"said by {source}"
    choice = machine.driver(wanted)
    if wanted == AUTO:
        yield ok("pin factory", f"{choice.name}, for {choice.reason} (auto, {said})")
    elif wanted == "mock":
        text = f"mock, {said}; no real pins"
        yield warn("pin factory", text, 'Set pin_factory = "auto" in [gpio].')
    else:
        yield ok("pin factory", f"{choice.name}, {said}")


def gpio_chip(machine: Machine, config: Config) -> Iterator[Finding]:
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
        yield info("GPIO chip", told or "none; none is needed for mock pins")
    elif not devices:
        yield fail("GPIO chip", "this machine has none", NO_HARDWARE)
    elif header:
        yield ok("GPIO chip", told)
    elif refused:
        yield fail("GPIO chip", f"/dev/{refused[0]} can't be opened", join("gpio", machine))
    elif wanted == AUTO:
        yield fail("GPIO chip", f"none has the header's pins: {told}", NO_HARDWARE)
    else:
        yield fail("GPIO chip", f"none is {wanted}: {told}", "Correct chip in [gpio].")


def _is_meant(wanted: str, name: str, label: str) -> bool:
    if wanted == AUTO:
        return label.startswith(HEADER_LABELS)
    return wanted in (label, f"/dev/{name}")


def permissions(machine: Machine, config: Config) -> Iterator[Finding]:
    user = machine.user()
    who = f"{user.name} is in {', '.join(sorted(user.groups)) or 'no group'}"
    if user.is_root:
        yield ok("groups", f"{who}; root may use everything")
        return
    devices = [("gpio", device) for device in sorted(machine.file("/dev").glob("gpiochip*"))]
    if config.gpio.pin_factory == "mock":
        devices = []
    if config.display.driver != "none":
        devices.append(("i2c", machine.file(f"/dev/i2c-{config.display.bus}")))
    closed = [
        (g, device) for g, device in devices if device.exists() and not machine.may_use(device)
    ]
    if closed:
        names = ", ".join(f"/dev/{device.name}" for _, device in closed)
        groups = ",".join(dict.fromkeys(group for group, _ in closed))
        finding = fail if "gpio" in groups else warn
        yield finding("groups", f"{who}; may not use {names}", join(groups, machine))
    else:
        yield ok("groups", who)


def join(groups: str, machine: Machine) -> str:
    """Say how the user comes into groups (names with commas)."""
    return f"sudo usermod -aG {groups} {machine.user().name}, then log in again"


def throttling(machine: Machine, config: Config) -> Iterator[Finding]:
    told = re.search(
        r"throttled=0x([0-9a-fA-F]+)", machine.output("vcgencmd", "get_throttled") or ""
    )
    if not told:
        yield info("throttling", "unknown: vcgencmd doesn't say")
        return
    bits = int(told[1], 16)
    now = [word for bit, word in enumerate(_THROTTLED) if bits >> bit & 1]
    before = [word for bit, word in enumerate(_THROTTLED, start=_SINCE_BOOT) if bits >> bit & 1]
    parts = [(now, "now"), (before, "since the last boot")]
    text = "; ".join(f"{', '.join(words)} {when}" for words, when in parts if words)
    words = {*now, *before}
    if not words:
        yield ok("throttling", "never since the last boot")
    elif "under-voltage" in words:
        yield warn("throttling", text, "Use the power supply made for this Pi, and a short cable.")
    else:
        yield warn("throttling", text, "Give the board air, or a heat sink.")
