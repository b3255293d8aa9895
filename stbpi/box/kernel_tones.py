"""A passive buzzer on one of the kernel's own GPIO lines, through gpiod 2.

The kernel has no tones for such a line, so that the program switches it. lgpio's would be more
even, but its threads wake all the time, whether anything sounds or not.

Never: makes a tone longer than `square_wave.LONGEST_NS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stbpi.box.gpio_chip import AUTO
from stbpi.box.gpio_errors import told_as_box_error
from stbpi.box.kernel_chip import NAME, take_lines
from stbpi.box.port import ToneLine
from stbpi.box.square_wave import SquareWave

if TYPE_CHECKING:
    from gpiod import LineRequest, LineSettings


class KernelTones:
    """The driver of a buzzer.

    Args:
        pin: BCM number.
        chip: which chip has the pin, see `find_chip`.

    Raises:
        BoxError: the line can't be had; see `take_lines`.
    """

    def __init__(self, pin: int, chip: str = AUTO) -> None:
        self._pin = pin
        self._request: LineRequest | None = take_lines((pin,), chip, _silent)
        self._wave = SquareWave(_switch_of(self._request, pin))

    def sound(self, hertz: int, duty: float = 0.5) -> None:
        with told_as_box_error(driver=NAME, pin=self._pin):
            self._wave.sound(hertz, duty)

    def close(self) -> None:
        self._wave.close()
        request, self._request = self._request, None
        if request is not None:
            with told_as_box_error(driver=NAME, pin=self._pin):
                request.release()


def _silent() -> LineSettings:
    from gpiod import LineSettings
    from gpiod.line import Direction, Value

    return LineSettings(direction=Direction.OUTPUT, output_value=Value.INACTIVE)


def _switch_of(request: LineRequest, pin: int) -> Callable[[bool], None]:
    from gpiod.line import Value

    def switch(is_on: bool) -> None:
        request.set_value(pin, Value.ACTIVE if is_on else Value.INACTIVE)

    return switch


if TYPE_CHECKING:
    _fits: Callable[..., ToneLine] = KernelTones
