from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stbpi import collector as collector_room
from stbpi.collector.database import Row
from stbpi.collector.mqtt_state import BoxState
from stbpi.collector.mqtt_topics import Kind
from stbpi.games.events import (
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Rolled,
    TileDown,
    encode,
)
from stbpi.serial_log.lines import Decoder, EventLine
from tests.serial_log.judge import TRANSCRIPT


def transcript() -> list[Row]:
    """A match as a box has told it."""
    found = [line for line in Decoder().feed(TRANSCRIPT) if isinstance(line, EventLine)]
    return [Row("bar", o.n, o.boot, o.match, o.t, o.wall, o.e, o.body) for o in found]


def rows(*events: Event, match: int = 1, first: int = 1, boot: int = 1) -> list[Row]:
    return [
        Row("bar", n, boot, match, n, None, event.e, json.dumps(encode(event)))
        for n, event in enumerate(events, start=first)
    ]


def told(state: BoxState) -> dict[str, Any]:
    found = json.loads(state.payload("bar", version="1.2", tiles=9))
    assert isinstance(found, dict)
    return found


BEGUN = (
    MatchStarted(game="shut_the_box", preset="pub_pool", seats=2),
    PlayerSeated(seat=1, player="Ann"),
    PlayerSeated(seat=2, player="Bo"),
)


def test_a_box_that_has_told_nothing_waits_for_players() -> None:
    found = told(BoxState())

    assert (found["box"], found["last"], found["phase"]) == ("bar", 0, "setup")
    assert found["match"] is None
    assert found["players"] == []


def test_a_match_is_told_throw_by_throw() -> None:
    state = BoxState()
    seen = []
    for row in transcript():
        state.take(row)
        seen.append(told(state))

    first_throw = next(one for one in seen if one["last_roll"])
    assert first_throw["match"] == 1
    assert (first_throw["phase"], first_throw["player"], first_throw["round"]) == (
        *("covering", "Ann"),
        1,
    )
    assert first_throw["roll"] == [6, 3]
    assert first_throw["standing"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert {"covering", "match_over"} <= {one["phase"] for one in seen}


def test_the_end_of_a_match_is_told() -> None:
    events = transcript()
    ends = [at for at, row in enumerate(events) if row.e == "match_ended"]
    found = told(BoxState(events[: ends[0] + 1]))
    ended = json.loads(events[ends[0]].body)
    turns = [json.loads(row.body) for row in events[: ends[0]] if row.e == "turn_ended"]

    assert found["phase"] == "match_over"
    assert [one["seat"] for one in found["players"] if one["winner"]] == ended["winners"]
    assert len(found["winners"]) == len(ended["winners"])
    assert found["last_score"] == turns[-1]["score"]
    assert found["player"] is None


def test_a_match_that_was_set_aside_goes_on() -> None:
    aside = rows(*BEGUN, MatchSetAside())
    state = BoxState(aside)
    assert told(state)["phase"] == "set_aside"

    state.take(rows(MatchContinued(), first=5)[0])
    assert told(state)["phase"] != "set_aside"


def test_the_next_match_begins_with_nothing_of_the_last() -> None:
    first = rows(
        *BEGUN,
        Rolled(player=1, dice=(6, 5), total=11, k=1),
        MatchEnded(winners=(1,), why="stopped"),
    )
    second = rows(*BEGUN[:2], match=2, first=6)
    found = told(BoxState([*first, *second]))

    assert (found["match"], found["winners"], found["last_roll"]) == (2, [], None)
    assert [one["name"] for one in found["players"]] == ["Ann"]


def test_faults_count_until_they_are_cleared_or_the_box_starts_anew() -> None:
    state = BoxState(rows(Fault(part="tile_4", what="stuck"), Fault(part="disk", what="full")))
    assert told(state)["faults"] == {"disk": "full", "tile_4": "stuck"}

    state.take(rows(FaultCleared(part="disk", what="full"), first=3)[0])
    assert told(state)["faults"] == {"tile_4": "stuck"}

    state.take(rows(TileDown(tile=1), first=4, boot=2)[0])
    assert told(state)["faults"] == {}


def test_a_game_that_this_program_does_not_know_is_told_as_far_as_it_is_plain() -> None:
    unknown = MatchStarted(game="new_game", preset="x", seats=2)
    state = BoxState(rows(unknown, *BEGUN[1:]))
    found = told(state)
    assert (found["game"], found["phase"], found["standing"]) == ("new_game", "playing", None)

    state.take(rows(MatchEnded(winners=(2,), why="rounds"), first=4)[0])
    found = told(state)
    assert (found["phase"], found["winners"]) == ("match_over", ["Bo"])


def test_an_event_that_can_not_be_read_changes_nothing_but_the_number() -> None:
    before = rows(*BEGUN)
    state = BoxState(before)
    plain = told(state)
    state.take(Row("bar", 4, 1, 1, 4, None, "rolled", '{"dice":"x"}'))
    state.take(Row("bar", 5, 1, 1, 5, None, "of_tomorrow", "{}"))

    assert told(state) == {**plain, "last": 5}


@given(st.lists(st.integers(0, 200), max_size=60))
def test_any_events_in_any_order_can_be_told(picks: list[int]) -> None:
    events = transcript()
    state = BoxState(events[pick % len(events)] for pick in picks)

    found = told(state)
    assert found["last"] == (events[picks[-1] % len(events)].n if picks else 0)
    assert {"phase", "players", "faults"} <= found.keys()


def test_every_member_is_documented() -> None:
    text = (Path(collector_room.__file__).parent / "MQTT.md").read_text("utf-8")
    told_ = told(BoxState(transcript()))
    players = told_["players"]

    assert [key for key in (*told_, *players[0]) if f"`{key}`" not in text] == []
    assert [kind for kind in Kind if f"`BASE/BOX/{kind}`" not in text] == []
