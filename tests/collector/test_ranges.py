"""Runs of numbers behave like the set of these numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stbpi.collector.ranges import Ranges

RUNS = st.lists(
    st.tuples(st.integers(1, 40), st.integers(0, 6)).map(lambda run: (run[0], run[0] + run[1]))
)


@given(RUNS)
def test_runs_are_a_set(runs: list[tuple[int, int]]) -> None:
    ranges = Ranges(runs)
    numbers = {n for first, last in runs for n in range(first, last + 1)}

    missing = {n for first, last in ranges.gaps(60) for n in range(first, last + 1)}
    assert {n for n in range(1, 61) if n in ranges} == numbers
    assert missing == set(range(1, 61)) - numbers
    assert ranges.end == max(numbers, default=0)
    assert ranges.whole == min(set(range(1, 61)) - numbers) - 1
    flat = [n for run in ranges.runs for n in run]
    assert flat == sorted(flat)
    assert all(
        after[0] > before[1] + 1
        for before, after in zip(ranges.runs, ranges.runs[1:], strict=False)
    )


def test_a_number_more_makes_the_last_run_longer() -> None:
    ranges = Ranges()
    for n in range(1, 100):
        ranges.add(n)

    assert ranges.runs == ((1, 99),)
    assert ranges.gaps(101) == ((100, 101),)
