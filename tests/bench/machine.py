"""The virtual machine of tests/vm/run, for benches that need the real lines of a kernel.

Keep: without a kernel at hand nothing is built and nothing is run, and that is said.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
LONGEST_S = 400
CANT_RUN_HERE = 3


class Machine:
    """A machine that runs.

    Attributes:
        pid: of the program that it is.
        last: its last words.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.pid = process.pid
        self.last: deque[str] = deque(maxlen=20)
        self._stdout = process.stdout

    def lines(self) -> Iterator[str]:
        """Yield what it says, as it says it."""
        for line in self._stdout:
            self.last.append(line)
            yield line.rstrip("\n")


def in_machine(play: str, watch: Callable[[Machine], T]) -> T | None:
    """Boot a machine in which a module of `tests.vm` runs, and watch it.

    Args:
        play: the module.
        watch: listens to all that the machine says.

    Returns:
        What `watch` does, or `None` if there can be no machine here.

    Raises:
        RuntimeError: what ran in it failed.
    """
    kernel = _kernel()
    if kernel is None:
        text = f"{play} is left out: there is no kernel to boot (make test-vm builds one)"
        print(text, file=sys.stderr)
        return None
    environment = {
        **os.environ,
        "PYTHON": sys.executable,
        "STBPI_VM_KERNEL": str(kernel),
        "STBPI_VM_PLAYS": play,
        "STBPI_VM_SECONDS": str(LONGEST_S),
    }
    with subprocess.Popen(
        [ROOT / "tests/vm/run"], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        machine = Machine(process)
        seen = watch(machine)
    if process.returncode == CANT_RUN_HERE:
        print(f"{play} is left out", file=sys.stderr)
        return None
    if process.returncode != 0:
        raise RuntimeError("the virtual machine failed:\n" + "".join(machine.last))
    return seen


def _kernel() -> Path | None:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    kernel = Path(os.environ.get("STBPI_VM_KERNEL") or cache / "stbpi/vm/linux")
    return kernel if kernel.is_file() else None
