from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stbpi.box.port import RollHeld, RollPressed, RollReleased
from stbpi.box.roll import RollButton, RollSignal

MARKS = (800, 1600, 2300, 3000)


class Watched:
    """A button that is read every 5 ms, without any bounce."""

    def __init__(self, *, down_at_start: bool = False) -> None:
        self.now = 1000.0
        self._button = RollButton(MARKS, stall_s=0.1)
        self.read(down_at_start)

    def read(self, down: bool, *, settled: bool | None = None) -> list[RollSignal]:
        level = down if settled is None else settled
        return self._button.take(settled=level, raw=down, now=self.now)

    def stays(self, down: bool, ms: int) -> list[RollSignal]:
        signals = []
        for _ in range(ms // 5):
            self.now += 0.005
            signals += self.read(down)
        return signals

    def stall(self, ms: int) -> None:
        self.now += ms / 1000


def test_a_press_is_told_when_it_begins_and_when_it_ends() -> None:
    button = Watched()

    assert button.stays(True, 205) == [RollPressed()]
    assert button.stays(False, 100) == [RollReleased(held_ms=205)]


def test_every_mark_that_is_passed_is_told_once() -> None:
    button = Watched()

    signals = button.stays(True, 5000) + button.stays(False, 100)

    assert signals == [
        RollPressed(),
        *(RollHeld(held_ms=mark) for mark in MARKS),
        RollReleased(held_ms=5000),
    ]


def test_a_release_on_the_mark_has_passed_it() -> None:
    button = Watched()

    signals = button.stays(True, 800) + button.stays(False, 5)

    assert signals == [RollPressed(), RollHeld(held_ms=800), RollReleased(held_ms=800)]


def test_a_button_that_is_down_at_the_start_is_no_press_until_it_was_up_once() -> None:
    button = Watched(down_at_start=True)

    assert button.stays(True, 4000) == []
    assert button.stays(False, 100) == []
    assert button.stays(True, 100) == [RollPressed()]


def test_a_button_that_is_released_while_the_program_stands_still_was_not_held() -> None:
    button = Watched()
    button.stays(True, 100)
    button.stall(2000)

    assert button.read(False, settled=True) == []
    assert button.stays(False, 5) == [RollReleased(held_ms=100)]


def test_a_button_that_is_still_down_after_a_standstill_was_held_all_the_time() -> None:
    button = Watched()
    button.stays(True, 105)
    button.stall(2000)

    assert button.read(True) == [RollHeld(held_ms=800), RollHeld(held_ms=1600)]
    assert button.stays(False, 5) == [RollReleased(held_ms=2105)]


steps = st.lists(
    st.tuples(st.booleans(), st.booleans(), st.sampled_from([0.005, 0.02, 0.15, 2.0])), max_size=60
)


@given(steps)
def test_a_release_has_passed_a_mark_exactly_if_that_mark_was_told(
    readings: list[tuple[bool, bool, float]],
) -> None:
    button = RollButton(MARKS, stall_s=0.1)
    now = 0.0
    told: list[int] = []
    pressed = False
    for settled, raw, step in readings:
        now += step
        for signal in button.take(settled=settled, raw=raw, now=now):
            match signal:
                case RollPressed():
                    assert not pressed
                    pressed, told = True, []
                case RollHeld(held_ms=mark):
                    assert pressed
                    told.append(mark)
                case RollReleased(held_ms=held_ms):
                    assert pressed
                    pressed = False
                    assert told == [mark for mark in MARKS if mark <= held_ms]
