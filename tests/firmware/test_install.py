"""The command of the README, on MicroPython's prompt in its virtual machine."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.vm_board import FIRMWARE, ROOT, needs_vm, tool

pytestmark = [
    needs_vm,
    pytest.mark.skipif(not tool("mpremote"), reason="no mpremote: pip install 'stbpi[firmware]'"),
]


def command() -> list[str]:
    """Return the command for installing, without the reset at its end."""
    readme = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^ +mpremote (mip install .*) \+ reset$", readme, re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])


@pytest.fixture
def prompt(tmp_path: Path) -> Iterator[str]:
    """A terminal at whose other end is MicroPython's prompt."""
    board, host = os.openpty()
    tty.setraw(host)
    program = subprocess.Popen([tool("micropython")], stdin=board, stdout=board, cwd=tmp_path)
    yield os.ttyname(host)
    program.kill()
    program.wait()
    os.close(board)
    os.close(host)


def test_the_command_puts_every_file_where_it_belongs(prompt: str, tmp_path: Path) -> None:
    target = tmp_path / "flash"
    target.mkdir()
    words = [str(target) if word == "/" else word for word in command()]

    done = subprocess.run(
        [tool("mpremote"), "connect", prompt, "resume", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr
    installed = {path.name: path.read_bytes() for path in target.iterdir()}
    assert installed == {path.name: path.read_bytes() for path in FIRMWARE.glob("*.py")}
