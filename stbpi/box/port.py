"""The box's port: what a driver offers to the scanner, and what the scanner tells the table.

Never: knows a pin or a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from stbpi.games.game import Tile, Tiles


class Levels(NamedTuple):
    """One reading of all switches at one moment, polarity already applied.

    Made hundreds of times a second, which a tuple is quickest at.

    Attributes:
        down: the tiles whose contact says "down", raw.
        roll: the roll button is pressed, raw.
        cable: the contact that is always closed is closed: the tiles' cable is plugged in. True
            where there is no such contact.
        menu: the menu button is pressed, raw.
    """

    down: Tiles
    roll: bool
    cable: bool = True
    menu: bool = False


class Switches(Protocol):
    """A driver: reads levels, and wakes the scanner when one may have changed."""

    count: int
    """How many tiles are wired: tiles 1 to `count`."""

    def levels(self) -> Levels:
        """Read all switches now.

        Raises:
            BoardLostError: they can't be read for now, and the driver goes on trying.
            BoxError: they can't be read.
        """
        ...

    def on_edge(self, wake: Callable[[], None]) -> None:
        """Call `wake` (from any thread) whenever a level may have changed."""
        ...

    def close(self) -> None:
        """Give the lines back; may be called twice."""
        ...


class ToneLine(Protocol):
    """A driver: a passive buzzer."""

    def sound(self, hertz: int, duty: float = 0.5) -> None:
        """Make this tone from now on; 0 is silence.

        Args:
            hertz: how high it is.
            duty: which share of each wave the buzzer is on, more than 0, at most a half; less is
                quieter. A driver whose timer is too coarse for it is louder than that.

        Raises:
            BoxError: it can't.
        """
        ...

    def close(self) -> None:
        """Be silent and give the hardware back.

        Raises:
            BoxError: it can't.
        """
        ...


Lamps = Callable[[Tiles, Tiles], None]
"""Lights the lamps of some tiles, lets those of others blink, and puts all others out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesSettled:
    """The settled tiles have changed (or are read for the first time): these are down."""

    down: Tiles


@dataclass(frozen=True, slots=True, kw_only=True)
class RollPressed:
    """The roll button went down, settled; nothing is done before it is released.

    Attributes:
        ago_ms: how long ago that was: it took so long to be believed.
    """

    ago_ms: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollHeld:
    """The roll button is still down and has passed one of the scanner's marks.

    Attributes:
        held_ms: the mark, settled time since it went down.
    """

    held_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReleased:
    """The roll button was released.

    Attributes:
        held_ms: how long it was down, settled.
    """

    held_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLost:
    """The roll button can't be believed any more: what it was about to do is off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSinceStart:
    """The roll button has been down since the first reading and has passed one of the marks.

    Attributes:
        held_ms: the mark, settled time since that reading.
    """

    held_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasedSinceStart:
    """The roll button, of which a `HeldSinceStart` was told, was released; that is no press.

    Attributes:
        held_ms: how long it was down, settled.
    """

    held_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuPressed:
    """The menu button went down, settled."""


TILE_BOARD = "tile_board"
"""The part that has failed while the driver's board can't be heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFailed:
    """A switch, the cable or the board has failed.

    Attributes:
        part: `tile_4`, `roll`, `menu`, `cable` or `tile_board`.
        what: what is wrong with it, in a few words.
    """

    part: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InputWell:
    """A part that had failed is in order again."""

    part: str


Signal = (
    TilesSettled
    | RollPressed
    | RollHeld
    | RollReleased
    | RollLost
    | HeldSinceStart
    | ReleasedSinceStart
    | MenuPressed
    | InputFailed
    | InputWell
)


class Inputs(Protocol):
    """What the table can do about inputs that fail; described in `health.Health`."""

    broken: Tiles

    def ask(self, asked: Tiles) -> None: ...

    def declare(self, tile: Tile, *, broken: bool) -> None: ...

    def flip(self, tile: Tile) -> None: ...

    def bounced(self) -> tuple[tuple[str, int], ...]: ...
