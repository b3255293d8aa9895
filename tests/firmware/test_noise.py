"""The board and a host on a bad line, in simulated time: the host ends with the board's state."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.link import Link
from firmware.scan import Scan
from tests.firmware.host_model import HostModel
from tests.firmware.noise import Noise, one_percent

STEP_MS = 2
ROOM = 16
"""How many bytes the board's end of the line takes in a step."""


class Together:
    """A board and a host, and what lies between them.

    Attributes:
        contacts: what is read now.
        lamps: what the host has ordered.
        reads: the host takes what comes; else the line fills up.
        speaks: what the host says arrives.
    """

    def __init__(self, to_host: Noise, to_board: Noise) -> None:
        self.host = HostModel()
        self.to_host, self.to_board = to_host, to_board
        self.now = 0
        self.contacts = 0x4000
        self.reads = self.speaks = True
        self.bytes_told = 0
        self.power_up()

    def power_up(self) -> None:
        """Start the board; what it was about to say is lost."""
        self.link = Link("0", "pico", 12)
        self.scan = Scan()
        self.lamps = 0
        self._rest = b""

    def run(self, ms: int, each: Callable[[], None] = lambda: None) -> None:
        """Let time pass."""
        for _ in range(ms // STEP_MS):
            self.now += STEP_MS
            each()
            self._step()

    def _step(self) -> None:
        down = self.scan.take(self.contacts)
        if down is not None:
            self.link.stand(down)
        told = self._told() if self.reads else b""
        said = self.host.take(self.now, self.to_host.on(told))
        heard = self.to_board.on(said) if self.speaks else b""
        for letter, numbers in self.link.take(self.now, heard):
            assert letter == "L"
            self.lamps = numbers[0] | numbers[1]

    def _told(self) -> bytes:
        if not self._rest:
            self._rest = self.link.line(self.now)
        told, self._rest = self._rest[:ROOM], self._rest[ROOM:]
        self.bytes_told += len(told)
        return told

    def agree(self) -> bool:
        return (self.host.down, self.lamps) == (self.contacts, self.host.lamps)


def fiddle(together: Together, chance: random.Random) -> Callable[[], None]:
    """Return what moves contacts now and then, some of them chattering, and changes lamps."""

    def now_and_then() -> None:
        if chance.random() < 0.02:
            together.contacts ^= 1 << chance.randrange(15)
        if chance.random() < 0.005:
            together.host.lamps = chance.randrange(0x1000)

    return now_and_then


@pytest.mark.parametrize("seed", range(8))
def test_at_one_percent_each_the_host_ends_with_the_state_of_the_board(seed: int) -> None:
    together = Together(one_percent(seed), one_percent(seed + 1000))
    chance = random.Random(seed)

    together.run(20_000, fiddle(together, chance))
    together.run(10_000)

    assert together.agree()


@pytest.mark.parametrize("seed", range(3))
def test_a_host_that_was_silent_for_ten_seconds_learns_it_too(seed: int) -> None:
    together = Together(one_percent(seed), one_percent(seed + 1000))
    chance = random.Random(seed)

    together.run(4_000, fiddle(together, chance))
    together.speaks = False
    together.run(10_000, fiddle(together, chance))
    dark = together.lamps
    together.speaks = True
    together.run(10_000)

    assert dark == 0
    assert together.agree()


@pytest.mark.parametrize("seed", range(3))
def test_a_board_that_starts_anew_is_believed_too(seed: int) -> None:
    together = Together(one_percent(seed), one_percent(seed + 1000))
    chance = random.Random(seed)

    for _ in range(3):
        together.run(4_000, fiddle(together, chance))
        together.power_up()
    together.run(10_000)

    assert together.agree()


@pytest.mark.parametrize("seed", range(3))
def test_a_host_that_did_not_read_gets_the_newest_and_nothing_old(seed: int) -> None:
    together = Together(Noise(), Noise())
    chance = random.Random(seed)

    together.run(1_000)
    together.reads = False
    together.run(10_000, fiddle(together, chance))
    together.run(100)
    together.reads = True
    heard = len(together.host.heard)
    together.run(100)

    snapshots = [body for body in together.host.heard[heard:] if body.startswith("S")]
    assert {body[5:] for body in snapshots} == {f"{together.contacts:04x}"}
    assert together.link.dropped > 10
    assert together.agree()


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["contacts", "start", "deaf", "dumb", "well"]),
            st.integers(0, 0x7FFF),
            st.integers(1, 600),
        ),
        max_size=12,
    ),
    st.integers(0, 2**16),
    st.floats(0, 0.05),
)
def test_whatever_happens_the_host_ends_with_the_state_of_the_board(
    story: list[tuple[str, int, int]], seed: int, badness: float
) -> None:
    together = Together(
        Noise(badness, badness, badness, seed), Noise(badness, badness, badness, seed + 1)
    )

    for what, number, ms in story:
        match what:
            case "contacts":
                together.contacts = number
            case "start":
                together.power_up()
            case _:
                together.reads = what != "deaf"
                together.speaks = what != "dumb"
        together.host.lamps = number & 0xFFF
        together.run(ms)
    together.reads = together.speaks = True
    together.to_host, together.to_board = one_percent(seed), one_percent(seed + 1)
    together.run(15_000)

    assert together.agree()


def test_a_quiet_line_costs_less_than_a_hundred_bytes_a_second() -> None:
    together = Together(Noise(), Noise())
    together.host.lamps = 0xFFF

    together.run(5_000)
    before = together.bytes_told + together.host.bytes_said
    together.run(60_000)
    after = together.bytes_told + together.host.bytes_said

    assert 0 < (after - before) / 60 < 100


def test_while_nobody_is_there_the_board_says_one_line_a_second() -> None:
    together = Together(Noise(), Noise())
    together.speaks = False

    together.run(10_000)
    before = together.bytes_told
    together.run(60_000)

    assert (together.bytes_told - before) / 60 == 15
