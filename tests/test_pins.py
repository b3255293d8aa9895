"""The pin map, its table in the wiring notes and the program's defaults are one and the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.pi import PiBoardInfo

from stbpi.config import GpioSection

HARDWARE = Path(__file__).parents[1] / "hardware"
PINS: dict[str, Any] = tomllib.loads((HARDWARE / "pins.toml").read_text(encoding="utf-8"))
PI_3B = 0xA02082  # the header has been the same since the first board with 40 pins


def wired() -> dict[str, dict[str, int]]:
    """List what has a BCM number, by the names of the wiring notes."""
    return {
        **{f"tile {number}": pin for number, pin in PINS["tiles"].items()},
        "roll button": PINS["controls"]["roll"],
        "buzzer": PINS["controls"]["buzzer"],
        **{f"display {line}": pin for line, pin in PINS["display"].items()},
    }


def header() -> dict[int, str]:
    """Return what is on each pin of the header, as gpiozero knows it."""
    board = PiBoardInfo.from_revision(PI_3B)
    return {number: pin.name for number, pin in board.headers["J8"].pins.items()}


def test_the_pin_map_is_what_the_program_expects() -> None:
    default = GpioSection()

    assert list(PINS["tiles"]) == [str(tile) for tile in range(1, 13)]
    assert tuple(pin["bcm"] for pin in PINS["tiles"].values()) == default.tiles
    assert PINS["controls"]["roll"]["bcm"] == default.roll
    assert PINS["controls"]["buzzer"]["bcm"] == default.buzzer
    assert [pin["bcm"] for pin in PINS["display"].values()] == [2, 3]


@pytest.mark.field("B13")
def test_every_switch_has_a_line_of_its_own() -> None:
    default = GpioSection()

    assert len({*default.tiles, default.roll, default.buzzer}) == len(default.tiles) + 2


@pytest.mark.field("A7")
@pytest.mark.field("A8")
def test_the_default_pins_leave_one_wire_and_spi_alone() -> None:
    default = GpioSection()

    assert {4, *range(7, 12)}.isdisjoint({*default.tiles, default.roll, default.buzzer})


def test_header_pins_are_numbered_as_on_the_board() -> None:
    on_board = header()

    for what, pin in wired().items():
        assert on_board[pin["header"]] == f"GPIO{pin['bcm']}", what
    for voltage, numbers in PINS["power"].items():
        assert numbers == [number for number, name in on_board.items() if name == voltage]


@pytest.mark.field("D8")
def test_the_wiring_notes_say_what_the_bus_needs() -> None:
    notes = (HARDWARE / "README.md").read_text(encoding="utf-8")

    assert all(said in notes for said in ("1.8 kΩ", "30 cm", "i2c_arm_baudrate", "100 kHz"))


def test_the_wiring_notes_have_the_same_table() -> None:
    notes = (HARDWARE / "README.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (.+) \| ([\d–]+) \| ([\d, ]+) \|$", notes, re.MULTILINE)

    assert table == [
        *((what, str(pin["bcm"]), str(pin["header"])) for what, pin in wired().items()),
        *((volts, "–", ", ".join(map(str, pins))) for volts, pins in PINS["power"].items()),
    ]
