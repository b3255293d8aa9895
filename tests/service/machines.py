"""A Raspberry Pi in a folder, on which everything is well until a test breaks something."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from stbpi.box.gpio_driver import Choice, choose
from stbpi.box.port import Levels
from stbpi.box.tile_board import Found
from stbpi.box.tile_board_lines import Counters, Identity
from stbpi.config import Config, GpioSection, TileBoardSection
from stbpi.errors import BoxError
from stbpi.games.game import NO_TILES
from stbpi.journal.store import Journal
from stbpi.service.machine import Disk, Machine, User

JOURNAL = Config().journal.path
LOCK = JOURNAL.with_name("journal.db-lock")


class FakePi:
    """A machine whose files lie in a folder; the rest of its answers are attributes.

    Attributes:
        outputs: what programs print; one that isn't there is missing.
        versions: of the installed distributions.
        who: runs the doctor.
        closed: names of devices that this user may not use.
        labels: of the GPIO chips that can be opened.
        broken: what goes wrong when a module is loaded, by its name.
        display: what answers on the bus at the display's address, or what goes wrong there.
        others: the other addresses where something answers, or what goes wrong when it is looked.
        ports: the serial ports, or what goes wrong.
        box: what the switches say, or why they can't be read.
        board: what is found of a tile board, or why there is none.
        disks: the file system of the journal.
        reads: how often the switches were opened.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.outputs = {("vcgencmd", "get_throttled"): "throttled=0x0\n"}
        self.versions = {
            "gpiod": "2.1.3",
            "gpiozero": "2.0.1.post3",
            "lgpio": "0.2.2.0",
            "rpi-lgpio": "0.6",
        }
        self.who = User(name="ann", is_root=False, groups=frozenset({"ann", "gpio", "i2c"}))
        self.closed: set[str] = set()
        self.labels = {"gpiochip0": "pinctrl-bcm2711", "gpiochip1": "raspberrypi-exp-gpio"}
        self.broken: dict[str, Exception] = {}
        self.display: bool | Exception = True
        self.others: tuple[int, ...] | Exception = ()
        self.ports: tuple[tuple[str, str], ...] | Exception = (("/dev/ttyACM0", "Pico"),)
        self.box: Levels | Exception = Levels(down=NO_TILES, roll=False)
        self.board: Found | Exception = Found(
            "/dev/ttyACM0",
            Identity(1, "0.1.0", "pico", 12, frozenset({"lamps", "buzzer"})),
            Levels(down=NO_TILES, roll=False),
            Counters(0, 3, 0),
        )
        self.disks: Disk | Exception = Disk(free=9_000_000_000, is_read_only=False)
        self.reads = 0
        self.write("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        self.write("/proc/sys/kernel/osrelease", "6.12.47+rpt-rpi-v8\n")
        self.write("/proc/cmdline", "console=tty1 root=PARTUUID=1-02 rootwait\n")
        self.write("/boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=1-02 rootwait\n")
        self.write("/etc/os-release", 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12"\n')
        for device in ("gpiochip0", "gpiochip1", "i2c-1", "ttyACM0"):
            self.write(f"/dev/{device}", "")
        self.file(JOURNAL).parent.mkdir(parents=True)
        with closing(Journal(self.file(JOURNAL))) as journal:
            journal.sync()

    def write(self, path: str | Path, text: str) -> None:
        self.file(path).parent.mkdir(parents=True, exist_ok=True)
        self.file(path).write_text(text, "utf-8")

    def remove(self, path: str | Path) -> None:
        self.file(path).unlink()

    def file(self, path: str | Path) -> Path:
        return self.root / str(path).lstrip("/")

    def output(self, *command: str) -> str | None:
        return self.outputs.get((command[0], command[1]))

    def version(self, distribution: str) -> str | None:
        return self.versions.get(distribution)

    def load(self, module: str) -> None:
        if module in self.broken:
            raise self.broken[module]

    def user(self) -> User:
        return self.who

    def may_use(self, file: Path) -> bool:
        return file.name not in self.closed

    def chip_label(self, device: Path) -> str:
        if device.name in self.closed:
            raise PermissionError(13, "Permission denied")
        return self.labels[device.name]

    def driver(self, wanted: str) -> Choice:
        return choose(wanted, search=lambda: int(self.versions.get("gpiod", "0").split(".")[0]))

    def answers(self, bus: Path, address: int) -> bool:
        if isinstance(self.display, Exception):
            raise self.display
        return self.display if address == 0x3C else address in self.devices(bus)

    def devices(self, bus: Path) -> tuple[int, ...]:
        if isinstance(self.others, Exception):
            raise self.others
        return (*((0x3C,) if self.display else ()), *self.others)

    def serial_ports(self) -> tuple[tuple[str, str], ...]:
        if isinstance(self.ports, Exception):
            raise self.ports
        return self.ports

    def levels(self, gpio: GpioSection) -> Levels:
        self.reads += 1
        if isinstance(self.box, Exception):
            raise self.box
        return self.box

    def tile_board(self, section: TileBoardSection) -> Found:
        self.reads += 1
        if isinstance(self.board, Exception):
            raise self.board
        return self.board

    def disk(self, path: Path) -> Disk:
        if isinstance(self.disks, Exception):
            raise self.disks
        return self.disks


NO_BOX = BoxError("pin 5 is in use by spi0 CS0", "Switch off dtparam=spi.")
_FITS: type[Machine] = FakePi
