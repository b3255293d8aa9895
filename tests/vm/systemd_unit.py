"""The service as its administrator sees it: through systemctl, journalctl and its processes.

Never: waits for ever; every command has a time limit.
"""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

LIMIT_S = 40
NAME = "stbpi.service"
USER = "stbpi"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A command that has ended.

    Attributes:
        status: its exit status.
        said: its output and its complaints.
        seconds: how long it took.
    """

    status: int
    said: str
    seconds: float


def command(*words: str) -> Done:
    """Run a command.

    Raises:
        subprocess.TimeoutExpired: it takes too long.
    """
    begin = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT_S)
    said = (done.stdout + done.stderr).strip()
    return Done(status=done.returncode, said=said, seconds=time.monotonic() - begin)


def show(name: str) -> str:
    """Return a property of the service, as `systemctl show` writes it."""
    return command("systemctl", "show", NAME, "--value", "-p", name).said


def main_pid() -> int:
    """Return the process id of the program, 0 if it isn't running."""
    return int(show("MainPID"))


def log(least: str = "info") -> list[str]:
    """Return what the program, and systemd about it, have written into the system's log."""
    words = ("journalctl", "--no-pager", "-o", "cat", "-u", NAME, "-p", least)
    return command(*words).said.splitlines()


def add_to_unit(*lines: str) -> None:
    """Add lines to the unit's [Service], in place of those that were added before."""
    folder = Path("/run/systemd/system", f"{NAME}.d")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "play.conf").write_text("\n".join(("[Service]", *lines, "")), encoding="utf-8")
    command("systemctl", "daemon-reload")


def process_status(pid: int) -> dict[str, str]:
    """Read /proc/PID/status."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return {
        key: value.strip() for key, _, value in (row.partition(":") for row in text.split("\n"))
    }


def shares_namespace(pid: int, kind: str) -> bool:
    """Say whether a process sees the same network, files, … as this one."""
    return Path(f"/proc/{pid}/ns/{kind}").readlink() == Path(f"/proc/self/ns/{kind}").readlink()
