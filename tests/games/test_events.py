"""Events: written and read again, short enough for a line, refused if unknown (DESIGN.md 4)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import get_args
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.errors import JournalError
from stbpi.games import events
from stbpi.games.events import BY_NAME, Event, decode, encode
from stbpi.games.registry import NAMES, game_of, part, rules_key
from stbpi.journal.recorded import Recorded

LINE_BYTES = 240
"""The longest line of the serial log, its end included."""

TWELVE = tuple(range(1, 13))
TWELVE_CARDS = ",".join(f"t{rank % 9 + 1}" for rank in TWELVE)
UNITS = 11 * 2 * 1000 * 123456789101112
"""The most units that a round can bring: from eleven players, twice a thousand a point."""

# Names have no characters above U+FFFF (`config_checks`, `script`): those would take 12 bytes.
LONGEST: Mapping[str, Event] = {
    event.e: event
    for event in (
        events.MatchStarted(game="shut_the_box", preset="unlucky_seven", seats=12),
        events.PlayerSeated(seat=12, player="\uffee" * 12, bot="casual:10"),
        events.Rule(field="first_roll_tile", value=TWELVE),
        events.DiceCommitted(sha="f" * 64, word="\u0160" * 5),
        events.DiceRevealed(bytes="f" * 64),
        events.TurnStarted(player=12, round=999_999),
        events.Rolled(player=12, dice=(6, 6, 6, 6), total=24, k=9_999_999),
        events.TileDown(tile=12),
        events.TileUp(tile=12),
        events.Refused(code="switch_fault", tiles=TWELVE),
        events.BotChose(player=12, tiles=tuple(range(1, 13))),
        events.DealCommitted(deal=999_999, master=3, sha="f" * 64),
        events.Called(player=3, what="call"),
        events.Browsed(player=1),
        events.CardsPlayed(player=3, cards="", face_up=False, sealed=(1 << 36) - 1),
        events.Claimed(player=3, fu=12),
        events.DealRevealed(deal=999_999, bytes="f" * 84),
        events.Dealt(player=3, cards=TWELVE_CARDS, face_down=TWELVE_CARDS),
        events.Covered(player=12, tiles=tuple(range(7, 13)), standing=tuple(range(1, 7))),
        events.TurnEnded(
            player=12,
            standing=TWELVE,
            score=123456789101112,
            why="first_roll",
            total=999 * 123456789101112,
        ),
        events.PlayerOut(player=12, total=999 * 123456789101112),
        events.RoundEnded(round=999_999, winners=TWELVE),
        events.Paid(player=12, units=-UNITS, balance=-999 * UNITS),
        events.Pot(units=999 * 24_000),
        events.ChipPaid(player=8, room=12, chips=1, has=8 * 99),
        events.ChipTaken(player=8, room=12, chips=8 * 99, has=8 * 99),
        events.RulesChanged(field="first_roll_tile", value=TWELVE),
        events.Rescored(player=12, total=999 * 123456789101112, out=False),
        events.Undone(what="turn", player=12, round=999_999),
        events.MatchEnded(winners=TWELVE, why="hands_empty"),
        events.MatchSetAside(),
        events.MatchContinued(),
        events.RecordNamed(player=12, name="\u0160" * 3),
        events.SettingChanged(key="rules.first_roll_tile", value=TWELVE),
        events.Cleared(what="settings"),
        events.OperatorEntered(),
        events.OperatorRefused(),
        events.Bounced(part="tile_12", ms=999_999),
        events.Fault(part="tile_board", what="x" * 60),
        events.FaultCleared(part="tile_board", what="x" * 60),
        events.Resumed(gap_ms=100 * 366 * 86_400_000),
    )
}

numbers = st.lists(st.integers(1, 12)).map(tuple)
VALUES: Mapping[str, st.SearchStrategy[object]] = {
    "int": st.integers(),
    "bool": st.booleans(),
    "str": st.text(),
    "tuple[int, ...]": numbers,
    "int | str | tuple[int, ...]": st.one_of(st.integers(), st.text(), numbers, st.booleans()),
    "int | None": st.none() | st.integers(),
    "str | None": st.none() | st.text(),
    "tuple[int, ...] | None": st.none() | numbers,
}
"""What a field of each type may hold."""


@st.composite
def all_events(draw: st.DrawFn) -> Event:
    kind = draw(st.sampled_from(get_args(Event)))
    event: Event = kind(**{f.name: draw(VALUES[str(f.type)]) for f in fields(kind)})
    return event


@given(all_events())
def test_what_is_written_down_is_read_again(event: Event) -> None:
    written = json.dumps(encode(event))

    assert decode(event.e, json.loads(written)) == event


@given(all_events())
def test_a_line_is_one_object_in_ascii_that_names_its_event(event: Event) -> None:
    line = Recorded(n=7, boot=2, match=1, t=1500, wall=None, event=event).line()
    members = json.loads(line)

    assert line.isascii()
    assert "\n" not in line
    head = {name: members.pop(name) for name in ("n", "boot", "match", "t", "e")}
    assert head == {"n": 7, "boot": 2, "match": 1, "t": 1500, "e": event.e}
    assert decode(event.e, members) == event


def test_every_event_has_a_name_of_its_own_by_which_it_is_found() -> None:
    kinds = get_args(Event)

    assert len({kind.e for kind in kinds}) == len(kinds) == len(BY_NAME)
    assert all(BY_NAME[kind.e] is kind for kind in kinds)


# The longest lines


def test_the_longest_line_of_every_event_is_known_here() -> None:
    assert set(LONGEST) == set(BY_NAME)


def length(event: Event) -> int:
    """Return how long a line can be on a box that plays a century, ten events a second at that."""
    century_s = 100 * 366 * 86_400
    line = Recorded(
        n=10 * century_s,
        boot=999_999,
        match=9_999_999,
        t=1000 * century_s,
        wall=1_700_000_000 + century_s,
        event=event,
    ).line()
    sent = line[:-1].encode("ascii")
    sent += f',"c":"{crc32(sent):08x}"}}\r\n'.encode("ascii")

    assert json.loads(sent)["c"] == f"{crc32(line[:-1].encode('ascii')):08x}"
    return len(sent)


@pytest.mark.parametrize("name", BY_NAME)
def test_the_longest_line_of_an_event_fits_the_serial_log(name: str) -> None:
    assert length(LONGEST[name]) <= LINE_BYTES


@pytest.mark.parametrize("name", NAMES)
def test_no_game_has_longer_lines(name: str) -> None:
    game = game_of(name)
    told: list[Event] = []
    for preset in game.presets():
        told.append(events.MatchStarted(game=name, preset=preset, seats=12))
        for field, value in game.values(preset, ()).items():
            key = f"{rules_key(name)}{field}"
            told += [
                events.Rule(field=field, value=value),
                events.RulesChanged(field=field, value=value),
                events.SettingChanged(key=key, value=value),
            ]
    told += [
        events.MatchEnded(winners=TWELVE, why=why)
        for why in part(name, "told").WORDS["match_ended.why"]
    ]

    assert len(told) > 5
    assert all(length(event) <= length(LONGEST[event.e]) for event in told)


# What is refused


@pytest.mark.parametrize("name", ["", "roll", "Rolled", "rolled ", "e"])
def test_an_unknown_event_is_refused_with_its_name(name: str) -> None:
    with pytest.raises(JournalError, match=repr(name)):
        decode(name, {})


@pytest.mark.parametrize("name", BY_NAME)
def test_a_field_that_an_event_lacks_is_refused(name: str) -> None:
    members = encode(LONGEST[name]) | {"colour": 1}

    with pytest.raises(JournalError, match="colour"):
        decode(name, members)


@pytest.mark.parametrize("value", [10**400, -(10**40)])
def test_a_number_beyond_all_games_is_refused(value: int) -> None:
    with pytest.raises(JournalError, match="as its ms"):
        decode("bounced", {"part": "tile_1", "ms": value})


MUST = [
    (name, field.name)
    for name, kind in BY_NAME.items()
    for field in fields(kind)
    if "None" not in str(field.type)
]


@pytest.mark.parametrize(("name", "field"), MUST)
def test_a_field_that_is_missing_is_refused(name: str, field: str) -> None:
    members = dict(encode(LONGEST[name]))
    del members[field]

    with pytest.raises(JournalError, match=name):
        decode(name, members)


def test_real_dice_are_not_known() -> None:
    rolled = events.Rolled(player=1, dice=None, total=8, k=2)

    assert decode("rolled", {"player": 1, "total": 8, "k": 2}) == rolled
    assert encode(rolled) == {"player": 1, "total": 8, "k": 2}


def test_a_person_is_seated_without_a_word_of_bots() -> None:
    seated = events.PlayerSeated(seat=1, player="Anna")

    assert encode(seated) == {"seat": 1, "player": "Anna"}
    assert decode("player_seated", {"seat": 1, "player": "Anna"}) == seated


def test_how_long_the_box_was_away_may_be_unknown() -> None:
    assert decode("resumed", {}) == events.Resumed(gap_ms=None)
    assert encode(events.Resumed(gap_ms=None)) == {}


@pytest.mark.parametrize(
    ("event", "value"),
    [
        (events.SettingChanged(key=events.SECRET, value="5a17:c0ffee"), events.HIDDEN),
        (events.SettingChanged(key="box.guests", value="some"), "some"),
    ],
)
def test_the_landlords_key_is_in_no_line(event: Event, value: str) -> None:
    recorded = Recorded(n=1, boot=1, match=1, t=0, wall=None, event=event)

    assert json.loads(recorded.line())["value"] == value
    assert recorded.public().line() == recorded.line()
