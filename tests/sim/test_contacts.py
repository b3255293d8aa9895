"""Contacts that bounce, chatter or stick: what their line shows, and what the program believes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.games.events import Event, Rolled, TileDown, TileUp
from stbpi.games.game import Tile, tiles
from stbpi.sim.contacts import Contact, bounces, noise
from stbpi.sim.simulation import Simulation
from stbpi.sim.virtual import run
from tests.sim.playing import SHORT, events_of, on_box

MOVES = (TileDown, TileUp)


class Line:
    """A line that writes down every level with its time (ms)."""

    def __init__(self) -> None:
        self.shown: list[tuple[float, bool]] = []

    def __call__(self, closed: bool) -> None:
        self.shown.append((asyncio.get_running_loop().time() * 1000, closed))

    @property
    def levels(self) -> list[bool]:
        return [closed for _, closed in self.shown]


def on_a_contact(story: Callable[[Contact, Line], Awaitable[None]]) -> Line:
    line = Line()

    async def main() -> None:
        await story(Contact(line, closed=False), line)

    run(main())
    return line


# Trains


@given(st.integers(0, 1000), st.floats(0.1, 2000), st.booleans(), st.floats(0, 5, exclude_max=True))
def test_a_level_that_has_been_believed_stays_so_however_readings_fall(
    seed: int, ms: float, level: bool, first_reading: float
) -> None:
    """Eight readings in a row, 5 ms apart, never all show the level that was left."""
    edges = [(0.0, level)]
    for pulse, now in bounces(random.Random(seed), ms, level):
        edges.append((edges[-1][0] + pulse, now))
    readings: list[bool] = []
    at, i = first_reading, 0
    while at < ms + 40:
        while i + 1 < len(edges) and edges[i + 1][0] <= at:
            i += 1
        readings.append(edges[i][1])
        at += 5
    left = "".join(str(int(reading is not level)) for reading in readings)

    assert "1" * 8 not in left
    assert edges[-1][0] == pytest.approx(ms)
    assert edges[-1][1] is level
    assert len(edges) > 3


def test_noise_has_the_frequency_that_it_says_and_uneven_pulses() -> None:
    pulses = list(islice(noise(random.Random(1), 50, False), 1000))

    assert [level for _, level in pulses] == [True, False] * 500
    assert sum(ms for ms, _ in pulses) == pytest.approx(10_000, rel=0.05)
    assert len({ms for ms, _ in pulses}) > 990


# One contact


def test_a_good_contact_shows_at_once_where_the_hand_holds_it() -> None:
    async def story(contact: Contact, line: Line) -> None:
        contact.hold(True)
        contact.hold(True)
        assert line.levels == [True]
        assert not contact.is_settling

    on_a_contact(story)


def test_a_bouncing_contact_comes_to_rest_when_it_says() -> None:
    async def story(contact: Contact, line: Line) -> None:
        contact.bounce(30, seed=1)
        contact.hold(True)
        await asyncio.sleep(0.029)
        assert contact.is_settling
        await asyncio.sleep(0.002)
        assert not contact.is_settling
        await asyncio.sleep(1)

    line = on_a_contact(story)

    at, closed = line.shown[-1]
    assert (round(at), closed) == (30, True)
    assert len(line.shown) > 6


def test_a_contact_bounces_the_same_by_the_same_seed_only() -> None:
    def bounced(seed: int) -> list[tuple[float, bool]]:
        async def story(contact: Contact, line: Line) -> None:
            contact.bounce(30, seed=seed)
            contact.hold(True)
            await asyncio.sleep(1)

        return on_a_contact(story).shown

    assert bounced(1) == bounced(1)
    assert bounced(1) != bounced(2)


def test_a_contact_that_is_moved_back_while_it_bounces_bounces_back() -> None:
    async def story(contact: Contact, line: Line) -> None:
        contact.bounce(30, seed=1)
        contact.hold(True)
        await asyncio.sleep(0.01)
        contact.hold(False)
        await asyncio.sleep(1)

    line = on_a_contact(story)

    at, closed = line.shown[-1]
    assert (round(at), closed) == (40, False)


def test_a_stuck_contact_keeps_its_level_and_shows_the_hand_when_it_is_loose() -> None:
    async def story(contact: Contact, line: Line) -> None:
        contact.bounce(30, seed=1)
        contact.stick()
        contact.hold(True)
        contact.noise(50, seed=1)
        await asyncio.sleep(1)
        assert line.shown == []
        contact.noise(0, seed=1)
        contact.bounce(0, seed=1)
        contact.unstick()
        assert line.levels == [True]
        contact.unstick()
        assert line.levels == [True]

    on_a_contact(story)


def test_a_noisy_contact_shows_the_hand_when_it_is_quiet_again() -> None:
    async def story(contact: Contact, line: Line) -> None:
        contact.noise(50, seed=1)
        contact.hold(True)
        await asyncio.sleep(1)
        assert 70 < len(line.shown) < 130
        assert not contact.is_settling
        contact.noise(0, seed=1)
        count = len(line.shown)
        await asyncio.sleep(1)
        assert len(line.shown) == count

    assert on_a_contact(story).levels[-1]


# The program


@pytest.mark.parametrize("ms", [1, 5, 30, 60, 200, 600, 850])
def test_every_change_of_a_bouncing_contact_is_one_event(tmp_path: Path, ms: float) -> None:
    journal = tmp_path / "journal.db"
    wanted: list[Event] = []

    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        for tile in range(1, 10):
            box.hand.contact(Tile(tile)).bounce(ms, seed=tile)
        for tile in range(1, 10):
            await box.lower(tiles(tile))
            wanted.append(TileDown(tile=tile))
        for tile in range(1, 10):
            await box.lift(tiles(tile))
            wanted.append(TileUp(tile=tile))
        assert not box.hand.is_settling
        await asyncio.sleep(2)

    on_box(story, journal)

    assert events_of(MOVES, journal) == wanted


@pytest.mark.parametrize("ms", [1, 5, 30, 60, 200, 300])
def test_every_press_of_a_bouncing_button_is_one_throw(tmp_path: Path, ms: float) -> None:
    journal = tmp_path / "journal.db"

    async def story(box: Simulation) -> None:
        await box.start_match(SHORT)
        box.hand.contact(None).bounce(ms, seed=5)
        await box.press()
        assert box.scene.view.roll
        await asyncio.sleep(2)

    on_box(story, journal)

    assert len(events_of(Rolled, journal)) == 1
