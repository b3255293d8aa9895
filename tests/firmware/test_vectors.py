from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from firmware.link import framed
from tests.firmware import vectors
from tests.firmware.vm_board import FIRMWARE, ROOT, needs_vm, tool

LINES = ROOT / "tests/data/tile_board_lines.txt"
COUNT = sum(
    bool(line) and not line.startswith("#")
    for line in LINES.read_text(encoding="ascii").splitlines()
)


def test_the_lines_mean_what_they_should() -> None:
    assert vectors.run(str(LINES)) == COUNT


@needs_vm
def test_they_mean_the_same_in_micropython() -> None:
    done = subprocess.run(
        [tool("micropython"), vectors.__file__, LINES],
        env={"MICROPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )

    assert (done.stdout, done.stderr) == (f"{COUNT}\n", "")


def test_a_line_that_means_something_else_is_told(tmp_path: Path) -> None:
    wrong = tmp_path / "lines.txt"
    wrong.write_text("crc P => bb05\ncrc P => bb06\n", encoding="ascii")

    with pytest.raises(AssertionError, match="crc P => bb06\nbb05"):
        vectors.run(str(wrong))


def test_the_lines_in_the_protocol_are_lines() -> None:
    protocol = (FIRMWARE / "PROTOCOL.md").read_text(encoding="utf-8")
    shown = protocol.split("```")[1].splitlines()[1:]

    for line in shown:
        said = line.split(maxsplit=1)[1]
        assert framed(said.partition("*")[0]).decode() == said + "\n"
