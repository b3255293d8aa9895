"""The tiles' cable: no tile moves by its plug, and none that a hand has moved is lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count, groupby

import pytest

from stbpi.box.cable import BACK_S, HELD_S, LONGEST_S, SOON_S, TOLD_S
from stbpi.box.health import Health
from stbpi.box.port import InputFailed, InputWell, Levels
from stbpi.box.settle import Settle
from stbpi.games.game import NO_TILES, Tile, Tiles, all_tiles, tiles

COUNT = 9
SETTLE_MS, SCAN_MS = 35, 5
SAMPLES = SETTLE_MS // SCAN_MS + 1
DOWN = tiles(1, 4)
PARTED = pytest.mark.parametrize("parted", [NO_TILES, all_tiles(COUNT)], ids=["up", "down"])
"""Where the tiles seem to be while the cable is off: a closed contact means down, or up."""


class Box:
    """Health that is read every scan time, in a box whose cable has a reference contact."""

    def __init__(self, *, has_reference: bool = True, down: Tiles = DOWN) -> None:
        self.health = Health(COUNT, settle_ms=SETTLE_MS, down=DOWN, has_reference=has_reference)
        self.down, self.roll, self.cable = down, False, True
        self.ms = 0
        self.believed: list[tuple[int, Levels]] = []
        self.news: list[InputFailed | InputWell] = []
        self._settle = Settle(SAMPLES)
        self.wait(1)
        self.believed.clear()

    def wait(self, seconds: float, change: Callable[[int], None] = lambda _: None) -> None:
        """Let time pass; `change` is called with the milliseconds before each reading."""
        for ms in range(0, round(seconds * 1000), SCAN_MS):
            change(ms)
            self._read()

    def _read(self) -> None:
        self.ms += SCAN_MS
        raw = Levels(down=self.down, roll=self.roll, cable=self.cable)
        believed = self.health.take(raw, self._settle.take(raw), now=self.ms / 1000)
        self.news += self.health.news()
        if believed is not None and (not self.believed or believed != self.believed[-1][1]):
            self.believed.append((self.ms, believed))

    def lose(self) -> None:
        """Lose what reads it, and find it again."""
        self.health.lose()
        self._settle = Settle(SAMPLES)

    def pull(self, parted: Tiles) -> None:
        self.down, self.cable = parted, False

    @property
    def seen(self) -> list[Tiles]:
        """Where the tiles were believed to be, one after the other."""
        downs = [levels.down for _, levels in self.believed]
        return [down for at, down in enumerate(downs) if at == 0 or down != downs[at - 1]]


OFF, WELL = InputFailed(part="cable", what="unplugged"), InputWell(part="cable")


@PARTED
@pytest.mark.parametrize("bounce_ms", [0, 30, 100])
@pytest.mark.parametrize("late_ms", [-50, 0, 20, 50, 300])
@pytest.mark.field("B18")
def test_a_cable_that_is_put_back_moves_no_tile(
    bounce_ms: int, late_ms: int, parted: Tiles
) -> None:
    box, chance = Box(), random.Random(1)
    box.pull(parted)
    box.wait(3)

    def mate(ms: int) -> None:
        box.cable = ms >= 100
        is_bouncing = ms < 100 + late_ms + bounce_ms and chance.random() < 0.5
        box.down = parted if ms < 100 + late_ms or is_bouncing else DOWN

    box.wait(3, mate)

    assert box.seen == [DOWN]
    assert box.news == [OFF, WELL]


@PARTED
@pytest.mark.parametrize("bounce_ms", [0, 30])
@pytest.mark.parametrize("ahead_ms", [-50, 0, 20, 50, 100])
@pytest.mark.field("B18")
def test_a_cable_that_is_pulled_off_moves_no_tile(
    bounce_ms: int, ahead_ms: int, parted: Tiles
) -> None:
    box, chance = Box(), random.Random(2)

    def part(ms: int) -> None:
        box.cable = ms < 100 + ahead_ms
        is_bouncing = ms < 100 + bounce_ms and chance.random() < 0.5
        box.down = DOWN if ms < 100 or is_bouncing else parted

    box.wait(3, part)

    assert box.seen == [DOWN]
    assert box.news == [OFF]


def test_a_cable_that_slips_for_one_reading_moves_no_tile_and_is_not_told() -> None:
    box = Box()
    box.pull(NO_TILES)
    box.wait(SCAN_MS / 1000)
    box.cable = True
    box.wait(0.2)
    box.down = DOWN
    box.wait(3)

    assert box.seen == [DOWN]
    assert box.news == []


@pytest.mark.parametrize(("has_reference", "held_s"), [(False, 0), (True, HELD_S)])
def test_a_move_is_held_back_where_a_cable_could_have_made_it(
    has_reference: bool, held_s: float
) -> None:
    box = Box(has_reference=has_reference)
    moved_at = box.ms
    box.down = tiles(1, 4, 5)
    box.wait(1)

    [(at, levels)] = box.believed[1:]
    expected_ms = SETTLE_MS + held_s * 1000
    assert levels.down == tiles(1, 4, 5)
    assert expected_ms <= at - moved_at <= expected_ms + 2 * SCAN_MS


def test_tiles_that_follow_each_other_are_all_believed_in_their_order() -> None:
    box = Box()
    steps = (tiles(1, 4, 5), tiles(1, 4, 5, 6), tiles(1, 5, 6), DOWN)
    for down in steps:
        box.down = down
        box.wait(0.06)
    box.wait(0.5)

    assert box.seen == [DOWN, *steps]


@pytest.mark.parametrize("gap_ms", [5, 45, 100])
def test_the_button_is_pressed_behind_the_move_that_was_made_before_it(gap_ms: int) -> None:
    box = Box()
    box.down = NO_TILES
    box.wait(gap_ms / 1000)
    box.roll = True
    box.wait(0.05)
    box.roll = False
    box.wait(1)

    assert [(levels.down, levels.roll) for _, levels in box.believed] == [
        (DOWN, False),
        (NO_TILES, False),
        (NO_TILES, True),
        (NO_TILES, False),
    ]


def test_a_press_is_not_lost_when_the_cable_comes_off_behind_a_move() -> None:
    box = Box()
    box.down = NO_TILES
    box.wait(0.06)
    box.roll = True
    box.wait(0.05)
    box.roll, box.cable = False, False
    box.wait(1)

    assert {levels.down for _, levels in box.believed} == {DOWN}
    assert [roll for roll, _ in groupby(levels.roll for _, levels in box.believed)] == [
        False,
        True,
        False,
    ]
    assert box.news == [OFF]


def test_what_a_hand_has_moved_while_the_cable_was_off_is_seen_when_it_is_back() -> None:
    box = Box()
    box.pull(NO_TILES)
    box.wait(2)
    box.down, box.cable = tiles(1, 4, 7), True
    box.wait(BACK_S)
    assert box.seen == [DOWN]

    box.wait(0.1)
    assert box.seen == [DOWN, tiles(1, 4, 7)]


def test_the_first_answer_waits_as_a_move_does() -> None:
    """A tile may part ahead of the reference contact while the box starts, too."""
    health = Health(COUNT, settle_ms=SETTLE_MS, down=DOWN, has_reference=True)
    settle, told = Settle(SAMPLES), []
    for ms in range(0, 1000, SCAN_MS):
        raw = Levels(down=NO_TILES, roll=False, cable=ms < 100)
        told.append(health.take(raw, settle.take(raw), now=ms / 1000))

    assert told[0] is None
    assert {levels.down for levels in told if levels is not None} == {DOWN}


def test_what_is_lost_begins_anew() -> None:
    box = Box()
    box.down = NO_TILES
    box.wait(0.06)
    box.lose()
    box.down = DOWN
    box.wait(1)

    assert box.seen == [DOWN]


def test_a_tile_that_chatters_keeps_the_cable_off_only_until_it_is_not_believed() -> None:
    box, chance = Box(), random.Random(3)
    box.pull(NO_TILES)
    box.wait(1)
    box.cable = True

    def chatter(ms: int) -> None:
        box.down = Tiles(tiles(1, 4, 7) ^ (tiles(2) if chance.random() < 0.5 else NO_TILES))

    box.wait(10, chatter)

    assert box.news == [OFF, WELL, InputFailed(part="tile_2", what="noisy")]
    assert box.seen == [DOWN, tiles(1, 4, 7)]


def test_a_tile_that_is_noisy_when_the_cable_is_back_is_where_it_was_before() -> None:
    box, chance = Box(), random.Random(4)
    box.pull(NO_TILES)
    box.wait(1)
    box.cable = True

    def chatter(ms: int) -> None:
        box.down = Tiles(DOWN ^ (tiles(4) if chance.random() < 0.5 else NO_TILES))

    box.wait(20, chatter)
    assert box.news[-1] == InputFailed(part="tile_4", what="noisy")
    assert box.seen == [DOWN]

    box.down = tiles(1, 4, 7)
    box.wait(1)
    assert box.seen == [DOWN, tiles(1, 4, 7)]


def test_tiles_that_are_kept_for_long_are_told_though_the_contact_never_stays_open() -> None:
    box, readings = Box(), count()

    def chatter(ms: int) -> None:
        box.cable = next(readings) % 4 != 0

    box.wait(TOLD_S, chatter)
    assert box.news == []
    box.wait(3, chatter)
    assert box.news == [OFF]


@pytest.mark.parametrize(
    ("closed_ms", "open_ms"), [(100, 100), (600, 50), (9_000, 100), (29_000, 500)]
)
def test_a_contact_that_opens_and_closes_is_told_a_handful_of_times_a_minute(
    closed_ms: int, open_ms: int
) -> None:
    box = Box()
    told = []
    for _ in range(2):
        box.news.clear()

        def chatter(ms: int) -> None:
            box.cable = (ms + open_ms) % (closed_ms + open_ms) >= open_ms

        box.wait(60, chatter)
        told.append(len(box.news))

    assert told[0] <= 10
    assert told[1] <= 4
    assert box.seen in ([], [DOWN])


def test_a_contact_that_is_lost_again_soon_must_be_closed_for_longer() -> None:
    def back_after_s() -> float:
        box.cable = False
        box.wait(0.1)
        box.cable = True
        box.news.clear()
        since = box.ms
        while box.news != [WELL]:
            box.wait(0.005)
        return (box.ms - since) / 1000

    box = Box()
    waited = [round(back_after_s(), 1) for _ in range(5)]
    assert waited == [BACK_S, 2, 8, LONGEST_S, LONGEST_S]

    box.wait(SOON_S)
    assert round(back_after_s(), 1) == BACK_S


def test_a_broken_tile_is_closed_by_hand_while_the_cable_is_off() -> None:
    box = Box()
    box.health.declare(Tile(5), broken=True)
    box.pull(NO_TILES)
    box.wait(1)
    box.health.flip(Tile(5))
    box.wait(0.1)

    assert box.seen == [DOWN, tiles(1, 4, 5)]
