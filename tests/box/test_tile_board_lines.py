from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.box.tile_board_lines import (
    LONGEST,
    Counters,
    Heard,
    Identity,
    Lines,
    Samples,
    Snapshot,
    lamps,
    line_of,
    tone,
)

SAID: tuple[tuple[str, Heard], ...] = (
    ("S 00 4000", Snapshot(0, 0x4000)),
    ("S ff 7fff", Snapshot(255, 0x7FFF)),
    (
        "V 1 0.1.0 pico 12 lamps,buzzer,menu,reference",
        Identity(1, "0.1.0", "pico", 12, frozenset({"lamps", "buzzer", "menu", "reference"})),
    ),
    ("V 12 9.9 other 9 -", Identity(12, "9.9", "other", 9, frozenset())),
    ("E 1 22 333", Counters(1, 22, 333)),
    ("N 3", Samples(3)),
)
BODIES = [body for body, _heard in SAID]


def heard(data: bytes) -> list[Heard]:
    return list(Lines().feed(data))


def test_the_check_is_that_of_the_protocol() -> None:
    assert line_of("123456789") == b"123456789*29b1\n"


@pytest.mark.parametrize(("body", "meant"), SAID)
def test_what_the_board_says_is_understood(body: str, meant: Heard) -> None:
    assert heard(line_of(body)) == [meant]
    assert heard(b"\r\n" + line_of(body).replace(b"\n", b"\r\n")) == [meant]


@pytest.mark.parametrize(
    "body",
    [
        *("S 00 8000", "S 00 ABCD", "S 0 0000", "S 00 00000", "s 00 0000", "S 00  000"),
        "S -1 0000",
        *("V 1 0.1.0 pico 12", "V x 0.1.0 pico 12 -", "E 1 2", "E 1 2 -3", "N", "N 100", "A 00"),
        *("", "?", "S 00 0000 "),
    ],
)
def test_a_line_that_means_nothing_is_counted_and_passed_over(body: str) -> None:
    lines = Lines()

    assert list(lines.feed(line_of(body) + line_of("N 3"))) == [Samples(3)]
    assert lines.bad == 1


def test_noise_is_counted_by_its_lines_and_empty_ones_are_not() -> None:
    lines = Lines()

    noise = b"AT\r\n\n\r\n\xff\xfe\x00\nS 00 0000*0000\nN 3\n" + b"x" * 5000 + b"\n"
    assert list(lines.feed(noise + line_of("N 3"))) == [Samples(3)]
    assert lines.bad == 5


def test_what_never_ends_is_not_kept() -> None:
    lines = Lines()
    for _ in range(100):
        assert list(lines.feed(b"S 00 0000" * 50)) == []
        assert len(lines._rest) <= LONGEST

    assert list(lines.feed(b"\n" + line_of("N 3"))) == [Samples(3)]
    assert lines.bad == 1


def test_of_carriage_returns_without_end_nothing_is_kept() -> None:
    lines = Lines()
    for _ in range(100):
        assert list(lines.feed(b"\r" * 50)) == []

    assert lines._rest == b""
    assert list(lines.feed(line_of("N 3"))) == [Samples(3)]
    assert lines.bad == 0


def test_a_line_that_is_too_long_is_none_though_its_check_is_right() -> None:
    body = "V 1 " + "9" * 60 + " pico 12 -"

    assert heard(line_of(body)) == []


def test_what_lights_lamps_and_makes_tones_fits_a_line() -> None:
    assert lamps(0x00FF, 0) == "L 00ff"
    assert lamps(0x00FF, 0x0040) == "L 00ff 0040"
    assert tone(440, 100, 0.5) == "B 440 100 500"
    assert tone(0, 0, 0.00001) == "B 0 0 1"
    longest = [lamps(0xFFFF, 0xFFFF), tone(20000, 99999, 0.5)]
    assert max(len(line_of(body)) for body in longest) <= LONGEST + 1


@given(st.lists(st.sampled_from(BODIES), max_size=6), st.lists(st.integers(1, 40), max_size=12))
def test_lines_are_the_same_in_whatever_pieces_they_come(
    bodies: list[str], cuts: list[int]
) -> None:
    data = b"".join(map(line_of, bodies))
    lines = Lines()
    came: list[Heard] = []
    for cut in [*cuts, len(data)]:
        piece, data = data[:cut], data[cut:]
        came += lines.feed(piece)

    assert came == [dict(SAID)[body] for body in bodies]
    assert lines.bad == 0


@given(st.lists(st.sampled_from(BODIES), min_size=1, max_size=8), st.data())
def test_a_damaged_line_costs_itself_and_at_most_the_next(
    bodies: list[str], data: st.DataObject
) -> None:
    raw = bytearray(b"".join(map(line_of, bodies)))
    place = data.draw(st.integers(0, len(raw) - 1))
    match data.draw(st.sampled_from(["drop", "double", "garble"])):
        case "drop":
            del raw[place]
        case "double":
            raw.insert(place, raw[place])
        case _:
            raw[place] ^= data.draw(st.integers(1, 255))
    came = heard(bytes(raw))
    meant = [dict(SAID)[body] for body in bodies]

    assert len(came) >= len(bodies) - 2
    at = next((n for n, pair in enumerate(zip(came, meant, strict=False)) if pair[0] != pair[1]), 0)
    assert came[:at] == meant[:at]
    assert all(one in meant for one in came)


@given(st.binary(max_size=400))
def test_whatever_comes_is_passed_over(data: bytes) -> None:
    lines = Lines()
    list(lines.feed(data))

    assert list(lines.feed(b"\n" + line_of("N 3"))) == [Samples(3)]


VECTORS = Path(__file__).parents[1] / "data" / "tile_board_lines.txt"


MEANT: tuple[tuple[str, Heard], ...] = (
    *SAID,
    ("S 01 4100", Snapshot(1, 0x4100)),
    ("S a0 0000", Snapshot(0xA0, 0)),
    ("V 1 1.10.0 pico2 9 -", Identity(1, "1.10.0", "pico2", 9, frozenset())),
    (
        "V 2 7.0 pico3 12 lamps,wings",
        Identity(2, "7.0", "pico3", 12, frozenset({"lamps", "wings"})),
    ),
    ("E 0 0 0", Counters(0, 0, 0)),
    ("E 999999999 999999999 65535", Counters(999999999, 999999999, 65535)),
)


def vectors(verb: str) -> list[tuple[bytes, str]]:
    """Return the lines of one end, and what each of them is."""
    found = []
    for row in VECTORS.read_text("ascii").splitlines():
        kind, _, rest = row.partition(" ")
        line, arrow, meant = rest.partition(" => ")
        if kind == verb and arrow:
            raw = re.sub(rb"\\x(..)", lambda hit: bytes.fromhex(hit[1].decode()), line.encode())
            found.append((raw, meant))
    return found


@pytest.mark.parametrize(("line", "meant"), vectors("board"))
def test_the_boards_lines_are_lines_here_and_no_others_are(line: bytes, meant: str) -> None:
    came = heard(line + b"\n")

    if meant == "bad" or meant not in dict(MEANT):
        assert came == []
    else:
        assert came == [dict(MEANT)[meant]]


def test_what_this_host_says_is_what_the_board_understands() -> None:
    said = {line for line, meant in vectors("host") if meant != "bad"}

    ours = ("A 00", "V", "E", "P", "N 1", "L 0fff", "L 0001 0800")
    assert {line_of(body).rstrip(b"\n") for body in ours} <= said
