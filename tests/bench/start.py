"""What the start takes, against Python importing the libraries that the box is built on.

Measured up to READY=1, the first snapshot of the switches, with mock pins; the memory is looked
at a second later, when display and buzzer have been loaded. Compiled files lie in a folder of
their own, so that an environment that keeps Python from writing any says the same.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.figure import Figure

ROOT = Path(__file__).parents[2]
LIBRARIES = "import gpiozero, luma.oled.device, serial"
PAIRS = 9
LOADED_S = 1
PATIENCE_S = 30

CONFIG = """\
[gpio]
pin_factory = "mock"
[journal]
path = "{folder}/journal.db"
"""


@dataclass(frozen=True, slots=True)
class Start:
    """What one start took.

    Attributes:
        seconds: until it was ready.
        memory: resident afterwards, in kB.
    """

    seconds: float
    memory: int


def start_against_libraries() -> Iterator[Figure]:
    with TemporaryDirectory(prefix="stbpi-") as name:
        folder = Path(name)
        folder.joinpath("stbpi.toml").write_text(CONFIG.format(folder=folder), encoding="utf-8")
        pairs = [(_program(folder), _libraries(folder)) for _ in range(PAIRS + 1)]
    times = [ours.seconds / theirs.seconds for ours, theirs in pairs[1:]]  # the first compiles
    sizes = [ours.memory / theirs.memory for ours, theirs in pairs[1:]]
    of_them = "of the libraries' alone"
    yield Figure(
        name="start_ready", value=median(times), unit=f"time {of_them}", limit=1.5, at_most=True
    )
    yield Figure(
        name="start_memory", value=median(sizes), unit=f"size {of_them}", limit=1.3, at_most=True
    )


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: v for name, v in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "NOTIFY_SOCKET": str(folder / "notify"),
        "STATE_DIRECTORY": str(folder),
    }


def _libraries(folder: Path) -> Start:
    """Import them; the time is that of the whole process, until it says that it has them."""
    script = f"{LIBRARIES}\nprint(flush=True)\ninput()"
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", script],
        env=_environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        seconds = time.perf_counter() - begin
        memory = _memory(process.pid)
        process.stdin.write(b"\n")
    return Start(seconds, memory)


def _program(folder: Path) -> Start:
    path = folder / "notify"
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(path))
        manager.settimeout(PATIENCE_S)
        begin = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", "stbpi", "run", "--config", folder / "stbpi.toml"],
            env=_environment(folder),
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                while b"READY=1" not in manager.recv(4096):
                    pass
                seconds = time.perf_counter() - begin
                time.sleep(LOADED_S)
                memory = _memory(process.pid)
            finally:
                process.terminate()
    return Start(seconds, memory)


def _memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    found = re.search(r"^VmRSS:\s*(\d+) kB", status, re.MULTILINE)
    assert found is not None
    return int(found[1])
