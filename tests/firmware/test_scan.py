from __future__ import annotations

import doctest

from hypothesis import given
from hypothesis import strategies as st

from firmware import scan
from firmware.scan import PATIENCE, SAMPLES, Scan

readings = st.lists(st.integers(0, 0x7FFF), max_size=40)


def test_its_examples() -> None:
    assert doctest.testmod(scan).failed == 0


@given(readings, st.integers(1, 20))
def test_a_contact_is_as_it_was_last_read_so_many_times_alike(
    masks: list[int], samples: int
) -> None:
    scan = Scan(samples)
    settled: dict[int, int] = {}

    for count, _ in enumerate(masks, start=1):
        taken = scan.take(masks[count - 1])

        for bit in range(15):
            last = [mask >> bit & 1 for mask in masks[max(count - samples, 0) : count]]
            if len(last) == samples and len(set(last)) == 1:
                settled[bit] = last[0]
        if taken is not None:
            assert taken == sum(level << bit for bit, level in settled.items())
        else:
            assert len(settled) < 15 and count < PATIENCE


def test_a_contact_that_chatters_from_the_start_on_holds_nothing_up_for_long() -> None:
    scan = Scan()

    taken = [scan.take(0x4000 | count % 2) for count in range(PATIENCE)]

    assert taken[:-1] == [None] * (PATIENCE - 1)
    assert taken[-1] == 0x4000 | (PATIENCE - 1) % 2


def test_a_spike_shorter_than_the_samples_moves_nothing() -> None:
    scan = Scan()
    spikes = [0] * SAMPLES + ([1] * (SAMPLES - 1) + [0] * SAMPLES) * 5

    assert {scan.take(reading) for reading in spikes} == {None, 0}


@given(readings, st.integers(1, 20), st.integers(1, 20))
def test_how_many_must_agree_can_be_changed_at_any_time(
    masks: list[int], before: int, after: int
) -> None:
    scan = Scan(before)
    for mask in masks:
        scan.take(mask)

    scan.agree(after)
    taken = [scan.take(0x1234) for _ in range(after)]

    assert taken[-1] == 0x1234


def test_fewer_samples_count_at_once() -> None:
    scan = Scan(5)
    for reading in (0, 0, 0, 0, 0, 1, 1):
        scan.take(reading)

    scan.agree(3)

    assert scan.take(1) == 1
