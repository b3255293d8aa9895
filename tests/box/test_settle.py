from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.box.port import Levels
from stbpi.box.settle import Settle
from stbpi.games.game import NO_TILES, Tiles, tiles

TWELVE = 0xFFF
masks = st.integers(0, TWELVE)
depths = st.integers(1, 6)


def settled(readings: Sequence[int], *, samples: int) -> list[int | None]:
    """Settle masks of tiles; the button is the top bit of the mask."""
    settle = Settle(samples, patience=len(readings) + 1)
    results = []
    for reading in readings:
        result = settle.take(Levels(down=Tiles(reading & ~(1 << 12)), roll=reading >> 12 == 1))
        results.append(None if result is None else result.down | result.roll << 12)
    return results


def slowly(readings: Sequence[bool], *, samples: int) -> list[bool | None]:
    """The same for one line, by looking for the last run that is long enough."""
    results: list[bool | None] = []
    believed, run = None, 0
    for at, reading in enumerate(readings):
        run = run + 1 if at and reading == readings[at - 1] else 1
        if run >= samples:
            believed = reading
        results.append(believed)
    return results


@given(st.lists(st.integers(0, 0x1FFF)), depths)
def test_every_line_settles_as_if_it_were_alone(readings: list[int], samples: int) -> None:
    lines = [slowly([bool(r >> n & 1) for r in readings], samples=samples) for n in range(13)]
    expected = [
        None if None in bits else sum(bool(bit) << n for n, bit in enumerate(bits))
        for bits in zip(*lines, strict=True)
    ]

    assert settled(readings, samples=samples) == expected


@given(st.lists(masks), depths)
def test_up_and_down_are_treated_alike(readings: list[int], samples: int) -> None:
    upside_down = settled([r ^ TWELVE for r in readings], samples=samples)

    assert [None if s is None else s ^ TWELVE for s in upside_down] == settled(
        readings, samples=samples
    )


@given(masks, masks, st.integers(2, 6), st.data())
def test_a_train_shorter_than_the_settle_time_ends_at_the_real_level_in_one_change(
    before: int, after: int, samples: int, data: st.DataObject
) -> None:
    between = st.integers().map(lambda noise: before ^ (noise & (before ^ after)))
    train = data.draw(st.lists(between, max_size=samples - 1))

    readings = [before] * samples + train + [after] * samples
    seen = [s for s in settled(readings, samples=samples) if s is not None]

    assert seen[0] == before
    assert seen[-1] == after
    changed_bits = [(a ^ b).bit_count() for a, b in pairwise(seen)]
    assert sum(changed_bits) == (before ^ after).bit_count()


@given(masks, st.lists(masks), st.integers(2, 6))
def test_spikes_of_a_single_sample_never_show(rest: int, spikes: list[int], samples: int) -> None:
    readings = [rest] * samples
    for spike in spikes:
        readings += [spike, rest]

    assert set(settled(readings, samples=samples)[samples - 1 :]) == {rest}


@given(st.lists(masks), depths, st.integers(0, 40))
def test_no_sequence_makes_settle_report_a_level_that_was_not_read(
    readings: list[int], samples: int, patience: int
) -> None:
    settle = Settle(samples, patience=patience)
    ever_up = ever_down = 0
    for reading in readings:
        ever_down |= reading
        ever_up |= reading ^ TWELVE
        result = settle.take(Levels(down=Tiles(reading), roll=False))

        if result is not None:
            assert result.down & ~ever_down == 0
            assert (result.down ^ TWELVE) & ~ever_up == 0


@pytest.mark.field("B5")
def test_spikes_on_a_million_readings_never_show() -> None:
    """Spikes of one reading, never two in a row, on all lines at any moment."""
    settle, chance, spike = Settle(8), random.Random(1), 0
    seen = set()
    for _ in range(1_000_000):
        spike = 0 if spike else chance.getrandbits(12) & chance.getrandbits(12)
        levels = settle.take(Levels(down=Tiles(spike), roll=False))
        seen.add(None if levels is None else levels.down)

    assert seen == {None, NO_TILES}


@given(st.lists(masks, min_size=1), depths)
def test_it_is_quiet_exactly_if_all_it_remembers_is_settled(
    readings: list[int], samples: int
) -> None:
    settle = Settle(samples)
    for reading in readings:
        result = settle.take(Levels(down=Tiles(reading), roll=False))

    recent = set(readings[-samples:])
    assert settle.is_quiet() == (result is not None and recent == {result.down})


def test_nothing_is_settled_and_nothing_quiet_before_the_first_reading() -> None:
    assert not Settle(3).is_quiet()


def test_the_first_samples_must_agree_before_anything_is_settled() -> None:
    assert settled([1, 3, 3, 3, 3], samples=3) == [None, None, None, 3, 3]


def test_a_line_that_chatters_from_the_start_on_is_taken_as_read_when_patience_ends() -> None:
    settle = Settle(2, patience=6)
    chatter = [tiles(1), tiles(1, 4)] * 4

    seen = [settle.take(Levels(down=down, roll=False)) for down in chatter]

    assert seen == [None] * 5 + [Levels(down=tiles(1, 4), roll=False)] * 3
    assert not settle.is_quiet()


@pytest.mark.field("C1")
def test_a_swept_tile_that_stands_up_again_changes_nothing() -> None:
    sweep = [tiles(), tiles(7), tiles(7, 8), tiles(7, 8, 9), tiles(8, 9), tiles(9)]
    seen = settled([NO_TILES] * 4 + sweep + [tiles(9)] * 4, samples=4)

    assert set(seen) == {None, NO_TILES, tiles(9)}


def test_at_least_one_sample_is_needed() -> None:
    with pytest.raises(ValueError, match="at least one reading"):
        Settle(0)
