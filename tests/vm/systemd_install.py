"""Installs the service with the very command of systemd/README.md, and looks at what it did.

The packages and the program itself are there already (see systemd-init).
"""

from __future__ import annotations

import grp
import pwd
from pathlib import Path

from tests.vm import systemd_udev as udev
from tests.vm.play import Checks
from tests.vm.rig import Stuck
from tests.vm.systemd_unit import USER, command

README = Path("systemd/README.md")
CONFIG = Path("/etc/stbpi/stbpi.toml")
STATE = Path("/var/lib/stbpi")
INSTALL = "/opt/stbpi/bin/stbpi install-service"
START = "systemctl enable --now stbpi"


def install(checks: Checks) -> list[str]:
    """Run the command that installs the service; return the one that starts it.

    Raises:
        Stuck: one of them fails.
    """
    blocks = README.read_text(encoding="utf-8").split("```")[1::2]
    block = next(block for block in blocks if f"sudo {INSTALL}" in block)
    commands = [line.removeprefix("sudo ") for line in block.split("\n") if line]
    done = command(*INSTALL.split())
    if not checks.that(f"README: {INSTALL}", done.status == 0, done.said):
        raise Stuck("the README does not work")
    checks.that(f"README: in the end {START}", commands[-1] == START, commands)
    _look_at_the_user(checks)
    _look_at_the_folders(checks)
    for claim, held, said in udev.findings():
        checks.that(f"udev: {claim}", held, said)
    return START.split()


def _look_at_the_user(checks: Checks) -> None:
    user = pwd.getpwnam(USER)
    is_right = (user.pw_dir, user.pw_shell) == (str(STATE), "/usr/sbin/nologin")
    claim = "sysusers: the user stbpi, of the system, who can't log in"
    checks.that(claim, is_right and user.pw_uid < 1000, user)


def _look_at_the_folders(checks: Checks) -> None:
    for path, mode, owner in ((CONFIG.parent, 0o755, "root"), (STATE, 0o750, USER)):
        found = path.stat()
        owners = (pwd.getpwuid(found.st_uid).pw_name, grp.getgrgid(found.st_gid).gr_name)
        is_right = (owners, found.st_mode & 0o7777) == ((owner, owner), mode)
        checks.that(f"tmpfiles: {path} is {owner}'s, {mode:o}", is_right, found)
