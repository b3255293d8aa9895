"""Where a Raspberry Pi's GPIO lines are on its header of 40 pins."""

from __future__ import annotations

_ROWS = (
    *((-1, -1), (2, -1), (3, -1), (4, 14), (-1, 15), (17, 18), (27, -1), (22, 23), (-1, 24)),
    *((10, -1), (9, 25), (11, 8), (-1, 7), (0, 1), (5, -1), (6, 12), (13, -1), (19, 16)),
    *((26, 20), (-1, 21)),
)
"""The lines (BCM) of the odd and the even pins, row by row from the SD card's end; -1 is power."""

_PINS = {bcm: pin for pin, bcm in enumerate((b for row in _ROWS for b in row), 1) if bcm >= 0}


def header_pin(bcm: int) -> int:
    """Return the pin on the header (pin 1 is the one with the square pad); 0 if it has none."""
    return _PINS.get(bcm, 0)
