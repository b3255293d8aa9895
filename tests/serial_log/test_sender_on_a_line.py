"""The sender on real lines, in real time: nobody reads, the cable is pulled, it comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from stbpi.games.events import Event
from stbpi.serial_log import sender as module
from stbpi.serial_log.lines import Decoder, EventLine, Hello, Resume, encode_line
from stbpi.serial_log.port import SerialPort
from tests.serial_log.fakes import Bench, rolls
from tests.serial_log.lines_of import PATIENCE_S, Cable, real


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a port be opened again soon."""
    monkeypatch.setattr(module, "SOONEST_S", 0.01)
    monkeypatch.setattr(module, "LATEST_S", 0.02)
    monkeypatch.setattr(module, "STEADY_S", 0.01)
    monkeypatch.setattr(module, "LISTENS_S", 0.001)


class Listener:
    """Who reads a cable, and asks for what it lacks.

    Attributes:
        numbers: of the events that it has, in the order in which they came first.
        damaged: how many bytes were no lines.
    """

    def __init__(self, cable: Cable) -> None:
        self.numbers: list[int] = []
        self.hellos = 0
        self._cable = cable
        self._heard = Decoder()

    def listen(self) -> None:
        """Take what has come by now."""
        for line in self._heard.feed(self._cable.read()):
            match line:
                case Hello():
                    self.hellos += 1
                    after = self.numbers[-1] if self.numbers else 0
                    self._cable.write(encode_line(Resume(after=after)))
                case EventLine() if line.n not in self.numbers[-500:]:
                    self.numbers.append(line.n)

    async def until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self.listen()
            await asyncio.sleep(0.001)


def on_cable(cable: Cable, *events: Event) -> Bench:
    return Bench(*events, line=SerialPort(str(cable.name), 115_200))


@real
async def test_everything_comes_through(cable: Cable) -> None:
    async with on_cable(cable, *rolls(1000)) as bench:
        listener = Listener(cable)
        await listener.until(lambda: len(listener.numbers) == 1000)
        bench.happens(*rolls(500))
        await listener.until(lambda: len(listener.numbers) == 1500)
        await bench.stop()
        await bench.sender.finish(within_s=1)

    assert listener.numbers == [*range(1, 1501)]


@pytest.mark.field("E1")
@real
async def test_a_port_that_nobody_reads_holds_up_nobody(cable: Cable) -> None:
    async with on_cable(cable, *rolls(1000)) as bench:
        cable.write(encode_line(Resume(after=0)))
        for _ in range(100):
            bench.happens(*rolls(10))
            await asyncio.sleep(0)
        await asyncio.sleep(0.2)
        assert bench.sender._told < 1000

        listener = Listener(cable)
        await listener.until(lambda: len(listener.numbers) == 2000)
        await bench.stop()
        await bench.sender.finish(within_s=1)

    assert listener.numbers == [*range(1, 2001)]
    assert bench.faults == []


@real
async def test_a_cable_that_is_pulled_and_comes_back_as_another_device_loses_nothing(
    cable: Cable,
) -> None:
    async with on_cable(cable) as bench:
        listener = Listener(cable)
        for number in range(1, 21):
            bench.happens(*rolls(50))
            await listener.until(lambda: listener.hellos == number)  # noqa: B023
            if number % 2:
                await listener.until(lambda: len(listener.numbers) >= 10 * number)  # noqa: B023
            cable.pull()
            bench.happens(*rolls(1))
            await asyncio.sleep(0.01)
            cable.plug_in()
        await listener.until(lambda: len(listener.numbers) == 20 * 51)
        await listener.until(lambda: bench.faults[-1:] == [None])
        await bench.stop()
        await bench.sender.finish(within_s=1)

    assert listener.numbers == [*range(1, 20 * 51 + 1)]


@real
async def test_the_end_does_not_wait_long_for_a_port_that_nobody_reads(cable: Cable) -> None:
    async with on_cable(cable, *rolls(2000)) as bench:
        cable.write(encode_line(Resume(after=0)))
        await asyncio.sleep(0.2)
        await bench.stop()
        loop = asyncio.get_running_loop()
        before = loop.time()
        await bench.sender.finish(within_s=0.1)

        assert loop.time() - before < PATIENCE_S / 2
