"""The buzzer: tones in the loop's time, and a game that never misses it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import accumulate
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from stbpi.box.gpio import MockPins, mock_factory
from stbpi.box.gpio_tones import GpioTones
from stbpi.display.gallery import COVERING, scene
from stbpi.errors import BoxError, SoundError
from stbpi.games.events import Event, MatchEnded, Refused, Rolled, TileDown, TurnEnded
from stbpi.games.game import Prompt
from stbpi.journal.recorded import Recorded
from stbpi.sim.virtual import run
from stbpi.sound.buzzer import Buzzer, Sound
from stbpi.sound.cues import TONES, Cue
from tests.doubles import Loudspeaker

PIN = 18
ROLLED = Rolled(player=1, dice=(6, 5), total=11, k=1)
DEAD = TurnEnded(player=1, standing=(9,), score=9, why="no_move", total=9)
REFUSED = Refused(code="wait", tiles=())
ENDED = MatchEnded(winners=(), why="stopped")


def recorded(*events: Event) -> tuple[Recorded, ...]:
    return tuple(
        Recorded(n=n, boot=1, match=1, t=0, wall=None, event=event)
        for n, event in enumerate(events, start=1)
    )


def played(cue: Cue, *, at_ms: int = 0) -> list[tuple[int, int]]:
    """Return what a speaker hears of a whole cue that begins at this time."""
    tones = TONES[cue]
    starts = accumulate((tone.ms for tone in tones), initial=at_ms)
    return list(zip(starts, [*(tone.hertz for tone in tones), 0], strict=True))


def with_sound(story: Callable[[Sound], Awaitable[None]], speaker: Loudspeaker | None) -> None:
    async def main() -> None:
        sound = Sound(speaker)
        task = asyncio.create_task(sound.run())
        await story(sound)
        assert not task.done()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        sound.close()

    run(main())


@pytest.mark.parametrize(
    ("events", "cue"), [([ROLLED], Cue.ROLL), ([ROLLED, DEAD], Cue.NO_MOVE), ([ENDED], Cue.MATCH)]
)
def test_a_cue_is_played_in_its_time_and_ends_in_silence(events: list[Event], cue: Cue) -> None:
    speaker = Loudspeaker()

    async def story(sound: Sound) -> None:
        sound.hear(recorded(*events))
        await asyncio.sleep(5)

    with_sound(story, speaker)

    assert speaker.heard == played(cue)
    assert speaker.is_closed


def test_a_cover_that_becomes_complete_is_played() -> None:
    speaker = Loudspeaker()
    complete = scene(replace(COVERING, prompt=Prompt.ROLL, left=0))

    async def story(sound: Sound) -> None:
        sound.show(scene(COVERING))
        await asyncio.sleep(1)
        assert speaker.heard == []
        sound.show(complete)
        sound.show(replace(complete, faults=("serial",)))
        await asyncio.sleep(1)

    with_sound(story, speaker)

    assert speaker.heard == played(Cue.COMPLETE, at_ms=1000)


def test_what_is_not_heard_plays_nothing() -> None:
    speaker = Loudspeaker()

    async def story(sound: Sound) -> None:
        sound.hear(recorded(TileDown(tile=4)))
        sound.hear(())
        await asyncio.sleep(5)

    with_sound(story, speaker)

    assert speaker.heard == []


def test_a_new_cue_cuts_the_old_one_off_in_the_middle_of_a_tone() -> None:
    speaker = Loudspeaker()

    async def story(sound: Sound) -> None:
        sound.hear(recorded(ENDED))
        await asyncio.sleep(0.5)  # the last tone of a match lasts from 360 to 760 ms
        sound.hear(recorded(REFUSED))
        await asyncio.sleep(5)

    with_sound(story, speaker)

    assert speaker.heard == [*played(Cue.MATCH)[:4], *played(Cue.REFUSED, at_ms=500)]


def test_a_fact_that_is_not_heard_cuts_nothing_off() -> None:
    speaker = Loudspeaker()

    async def story(sound: Sound) -> None:
        sound.hear(recorded(ENDED))
        await asyncio.sleep(0.2)
        sound.hear(recorded(TileDown(tile=4)))
        sound.show(scene(COVERING))
        await asyncio.sleep(5)

    with_sound(story, speaker)

    assert speaker.heard == played(Cue.MATCH)


def test_the_same_cue_can_be_played_again_and_again() -> None:
    speaker = Loudspeaker()

    async def story(sound: Sound) -> None:
        for _ in range(3):
            sound.hear(recorded(REFUSED))
            await asyncio.sleep(1)

    with_sound(story, speaker)

    assert speaker.heard == [
        heard for at_ms in (0, 1000, 2000) for heard in played(Cue.REFUSED, at_ms=at_ms)
    ]


@pytest.mark.parametrize("tones", [0, 1, 2])
def test_a_buzzer_that_fails_is_given_up_and_the_sound_goes_on_silently(
    tones: int, caplog: pytest.LogCaptureFixture
) -> None:
    speaker = Loudspeaker(fails_at=tones)

    async def story(sound: Sound) -> None:
        for _ in range(3):
            sound.hear(recorded(ENDED))
            await asyncio.sleep(1)

    with caplog.at_level(logging.INFO, "stbpi"):
        with_sound(story, speaker)

    assert speaker.heard == played(Cue.MATCH)[:tones]
    assert speaker.is_closed
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_box_without_a_buzzer_is_silent() -> None:
    async def story(sound: Sound) -> None:
        sound.hear(recorded(ENDED))
        await asyncio.sleep(1)
        sound.close()

    with_sound(story, None)


def test_closing_ends_a_tone_at_once() -> None:
    speaker = Loudspeaker()

    async def main() -> None:
        sound = Sound(speaker)
        task = asyncio.create_task(sound.run())
        sound.hear(recorded(ENDED))
        await asyncio.sleep(0.05)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        sound.close()
        sound.close()

    run(main())

    assert speaker.heard == played(Cue.MATCH)[:1]
    assert speaker.is_closed


# The real one, on a simulated pin


@pytest.fixture
def pins() -> Iterator[MockPins]:
    with closing(mock_factory()) as factory:
        yield factory


def wave(pins: MockPins) -> tuple[float, float]:
    """Return frequency and duty cycle of the buzzer's pin; (0, 0) is silence."""
    pin: Any = pins.pin(PIN)
    return (round(pin.frequency or 0), pin.state if pin.frequency else 0)


@pytest.mark.parametrize("hertz", sorted({t.hertz for tones in TONES.values() for t in tones}))
def test_the_pin_swings_as_it_should(pins: MockPins, hertz: int) -> None:
    with closing(Buzzer(GpioTones(PIN, pins))) as buzzer:
        buzzer.sound(hertz)

        assert wave(pins) == ((hertz, 0.5) if hertz else (0, 0))
        buzzer.sound(0)
        assert wave(pins) == (0, 0)


def test_a_closed_buzzer_is_silent_and_its_pin_is_free(pins: MockPins) -> None:
    buzzer = Buzzer(GpioTones(PIN, pins))
    buzzer.sound(880)
    buzzer.close()
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
    with pytest.raises(SoundError, match="the line is gone"):
        buzzer.sound(880)
    with pytest.raises(SoundError, match="the line is gone"):
        buzzer.close()
    pin: Any = pins.pin(PIN)
    pin.is_gone = False  # so that gpiozero can let go of it


def test_a_pin_that_can_make_no_tone_is_a_box_error() -> None:
    pins: MockPins = MockFactory()
    with closing(pins), pytest.raises(BoxError):
        GpioTones(PIN, pins)
