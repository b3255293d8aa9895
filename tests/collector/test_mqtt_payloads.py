from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.collector import mqtt_payloads as payloads
from stbpi.collector.database import Row
from stbpi.collector.mqtt_topics import Broker
from stbpi.serial_log.lines import Decoder, EventLine, Heartbeat, Hello, encode_line
from tests.collector.test_mqtt_topics import BOXES

ROW = Row("bar", 7, 1, 3, 900, 1_800_000_000, "tile_down", '{"tile":4}')
TEXT = b'{"box":"bar","n":7,"boot":1,"match":3,"t":900,"wall":1800000000,"e":"tile_down","tile":4}'
NUMBERS = st.integers(0, 10**12)
WORDS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=20)
BODIES = st.dictionaries(
    st.from_regex("[f-m][a-z]{0,5}", fullmatch=True), WORDS | NUMBERS, max_size=3
)
ROWS = st.builds(
    lambda box, n, boot, match, t, wall, e, body: Row(
        box, n, boot, match, t, wall, e, json.dumps(body, separators=(",", ":"))
    ),
    *(BOXES, NUMBERS.filter(bool), NUMBERS, NUMBERS, NUMBERS, st.none() | NUMBERS),
    *(st.from_regex("[a-z][a-z0-9_]{0,10}", fullmatch=True), BODIES),
).filter(lambda row: row.e not in ("hello", "heartbeat") and len(payloads.event(row)) < 200)


def lines(data: bytes) -> list[object]:
    decoder = Decoder()
    return [*decoder.feed(data), *decoder.end()]


def event_line(row: Row) -> EventLine:
    _box, n, boot, match, t, wall, e, body = row
    return EventLine(n=n, boot=boot, match=match, t=t, wall=wall, e=e, body=body)


def test_an_event_is_a_json_object_with_its_box() -> None:
    assert payloads.event(ROW) == TEXT


@given(ROWS)
def test_an_event_comes_back_as_its_line(row: Row) -> None:
    told = payloads.told(row.box, payloads.event(row))

    assert lines(told.data) == [event_line(row)]
    assert (told.first, told.end, told.last) == (row.n, row.n, 0)


def test_an_answer_is_events_and_how_many_there_are() -> None:
    rows = [ROW._replace(n=n) for n in (3, 4, 9)]
    told = payloads.told("bar", payloads.answer("bar", rows, last=12))

    assert lines(told.data) == [
        *(event_line(row) for row in rows),
        Heartbeat(box="bar", last=12, wall=None),
    ]
    assert (told.first, told.end, told.last) == (3, 9, 12)


def test_an_answer_may_be_that_there_is_nothing() -> None:
    told = payloads.told("bar", payloads.answer("bar", [], last=0))

    assert lines(told.data) == [Heartbeat(box="bar", last=0, wall=None)]
    assert told.end == 0


def of_another_box() -> list[bytes]:
    hello = Hello(box="other", protocol=1, version="", tiles=9, boot=1, wall=None, last=10**9)
    return [
        TEXT.replace(b'"bar"', b'"other"'),
        b'{"e":"heartbeat","box":"other","last":1000000000}',
        encode_line(hello),
        b"garbage" + encode_line(hello),
        encode_line(Heartbeat(box="other", last=10**9, wall=None)) + b"\n" + TEXT[:-1],
    ]


@pytest.mark.parametrize("payload", of_another_box())
def test_nothing_is_taken_for_what_another_box_tells(payload: bytes) -> None:
    found = lines(payloads.told("bar", payload).data)

    assert found
    assert not any(isinstance(line, EventLine | Hello | Heartbeat) for line in found)


@given(st.binary(max_size=300) | st.text(max_size=99).map(lambda text: TEXT + text.encode()))
def test_whatever_comes_is_lines_of_this_box_or_none_and_nothing_is_lost(payload: bytes) -> None:
    told = payloads.told("bar", payload)
    found = lines(told.data)

    for line in found:
        assert not isinstance(line, Hello)
        assert not isinstance(line, Heartbeat) or line.box == "bar"
    assert bool(found) == bool(payload.strip(b"\r\n"))


@pytest.mark.parametrize(
    ("payload", "after"),
    [
        (payloads.request(40), 40),
        (b'{"resume": 7}\n', 7),
        (b'{"resume":-1}', None),
        (b"resume 7", None),
        (b"", None),
        (b"\xff", None),
    ],
)
def test_what_is_asked_for(payload: bytes, after: int | None) -> None:
    assert payloads.asked(payload) == after


def test_the_state_says_how_many_events_there_are() -> None:
    state = b'{"box":"bar","version":"1.2","tiles":12,"last":7,"more":[]}'

    assert payloads.hello("bar", state) == Hello(
        box="bar", protocol=1, version="1.2", tiles=12, boot=0, wall=None, last=7
    )


@pytest.mark.parametrize(
    "state",
    [
        b"",
        b"[]",
        b"{}",
        b'{"last":-1}',
        b'{"last":"7"}',
        b'{"last":true}',
        b'{"last":7,"tiles":"x"}',
        b'{"last":7,"version":"\\n"}',
        b"[" * 100_000,
    ],
)
def test_a_state_that_is_none_says_nothing(state: bytes) -> None:
    assert payloads.hello("bar", state) is None


def test_home_assistant_is_told_of_a_device_with_entities() -> None:
    broker = Broker(host="h", port=1, is_tls=False, base="pubs/oslo")
    topic, config = payloads.discovery(broker, "bar #1", version="1.2", tiles=9)
    told = json.loads(config)

    assert topic == "homeassistant/device/pubs_2foslo-bar_20_231/config"
    assert told["device"] == {
        "identifiers": ["pubs_2foslo-bar_20_231"],
        "name": "bar #1",
        "manufacturer": "stbpi",
        "sw_version": "1.2",
        "model": "Shut the Box, 9 tiles",
    }
    assert told["origin"]["name"] == "stbpi"
    assert told["state_topic"] == "pubs/oslo/bar %231/state"
    assert told["availability"] == [{"topic": "pubs/oslo/bar %231/online"}]
    kinds = {key: (one["platform"], one["name"]) for key, one in told["components"].items()}
    assert kinds == {
        "online": ("binary_sensor", "Online"),
        "phase": ("sensor", "Phase"),
        "player": ("sensor", "Player"),
        "score": ("sensor", "Last score"),
        "winner": ("sensor", "Winner"),
        "problem": ("binary_sensor", "Problem"),
    }
    ids = {one["unique_id"] for one in told["components"].values()}
    assert len(ids) == len(kinds)
