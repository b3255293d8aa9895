"""Hours of the day: how they are written, and when it is which."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from stbpi.hours_of_day import ALWAYS, NEVER, are_hours, is_within


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def at(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 11, 30, hour, minute, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("hours", "wall", "within"),
    [
        ("10:00-22:00", at(9, 59), False),
        ("10:00-22:00", at(10), True),
        ("10:00-22:00", at(21, 59), True),
        ("10:00-22:00", at(22), False),
        ("16:00-02:00", at(12), False),
        ("16:00-02:00", at(16), True),
        ("16:00-02:00", at(1, 59), True),
        ("16:00-02:00", at(2), False),
        ("12:00-24:00", at(23, 59), True),
        ("12:00-24:00", at(0), False),
        ("12:00-00:00", at(23, 59), True),
        ("12:00-00:00", at(0), False),
        ("00:00-24:00", at(0), True),
        ("00:00-24:00", at(23, 59), True),
    ],
)
def test_hours_begin_and_end_to_the_minute(hours: str, wall: int, within: bool) -> None:
    assert are_hours(hours)
    assert is_within(hours, wall) is within


def test_it_is_the_time_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Copenhagen")
    time.tzset()

    assert is_within("22:00-08:00", at(21, 30))
    assert not is_within("22:00-08:00", at(7, 30))


@pytest.mark.parametrize(
    "text",
    [
        *("", ALWAYS, NEVER, "16-02", "25:00-02:00", "16:00-02:61", "24:00-08:00", "12:00-24:30"),
        *("22:00-22:00", "22:00", "22:00-08:00 ", "1٦:00-02:00"),
    ],
)
def test_nothing_is_within_what_are_no_hours(text: str) -> None:
    assert not are_hours(text)
    assert not is_within(text, at(23))
