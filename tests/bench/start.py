"""What the start takes, against Python importing the libraries that a box is built on.

Both in turn on the same virtual machine of tests/vm/run, for only there `stbpi run` has what it
has on a box: the kernel's lines, by the driver that "auto" takes, the buzzer on one, the display
on an I2C bus. See `started` for what is measured.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from statistics import median

from tests.bench.figure import Figure
from tests.bench.machine import Machine, in_machine
from tests.bench.started import Start

BEGIN = "start: "


def start_against_libraries() -> Iterator[Figure]:
    """Measure; nothing is yielded where no kernel is at hand."""
    pairs = in_machine("start", _pairs)
    if pairs is None:
        return
    times = [ours.seconds / theirs.seconds for ours, theirs in pairs]
    sizes = [ours.memory / theirs.memory for ours, theirs in pairs]
    of_them = "of the libraries' alone"
    yield Figure(
        name="start_ready", value=median(times), unit=f"time {of_them}", limit=1.5, at_most=True
    )
    yield Figure(
        name="start_memory", value=median(sizes), unit=f"size {of_them}", limit=1.3, at_most=True
    )


def _pairs(machine: Machine) -> list[tuple[Start, Start]]:
    """Return what each start took: of the program, and of the libraries right after it."""
    pairs = []
    for line in machine.lines():
        if line.startswith(BEGIN):
            told = json.loads(line.removeprefix(BEGIN))
            pairs.append((Start(**told["program"]), Start(**told["libraries"])))
    return pairs
