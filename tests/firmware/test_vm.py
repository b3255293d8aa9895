"""The whole firmware in MicroPython's virtual machine, at the far end of a line."""

from __future__ import annotations

import os
import random
import select
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.doubles import PATIENCE_S
from tests.firmware.host_model import HostModel, line
from tests.firmware.latency import latencies
from tests.firmware.noise import one_percent
from tests.firmware.vm_board import REFERENCE, ROLL, VmBoard, needs_vm

pytestmark = needs_vm

WHO = "V 1 0.1.0 pico 12 lamps,buzzer,menu,reference"


class Host:
    """A host at the line, which does what a host has to do whenever it is asked to wait.

    Attributes:
        model: what it knows.
    """

    def __init__(self, board: VmBoard) -> None:
        self.board = board
        self.model = HostModel()
        self.is_silent = False
        self._fd = os.open(board.path, os.O_RDWR | os.O_NOCTTY)

    def say(self, data: bytes) -> None:
        os.write(self._fd, data)

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Read and answer until something is so.

        Raises:
            TimeoutError: it did not come true.
        """
        until = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > until:
                raise TimeoutError(self.model.heard[-5:])
            self.listen(0.02)

    def listen(self, s: float) -> None:
        """Wait so long for bytes, and answer."""
        readable, _, _ = select.select([self._fd], [], [], s)
        data = os.read(self._fd, 4096) if readable else b""
        answer = self.model.take(round(time.monotonic() * 1000), data)
        if not self.is_silent:
            self.say(answer)

    def wait_for_line(self, start: str) -> str:
        """Wait for a line that begins so, and return it; earlier ones are forgotten."""
        self.model.heard.clear()
        self.wait_for(lambda: any(body.startswith(start) for body in self.model.heard))
        return next(body for body in self.model.heard if body.startswith(start))

    def ask(self, body: str) -> str:
        self.say(line(body))
        return self.wait_for_line(body[0])

    def first_two(self) -> list[str]:
        """Return what the board said first, and what it said next that was something else."""
        return list(dict.fromkeys(self.model.heard))[:2]

    def knows(self, down: int) -> None:
        """Wait until this is how the contacts stand."""
        self.wait_for(lambda: self.model.down == down)

    def close(self) -> None:
        """Let go of the line; may be called twice."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


@pytest.fixture
def board(tmp_path: Path) -> Iterator[VmBoard]:
    with VmBoard(tmp_path) as board:
        yield board


@pytest.fixture
def host(board: VmBoard) -> Iterator[Host]:
    host = Host(board)
    yield host
    host.close()


def test_it_says_who_it_is_and_how_things_stand(host: Host) -> None:
    host.knows(REFERENCE)

    assert host.first_two() == [WHO, "S 00 4000"]
    assert host.ask("V") == WHO
    assert host.ask("E") == "E 0 0 0"


def test_every_contact_has_its_bit(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)

    for bit in range(15):
        board.stand(1 << bit)
        host.knows(1 << bit)


def test_a_contact_that_bounces_is_one_change(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)
    host.ask("N 20")
    closed, opened = REFERENCE | 0x100, REFERENCE

    board.chatter([(0, closed), (2, opened), (3, closed), (1, opened), (2, closed)])
    host.knows(closed)

    assert {body for body in host.model.heard if body.startswith("S")} <= {"S 00 4000", "S 01 4100"}


def test_lamps_are_lit_and_blink_and_tones_end(board: VmBoard, host: Host) -> None:
    host.model.lamps = 0x00F
    host.knows(REFERENCE)
    host.wait_for(lambda: board.lamps == 0x00F)

    host.say(line("B 440 30 20") + line("B 880 40"))
    host.wait_for(lambda: len(board.tones) >= 3)
    host.is_silent = True
    host.say(line("L 0001 0800"))

    assert board.tones == [(440, 20), (880, 500), (0, 0)]
    assert board.tone == 0
    for shining in (0x801, 0x001, 0x801, 0x001):
        host.wait_for(lambda shining=shining: board.lamps == shining)  # type: ignore[misc]
    host.wait_for(lambda: board.lamps == 0)


@pytest.mark.field("E9")
def test_a_host_that_reads_nothing_stops_nothing(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)
    board.stall()

    for tile in range(1, 13):
        board.chatter([(10, 1 << tile), (10, REFERENCE | 1 << tile)])
    board.stand(0x0ABC)
    time.sleep(2.5)  # longer than the watchdog waits
    board.stall(False)
    host.knows(0x0ABC)

    dropped = int(host.ask("E").split()[1])
    assert dropped > 0
    assert board.starts == 1


@pytest.mark.field("E9")
def test_a_program_that_hangs_is_started_anew(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)
    board.lower(3)
    host.knows(REFERENCE | 4)

    board.hang()
    board.lower(5)

    assert host.wait_for_line("V") == WHO
    host.knows(REFERENCE | 0x14)
    assert "S 00 4014" in host.model.heard
    assert host.ask("E") == "E 0 0 1"


@pytest.mark.field("E7")
def test_noise_and_control_characters_do_not_end_it(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)

    host.say(b"\x03\x03\x04\x01\x02\nAT\r\n\x03AT+GCAP\r\n" + bytes(range(256)) + b"\n")

    assert host.ask("E") == "E 0 5 0"
    assert board.starts == 1


def test_the_word_for_it_brings_the_prompt(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)

    host.say(line("REPL"))
    board.wait_for(lambda: board.is_ended)

    assert (board.starts, board.is_light_on, board.lamps, board.tone) == (2, True, 0, 0)


def test_after_the_prompt_the_next_start_is_an_ordinary_one(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)
    host.say(line("REPL"))
    board.wait_for(lambda: board.is_ended)
    host.close()

    board.pull()
    board.plug()
    host = Host(board)

    host.knows(REFERENCE)
    assert host.ask("E") == "E 0 0 0"
    host.close()


def test_the_roll_button_held_while_it_starts_brings_the_prompt(tmp_path: Path) -> None:
    with VmBoard(tmp_path, down=REFERENCE | ROLL) as board:
        board.wait_for(lambda: board.is_ended)

        assert board.is_light_on


def test_a_roll_button_that_is_pressed_meanwhile_does_not(tmp_path: Path) -> None:
    with VmBoard(tmp_path, down=REFERENCE | ROLL) as board:
        board.chatter([(30, REFERENCE), (70, REFERENCE | ROLL)] * 6)
        board.press_roll(False)
        host = Host(board)

        host.knows(REFERENCE)
        host.close()


def test_the_light_tells_whether_a_host_is_there(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)

    for is_on in (True, False, True):
        host.wait_for(lambda is_on=is_on: board.is_light_on == is_on)  # type: ignore[misc]


def test_a_cable_that_was_off_brings_everything_anew(board: VmBoard, host: Host) -> None:
    host.knows(REFERENCE)
    board.lower(9)
    host.knows(REFERENCE | 0x100)

    board.pull()
    with pytest.raises(OSError):
        host.wait_for(lambda: False)
    host.close()
    board.lift(9)
    board.lower(7)
    board.plug()
    again = Host(board)

    again.knows(REFERENCE | 0x40)
    assert again.first_two() == [WHO, "S 00 4040"]
    again.close()


@pytest.mark.parametrize("seed", range(2))
def test_at_one_percent_of_noise_each_the_host_ends_with_the_state_of_the_board(
    board: VmBoard, host: Host, seed: int
) -> None:
    board.to_host, board.to_board = one_percent(seed), one_percent(seed + 1)
    chance = random.Random(seed)

    for _ in range(100):
        board.stand(chance.randrange(0x8000))
        host.model.lamps = chance.randrange(0x1000)
        host.listen(0.02)
    host.knows(board.down)
    host.wait_for(lambda: board.lamps == host.model.lamps)

    assert board.starts == 1


def test_every_change_is_told_and_its_time_taken(board: VmBoard) -> None:
    took = latencies(board, 10)

    assert len(took) == 10
    assert min(took) > 0
