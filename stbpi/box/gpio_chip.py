"""The kernel's GPIO chips: which one has the header's pins, and who holds one of its lines.

A chip is known by its label, which is that of its driver. The number in `/dev/gpiochipN` is no
name: on a Pi 5 the same chip has been 0 and 4, depending on the kernel. Asking needs no library
and takes no line.

Never: requests a line, uses sysfs.
"""

from __future__ import annotations

import fcntl
import os
import re
import struct
from pathlib import Path

from stbpi.errors import BoxError, NoPermissionError, WrongBoardError
from stbpi.foreign import reason
from stbpi.language import _, message

AUTO = "auto"
HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm")
"""How the labels of a Raspberry Pi's own chip begin, the Pi 5's first."""

JOIN_GROUP = message(
    "Add the user to group {group} ({command}) and log in again.",
    group="gpio",
    command="sudo usermod -aG gpio NAME",
)
NO_HARDWARE = message("To play without hardware: {command}", command="stbpi sim")
_CORRECT = message("Correct {key} in the configuration.", key="gpio.chip")

_DEV = Path("/dev")
_CHIP_INFO = struct.Struct("32s32sI")
_GET_CHIP_INFO = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h
_LINE_INFO = struct.Struct("32s32sIIQ176x")
_GET_LINE_INFO = 0xC100B405  # GPIO_V2_GET_LINEINFO_IOCTL
_LINE_IS_USED = 1


def find_chip(wanted: str, *, dev: Path = _DEV) -> Path:
    """Return the device of the chip that has the header's pins.

    Args:
        wanted: "auto" for a Raspberry Pi's own, or a label, or a device.
        dev: where the devices are.

    Raises:
        NoPermissionError: it is none of those that may be asked, and not all may be.
        WrongBoardError: there is none.
    """
    if wanted.startswith("/"):
        return _checked(Path(wanted))
    labels: dict[Path, str] = {}
    refused: list[Path] = []
    for device in devices(dev):
        try:
            labels[device] = label(device)
        except PermissionError:
            refused.append(device)
        except OSError:
            continue  # it has just been unplugged
    found = [device for device, name in labels.items() if _is_wanted(name, wanted)]
    if wanted == AUTO:
        found.sort(key=lambda device: not labels[device].startswith(HEADER_LABELS[0]))
    if found:
        return found[0]
    raise _no_chip(wanted, labels, refused)


def devices(dev: Path = _DEV) -> list[Path]:
    """List the devices of all chips; a second name of one, which newer kernels keep, is none."""
    return sorted(device for device in dev.glob("gpiochip*") if not device.is_symlink())


def label(device: Path) -> str:
    """Ask a chip for its label.

    Raises:
        OSError: it can't be asked.
    """
    told = _CHIP_INFO.unpack(_ask(device, _GET_CHIP_INFO, bytes(_CHIP_INFO.size)))
    return _text(told[1])


def holder(device: Path, pin: int) -> str:
    """Ask who holds a line, in its own words; an empty text if nobody does or can be asked."""
    question = _LINE_INFO.pack(b"", b"", pin, 0, 0)
    try:
        told = _ask(device, _GET_LINE_INFO, question)
    except OSError:
        return ""
    name, flags = _LINE_INFO.unpack(told)[1::3]
    return (_text(name) or _("a kernel driver")) if flags & _LINE_IS_USED else ""


def number(device: Path) -> int:
    """Return the number by which lgpio knows a chip.

    Raises:
        BoxError: the device's name has none.
    """
    found = re.fullmatch(r"gpiochip(\d+)", device.resolve().name)
    if found is None:
        raise BoxError(
            _("lgpio can't open {device}").format(device=device),
            _("Name it {name}, or use gpiod.").format(name="/dev/gpiochipN"),
        )
    return int(found[1])


def _checked(device: Path) -> Path:
    try:
        label(device)
    except PermissionError as exc:
        raise _no_right(device) from exc
    except OSError as exc:
        what = _("{device} is not a GPIO chip: {reason}")
        raise WrongBoardError(
            what.format(device=device, reason=reason(exc)), str(_CORRECT)
        ) from exc
    return device


def _ask(device: Path, request: int, question: bytes) -> bytes:
    handle = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return fcntl.ioctl(handle, request, question)
    finally:
        os.close(handle)


def _text(field: bytes) -> str:
    return field.split(b"\0")[0].decode(errors="replace")


def _is_wanted(name: str, wanted: str) -> bool:
    return name.startswith(HEADER_LABELS) if wanted == AUTO else name == wanted


def _no_chip(wanted: str, labels: dict[Path, str], refused: list[Path]) -> BoxError:
    if refused:
        return _no_right(refused[0])
    if not labels:
        return WrongBoardError(_("this machine has no GPIO chip"), str(NO_HARDWARE))
    have = ", ".join(f"{name} ({device})" for device, name in labels.items())
    if wanted == AUTO:
        what = _("this machine is not a Raspberry Pi: its GPIO chips are {have}")
        do = _("On another board set {key}. To play without hardware: {command}")
        return WrongBoardError(
            what.format(have=have), do.format(key="gpio.chip", command="stbpi sim")
        )
    what = _('no GPIO chip has the label "{wanted}", there are {have}')
    return WrongBoardError(what.format(wanted=wanted, have=have), str(_CORRECT))


def _no_right(device: Path) -> BoxError:
    return NoPermissionError(
        _("this user may not use {device}").format(device=device), str(JOIN_GROUP)
    )
