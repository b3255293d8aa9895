"""What `stbpi sim` makes of a configuration with a tile board, and of `--tile-board`."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.commands import sim
from stbpi.config import Config

FILE = """
[box]
inputs = "tile_board"
[tile_board]
port = "/dev/stbpi-tiles"
tiles = [9, 8, 7, 6, 5, 4, 3, 2, 1]
"""


def config_of(tmp_path: Path, *options: str) -> Config:
    path = tmp_path / "stbpi.toml"
    path.write_text(FILE)
    parser = argparse.ArgumentParser()
    sim.add(parser.add_subparsers())
    return sim._config(parser.parse_args(["sim", "--config", str(path), *options]))


def test_without_the_option_the_switches_are_simulated(tmp_path: Path) -> None:
    config = config_of(tmp_path)

    assert config.box.inputs == "gpio"
    assert len(config.wired.tiles) == 9


def test_with_the_option_they_are_those_of_the_configured_board(tmp_path: Path) -> None:
    config = config_of(tmp_path, "--tile-board")

    assert config.box.inputs == "tile_board"
    assert config.tile_board.port == "/dev/stbpi-tiles"
    assert len(config.gpio.tiles) == len(config.wired.tiles) == 9


def test_a_port_that_is_named_is_taken(tmp_path: Path) -> None:
    config = config_of(tmp_path, "--tile-board", "/dev/ttyACM3")

    assert config.tile_board.port == "/dev/ttyACM3"
    assert ("tile_board.port", "--tile-board") in config.sources


def test_a_port_that_can_not_be_one_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--tile-board", "ttyACM3"]) == 2

    assert capsys.readouterr().err.splitlines()[0] == (
        'stbpi: --tile-board: tile_board.port: "ttyACM3"; expected "auto", a device '
        "(/dev/ttyACM0) or an address (socket://host:port)"
    )


@pytest.mark.parametrize("how", [("--plain",), ("--demo",), ("--chaos", "1")])
def test_where_nobody_sees_the_box_it_is_refused(
    how: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", *how, "--tile-board"]) == 2

    assert capsys.readouterr().err == (
        "stbpi: only the box in the terminal can have a tile board\nLeave out --tile-board.\n"
    )
