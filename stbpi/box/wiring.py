"""How a box is wired that is built as hardware/ says: pins, and the colours of wires.

Made by `make hardware` of hardware/pins.toml; do not edit. A test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Wire(NamedTuple):
    """A line of a part.

    Attributes:
        line: its number (BCM, or GP of a Pico).
        pin: its place on the header, or on the Pico's edge.
        colour: of the wire.
    """

    line: int
    pin: int
    colour: str


PI: Mapping[str, Wire] = {
    "tile_1": Wire(5, 29, "brown"),
    "tile_2": Wire(6, 31, "red"),
    "tile_3": Wire(12, 32, "orange"),
    "tile_4": Wire(13, 33, "yellow"),
    "tile_5": Wire(16, 36, "green"),
    "tile_6": Wire(19, 35, "blue"),
    "tile_7": Wire(20, 38, "violet"),
    "tile_8": Wire(21, 40, "grey"),
    "tile_9": Wire(22, 15, "white"),
    "tile_10": Wire(23, 16, "pink"),
    "tile_11": Wire(24, 18, "turquoise"),
    "tile_12": Wire(25, 22, "beige"),
    "reference": Wire(27, 13, "brown"),
    "roll": Wire(17, 11, "green"),
    "menu": Wire(26, 37, "yellow"),
    "buzzer": Wire(18, 12, "orange"),
    "SCL": Wire(3, 5, "yellow"),
    "SDA": Wire(2, 3, "blue"),
}

PICO: Mapping[str, Wire] = {
    "tile_1": Wire(2, 4, "brown"),
    "tile_2": Wire(3, 5, "red"),
    "tile_3": Wire(4, 6, "orange"),
    "tile_4": Wire(5, 7, "yellow"),
    "tile_5": Wire(6, 9, "green"),
    "tile_6": Wire(7, 10, "blue"),
    "tile_7": Wire(8, 11, "violet"),
    "tile_8": Wire(9, 12, "grey"),
    "tile_9": Wire(10, 14, "white"),
    "tile_10": Wire(11, 15, "pink"),
    "tile_11": Wire(12, 16, "turquoise"),
    "tile_12": Wire(13, 17, "beige"),
    "reference": Wire(18, 24, "brown"),
    "roll": Wire(14, 19, "green"),
    "menu": Wire(15, 20, "yellow"),
    "buzzer": Wire(17, 22, "orange"),
    "lamps": Wire(16, 21, "green"),
}
