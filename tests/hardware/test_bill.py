"""The bills have as many parts as the pin map has of what they serve, and add up."""

from __future__ import annotations

import csv
import re
from decimal import Decimal

import pytest

from hardware.make import bill
from hardware.make.everything import README
from hardware.make.harness import BUILDS, board_of
from hardware.make.wiring import pin_map

PINS = pin_map()
PARTS = bill.parts()
EVERY_BUILD = pytest.mark.parametrize("build", BUILDS)


def rows(build: str) -> list[dict[str, str]]:
    """Read a bill as it is checked in."""
    with (bill.FOLDER / f"{build}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def quantities(build: str) -> dict[str, int]:
    return {row["ref"]: int(row["quantity"]) for row in rows(build)}


def of_type(build: str, kind: str) -> int:
    return sum(int(row["quantity"]) for row in rows(build) if row["type"] == kind)


def test_there_is_a_bill_for_every_build_that_has_a_harness() -> None:
    assert tuple(PARTS.builds) == BUILDS
    assert {path.stem for path in bill.FOLDER.iterdir()} == set(BUILDS)


@EVERY_BUILD
def test_a_bill_is_made_of_the_parts_and_the_map(build: str) -> None:
    made = bill.bill(bill.items(PINS, PARTS, build))

    assert (bill.FOLDER / f"{build}.csv").read_text(encoding="utf-8") == made


@pytest.mark.parametrize(("build", "tiles"), [("pi-9", 9), ("pi-12", 12), ("pico-12", 12)])
def test_there_is_a_switch_for_every_tile(build: str, tiles: int) -> None:
    assert quantities(build)[f"S1-S{tiles}"] == tiles
    assert of_type(build, "SS-01GL") == tiles


@EVERY_BUILD
def test_there_is_a_filter_for_every_input(build: str) -> None:
    board = board_of(PINS, build)
    inputs = board.tiles + len({"roll", "menu", "reference"})

    assert len(board.inputs) == inputs
    assert of_type(build, "MFR-25FBF52-1K") == inputs
    assert sum(n for ref, n in quantities(build).items() if ref.startswith("C1-")) == inputs
    assert of_type(build, "4609X-101-222LF") * 8 >= inputs


def test_a_box_of_nine_lacks_the_filters_of_tiles_ten_to_twelve() -> None:
    assert quantities("pi-9")["R1-R9 R13-R15"] == 12
    assert quantities("pi-12")["R1-R15"] == 15


@EVERY_BUILD
def test_every_connector_has_a_header_and_a_housing_of_its_ways(build: str) -> None:
    wanted = {PINS.connectors[name].ways for name in board_of(PINS, build).connectors}
    types = [row["type"] for row in rows(build)]

    assert {int(t[1]) for t in types if re.fullmatch(r"B\dB-XH-A", t)} == wanted
    assert {int(t[4:]) for t in types if t.startswith("XHP-")} == wanted
    assert quantities(build)["P"] == len(board_of(PINS, build).wires)


@EVERY_BUILD
def test_there_is_wire_of_every_colour(build: str) -> None:
    assert quantities(build)["W"] == len({w.colour for w in board_of(PINS, build).wires})


def test_only_the_tile_board_has_lamps_and_only_a_pi_has_a_display() -> None:
    for build in BUILDS:
        descriptions = " ".join(row["description"] for row in rows(build))
        is_pico = build.startswith("pico")
        assert ("WS2812B" in descriptions) == ("X6" in quantities(build)) == is_pico
        assert ("OLED" in descriptions) == ("X5" in quantities(build)) == (not is_pico)


@EVERY_BUILD
def test_a_bill_adds_up(build: str) -> None:
    low = high = Decimal(0)
    for row in rows(build):
        quantity = int(row["quantity"])
        assert 0 < Decimal(row["each_from_eur"]) <= Decimal(row["each_to_eur"])
        assert Decimal(row["from_eur"]) == quantity * Decimal(row["each_from_eur"])
        assert Decimal(row["to_eur"]) == quantity * Decimal(row["each_to_eur"])
        low, high = low + Decimal(row["from_eur"]), high + Decimal(row["to_eur"])

    assert (float(low), float(high)) == bill.total(bill.items(PINS, PARTS, build))
    line = next(line for line in README.read_text("utf-8").splitlines() if f"{build}.csv" in line)
    assert f"| {low:.0f} to {high:.0f} € |" in line


@EVERY_BUILD
def test_no_part_has_the_name_of_another(build: str) -> None:
    refs = [row["ref"] for row in rows(build)]

    assert len(set(refs)) == len(refs)


def test_every_part_is_in_a_build_and_has_a_use() -> None:
    there = {item.part for build in BUILDS for item in bill.items(PINS, PARTS, build)}

    assert there == set(PARTS.parts)
    assert {part.use for part in PARTS.parts} == set(bill.USES)
