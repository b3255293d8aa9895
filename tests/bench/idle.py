"""What a box that nobody plays on costs: 60 s of set-up, 60 s of waiting for a player.

Measured on the real GPIO lines of the kernel that tests/vm/run boots, as all that this machine
does for the virtual one, less what it does for the virtual one while the program is stopped right
before and after; the two take turns, so that whatever else happens here falls on both. That
counts the kernel's part of every call too, at User-Mode Linux's price, which is a multiple of a
real one: the figures are upper bounds. Display and buzzer are on; the display dims and moves
against burning in, and the posters of the attract mode that the set-up turns into are counted.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from tests.bench.figure import Figure
from tests.bench.machine import Machine, in_machine

STATES = {"set_up": "idle_in_set_up", "waiting": "idle_waiting_for_a_player"}
LIMIT = 0.3  # per cent of one core
STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Share:
    """What was measured in one state: which share of one core was taken."""

    state: str
    share: float


def idle_costs() -> Iterator[Figure]:
    """Measure; nothing is yielded where no kernel is at hand."""
    shares = in_machine("idle", _shares)
    if shares is None:
        return
    costs = _costs(shares)
    for state, name in STATES.items():
        yield Figure(
            name=name,
            value=100 * mean(costs[state]),
            unit="% of one core",
            limit=LIMIT,
            at_most=True,
        )


def _costs(shares: list[Share]) -> dict[str, list[float]]:
    """Return what each state took more than the program took stopped right before and after it."""
    costs: dict[str, list[float]] = defaultdict(list)
    for before, running, after in zip(shares, shares[1:], shares[2:], strict=False):
        if running.state in STATES:
            assert before.state == after.state == STOPPED
            costs[running.state].append(running.share - (before.share + after.share) / 2)
    assert costs.keys() == STATES.keys()
    return costs


def _shares(machine: Machine) -> list[Share]:
    """Return which share of one core was taken each time, in order."""
    shares = []
    began, before = 0.0, dict[int, float]()
    for line in machine.lines():
        match line.split():
            case ["idle:", "begin", _]:
                began, before = time.monotonic(), _cpu_s(machine.pid)
            case ["idle:", "end", state]:
                spent = _spent_s(before, _cpu_s(machine.pid))
                shares.append(Share(state, spent / (time.monotonic() - began)))
    return shares


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
