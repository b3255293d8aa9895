"""The wave: how its edges lie, and that nothing is left when it is silent. Time is played."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from itertools import pairwise

import pytest

from stbpi.box.square_wave import LONGEST_NS, SquareWave

SECOND = 1_000_000_000


class Output:
    """An output that remembers its edges, and the time that passes while its thread sleeps.

    Attributes:
        edges: (ns, on) of every change.
        late: how much too late each sleep ends, in ns, over and over.
        at: (ns, what happens then), in order.
    """

    def __init__(self, *late: int) -> None:
        self.now = 0
        self.edges: list[tuple[int, bool]] = []
        self.late = late or (0,)
        self.at: list[tuple[int, Callable[[], object]]] = []
        self.breaks_at = -1
        self._sleeps = 0
        self._is_on = False

    def switch(self, is_on: bool) -> None:
        if 0 <= self.breaks_at <= self.now:
            raise OSError(errno.ENODEV, "No such device")
        if is_on != self._is_on:
            self.edges.append((self.now, is_on))
        self._is_on = is_on

    def sleep(self, seconds: float) -> None:
        self.now += round(seconds * SECOND) + self.late[self._sleeps % len(self.late)]
        self._sleeps += 1
        while self.at and self.at[0][0] <= self.now:
            self.at.pop(0)[1]()

    def wave(self) -> SquareWave:
        return SquareWave(self.switch, clock=lambda: self.now, sleep=self.sleep)


def wait_for_silence() -> None:
    for thread in threading.enumerate():
        if thread.name == "buzzer":
            thread.join(10)
    assert buzzers() == 0


def buzzers() -> int:
    return sum(thread.name == "buzzer" for thread in threading.enumerate())


def heard(output: Output, *, until_ns: int = SECOND // 10, hertz: int = 500) -> list[int]:
    """Sound for a while; return when the output was switched on."""
    wave = output.wave()
    output.at.append((until_ns, lambda: wave.sound(0)))
    wave.sound(hertz)
    wait_for_silence()
    wave.close()
    assert [on for _, on in output.edges] == [True, False] * (len(output.edges) // 2)
    return [at for at, on in output.edges if on]


@pytest.mark.parametrize("hertz", [262, 440, 1047, 2093])
def test_a_tone_has_its_frequency_and_is_as_long_on_as_off(hertz: int) -> None:
    output = Output()
    begins = heard(output, hertz=hertz)
    half = SECOND / (2 * hertz)

    assert len(begins) == pytest.approx(hertz / 10, abs=1)
    assert {b - a for (a, _), (b, _) in pairwise(output.edges[:-1])} <= {int(half), int(half) + 1}


def test_a_quieter_tone_has_its_frequency_and_is_on_for_a_smaller_share() -> None:
    output = Output()
    wave = output.wave()
    output.at.append((SECOND // 10, lambda: wave.sound(0)))
    wave.sound(500, 0.04)
    wait_for_silence()
    begins = [at for at, on in output.edges if on]

    assert {b - a for a, b in pairwise(begins)} == {SECOND // 500}
    assert {b - a for (a, on), (b, _) in pairwise(output.edges[:-1]) if on} == {80_000}


def test_sleeping_too_long_moves_single_edges_and_not_the_pitch() -> None:
    begins = heard(Output(50_000, 0, 400_000, 90_000, 700_000))

    assert len(begins) == 50
    assert all(0 <= at - n * SECOND // 500 <= 700_000 for n, at in enumerate(begins))


def test_after_standing_still_it_goes_on_in_step_without_a_burst() -> None:
    stood_still = (0,) * 9 + (20_300_000,) + (0,) * 1000
    begins = heard(Output(*stood_still))

    assert [at % (SECOND // 500) for at in begins if at % (SECOND // 500)] == [300_000]
    assert min(b - a for a, b in pairwise(begins)) >= SECOND // 1000
    assert 38 <= len(begins) <= 40


def test_silence_has_no_thread_and_the_output_is_off() -> None:
    output = Output()
    wave = output.wave()
    wave.sound(0)
    assert buzzers() == 0
    heard(output)

    assert buzzers() == 0
    assert not output.edges[-1][1]


def test_another_tone_goes_on_in_the_same_thread() -> None:
    output = Output()
    wave = output.wave()
    seen: list[int] = []

    def change() -> None:
        wave.sound(1000)
        seen.append(buzzers())

    output.at = [(SECOND // 20, change), (SECOND // 10, lambda: wave.sound(0))]
    wave.sound(500)
    wait_for_silence()
    periods = [b - a for (a, _), (b, _) in pairwise(output.edges[::2])]

    assert seen == [1]
    assert set(periods[:20]) == {SECOND // 500}
    assert set(periods[-40:]) == {SECOND // 1000}


def test_the_next_tone_after_silence_sounds() -> None:
    output = Output()
    first = len(heard(output))
    output.at.clear()
    output.now = 0
    second = len(heard(output)) - first

    assert first == second == 50


def test_a_tone_that_nobody_ends_ends_by_itself() -> None:
    output = Output()
    wave = output.wave()
    wave.sound(500)
    wait_for_silence()

    assert output.now == LONGEST_NS
    assert len(output.edges) == 2 * 1500
    assert not output.edges[-1][1]


def test_closing_waits_until_the_output_is_off() -> None:
    output = Output()
    wave = output.wave()
    begun, ends = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        assert ends.wait(10)

    output.at = [(SECOND // 100, hold)]
    wave.sound(500)
    assert begun.wait(10)
    closer = threading.Thread(target=wave.close)
    closer.start()
    assert closer.is_alive()
    ends.set()
    closer.join(10)

    assert buzzers() == 0
    assert not output.edges[-1][1]
    wave.close()


def test_an_output_that_fails_ends_the_tone_and_is_told_at_the_next_one() -> None:
    output = Output()
    output.breaks_at = SECOND // 50
    wave = output.wave()
    wave.sound(500)
    wait_for_silence()

    with pytest.raises(OSError, match="No such device"):
        wave.sound(0)
    output.breaks_at = -1
    wave.sound(0)
    wave.close()
