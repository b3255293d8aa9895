from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from stbpi.box.gpio_contacts import Contacts
from stbpi.box.tile_board import TileBoard
from stbpi.box.tile_board_errors import GONE, MISSING, unusable
from stbpi.box.tile_board_search import Search, plugged_in, serial_port
from stbpi.errors import BoardLostError
from stbpi.serial_log.port_errors import GONE as PORT_GONE
from stbpi.serial_log.port_errors import IN_USE, failed
from stbpi.serial_log.port_errors import MISSING as PORT_MISSING
from stbpi.sim.virtual import run
from tests.box.boards import Bus, FakeBoard


@dataclass(frozen=True)
class Found:
    """A port as pyserial lists it."""

    device: str
    vid: int | None
    pid: int | None


PICO, DEBUG_PROBE, ADAPTER, HEADER = (0x2E8A, 5), (0x2E8A, 12), (0x1A86, 0x7523), (None, None)


def test_what_calls_itself_a_pico_on_usb_may_be_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [
        Found("/dev/ttyACM2", *PICO),
        Found("/dev/ttyACM0", *PICO),
        Found("/dev/ttyACM1", *DEBUG_PROBE),
        Found("/dev/ttyUSB0", *ADAPTER),
        Found("/dev/ttyS0", *HEADER),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)

    assert plugged_in() == ["/dev/ttyACM0", "/dev/ttyACM2"]


def test_without_pyserial_that_is_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "serial.tools.list_ports", None)
    search = Search("auto", opens=serial_port, search=plugged_in)

    with pytest.raises(BoardLostError, match="pyserial is not installed"):
        asyncio.run(search.connect(12))


def test_a_device_that_answers_nothing_sensible_costs_no_other_one_anything() -> None:
    async def play() -> None:
        strange = FakeBoard("/dev/ttyACM1", identity="")
        strange.spoil = lambda data: bytes(reversed(data))
        bus = Bus(FakeBoard("/dev/ttyACM0"), strange)
        link = await Search("auto", opens=bus.opens, search=bus.search).connect(12)
        assert link.address == "/dev/ttyACM0"
        assert strange._host is None

    run(play())


def test_who_is_not_waited_for_any_more_is_let_go_of_though_another_has_not_answered() -> None:
    async def play() -> None:
        answers, silent = FakeBoard("/dev/ttyACM0"), FakeBoard("/dev/ttyACM1", identity="")
        bus = Bus(answers, silent)
        searching = asyncio.create_task(
            Search("auto", opens=bus.opens, search=bus.search).connect(12)
        )
        while "V" not in answers.heard:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert not searching.done()
        searching.cancel()
        await asyncio.wait({searching})
        assert searching.cancelled()
        assert (answers._host, silent._host) == (None, None)

    run(play())


@pytest.mark.parametrize(
    ("mark", "what", "told"),
    [
        (PORT_GONE, "the tile board at /dev/x has gone", GONE),
        (PORT_MISSING, "there is no tile board at /dev/x", MISSING),
        (IN_USE, "another program uses the serial port /dev/x", IN_USE),
    ],
)
def test_what_is_wrong_with_its_port_is_told_of_the_board(mark: str, what: str, told: str) -> None:
    error = unusable("/dev/x", failed("/dev/x", mark))

    assert (error.what, error.mark) == (what, told)
    assert error.do


def test_a_bug_in_the_driver_ends_the_program_and_is_no_lost_board() -> None:
    def search() -> list[str]:
        raise ZeroDivisionError

    async def play() -> None:
        switches = TileBoard(search=search).switches(Contacts((1, 2, 3), 13))
        switches.on_edge(lambda: None)
        await asyncio.sleep(1)
        switches.levels()

    with pytest.raises(ZeroDivisionError):
        run(play())


def test_without_a_board_nothing_of_it_is_imported() -> None:
    program = (
        "import sys; from dataclasses import replace; from stbpi.config import Config; "
        "from stbpi import daemon; config = Config(); "
        "config = replace(config, gpio=replace(config.gpio, pin_factory='mock')); "
        "daemon.real_parts(config); "
        "print([name for name in sys.modules if 'tile_board' in name or 'stbpi.lamps' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.stdout, done.stderr) == ("[]\n", "")
