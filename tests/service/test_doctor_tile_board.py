"""The doctor of a box whose switches are on a tile board."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.box.port import Levels
from stbpi.box.tile_board import Found
from stbpi.box.tile_board_lines import Counters
from stbpi.config import BoxSection, Config, TileBoardSection
from stbpi.errors import BoardLostError
from stbpi.games.game import tiles
from stbpi.service.doctor import examine
from stbpi.service.finding import Finding, Status, fix_first
from stbpi.service.machine import ThisMachine
from tests.service.machines import FakePi

ON_A_BOARD = Config(box=replace(BoxSection(), inputs="tile_board"))


@pytest.fixture
def laptop(tmp_path: Path) -> FakePi:
    machine = FakePi(tmp_path)
    for device in ("gpiochip0", "gpiochip1"):
        machine.remove(f"/dev/{device}")
    return machine


def found(machine: FakePi, config: Config = ON_A_BOARD) -> dict[str, Finding]:
    return {finding.name: finding for finding in examine(machine, config, None)}


def board_of(machine: FakePi) -> Found:
    assert isinstance(machine.board, Found)
    return machine.board


def test_a_laptop_with_a_board_needs_no_pins_of_its_own(laptop: FakePi) -> None:
    findings = found(laptop)

    assert fix_first(list(findings.values())) is None
    assert findings["pin factory"].text == "not asked: the switches are on a tile board"
    assert findings["GPIO chip"].text == "not asked: the switches are on a tile board"


def test_the_board_is_told_with_its_port_its_firmware_and_its_counters(laptop: FakePi) -> None:
    findings = found(laptop)

    assert findings["tile board"] == Finding(
        name="tile board",
        status=Status.OK,
        text="/dev/ttyACM0: pico, firmware 0.1.0, 12 contacts for tiles; buzzer, lamps",
    )
    assert findings["link"].status is Status.INFO
    assert findings["link"].text == "lines not understood: 3; snapshots dropped: 0; restarts: 0"


def test_its_tiles_are_told_with_their_contacts(laptop: FakePi) -> None:
    laptop.board = replace(board_of(laptop), levels=Levels(down=tiles(2), roll=True))
    findings = found(laptop)

    assert findings["tile 1"].text.startswith("up (contact 1")
    assert findings["tile 2"].text.startswith("down (contact 2")
    assert findings["roll button"].text.startswith("pressed (contact 13")


def test_a_board_that_its_watchdog_has_restarted_is_told(laptop: FakePi) -> None:
    laptop.board = replace(board_of(laptop), counters=Counters(0, 0, 2))

    assert found(laptop)["link"].status is Status.WARN
    assert "cable" in found(laptop)["link"].fix


def test_a_board_that_is_not_there_is_what_to_fix(laptop: FakePi) -> None:
    laptop.board = BoardLostError("no tile board is plugged in", "Plug it in.", mark="none")
    findings = found(laptop)

    assert findings["switches"] == Finding(
        name="switches",
        status=Status.FAIL,
        text="no tile board is plugged in",
        fix="Plug it in.",
    )


def test_without_a_board_in_the_configuration_none_is_asked(laptop: FakePi) -> None:
    laptop.write("/dev/gpiochip0", "")
    laptop.labels = {"gpiochip0": "pinctrl-bcm2711"}

    assert "tile board" not in found(laptop, Config())


def test_this_machine_asks_the_configured_port() -> None:
    section = replace(TileBoardSection(), port=os.devnull)

    with pytest.raises(BoardLostError, match="/dev/null is no serial port"):
        ThisMachine().tile_board(section)
