"""What a bench measures, and how."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

LOOP_S = 0.4
"""The limit of a time holds on a machine that takes so long for `loop_s`, and follows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A measured figure.

    Attributes:
        limit: what the value must not fall below, or (`at_most`) not exceed; `None`: it is told
            beside others, which have one.
    """

    name: str
    value: float
    unit: str
    limit: float | None
    at_most: bool

    @property
    def ok(self) -> bool:
        if self.limit is None:
            return True
        return self.value <= self.limit if self.at_most else self.value >= self.limit

    def members(self) -> dict[str, object]:
        return {
            "name": self.name,
            "value": round(self.value, 3),
            "unit": self.unit,
            "limit": self.limit,
            "ok": self.ok,
        }


def ratio(slow: Callable[[], object], fast: Callable[[], object], *, pairs: int = 5) -> float:
    """Measure how many times longer `slow` takes than `fast`: the median of several pairs."""
    fast()  # what is made once is made now
    return median(_seconds(slow) / _seconds(fast) for _ in range(pairs))


def _seconds(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def loop_s() -> float:
    """Measure this machine: the processor time in which its Python adds ten million numbers."""
    begin = time.process_time()
    total = 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - begin
