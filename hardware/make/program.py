"""The program's copy of the pin map: stbpi/box/wiring.py."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.make.wiring import HARDWARE, Board, PinMap

PATH = HARDWARE.parent / "stbpi" / "box" / "wiring.py"

_HEAD = '''\
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

'''


def program(pins: PinMap) -> str:
    """Write the program's copy, as ruff formats it."""
    return "\n".join([_HEAD, *_map("PI", pins.pi), "", *_map("PICO", pins.pico), ""])


def _map(name: str, board: Board) -> Iterator[str]:
    yield f"{name}: Mapping[str, Wire] = {{"
    ours = [wire for wire in board.wires if wire.line >= 0]
    for wire in sorted(ours, key=lambda wire: (not wire.tile, wire.tile, wire.connector, wire.way)):
        yield f'    "{wire.part}": Wire({wire.line}, {wire.pin}, "{wire.colour}"),'
    yield "}"
