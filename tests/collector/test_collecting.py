"""The collector with ports in virtual time: they come, go, and are asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from stbpi.collector.collecting import Collecting
from stbpi.collector.database import Row
from stbpi.collector.notices import Notice
from stbpi.collector.sources import Serial, source
from stbpi.collector.store import Store
from stbpi.errors import AddressError, PortError
from stbpi.serial_log.lines import Resume, encode_line
from stbpi.serial_log.port_errors import NO_PORT, NOT_ALLOWED, failed
from stbpi.sim.virtual import run
from tests.collector.box_model import WALL, BoxModel
from tests.serial_log.fakes import FakePort


class Heard:
    """A listener."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.notices: list[Notice] = []

    def stored(self, rows: Sequence[Row]) -> None:
        self.rows += rows

    def said(self, notice: Notice) -> None:
        self.notices.append(notice)

    def codes(self) -> list[str]:
        return [notice.code for notice in self.notices]


class Refusing(FakePort):
    """A port that does not open, for a reason of its own."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self.mark = mark

    async def open(self) -> None:
        self.openings.append(asyncio.get_running_loop().time())
        raise failed("/dev/log", self.mark)


Play = Callable[[], Coroutine[Any, Any, None]]


def collect(path: Path, port: FakePort, play: Play | None, *, once: bool = False) -> Heard:
    """Collect from a port, until the play is over or nothing more can come."""
    heard = Heard()

    async def main() -> None:
        with closing(Store(path)) as store:
            collecting = Collecting(
                store, [Serial(port, "/dev/log", once=once)], [heard], wall=lambda: WALL
            )
            job = asyncio.create_task(collecting.run())
            await asyncio.sleep(0.01)
            if play is not None:
                await play()
                collecting.stop()
            await job

    run(main())
    return heard


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "collection.db"


def test_events_are_stored_soon_and_told_then(path: Path) -> None:
    port, box = FakePort(), BoxModel(count=3)

    async def play() -> None:
        await port.say(box.hello() + box.send())
        assert heard_of() == 0
        await asyncio.sleep(0.25)
        assert heard_of() == 3

    def heard_of() -> int:
        with closing(Store(path)) as store:
            return sum(last - first + 1 for first, last in store.runs("bar"))

    heard = collect(path, port, play)

    assert heard.rows == box.rows()
    assert port.sent == [encode_line(Resume(after=2))]


def test_what_has_just_come_is_stored_at_the_end(path: Path) -> None:
    port, box = FakePort(), BoxModel(count=3)

    async def play() -> None:
        await port.say(box.hello() + box.send())
        await asyncio.sleep(0)

    assert collect(path, port, play).rows == box.rows()


def test_a_port_that_takes_nothing_is_read_all_the_same(path: Path) -> None:
    port, box = FakePort(), BoxModel(count=300)
    port.room = 0

    async def play() -> None:
        await port.say(box.hello() + box.send(10))
        box.send(10)  # lost, so that there is something to ask for
        for _ in range(28):
            await port.say(box.send(10))
            await asyncio.sleep(3)

    heard = collect(path, port, play)

    assert port.sent == [b""]
    assert len(heard.rows) == 290


def test_a_request_that_has_begun_is_sent_to_its_end_and_the_newest_after_it(path: Path) -> None:
    port, box = FakePort(), BoxModel(count=30)
    port.room = 5

    async def play() -> None:
        await port.say(box.hello())
        await asyncio.sleep(0.1)
        box.send(10)
        await port.say(box.send(10))
        await asyncio.sleep(20)
        await port.read_out()
        await asyncio.sleep(0.1)

    collect(path, port, play)
    box.hear(port.sent[0])

    assert port.sent[0].count(b"\r\n") == 2
    assert box.questions == [0, 0]


def test_a_port_that_goes_is_opened_again_after_a_second_and_later_each_time(path: Path) -> None:
    port, box = FakePort(), BoxModel(count=10)

    async def play() -> None:
        await port.say(box.hello() + box.send(4))
        await asyncio.sleep(0.1)
        await port.pull()
        await asyncio.sleep(40)
        port.is_there = True
        await asyncio.sleep(10)
        await port.say(box.hello())
        await asyncio.sleep(1)
        box.hear(port.sent[-1])
        await port.say(box.send())
        await asyncio.sleep(1)

    heard = collect(path, port, play)

    tries = [round(at) for at in port.openings]
    assert [b - a for a, b in pairwise(tries)] == [1, 2, 4, 8, 10, 10, 10]
    assert heard.rows == box.rows()
    assert heard.codes() == ["opened", "hello", "waiting", "waiting", "opened", "hello"]


def test_a_port_that_is_not_there_is_waited_for(path: Path) -> None:
    port, box = FakePort(), BoxModel(count=2)
    port.is_there = False

    async def play() -> None:
        await asyncio.sleep(5)
        port.is_there = True
        await asyncio.sleep(5)
        await port.say(box.hello() + box.send())
        await asyncio.sleep(1)

    heard = collect(path, port, play)

    assert heard.codes() == ["waiting", "opened", "hello"]
    assert heard.rows == box.rows()


def test_once_means_that_a_port_that_has_gone_is_the_end(path: Path) -> None:
    port, box = FakePort(), BoxModel(count=2)

    async def play() -> None:
        await port.say(box.hello() + box.send())
        await port.pull()
        await asyncio.sleep(0)

    heard = collect(path, port, play, once=True)

    assert heard.rows == box.rows()
    assert len(port.openings) == 1


@pytest.mark.parametrize(
    ("mark", "kind", "do"),
    [
        (NOT_ALLOWED, PortError, "dialout"),
        (NO_PORT, AddressError, "Name another port"),
    ],
)
def test_what_waiting_does_not_change_ends_it(
    path: Path, mark: str, kind: type[Exception], do: str
) -> None:
    port = Refusing(mark)

    with pytest.raises(kind) as caught:
        collect(path, port, None)

    assert do in str(caught.value)
    assert len(port.openings) == 1


def test_a_port_that_is_not_allowed_yet_when_it_comes_back_is_tried_again(path: Path) -> None:
    port = FakePort()

    async def play() -> None:
        await port.pull()
        await asyncio.sleep(1)
        port.is_there = True
        await asyncio.sleep(10)

    refused: list[float] = []
    open_ = port.open

    async def open_late() -> None:
        now = asyncio.get_running_loop().time()
        if 0.5 < now < 4:
            refused.append(now)
            raise failed("/dev/log", NOT_ALLOWED)
        await open_()

    port.open = open_late  # type: ignore[method-assign]
    heard = collect(path, port, play)

    assert refused
    assert heard.codes() == ["opened", "waiting", "waiting", "opened"]


def test_two_ports_at_once(path: Path) -> None:
    ports = [FakePort(), FakePort()]
    boxes = [BoxModel("a", count=5), BoxModel("b", count=5)]
    heard = Heard()

    async def main() -> None:
        with closing(Store(path)) as store:
            sources = [Serial(port, f"port {n}", once=True) for n, port in enumerate(ports)]
            collecting = Collecting(store, sources, [heard], wall=lambda: WALL)
            job = asyncio.create_task(collecting.run())
            await asyncio.sleep(0.01)
            for port, box in zip(ports, boxes, strict=True):
                await port.say(box.hello() + box.send())
            await asyncio.sleep(1)
            for port in ports:
                await port.pull()
            await job
            assert collecting.stored == 10

    run(main())

    assert sorted(heard.rows) == [*boxes[0].rows(), *boxes[1].rows()]


def test_a_device_that_may_come_is_no_wrong_name() -> None:
    assert isinstance(source("/dev/ttyUSB77", baud=9600, once=False), Serial)
    assert isinstance(source("/dev/serial/by-id/usb-x", baud=9600, once=False), Serial)
    assert isinstance(source("socket://localhost:1", baud=9600, once=False), Serial)
