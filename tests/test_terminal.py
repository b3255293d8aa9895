"""A terminal that is taken away ends the programs that draw on it."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stbpi.cli import Exit
from tests.doubles import PATIENCE_S
from tests.processes import environ

ALTERNATE = b"\x1b[?1049h"
"""The program has taken the terminal's screen."""

UNHEARD = 120
"""Python's status of a program whose last words could not be written."""


@contextmanager
def drawing(*arguments: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Start a program on a terminal that doesn't lead its session, so that no signal tells it."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (30, 100))
    process = subprocess.Popen(
        [sys.executable, "-m", "stbpi", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env=environ({"TERM": "xterm-256color"}),
    )
    os.close(theirs)
    try:
        yield ours, process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("program", ["sim", "collect"])
def test_a_program_ends_when_its_terminal_goes(program: str, tmp_path: Path) -> None:
    pytest.importorskip("textual")
    arguments = {
        "sim": ("sim", "--journal", str(tmp_path / "sim.db")),
        "collect": ("collect", "socket://127.0.0.1:9", "--db", str(tmp_path / "games.db")),
    }[program]
    with drawing(*arguments) as (ours, process):
        seen = b""
        while ALTERNATE not in seen:
            assert select.select([ours], [], [], PATIENCE_S)[0], "it draws nothing"
            seen += os.read(ours, 65536)  # fails when the program has ended
        os.close(ours)

        assert process.wait(PATIENCE_S) in (0, UNHEARD)


@pytest.mark.parametrize(("program", "status"), [("sim", Exit.INPUT), ("collect", Exit.OK)])
def test_nothing_is_drawn_into_a_file(program: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "log").touch()
    arguments = {
        "sim": ("sim", "--journal", str(tmp_path / "sim.db")),
        "collect": ("collect", "--once", str(tmp_path / "log"), "--db", str(tmp_path / "games.db")),
    }[program]
    ours, theirs = pty.openpty()
    with (tmp_path / "err").open("wb") as err:
        ended = subprocess.run(
            [sys.executable, "-m", "stbpi", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=err,
            timeout=PATIENCE_S,
            env=environ({"TERM": "xterm-256color"}),
            check=False,
        )
    os.close(ours)
    os.close(theirs)

    assert ended.returncode == status
    assert ALTERNATE not in (tmp_path / "err").read_bytes()
