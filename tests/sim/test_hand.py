from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.box.gpio import GpioSwitches, mock_factory
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.port import Levels
from stbpi.games.game import NO_TILES, Tiles, all_tiles, tiles
from stbpi.sim.hand import Hand
from stbpi.sim.virtual import run
from tests.doubles import chatter

PINS = (5, 6, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23)
ROLL = 24
both_polarities = pytest.mark.parametrize("closed_is", ["down", "up"])


@contextmanager
def a_box(closed_is: str) -> Iterator[tuple[GpioSwitches, Hand]]:
    factory = mock_factory()
    hand = Hand(factory, PINS, ROLL, closed_is=closed_is)
    with closing(GpioSwitches(Contacts(PINS, ROLL, closed_is=closed_is), factory)) as switches:
        hand.reapply()
        yield switches, hand


@both_polarities
def test_a_new_box_has_all_tiles_up_and_the_button_released(closed_is: str) -> None:
    with a_box(closed_is) as (switches, hand):
        assert hand.down == NO_TILES
        assert switches.levels() == Levels(down=NO_TILES, roll=False)


@settings(deadline=None)  # the first example imports gpiozero
@given(st.integers(0, 0xFFF), st.booleans(), st.sampled_from(["down", "up"]))
def test_the_driver_reads_what_the_hand_has_done(down: int, pressed: bool, closed_is: str) -> None:
    with a_box(closed_is) as (switches, hand):
        hand.move(Tiles(down))
        hand.press_roll(pressed)

        assert switches.levels() == Levels(down=Tiles(down), roll=pressed)


@both_polarities
def test_tiles_are_lowered_and_raised_together(closed_is: str) -> None:
    with a_box(closed_is) as (switches, hand):
        hand.lower(tiles(7, 8, 9))
        hand.lower(tiles(1))
        hand.raise_(tiles(8, 2))

        assert hand.down == tiles(1, 7, 9)
        assert switches.levels().down == tiles(1, 7, 9)


@both_polarities
def test_the_tiles_stay_where_they_are_across_a_power_cut(closed_is: str) -> None:
    factory = mock_factory()
    hand = Hand(factory, PINS, ROLL, closed_is=closed_is)
    with closing(GpioSwitches(Contacts(PINS, ROLL, closed_is=closed_is), factory)):
        hand.move(tiles(2, 5))
        hand.press_roll(True)
    hand.lower(tiles(9))

    with closing(GpioSwitches(Contacts(PINS, ROLL, closed_is=closed_is), factory)) as reopened:
        hand.reapply()

        assert reopened.levels() == Levels(down=tiles(2, 5, 9), roll=True)


REFERENCE = 27


class Heard(NamedTuple):
    """What a driver read of a cable that was pulled off, or put back."""

    changes: tuple[Levels, ...]
    lasted_s: float


async def moved(hand: Hand, switches: GpioSwitches, how: Callable[..., None], seed: int) -> Heard:
    """Move the plug, and read every millisecond until it is at rest."""
    loop, changes = asyncio.get_running_loop(), [switches.levels()]
    began = loop.time()
    how(seed=seed)
    while hand.is_settling:
        await asyncio.sleep(0.001)
        if switches.levels() != changes[-1]:
            changes.append(switches.levels())
    return Heard(tuple(changes), loop.time() - began)


@both_polarities
def test_a_plug_parts_and_mates_contact_by_contact_and_bounces(closed_is: str) -> None:
    contacts = Contacts(PINS, ROLL, closed_is=closed_is, reference_pin=REFERENCE)
    factory, down = mock_factory(), tiles(2, 5, 9)
    hand = Hand(factory, PINS, ROLL, closed_is=closed_is, reference_pin=REFERENCE)
    off = Levels(down=NO_TILES if closed_is == "down" else all_tiles(12), roll=False, cable=False)
    on = Levels(down=down, roll=False)

    async def story() -> list[Heard]:
        with closing(GpioSwitches(contacts, factory)) as switches:
            hand.move(down)
            hand.reapply()
            heard = []
            for seed in (1, 2, 1):
                for how, before, after in (
                    (hand.pull_cable, on, off),
                    (hand.plug_cable, off, on),
                ):
                    assert switches.levels() == before
                    heard.append(await moved(hand, switches, how, seed))
                    assert switches.levels() == after
            return heard

    first, _, other, _, again, _ = heard = run(story())
    assert all(len(one.changes) > 10 and one.lasted_s < 0.1 for one in heard)
    assert first.changes == again.changes != other.changes


def test_a_plug_that_is_pulled_and_put_back_at_once_is_in() -> None:
    async def story() -> None:
        with a_box("down") as (switches, hand):
            hand.move(tiles(2, 5))
            for _ in range(3):
                hand.pull_cable()
                await asyncio.sleep(0.02)
                hand.plug_cable()
                await asyncio.sleep(0.01)
            assert not hand.is_cable_off
            await asyncio.sleep(0.2)
            assert switches.levels().down == tiles(2, 5)

    run(story())


def test_a_train_of_bounces_takes_the_time_it_says() -> None:
    async def story() -> list[tuple[int, bool]]:
        heard: list[tuple[int, bool]] = []
        now = asyncio.get_running_loop().time
        await chatter(
            lambda level: heard.append((round(now() * 1000), level)),
            [(0, True), (3, False), (2, True)],
        )
        return heard

    assert run(story()) == [(0, True), (3, False), (5, True)]
