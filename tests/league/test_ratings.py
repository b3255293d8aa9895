"""Ratings, computed anew from whatever was played."""

from __future__ import annotations

import builtins
from contextlib import closing
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.errors import StbError
from stbpi.games.game import Undo
from stbpi.history.archive import Archive
from stbpi.history.matches import Wanted
from stbpi.league.outcomes import Outcome, Player
from stbpi.league.ratings import PROVISIONAL, Ladder, ladders, points
from stbpi.league.reading import outcomes as stored_outcomes
from stbpi.league.seasons import By, Season, read, season_of, seasons_of
from tests.books.journals import Box, left
from tests.history.stores import collected, journal
from tests.league.played import outcome, outcomes

BOT = Player("Casual", is_bot=True)


def ladder(*found: Outcome, bots: bool = True) -> Ladder:
    [one] = ladders(found, bots=bots)
    return one


def names(one: Ladder) -> list[str]:
    return [rating.player.name for rating in one.ratings]


def test_who_wins_is_rated_higher_than_who_loses() -> None:
    won = ladder(outcome("Ann", "Bo", "Cid"))

    assert names(won) == ["Ann", "Bo", "Cid"]
    assert [rating.place for rating in won.ratings] == [1, 2, 3]
    assert [rating.change for rating in won.ratings] == [rating.points for rating in won.ratings]
    assert won.ratings[0].points > 0 > won.ratings[2].points
    assert [(rating.matches, rating.won) for rating in won.ratings] == [(1, 1), (1, 0), (1, 0)]


def test_a_shared_win_is_a_tie() -> None:
    shared = ladder(outcome("Ann", "Bo", "Cid", places=(1, 1, 3)))

    ann, bo, cid = shared.ratings
    assert (ann.place, bo.place, cid.place) == (1, 1, 3)
    assert (ann.mu, ann.sigma, ann.won) == (bo.mu, bo.sigma, bo.won) == (ann.mu, ann.sigma, 1)


def test_a_rating_is_provisional_until_enough_matches_were_rated() -> None:
    played = [outcome("Ann", "Bo", match=number) for number in range(1, PROVISIONAL + 1)]

    assert all(rating.is_provisional for rating in ladder(*played[:-1]).ratings)
    assert not any(rating.is_provisional for rating in ladder(*played).ratings)


def test_a_newcomer_has_no_points_and_the_average_player_who_is_known_a_thousand() -> None:
    assert (points(25, 25 / 3), points(25, 0)) == (0, 1000)


def test_who_is_lone_or_can_not_be_told_apart_is_not_rated() -> None:
    assert ladders([outcome("Ann"), outcome("Ann", "Ann", match=2), outcome("P1", "P2")]) == []


def test_who_has_no_name_is_a_newcomer_in_each_match() -> None:
    strangers = [outcome("Ann", f"P{seat}", match=seat) for seat in (2, 3, 4)]
    people = [outcome("Ann", name, match=i) for i, name in enumerate(("X", "Y", "Z"), start=1)]

    assert names(ladder(*strangers)) == ["Ann"]
    assert ladder(*strangers).ratings[0] == ladder(*people).ratings[0]


def test_bots_are_rated_or_are_as_if_they_had_not_played() -> None:
    found = outcome(BOT, "Ann", "Bo")
    alone = outcome("Cid", BOT, match=2)
    people = ladder(found, alone, bots=False)

    assert {*names(ladder(found, alone))} == {"Casual", "Ann", "Bo", "Cid"}
    assert names(people) == ["Ann", "Bo"]
    assert [rating.won for rating in people.ratings] == [0, 0]
    assert people.ratings[0].mu == ladder(outcome("Ann", "Bo")).ratings[0].mu


def test_a_person_who_is_called_like_a_bot_is_another_one() -> None:
    assert len(ladder(outcome("Casual", "Ann"), outcome(BOT, "Bo", match=2)).ratings) == 4


def test_each_preset_has_a_ladder_of_its_own_the_most_played_first() -> None:
    found = [
        outcome("Ann", "Bo", preset="solo"),
        *(outcome("Ann", "Bo", match=number) for number in (2, 3)),
    ]

    assert [(one.preset, one.matches) for one in ladders(found)] == [("classic", 2), ("solo", 1)]


@settings(max_examples=40)
@given(outcomes(), st.randoms())
def test_the_same_matches_give_the_same_numbers_in_whatever_order_they_come(
    found: list[Outcome], random: Random
) -> None:
    shuffled = [*found]
    random.shuffle(shuffled)

    assert ladders(shuffled) == ladders(found)


@settings(max_examples=20)
@given(st.lists(st.sampled_from([(3, 9), (9, 3), (5, 5)]), min_size=1, max_size=4))
def test_undone_turns_leave_no_trace(scores: list[tuple[int, int]]) -> None:
    """A match in which every turn was wrong at first is rated like one without errors."""
    plain, undone = Box(), Box()
    for first, second in scores:
        rules = [("rounds", 1), ("tie", "shared")]
        commands = (left(first), left(second))
        plain.plays(*commands, names=("Ann", "Bo"), rules=rules)
        corrected = (left(1), Undo(), left(first), left(7), Undo(), left(second))
        undone.plays(*corrected, names=("Ann", "Bo"), rules=rules)

    assert _shown(undone) == _shown(plain)


def _shown(box: Box) -> list[tuple[Player, float, float, int]]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = journal(Path(folder) / "anchor.db", box.recorded)
        with closing(Archive(path)) as archive:
            [one] = ladders(stored_outcomes(archive, Wanted()))
    return [(rating.player, rating.mu, rating.sigma, rating.won) for rating in one.ratings]


def test_several_boxes_rate_the_same_players_together(tmp_path: Path) -> None:
    anchor, lion = Box(), Box()
    for box, winner in ((anchor, "Ann"), (lion, "Bo")):
        box.plays(left(3), left(9), names=(winner, "Cid"), rules=[("rounds", 1)])
    shown = []
    for boxes in ({"anchor": anchor, "lion": lion}, {"lion": lion, "anchor": anchor}):
        path = collected(
            tmp_path / f"{next(iter(boxes))}.db", {b: boxes[b].recorded for b in boxes}
        )
        with closing(Archive(path)) as archive:
            shown.append(ladder(*stored_outcomes(archive, Wanted())))

    assert shown[0] == shown[1]
    assert {rating.player.name: rating.matches for rating in shown[0].ratings} == {
        "Ann": 1,
        "Bo": 1,
        "Cid": 2,
    }


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("openskill"):
            raise ModuleNotFoundError(name=name.partition(".")[0])
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)

    with pytest.raises(StbError, match=r"pip install 'stbpi\[league\]'"):
        ladders([])


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("2026", "2026-01-01", "2026-12-31"),
        ("2026-Q4", "2026-10-01", "2026-12-31"),
        ("2028-02", "2028-02-01", "2028-02-29"),
    ],
)
def test_a_season_is_a_year_a_quarter_or_a_month(text: str, since: str, until: str) -> None:
    assert read(text) == Season(text, date.fromisoformat(since), date.fromisoformat(until))


@pytest.mark.parametrize("text", ["", "26", "2026-13", "2026-00", "2026-Q5", "0000", "２０２６"])
def test_what_is_no_season_is_refused(text: str) -> None:
    with pytest.raises(StbError, match="is no season"):
        read(text)


@given(st.dates(), st.sampled_from(By))
def test_every_day_belongs_to_one_season_that_is_read_by_its_name(day: date, by: By) -> None:
    season = season_of(day, by)

    assert season.has(day)
    assert read(season.name) == season
    assert seasons_of([None, day, day], by) == [season]
    assert not season.has(None)
