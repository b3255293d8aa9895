"""All files that are made, and what each has to hold."""

from __future__ import annotations

from pathlib import Path

from hardware.make import bill, harness, pin_table, pinout, program, schematic
from hardware.make.pages import filled
from hardware.make.wiring import HARDWARE, PinMap, pin_map

README = HARDWARE / "README.md"
SCHEMATICS = ("pi", "pico")


def written() -> dict[Path, str]:
    """Return what needs no tool to be made, by file."""
    pins, parts = pin_map(), bill.parts()
    page = README.read_text(encoding="utf-8")
    return {
        program.PATH: program.program(pins),
        pin_table.PATH: pin_table.pin_table(pins),
        pinout.PI_PATH: pinout.pi_picture(pins),
        pinout.PICO_PATH: pinout.pico_picture(pins),
        **{source_of(build): harness.source(pins, build) for build in harness.BUILDS},
        **{
            bill.FOLDER / f"{build}.csv": bill.bill(bill.items(pins, parts, build))
            for build in parts.builds
        },
        README: filled(page, "costs", bill.cost_table(pins, parts)),
    }


def harnesses(pins: PinMap) -> dict[Path, str]:
    """Draw the harnesses with WireViz and Graphviz."""
    return {
        harness.PICTURES / f"harness-{build}.svg": harness.drawn(harness.source(pins, build))
        for build in harness.BUILDS
    }


def schematics(pins: PinMap) -> dict[Path, str]:
    """Draw the schematics with schemdraw."""
    return {
        schematic.PICTURES / f"schematic-{key}.svg": schematic.drawn(pins, key)
        for key in SCHEMATICS
    }


def source_of(build: str) -> Path:
    return harness.SOURCES / f"{build}.yml"
