from __future__ import annotations

import errno
import os
import sys
import threading
from pathlib import Path

import pytest

from stbpi.box import kernel_chip
from stbpi.box.kernel_tones import KernelTones
from stbpi.errors import BoxError, PinBusyError, SoundError
from stbpi.sound.buzzer import Buzzer
from stbpi.sound.cues import Tone
from tests.box.fake_gpiod import Direction, FakeGpiod, Value

PIN = 18


@pytest.fixture
def gpiod(monkeypatch: pytest.MonkeyPatch) -> FakeGpiod:
    fake = FakeGpiod()
    monkeypatch.setitem(sys.modules, "gpiod", fake)
    monkeypatch.setitem(sys.modules, "gpiod.line", fake.line)
    monkeypatch.setattr(kernel_chip, "find_chip", lambda wanted: Path("/dev/gpiochip0"))
    monkeypatch.setattr("stbpi.box.gpio_errors.holder", lambda device, pin: "somebody")
    monkeypatch.setattr(kernel_chip, "holder", lambda device, pin: "somebody")
    return fake


def test_the_line_is_an_output_that_is_low_from_the_beginning(gpiod: FakeGpiod) -> None:
    tones = KernelTones(PIN)
    (request,) = gpiod.requests

    assert request.pins == (PIN,)
    assert request.settings == {"direction": Direction.OUTPUT, "output_value": Value.INACTIVE}
    assert request.consumer == f"stbpi-{os.getpid()}"
    assert request.driven == []
    tones.close()


def test_a_tone_switches_the_line_and_closing_leaves_it_low(gpiod: FakeGpiod) -> None:
    tones = KernelTones(PIN)
    (request,) = gpiod.requests
    tones.sound(440)
    tones.close()
    tones.close()

    assert request.released
    assert {pin for pin, _ in request.driven} <= {PIN}
    assert [value for _, value in request.driven][-1:] == [Value.INACTIVE]
    assert "buzzer" not in {thread.name for thread in threading.enumerate()}


def test_a_line_that_somebody_holds_is_told(gpiod: FakeGpiod) -> None:
    gpiod.refuses = OSError(errno.EBUSY, os.strerror(errno.EBUSY))
    with pytest.raises(PinBusyError) as refused:
        KernelTones(PIN)

    assert str(refused.value) == (
        "pin 18 is in use by somebody\nStop that program, or choose another pin."
    )


def test_a_chip_that_goes_is_a_box_error_and_for_the_sound_its_own(gpiod: FakeGpiod) -> None:
    buzzer = Buzzer(KernelTones(PIN))
    (request,) = gpiod.requests
    request.vanish()
    buzzer.play((Tone(440, 50), Tone(0, 1)), 5)
    for thread in threading.enumerate():
        if thread.name in ("buzzer", "sound"):
            thread.join(10)

    with pytest.raises(SoundError, match="the GPIO chip has gone") as told:
        buzzer.play((), 5)
    assert isinstance(told.value.__cause__, BoxError)
    buzzer.close()
