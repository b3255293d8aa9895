"""The machine, as the doctor asks it: everything a check learns, it learns through here.

Most answers are files (`/proc`, `/dev`, `/etc`); a test lays them out in a folder. What is no file
is a method that a test answers itself.

Never: judges an answer; waits longer than `PATIENCE_S` for another program; changes anything,
except that reading the levels switches the pull-ups of the configured pins on; writes a byte to a
device on the I2C bus.
Keep: smbus2 and pyserial are imported where they are used.
"""

from __future__ import annotations

import asyncio
import errno
import grp
import os
import pwd
import shutil
import subprocess
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from stbpi.box import gpio_chip
from stbpi.box.gpio_contacts import contacts_of
from stbpi.box.gpio_driver import Choice, choose, open_pins
from stbpi.box.port import Levels
from stbpi.box.tile_board import Found, TileBoard
from stbpi.config import GpioSection, TileBoardSection

PATIENCE_S = 2

_PULL_UP_S = 0.01  # 50 kΩ and a metre of cable are charged after microseconds
_NOT_ANSWERED = (errno.EIO, errno.ENXIO, errno.ENODEV, errno.EREMOTEIO)  # one a bus driver
_NOT_ASKED = errno.EOPNOTSUPP  # the bus driver can't

_ADDRESSES = range(0x08, 0x78)  # the others have a meaning of their own
_READ = (*range(0x30, 0x38), *range(0x50, 0x60))
"""Where memories are, some of which take an empty write for an order; all others are asked by one,
since a read may confuse a device that is only written. i2cdetect asks the same way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Who runs this program.

    Attributes:
        name: the user's name, or number if it has none.
        is_root: may do everything.
        groups: names of the groups that this process is in.
    """

    name: str
    is_root: bool
    groups: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """The file system that a file lies on.

    Attributes:
        free: bytes that are left.
        is_read_only: nothing can be written there by anybody.
    """

    free: int
    is_read_only: bool


class Machine(Protocol):
    """What the checks ask."""

    def file(self, path: str | Path) -> Path:
        """Return where a file of the machine lies, which is elsewhere in a test."""
        ...

    def output(self, *command: str) -> str | None:
        """Return what a program prints; `None` if it is missing, fails or takes too long."""
        ...

    def version(self, distribution: str) -> str | None:
        """Return the version of an installed distribution."""
        ...

    def load(self, module: str) -> None:
        """Import a module.

        Raises:
            ImportError: it is missing, or can't be loaded.
            OSError: a library that it needs can't.
        """
        ...

    def user(self) -> User: ...

    def may_use(self, file: Path) -> bool:
        """Say whether this user may read and write a file (from `file`)."""
        ...

    def chip_label(self, device: Path) -> str:
        """Ask a GPIO chip for its label.

        Raises:
            OSError: it can't be asked.
        """
        ...

    def driver(self, wanted: str) -> Choice:
        """Choose the driver of the pins; see `choose`."""
        ...

    def answers(self, bus: Path, address: int) -> bool:
        """Say whether something on an I2C bus answers at an address (7 bits).

        Raises:
            ImportError: smbus2 is missing.
            OSError: the bus can't be used.
        """
        ...

    def devices(self, bus: Path) -> tuple[int, ...]:
        """List the addresses on an I2C bus where something answers, or which the kernel uses.

        Raises:
            ImportError: smbus2 is missing.
            OSError: the bus can't be used.
        """
        ...

    def serial_ports(self) -> tuple[tuple[str, str], ...]:
        """List the serial ports: (device, what is known of it; may be empty).

        Raises:
            ImportError: pyserial is missing.
        """
        ...

    def levels(self, gpio: GpioSection) -> Levels:
        """Open the configured switches, read them once and close them again.

        Raises:
            BoxError: they can't be read.
        """
        ...

    def tile_board(self, section: TileBoardSection) -> Found:
        """Look for the configured tile board, ask it how it does, and let go of it.

        Raises:
            BoxError: there is none that can be used.
        """
        ...

    def disk(self, path: Path) -> Disk:
        """Ask for the file system of a file or folder that exists.

        Raises:
            OSError: it can't be asked.
        """
        ...


class ThisMachine:
    """The machine that the program runs on.

    Args:
        patience_s: another program may take so many seconds.
    """

    def __init__(self, *, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s

    def file(self, path: str | Path) -> Path:
        return Path(path)

    def output(self, *command: str) -> str | None:
        try:
            result = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=self._patience_s,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return result.stdout.decode(errors="replace") if result.returncode == 0 else None

    def version(self, distribution: str) -> str | None:
        try:
            return metadata.version(distribution)
        except metadata.PackageNotFoundError:
            return None

    def load(self, module: str) -> None:
        import_module(module)

    def user(self) -> User:
        number = os.geteuid()
        groups = {os.getegid(), *os.getgroups()}
        return User(
            name=_name(lambda: pwd.getpwuid(number).pw_name, number),
            is_root=number == 0,
            groups=frozenset(_group(group) for group in groups),
        )

    def may_use(self, file: Path) -> bool:
        return os.access(file, os.R_OK | os.W_OK)

    def chip_label(self, device: Path) -> str:
        return gpio_chip.label(device)

    def driver(self, wanted: str) -> Choice:
        return choose(wanted)

    def answers(self, bus: Path, address: int) -> bool:
        from smbus2 import SMBus

        with SMBus(str(bus)) as opened:
            for ask in (opened.read_byte, opened.write_quick):
                try:
                    ask(address)
                except OSError as exc:
                    if exc.errno not in _NOT_ANSWERED:
                        raise
                else:
                    return True
        return False

    def devices(self, bus: Path) -> tuple[int, ...]:
        from smbus2 import SMBus

        found = []
        with SMBus(str(bus)) as opened:
            for address in _ADDRESSES:
                ask = opened.read_byte if address in _READ else opened.write_quick
                try:
                    ask(address)
                except OSError as exc:
                    if exc.errno in (*_NOT_ANSWERED, _NOT_ASKED):
                        continue
                    if exc.errno != errno.EBUSY:  # a driver of the kernel has it
                        raise
                found.append(address)
        return tuple(found)

    def serial_ports(self) -> tuple[tuple[str, str], ...]:
        from serial.tools import list_ports

        ports = ((str(port.device), str(port.description)) for port in list_ports.comports())
        return tuple(sorted((name, "" if about == "n/a" else about) for name, about in ports))

    def levels(self, gpio: GpioSection) -> Levels:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what goes wrong is told by the exception
            pins = open_pins(gpio.pin_factory, gpio.chip)
            try:
                switches = pins.switches(contacts_of(gpio))
                try:
                    time.sleep(_PULL_UP_S)
                    return switches.levels()
                finally:
                    switches.close()
            finally:
                pins.close()

    def tile_board(self, section: TileBoardSection) -> Found:
        return asyncio.run(TileBoard(section.port).look(contacts_of(section)))

    def disk(self, path: Path) -> Disk:
        flags = os.statvfs(path).f_flag
        return Disk(free=shutil.disk_usage(path).free, is_read_only=bool(flags & os.ST_RDONLY))


def _group(number: int) -> str:
    return _name(lambda: grp.getgrgid(number).gr_name, number)


def _name(ask: Callable[[], str], number: int) -> str:
    try:
        return ask()
    except KeyError:
        return str(number)


if TYPE_CHECKING:
    _fits: Callable[[], Machine] = ThisMachine
