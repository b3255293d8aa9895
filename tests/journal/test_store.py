"""The journal in one process: numbering, syncing, reopening, and a disk that fails."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.errors import JournalError
from stbpi.games.events import (
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Resumed,
    Rolled,
    TileDown,
    TileUp,
)
from stbpi.games.game import NO_TILES, tiles
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal

FullDisk = Callable[[], AbstractContextManager[None]]

STARTED = MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1)
SEATED = PlayerSeated(seat=1, player="Ann")
ENDED = MatchEnded(winners=(1,), why="rounds")
ROLLED = Rolled(player=1, dice=(6, 5), total=11, k=1)


def written(journal: Journal, *events: Event) -> tuple[Recorded, ...]:
    """Record events in one go and sync them."""
    recorded = journal.record(events, t=1, wall=None)
    journal.sync()
    return recorded


def events_of_any_kind() -> st.SearchStrategy[Event]:
    tile = st.integers(1, 12)
    kinds = [kind for kind in get_args(Event) if kind not in (TileDown, TileUp)]
    moves = [st.builds(TileDown, tile=tile), st.builds(TileUp, tile=tile)]
    return st.one_of(*moves, *(st.builds(kind) for kind in kinds))


def test_events_are_numbered_from_one_and_belong_to_the_match_that_was_started(path: Path) -> None:
    with closing(Journal(path)) as journal:
        before = journal.record([TileDown(tile=2)], t=10, wall=None)
        match = journal.record([STARTED, SEATED], t=20, wall=1_800_000_000)

    assert before == (Recorded(n=1, boot=1, match=0, t=10, wall=None, event=TileDown(tile=2)),)
    assert match == (
        Recorded(n=2, boot=1, match=1, t=20, wall=1_800_000_000, event=STARTED),
        Recorded(n=3, boot=1, match=1, t=20, wall=1_800_000_000, event=SEATED),
    )


def test_a_sync_writes_all_that_was_recorded_and_says_so(path: Path) -> None:
    with closing(Journal(path)) as journal:
        first = journal.record([STARTED, SEATED], t=1, wall=None)
        second = journal.record([ROLLED], t=2, wall=None)
        assert (journal.unsynced, journal.last_n, list(journal.events())) == (3, 0, [])

        assert journal.sync() == first + second
        assert (journal.unsynced, journal.last_n) == (0, 3)
        assert tuple(journal.events()) == first + second
        assert journal.sync() == ()


def test_events_can_be_read_from_behind_any_number(path: Path) -> None:
    with closing(Journal(path)) as journal:
        recorded = written(journal, *(TileDown(tile=1) for _ in range(1200)))

        assert tuple(journal.events(after=0)) == recorded
        assert tuple(journal.events(after=499)) == recorded[499:]
        assert tuple(journal.events(after=1200)) == ()


def test_a_start_that_wrote_nothing_leaves_its_number_to_the_next(path: Path) -> None:
    boots = []
    for is_played in (False, True, False, True):
        with closing(Journal(path)) as journal:
            boots.append(journal.boot)
            journal.record([ROLLED], t=1, wall=None)
            if is_played:
                journal.sync()

    assert boots == [1, 1, 2, 2]


def test_a_synced_number_is_never_used_again_and_an_unsynced_one_leaves_no_gap(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, STARTED, SEATED)
        journal.record([ROLLED], t=5, wall=None)

    with closing(Journal(path)) as journal:
        (again,) = written(journal, Resumed(gap_ms=None))

        assert (again.n, again.boot, again.match) == (3, 2, 1)
        assert [r.n for r in journal.events()] == [1, 2, 3]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(events_of_any_kind(), max_size=6), max_size=6), st.data())
def test_what_is_recorded_and_synced_comes_back_unchanged(
    commands: list[list[Event]], data: st.DataObject
) -> None:
    times = st.integers(0, 2**53)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        recorded: tuple[Recorded, ...] = ()
        with closing(Journal(path)) as journal:
            for events in commands:
                wall = data.draw(st.none() | times)
                recorded += journal.record(events, t=data.draw(times), wall=wall)
                if data.draw(st.booleans()):
                    journal.sync()
            journal.sync()
            down = journal.down

        with closing(Journal(path)) as journal:
            assert tuple(journal.events()) == recorded
            assert (journal.last_n, journal.down) == (len(recorded), down)


def test_the_last_match_is_read_whole_with_the_box_it_began_on(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, TileDown(tile=9), TileDown(tile=3), TileUp(tile=9))
        written(journal, STARTED, SEATED, ENDED)
        written(journal, TileDown(tile=4))
        match = written(journal, STARTED, SEATED) + written(journal, TileUp(tile=3))

    with closing(Journal(path)) as journal:
        last = journal.last_match()

        assert last is not None
        assert (last.number, last.ended, last.down) == (2, False, tiles(3, 4))
        assert last.events == match
        assert journal.down == tiles(4)


def test_a_match_that_is_over_is_still_the_last_one(path: Path) -> None:
    with closing(Journal(path)) as journal:
        match = written(journal, STARTED, SEATED, ENDED) + written(journal, TileDown(tile=1))
        last = journal.last_match()

    assert last is not None
    assert (last.number, last.ended, last.events) == (1, True, match)


def test_the_last_match_says_whether_it_was_set_aside(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, TileDown(tile=1))
        assert journal.last_match() is None

        written(journal, STARTED, SEATED)
        written(journal, MatchSetAside())
        written(journal, TileUp(tile=1))
        aside = journal.last_match()
        assert aside is not None
        assert (aside.number, aside.is_set_aside, len(aside.events)) == (1, True, 4)

        written(journal, MatchContinued())
        assert journal.last_match() == replace(
            aside, is_set_aside=False, events=tuple(journal.events(after=1))
        )

        written(journal, STARTED, SEATED)
        last = journal.last_match()
        assert last is not None
        assert (last.number, last.down) == (2, NO_TILES)


def test_the_tiles_that_are_down_are_known_at_once_and_after_a_restart(path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.record([TileDown(tile=12), TileDown(tile=1), TileUp(tile=1)], t=1, wall=None)
        assert journal.down == tiles(12)
        journal.sync()

    with closing(Journal(path)) as journal:
        assert journal.down == tiles(12)


def test_the_read_model_is_made_again_from_the_events(path: Path) -> None:
    with closing(Journal(path)) as journal:
        written(journal, TileDown(tile=2), STARTED, SEATED, ENDED)
        written(journal, TileDown(tile=3), STARTED, MatchSetAside(), TileUp(tile=2), STARTED)
    kept = matches_of(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE matches")

    with closing(Journal(path)):
        pass

    assert matches_of(path) == kept
    assert kept == [(1, 2, 2, "ended"), (2, 6, 6, "set_aside"), (3, 9, 4, "open")]


def matches_of(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM matches ORDER BY match").fetchall()


def test_opening_reads_the_last_match_only(path: Path) -> None:
    """Old matches could even be unreadable."""
    with closing(Journal(path)) as journal:
        written(journal, STARTED, TileDown(tile=1), ENDED)
        written(journal, STARTED, TileDown(tile=2))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE events SET body = 'spoilt' WHERE match = 1")
        connection.commit()

    with closing(Journal(path)) as journal:
        last = journal.last_match()

        assert journal.down == tiles(1, 2)
        assert last is not None
        assert [r.n for r in last.events] == [4, 5]


def test_a_full_disk_loses_nothing_and_a_later_sync_writes_it_in_order(
    path: Path, full_disk: FullDisk
) -> None:
    with closing(Journal(path)) as journal:
        recorded = written(journal, STARTED, SEATED)
        recorded += journal.record([ROLLED, TileDown(tile=6)], t=2, wall=None)
        for _ in range(2):
            with full_disk(), pytest.raises(JournalError, match="disk I/O error"):
                journal.sync()
        assert (journal.unsynced, journal.last_n) == (2, 2)
        assert tuple(journal.events()) == recorded[:2]

        recorded += journal.record([STARTED], t=3, wall=None)
        assert journal.sync() == recorded[2:]
        assert tuple(journal.events()) == recorded


def test_a_locked_database_is_an_error_that_passes(path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.record([STARTED], t=1, wall=None)
        with closing(sqlite3.connect(path, isolation_level=None)) as person:
            person.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalError, match="locked"):
                journal.sync()

        assert len(journal.sync()) == 1


def test_one_thread_records_while_another_one_syncs(path: Path) -> None:
    recorded: list[Recorded] = []
    done = threading.Event()

    def sync_until_done(journal: Journal) -> None:
        while not done.is_set():
            journal.sync()

    with closing(Journal(path)) as journal:
        worker = threading.Thread(target=sync_until_done, args=(journal,))
        worker.start()
        for t in range(3000):
            recorded += journal.record([TileDown(tile=1), TileUp(tile=1)], t=t, wall=None)
        done.set()
        worker.join()
        journal.sync()

        assert list(journal.events()) == recorded
