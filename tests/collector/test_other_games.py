"""Boxes on which other games are played, as MQTT and the live view show them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from stbpi.collector.database import Row
from stbpi.collector.mqtt_state import BoxState
from stbpi.collector.picture import Picture
from stbpi.collector.store import Store
from stbpi.collector.words import sentence, standing
from stbpi.games.events import (
    ChipPaid,
    ChipTaken,
    Dealt,
    Event,
    MatchEnded,
    MatchStarted,
    PlayerSeated,
    encode,
)
from stbpi.journal.recorded import Recorded
from stbpi.serial_log.lines import Hello, encode_line
from stbpi.serial_log.lines import encode as encode_told
from tests.collector.rig import Rig
from tests.history.mixed import evening


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Recorded]:
    return evening(tmp_path_factory.mktemp("mixed") / "j.db", seed=2).recorded


def rows(recorded: list[Recorded]) -> list[Row]:
    return [
        Row("bar", o.n, o.boot, o.match, o.t, o.wall, o.event.e, json.dumps(encode(o.event)))
        for o in recorded
    ]


def told(state: BoxState) -> dict[str, Any]:
    found = json.loads(state.payload("bar", version="1.2", tiles=12))
    assert isinstance(found, dict)
    return found


def test_chips_are_told_from_the_first_event_on(recorded: list[Recorded]) -> None:
    state, has = BoxState(), dict[int, int]()
    for one, row in zip(recorded, rows(recorded), strict=True):
        state.take(row)
        if one.match != 2:
            continue
        if isinstance(one.event, ChipPaid | ChipTaken):
            has[one.event.player] = one.event.has
        found = told(state)
        if isinstance(one.event, ChipPaid | ChipTaken | MatchEnded):
            assert [p["total"] for p in found["players"]] == [has.get(s, 5) for s in (1, 2, 3)]
            assert [found["own"][f"chips.{n}"] for n in ("Ann", "Bo", "Cid")] == [
                str(player["total"]) for player in found["players"]
            ]
    assert has


def test_no_hand_is_told_before_the_deal_is_over(recorded: list[Recorded]) -> None:
    state = BoxState()
    hidden: set[str] = set()
    for one in recorded:
        if isinstance(one.event, Dealt):
            hidden.add(one.event.cards)
    assert len(hidden) >= 9
    phases = set()
    for row in rows(recorded):
        state.take(row)
        found = told(state)
        text = json.dumps(found)
        assert not any(cards in text for cards in hidden)
        if found["game"] == "luk_fu":
            phases.add(found["phase"])
            assert set(found["own"] or ()) <= {
                *("master", "caller", "best", "best_by"),
                *(f"cards.{name}" for name in ("Ann", "Bo", "Bot1", "Bot2")),
            }
    assert phases >= {"calling", "leading", "following", "match_over", "set_aside"}


def test_the_live_view_shows_chips_and_points(recorded: list[Recorded], tmp_path: Path) -> None:
    store = Store(tmp_path / "c.db")
    picture = Picture(store, lambda: 0.0)
    seen: dict[int, str] = {}
    for row in rows(recorded):
        picture.stored([row])
        seen[row.match] = standing(picture.matches["bar"], picture.followed["bar"].view())
    store.close()
    paid = [o.event for o in recorded if o.match == 2 and isinstance(o.event, ChipTaken | ChipPaid)]
    last = {event.player: event.has for event in paid}

    names = ("Ann", "Bo", "Cid")
    assert [f"{name} {last[seat]}" in seen[2] for seat, name in enumerate(names, 1)] == 3 * [True]
    assert re.search(r"^Glückshaus · (Ann|Bo|Cid) wins · ", seen[2])
    assert "set aside" in seen[5]


def test_before_the_first_throw_everybody_has_the_chips_that_the_rules_say(
    tmp_path: Path,
) -> None:
    begun: tuple[Event, ...] = (
        MatchStarted(game="glueckshaus", preset="full_rooms", seats=2),
        PlayerSeated(seat=1, player="Ann"),
        PlayerSeated(seat=2, player="Bo"),
    )
    store = Store(tmp_path / "c.db")
    picture = Picture(store, lambda: 0.0)
    picture.stored(
        [
            Row("bar", n, 1, 1, n, None, event.e, json.dumps(encode(event)))
            for n, event in enumerate(begun, start=1)
        ]
    )

    line = standing(picture.matches["bar"], picture.followed["bar"].view())
    store.close()
    assert line.endswith("Ann 15, Bo 15")


def test_what_happens_is_said_in_sentences(recorded: list[Recorded], tmp_path: Path) -> None:
    store = Store(tmp_path / "c.db")
    picture = Picture(store, lambda: 0.0)
    said: dict[str, str] = {}
    for row in rows(recorded):
        picture.stored([row])
        said.setdefault(row.e, sentence(row, picture.matches["bar"]))
        if row.e == "played" and '"face_up": false' in row.body:
            said["down"] = sentence(row, picture.matches["bar"])
    store.close()

    assert re.fullmatch(r"\w+ lays 1 chip into room \d+\.", said["chip_paid"])
    assert re.fullmatch(r"\w+ takes \d+ chips? out of room \d+\.", said["chip_taken"])
    assert said["deal_committed"].startswith("Cards are dealt; ")
    assert said["called"].endswith(("calls.", "passes."))
    assert re.fullmatch(r"\w+ plays [csmt]\d(,[csmt]\d)*\.", said["played"])
    assert said["down"].endswith(" lays cards face down.")
    assert " claims with " in said["claimed"]
    assert " was dealt " in said["dealt"]


def test_every_event_of_every_game_is_stored_as_it_was_told(
    recorded: list[Recorded], tmp_path: Path
) -> None:
    """What comes over a line is what the journal has, and can be checked as that can."""
    rig = Rig(tmp_path / "c.db")
    rig.open()
    hello = Hello(box="bar", protocol=1, version="1", tiles=12, boot=1, wall=None, last=0)
    rig.came(encode_line(hello) + b"".join(map(encode_told, recorded)))
    rig.intake.commit()

    assert [(row.n, row.match, row.e, json.loads(row.body)) for row in rig.rows()] == [
        (one.n, one.match, one.event.e, encode(one.event)) for one in recorded
    ]
    assert rig.intake.doubled == 0
