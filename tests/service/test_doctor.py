"""What the doctor says about machines on which something is wrong."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.box.gpio_errors import box_error
from stbpi.box.port import Levels
from stbpi.config import Config, DisplaySection, GpioSection, SerialSection
from stbpi.errors import ConfigError, StbError
from stbpi.games.game import NO_TILES, tiles
from stbpi.journal.lock import lock
from stbpi.journal.store import Journal
from stbpi.service.doctor import examine
from stbpi.service.finding import Finding, Status, fix_first, overall
from stbpi.service.journal import journal
from stbpi.service.machine import Disk, User
from tests.service.machines import JOURNAL, LOCK, NO_BOX, FakePi

RPIGPIO = Config(gpio=GpioSection(pin_factory="rpigpio"))
OTHER_CHIP = Config(gpio=GpioSection(chip="gpio-x"))
MOCK = Config(gpio=GpioSection(pin_factory="mock"))
NO_DISPLAY = Config(display=DisplaySection(driver="none"))

LOGS = Config(serial=SerialSection(port="/dev/stbpi-log"))
NUMBERED = Config(serial=SerialSection(port="/dev/ttyUSB0"))

WARN, FAIL, INFO, OK = Status.WARN, Status.FAIL, Status.INFO, Status.OK


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)


def found(pi: FakePi, config: Config | None = None) -> dict[str, Finding]:
    findings = examine(pi, config or Config(), None)
    by_name = {finding.name: finding for finding in findings}
    assert len(by_name) == len(findings)
    return by_name


def nothing(pi: FakePi) -> None:
    """Break nothing: what is wrong is in the configuration."""


def set_to(**answers: object) -> Callable[[FakePi], None]:
    def change(pi: FakePi) -> None:
        for name, answer in answers.items():
            assert hasattr(pi, name)
            setattr(pi, name, answer)

    return change


def install(**versions: str) -> Callable[[FakePi], None]:
    return lambda pi: pi.versions.update(versions)


def write(path: str | Path, text: str) -> Callable[[FakePi], None]:
    return lambda pi: pi.write(path, text)


def remove(*paths: str) -> Callable[[FakePi], None]:
    def change(pi: FakePi) -> None:
        for path in paths:
            pi.remove(path)

    return change


def old_driver(pi: FakePi) -> None:
    del pi.versions["rpi-lgpio"]
    pi.versions["RPi.GPIO"] = "0.7.1"


def throttled(bits: int) -> Callable[[FakePi], None]:
    return set_to(outputs={("vcgencmd", "get_throttled"): f"throttled=0x{bits:x}\n"})


def damaged_journal(pi: FakePi) -> None:
    file = pi.file(JOURNAL)
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * 8192)


def other_database(pi: FakePi) -> None:
    pi.remove(JOURNAL)
    with closing(sqlite3.connect(pi.file(JOURNAL))) as database, database:
        database.execute("CREATE TABLE letters (text TEXT)")


def newer_journal(pi: FakePi) -> None:
    with closing(sqlite3.connect(pi.file(JOURNAL))) as database, database:
        database.execute("PRAGMA user_version = 99")


def lost_lock(pi: FakePi) -> None:
    """Let nobody find out whether the lock is held."""
    pi.remove(LOCK)
    pi.file(LOCK).symlink_to(LOCK.name)


def adapter(
    name: str, *, closed: frozenset[str] | set[str] = frozenset(), holder: str = ""
) -> Callable[[FakePi], None]:
    """Plug in a serial adapter, which some program may have open."""

    def change(pi: FakePi) -> None:
        pi.write(f"/dev/{name}", "")
        pi.file("/dev/serial/by-id").mkdir(parents=True)
        pi.file("/dev/serial/by-id/usb-FTDI").symlink_to(pi.file(f"/dev/{name}"))
        pi.closed = set(closed)
        if holder:
            pi.write("/proc/77/cmdline", holder)
            pi.file("/proc/77/fd").mkdir()
            pi.file("/proc/77/fd/3").symlink_to(pi.file(f"/dev/{name}"))

    return change


BROKEN = [
    (install(gpiozero="2.0.1.post1"), Config(), "gpiozero", WARN, "wrong driver", "--upgrade"),
    (install(gpiozero="2.0.1.post2"), Config(), "gpiozero", WARN, "wrong driver", "--upgrade"),
    (install(lgpio="0.0.0.2"), Config(), "lgpio", WARN, "empty placeholder", "lgpio>=0.2.2"),
    (old_driver, RPIGPIO, "RPi.GPIO", WARN, "6.6", "auto"),
    (nothing, OTHER_CHIP, "GPIO chip", FAIL, "none is gpio-x", "chip"),
    (nothing, MOCK, "pin factory", WARN, "no real pins", "auto"),
    (remove("/dev/gpiochip0", "/dev/gpiochip1"), Config(), "GPIO chip", FAIL, "none", "stbpi sim"),
    (set_to(closed={"gpiochip0"}), Config(), "GPIO chip", FAIL, "can't be", "usermod -aG gpio ann"),
    (remove("/dev/gpiochip0"), Config(), "GPIO chip", FAIL, "raspberrypi-exp", "stbpi sim"),
    (set_to(closed={"gpiochip1"}), Config(), "groups", FAIL, "/dev/gpiochip1", "-aG gpio ann"),
    (set_to(closed={"i2c-1"}), Config(), "groups", WARN, "/dev/i2c-1", "usermod -aG i2c ann"),
    (remove("/dev/i2c-1"), Config(), "I2C", WARN, "no /dev/i2c-1", "raspi-config nonint do_i2c 0"),
    (set_to(display=False), Config(), "I2C", WARN, "nothing answers at 0x3C", "SDA"),
    (
        set_to(display=False, others=(0x3D, 0x68)),
        *(Config(), "I2C", WARN, "nothing answers at 0x3C", "Set address = 0x3D in [display]."),
    ),
    (
        set_to(broken={"PIL._imagingft": ImportError("libfreetype.so.6: no such file")}),
        *(Config(), "Pillow", WARN, "can't be loaded: libfreetype.so.6", "reinstall python3-pil;"),
    ),
    (
        set_to(broken={"luma.oled.device": ModuleNotFoundError("No module named 'luma'")}),
        *(Config(), "luma.oled", WARN, "No module named 'luma'", "--force-reinstall luma.oled"),
    ),
    (set_to(display=PermissionError(13, "")), Config(), "I2C", WARN, "may not", "-aG i2c ann"),
    (set_to(display=ModuleNotFoundError()), Config(), "I2C", WARN, "smbus2", "pip install"),
    (set_to(display=OSError(110, "timed out")), Config(), "I2C", WARN, "timed out", "SDA"),
    (
        write("/boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1"),
        *(Config(), "console", WARN, "console=serial0 in /boot/firmware", "do_serial_cons 1"),
    ),
    (
        write("/proc/cmdline", "console=ttyS0,115200 console=tty1"),
        *(Config(), "console", WARN, "console=ttyS0 in /proc/cmdline", "do_serial_cons 1"),
    ),
    (nothing, LOGS, "serial log", WARN, "there is no serial port /dev/stbpi-log", "Plug it in."),
    (
        adapter("stbpi-log"),
        *(NUMBERED, "serial log", WARN, "no serial port /dev/ttyUSB0", "by-id/usb-FTDI"),
    ),
    (
        adapter("ttyUSB0"),
        *(NUMBERED, "serial log", WARN, "another number tomorrow", "by-id/usb-FTDI"),
    ),
    (
        adapter("stbpi-log", closed={"stbpi-log"}),
        *(LOGS, "serial log", WARN, "may not be used", "usermod -aG dialout ann"),
    ),
    (
        adapter("stbpi-log", holder="minicom\0-o\0"),
        *(LOGS, "serial log", WARN, "in use by process 77 (minicom -o)", "End that program"),
    ),
    (damaged_journal, Config(), "journal", FAIL, "journal.db", "Move the file away"),
    (write(JOURNAL, "a letter"), Config(), "journal", FAIL, "not a database", "Move the file"),
    (other_database, Config(), "journal", FAIL, "of another program", "name another one"),
    (newer_journal, Config(), "journal", FAIL, "another version of stbpi", "name another one"),
    (
        set_to(disks=Disk(free=1_000_000, is_read_only=False)),
        *(Config(), "disk", WARN, "1 MB free", "Make room"),
    ),
    (
        set_to(disks=Disk(free=9_000_000_000, is_read_only=True)),
        *(Config(), "disk", WARN, "read-only", "[journal] path"),
    ),
    (throttled(0x1), Config(), "throttling", WARN, "under-voltage now", "power supply"),
    (
        throttled(0x50005),
        *(Config(), "throttling", WARN, "under-voltage, throttled since the last boot", "supply"),
    ),
    (throttled(0x80000), Config(), "throttling", WARN, "too warm since the last boot", "air"),
    (lost_lock, Config(), "switches", WARN, "levels not read", "sudo"),
    (set_to(box=NO_BOX), Config(), "switches", FAIL, NO_BOX.what, NO_BOX.do),
    (
        set_to(box=Levels(down=NO_TILES, roll=True)),
        *(Config(), "roll button", WARN, "pressed (GPIO17 · pin 11 · green)", "ground"),
    ),
]


@pytest.mark.parametrize(("break_it", "config", "name", "status", "text", "fix"), BROKEN)
@pytest.mark.field("E8")
@pytest.mark.field("F7")
def test_what_is_wrong_is_found_with_what_to_do_about_it(
    pi: FakePi,
    break_it: Callable[[FakePi], None],
    config: Config,
    name: str,
    status: Status,
    text: str,
    fix: str,
) -> None:
    break_it(pi)
    findings = found(pi, config)

    assert findings[name].status is status
    assert text in findings[name].text
    assert fix in findings[name].fix
    assert fix_first(list(findings.values())) is not None


def test_a_healthy_pi_has_nothing_to_fix(pi: FakePi) -> None:
    findings = found(pi)

    assert overall(list(findings.values())) is OK
    assert fix_first(list(findings.values())) is None
    assert list(findings) == [
        *("configuration", "model", "OS", "kernel", "python", "libraries", "pin factory"),
        *("groups", "GPIO chip", "I2C", "I2C devices", "serial ports", "serial log", "console"),
        *("journal", "disk"),
        "throttling",
        *(f"tile {tile}" for tile in range(1, 13)),
        "roll button",
    ]


@pytest.mark.field("A11")
def test_the_facts_of_the_machine_are_told(pi: FakePi) -> None:
    findings = found(pi)

    assert findings["model"].text == "Raspberry Pi 4 Model B Rev 1.4"
    assert findings["OS"].text == "Debian GNU/Linux 12"
    assert findings["kernel"].text == "6.12.47+rpt-rpi-v8"
    assert "lgpio 0.2.2.0" in findings["libraries"].text
    assert "not installed: RPi.GPIO" in findings["libraries"].text
    assert findings["GPIO chip"].text.startswith("/dev/gpiochip0 (pinctrl-bcm2711), ")
    assert findings["serial ports"].text == "/dev/ttyACM0 (Pico)"


def test_a_pi_without_a_device_tree_is_known_by_its_processor(pi: FakePi) -> None:
    pi.remove("/proc/device-tree/model")
    pi.write("/proc/cpuinfo", "processor\t: 0\nModel\t\t: Raspberry Pi 2 Model B Rev 1.1\n")

    assert found(pi)["model"] == Finding(
        name="model", status=OK, text="Raspberry Pi 2 Model B Rev 1.1"
    )


@pytest.mark.field("B12")
def test_each_tile_is_told_with_its_level_and_its_pin(pi: FakePi) -> None:
    pi.box = Levels(down=tiles(2, 12), roll=False)
    findings = found(pi)

    assert [findings[f"tile {tile}"].text for tile in (1, 2, 12)] == [
        "up (GPIO5 · pin 29 · brown)",
        "down (GPIO6 · pin 31 · red)",
        "down (GPIO25 · pin 22 · beige)",
    ]


def test_the_pin_factory_is_told_with_who_said_so(pi: FakePi) -> None:
    config = replace(Config(), sources=(("gpio.pin_factory", "/etc/stbpi/stbpi.toml"),))

    lgpio = replace(config, gpio=GpioSection(pin_factory="lgpio"))
    why = "it costs nothing while nobody plays"
    assert found(pi)["pin factory"].text == f"gpiod, for {why} (auto, the default)"
    assert found(pi, lgpio)["pin factory"].text == "lgpio, said by /etc/stbpi/stbpi.toml"


@pytest.mark.parametrize(
    ("version", "why"),
    [(None, "gpiod is not installed"), ("1.6.3", "gpiod is older than version 2")],
)
def test_without_a_usable_gpiod_the_doctor_says_why_lgpio_is_taken(
    pi: FakePi, version: str | None, why: str
) -> None:
    del pi.versions["gpiod"]
    if version is not None:
        pi.versions["gpiod"] = version

    assert found(pi)["pin factory"].text == f"lgpio, for {why} (auto, the default)"


def test_a_configuration_that_cannot_be_used_is_the_first_to_fix(pi: FakePi) -> None:
    problem: StbError = ConfigError("gpio.rol", found="unknown key", expected="one of roll")
    pi.box = NO_BOX
    findings = examine(pi, Config(), problem)

    first = fix_first(findings)
    assert first is not None
    assert (first.name, first.status, first.text) == ("configuration", FAIL, problem.what)
    assert "stbpi config check" in first.fix


def test_what_keeps_the_box_from_playing_is_fixed_before_what_it_plays_without(pi: FakePi) -> None:
    pi.display = False
    pi.box = NO_BOX

    first = fix_first(list(found(pi).values()))
    assert first is not None
    assert first.name == "switches"


@contextmanager
def playing(pi: FakePi) -> Iterator[None]:
    with closing(Journal(pi.file(JOURNAL))):
        yield


def test_the_switches_of_a_box_that_plays_are_left_alone(pi: FakePi) -> None:
    with playing(pi):
        findings = found(pi)

    assert pi.reads == 0
    assert findings["switches"].status is INFO
    assert findings["switches"].text == "the daemon is running (pid unknown): levels not read"
    assert findings["journal"].status is OK


def test_a_box_that_plays_is_told_with_its_process_number(pi: FakePi) -> None:
    about = pi.file(LOCK).stat()
    place = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}:{about.st_ino}"
    others = (
        "1: POSIX  ADVISORY  WRITE 7 00:01:99 0 EOF\n2: FLOCK  ADVISORY  WRITE 8 00:01:98 0 EOF"
    )
    pi.write("/proc/locks", f"{others}\n3: FLOCK  ADVISORY  WRITE 812 {place} 0 EOF\n")

    assert found(pi)["switches"].text == "the daemon is running (pid 812): levels not read"
    assert pi.reads == 0


def test_the_lock_is_given_back_and_never_made(pi: FakePi) -> None:
    found(pi)
    held = lock(pi.file(JOURNAL))  # raises if it is still held
    os.close(held)
    pi.remove(LOCK)
    found(pi)

    assert not pi.file(LOCK).exists()
    assert pi.reads == 2


def test_two_doctors_do_not_take_each_other_for_a_daemon(pi: FakePi) -> None:
    with pi.file(LOCK).open() as other:
        fcntl.flock(other, fcntl.LOCK_SH | fcntl.LOCK_NB)

        assert "switches" not in found(pi)


def test_a_box_that_has_not_played_yet_has_no_journal_and_that_is_well(pi: FakePi) -> None:
    for file in pi.file(JOURNAL.parent).iterdir():
        file.unlink()
    pi.file(JOURNAL.parent).rmdir()
    findings = found(pi)

    assert findings["journal"].status is INFO
    assert findings["disk"].status is OK
    assert not pi.file(JOURNAL.parent).exists()


def test_looking_at_the_journal_leaves_no_file_behind(pi: FakePi) -> None:
    before = sorted(pi.file(JOURNAL.parent).iterdir())
    found(pi)

    assert sorted(pi.file(JOURNAL.parent).iterdir()) == before


def test_a_journal_that_is_empty_is_one_to_begin_with(pi: FakePi) -> None:
    pi.write(JOURNAL, "")

    assert found(pi)["journal"].status is INFO


def test_a_journal_too_large_for_a_short_look_is_no_fault(pi: FakePi) -> None:
    with closing(sqlite3.connect(pi.file(JOURNAL))) as database, database:
        database.executemany(
            "INSERT INTO events VALUES (?, 1, 1, 0, 0, 'x', '{}')", ((n,) for n in range(1, 20_000))
        )
    finding, _ = journal(pi, Config(), patience_s=0)

    assert finding.status is INFO
    assert "too large to be checked" in finding.text


UNKNOWN = [
    (set_to(outputs={}), "throttling"),
    (set_to(outputs={("vcgencmd", "get_throttled"): "VCHI failed"}), "throttling"),
    (set_to(ports=ModuleNotFoundError("serial")), "serial ports"),
    (set_to(ports=OSError("a strange port")), "serial ports"),
    (remove("/etc/os-release"), "OS"),
    (remove("/proc/sys/kernel/osrelease"), "kernel"),
    (remove("/proc/device-tree/model"), "model"),
    (set_to(disks=OSError("a strange disk")), "journal"),
    (set_to(box=ZeroDivisionError("a strange pin")), "switches"),
]


@pytest.mark.parametrize(("hide", "name"), UNKNOWN)
def test_what_cannot_be_found_out_is_no_fault(
    pi: FakePi, hide: Callable[[FakePi], None], name: str
) -> None:
    hide(pi)
    findings = examine(pi, Config(), None)

    assert INFO in [finding.status for finding in findings if finding.name == name]
    assert overall(findings) is OK


def test_a_user_without_rights_gets_all_groups_at_once(pi: FakePi) -> None:
    pi.closed = {"gpiochip0", "gpiochip1", "i2c-1"}
    pi.display = PermissionError(13, "Permission denied")
    pi.box = NO_BOX

    first = fix_first(list(found(pi).values()))
    assert first is not None
    assert first.fix == "sudo usermod -aG gpio,i2c ann, then log in again"


def test_nobody_is_sent_from_the_doctor_to_the_doctor(pi: FakePi) -> None:
    pi.box = box_error(OSError("a strange pin"))

    assert (found(pi)["switches"].status, found(pi)["switches"].fix) == (FAIL, "")


def test_root_needs_no_group(pi: FakePi) -> None:
    pi.who = User(name="root", is_root=True, groups=frozenset({"root"}))
    pi.closed = {"gpiochip1"}

    assert found(pi)["groups"].status is OK


def test_a_box_without_a_display_needs_no_bus(pi: FakePi) -> None:
    pi.remove("/dev/i2c-1")
    pi.broken["PIL.Image"] = ImportError("gone")
    findings = found(pi, NO_DISPLAY)

    assert findings["I2C"].status is INFO
    assert overall(list(findings.values())) is OK


@pytest.mark.parametrize(
    ("others", "text"),
    [
        ((0x3D, 0x68), "0x3C, 0x3D, 0x68"),
        ((), "0x3C"),
        (OSError(110, "timed out"), "can't be found out: timed out"),
    ],
)
def test_what_answers_on_the_bus_is_told(
    others: tuple[int, ...] | Exception, text: str, pi: FakePi
) -> None:
    pi.others = others
    findings = found(pi)

    assert (findings["I2C"].status, findings["I2C devices"].status) == (OK, INFO)
    assert findings["I2C devices"].text == text


def test_the_old_driver_is_no_fault_where_another_one_is_used(pi: FakePi) -> None:
    old_driver(pi)

    assert found(pi)["RPi.GPIO"].status is INFO


def test_the_old_driver_is_well_on_an_old_kernel(pi: FakePi) -> None:
    old_driver(pi)
    pi.write("/proc/sys/kernel/osrelease", "6.1.21-v7+")

    assert "RPi.GPIO" not in found(pi, RPIGPIO)


def test_the_debugging_console_of_a_pi_5_is_not_on_the_header(pi: FakePi) -> None:
    pi.write("/proc/cmdline", "console=ttyAMA10,115200 console=tty1")

    assert found(pi)["console"].status is OK


@pytest.mark.parametrize(
    ("config", "break_", "status", "text"),
    [
        (Config(), nothing, INFO, "none: serial.port names no port"),
        (
            Config(serial=SerialSection(port="socket://pub:4000")),
            *(nothing, INFO, "socket://pub:4000 is not looked at"),
        ),
        (LOGS, adapter("stbpi-log"), OK, "/dev/stbpi-log, 115200 bits a second"),
        (NUMBERED, write("/dev/ttyUSB0", ""), OK, "/dev/ttyUSB0, 115200 bits a second"),
    ],
)
def test_what_is_well_with_the_serial_log_is_told(
    pi: FakePi,
    config: Config,
    break_: Callable[[FakePi], None],
    status: Status,
    text: str,
) -> None:
    break_(pi)
    finding = found(pi, config)["serial log"]

    assert (finding.status, finding.text, finding.fix) == (status, text, "")


def test_a_serial_log_that_is_at_work_is_well(pi: FakePi) -> None:
    adapter("stbpi-log", holder="stbpi\0run\0")(pi)
    about = pi.file(LOCK).stat()
    place = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}:{about.st_ino}"
    pi.write("/proc/locks", f"1: FLOCK  ADVISORY  WRITE 77 {place} 0 EOF\n")
    finding = found(pi, LOGS)["serial log"]

    assert finding.status is OK
    assert finding.text == "the serial port /dev/stbpi-log is in use by process 77 (stbpi run)"


def test_serial_ports_that_may_not_be_used_are_told_with_their_group(pi: FakePi) -> None:
    pi.closed = {"ttyACM0"}
    pi.file("/dev/serial0").symlink_to("ttyACM0")
    finding = found(pi)["serial ports"]

    assert finding.text == "/dev/serial0 is ttyACM0, /dev/ttyACM0 (Pico)"
    assert "usermod -aG dialout ann" in finding.fix
