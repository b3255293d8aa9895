"""The pin map holds together, and everything that follows from it agrees."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from hardware.make import headers, pin_table, pinout, program
from hardware.make.wiring import GROUND, Board, Wire, pin_map
from stbpi.box import wiring
from stbpi.config import GpioSection, TileBoardSection
from stbpi.service.header import header_pin
from stbpi.service.wires import where

ROOT = Path(__file__).parents[2]
PINS = pin_map()
BOARDS = pytest.mark.parametrize("board", [PINS.pi, PINS.pico], ids=lambda board: board.key)
PI_3B = 0xA02082  # the header has been the same since the first board with 40 pins

POWER = {GROUND: GROUND, "3V3": "3V3", "5V": "VBUS"}
"""Supply and ground, as boards call them."""


def lines(board: Board) -> dict[str, int]:
    """Return the line of every part that has one."""
    return {wire.part: wire.line for wire in board.wires if wire.line >= 0}


def on(board: Board) -> tuple[str, ...]:
    return headers.PI if board.key == "pi" else headers.PICO


# The map itself


@BOARDS
def test_no_pin_no_line_and_no_way_is_used_twice(board: Board) -> None:
    pins = [wire.pin for wire in board.wires]
    ways = [(wire.connector, wire.way) for wire in board.wires]

    assert len(set(pins)) == len(pins)
    assert board.pull_ups not in pins
    assert len(set(lines(board).values())) == len(lines(board))
    assert len(set(ways)) == len(ways)


@BOARDS
def test_every_wire_is_on_the_pin_that_its_line_has_on_the_board(board: Board) -> None:
    for wire in board.wires:
        wanted = board.line(wire) if wire.line >= 0 else POWER[wire.part]
        assert on(board)[wire.pin - 1] == wanted, wire
    assert on(board)[board.pull_ups - 1] == "3V3"


def test_the_header_is_as_gpiozero_has_it() -> None:
    pins = PiBoardInfo.from_revision(PI_3B).headers["J8"].pins

    assert tuple(pins[number].name for number in range(1, 41)) == headers.PI


def test_a_pico_has_26_lines_and_8_grounds() -> None:
    told = [int(name[2:]) for name in headers.PICO if name.startswith("GP")]

    assert sorted(told) == [*range(23), 26, 27, 28]
    assert [n for n, name in enumerate(headers.PICO, 1) if name.endswith("GND")] == [
        *range(3, 39, 5)
    ]


def test_no_switch_is_on_a_line_that_others_need() -> None:
    ours = {part: line for part, line in lines(PINS.pi).items() if part not in ("SDA", "SCL")}

    assert set(ours.values()).isdisjoint(headers.PI_RESERVED)
    assert (lines(PINS.pi)["SDA"], lines(PINS.pi)["SCL"]) == (2, 3)


@pytest.mark.field("A7")
@pytest.mark.field("A8")
def test_the_map_leaves_one_wire_and_spi_alone() -> None:
    assert set(lines(PINS.pi).values()).isdisjoint(headers.PI_LEFT_ALONE)


@BOARDS
def test_every_connector_has_ground_and_ways_enough(board: Board) -> None:
    for name in board.connectors:
        wires = board.at(name)
        assert sum(wire.part == GROUND for wire in wires) == 1
        assert all(1 <= wire.way <= PINS.connectors[name].ways for wire in wires)


def test_no_plug_goes_into_a_wrong_connector() -> None:
    ways = [connector.ways for connector in PINS.connectors.values()]

    assert len(set(ways)) == len(ways)


@BOARDS
def test_colours_are_told_apart_within_a_cable_and_black_is_ground(board: Board) -> None:
    for name in board.connectors:
        colours = [wire.colour for wire in board.at(name)]
        assert len(set(colours)) == len(colours)
        assert set(colours) <= set(PINS.colours)
    assert all((wire.colour == "black") == (wire.part == GROUND) for wire in board.wires)


def test_both_boards_have_the_same_cables_but_for_lamps_and_display() -> None:
    def cables(board: Board) -> dict[str, tuple[str, str, int]]:
        shared = [wire for wire in board.wires if wire.connector not in ("X5", "X6")]
        named = ((f"{w.part} of {w.connector}", w) for w in shared)
        return {name: (wire.colour, wire.connector, wire.way) for name, wire in named}

    assert cables(PINS.pi) == cables(PINS.pico)


# What follows from it


def test_the_copy_of_the_program_is_made_of_the_map() -> None:
    assert program.PATH.read_text(encoding="utf-8") == program.program(PINS)
    assert {part: wire.line for part, wire in wiring.PI.items()} == lines(PINS.pi)
    assert {part: wire.line for part, wire in wiring.PICO.items()} == lines(PINS.pico)


def test_what_is_built_in_is_the_map() -> None:
    built_in, line = GpioSection(), lines(PINS.pi)

    assert built_in.tiles == tuple(line[f"tile_{tile}"] for tile in range(1, 13))
    assert (built_in.roll, built_in.buzzer) == (line["roll"], line["buzzer"])
    assert (built_in.menu, built_in.reference_pin) == (0, 0)


@pytest.mark.field("B13")
def test_every_switch_has_a_line_of_its_own() -> None:
    built_in = GpioSection()

    assert len({*built_in.tiles, built_in.roll, built_in.buzzer}) == len(built_in.tiles) + 2


def test_the_firmware_has_the_map_of_the_pico() -> None:
    tree = ast.parse((ROOT / "firmware" / "pins.py").read_text(encoding="utf-8"))
    told = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    line = lines(PINS.pico)

    assert told == {
        "TILES": tuple(line[f"tile_{tile}"] for tile in range(1, 13)),
        **{name.upper(): line[name] for name in ("roll", "menu", "reference", "lamps", "buzzer")},
    }


def test_the_pin_table_is_made_of_the_map() -> None:
    assert pin_table.PATH.read_text(encoding="utf-8") == pin_table.pin_table(PINS)


def test_the_pin_outs_are_made_of_the_map() -> None:
    assert pinout.PI_PATH.read_text(encoding="utf-8") == pinout.pi_picture(PINS)
    assert pinout.PICO_PATH.read_text(encoding="utf-8") == pinout.pico_picture(PINS)


def test_the_hardware_test_says_what_the_pin_out_says() -> None:
    assert f"tile 7 · {where(20, 'gpio', 'tile_7')}" == "tile 7 · GPIO20 · pin 38 · violet"
    picture = pinout.pi_picture(PINS)
    for wire in PINS.pi.wires:
        if wire.line >= 0:
            assert f"{wire.name} · {where(wire.line, 'gpio', wire.part)} · " in picture
            assert header_pin(wire.line) == wire.pin


def test_the_hardware_test_says_so_of_a_tile_board_too() -> None:
    built_in = TileBoardSection()
    contacts = {f"tile_{tile}": contact for tile, contact in enumerate(built_in.tiles, start=1)}
    contacts |= {"roll": built_in.roll, "menu": built_in.menu, "reference": 15}
    picture = pinout.pico_picture(PINS)

    assert where(7, "tile_board", "tile_7") == "contact 7 · GP8 · pin 11 · violet"
    assert set(contacts) == {wire.part for wire in PINS.pico.inputs}
    for part, contact in contacts.items():
        said = where(contact, "tile_board", part).removeprefix(f"contact {contact} · ")
        assert f"{PINS.pico.of(part).name} · {said} · " in picture


@pytest.mark.parametrize("wire", PINS.pi.inputs, ids=lambda wire: wire.part)
def test_a_part_that_is_wired_otherwise_has_no_colour(wire: Wire) -> None:
    assert where(wire.line, "gpio") == f"GPIO{wire.line} · pin {wire.pin}"
    assert where(4, "gpio", wire.part) == "GPIO4 · pin 7"
    assert where(28, "gpio", wire.part) == "GPIO28"
    assert where(16, "tile_board", wire.part) == "contact 16"
