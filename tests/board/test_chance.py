"""The chance to shut the box, as the board tells it."""

from __future__ import annotations

import pytest

from stbpi.board import words
from stbpi.board.boxes import Box, Seen
from stbpi.board.chance import Position, chance_to_shut, position_of
from stbpi.collector.database import Row
from stbpi.games.events import MatchSetAside
from stbpi.games.game import NO_TILES, Tiles, all_tiles, tiles
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.journal.reader import to_row
from tests.books.journals import Box as History
from tests.books.journals import left
from tests.history.hand import Hand

CLASSIC = Ruleset()


def seen(history: History) -> Seen:
    box = Box("bar")
    box.take([Row("bar", *to_row(one)) for one in history.recorded])  # type: ignore[arg-type]
    return box.seen()


def chance_of(history: History) -> float | None:
    position = seen(history).position
    return None if position is None else chance_to_shut(position)


def test_before_a_turn_it_is_that_of_the_whole_box() -> None:
    history = History()
    Hand(history, ("Ann",))

    assert chance_of(history) == pytest.approx(0.0976137, abs=1e-6)


def test_a_throw_counts_and_its_cover_as_soon_as_it_is_complete() -> None:
    history = History()
    Hand(history, ("Ann",)).throws(((5, 4), (5,)))
    position = seen(history).position
    assert position is not None
    assert (position.standing, position.dice) == (all_tiles(9), (5, 4))

    history = History()
    Hand(history, ("Ann",)).throws(((5, 4), (9,)))
    position = seen(history).position

    assert position is not None
    assert (position.standing, position.dice) == (all_tiles(8), ())


@pytest.mark.parametrize(
    ("standing", "dice", "chance"),
    [
        (tiles(7), (3, 4), 1.0),
        (tiles(7), (3, 3), 0.0),
        (NO_TILES, (), 1.0),
        (tiles(1), (), 1 / 6),
        (tiles(12), (), None),
    ],
)
def test_it_is_exact(standing: Tiles, dice: tuple[int, ...], chance: float | None) -> None:
    chance_now = chance_to_shut(Position(CLASSIC, standing, dice))

    assert chance_now == (None if chance is None else pytest.approx(chance))


def test_nothing_is_said_where_no_turn_is_played() -> None:
    over, aside = History(), History()
    over.plays(left(3), names=("Ann",))
    Hand(aside, ("Ann",)).throws(((4, 5), (9,)))
    aside.tell(MatchSetAside())

    assert [chance_of(history) for history in (History(), over, aside)] == [None, None, None]
    assert position_of(object()) is None


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (None, ""),
        (0.0976, "Chance to shut: 10 %"),
        (0.0042, "Chance to shut: 0.4 %"),
        (1.0, "Chance to shut: 100 %"),
    ],
)
def test_it_is_said_in_percent(chance: float | None, said: str) -> None:
    told = words.told(seen(History()), chance=chance)

    assert told["words"]["chance"] == said  # type: ignore[index]
    assert told["chance"] == (None if chance is None else pytest.approx(chance, abs=1e-4))
