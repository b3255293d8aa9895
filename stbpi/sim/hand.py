"""The hand: moves the simulated switches as a person would move the real ones.

It drives gpiozero's mock pins from outside, so everything from the driver on is the program
itself. The hand knows where the tiles really are; the pins only show it. That matters when a
driver is constructed (at the start, after a power cut, after a lost part): gpiozero pulls every
mock pin high then, as if all contacts had opened, and `reapply` puts them back.

Never: knows a game, waits for anything (`chatter` apart, which lasts as long as its train).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from stbpi.box.gpio import MockPins
from stbpi.games.game import NO_TILES, Tiles, tiles, without


class Hand:
    """All tiles are up and the button is released at first; call `reapply` for that to show.

    Args:
        factory: whose pins are driven; the driver under test is constructed on the same one.
        tile_pins: the pins (BCM) of tiles 1, 2, 3 …
        roll_pin: the pin (BCM) of the roll button.
        closed_is: what a closed tile contact means, `down` or `up`.
    """

    def __init__(
        self, factory: MockPins, tile_pins: Sequence[int], roll_pin: int, *, closed_is: str = "down"
    ) -> None:
        self._factory = factory
        self._tile_pins = tuple(tile_pins)
        self._roll_pin = roll_pin
        self._closed_is_down = closed_is == "down"
        self._down = NO_TILES
        self._pressed = False

    @property
    def down(self) -> Tiles:
        """The tiles that are down on the box, whatever the contacts show."""
        return self._down

    def reapply(self) -> None:
        """Make all contacts show where the hand left them; do it after constructing a driver."""
        self.move(self._down)
        self.press_roll(self._pressed)

    def move(self, down: Tiles) -> None:
        """Put these tiles down and all others up."""
        self._down = down
        for number, pin in enumerate(self._tile_pins, start=1):
            is_down = bool(down & tiles(number))
            self._contact(pin, closed=is_down == self._closed_is_down)

    def lower(self, lowered: Tiles) -> None:
        """Put these tiles down, too."""
        self.move(Tiles(self._down | lowered))

    def raise_(self, raised: Tiles) -> None:
        """Put these tiles up."""
        self.move(without(self._down, raised))

    def press_roll(self, pressed: bool) -> None:
        """Press the roll button, or let go of it."""
        self._pressed = pressed
        self._contact(self._roll_pin, closed=pressed)

    def _contact(self, pin: int, *, closed: bool) -> None:
        line = self._factory.pin(pin)
        if closed:
            line.drive_low()
        else:
            line.drive_high()


async def chatter(touch: Callable[[bool], None], train: Iterable[tuple[float, bool]]) -> None:
    """Play a train of bounces in the loop's time.

    Args:
        touch: makes or breaks the contact, `hand.press_roll` for example.
        train: how long to wait (ms), and the level after that.
    """
    for ms, level in train:
        await asyncio.sleep(ms / 1000)
        touch(level)
