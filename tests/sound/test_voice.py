"""The voice: lines that espeak-ng is given, in order, and cut off at once. It is a fake one."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stbpi.sound.voice import PROGRAM, Voice
from tests.doubles import PATIENCE_S

ENDS = """#!/bin/sh
echo "$* | $(cat)" >> "{log}"
"""
TALKS = """#!/bin/sh
echo "$* | $(cat)" >> "{log}"
echo >> "{fifo}"
exec sleep 60
"""
MUTE = """#!/bin/sh
echo "$* | $(cat)" >> "{log}"
echo "ALSA lib confmisc.c: cannot find card '0'" >&2
echo "error: No such file or directory" >&2
"""
FAILS = """#!/bin/sh
echo "$* | $(cat)" >> "{log}"
exit 3
"""


class Program:
    """espeak-ng, as a script that writes down what it shall say.

    Attributes:
        log: what it was called with.
        fifo: a line comes through it whenever it has begun to talk.
    """

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        self.fifo = folder / "fifo"
        os.mkfifo(self.fifo)
        self.path = folder / PROGRAM

    def be(self, script: str) -> None:
        self.path.write_text(script.format(log=self.log, fifo=self.fifo))
        self.path.chmod(0o755)

    def wait_until_it_talks(self) -> None:
        with self.fifo.open() as begun:
            begun.readline()

    @property
    def said(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    program = Program(tmp_path)
    program.be(ENDS)
    return program


@pytest.fixture
def make() -> Iterator[Callable[[], Voice]]:
    made: list[Voice] = []

    def voice() -> Voice:
        made.append(Voice())
        return made[-1]

    yield voice
    for one in made:
        one.close()
    assert "voice" not in {thread.name for thread in threading.enumerate()}


def say(voice: Voice, *texts: str) -> None:
    for text in texts:
        voice.say(text, language="da", rate=200, volume=3)


def until(is_so: Callable[[], bool]) -> None:
    """Wait, in real time, until a process has done what it shall."""
    moment = threading.Event()
    for _ in range(PATIENCE_S * 100):
        if is_so():
            return
        moment.wait(0.01)
    raise AssertionError("it does not become so")


def test_lines_are_said_one_after_the_other_in_their_language_rate_and_volume(
    program: Program, make: Callable[[], Voice]
) -> None:
    voice = make()
    say(voice, "Slået: 6, 5.", "--help")
    until(lambda: len(program.said) == 2)

    options = "-v da -s 200 -a 120 --stdin"
    assert program.said == [f"{options} | Slået: 6, 5.", f"{options} | --help"]


def test_hushing_ends_the_process_and_forgets_what_waits(
    program: Program, make: Callable[[], Voice]
) -> None:
    program.be(TALKS)
    voice = make()
    say(voice, "one", "two", "three")
    program.wait_until_it_talks()
    voice.hush()
    program.be(ENDS)
    say(voice, "four")
    until(lambda: len(program.said) == 2)

    assert [line.split(" | ")[1] for line in program.said] == ["one", "four"]
    assert voice.works


def test_the_same_line_waits_only_once(program: Program, make: Callable[[], Voice]) -> None:
    program.be(TALKS)
    voice = make()
    say(voice, "one")
    program.wait_until_it_talks()
    program.be(ENDS)
    say(voice, "two", "two", "three", "two")
    process = voice._process
    assert process is not None
    process.kill()
    until(lambda: len(program.said) == 3)

    assert [line.split(" | ")[1] for line in program.said] == ["one", "two", "three"]


def test_closing_ends_what_is_said(program: Program, make: Callable[[], Voice]) -> None:
    program.be(TALKS)
    voice = make()
    say(voice, "one")
    program.wait_until_it_talks()
    voice.close()
    say(voice, "two")

    assert "voice" not in {thread.name for thread in threading.enumerate()}
    assert len(program.said) == 1


@pytest.mark.parametrize(
    ("script", "what"),
    [
        (FAILS, "exit status 3"),
        (MUTE, "No such file or directory"),
        ("no program\n", "[Errno 8] Exec format error: "),
    ],
)
def test_a_program_that_fails_is_given_up_with_one_warning(
    program: Program,
    make: Callable[[], Voice],
    script: str,
    what: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    program.be(script)
    voice = make()
    with caplog.at_level(logging.INFO, "stbpi"):
        say(voice, "one", "two")
        until(lambda: not voice.works)
        say(voice, "three")

    assert len(program.said) <= 1
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage().startswith(f"nothing is spoken any more: espeak-ng: {what}")


def test_where_it_is_not_installed_one_warning_tells_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[], Voice],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with caplog.at_level(logging.INFO, "stbpi"):
        voice = make()
        say(voice, "one")

    assert not voice.works
    assert [record.getMessage() for record in caplog.records] == [
        "nothing is spoken: espeak-ng is not installed"
    ]
    assert "voice" not in {thread.name for thread in threading.enumerate()}
