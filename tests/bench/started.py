"""What one start takes: of the program, and of Python importing the libraries that it is built on.

The time is up to READY=1, the first snapshot of the switches; the memory is what is resident when
display and buzzer have been loaded too. Compiled files lie in a folder of their own, so that an
environment that keeps Python from writing any says the same.

Never: imports the program.
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

ROOT = Path(__file__).parents[2]
LIBRARIES = "import gpiozero, luma.oled.device, serial"
LOADED_S = 3
PATIENCE_S = 60


@dataclass(frozen=True, slots=True)
class Start:
    """What one start took.

    Attributes:
        seconds: until it was ready.
        memory: resident afterwards, in kB.
    """

    seconds: float
    memory: int


def pairs(folder: Path, config: str, count: int) -> Iterator[tuple[Start, Start]]:
    """Start the program and the libraries in turn; the first pair, which compiles, is left out.

    Args:
        folder: an empty one.
        config: what stands in the program's configuration, besides the place of the journal.
        count: of the pairs.
    """
    text = f'{config}\n[journal]\npath = "{folder}/journal.db"\n'
    folder.joinpath("stbpi.toml").write_text(text, encoding="utf-8")
    for number in range(count + 1):
        pair = (_program(folder), _libraries(folder))
        if number:
            yield pair


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: v for name, v in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "NOTIFY_SOCKET": str(folder / "notify"),
        "RUNTIME_DIRECTORY": str(folder),
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
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager,
        folder.joinpath("log").open("ab") as log,
    ):
        manager.bind(str(path))
        manager.settimeout(PATIENCE_S)
        begin = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", "stbpi", "run", "--config", folder / "stbpi.toml"],
            env=_environment(folder),
            stderr=log,
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
