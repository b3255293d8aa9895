"""Who has come before whom, as stored matches say it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.games.events import RecordNamed
from stbpi.games.game import SetRule, Undo
from stbpi.history.archive import Archive
from stbpi.history.matches import Wanted
from stbpi.league.outcomes import Outcome, Player, in_order
from stbpi.league.reading import outcomes
from tests.books.journals import MONDAY, STOPPED, Box, left
from tests.history import mixed
from tests.history.stores import collected, journal
from tests.league.played import outcome


def said_by(box: Box, tmp_path: Path) -> list[Outcome]:
    with closing(Archive(journal(tmp_path / "anchor.db", box.recorded))) as archive:
        return [*outcomes(archive, Wanted())]


def places_of(box: Box, tmp_path: Path) -> list[tuple[int, ...]]:
    return [one.places for one in said_by(box, tmp_path)]


ONE_ROUND = [("rounds", 1)]


def test_who_has_not_won_is_placed_by_what_decides_the_match(tmp_path: Path) -> None:
    box = Box()
    box.plays(
        *(left(9), left(3), left(8), left(3, 6)), names=("Ann", "Bo", "Cid", "Dan"), rules=ONE_ROUND
    )

    [one] = said_by(box, tmp_path)

    assert one.places == (3, 1, 2, 3)
    assert one.winners == (Player("Bo"),)
    assert one.totals == (9, 3, 8, 9)


def test_a_shared_win_is_one_place(tmp_path: Path) -> None:
    box = Box()
    box.plays(
        *(left(3), left(9), left(3)),
        names=("Ann", "Bo", "Cid"),
        rules=[("rounds", 1), ("tie", "shared")],
    )

    assert places_of(box, tmp_path) == [(1, 3, 1)]


def test_those_who_were_knocked_out_later_come_first(tmp_path: Path) -> None:
    box = Box()
    box.plays(
        *(left(1, 9), left(1), left(1), left(1)),
        *(left(2), left(9), left(9)),
        names=("Ann", "Bo", "Cid", "Dan"),
        rules=[("rounds", 0), ("knock_out", 10), ("knock_out_at", "reach")],
    )

    assert places_of(box, tmp_path) == [(4, 1, 2, 2)]


def test_a_box_that_was_shut_says_nothing_of_those_who_have_not_won(tmp_path: Path) -> None:
    box = Box()
    box.plays(*(left(9), left(1), left()), names=("Ann", "Bo", "Cid"), rules=[("shut", "wins")])

    assert places_of(box, tmp_path) == [(2, 2, 1)]


def test_what_was_undone_or_scored_anew_counts_as_it_stands(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), left(3), Undo(), left(1, 9), names=("Ann", "Bo"), rules=ONE_ROUND)
    box.plays(
        *(left(9), left(1, 2), SetRule(field="scoring", value="count")),
        names=("Ann", "Bo"),
        rules=ONE_ROUND,
    )

    assert places_of(box, tmp_path) == [(1, 2), (1, 2)]


@pytest.mark.parametrize("commands", [[left(9), STOPPED], [left(9)], []])
def test_a_match_that_was_not_played_to_its_end_says_nothing(
    commands: Sequence[object], tmp_path: Path
) -> None:
    box = Box()
    box.plays(*commands, names=("Ann", "Bo"))  # type: ignore[arg-type]  # a list of any commands

    assert said_by(box, tmp_path) == []


def test_a_damaged_match_says_nothing(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), left(3), names=("Ann", "Bo"), rules=ONE_ROUND)
    del box.recorded[-3]

    assert said_by(box, tmp_path) == []


def test_a_name_that_was_written_afterwards_counts(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), left(3), names=("P1", "P2"), rules=ONE_ROUND)
    box.tell(RecordNamed(player=2, name="BEA"))

    [one] = said_by(box, tmp_path)

    assert one.players == (Player("P1"), Player("BEA"))
    assert [player.is_stranger for player in one.players] == [True, False]


def test_matches_of_all_games_say_something(tmp_path: Path) -> None:
    mixed.evening(tmp_path / "anchor.db")
    with closing(Archive(tmp_path / "anchor.db")) as archive:
        found = [*outcomes(archive, Wanted())]

    games = {one.game for one in found}
    assert games == {"shut_the_box", "glueckshaus", "luk_fu"}
    assert all(1 in one.places for one in found)
    [of_three] = [one for one in found if one.game == "glueckshaus" and len(one.players) == 3]
    assert sorted(of_three.places) == [1, 2, 3]
    assert [player.is_bot for player in of_three.players] == [False, False, True]


def test_several_boxes_are_sorted_by_time_and_a_box_by_its_numbers(tmp_path: Path) -> None:
    anchor, lion = Box(), Box(wall=MONDAY + 5)
    for box in (anchor, lion):
        for _match in range(2):
            box.plays(left(9), left(3), names=("Ann", "Bo"), rules=ONE_ROUND)
    boxes = {"lion": lion.recorded, "anchor": anchor.recorded}
    with closing(Archive(collected(tmp_path / "all.db", boxes))) as archive:
        found = in_order(outcomes(archive, Wanted()))

    assert [(one.box, one.match) for one in found] == [
        *(("anchor", 1), ("lion", 1)),
        *(("anchor", 2), ("lion", 2)),
    ]


def test_a_match_without_a_time_follows_the_one_before() -> None:
    found = in_order(
        [
            outcome("Ann", "Bo", match=3, wall=MONDAY + 9),
            outcome("Ann", "Bo", match=2, wall=None),
            outcome("Ann", "Bo", match=1, wall=MONDAY + 5),
            outcome("Ann", "Bo", box="lion", match=1, wall=MONDAY + 7),
            outcome("Ann", "Bo", box="lion", match=2, wall=MONDAY),
        ]
    )

    assert [(one.box, one.match) for one in found] == [
        *(("anchor", 1), ("anchor", 2)),
        *(("lion", 1), ("lion", 2), ("anchor", 3)),
    ]
