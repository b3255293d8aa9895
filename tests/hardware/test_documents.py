"""What the guides say in passing about pins, ohms and files is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.make.wiring import GROUND, HARDWARE, Board, Wire, pin_map
from stbpi.service.wires import where

PINS = pin_map()
ROOT = HARDWARE.parent
PAGES = sorted(HARDWARE.glob("*.md"))
PULL_UP, SERIES, BUZZER = 2200, 1000, 220


def page(name: str) -> str:
    return (HARDWARE / name).read_text(encoding="utf-8")


def at(board: Board, connector: str, way: int) -> Wire:
    return next(wire for wire in board.at(connector) if wire.way == way)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))

    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_picture_is_shown_or_linked() -> None:
    pages = [*HARDWARE.rglob("*.md"), ROOT / "README.md"]
    told = " ".join(path.read_text(encoding="utf-8") for path in pages)
    pictures = [path.name for path in (HARDWARE / "pictures").iterdir() if path.is_file()]

    assert [name for name in pictures if f"pictures/{name})" not in told] == []


def test_the_guide_measures_at_the_pins_of_the_map() -> None:
    guide, pi, pico = page("ASSEMBLY.md"), PINS.pi, PINS.pico

    assert f"| pin {at(pi, 'X1', 1).pin} | X1-1 (and so on" in guide
    assert f"| pin {at(pi, 'X4', 1).pin} | X4-1 | {BUZZER} Ω" in guide
    display = [at(pi, "X5", way) for way in (2, 4, 3)]
    assert f"| pins {', '.join(str(w.pin) for w in display)} | X5-2, X5-4, X5-3 |" in guide
    assert f"3V3 (pin {pi.pull_ups}; on the Pico pin {pico.pull_ups})" in guide
    assert f"Pin {at(pico, 'X4', 1).pin} to X4-1 is {BUZZER} Ω" in guide
    assert f"pin {pico.of('lamps').pin} to U2-2" in guide
    assert f"Pin {pico.of('5V').pin} to GND" in guide


def test_the_guide_configures_the_lines_of_the_map() -> None:
    guide = page("ASSEMBLY.md")

    assert f"reference_pin = {PINS.pi.of('reference').line}\n" in guide
    assert f"`menu = {PINS.pi.of('menu').line}` in `[gpio]`" in guide
    assert where(15, "tile_board", "reference").startswith("contact 15 · GP18")
    assert "`reference_pin = 15` in `[tile_board]`" in guide


def test_the_guide_quotes_the_hardware_test() -> None:
    guide = page("ASSEMBLY.md")

    assert f"tile 7 · {where(20, 'gpio', 'tile_7')}: down, ok" in guide
    assert f"roll button · {where(17, 'gpio', 'roll')}: pressed" in guide


def test_the_ohms_of_the_guide_are_those_of_the_circuit() -> None:
    guide = page("ASSEMBLY.md")

    assert f"| {SERIES / 1000:.1f} kΩ |" in guide
    assert f"| {(SERIES + PULL_UP) / 1000:.1f} kΩ |" in guide
    assert f"| {2 * PULL_UP / 1000:.1f} kΩ |" in guide
    assert f"(9 down and the reference: {PULL_UP / 10:.0f} Ω;" in guide
    assert f"12 down: {round(PULL_UP / 13, -1):.0f} Ω)" in guide


def test_the_figures_of_the_electrical_notes_are_worked_out_right() -> None:
    notes, inputs = page("ELECTRICAL.md"), len(PINS.pi.inputs)

    assert f"3.3 V / 50 kΩ = {3.3 / 50e3 * 1e6:.0f} µA" in notes
    assert f"carries {3.3 / PULL_UP * 1e3:.1f} mA" in notes
    assert f"All {inputs} inputs closed take {inputs * 3.3 / PULL_UP * 1e3:.1f} mA" in notes
    assert f"through 3.2 kΩ, {(SERIES + PULL_UP) * 100e-9 * 1e3:.2f} ms" in notes
    assert f"slower than {1 / (6.2832 * SERIES * 100e-9) / 1e3:.1f} kHz" in notes
    assert f"reads {3.3 * SERIES / (50e3 + SERIES) * 1e3:.0f} mV" in notes
    assert f"{BUZZER} Ω, {3.3 / BUZZER * 1e3:.0f} mA at most" in notes


@pytest.mark.field("D8")
def test_the_electrical_notes_say_what_the_bus_needs() -> None:
    notes = page("ELECTRICAL.md")

    assert all(said in notes for said in ("1.8 kΩ", "30 cm", "i2c_arm_baudrate", "100 kHz"))


@pytest.mark.field("B10")
def test_the_electrical_notes_say_what_long_wires_need() -> None:
    notes = page("ELECTRICAL.md")

    assert all(said in notes for said in ("2.2 kΩ", "100 nF", "shielded", "under 1 m"))


def test_the_doctor_names_the_pins_of_the_display() -> None:
    said = (ROOT / "stbpi" / "service" / "parts.py").read_text(encoding="utf-8")

    assert f"SDA (pin {PINS.pi.of('SDA').pin}), SCL (pin {PINS.pi.of('SCL').pin})" in said


def test_the_firmware_s_page_has_the_pins_of_the_map() -> None:
    told = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \|", told, re.MULTILINE)
    named = {what: (int(line), int(pin)) for what, line, pin in rows}

    for tile in range(1, 13):
        wire = PINS.pico.of(f"tile_{tile}")
        assert named[f"tile {tile}"] == (wire.line, wire.pin)
    others = {(w.line, w.pin) for w in PINS.pico.wires if w.line >= 0 and not w.tile}
    assert set(named.values()) >= others
    assert all(wire.part == GROUND for wire in PINS.pico.wires if wire.colour == "black")
