"""What udev makes of USB serial lines, with the project's rules.

This machine has no USB. So folders that look like a part of /sys stand in for what is plugged in,
and `udevadm test` says what it would do with each.
"""

from __future__ import annotations

import grp
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SYS = Path("/run/usb")
SERIAL = "FT9ABCDE"
LOG_RULES = Path("/etc/udev/rules.d/61-stbpi-log.rules")
_LOOK = """\
mount --bind {sys} /sys/devices/virtual
SYSTEMD_DEVICE_VERIFY_SYSFS=0 exec udevadm test --action=add /sys/devices/virtual/{path}
"""
# As in: …/60-stbpi.rules:1 Invalid key 'X'; …/60-stbpi.rules:1 Unknown group 'x', ignoring
_WRONG = re.compile(r"^.*stbpi[a-z-]*\.rules:.*(?:nvalid|nknown|ailed|gnoring).*$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plug:
    """A serial line on USB.

    Attributes:
        what: what it is.
        port: the name of its socket in /sys.
        ids: what its attributes are called and say.
        tty: its line's name.
        number: its line's device number.
        link: the name that it should have, "" for none.
    """

    what: str
    port: str
    ids: tuple[tuple[str, str], ...]
    tty: str
    number: tuple[int, int]
    link: str = ""

    @property
    def line(self) -> str:
        return f"{self.port}/{self.port}:1.0/tty/{self.tty}"


PLUGS = (
    Plug(
        what="a Pico with MicroPython",
        port="1-1",
        ids=(("idVendor", "2e8a"), ("idProduct", "0005"), ("serial", "E6605838")),
        tty="ttyACM0",
        number=(166, 0),
        link="/dev/stbpi-tiles",
    ),
    Plug(
        what="the adapter of the log",
        port="1-2",
        ids=(("idVendor", "0403"), ("idProduct", "6001"), ("serial", SERIAL)),
        tty="ttyUSB0",
        number=(188, 0),
        link="/dev/stbpi-log",
    ),
    Plug(
        what="a Pico with another program",
        port="1-3",
        ids=(("idVendor", "2e8a"), ("idProduct", "000a"), ("serial", "E6605839")),
        tty="ttyACM1",
        number=(166, 1),
    ),
)


def findings() -> Iterator[tuple[str, bool, str]]:
    """Plug everything in; yield claims, whether they hold, and what udev said."""
    text = LOG_RULES.read_text(encoding="utf-8")
    LOG_RULES.write_text(text.replace("SERIAL_NUMBER", SERIAL), encoding="utf-8")
    everything = ""
    for plug in PLUGS:
        _plug_in(plug)
        device, line = _look(plug.port), _look(plug.line)
        everything += device + line
        is_ours = bool(plug.link)
        kept = all("\nID_MM_DEVICE_IGNORE=1\n" in said for said in (device, line))
        for claim, held in (
            (f"{plug.what} is {plug.link or 'nothing of ours'}", _link(line) == plug.link),
            (f"… {'for' if is_ours else 'not for'} dialout, 660", _is_dialouts(line) == is_ours),
            (f"… {'out of' if is_ours else 'in'} ModemManager's sight", kept == is_ours),
        ):
            yield claim, held, _tail(device) + _tail(line)
    read = everything.count("stbpi.rules") > 0 < everything.count("stbpi-log.rules")
    wrong = _WRONG.findall(everything)
    yield "it finds nothing wrong with the rules", read and not wrong, "\n".join(wrong)


def _plug_in(plug: Plug) -> None:
    device, line = SYS / plug.port, SYS / plug.line
    line.mkdir(parents=True)
    (device / "uevent").write_text("DEVTYPE=usb_device\n", encoding="ascii")
    (device / "subsystem").symlink_to("/sys/bus/usb")
    for name, value in plug.ids:
        (device / name).write_text(f"{value}\n", encoding="ascii")
    major, minor = plug.number
    uevent = f"MAJOR={major}\nMINOR={minor}\nDEVNAME={plug.tty}\n"
    (line / "uevent").write_text(uevent, encoding="ascii")
    (line / "subsystem").symlink_to("/sys/class/tty")


def _look(path: str) -> str:
    """Return what udev says of a device: what it did, and between that the properties."""
    script = _LOOK.format(sys=SYS, path=path)
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-ec", script], capture_output=True, text=True, timeout=20
    )
    return f"{done.stderr}\n{done.stdout}\n"


def _link(said: str) -> str:
    found = re.search(r"^DEVLINKS=.*?(/dev/stbpi-[a-z]+)", said, re.MULTILINE)
    return found[1] if found else ""


def _is_dialouts(said: str) -> bool:
    """Say whether a rule of the project gives the line to the group, and to nobody else."""
    did = "\n".join(re.findall(r"stbpi[a-z-]*\.rules:\d+ (.*)", said))
    group = grp.getgrnam("dialout").gr_gid
    return bool(re.search(rf"\b{group}\b", did) and re.search(r"\b0660\b", did))


def _tail(said: str) -> str:
    return "".join(f"\n  {line}" for line in said.splitlines()[-60:])
