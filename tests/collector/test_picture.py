"""What the live view shows follows from what is stored, in whatever order it comes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.collector.database import Row
from stbpi.collector.live_lines import Numbers, lines, title
from stbpi.collector.picture import RATE_S, Picture
from stbpi.collector.store import Store
from stbpi.collector.words import standing
from stbpi.games.events import (
    Event,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchSetAside,
    PlayerOut,
    Rescored,
    Resumed,
    TileUp,
    TurnEnded,
    TurnStarted,
    Undone,
)
from stbpi.journal.recorded import Recorded
from tests.collector.box_model import WALL, opening_of, row_of

ENDED = TurnEnded(player=1, standing=(1,), score=1, why="no_move", total=12)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "collection.db")) as store:
        yield store


def rows(*events: Event) -> list[Row]:
    begun = opening_of(3, 1)
    told = [
        Recorded(n=n, boot=1, match=3, t=n, wall=None, event=event)
        for n, event in enumerate(events, len(begun) + 1)
    ]
    return [row_of("bar", one) for one in (*begun, *told)]


def shown(store: Store, *parts: list[Row]) -> Picture:
    picture = Picture(store, lambda: 0.0)
    for part in parts:
        store.add(part)
        store.commit()
        picture.stored(part)
    return picture


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ((), "Luk kassen · Ann 0, Bo 0"),
        ((TurnStarted(player=2, round=4),), "Luk kassen · round 4 · Ann 0, >Bo 0"),
        ((ENDED, PlayerOut(player=1, total=12)), "Luk kassen · Ann 12 (out), Bo 0"),
        ((ENDED, Rescored(player=1, total=3, out=False)), "Luk kassen · Ann 3, Bo 0"),
        ((MatchSetAside(),), "Luk kassen · set aside · Ann 0, Bo 0"),
        ((ENDED, MatchEnded(winners=(2,), why="rounds")), "Luk kassen · Bo wins · Ann 12, Bo 0"),
        ((MatchEnded(winners=(1, 2), why="rounds"),), "Luk kassen · Ann, Bo · Ann 0, Bo 0"),
        ((MatchEnded(winners=(), why="stopped"),), "Luk kassen · nobody wins · Ann 0, Bo 0"),
        (
            (MatchEnded(winners=(2,), why="rounds"), Undone(what="turn", player=1, round=2)),
            "Luk kassen · round 2 · >Ann 0, Bo 0",
        ),
    ],
)
def test_how_a_match_stands(store: Store, events: tuple[Event, ...], says: str) -> None:
    picture = shown(store, rows(*events))

    assert standing(picture.matches["bar"]) == says


def test_it_stands_so_in_whatever_order_the_events_come(store: Store) -> None:
    told = rows(TurnStarted(player=1, round=1), ENDED, TurnStarted(player=2, round=1))

    picture = shown(store, told[:1], told[4:], told[1:4])

    assert standing(picture.matches["bar"]) == "Luk kassen · round 1 · Ann 12, >Bo 0"


def test_a_match_that_was_stored_before_is_shown_at_once(store: Store) -> None:
    store.told("bar", 4, WALL, None)
    shown(store, rows(ENDED))

    assert standing(Picture(store, lambda: 0.0).matches["bar"]).endswith("Ann 12, Bo 0")


def test_events_are_told_in_words_and_unknown_ones_as_they_are(store: Store) -> None:
    told = rows(
        *(TileUp(tile=4), Fault(part="display", what="gone"), Resumed(gap_ms=None)),
        *(FaultCleared(part="display", what=""), MatchSetAside(), PlayerOut(player=2, total=45)),
    )
    told.append(Row("bar", len(told) + 1, 1, 3, 0, None, "sung", '{"song":"Skaal"}'))

    picture = shown(store, told)

    assert [text for _, _, text in picture.last][-7:] == [
        "Tile 4 is opened.",
        "Failed: display: gone",
        "The box is on again.",
        "In order again: display.",
        "The match is set aside.",
        "Bo is out.",
        "sung song=Skaal",
    ]


def test_a_body_that_makes_no_sense_changes_nothing(store: Store) -> None:
    told = rows(ENDED)
    told.append(Row("bar", 5, 1, 3, 0, None, "turn_ended", '{"player":"Ann"}'))

    picture = shown(store, told)

    assert picture.matches["bar"].totals[1] == 12
    assert picture.last[-1][2] == "turn_ended player=Ann"


def test_a_text_that_would_work_the_terminal_is_told_as_json(store: Store) -> None:
    told = rows()
    body = r'{"seat":3,"player":"\u001b[2JEve\n"}'
    told.append(Row("bar", len(told) + 1, 1, 3, 0, None, "player_seated", body))

    picture = shown(store, told)

    assert picture.last[-1][2] == r'player_seated seat=3 player="\u001b[2JEve\n"'
    assert 3 not in picture.matches["bar"].names


def test_the_rate_is_that_of_the_last_seconds(store: Store) -> None:
    now = 0.0
    picture = Picture(store, lambda: now)
    picture.stored(rows(ENDED))
    assert picture.rate == 4 / RATE_S

    now = RATE_S + 1
    assert picture.rate == 0


def test_without_a_box_it_says_what_it_waits_for(store: Store) -> None:
    picture = Picture(store, lambda: 0.0)
    numbers = Numbers(ports=1, damaged=0, wall=WALL)

    shown_lines = lines(picture, {}, numbers, width=80, height=10)

    assert shown_lines[0].plain == "Waiting for a box to say its name."
    assert title(picture, {}, numbers).startswith("stbpi collect · 0 boxes · 1 open line")
