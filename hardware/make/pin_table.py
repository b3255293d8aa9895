"""PINS.md: which wire goes from which pin to which way of which connector."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.make.wiring import HARDWARE, Board, PinMap, Wire

PATH = HARDWARE / "PINS.md"

_HEAD = """\
# Pins and wires

Made by `make hardware` of [pins.toml](pins.toml); do not edit.
The same words stand in the hardware test of the program: `stbpi service`.
"""

_BOARDS = (
    ("pi", "Raspberry Pi, header of 40 pins", "pictures/pinout-pi.svg"),
    ("pico", "Raspberry Pi Pico, Pico 2 (tile board)", "pictures/pinout-pico.svg"),
)


def pin_table(pins: PinMap) -> str:
    """Write the whole page."""
    lines = [_HEAD]
    for key, title, picture in _BOARDS:
        board: Board = getattr(pins, key)
        lines += [f"## {title}", "", f"![{title}]({picture})", "", *_by_part(board), ""]
        lines += ["By connector:", "", *_by_connector(pins, board), ""]
    return "\n".join(lines)


def _by_part(board: Board) -> Iterator[str]:
    yield f"| what | {'BCM' if board.key == 'pi' else 'GP'} number | pin | wire | connector |"
    yield "|---|---|---|---|---|"
    for wire in sorted(board.wires, key=_in_order):
        line = wire.line if wire.line >= 0 else "–"
        name = f"{wire.name} of {wire.connector}" if wire.part == "GND" else wire.name
        yield f"| {name} | {line} | {wire.pin} | {wire.colour} | {wire.connector}-{wire.way} |"
    yield f"| pull-up resistors | – | {board.pull_ups} | on the board | – |"


def _by_connector(pins: PinMap, board: Board) -> Iterator[str]:
    yield "| connector | for | ways, from 1 |"
    yield "|---|---|---|"
    for name in board.connectors:
        about = pins.connectors[name]
        wires = {wire.way: wire for wire in board.at(name)}
        ways = (
            f"{wires[way].name} ({wires[way].colour})" if way in wires else "empty"
            for way in range(1, about.ways + 1)
        )
        yield f"| {name}, {about.ways} ways | {about.what} | {', '.join(ways)} |"


def _in_order(wire: Wire) -> tuple[bool, int, str, int]:
    return (not wire.tile, wire.tile, wire.connector, wire.way)
