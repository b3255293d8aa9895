"""How a box is seen from afar."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stbpi.board import words
from stbpi.board.boxes import MOST_TILES, Box, tiles_down
from stbpi.board.hub import line
from stbpi.collector.database import Row
from stbpi.games.events import CardsPlayed, DealRevealed
from stbpi.games.game import members
from stbpi.journal.reader import to_row
from stbpi.language import speaking
from tests.books.journals import Box as History
from tests.books.journals import left
from tests.history.hand import Hand
from tests.history.mixed import Evening

BAR = "bar"
CARD = re.compile(r"\b[csmt][1-9]\b")


def row(n: int, e: str, *, match: int = 1, boot: int = 1, **body: object) -> Row:
    return Row(BAR, n, boot, match, n, None, e, json.dumps(body, separators=(",", ":")))


def rows_of(history: History) -> list[Row]:
    return [Row(BAR, *to_row(one)) for one in history.recorded]  # type: ignore[arg-type]


def told(history: History) -> dict[str, object]:
    box = Box(BAR)
    box.take(rows_of(history))
    return words.told(box.seen())


def test_a_match_is_seen_as_the_box_shows_it() -> None:
    history = History()
    hand = Hand(history, ("Ann", "Bo"))
    hand.throws(((4, 5), (9,)), ((4, 4), (3,)))

    seen = told(history)

    assert (seen["player"], seen["roll"], seen["left"]) == ("Ann", (4, 4), 5)
    assert (seen["standing"], seen["committed"]) == ((1, 2, 4, 5, 6, 7, 8), (9,))
    assert seen["phase"] == "covering"
    assert seen["words"] == {
        "title": "Shut the Box · Luk kassen",
        "round": "Round 1/4",
        "state": "5 to cover",
        "left": "5",
        "luck": "",
        "chance": "",
        "own": [],
        "faults": [],
        "pot": "",
    }


def test_the_words_are_those_of_whoever_watches() -> None:
    history = History()
    history.plays(left(1), left(2), names=("Ann", "Bo"))
    box = Box(BAR)
    box.take(rows_of(history))

    with speaking("da"):
        danish = words.told(box.seen())["words"]

    assert isinstance(danish, dict)
    assert danish["round"].startswith("Runde")


def test_who_has_won_is_told() -> None:
    history = History()
    history.plays(left(3), left(4), names=("Ann", "Bo"), rules=[("rounds", 1)])

    seen = told(history)

    assert seen["phase"] == "match_over"
    assert seen["words"]["state"] == "Ann wins!"  # type: ignore[index]
    assert [p["winner"] for p in seen["players"]] == [True, False]  # type: ignore[attr-defined]


def test_a_box_without_a_match_says_so() -> None:
    seen = words.told(Box(BAR).seen())

    assert (seen["phase"], seen["match"], seen["players"]) == ("setup", None, [])
    assert seen["words"]["state"] == "No match yet"  # type: ignore[index]


def test_a_game_that_is_not_known_is_seen_as_far_as_it_is_plain() -> None:
    box = Box(BAR)
    box.take(
        [
            row(1, "match_started", game="chess", preset="blitz", seats=1),
            row(2, "player_seated", seat=1, player="Ann"),
            row(3, "turn_ended", player=1, standing=[], score=3, why="mate", total=9),
        ]
    )

    seen = words.told(box.seen())

    assert seen["words"]["title"] == "chess · blitz"  # type: ignore[index]
    assert [p["total"] for p in seen["players"]] == [9]  # type: ignore[attr-defined]


@pytest.mark.parametrize("tile", [0, -5, 13, 10**15])
def test_a_tile_that_can_not_be_changes_nothing(tile: int) -> None:
    box = Box(BAR)
    box.take([row(1, "tile_down", tile=tile, match=0), row(2, "tile_up", tile=tile, match=0)])

    assert box.last == 2
    assert words.told(box.seen())["standing"] == []


@pytest.mark.parametrize("number", [-1, 0, 10**18])
def test_wild_numbers_in_events_are_no_error(number: int) -> None:
    history = History()
    Hand(history, ("Ann",)).throws(((4, 5), (9,)))
    rows = rows_of(history)
    n = rows[-1].n
    wild = [
        row(n + 1, "rolled", player=number, dice=[number] * 3, total=number, k=number),
        row(n + 2, "covered", player=number, tiles=[5], standing=[number]),
        row(n + 3, "turn_ended", player=number, standing=[1], score=number, why="?", total=number),
    ]
    box = Box(BAR)

    box.take([*rows, *wild])

    assert words.told(box.seen())["n"] == n + 3


def test_tiles_that_were_down_before_are_known_from_their_last_moves() -> None:
    newest_first = [
        row(9, "tile_up", tile=4),
        row(8, "tile_down", tile=7),
        row(7, "tile_down", tile=4),
        row(6, "tile_down", tile=MOST_TILES),
        row(5, "tile_up", tile=7),
    ]

    assert members(tiles_down(newest_first)) == (7, MOST_TILES)


def test_faults_of_an_earlier_start_are_over() -> None:
    box = Box(BAR)
    box.take([row(1, "fault", part="tile_3", what="stuck", match=0)])
    assert words.told(box.seen())["faults"] == ["tile_3"]

    box.take([row(2, "resumed", boot=2, match=0)])
    assert words.told(box.seen())["faults"] == []


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_no_card_of_luk_fu_is_told_before_it_has_been_shown(seed: int, tmp_path: Path) -> None:
    evening = Evening(tmp_path / "journal.db", seed)
    evening.luk_fu("Ann")
    evening.close()
    box, shown = Box(BAR), set[str]()
    is_over = [isinstance(one.event, DealRevealed) for one in evening.recorded].index(True)

    for one in evening.recorded[:is_over]:
        if isinstance(one.event, CardsPlayed):
            shown |= set(CARD.findall(one.event.cards))
        stored = Row(BAR, *to_row(one))  # type: ignore[arg-type]
        box.take([stored])
        told_now = json.dumps(words.told(box.seen())) + line(stored).decode()
        assert set(CARD.findall(told_now)) <= shown

    own = words.told(box.seen())["own"]
    assert isinstance(own, dict)
    assert own["cards.Ann"].isdecimal()
