"""Resuming: what a box that starts is told of its past."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.clock import EARLIEST_WALL
from stbpi.games.events import (
    Cleared,
    Event,
    Fault,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Resumed,
    Rolled,
    SettingChanged,
    TileDown,
    TileUp,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, tiles
from stbpi.journal.resume import Past, past
from stbpi.journal.store import Journal

STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
MATCH = (
    STARTED,
    PlayerSeated(seat=1, player="Ann"),
    TurnStarted(player=1, round=1),
    Rolled(player=1, dice=(6, 5), total=11, k=1),
)
ENDED = MatchEnded(winners=(1,), why="stopped")
WALL = 1_800_000_000
YEAR_9999 = 253_402_300_799


def past_of(
    path: Path, *boots: Sequence[Event], wall: int | None = None, now: int | None = None
) -> Past:
    """Let a box play these events, one list a start, and say what the next start is told."""
    for events in boots:
        with closing(Journal(path)) as journal:
            journal.record(events, t=1, wall=wall)
            journal.sync()
    with closing(Journal(path)) as journal:
        return past(journal, wall=now)


def test_a_box_that_has_never_played_is_fresh(path: Path) -> None:
    nothing = Past(fresh=True, down=NO_TILES, match_down=NO_TILES, match=(), gap_ms=None)

    assert past_of(path, now=WALL) == nothing
    assert past_of(path, [], [], now=WALL) == nothing


def test_a_box_that_only_had_a_fault_is_not_fresh(path: Path) -> None:
    told = past_of(path, [Fault(part="display", what="gone")])

    assert (told.fresh, told.match) == (False, ())


def test_a_match_that_is_open_is_handed_over_whole(path: Path) -> None:
    told = past_of(path, [TileDown(tile=3), *MATCH, TileDown(tile=9)])

    assert told == Past(
        fresh=False,
        down=tiles(3, 9),
        match_down=tiles(3),
        match=(*MATCH, TileDown(tile=9)),
        gap_ms=None,
    )


def test_a_match_goes_on_over_any_number_of_starts(path: Path) -> None:
    resumed = Resumed(gap_ms=1000)
    told = past_of(path, MATCH, [resumed, TileDown(tile=9)], [resumed, TileUp(tile=9)], [resumed])

    assert told.match == (
        *MATCH,
        *(resumed, TileDown(tile=9)),
        *(resumed, TileUp(tile=9)),
        resumed,
    )
    assert told.down == NO_TILES


def test_a_match_that_has_ended_is_handed_over_too(path: Path) -> None:
    assert past_of(path, [*MATCH, ENDED, TileDown(tile=2)]).match == (
        *MATCH,
        ENDED,
        TileDown(tile=2),
    )


def test_a_match_that_was_set_aside_is_handed_over_as_such(path: Path) -> None:
    aside = (*MATCH, TileDown(tile=9), MatchSetAside(), TileDown(tile=2))
    told = past_of(path, aside)

    assert (told.is_set_aside, told.match, told.down) == (True, aside, tiles(2, 9))
    assert not past_of(path, [MatchContinued()]).is_set_aside


def test_settings_are_handed_over_whatever_match_they_were_chosen_in(path: Path) -> None:
    chosen = SettingChanged(key="sound.level", value=2)
    told = past_of(path, [chosen, *MATCH, ENDED, Cleared(what="records"), STARTED])

    assert told.settings == (chosen, Cleared(what="records"))


def test_only_the_last_match_counts(path: Path) -> None:
    second = (STARTED, PlayerSeated(seat=1, player="Bob"), TurnStarted(player=1, round=1))

    assert past_of(path, [*MATCH, TileDown(tile=9), ENDED], second) == Past(
        fresh=False, down=tiles(9), match_down=tiles(9), match=second, gap_ms=None
    )


@pytest.mark.parametrize(
    ("then", "now", "gap_ms"),
    [
        (WALL, WALL + 90, 90_000),
        (WALL, WALL, 0),
        (WALL, WALL - 1, None),
        (None, WALL, None),
        (WALL, None, None),
        (None, None, None),
        (WALL, YEAR_9999, (YEAR_9999 - WALL) * 1000),
        (YEAR_9999, WALL, None),
    ],
    ids=[
        *("later", "at once", "clock gone back", "was unknown", "is unknown", "never known"),
        *("9999", "back from 9999"),
    ],
)
def test_how_long_the_box_was_away_is_said_only_if_the_clock_can_tell(
    path: Path, then: int | None, now: int | None, gap_ms: int | None
) -> None:
    assert past_of(path, MATCH, wall=then, now=now).gap_ms == gap_ms


def test_the_time_away_counts_from_the_last_event(path: Path) -> None:
    with closing(Journal(path)) as journal:
        for wall in (WALL, WALL + 3600):
            journal.record([TileDown(tile=1)], t=1, wall=wall)
            journal.sync()
    with closing(Journal(path)) as journal:
        assert past(journal, wall=WALL + 3605).gap_ms == 5000


def test_what_was_never_synced_is_no_past(path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.record(MATCH, t=1, wall=None)

    assert past_of(path).fresh


def test_a_wall_clock_that_jumps_by_years_changes_neither_order_nor_match(path: Path) -> None:
    walls = (WALL, YEAR_9999, None, EARLIEST_WALL, WALL - 1)
    events: tuple[Event, ...] = (*MATCH, TileDown(tile=9))
    with closing(Journal(path)) as journal:
        for t, (wall, event) in enumerate(zip(walls, events, strict=True)):
            journal.record([event], t=t, wall=wall)
            journal.sync()
    with closing(Journal(path)) as journal:
        assert past(journal, wall=EARLIEST_WALL).match == events
        assert [r.wall for r in journal.events()] == list(walls)
        assert [r.n for r in journal.events()] == [1, 2, 3, 4, 5]
