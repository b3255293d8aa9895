"""A passive buzzer on a pin of gpiozero, by its TonalBuzzer; the pin's driver makes the wave.

Keep: gpiozero is imported inside functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stbpi.box.gpio import PinFactory
from stbpi.box.gpio_errors import told_as_box_error
from stbpi.box.port import ToneLine

LOWEST_HZ, MIDDLE_HZ, OCTAVES = 220, 880, 2
"""What the tones of all cues lie in: two octaves down and up from A5."""


class GpioTones:
    """The driver of a buzzer.

    Args:
        pin: BCM number.
        factory: the pin factory; it belongs to the caller.

    Raises:
        BoxError: the pin can't be had.
    """

    def __init__(self, pin: int, factory: PinFactory) -> None:
        from gpiozero import TonalBuzzer
        from gpiozero.tones import Tone

        self._tone = Tone
        with told_as_box_error(pin=pin):
            self._buzzer = TonalBuzzer(
                pin, mid_tone=Tone(MIDDLE_HZ), octaves=OCTAVES, pin_factory=factory
            )

    def sound(self, hertz: int, duty: float = 0.5) -> None:
        with told_as_box_error():
            self._buzzer.play(self._tone(hertz) if hertz else None)
            if hertz and duty != 0.5:  # what it plays by itself
                self._buzzer.pwm_device.value = duty

    def close(self) -> None:
        with told_as_box_error():
            self._buzzer.close()


if TYPE_CHECKING:
    _fits: Callable[..., ToneLine] = GpioTones
