"""The sender: what it tells, in which order."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.serial_log import sender as module
from stbpi.serial_log.lines import LARGEST, Hello, Resume, encode, encode_line
from stbpi.sim.virtual import run
from tests.serial_log.fakes import Bench, rolls, started, virtual

SOON_S = 0.5
UNASKED_S = module.ASKED_S + SOON_S


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


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("ask"), st.integers(0, 400)),
            st.tuples(st.just("happen"), st.integers(1, 150)),
            st.tuples(st.just("wait"), st.integers(1, 40)),
            st.tuples(st.just("room"), st.integers(1, 3000)),
        ),
        max_size=30,
    )
)
def test_whenever_it_is_asked_the_numbers_only_grow_between_two_questions(
    deeds: list[tuple[str, int]],
) -> None:
    """A page takes a millisecond to be read, as long as the shortest wait here."""
    asked = [0]

    async def main() -> tuple[list[int], int]:
        async with Bench(started(), *rolls(99)) as bench:
            await bench.port.ask(0)
            for deed, number in deeds:
                match deed:
                    case "ask":
                        asked.append(min(number, bench.log.last_n))
                        await bench.port.ask(asked[-1])
                    case "happen":
                        bench.happens(*rolls(number))
                    case "wait":
                        await asyncio.sleep(number / 1000)
                    case _:
                        await bench.port.read_out(number)
            await bench.port.read_out()
            await asyncio.sleep(60)
            return bench.told().numbers, bench.log.last_n

    numbers, last = run(main())
    jumps = [n for before, n in pairwise(numbers) if n != before + 1]
    assert {n - 1 for n in (*numbers[:1], *jumps)} <= set(asked)
    behind = range(asked[-1] + 1, last + 1)
    assert numbers[len(numbers) - len(behind) :] == [*behind]


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
