"""A button that is down since the start: what a box offers at power-up is told by it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stbpi.box.port import HeldSinceStart, ReleasedSinceStart, RollLost, RollPressed
from stbpi.box.roll import RollButton, RollSignal

READ_S = 0.005


class Watched:
    """A button that is read every 5 ms."""

    def __init__(self) -> None:
        self.now = 500.0
        self._button = RollButton((800,), stall_s=0.1, start_marks_ms=(3000, 6000))

    def stays(self, down: bool, seconds: float, *, raw: bool | None = None) -> list[RollSignal]:
        signals = []
        for _ in range(round(seconds / READ_S)):
            level = down if raw is None else raw
            signals += self._button.take(settled=down, raw=level, now=self.now)
            self.now += READ_S
        return signals

    def stands_still(self, seconds: float) -> None:
        self.now += seconds

    def lose(self) -> list[RollSignal]:
        return self._button.lose()


def test_both_marks_are_told_once_and_so_is_the_release() -> None:
    button = Watched()

    assert button.stays(True, 2.9) == []
    assert button.stays(True, 30) == [HeldSinceStart(held_ms=3000), HeldSinceStart(held_ms=6000)]
    assert button.stays(False, 1) == [ReleasedSinceStart(held_ms=32900)]


def test_a_release_before_the_first_mark_is_nothing() -> None:
    button = Watched()

    assert button.stays(True, 2.9) + button.stays(False, 1) == []


def test_a_release_between_the_marks_is_told() -> None:
    button = Watched()

    assert button.stays(True, 4) == [HeldSinceStart(held_ms=3000)]
    assert button.stays(False, 1) == [ReleasedSinceStart(held_ms=4000)]


@given(st.floats(0.01, 10))
def test_later_presses_have_nothing_to_do_with_it(seconds: float) -> None:
    button = Watched()
    button.stays(True, seconds)
    button.stays(False, 0.1)

    later = button.stays(True, 20)
    assert later[0] == RollPressed()
    assert not any(isinstance(signal, HeldSinceStart) for signal in later)


def test_a_button_that_was_up_at_the_start_is_an_ordinary_one() -> None:
    button = Watched()
    button.stays(False, 0.005)

    assert button.stays(True, 0.5) == [RollPressed()]
    assert not any(isinstance(signal, HeldSinceStart) for signal in button.stays(True, 20))


def test_a_button_that_is_not_believed_does_not_count() -> None:
    button = Watched()
    button.stays(True, 2)

    assert button.lose() == []
    assert button.stays(True, 20) == []


def test_a_button_that_is_not_believed_from_the_very_start_does_not_count() -> None:
    button = Watched()
    button.lose()

    assert button.stays(True, 20) == []


def test_what_was_told_of_a_button_that_is_lost_is_off() -> None:
    button = Watched()
    button.stays(True, 4)

    assert button.lose() == [RollLost()]
    assert button.lose() == []


def test_a_button_that_is_released_while_the_program_stands_still_was_not_held() -> None:
    button = Watched()
    button.stays(True, 2)
    button.stands_still(10)

    assert button.stays(True, READ_S, raw=False) == []
    assert button.stays(False, READ_S) == []
