"""The hand: moves the simulated switches as a person would move the real ones.

It drives gpiozero's mock pins from outside, so everything from the driver on is the program
itself. The hand knows where the tiles really are; the pins only show it. That matters when a
driver is constructed (at the start, after a power cut, after a lost part): gpiozero pulls every
mock pin high then, as if all contacts had opened, and `reapply` puts them back. What can be wrong
with a contact is in `contacts`, how the plug of the tiles' cable parts and mates in `plug`.

Never: knows a game, waits for anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from stbpi.box.gpio import MockPin, MockPins
from stbpi.games.game import NO_TILES, Tile, Tiles, tiles, without
from stbpi.sim.contacts import Contact
from stbpi.sim.plug import Plug


class Hand:
    """All tiles are up and the button is released at first; call `reapply` for that to show.

    Args:
        factory: whose pins are driven; the driver under test is constructed on the same one.
        tile_pins: the pins (BCM) of tiles 1, 2, 3 …
        roll_pin: the pin (BCM) of the roll button.
        closed_is: what a closed tile contact means, `down` or `up`.
        reference_pin: the pin (BCM) that the tiles' cable ties to ground; 0 = none.
    """

    def __init__(
        self,
        factory: MockPins,
        tile_pins: Sequence[int],
        roll_pin: int,
        *,
        closed_is: str = "down",
        reference_pin: int = 0,
    ) -> None:
        self._factory = factory
        self._lines: dict[int, MockPin] = {}
        self._closed_is_down = closed_is == "down"
        self._down = NO_TILES
        up_is_closed = not self._closed_is_down
        self._tiles = [Contact(partial(self._drive, pin), closed=up_is_closed) for pin in tile_pins]
        self._roll = Contact(partial(self._drive, roll_pin), closed=False)
        self._reference_pin = reference_pin
        in_cable = (*tile_pins, *((reference_pin,) if reference_pin else ()))
        self._plug = Plug(in_cable, self.reapply)

    @property
    def down(self) -> Tiles:
        """The tiles that are down on the box, whatever the contacts show."""
        return self._down

    @property
    def is_cable_off(self) -> bool:
        """Whether the tiles' cable is pulled off."""
        return self._plug.is_out

    @property
    def is_settling(self) -> bool:
        """Whether a contact still bounces after the hand has moved it, or the plug."""
        contacts = (*self._tiles, self._roll)
        return self._plug.is_settling or any(contact.is_settling for contact in contacts)

    def contact(self, tile: Tile | None) -> Contact:
        """Return the contact of a tile, or (`None`) that of the roll button."""
        return self._roll if tile is None else self._tiles[tile - 1]

    def reapply(self) -> None:
        """Make all lines show what the contacts show; do it after constructing a driver."""
        for contact in (*self._tiles, self._roll):
            contact.reapply()
        if self._reference_pin:
            self._drive(self._reference_pin, True)

    def pull_cable(self, *, seed: int = 1) -> None:
        """Pull the tiles' cable off: every line in it opens, wherever the tiles are.

        Args:
            seed: of the order in which that happens, and of the bounces.
        """
        self._plug.pull(seed=seed)

    def plug_cable(self, *, seed: int = 1) -> None:
        """Put the tiles' cable back."""
        self._plug.put_in(seed=seed)

    def let_go(self) -> None:
        """Stop all chattering; nothing is moved any more."""
        self._plug.rest()
        for contact in (*self._tiles, self._roll):
            contact.rest()

    def move(self, down: Tiles) -> None:
        """Put these tiles down and all others up."""
        self._down = down
        for number, contact in enumerate(self._tiles, start=1):
            is_down = bool(down & tiles(number))
            contact.hold(is_down == self._closed_is_down)

    def lower(self, lowered: Tiles) -> None:
        """Put these tiles down, too."""
        self.move(Tiles(self._down | lowered))

    def raise_(self, raised: Tiles) -> None:
        """Put these tiles up."""
        self.move(without(self._down, raised))

    def press_roll(self, pressed: bool) -> None:
        """Press the roll button, or let go of it."""
        self._roll.hold(pressed)

    def _drive(self, pin: int, closed: bool) -> None:
        line = self._lines.get(pin)
        if line is None:
            line = self._lines[pin] = self._factory.pin(pin)
        if closed and self._plug.joins(pin):
            line.drive_low()
        else:
            line.drive_high()
