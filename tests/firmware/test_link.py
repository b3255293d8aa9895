"""What the link does with bytes; its conversation stands in tests/data/tile_board_lines.txt."""

from __future__ import annotations

import binascii
import doctest

from hypothesis import given
from hypothesis import strategies as st

from firmware import link
from firmware.link import LONGEST, MOST_COUNTED, Link, body_of, crc, framed

bodies = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=59)
orders = st.sampled_from(["P", "V", "E", "A 00", "L 0fff", "L 0001 0002", "B 440 10", "N 4"])
garbage = st.lists(st.one_of(st.binary(max_size=100), orders.map(framed)), max_size=10)


def new_link() -> Link:
    return Link("0.1.0", "pico", 12, ("lamps",))


def test_its_examples() -> None:
    assert doctest.testmod(link).failed == 0


@given(st.binary(max_size=100))
def test_the_check_is_that_of_the_standard_library(data: bytes) -> None:
    assert crc(data) == binascii.crc_hqx(data, 0xFFFF)


@given(bodies)
def test_a_line_is_what_it_was_made_of(body: str) -> None:
    line = framed(body)

    assert line.endswith(b"\n") and len(line) <= LONGEST + 1
    assert body_of(line[:-1]) == body


@given(bodies, st.integers(0, 63), st.integers(1, 255))
def test_a_line_with_a_byte_changed_is_none(body: str, place: int, change: int) -> None:
    line = bytearray(framed(body)[:-1])
    line[place % len(line)] ^= change

    assert body_of(bytes(line)) is None


@given(garbage)
def test_no_bytes_bring_the_board_down(pieces: list[bytes]) -> None:
    board = new_link()

    for piece in pieces:
        for letter, numbers in board.take(0, piece):
            assert letter in ("L", "B", "N") and all(number >= 0 for number in numbers)


@given(garbage, st.lists(st.integers(1, 30), min_size=1))
def test_it_is_all_one_in_which_pieces_bytes_come(pieces: list[bytes], sizes: list[int]) -> None:
    data = b"".join(pieces)
    whole, cut = new_link(), new_link()

    at_once = whole.take(0, data)
    in_pieces = []
    for size in sizes * len(data):
        in_pieces += cut.take(0, data[:size])
        data = data[size:]

    assert in_pieces == at_once
    assert cut.bad == whole.bad


@given(st.binary(max_size=300), orders)
def test_after_the_end_of_a_line_a_good_one_is_heard(noise: bytes, order: str) -> None:
    board = new_link()
    board.take(0, noise + b"\n")

    bad = board.bad
    board.take(0, framed(order))

    assert board.bad == bad


def test_a_line_that_never_ends_takes_no_room() -> None:
    board = new_link()

    for _ in range(100):
        board.take(0, b"x" * 1000)

    assert len(board._line) == LONGEST + 1
    board.take(0, b"\n")
    assert board.bad == 1


def test_counters_stop_somewhere_so_that_the_line_stays_short() -> None:
    board = Link("10.10.10", "pico2", 12, resets=0xFFFF)
    board.bad = board.dropped = MOST_COUNTED
    board.stand(1)
    board.stand(2)

    board.take(0, b"nonsense\n" + framed("E"))

    board.line(0)
    counters = board.line(0)
    assert counters.startswith(b"E 999999999 999999999 65535*")
    assert len(counters) <= LONGEST
