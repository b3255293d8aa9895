"""The files in systemd/: what they must say, and what systemd's own tools find wrong with them."""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from stbpi.box.scanner import Scanner
from stbpi.cli import Exit
from stbpi.commands.board import HOST
from stbpi.config import JournalSection
from stbpi.notify import Notifier

FOLDER = Path(__file__).parents[1] / "systemd"
UNIT = FOLDER / "stbpi.service"
BOARD = FOLDER / "stbpi-board.service"
UNITS = (UNIT, BOARD)
RULES = sorted(FOLDER.glob("*.rules"))
MOST_EXPOSURE = 1.2

ANALYZE = shutil.which("systemd-analyze")
needs_analyze = pytest.mark.skipif(
    ANALYZE is None, reason="systemd-analyze is missing: sudo apt install systemd"
)


def lines(path: Path) -> list[str]:
    """Read the lines that are neither empty nor comments."""
    text = path.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def unit(path: Path = UNIT) -> dict[str, list[str]]:
    """Read what a unit sets; a key may be there more than once."""
    found: dict[str, list[str]] = {}
    for line in lines(path):
        if not line.startswith("["):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def analyze(*arguments: str, more: dict[str, str] | None = None) -> tuple[int, str, str]:
    assert ANALYZE is not None
    done = subprocess.run(
        [ANALYZE, "--no-pager", *arguments],
        env={**os.environ, **(more or {})},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def verify(text: str, folder: Path) -> tuple[int, str, str]:
    """Let systemd read a unit that stands alone, so that no unit of this machine is judged."""
    text = re.sub("(?m)^ExecStart=.*", "ExecStart=/bin/true", text)  # /opt/stbpi isn't here
    (folder / UNIT.name).write_text(text, encoding="utf-8")
    (folder / "sysinit.target").write_text("[Unit]\n", encoding="utf-8")
    more = {"SYSTEMD_UNIT_PATH": str(folder)}
    return analyze("verify", "--man=no", str(folder / UNIT.name), more=more)


# What systemd's own tools find


@needs_analyze
@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_finds_nothing_wrong_with_the_units(path: Path, tmp_path: Path) -> None:
    assert verify(path.read_text(encoding="utf-8"), tmp_path) == (0, "", "")


@needs_analyze
def test_systemd_would_say_if_it_did_not_know_a_key(tmp_path: Path) -> None:
    status, _, complaints = verify("[Service]\nExecStart=\nWatchdogSecs=10\n", tmp_path)

    assert status == 0
    assert "WatchdogSecs" in complaints


def exposure(path: Path) -> float:
    """Return how much of the machine systemd finds within reach of a unit, from 0 to 10."""
    status, said, complaints = analyze("security", "--offline=true", str(path))
    if "unrecognized option" in complaints:
        pytest.skip("systemd before 250 judges running services only")
    found = re.search(rf"exposure level for {re.escape(path.name)}: (\d+\.\d+)", said)

    assert (status, complaints) == (0, "")
    assert found is not None, said
    return float(found[1])


@needs_analyze
@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_the_services_are_exposed_to_little(path: Path) -> None:
    assert exposure(path) <= MOST_EXPOSURE


@needs_analyze
def test_a_service_without_a_sandbox_is_exposed_to_a_lot(tmp_path: Path) -> None:
    bare = tmp_path / "bare.service"
    bare.write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")

    assert exposure(bare) > 9


def test_udev_finds_nothing_wrong_with_the_rules() -> None:
    udevadm = shutil.which("udevadm")
    if udevadm is None:
        pytest.skip("udevadm is missing: sudo apt install udev")
    done = subprocess.run(
        [udevadm, "verify", "--resolve-names=never", *RULES],
        capture_output=True,
        text=True,
        timeout=60,
    )
    if "Unknown command verb" in done.stderr:
        pytest.skip("udevadm verify came with systemd 254")

    assert (done.returncode, done.stderr) == (0, "")


# The unit


def test_the_unit_runs_the_program() -> None:
    assert unit()["ExecStart"] == ["/opt/stbpi/bin/stbpi run"]


@pytest.mark.field("A12")
def test_the_unit_tries_for_ever_unless_the_configuration_is_wrong() -> None:
    found = unit()

    assert found["Restart"] == ["always"]
    assert found["StartLimitIntervalSec"] == ["0"]
    assert found["RestartPreventExitStatus"] == [str(int(Exit.INPUT))]
    assert int(found["RestartSec"][0]) >= 1
    assert not {"StartLimitBurst", "StartLimitAction", "SuccessExitStatus"} & found.keys()


@pytest.mark.field("F6")
def test_nothing_is_waited_for_before_the_program_starts() -> None:
    found = unit()

    assert found["After"] == ["systemd-modules-load.service"], "not the network, not a device"
    assert not [key for key in found if key.startswith("ExecStart") and key != "ExecStart"]
    assert not {"Wants", "Requires", "BindsTo", "Requisite"} & found.keys()


@pytest.mark.field("F5")
def test_only_the_program_itself_can_say_that_it_is_ready() -> None:
    assert unit()["Type"] == ["notify"]
    assert unit()["NotifyAccess"] == ["main"]


@pytest.mark.field("F5")
def test_the_watchdog_waits_at_least_twice_as_long_as_a_healthy_program_is_silent() -> None:
    (seconds,) = unit()["WatchdogSec"]
    environ = {"NOTIFY_SOCKET": "/none", "WATCHDOG_USEC": f"{seconds}000000"}
    sends_every_s = Notifier(environ).watchdog_s
    idle_s = inspect.signature(Scanner).parameters["idle_ms"].default / 1000

    assert unit()["Type"] == ["notify"]
    assert int(seconds) >= 2 * sends_every_s > 0
    assert sends_every_s >= 10 * idle_s, "the scanner must have moved on between two signs of life"


@pytest.mark.field("A2")
def test_the_journal_and_lgpio_may_write_where_they_want_to() -> None:
    found = unit()
    (state,), (runtime,) = found["StateDirectory"], found["RuntimeDirectory"]

    assert JournalSection().path.parent == Path("/var/lib") / state
    assert found["WorkingDirectory"] == [f"/run/{runtime}"]
    assert found["Environment"] == [f"LG_WD=/run/{runtime}"]


def test_pins_display_serial_lines_and_loudspeakers_are_the_only_open_devices() -> None:
    found = unit()

    assert found["DevicePolicy"] == ["closed"]
    assert found["SupplementaryGroups"] == ["gpio i2c dialout audio"]
    assert sorted(found["DeviceAllow"]) == [
        "char-116 rw",  # alsa
        "char-166 rw",  # ttyACM
        "char-188 rw",  # ttyUSB
        "char-89 rw",  # i2c
        "char-gpiochip rw",
        "char-ttyAMA rw",
        "char-ttyS rw",
    ]


def test_nothing_is_hidden_that_the_program_needs() -> None:
    found = unit()

    assert "PrivateDevices" not in found, "hides the pins and the display"
    assert "ProcSubset" not in found, "hides where gpiozero finds the board's model"
    assert found["RestrictAddressFamilies"] == ["AF_UNIX"], "READY=1 and WATCHDOG=1 go there"


# The bar's screen


@pytest.mark.field("A12")
def test_the_board_tries_for_ever_and_waits_for_its_journal() -> None:
    found = unit(BOARD)
    (state,), (command,) = found["StateDirectory"], found["ExecStart"]
    program, *options = command.split()

    assert program == "/opt/stbpi/bin/stbpi"
    assert options == ["board", "--wait", f"--sheets=/var/lib/{state}/sheets.db", "$BOARD"]
    assert (found["Restart"], found["StartLimitIntervalSec"]) == (["always"], ["0"])
    assert not {"RestartPreventExitStatus", "After", "Wants", "Requires"} & found.keys()


def test_nobody_but_this_computer_sees_the_board_until_its_owner_says_so() -> None:
    found = unit(BOARD)

    assert found["Environment"] == [f"BOARD=--host={HOST}"]
    assert (found["IPAddressDeny"], found["IPAddressAllow"]) == (["any"], ["localhost"])


def test_the_board_reads_the_journal_by_its_group_and_can_not_write_it() -> None:
    found, box = unit(BOARD), unit()
    (state,) = box["StateDirectory"]

    assert found["User"] != box["User"]
    assert (found["Group"], box["StateDirectoryMode"]) == (box["User"], ["0750"])
    assert found["ReadOnlyPaths"] == [f"-/var/lib/{state}"]
    assert found["StateDirectory"] == ["stbpi-board"]
    assert "SupplementaryGroups" not in found


# The other files


@pytest.mark.field("A12")
def test_the_users_and_the_groups_of_the_units_are_made() -> None:
    groups: list[str] = []
    users: list[str] = []
    for line in lines(FOLDER / "stbpi.sysusers"):
        found = re.fullmatch(r'g (\w+) -|u ([\w-]+) - "[^":,]+" (/[\w/-]+)', line)
        assert found is not None, line
        (groups if found[1] else users).append(found[1] or found[2])

    assert users == unit()["User"] + unit(BOARD)["User"]
    debians = {"dialout", "audio"}
    assert {*groups, *debians} == set(unit()["SupplementaryGroups"][0].split())
    assert not debians & {*groups}, "Debian has them, with numbers; another line is a conflict"


def test_the_directories_are_made_as_the_service_would_make_them() -> None:
    made = {}
    for line in lines(FOLDER / "stbpi.tmpfiles"):
        found = re.fullmatch(r"d (/[\w/]+) (0[0-7]{3}) (\w+) (\w+) -", line)
        assert found is not None, line
        made[found[1]] = found.groups()[1:]

    (user,), (mode,) = unit()["User"], unit()["StateDirectoryMode"]
    assert made == {
        "/etc/stbpi": ("0755", "root", "root"),
        f"/var/lib/{unit()['StateDirectory'][0]}": (mode, user, user),
    }


TESTED = r"(ACTION|SUBSYSTEM|ATTRS?\{\w+\}|ENV\{\w+\})(==)"
SET = r"(ENV\{\w+\}|GROUP|MODE|GOTO|LABEL)(=)|(SYMLINK)(\+=)"


def rule(line: str) -> dict[str, str]:
    """Take a udev rule apart: its keys with their operators, and their values."""
    found = {}
    for part in line.split(", "):
        pair = re.fullmatch(rf'({TESTED}|{SET})"([\w-]+)"', part)
        assert pair is not None, part
        found[pair[1]] = pair[pair.lastindex or 0]
    return found


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_the_rules_are_well_formed(path: Path) -> None:
    rules = [rule(line) for line in lines(path)]

    assert len(rules) == 4
    assert rules[0] == {"ACTION==": "remove", "GOTO=": rules[-1]["LABEL="]}


@pytest.mark.parametrize(
    ("name", "link", "keys"),
    [
        ("60-stbpi.rules", "stbpi-tiles", {"idVendor": "2e8a", "idProduct": "0005"}),
        ("61-stbpi-log.rules", "stbpi-log", {"serial": "SERIAL_NUMBER"}),
    ],
)
@pytest.mark.field("E6")
@pytest.mark.field("E7")
def test_a_line_has_a_name_and_is_kept_from_modem_manager(
    name: str, link: str, keys: dict[str, str]
) -> None:
    _, device, line, _ = (rule(line) for line in lines(FOLDER / name))

    assert device == {
        "SUBSYSTEM==": "usb",
        "ENV{DEVTYPE}==": "usb_device",
        **{f"ATTR{{{key}}}==": value for key, value in keys.items()},
        "ENV{ID_MM_DEVICE_IGNORE}=": "1",
    }
    assert line == {
        "SUBSYSTEM==": "tty",
        **{f"ATTRS{{{key}}}==": value for key, value in keys.items()},
        "ENV{ID_MM_DEVICE_IGNORE}=": "1",
        "SYMLINK+=": link,
        "GROUP=": "dialout",
        "MODE=": "0660",
    }


def test_the_files_lie_in_the_program_and_are_linked_to() -> None:
    """One source for package, pip and checkout."""
    files = FOLDER.parent / "stbpi" / "installation" / "files"

    assert [(FOLDER / path.name).resolve() for path in files.iterdir()] == list(files.iterdir())
