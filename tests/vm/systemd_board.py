"""The bar's screen as a service: beside the box, by a user of its own who may only read.

Left out where the libraries that serve pages are missing.
"""

from __future__ import annotations

import grp
import importlib.util
import pwd
import urllib.error
import urllib.request

from tests.vm.play import Checks
from tests.vm.systemd_unit import USER, command, process_status, shares_namespace

NAME = "stbpi-board"
PAGE = "http://127.0.0.1:8137/"


def is_possible() -> bool:
    return all(importlib.util.find_spec(name) for name in ("starlette", "uvicorn"))


def look_at_the_board(checks: Checks) -> None:
    """Start it, look at it and at a page of it, and stop it."""
    if not is_possible():
        print("     Starlette and uvicorn are missing: the bar's screen is left out", flush=True)
        return
    done = command("systemctl", "start", NAME)
    if not checks.that(f"the bar's screen is ready after {done.seconds:.0f} s", not done.status):
        print(*command("journalctl", "-u", NAME, "-o", "cat").said.splitlines()[-20:], sep="\n  ")
        return
    pid = int(command("systemctl", "show", NAME, "--value", "-p", "MainPID").said)
    status, user = process_status(pid), pwd.getpwnam(NAME)
    for claim, key, wanted in (
        ("it has a user of its own", "Uid", " ".join([str(user.pw_uid)] * 4)),
        ("and the group of the box", "Gid", " ".join([str(grp.getgrnam(USER).gr_gid)] * 4)),
        ("no rights, nor ever", "CapBnd", f"{0:016x}"),
        ("its system calls are filtered", "Seccomp", "2"),
    ):
        checks.that(claim, " ".join(status[key].split()) == wanted, status[key])
    shared = [kind for kind in ("mnt", "user") if shares_namespace(pid, kind)]
    checks.that("its files and users are its own view", not shared, shared)
    found, page = _page()
    shows = found == 200 and "vm:1" in page
    checks.that("its first page shows the match that is played", shows, page)
    done = command("systemctl", "stop", NAME)
    ended = command("systemctl", "show", NAME, "--value", "-p", "Result").said
    held = (done.status, ended) == (0, "success") and done.seconds < 5
    checks.that(f"it stops in {done.seconds:.1f} s", held, (done, ended))


def _page() -> tuple[int, str]:
    try:
        with urllib.request.urlopen(PAGE, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
