"""The buzzer: tones at their times in a thread of its own, whatever the loop does."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import accumulate
from queue import Empty
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from stbpi.box.gpio import MockPins, mock_factory
from stbpi.box.gpio_tones import GpioTones
from stbpi.errors import BoxError, SoundError
from stbpi.sound.buzzer import Buzzer
from stbpi.sound.cues import TONES, Cue, Tone, Tones
from stbpi.sound.loudness import LOUDEST, duty

PIN = 18
LONG: Tones = (Tone(440, 100), Tone(0, 50), Tone(880, 100))


class Line:
    """A driver that writes down what it sounds, in the time of a score; each call takes time.

    Attributes:
        heard: (ms, hertz, duty) of each call.
        takes_ms: how long a call takes.
        fails_at: it fails at this many calls.
    """

    def __init__(self, *, takes_ms: float = 0, fails_at: int | None = None) -> None:
        self.heard: list[tuple[int, int, float]] = []
        self.now = 0.0
        self.takes_ms = takes_ms
        self.fails_at = fails_at
        self.is_closed = False

    def sound(self, hertz: int, duty: float = 0.5) -> None:
        if len(self.heard) == self.fails_at:
            raise BoxError("the line is gone")
        self.heard.append((round(self.now * 1000), hertz, duty))
        self.now += self.takes_ms / 1000

    def close(self) -> None:
        self.is_closed = True


class Score:
    """A queue in played time: what is put into it comes out at its moment.

    Args:
        line: whose time passes while somebody waits.
        comes: (ms, what is to be played then), in order; `None` is the end.
        late_ms: how much too late a wait ends.
    """

    def __init__(
        self, line: Line, *comes: tuple[float, tuple[Tones, int] | None], late_ms: float = 0
    ) -> None:
        self._line = line
        self._comes = list(comes)
        self._late = late_ms / 1000

    def put(self, item: tuple[Tones, int] | None, /) -> None:
        """Take nothing: what is played is known from the beginning."""

    def get(self, block: bool = True, timeout: float | None = None, /) -> tuple[Tones, int] | None:
        ends = self._line.now + (timeout if timeout is not None else 1000)
        if self._comes and self._comes[0][0] / 1000 <= ends:
            at, item = self._comes.pop(0)
            self._line.now = max(self._line.now, at / 1000)
            return item
        if timeout is None:
            return None
        self._line.now = ends + self._late
        raise Empty


def played(line: Line, score: Score) -> list[tuple[int, int]]:
    """Play a score to its end; return (ms, hertz) of every change."""
    buzzer = Buzzer(line, clock=lambda: line.now, score=score)
    buzzer.play((), LOUDEST)
    for thread in threading.enumerate():
        if thread.name == "sound":
            thread.join(10)
    buzzer.close()
    return [(ms, hertz) for ms, hertz, _ in line.heard]


def of_tones(tones: Tones, *, at_ms: int = 0) -> list[tuple[int, int]]:
    """Return when which tone of a phrase begins, and its silence after it."""
    starts = accumulate((tone.ms for tone in tones), initial=at_ms)
    return list(zip(starts, [*(tone.hertz for tone in tones), 0], strict=True))


@pytest.mark.parametrize("cue", Cue)
def test_a_phrase_is_played_in_its_time_and_ends_in_silence(cue: Cue) -> None:
    line = Line()
    heard = played(line, Score(line, (0, (TONES[cue], LOUDEST)), (5000, None)))

    assert heard[:-1] == of_tones(TONES[cue])
    assert heard[-1] == (5000, 0)
    assert line.is_closed


def test_waking_late_and_a_slow_driver_move_single_tones_and_not_the_rhythm() -> None:
    line = Line(takes_ms=3)
    heard = played(line, Score(line, (0, (LONG, LOUDEST)), late_ms=4))

    late = [ms - due for (ms, _), (due, _) in zip(heard, of_tones(LONG), strict=False)]
    assert late == [0, 4, 4, 4]


def test_what_comes_later_cuts_off_what_sounds_in_the_middle_of_a_tone() -> None:
    line = Line()
    other: Tones = (Tone(300, 180),)
    heard = played(line, Score(line, (0, (LONG, LOUDEST)), (170, (other, LOUDEST)), (900, None)))

    assert heard == [(0, 440), (100, 0), (150, 880), *of_tones(other, at_ms=170), (900, 0)]


def test_nothing_to_play_is_silence_at_once() -> None:
    line = Line()
    heard = played(line, Score(line, (0, (LONG, LOUDEST)), (30, ((), LOUDEST)), (900, None)))

    assert heard == [(0, 440), (30, 0), (900, 0)]


@pytest.mark.parametrize("volume", [1, 2, 3, 4, 5])
def test_a_volume_is_a_share_of_the_wave(volume: int) -> None:
    line = Line()
    played(line, Score(line, (0, (LONG, volume)), (900, None)))

    assert {share for _, hertz, share in line.heard if hertz} == {duty(volume)}


@pytest.mark.parametrize("calls", [0, 1, 3])
def test_a_driver_that_fails_is_told_to_whoever_plays_next(calls: int) -> None:
    line = Line(fails_at=calls)
    buzzer = Buzzer(line, clock=lambda: line.now, score=Score(line, (0, (LONG, LOUDEST))))
    buzzer.play(LONG, LOUDEST)
    for thread in threading.enumerate():
        if thread.name == "sound":
            thread.join(10)

    with pytest.raises(SoundError, match="the line is gone"):
        buzzer.play(LONG, LOUDEST)
    buzzer.close()
    assert line.is_closed


def test_a_silent_box_has_no_thread_and_a_closed_buzzer_neither() -> None:
    line = Line()
    buzzer = Buzzer(line)
    assert "sound" not in {thread.name for thread in threading.enumerate()}
    buzzer.play(LONG, LOUDEST)
    buzzer.close()
    buzzer.close()

    assert "sound" not in {thread.name for thread in threading.enumerate()}
    assert [hertz for _, hertz, _ in line.heard][-1:] == [0]


# The real driver, on a simulated pin


@pytest.fixture
def pins() -> Iterator[MockPins]:
    with closing(mock_factory()) as factory:
        yield factory


def wave(pins: MockPins) -> tuple[float, float]:
    """Return frequency and duty cycle of the buzzer's pin; (0, 0) is silence."""
    pin: Any = pins.pin(PIN)
    return (round(pin.frequency or 0), pin.state if pin.frequency else 0)


@pytest.mark.parametrize("share", [duty(level) for level in (1, 3, 5)])
@pytest.mark.parametrize("hertz", [220, 880, 2093, 2637])
def test_the_pin_swings_as_it_should(pins: MockPins, hertz: int, share: float) -> None:
    with closing(GpioTones(PIN, pins)) as tones:
        tones.sound(hertz, share)

        assert wave(pins) == (hertz, share)
        tones.sound(0, share)
        assert wave(pins) == (0, 0)


def test_a_closed_buzzer_is_silent_and_its_pin_is_free(pins: MockPins) -> None:
    buzzer = Buzzer(GpioTones(PIN, pins))
    buzzer.play(LONG, LOUDEST)
    buzzer.close()

    assert wave(pins) == (0, 0)
    Buzzer(GpioTones(PIN, pins)).close()


def test_a_pin_that_is_taken_is_a_box_error_that_says_what_to_do(pins: MockPins) -> None:
    with closing(GpioTones(PIN, pins)), pytest.raises(BoxError) as refused:
        GpioTones(PIN, pins)

    assert str(refused.value) == (
        "pin 18 is used twice by this program\nGive each part its own pin."
    )


class GonePin(MockPWMPin):  # type: ignore[misc]  # gpiozero ships no types
    """A pin whose driver fails once it makes a tone, and when it is closed."""

    is_gone = False

    def _set_frequency(self, value: float | None) -> None:
        if self.is_gone or value == 880:
            self.is_gone = True
            raise OSError("the line is gone")
        super()._set_frequency(value)


def test_a_driver_that_fails_is_a_sound_error_and_no_foreign_one() -> None:
    pins: MockPins = MockFactory(pin_class=GonePin)
    buzzer = Buzzer(GpioTones(PIN, pins))
    buzzer.play((Tone(880, 50),), LOUDEST)
    for thread in threading.enumerate():
        if thread.name == "sound":
            thread.join(10)
    with pytest.raises(SoundError, match="the line is gone"):
        buzzer.play(LONG, LOUDEST)
    with pytest.raises(SoundError, match="the line is gone"):
        buzzer.close()
    pin: Any = pins.pin(PIN)
    pin.is_gone = False  # so that gpiozero can let go of it


def test_a_pin_that_can_make_no_tone_is_a_box_error() -> None:
    pins: MockPins = MockFactory()
    with closing(pins), pytest.raises(BoxError):
        GpioTones(PIN, pins)
