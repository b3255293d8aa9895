"""What a box that nobody plays on costs: 60 s of set-up, 60 s of waiting for a player.

Measured on the real GPIO lines of the kernel that tests/vm/run boots, as all that this machine
does for the virtual one, less what it does for the virtual one when the program isn't running.
That counts the kernel's part of every call too, at User-Mode Linux's price, which is a multiple
of a real one: the figures are upper bounds. The display is left out. The buzzer is in: its
library has a thread that wakes 50 times a second.

Keep: without a kernel at hand nothing is built and nothing measured, and that is said.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figure import Figure

ROOT = Path(__file__).parents[2]
STATES = {"set_up": "idle_in_set_up", "waiting": "idle_waiting_for_a_player"}
LIMIT = 0.3  # per cent of one core
NOTHING = "nothing"


def idle_costs() -> Iterator[Figure]:
    """Measure; nothing is yielded where no kernel is at hand."""
    if _kernel() is None:
        print("no VM kernel at hand (make test-vm builds one): idle is left out", file=sys.stderr)
        return
    shares = _measured()
    for state, name in STATES.items():
        yield Figure(
            name=name,
            value=100 * (shares[state] - shares[NOTHING]),
            unit="% of one core",
            limit=LIMIT,
            at_most=True,
        )


def _kernel() -> Path | None:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    kernel = Path(os.environ.get("STBPI_VM_KERNEL") or cache / "stbpi/vm/linux")
    return kernel if kernel.is_file() else None


def _measured() -> dict[str, float]:
    """Return the share of one core that each state took."""
    begun: dict[str, tuple[float, float]] = {}
    shares: dict[str, float] = {}
    with subprocess.Popen(
        [ROOT / "tests/vm/run"],
        env={
            **os.environ,
            "PYTHON": sys.executable,
            "STBPI_VM_PLAYS": "idle",
            "STBPI_VM_SECONDS": "400",
        },
        stdout=subprocess.PIPE,
        text=True,
    ) as machine:
        assert machine.stdout is not None
        lines = []
        for line in machine.stdout:
            lines.append(line)
            match line.split():
                case ["idle:", "begin", name]:
                    begun[name] = (time.monotonic(), _cpu_s(machine.pid))
                case ["idle:", "end", name]:
                    began, before = begun[name]
                    shares[name] = (_cpu_s(machine.pid) - before) / (time.monotonic() - began)
    if machine.returncode != 0 or set(shares) != {NOTHING, *STATES}:
        raise RuntimeError("the virtual machine failed:\n" + "".join(lines[-20:]))
    return shares


def _cpu_s(pid: int) -> float:
    """Return the processor time of a process and all below it, in seconds."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has just ended
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    family = [pid]
    for member in family:
        family += children.get(member, [])
    return sum(map(_own_cpu_s, family))


def _own_cpu_s(pid: int) -> float:
    total = 0
    for stat in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(stat.read_text(encoding="ascii").split()[0])
        except OSError:
            continue
    return total / 1e9
