"""What closed contacts mean: the order of the lines and the polarity, applied in one place.

Never: reads a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from stbpi.box.port import Levels
from stbpi.games.game import Tiles, all_tiles


class Section(Protocol):
    """The part of a configuration that says what is wired where; 0 is nothing."""

    @property
    def tiles(self) -> Sequence[int]: ...

    @property
    def roll(self) -> int: ...

    @property
    def closed_is(self) -> str: ...

    @property
    def reference_pin(self) -> int: ...

    @property
    def menu(self) -> int: ...


class Contacts:
    """The contacts of a box, of which a driver knows only which ones are closed.

    Args:
        tile_pins: the pins (BCM) of tiles 1, 2, 3 …
        roll_pin: the pin (BCM) of the roll button, pressed when its contact is closed.
        closed_is: what a closed tile contact means, `down` or `up`.
        reference_pin: the pin (BCM) whose contact is closed while the tiles' cable is plugged
            in; 0 = there is none.
        menu_pin: the pin (BCM) of the menu button, pressed when its contact is closed; 0 = there
            is none.

    Attributes:
        count: how many tiles there are.
        pins: all of them; the first is bit 0 of what `levels` is given.
    """

    def __init__(
        self,
        tile_pins: Sequence[int],
        roll_pin: int,
        *,
        closed_is: str = "down",
        reference_pin: int = 0,
        menu_pin: int = 0,
    ) -> None:
        if closed_is not in ("down", "up"):
            raise ValueError(f"closed_is is {closed_is!r}, expected 'down' or 'up'")
        self.count = len(tile_pins)
        reference = (reference_pin,) if reference_pin else ()
        menu = (menu_pin,) if menu_pin else ()
        self.pins = (*tile_pins, roll_pin, *reference, *menu)
        self._all = all_tiles(self.count)
        self._up_mask = 0 if closed_is == "down" else self._all
        self._roll = 1 << self.count
        self._cable = 2 << self.count if reference_pin else 0
        self._menu = 1 << len(self.pins) - 1 if menu_pin else 0

    def levels(self, closed: int) -> Levels:
        """Say what it means that these contacts are closed and all others open."""
        return Levels(
            down=Tiles((closed & self._all) ^ self._up_mask),
            roll=bool(closed & self._roll),
            cable=closed & self._cable == self._cable,
            menu=bool(closed & self._menu),
        )


def contacts_of(section: Section) -> Contacts:
    """Return the contacts of a box as they are configured."""
    return Contacts(
        section.tiles,
        section.roll,
        closed_is=section.closed_is,
        reference_pin=section.reference_pin,
        menu_pin=section.menu,
    )
