"""How loud the box is: by what was chosen, and by the time of the day."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from stbpi.hours_of_day import NEVER
from stbpi.sound.loudness import LOUDEST, duty, volume

OVER_MIDNIGHT = "22:00-08:00"


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
    ("night", "wall", "loud"),
    [
        (OVER_MIDNIGHT, at(21, 59), 5),
        (OVER_MIDNIGHT, at(22), 2),
        (OVER_MIDNIGHT, at(7, 59), 2),
        (OVER_MIDNIGHT, at(8), 5),
        (OVER_MIDNIGHT, None, 5),
        (NEVER, at(2), 5),
    ],
)
def test_at_night_it_is_quieter(night: str, wall: int | None, loud: int) -> None:
    assert volume(5, night=night, night_level=2, wall=wall) == loud


def test_the_night_makes_nothing_louder() -> None:
    assert volume(1, night=OVER_MIDNIGHT, night_level=2, wall=at(23)) == 1
    assert volume(0, night=OVER_MIDNIGHT, night_level=2, wall=at(23)) == 0


def test_each_level_is_about_twice_as_strong_as_the_one_below() -> None:
    strengths = [math.sin(math.pi * duty(level)) for level in range(1, LOUDEST + 1)]

    assert duty(0) == 0
    assert strengths[-1] == 1
    assert all(1.8 <= louder / quieter <= 2.2 for quieter, louder in pairwise(strengths))
