"""`stbpi service` as a person calls it, in a real terminal, and as a program does."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.doubles import PATIENCE_S
from tests.processes import environ

CONFIG = '[gpio]\npin_factory = "mock"\n[display]\ndriver = "none"\n'
PROGRAM = """
import stbpi.cli, sys
sys.exit(stbpi.cli.main(["service", "--config", sys.argv[1]]))
"""
NORMAL_SCREEN = "\x1b[?1049l"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "stbpi.toml"
    file.write_text(f'{CONFIG}[journal]\npath = "{tmp_path}/journal.db"\n', "utf-8")
    return file


class Terminal:
    """A terminal in which the test runs.

    Attributes:
        process: the program.
        said: everything that it has written.
    """

    def __init__(self, process: subprocess.Popen[bytes], number: int) -> None:
        self.process = process
        self.said = ""
        self._at = 0
        self._number = number

    def press(self, keys: str) -> None:
        os.write(self._number, keys.encode())

    def until(self, text: str) -> None:
        """Wait until something is written, behind what was waited for last."""
        while (found := self.said.find(text, self._at)) < 0:
            self._read()
        self._at = found + len(text)

    def ended(self) -> int:
        """Wait until the program ends; what it has said last is read then."""
        status = self.process.wait(timeout=PATIENCE_S)
        while select.select([self._number], [], [], 0)[0]:
            self._read()
        return status

    def modes(self) -> list[object]:
        return termios.tcgetattr(self._number)[:6]

    def resize(self, *, lines: int, columns: int) -> None:
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self._number, termios.TIOCSWINSZ, size)

    def _read(self) -> None:
        ready, _, _ = select.select([self._number], [], [], PATIENCE_S)
        assert ready, f"nothing more was written after {self.said!r}"
        self.said += os.read(self._number, 4096).decode()


@contextmanager
def terminal(config: Path, *, term: str = "xterm", program: str = PROGRAM) -> Iterator[Terminal]:
    """Run `stbpi service` in a terminal of 80×24."""
    mine, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(config)],
        env=environ({"TERM": term}),
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
    )
    test = Terminal(process, mine)
    test.resize(lines=24, columns=80)
    try:
        yield test
    finally:
        process.kill()
        process.wait()
        os.close(its)
        os.close(mine)


def ask(config: Path, *options: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    """Run it without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "stbpi", "service", "--config", str(config), *options],
        env=environ({}),
        input=keys,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )


# In a terminal


@pytest.mark.field("B12")
def test_the_screen_shows_every_input_and_keys_turn_the_pages(config: Path) -> None:
    with terminal(config) as test:
        before = test.modes()
        test.until("q quit")
        rows = re.findall(
            r"(tile \d+|roll button) +(\d+) +(\d+)  (\w+) +(?:up|not pressed) +never seen",
            test.said,
        )
        assert len(rows) == 13
        assert rows[3] == ("tile 4", "13", "33", "yellow")
        test.press("\n")
        test.until("Raise all tiles.")
        test.press("n")
        test.until("Move tile 1 down and up again.")
        test.press("s")
        test.until("Move tile 2 down and up again.")
        test.press("b")
        test.until("Move tile 1 down and up again.")
        test.press("q")
        status = test.ended()

        assert status == 0
        assert test.said.endswith("All well.\r\n")
        assert NORMAL_SCREEN in test.said
        assert test.modes() == before


def test_the_end_of_the_last_page_ends_it(config: Path) -> None:
    with terminal(config) as test:
        test.until("q quit")
        test.press("nsnnnnnnnn")

        assert test.ended() == 0
        assert "That was everything." in test.said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_and_the_terminal_is_as_it_was(
    number: signal.Signals, config: Path
) -> None:
    with terminal(config) as test:
        before = test.modes()
        test.until("q quit")
        assert test.modes() != before
        test.process.send_signal(number)

        assert test.ended() == 0
        assert test.modes() == before
        assert NORMAL_SCREEN in test.said


def test_a_failure_gives_the_terminal_back_before_it_is_told(config: Path) -> None:
    program = f"""
import stbpi.service.told
from stbpi.errors import BoxError
def broken(view):
    raise BoxError("the pins are gone")
stbpi.service.told.table = broken
{PROGRAM}"""
    with terminal(config, program=program) as test:
        before = test.modes()

        assert test.ended() == 3
        assert test.modes() == before
        assert test.said.endswith(f"{NORMAL_SCREEN}stbpi: the pins are gone\r\n")


def test_a_small_terminal_shows_what_is_to_be_done_and_the_keys(config: Path) -> None:
    with terminal(config) as test:
        test.until("q quit")
        test.resize(lines=8, columns=40)
        test.process.send_signal(signal.SIGWINCH)
        test.until("q quit")
        test.press("n")
        test.until("Raise all tiles.")
        test.until("q quit")
        test.press("q")
        test.ended()

    painted = test.said.split("\x1b[H")[-1].split("\x1b[J")[0]
    lines = [re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", line) for line in painted.split("\r\n")]
    assert len(lines) == 8
    assert all(len(line) < 40 for line in lines)


def test_a_terminal_that_can_not_be_painted_gets_lines(config: Path) -> None:
    with terminal(config, term="dumb") as test:
        test.until("levels and health are live")
        test.press("q")

        assert test.ended() == 0
        assert "\x1b" not in test.said


# Without a terminal


def test_without_a_terminal_everything_is_told_in_lines(config: Path) -> None:
    result = ask(config)

    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "tile 1 · GPIO5 · pin 29 · brown: up, never seen"
    assert lines[12] == "roll button · GPIO17 · pin 11 · green: not pressed, never seen"
    assert lines[-1] == "All well."


def test_a_file_may_press_the_keys(config: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text("n\nn")
    with keys.open() as file:
        result = subprocess.run(
            [sys.executable, "-m", "stbpi", "service", "--config", str(config)],
            env=environ({}),
            stdin=file,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_S,
            check=False,
        )

    assert "Move tile 2 down and up again." in result.stdout
    assert result.returncode == 1


def test_what_does_not_answer_is_to_be_fixed(config: Path) -> None:
    result = ask(config, keys="nnn")

    assert result.returncode == 1
    last = result.stdout.splitlines()[-2:]
    assert last == [
        "! tile 1 does not answer: look at its switch and at GPIO5 · pin 29 · brown",
        "Fix what is told above.",
    ]


def test_programs_get_an_object_a_line(config: Path) -> None:
    result = ask(config, "--json", keys="nnnq")
    told = [json.loads(line) for line in result.stdout.splitlines()]

    assert (result.returncode, result.stderr) == (1, "")
    assert told[3] == {
        "input": "tile_4",
        "gpio": 13,
        "header": 33,
        "wire": "yellow",
        "state": "never_seen",
        "down": False,
        "moves": 0,
        "bounce_ms": 0,
    }
    assert [one["ask"] for one in told if one.get("page") == "walk"] == ["tile_1", "tile_2"]
    assert told[-1] == {
        "walk": [{"input": "tile_1", "verdict": "silent", "gpio": 5, "found": []}],
        "configure": None,
        "to_fix": ["tile 1 does not answer: look at its switch and at GPIO5 · pin 29 · brown"],
    }


def test_a_display_that_can_not_be_reached_is_to_be_fixed(config: Path) -> None:
    config.write_text(config.read_text().replace('"none"', '"ssd1306"\nbus = 31'))
    result = ask(config, "--json")
    told = json.loads(result.stdout.splitlines()[-1])

    assert (result.returncode, result.stderr) == (1, "")
    assert [fault.split(":")[0] for fault in told["to_fix"]] == ["display"]


def test_a_wrong_configuration_is_told_as_everywhere(config: Path) -> None:
    config.write_text("[gpio]\nrol = 4\n")
    result = ask(config)

    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("stbpi: ")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-"])
def test_closed_streams_are_no_trouble(closed: str, config: Path) -> None:
    result = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m stbpi service --config "$1" {closed}', sys.executable, config],
        env=environ({}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )

    assert (result.returncode, result.stderr) == (0, "")
    assert ("All well." in result.stdout) is (">" not in closed)
