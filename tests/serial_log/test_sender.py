"""The sender: what it tells, in which order, whatever happens to the port and the journal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps

import pytest

from stbpi.serial_log import sender as module
from stbpi.serial_log.lines import LARGEST, Hello, Resume, encode, encode_line
from stbpi.sim.virtual import run
from tests.serial_log.fakes import Bench, rolls, started

SOON_S = 0.5
UNASKED_S = module.ASKED_S + SOON_S


def virtual(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in virtual time."""

    @wraps(test)
    def in_virtual_time(**given: object) -> None:
        async def main() -> None:
            await test(**given)

        run(main())

    return in_virtual_time


# What is told


@virtual
async def test_an_opening_begins_with_an_empty_line_and_says_whose_lines_follow() -> None:
    async with Bench(started(), *rolls(3)) as bench:
        await asyncio.sleep(SOON_S)

        hello = Hello(box="box", protocol=1, version="1", tiles=9, boot=1, wall=None, last=4)
        assert bench.port.sent == [b"\r\n" + encode_line(hello)]


@virtual
async def test_who_does_not_ask_is_told_the_last_match_and_what_follows() -> None:
    async with Bench(started(), *rolls(3), started(), *rolls(2)) as bench:
        bench.happens(*rolls(1))
        await asyncio.sleep(UNASKED_S)
        bench.happens(*rolls(2))
        await asyncio.sleep(SOON_S)

        assert bench.told().numbers == [5, 6, 7, 8, 9, 10]


@virtual
async def test_without_a_match_only_what_happens_is_told() -> None:
    async with Bench(*rolls(3)) as bench:
        await asyncio.sleep(UNASKED_S)
        bench.happens(*rolls(1))
        await asyncio.sleep(SOON_S)

        assert bench.told().numbers == [4]


@virtual
async def test_a_match_that_began_meanwhile_is_the_last_one_at_the_next_opening() -> None:
    async with Bench(started(), *rolls(3)) as bench:
        await asyncio.sleep(UNASKED_S)
        bench.happens(*rolls(1), started(), *rolls(1))
        await asyncio.sleep(SOON_S)
        await bench.port.pull()
        bench.port.is_there = True
        await asyncio.sleep(1 + UNASKED_S)

        assert bench.told(0).numbers == [1, 2, 3, 4, 5, 6, 7]
        assert bench.told(1).numbers == [6, 7]


@pytest.mark.parametrize(("after", "numbers"), [(0, [1, 2, 3, 4]), (2, [3, 4]), (4, []), (99, [])])
@virtual
async def test_who_asks_is_told_what_he_lacks_and_nothing_else(
    after: int, numbers: list[int]
) -> None:
    async with Bench(*rolls(2), started(), *rolls(1)) as bench:
        await asyncio.sleep(SOON_S)
        await bench.port.ask(after)
        await asyncio.sleep(UNASKED_S)
        assert bench.told().numbers == numbers

        bench.happens(*rolls(1))
        await asyncio.sleep(SOON_S)
        assert bench.told().numbers == [*numbers, 5]


@virtual
async def test_a_question_without_a_checksum_is_answered() -> None:
    async with Bench(*rolls(3)) as bench:
        await asyncio.sleep(SOON_S)
        await bench.port.say(b'{"resume":1}\r\n')
        await asyncio.sleep(SOON_S)

        assert bench.told().numbers == [2, 3]


@virtual
async def test_a_question_in_two_pieces_is_answered() -> None:
    question = encode_line(Resume(after=1))
    async with Bench(*rolls(3)) as bench:
        await asyncio.sleep(SOON_S)
        await bench.port.say(question[:7])
        await bench.port.say(question[7:])
        await asyncio.sleep(SOON_S)

        assert bench.told().numbers == [2, 3]


@virtual
async def test_a_later_question_is_answered_too() -> None:
    async with Bench(*rolls(4)) as bench:
        await asyncio.sleep(UNASKED_S)
        await bench.port.ask(2)
        await asyncio.sleep(SOON_S)
        await bench.port.ask(3)
        await asyncio.sleep(SOON_S)

        assert bench.told().numbers == [3, 4, 4]


@virtual
async def test_a_question_during_an_answer_begins_it_anew() -> None:
    async with Bench(*rolls(300)) as bench:
        await bench.port.read_out(2000)
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)
        await bench.port.ask(290)
        await asyncio.sleep(SOON_S)
        await bench.port.read_out()
        await asyncio.sleep(SOON_S)
        first = bench.told().numbers.index(291)

        assert 5 < first < 50
        assert bench.told().numbers == [*range(1, first + 1), *range(291, 301)]
        assert bench.told().damaged == []


@virtual
async def test_what_happens_during_an_answer_comes_behind_it() -> None:
    async with Bench(*rolls(300)) as bench:
        await bench.port.read_out(2000)
        await bench.port.ask(0)
        await asyncio.sleep(SOON_S)
        bench.happens(*rolls(400))
        await bench.port.read_out()
        await asyncio.sleep(SOON_S)

        assert bench.told().numbers == [*range(1, 701)]


@virtual
async def test_what_has_just_happened_is_told_without_reading_the_journal() -> None:
    async with Bench() as bench:
        await asyncio.sleep(UNASKED_S)
        for _ in range(5):
            bench.happens(*rolls(module.RECENT // 2))
            await asyncio.sleep(SOON_S)

        assert bench.log.pages == 0
        assert bench.told().numbers == [*range(1, 5 * module.RECENT // 2 + 1)]


@virtual
async def test_the_landlords_key_is_not_told() -> None:
    from stbpi.games.events import HIDDEN, SECRET, SettingChanged

    async with Bench() as bench:
        await asyncio.sleep(UNASKED_S)
        bench.happens(SettingChanged(key=SECRET, value="1,2,3"))
        await asyncio.sleep(SOON_S)

        assert b"1,2,3" not in bench.port.sent[0]
        assert HIDDEN.encode() in bench.port.sent[0]


@virtual
async def test_that_the_box_is_there_is_told_every_thirty_seconds() -> None:
    async with Bench(*rolls(2)) as bench:
        await asyncio.sleep(29)
        assert bench.told().beats == []

        bench.happens(*rolls(1))
        await asyncio.sleep(62)
        assert [(beat.box, beat.last) for beat in bench.told().beats] == [("box", 3)] * 3


@virtual
async def test_that_the_box_is_there_is_told_in_a_long_answer_too() -> None:
    async with Bench(*rolls(1000)) as bench:
        await bench.port.ask(0)
        for _ in range(100):
            await bench.port.read_out(500)
            await asyncio.sleep(1)

        assert len(bench.told().beats) == 1 + 3
        assert bench.told().numbers == [*range(1, len(bench.told().numbers) + 1)]


@virtual
async def test_whoever_asks_is_told_first_who_answers() -> None:
    async with Bench(*rolls(5)) as bench:
        await bench.port.ask(LARGEST)
        await asyncio.sleep(0.1)
        assert [(beat.box, beat.last) for beat in bench.told().beats] == [("box", 5)]
        assert bench.told().numbers == []

        await bench.port.ask(3)
        await asyncio.sleep(0.1)
        assert len(bench.told().beats) == 2
        assert bench.told().numbers == [4, 5]


@virtual
async def test_noise_and_an_echo_are_no_questions() -> None:
    async with Bench(started(), *rolls(3)) as bench:
        await asyncio.sleep(SOON_S)
        await bench.port.say(bench.port.sent[0])
        await bench.port.say(bytes(range(256)) * 4 + b"\r\n")
        await bench.port.say(encode(bench.log.events_[0]))
        await bench.port.say(b'{"resume":-1}\r\n{"resume":true}\r\n')
        await asyncio.sleep(UNASKED_S)

        assert bench.told().numbers == [1, 2, 3, 4]


@virtual
async def test_who_talks_without_end_is_heard_slowly() -> None:
    async with Bench(*rolls(3)) as bench:
        for _ in range(1000):
            await bench.port.say(b"x" * 4096)
        await bench.port.ask(1)
        await asyncio.sleep(1000 * module.LISTENS_S - SOON_S)
        assert bench.told().numbers == []

        await asyncio.sleep(2 * SOON_S)
        assert bench.told().numbers == [2, 3]


# A port that fails


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
