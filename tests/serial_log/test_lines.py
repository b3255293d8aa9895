"""The lines of the serial log: what goes in comes out, however the bytes come."""

from __future__ import annotations

import json
from collections.abc import Iterable
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.games import events
from stbpi.games.events import BY_NAME, HIDDEN, SECRET, Event, SettingChanged
from stbpi.journal.recorded import Recorded
from stbpi.serial_log.lines import (
    END,
    LONGEST,
    PROTOCOL,
    Damaged,
    Decoder,
    EventLine,
    Heartbeat,
    Hello,
    Resume,
    encode,
    encode_line,
)
from tests.games.test_events import LONGEST as LONGEST_EVENTS
from tests.games.test_events import all_events
from tests.serial_log.judge import TRANSCRIPT, cut, decoded

CENTURY_S = 100 * 366 * 86_400
HELLO = Hello(
    box="pub-3", protocol=PROTOCOL, version="1.2.3", tiles=9, boot=4, wall=1767225600, last=71
)
WIDEST = '"\\' * 6
"""A name of 12 characters that takes as many bytes as any."""


def recorded(event: Event, n: int = 7) -> Recorded:
    return Recorded(n=n, boot=2, match=1, t=1500, wall=1767225600, event=event)


def a_century_later(event: Event) -> Recorded:
    """Ten events a second for a hundred years."""
    return Recorded(
        n=10 * CENTURY_S,
        boot=999_999,
        match=9_999_999,
        t=1000 * CENTURY_S,
        wall=1_700_000_000 + CENTURY_S,
        event=event,
    )


def as_line(recorded: Recorded) -> EventLine:
    members = events.encode(recorded.event)
    return EventLine(
        n=recorded.n,
        boot=recorded.boot,
        match=recorded.match,
        t=recorded.t,
        wall=recorded.wall,
        e=recorded.event.e,
        body=json.dumps(members, separators=(",", ":")),
    )


def checked(text: str) -> bytes:
    """End a JSON object as a line ends."""
    before = text.removesuffix("}").encode("ascii")
    return before + f',"c":"{crc32(before):08x}"}}\r\n'.encode("ascii")


# What goes in comes out

numbers = st.integers(0, 10**18 - 1)
walls = st.none() | numbers
printable = st.characters(min_codepoint=32, max_codepoint=126)
boxes = st.text(printable, min_size=1, max_size=12).filter(lambda name: name == name.strip())


@given(all_events(), numbers.filter(bool), numbers, numbers, numbers, walls)
def test_an_event_comes_out_as_the_journal_keeps_it(
    event: Event, n: int, boot: int, match: int, t: int, wall: int | None
) -> None:
    box = Recorded(n=n, boot=boot, match=match, t=t, wall=wall, event=event).public()
    line = encode(box)
    wanted = as_line(box)

    if len(line) <= LONGEST:
        assert decoded([line]) == [wanted]
        assert events.decode(wanted.e, json.loads(wanted.body)) == box.event


@given(st.builds(Hello, box=boxes, protocol=numbers, version=st.text(printable, max_size=20),
                 tiles=numbers, boot=numbers, wall=walls, last=numbers)
       | st.builds(Heartbeat, box=boxes, last=numbers, wall=walls)
       | st.builds(Resume, after=numbers))  # fmt: skip
def test_what_is_no_event_comes_out_too(line: Hello | Heartbeat | Resume) -> None:
    assert decoded([encode_line(line)]) == [line]


def test_a_line_is_checked_by_its_last_member() -> None:
    line = encode(recorded(events.TileDown(tile=4)))

    before, check = line.removesuffix(b'"}\r\n').split(b',"c":"')
    assert check == f"{crc32(before):08x}".encode()
    assert list(json.loads(line)) == ["n", "boot", "match", "t", "wall", "e", "tile", "c"]


def test_a_line_without_a_clock_says_nothing_of_it() -> None:
    assert b"wall" not in encode_line(Heartbeat(box="pub", last=1, wall=None))
    assert decoded([encode_line(Heartbeat(box="pub", last=1, wall=None))]) == [
        Heartbeat(box="pub", last=1, wall=None)
    ]


def test_the_landlords_key_stays_on_the_box() -> None:
    line = encode(recorded(SettingChanged(key=SECRET, value="3,1,4")))

    assert b"3,1,4" not in line
    assert json.loads(line)["value"] == HIDDEN


# How long a line is


@pytest.mark.parametrize("name", BY_NAME)
def test_the_longest_line_of_an_event_comes_out(name: str) -> None:
    box = a_century_later(LONGEST_EVENTS[name])

    assert len(encode(box)) <= LONGEST
    assert decoded([encode(box)]) == [as_line(box)]


@pytest.mark.parametrize(
    "line",
    [
        Hello(
            box=WIDEST,
            protocol=999,
            version="999.999.999.dev99999+g0123456789abc",
            tiles=12,
            boot=999_999,
            wall=1_700_000_000 + CENTURY_S,
            last=10 * CENTURY_S,
        ),
        Heartbeat(box=WIDEST, last=10 * CENTURY_S, wall=1_700_000_000 + CENTURY_S),
        Resume(after=10 * CENTURY_S),
    ],
    ids=lambda line: type(line).__name__,
)
def test_the_longest_line_of_what_is_no_event_comes_out(line: Hello | Heartbeat | Resume) -> None:
    assert len(encode_line(line)) <= LONGEST
    assert decoded([encode_line(line)]) == [line]


def of_length(length: int) -> bytes:
    """Make a line of an event that is so long, its end included."""
    start = '{"n":1,"boot":1,"match":0,"t":0,"e":"x","text":"'
    return checked(start + "y" * (length - len(checked(start + '"}'))) + '"}')


def test_a_line_of_240_bytes_is_one_and_a_longer_one_is_none() -> None:
    fits, is_too_long = of_length(LONGEST), of_length(LONGEST + 1)

    assert (len(fits), len(is_too_long)) == (240, 241)
    assert [type(line) for line in decoded([fits])] == [EventLine]
    assert decoded([is_too_long]) == [Damaged(data=is_too_long[:-2], length=239)]


# What is no line


@pytest.mark.parametrize(
    "text",
    [
        '{"n":0,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4}',
        '{"n":-1,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4}',
        '{"n":1.0,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4}',
        '{"n":true,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4}',
        '{"n":01,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4}',
        '{"n":1000000000000000000,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4}',
        '{"n":1,"boot":1,"match":1,"t":1,"wall":null,"e":"tile_down","tile":4}',
        '{"n":1,"boot":1,"match":1,"e":"tile_down","tile":4}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"Tile","tile":4}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"","tile":4}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"hello","tile":4}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"tile_down","tile":NaN}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4,}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4},{"e":1}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"tile_down","tile":4,"n":2}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"tile_down","tile":"\t"}',
        '{"n":1,"boot":1,"match":1,"t":1,"e":"x","a":' + "[" * 150 + "}",
        '{"boot":1,"n":1,"match":1,"t":1,"e":"tile_down","tile":4}',
        '{"e":"hello","box":"pub","protocol":1,"version":"1","tiles":9,"boot":1}',
        '{"e":"hello","box":"pub","protocol":1,"version":1,"tiles":9,"boot":1,"last":1}',
        '{"e":"hello","box":"","protocol":1,"version":"1","tiles":9,"boot":1,"last":1}',
        '{"e":"hello","box":" pub","protocol":1,"version":"1","tiles":9,"boot":1,"last":1}',
        '{"e":"hello","box":"thirteen_long","protocol":1,"version":"1","tiles":9,"boot":1,"last":1}',
        '{"e":"hello","box":"p\\u00fcb","protocol":1,"version":"1","tiles":9,"boot":1,"last":1}',
        '{"e":"hello","box":"pub","protocol":1,"version":"\\n","tiles":9,"boot":1,"last":1}',
        '{"e":"heartbeat","box":"pub"}',
        '{"e":"heartbeat","box":"pub","last":1,"wall":"now"}',
        '{"e":["hello"],"box":"pub","last":1}',
        '{"resume":-1}',
        '{"resume":1,"what":2}',
        '{"last":1}',
        "{}",
    ],
)  # fmt: skip
def test_a_line_that_is_not_as_it_must_be_is_damaged_though_its_check_is_right(text: str) -> None:
    line = checked(text)

    assert decoded([line]) == [Damaged(data=line[:-2], length=len(line) - 2)]


@pytest.mark.parametrize("text", [b"[1]", b"1", b"null", b"AT+GCAP", b"login: ", b'{"e":"hello"}'])
def test_what_others_send_is_damaged(text: bytes) -> None:
    assert decoded([text + END]) == [Damaged(data=text, length=len(text))]


def test_an_event_that_this_program_does_not_know_is_a_good_line() -> None:
    line = (
        '{"n":9,"boot":1,"match":1,"t":1,"e":"sung","song":[1.50,null,{"a":1e400}],"by":"\\u00e5"}'
    )
    body = '{"song":[1.50,null,{"a":1e400}],"by":"\\u00e5"}'

    assert decoded([checked(line)]) == [
        EventLine(n=9, boot=1, match=1, t=1, wall=None, e="sung", body=body)
    ]


def test_a_newer_box_may_say_more_in_its_hello() -> None:
    text = encode_line(HELLO).split(b',"c"')[0].decode() + ',"colour":"oak"}'

    assert decoded([checked(text)]) == [HELLO]


@pytest.mark.parametrize("text", [b'{"resume":12}', b'{"resume": 12}', b'{ "resume" : 12 }'])
@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
def test_a_question_can_be_typed(text: bytes, end: bytes) -> None:
    assert decoded([text + end]) == [Resume(after=12)]


def test_a_question_with_a_wrong_check_is_none() -> None:
    line = encode_line(Resume(after=12)).replace(b"12", b"13")

    assert decoded([line]) == [Damaged(data=line[:-2], length=len(line) - 2)]


# Lines among other things

FIRST = encode(recorded(events.TileDown(tile=4), n=1))
SECOND = encode(recorded(events.Covered(player=1, tiles=(4, 7), standing=(1, 2)), n=2))
BOTH = decoded([FIRST, SECOND])


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r", b"\n\r", b"\r\r\n", b"\n\n", b"\r\n\r\n"])
def test_a_line_ends_with_any_of_cr_and_lf(end: bytes) -> None:
    assert decoded([end + FIRST[:-2] + end + SECOND[:-2] + end]) == BOTH


@pytest.mark.parametrize("at", range(1, len(FIRST) - 2))
def test_a_line_that_is_torn_anywhere_is_told_and_the_next_one_is_found(at: int) -> None:
    torn = FIRST[:at]

    assert decoded([torn + SECOND]) == [Damaged(data=torn, length=at), BOTH[1]]
    assert decoded([torn + END + SECOND]) == [Damaged(data=torn, length=at), BOTH[1]]
    assert decoded([torn]) == [Damaged(data=torn, length=at)]


@pytest.mark.parametrize("at", range(1, len(FIRST) - 2))
def test_a_line_whose_beginning_is_lost_is_told_and_the_next_one_is_found(at: int) -> None:
    torn = FIRST[at:]

    damaged = Damaged(data=torn[:-2], length=len(torn) - 2)
    assert decoded([torn + SECOND]) == [damaged, BOTH[1]]


@pytest.mark.parametrize(
    "garbage",
    [b"\0", b"\xff" * 300, b"{", b'{"', b'{"n":1,', b'{"n":' * 40, b'"}', bytes(range(14, 256))],
)
def test_garbage_around_lines_is_told_apart_from_them(garbage: bytes) -> None:
    damaged = Damaged(data=garbage[:240], length=len(garbage))

    assert decoded([garbage + FIRST + SECOND]) == [damaged, *BOTH]
    assert decoded([FIRST + garbage + SECOND]) == [BOTH[0], damaged, BOTH[1]]
    assert decoded([FIRST + SECOND + garbage]) == [*BOTH, damaged]


def test_garbage_in_the_middle_of_a_line_takes_it_away_whole() -> None:
    line = FIRST[:20] + b"\0" + FIRST[20:]

    assert decoded([line + SECOND]) == [Damaged(data=line[:-2], length=len(line) - 2), BOTH[1]]


def test_garbage_behind_a_line_takes_it_away_because_it_has_no_end_there() -> None:
    line = FIRST[:-2] + b"#"

    assert decoded([line + END]) == [Damaged(data=line, length=len(line))]


def test_a_hello_right_behind_a_line_that_was_torn_is_found() -> None:
    assert decoded([SECOND[:-2] + encode_line(HELLO)])[-1] == HELLO


def test_noise_that_never_ends_a_line_is_counted_and_costs_no_memory() -> None:
    decoder = Decoder()
    noise = b"\x55" * 1000

    for _ in range(1000):
        assert decoder.feed(noise) == []
        kept = [value for value in vars(decoder).values() if isinstance(value, bytes)]
        assert sum(map(len, kept)) <= 2 * LONGEST
    damaged, line = decoder.feed(FIRST)

    assert damaged == Damaged(data=noise[:240], length=1_000_000)
    assert line == BOTH[0]


def test_nothing_is_nothing() -> None:
    assert decoded([]) == decoded([b""]) == decoded([END * 3]) == []


def test_what_is_left_at_the_end_is_told_once() -> None:
    decoder = Decoder()
    decoder.feed(FIRST[:9])

    assert decoder.end() == [Damaged(data=FIRST[:9], length=9)]
    assert decoder.end() == []
    assert decoder.feed(FIRST) == [BOTH[0]]


# The transcript


def again(items: Iterable[object]) -> bytes:
    """Write what was decoded as a box would write it."""
    lines = b""
    for item in items:
        match item:
            case EventLine():
                event = events.decode(item.e, json.loads(item.body))
                head = {key: getattr(item, key) for key in ("n", "boot", "match", "t", "wall")}
                lines += encode(Recorded(event=event, **head))
            case Hello() | Heartbeat() | Resume():
                lines += encode_line(item)
            case _:
                raise AssertionError(item)
    return lines


def test_the_transcript_is_read_and_written_again_byte_for_byte() -> None:
    items = decoded([TRANSCRIPT])

    assert again(items) == TRANSCRIPT
    told = [item.n for item in items if isinstance(item, EventLine)]
    assert told == list(range(1, len(told) + 1))
    assert {type(item) for item in items} == {EventLine, Hello, Heartbeat}
    names = {item.e for item in items if isinstance(item, EventLine)}
    assert names >= {"match_started", "fault", "fault_cleared", "undone", "resumed", "match_ended"}


@pytest.mark.parametrize("length", [1, 2, 3, 100, 239, 240, 241, 4096])
def test_pieces_of_any_size_are_the_same(length: int) -> None:
    noisy = TRANSCRIPT[:777] + b"\0" * 777 + TRANSCRIPT[800:]

    assert decoded(cut(noisy, length)) == decoded([noisy])
