"""The JSON Schema: current, strict, and true of everything that a box has ever told."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from stbpi.games.events import BY_NAME, HIDDEN, SECRET, Cleared, Rule, SettingChanged
from stbpi.serial_log import schema
from stbpi.serial_log.lines import Hello, Resume, encode, encode_line
from stbpi.sim.chaos import chaos
from tests.games.test_events import LONGEST
from tests.serial_log.judge import TRANSCRIPT
from tests.serial_log.test_lines import HELLO, a_century_later, recorded

OTHERS = ("hello", "heartbeat", "resume")

Members = Mapping[str, Any]


@cache
def shipped() -> dict[str, Any]:
    """The schema as it is installed."""
    text = resources.files("stbpi.serial_log").joinpath("events.schema.json").read_text("ascii")
    made: dict[str, Any] = json.loads(text)
    return made


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(shipped()["$defs"][name])


def wrong(line: str | bytes) -> Iterator[str]:
    """List what the schema has against a line."""
    members: Members = json.loads(line)
    for error in validator(members.get("e", "resume")).iter_errors(members):
        yield f"{line!r}: {error.message}"


def wrong_of_event(line: str) -> Iterator[str]:
    """List what the schema has against an event without its check, as scenarios tell it."""
    return wrong(line.removesuffix("}") + ',"c":"00000000"}')


def test_the_file_is_current() -> None:
    """If not: `python -m stbpi.serial_log.schema`."""
    assert schema.FILE.read_text("ascii") == schema.text()


def test_it_is_a_schema_of_every_line() -> None:
    Draft202012Validator.check_schema(shipped())

    assert set(shipped()["$defs"]) == {*OTHERS, *BY_NAME}
    assert [each["$ref"] for each in shipped()["oneOf"]] == [
        f"#/$defs/{name}" for name in shipped()["$defs"]
    ]


@pytest.mark.parametrize("name", BY_NAME)
def test_the_longest_line_of_an_event_is_allowed(name: str) -> None:
    assert not [*wrong(encode(a_century_later(LONGEST[name])))]


@pytest.mark.parametrize("after", [0, 17])
def test_questions_are_allowed_with_and_without_a_check(after: int) -> None:
    assert not [*wrong(encode_line(Resume(after=after)))]
    assert not [*wrong(f'{{"resume":{after}}}')]


def test_the_transcript_is_allowed_and_each_line_is_one_thing() -> None:
    whole = Draft202012Validator(shipped())

    for line in TRANSCRIPT.splitlines():
        assert not [*wrong(line)]
        assert not [*whole.iter_errors(json.loads(line))]


CLEARED = recorded(Cleared(what="records"))
CHANGED = recorded(SettingChanged(key="box.volume", value=True))
KEY = recorded(SettingChanged(key=SECRET, value="3,1,4"))
RULE = recorded(Rule(field="start", value=(1, 2)))


@pytest.mark.parametrize("good", [CLEARED, CHANGED, KEY, RULE])
def test_odd_values_are_allowed(good: Any) -> None:
    assert not [*wrong(encode(good))]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (encode(CLEARED).replace(b"records", b"all"), "'all' is not one of"),
        (encode(CLEARED).replace(b"}", b',"who":1}'), "'who' was unexpected"),
        (encode(CLEARED).replace(b'"n":7', b'"n":0'), "less than the minimum"),
        (encode(CLEARED).replace(b'"match":1,', b""), "'match' is a required property"),
        (encode(CHANGED).replace(b"true", b"1.5"), "is not of type"),
        (encode(KEY).replace(HIDDEN.encode(), b"3,1,4"), f"'{HIDDEN}' was expected"),
        (encode_line(HELLO).replace(b"pub-3", b" pub"), "does not match"),
        (encode_line(HELLO).replace(b'"tiles":9', b'"tiles":13'), "greater than the maximum"),
    ],
)
def test_anything_else_is_not(line: bytes, found: str) -> None:
    [told] = wrong(line)

    assert found in told


def test_a_hello_without_a_clock_is_allowed() -> None:
    hello = Hello(box="a", protocol=1, version="", tiles=9, boot=1, wall=None, last=0)

    assert not [*wrong(encode_line(hello))]


def test_what_happens_in_chaos_is_allowed(tmp_path: Path) -> None:
    told: list[str] = []
    report = chaos(7, hours=1.5, folder=tmp_path, tell=told.append)

    assert not report.failure
    assert len(told) > 300
    assert not [found for line in told for found in wrong_of_event(line)]
