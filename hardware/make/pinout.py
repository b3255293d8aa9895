"""Pictures of the two boards' pins, with what is wired to each."""

from __future__ import annotations

from hardware.make.headers import PI, PI_LEFT_ALONE, PI_RESERVED, PICO
from hardware.make.svg import COLOURS, box, disc, picture, stroke, text
from hardware.make.wiring import HARDWARE, Board, PinMap, Wire

PI_PATH = HARDWARE / "pictures" / "pinout-pi.svg"
PICO_PATH = HARDWARE / "pictures" / "pinout-pico.svg"

_ROW = 30
_TOP = 96
_WIDTH = 960
_WIRE = 46
_UNUSED = "#777777"
_GOLD = "#d9b64a"
_NEVER = "5 V: never to a switch"


def pi_picture(pins: PinMap) -> str:
    """Draw the header of a Raspberry Pi, pin 1 at the upper left."""
    middle, gap = _WIDTH // 2, 17
    height = _TOP + 20 * _ROW + 92
    shapes = [
        text(middle, 30, "Raspberry Pi: header of 40 pins", anchor="middle", size=20, bold=True),
        text(
            middle,
            52,
            "seen from above, card slot up, pin 1 has the square pad",
            anchor="middle",
        ),
        text(middle - 62, 78, "inner row", anchor="end", fill=_UNUSED),
        text(middle + 62, 78, "edge of the board", fill=_UNUSED),
        box(middle - 36, _TOP - 8, 72, 20 * _ROW + 4, fill="#2b2b2b", r=4),
    ]
    for number, name in enumerate(PI, start=1):
        side = -1 if number % 2 else 1
        y = _TOP + (number - 1) // 2 * _ROW + 7
        shapes += _pin(middle + side * gap, y, number, is_square=number == 1)
        shapes += _label(pins.pi, middle + side * 44, y, side, number, name)
    shapes += _legend(pins.pi, height)
    return picture(_WIDTH, height, "Raspberry Pi: header of 40 pins", shapes)


def pico_picture(pins: PinMap) -> str:
    """Draw a Pico from above, USB up: pin 1 at the upper left, pin 40 at the upper right."""
    middle, half = _WIDTH // 2, 62
    height = _TOP + 20 * _ROW + 92
    shapes = [
        text(middle, 30, "Raspberry Pi Pico, Pico 2", anchor="middle", size=20, bold=True),
        text(middle, 52, "seen from above, USB up", anchor="middle"),
        box(middle - half - 16, _TOP - 12, 2 * half + 32, 20 * _ROW + 8, fill="#2f7d4f", r=6),
        box(middle - 24, _TOP - 30, 48, 34, fill="#c9c9c9", r=3),
        text(middle, _TOP - 9, "USB", anchor="middle", size=12, bold=True),
    ]
    for number, name in enumerate(PICO, start=1):
        side = -1 if number <= 20 else 1
        row = number - 1 if number <= 20 else 40 - number
        y = _TOP + row * _ROW + 7
        shapes += _pin(middle + side * half, y, number)
        shapes += _label(pins.pico, middle + side * (half + 20), y, side, number, name)
    shapes += _legend(pins.pico, height)
    return picture(_WIDTH, height, "Raspberry Pi Pico, Pico 2", shapes)


def _pin(x: float, y: float, number: int, *, is_square: bool = False) -> list[str]:
    mark = box(x - 11, y - 11, 22, 22, fill=_GOLD) if is_square else disc(x, y, 11, fill=_GOLD)
    return [mark, text(x, y + 4, str(number), anchor="middle", size=11, bold=True)]


def _label(board: Board, x: float, y: float, side: int, number: int, name: str) -> list[str]:
    anchor = "end" if side < 0 else "start"
    wires = [wire for wire in board.wires if wire.pin == number]
    if not wires:
        said = _unwired(board, number, name)
        is_warning = said.endswith(_NEVER)
        fill = "#c00000" if is_warning else _UNUSED
        return [text(x + side * 4, y + 5, said, anchor=anchor, fill=fill, bold=is_warning)]
    wire = wires[0]
    at = x + side * (_WIRE + 6)
    return [
        stroke(x, y, x + side * _WIRE, colour=COLOURS[wire.colour]),
        text(at, y + 5, _wired(board, wire, name), anchor=anchor),
    ]


def _wired(board: Board, wire: Wire, name: str) -> str:
    """Write a wire as the hardware test does, and where it goes."""
    what = f"{wire.name} · {board.line(wire)}"
    if wire.line < 0:
        what = name if name == wire.part else f"{wire.part} ({name})"
    return f"{what} · pin {wire.pin} · {wire.colour} · {wire.connector}-{wire.way}"


def _unwired(board: Board, number: int, name: str) -> str:
    if number == board.pull_ups:
        return f"{name} · pull-up resistors of the board"
    if name in ("5V", "VBUS"):
        return f"{name} · {_NEVER}"
    if board.key == "pi" and name.startswith("GPIO"):
        line = int(name.removeprefix("GPIO"))
        if other := PI_RESERVED.get(line) or PI_LEFT_ALONE.get(line):
            return f"{name} · {other}"
    return name


def _legend(board: Board, height: int) -> list[str]:
    said = (
        "what · line · pin · colour of the wire · connector-way of the carrier board",
        "All lines are 3.3 V. Black is ground in every cable.",
    )
    if board.key == "pico":
        said = (*said[:1], "All lines are 3.3 V; pin 40 is the 5 V of USB, for the lamps alone.")
    return [
        text(_WIDTH / 2, height - 46 + 24 * row, line, anchor="middle", fill="#444444")
        for row, line in enumerate(said)
    ]
