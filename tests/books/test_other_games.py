"""Matches of other games in the books: counted as matches, and nothing of them as turns."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from stbpi.books.audits import AuditFold, audits
from stbpi.books.boards import Board
from stbpi.books.diagnosis import diagnosis
from stbpi.books.match import MatchLog
from stbpi.books.pages import posters
from stbpi.books.records import RecordFold, records, who_enters
from stbpi.games.events import (
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    Rolled,
    TileDown,
    TurnEnded,
)
from stbpi.games.game import NO_TILES
from stbpi.games.registry import game_of
from stbpi.journal.recorded import Recorded
from tests.books.journals import folded, folded_with_snapshots, utc
from tests.history.mixed import Evening, evening


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Recorded]:
    return evening(tmp_path_factory.mktemp("mixed") / "j.db", seed=2).recorded


def test_audits_count_matches_of_all_games_and_turns_of_one(recorded: list[Recorded]) -> None:
    ever = audits(folded(AuditFold(utc), recorded)).ever
    events = [one.event for one in recorded]
    started = [event for event in events if isinstance(event, MatchStarted)]

    assert dict(ever.matches_of) == Counter(f"{e.game}/{e.preset}" for e in started)
    assert (ever.started, ever.set_aside) == (9, 2)
    assert ever.ended == sum(isinstance(event, MatchEnded) for event in events) == 7
    assert ever.set_aside == sum(isinstance(event, MatchSetAside) for event in events)
    assert ever.turns == sum(isinstance(event, TurnEnded) for event in events) == 8
    assert [name for name, _count in ever.turns_of] == ["shut_the_box/luk_kassen"]
    assert ever.throws == sum(isinstance(event, Rolled) for event in events)
    assert sum(ever.closes) == sum(isinstance(event, TileDown) for event in events)
    assert ever.match_ms > 0


def test_nothing_is_to_be_looked_at_because_of_another_game(recorded: list[Recorded]) -> None:
    assert diagnosis(audits(folded(AuditFold(utc), recorded))) == ()


def test_only_shut_the_box_has_records(tmp_path: Path) -> None:
    """All rules are those of the presets: others bring no records in any game."""
    played = Evening(tmp_path / "j.db")
    fold = RecordFold(utc)
    played.glueckshaus("Ann", "Bo")
    played.luk_fu("Ann")
    for end in range(1, len(played.recorded) + 1, 25):
        assert who_enters(fold, folded(fold, played.recorded[:end])) == ()
    assert records(fold, folded(fold, played.recorded), now=None).boards == ()

    played.shut_the_box("Ann")
    played.close()
    [board] = records(fold, folded(fold, played.recorded), now=None).boards
    assert board.game == "shut_the_box"


def test_the_books_of_all_games_can_be_kept_and_read_again(recorded: list[Recorded]) -> None:
    places = range(0, len(recorded), 10)
    fold, hall = AuditFold(utc), RecordFold(utc)

    assert audits(folded_with_snapshots(fold, recorded, places)) == audits(folded(fold, recorded))
    kept = records(hall, folded_with_snapshots(hall, recorded, places), now=None)
    assert kept == records(hall, folded(hall, recorded), now=None)


def test_the_last_match_of_another_game_is_shown_by_who_has_won(recorded: list[Recorded]) -> None:
    view = game_of("glueckshaus").view(
        game_of("glueckshaus").new(NO_TILES, complain_ms=0), time_is_up=False
    )
    told = audits(folded(AuditFold(utc), [one for one in recorded if one.match <= 2]))
    assert told.match is not None and told.match.result is not None
    made = posters(
        view,
        box="Anchor",
        board=Board(game="", preset="", tiles=12),
        last=told.match,
        greeting="",
        faults=(),
    )
    [poster] = [poster for poster in made if poster.kind == "last_match"]
    [winner] = told.match.result.winners
    others = [name for name in told.match.names if name != told.match.names[winner - 1]]

    assert [str(line) for line in poster.lines] == [f"{told.match.names[winner - 1]} wins", *others]


def test_a_match_of_another_game_has_its_players_and_its_end(recorded: list[Recorded]) -> None:
    log = MatchLog()
    for one in recorded:
        if one.match == 2:
            log.take(one)
    match = log.match()
    ended = next(e.event for e in recorded if e.match == 2 and isinstance(e.event, MatchEnded))

    assert match is not None and match.rules is None and match.result is not None
    assert (match.names, match.bots) == (("Ann", "Bo", "Cid"), frozenset({3}))
    assert (match.result.winners, match.result.why) == (ended.winners, ended.why)
    assert (match.result.totals, match.turns, log.is_played) == ((), (), False)
