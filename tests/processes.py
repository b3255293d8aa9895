"""The program in a process of its own, as a shell or a service manager starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.doubles import PATIENCE_S

ROOT = Path(__file__).parents[1]
LEFT_OUT = ("STBPI_CONFIG", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "PYTHONUNBUFFERED")

# The watchdog's number is that of the main process, as systemd sets it.
START = 'WATCHDOG_PID=$$ exec "$@" <&-'


def environ(more: Mapping[str, str]) -> dict[str, str]:
    mine = {key: value for key, value in os.environ.items() if key not in LEFT_OUT}
    return {**mine, "PYTHONPATH": str(ROOT), **more}


def start(
    *arguments: str, more: Mapping[str, str] | None = None, cwd: Path = Path("/")
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["/bin/sh", "-c", START, "sh", sys.executable, "-m", "stbpi", *arguments],
        cwd=cwd,
        env=environ(more or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait until a process ends; return its status and what it has said on stderr."""
    _, said = process.communicate(timeout=PATIENCE_S)
    return process.returncode, said
