"""What a box that nobody plays on costs: in attract mode, and while it waits for a player.

`work`: what 60 s take of one core when the program does them without sleeping in between
(`standing`): what it does, and what the kernel does for it. On mock pins, and on the real GPIO
lines of the kernel that tests/vm/run boots, by the driver that "auto" takes; there every call
counts at User-Mode Linux's price, which is a multiple of a real one. The display's part, whose
posters move every five seconds in attract mode, is told apart.

`wakeups`: how often all threads together wake up, in real time, with everything on.

`asleep`: what that virtual machine takes here in real time while the program runs, less what it
takes while the program is stopped right before and after. It is hardly work: a process that does
nothing but wake up as often takes as much, which is measured in turn with it and told beside it.
How much depends on how deep this machine sleeps, so neither has a limit.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from tests.bench.figure import Figure
from tests.bench.machine import ROOT, Machine, in_machine
from tests.bench.standing import ATTRACT, MINUTES, WAITING

STATES = (ATTRACT, WAITING)
LIMIT = 0.3  # per cent of one core
WAKEUPS = 10.0
OF_A_CORE = "% of one core"
STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Span:
    """What was measured between two lines: which processor time was taken in how many seconds."""

    name: str
    cpu_s: float
    lasted_s: float

    @property
    def share(self) -> float:
        return self.cpu_s / self.lasted_s


@dataclass(frozen=True, slots=True)
class Told:
    """What a machine has told.

    Attributes:
        spans: in order.
        wakeups: how often a second, by state.
    """

    spans: list[Span] = field(default_factory=list)
    wakeups: dict[str, float] = field(default_factory=dict)


def idle_costs() -> Iterator[Figure]:
    """Measure; without a kernel at hand on mock pins only."""
    for state, share in _on_mock_pins().items():
        yield _work(f"{state}_on_mock_pins", share)
    stood, slept = in_machine("standing", _told), in_machine("idle", _told)
    if stood is None or slept is None:
        return
    shares = {span.name: span.cpu_s / (MINUTES * 60) for span in stood.spans}
    costs = _costs(slept.spans)
    for state in STATES:
        without, with_it = shares[f"{state}_none"], shares[f"{state}_ssd1306"]
        yield _work(state, without)
        yield _beside(f"idle_display_{state}", with_it - without, OF_A_CORE)
        yield Figure(
            name=f"idle_wakeups_{state}",
            value=slept.wakeups[state],
            unit="a second",
            limit=WAKEUPS,
            at_most=True,
        )
        waker = f"a process that only wakes up as often: {100 * costs[f'waker_{state}']:.2f}"
        yield _beside(f"idle_asleep_{state}", costs[state], f"{OF_A_CORE}; {waker}")


def _work(name: str, share: float) -> Figure:
    name = f"idle_work_{name}"
    return Figure(name=name, value=100 * share, unit=OF_A_CORE, limit=LIMIT, at_most=True)


def _beside(name: str, share: float, unit: str) -> Figure:
    return Figure(name=name, value=100 * share, unit=unit, limit=None, at_most=True)


def _on_mock_pins() -> dict[str, float]:
    """Return which share of one core each state takes, in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.standing"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    shares: dict[str, float] = json.loads(done.stdout)
    return shares


def _costs(spans: list[Span]) -> dict[str, float]:
    """Return what each took more than the machine took right before and after it, on average."""
    costs: dict[str, list[float]] = defaultdict(list)
    for before, running, after in zip(spans, spans[1:], spans[2:], strict=False):
        if before.name == after.name == STOPPED != running.name:
            costs[running.name].append(running.share - (before.share + after.share) / 2)
    return {name: mean(shares) for name, shares in costs.items()}


def _told(machine: Machine) -> Told:
    """Listen to a machine, and measure what it takes meanwhile."""
    told = Told()
    began, before = 0.0, dict[int, float]()
    for line in machine.lines():
        match line.split():
            case ["idle:", "begin", _]:
                began, before = time.monotonic(), _cpu_s(machine.pid)
            case ["idle:", "end", name]:
                spent = _spent_s(before, _cpu_s(machine.pid))
                told.spans.append(Span(name, spent, time.monotonic() - began))
            case ["idle:", "wakeups", name, a_second]:
                told.wakeups[name] = float(a_second)
    return told


def _spent_s(before: dict[int, float], after: dict[int, float]) -> float:
    """Add up what was spent in between; a process that has ended takes all of its own away."""
    return sum(seconds - before.get(pid, 0) for pid, seconds in after.items())


def _cpu_s(pid: int) -> dict[int, float]:
    """Return the processor time of a process and of each one below it, in seconds."""
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
    return {member: _own_cpu_s(member) for member in family}


def _own_cpu_s(pid: int) -> float:
    total = 0
    for stat in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(stat.read_text(encoding="ascii").split()[0])
        except OSError:
            continue
    return total / 1e9
