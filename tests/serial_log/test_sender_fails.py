"""The sender whose port or journal fails, and at its end: nothing is lost that could be told."""

from __future__ import annotations

import asyncio

import pytest

from stbpi.serial_log import sender as module
from tests.serial_log.fakes import Bench, rolls, started, virtual

SOON_S = 0.5
UNASKED_S = module.ASKED_S + SOON_S


@pytest.mark.field("E4")
@virtual
async def test_a_port_that_is_missing_is_tried_again_ever_more_rarely() -> None:
    bench = Bench(*rolls(1))
    bench.port.is_there = False
    async with bench:
        await asyncio.sleep(150)

        assert bench.port.openings == [0, 1, 3, 7, 15, 31, 61, 91, 121]
        assert bench.faults == ["it is missing"]


@virtual
async def test_a_port_that_was_well_is_tried_again_at_once() -> None:
    async with Bench(*rolls(1)) as bench:
        for _ in range(5):
            await asyncio.sleep(100)
            await bench.port.pull()
            bench.port.is_there = True

        await asyncio.sleep(10)
        assert bench.port.openings == pytest.approx([0, 101, 201, 301, 401, 501], abs=0.1)
        assert bench.faults == ["it has gone", None] * 5


@virtual
async def test_a_port_that_comes_and_goes_all_the_time_is_one_fault() -> None:
    async with Bench(*rolls(1)) as bench:
        for _ in range(100):
            await asyncio.sleep(2)
            await bench.port.pull()
            await asyncio.sleep(1)
            bench.port.is_there = True

        assert bench.faults == ["it has gone"]


@virtual
async def test_a_port_that_is_back_is_used_within_a_minute() -> None:
    bench = Bench(*rolls(1))
    bench.port.is_there = False
    async with bench:
        await asyncio.sleep(3600)
        bench.port.is_there = True
        await asyncio.sleep(60)

        assert bench.faults == ["it is missing", None]
        assert bench.told().hello is not None


@virtual
async def test_a_port_that_does_not_open_is_told_and_waited_for() -> None:
    bench = Bench(*rolls(1))
    bench.port.hangs = True
    async with bench:
        await asyncio.sleep(3600)

        assert bench.faults == ["the serial port does not open"]
        assert bench.port.openings == [0]


@virtual
async def test_a_line_that_was_torn_is_ended_by_the_next_opening_and_told_again() -> None:
    async with Bench(*rolls(3)) as bench:
        await asyncio.sleep(SOON_S)
        bench.port.room, bench.port.most = 200, 7
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)
        await bench.port.pull()
        bench.port.is_there, bench.port.room = True, None
        await asyncio.sleep(1 + SOON_S)
        await bench.port.ask(1)
        await asyncio.sleep(SOON_S)

        torn = bench.told(0)
        assert torn.numbers == [1]
        assert len(torn.damaged) == 1
        assert bench.told(1).numbers == [2, 3]
        assert bench.told(1).damaged == []
        assert bench.port.sent[1].startswith(b'\r\n{"e":"hello"')


@virtual
async def test_a_port_that_takes_a_byte_at_a_time_gets_whole_lines() -> None:
    async with Bench(*rolls(3)) as bench:
        bench.port.most = 1
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)

        assert bench.told().numbers == [1, 2, 3]
        assert bench.told().damaged == []


@virtual
async def test_nobody_waits_for_a_port_that_nobody_reads() -> None:
    async with Bench(started()) as bench:
        await bench.port.read_out(1000)
        for _ in range(200):
            bench.happens(*rolls(100))
        await asyncio.sleep(3600)
        assert len(bench.sender._recent) == module.RECENT
        assert len(bench.sender._page) <= module.RECENT
        assert bench.faults == []

        await bench.port.read_out()
        await asyncio.sleep(3600)
        assert bench.told().numbers == [*range(1, 20_002)]


# A journal that fails


@virtual
async def test_without_the_journal_what_has_just_happened_is_told() -> None:
    async with Bench(*rolls(10)) as bench:
        bench.log.is_readable = False
        await bench.port.ask(3)
        bench.happens(*rolls(3))
        await asyncio.sleep(SOON_S)
        bench.happens(*rolls(1))
        await asyncio.sleep(SOON_S)
        assert bench.told().numbers == [11, 12, 13, 14]

        bench.log.is_readable = True
        await bench.port.ask(3)
        await asyncio.sleep(SOON_S)
        assert bench.told().numbers == [11, 12, 13, 14, *range(4, 15)]


@virtual
async def test_without_the_journal_and_without_news_nothing_is_told() -> None:
    async with Bench(started(), *rolls(10)) as bench:
        bench.log.is_readable = False
        await asyncio.sleep(UNASKED_S)
        assert bench.told().numbers == []

        bench.happens(*rolls(1))
        await asyncio.sleep(SOON_S)
        assert bench.told().numbers == [12]


@virtual
async def test_an_event_that_can_not_be_read_holds_up_what_is_behind_it_only() -> None:
    async with Bench(*rolls(60)) as bench:
        bench.log.damaged = 40
        bench.happens(*rolls(2))
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)

        assert bench.told().numbers == [*range(1, 40), 61, 62]


# The end


@virtual
async def test_at_the_end_what_is_left_is_told() -> None:
    async with Bench(*rolls(3)) as bench:
        await bench.port.read_out(150)
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)
        bench.happens(*rolls(2))
        await bench.stop()
        bench.happens(*rolls(3))
        await bench.port.read_out()
        await bench.sender.finish(within_s=1)

        assert bench.told().damaged == []
        assert bench.told().numbers[-5:] == [4, 5, 6, 7, 8]
        assert bench.port.closings == [pytest.approx(1)]


@virtual
async def test_the_end_waits_for_a_port_that_nobody_reads_no_longer_than_it_may() -> None:
    async with Bench(*rolls(3)) as bench:
        await bench.port.read_out(200)
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)
        await bench.stop()
        before = asyncio.get_running_loop().time()
        await bench.sender.finish(within_s=1)

        assert asyncio.get_running_loop().time() - before == pytest.approx(1)
        assert bench.port.closings == [0]


@virtual
async def test_a_cut_of_the_power_ends_in_the_middle_of_a_line() -> None:
    async with Bench(*rolls(3)) as bench:
        await bench.port.read_out(120)
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)
        await bench.stop()
        before = bench.port.sent[0]
        await bench.port.read_out()
        await bench.sender.finish(within_s=0)

        assert bench.port.sent[0] == before
        assert len(bench.told().damaged) == 1
        assert bench.port.closings == [0]


@virtual
async def test_the_end_tells_nothing_that_leaves_a_gap() -> None:
    async with Bench(*rolls(1000)) as bench:
        await bench.port.read_out(2000)
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)
        bench.happens(*rolls(5))
        await bench.stop()
        await bench.port.read_out()
        await bench.sender.finish(within_s=1)

        numbers = bench.told().numbers
        assert numbers == [*range(1, len(numbers) + 1)]
        assert 10 < len(numbers) < 100


@virtual
async def test_an_end_before_the_port_was_open_tells_nothing() -> None:
    bench = Bench(*rolls(3))
    bench.port.is_there = False
    async with bench:
        await asyncio.sleep(10)
        await bench.stop()
        await bench.sender.finish(within_s=1)

        assert bench.port.sent == []
