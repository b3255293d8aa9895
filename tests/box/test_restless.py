from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest

from stbpi.box.port import Levels
from stbpi.box.restless import QUIET_S, Line
from stbpi.box.settle import Settle
from stbpi.games.game import NO_TILES, tiles
from stbpi.sim.contacts import bounces, noise

SCAN_S = 0.005
SETTLE_S = 0.035
SAMPLES = 8


class Watched:
    """A line that is read every scan time, as the scanner reads it while it moves."""

    def __init__(self, *, level: bool = False) -> None:
        self.line = Line(level=level, settle_s=SETTLE_S)
        self.now = 0.0
        self.level = level
        self.believed: list[tuple[float, bool]] = []
        self._settle = Settle(SAMPLES)
        self._was = level
        self.still(0.5)
        self.believed.clear()

    def still(self, seconds: float) -> None:
        self.play([(seconds * 1000, self.level)])

    def play(self, train: Iterable[tuple[float, bool]], *, seconds: float = 1e9) -> None:
        """Show a train (ms, level after that) for at most so long."""
        ends, change = self.now + seconds, self.now
        for ms, level in train:
            change += ms / 1000
            while self.now < min(change, ends):
                self._read()
                self.now += SCAN_S
            if self.now >= ends:
                return
            self.level = level

    def _read(self) -> None:
        settled = self._settle.take(Levels(down=tiles(1) if self.level else NO_TILES, roll=False))
        before = self.line.believed
        self.line.take(
            changed=self.level != self._was,
            settled=None if settled is None else bool(settled.down),
            now=self.now,
        )
        self._was = self.level
        if self.line.believed != before:
            self.believed.append((self.now, self.line.believed))


def flips(ms: float, *, first: bool, count: int) -> Iterator[tuple[float, bool]]:
    """A good contact that is moved every so many milliseconds."""
    level = not first
    for _ in range(count):
        level = not level
        yield ms, level
    yield ms, level


@pytest.mark.parametrize("hz", [5, 8, 13, 20, 50, 100, 333, 1000, 2000])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.field("B15")
def test_a_line_that_chatters_is_noisy_within_ten_seconds_and_falls_back_to_where_it_was(
    hz: int, seed: int
) -> None:
    watched = Watched(level=True)

    watched.play(noise(random.Random(seed), hz, True), seconds=10)

    assert watched.line.is_noisy
    assert watched.line.believed


@pytest.mark.parametrize("seed", range(20))
def test_a_line_that_chatters_at_a_kilohertz_is_believed_once_at_most_before_it_is_noisy(
    seed: int,
) -> None:
    watched = Watched()

    watched.play(noise(random.Random(seed), 1000, False), seconds=6)

    assert watched.line.is_noisy
    assert len(watched.believed) <= 2  # what was believed by chance, and the falling back


def test_it_is_believed_again_after_a_quiet_minute_and_not_before() -> None:
    watched = Watched()
    watched.play(noise(random.Random(1), 200, False), seconds=6)
    watched.level = True
    watched.still(QUIET_S - 1)
    assert watched.line.is_noisy
    assert not watched.line.believed

    watched.still(2)

    assert not watched.line.is_noisy
    assert watched.line.believed


def test_a_pulse_begins_the_quiet_minute_anew() -> None:
    watched = Watched()
    watched.play(noise(random.Random(1), 200, False), seconds=6)
    for _ in range(4):
        watched.still(QUIET_S - 5)
        watched.play([(0, not watched.level), (10, watched.level), (10, watched.level)])

    assert watched.line.is_noisy


@pytest.mark.parametrize("ms", [5, 15, 30])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.field("B11")
def test_a_contact_that_bounces_is_played_with_for_hours_and_never_noisy(
    ms: int, seed: int
) -> None:
    watched, chance = Watched(), random.Random(seed)
    for n in range(200):
        level = n % 2 == 0
        watched.level = level
        began = watched.now
        watched.play(bounces(chance, ms, level))
        watched.still(chance.uniform(0.2, 3))
        assert [level for _, level in watched.believed] == [level]
        assert watched.believed[0][0] - began <= ms / 1000 + SETTLE_S + 2 * SCAN_S
        watched.believed.clear()

    assert not watched.line.is_noisy
    assert watched.line.moves == 200
    assert watched.line.bounce_s <= (ms + 10) / 1000


def test_a_good_contact_is_believed_at_once_however_quickly_a_hand_moves_it() -> None:
    watched = Watched()
    watched.play(flips(100, first=True, count=12))

    moved = [now for now, _ in watched.believed]
    assert len(moved) == 12
    assert all(b - a <= 0.11 for a, b in pairwise(moved))
    assert not watched.line.is_noisy


def test_after_a_long_chatter_a_level_has_to_be_still_for_three_times_as_long() -> None:
    watched = Watched()
    watched.play(noise(random.Random(3), 300, False), seconds=0.5)
    watched.believed.clear()
    watched.level = True
    ended = watched.now
    watched.still(0.2)

    [(at, level)] = watched.believed
    assert level
    assert 3 * SETTLE_S - SCAN_S <= at - ended <= 3 * SETTLE_S + 2 * SCAN_S
