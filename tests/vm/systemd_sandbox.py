"""Whether the unit's sandbox is in force: seen from outside, and tried from within.

From within it is tried by `systemd_probe`, which the service runs before the program.
"""

from __future__ import annotations

import grp
import itertools
import json
import os
import pwd
import shutil
import stat
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.vm import systemd_probe as probe
from tests.vm.play import Checks
from tests.vm.systemd_unit import USER, process_status, shares_namespace

COMMAND = "/opt/stbpi/python/bin/python3 /opt/stbpi/bin/probe.py"
GROUPS = ("gpio", "i2c", "dialout", "audio")
NO_RIGHTS = f"{0:016x}"


def look_at(pid: int, checks: Checks) -> None:
    """Look at the running program from outside."""
    status = process_status(pid)
    user = pwd.getpwnam(USER)
    for claim, key, wanted in (
        ("it runs as stbpi", "Uid", " ".join([str(user.pw_uid)] * 4)),
        ("no rights of root now", "CapEff", NO_RIGHTS),
        ("nor ever", "CapBnd", NO_RIGHTS),
        ("no new rights by any program", "NoNewPrivs", "1"),
        ("system calls are filtered", "Seccomp", "2"),
    ):
        checks.that(claim, " ".join(status[key].split()) == wanted, status[key])
    groups = {user.pw_gid, *(grp.getgrnam(name).gr_gid for name in GROUPS)}
    found = {int(group) for group in status["Groups"].split()}
    checks.that(f"its groups are stbpi, {', '.join(GROUPS)}", found == groups, found)
    shared = [kind for kind in ("mnt", "net", "user") if shares_namespace(pid, kind)]
    checks.that("its files, network and users are its own view", not shared, shared)


def prepare() -> list[str]:
    """Lay out what the probe tries to reach; return what it finds outside of the sandbox."""
    for folder in map(Path, probe.OPEN_FOLDERS):
        folder.mkdir()
        folder.chmod(0o777)
    for path, numbers in probe.DEVICES.items():
        os.mknod(path, stat.S_IFCHR, os.makedev(*numbers))
        Path(path).chmod(0o666)
    for letter in map(Path, probe.LETTERS):
        letter.parent.mkdir(exist_ok=True)
        letter.write_text("hello", encoding="ascii")
        letter.chmod(0o666)
    shutil.copyfile(str(probe.__file__), COMMAND.split()[1])
    done = subprocess.run(
        COMMAND.split(),
        capture_output=True,
        text=True,
        timeout=20,
        cwd="/",
        user=USER,
        group=USER,
        extra_groups=GROUPS,
        umask=0o027,
    )
    return outcomes(done.stdout.splitlines()) or [done.stderr]


def outcomes(lines: Iterable[str]) -> list[str]:
    """Find what the probe printed."""
    found = [line.removeprefix(probe.MARK) for line in lines if line.startswith(probe.MARK)]
    return [str(name) for name in json.loads(found[-1])] if found else []


def judge(checks: Checks, outside: list[str], inside: list[str]) -> None:
    """Check every attempt."""
    is_open = outside == [probe.OK] * len(probe.ATTEMPTS)
    checks.that("without the sandbox, all that follows is possible", is_open, outside)
    checks.that("the probe was in the sandbox", len(inside) == len(probe.ATTEMPTS), inside)
    for attempt, found in itertools.zip_longest(probe.ATTEMPTS, inside[: len(probe.ATTEMPTS)]):
        checks.that(f"sandbox: {attempt.claim}", found in attempt.wanted, found)
