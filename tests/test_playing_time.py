"""For how long a match is played: over pauses and power cuts, not while nobody plays it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.games.events import (
    ChipPaid,
    Event,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    Resumed,
    Rolled,
    Rule,
    TurnStarted,
)
from stbpi.games.game import Phase, StartMatch
from stbpi.journal.resume import Past, past
from stbpi.journal.store import Journal
from stbpi.playing_time import PlayingTime
from tests.host import FRESH, Host, at_table

A_MINUTE = 60_000
BY_THE_CLOCK = StartMatch(
    game="glueckshaus",
    names=("Ann", "Bob"),
    preset="clock",
    house_rules=(("first", "seat"), ("minutes", 1)),
)
STARTED = (
    MatchStarted(game="glueckshaus", preset="clock", seats=2),
    PlayerSeated(seat=1, player="Ann"),
    PlayerSeated(seat=2, player="Bob"),
    Rule(field="minutes", value=1),
    Rule(field="first", value="seat"),
    TurnStarted(player=1, round=1),
)
OVER = MatchEnded(winners=(1, 2), why="clock")


# The value


def test_time_passes_while_the_match_is_played_and_stands_still_else() -> None:
    played = PlayingTime()
    played.look(1, is_played=True, now=10.0)
    assert (played.ms(10.0), played.ms(12.5)) == (0, 2500)
    played.look(1, is_played=True, now=13.0)
    played.look(1, is_played=False, now=14.0)
    assert played.ms(99.0) == 4000
    played.look(1, is_played=True, now=100.0)
    assert played.ms(101.0) == 5000


def test_another_match_begins_at_nothing() -> None:
    played = PlayingTime()
    played.look(1, is_played=True, now=0.0)
    played.look(2, is_played=True, now=7.0)

    assert played.ms(8.0) == 1000


def test_a_match_that_goes_on_has_its_time_before() -> None:
    played = PlayingTime(30_000)
    assert played.ms(5.0) == 30_000
    played.look(0, is_played=True, now=5.0)

    assert played.ms(6.0) == 31_000


# What the journal tells


def record(path: Path, *events: tuple[int, Event]) -> Past:
    """Record events at these times, as a box does between two starts; say what it finds then."""
    with closing(Journal(path, synced=False)) as journal:
        for t, event in events:
            journal.record([event], t=t, wall=None)
        journal.sync()
    with closing(Journal(path, synced=False)) as journal:
        return past(journal, wall=None)


def test_a_box_that_was_never_played_has_no_time(tmp_path: Path) -> None:
    assert record(tmp_path / "journal.db").played_ms == 0


def test_the_time_while_the_box_was_off_does_not_count(tmp_path: Path) -> None:
    path, started = tmp_path / "journal.db", STARTED[0]
    assert record(path, (1000, started), (4000, STARTED[1])).played_ms == 3000
    assert record(path, (500, Resumed(gap_ms=None)), (2500, STARTED[2])).played_ms == 5000


def test_the_time_while_the_match_was_set_aside_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    before = ((1000, STARTED[0]), (3000, MatchSetAside()))
    assert record(path, *before).played_ms == 2000
    after = record(path, (10, Resumed(gap_ms=None)), (5000, MatchContinued()), (6500, STARTED[1]))
    assert after.played_ms == 3500


def test_nothing_counts_after_the_end_nor_what_was_played_before_the_match(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    told = record(
        path,
        *((0, STARTED[0]), (9000, MatchEnded(winners=(), why="stopped"))),
        *((20_000, STARTED[0]), (21_000, OVER), (50_000, Resumed(gap_ms=None))),
    )

    assert told.played_ms == 1000


# Glückshaus by the clock, at the table


def ended(host: Host) -> list[int]:
    """Return when the match has ended, in ms."""
    recorded = (*host.disk.on_disk, *host.disk.pending)
    return [it.t for it in recorded if isinstance(it.event, MatchEnded)]


def by_the_clock(
    story: Callable[[Host], Awaitable[None]], *numbers: int, before: Past = FRESH
) -> None:
    async def play(host: Host) -> None:
        if before is FRESH:
            await host.table.start_match(BY_THE_CLOCK)
            await host.until_quiet()
        await story(host)

    at_table(play, numbers=numbers, past=before)


def test_the_match_ends_when_its_time_is_up_whatever_pauses_there_were() -> None:
    async def story(host: Host) -> None:
        (began,) = host.ms_of(STARTED[0])
        await host.wait(20)
        await host.press()
        await host.lower(3)
        await host.wait(39)
        assert ended(host) == []
        await host.wait(2)

        assert ended(host) == [pytest.approx(began + A_MINUTE, abs=50)]
        assert (host.phase(), host.view.why) == (Phase.MATCH_OVER, "clock")

    by_the_clock(story, 1, 2)


def test_the_throw_in_progress_is_finished_first() -> None:
    async def story(host: Host) -> None:
        await host.wait(55)
        await host.press()
        await host.wait(20)
        assert ended(host) == []
        assert host.phase() is not Phase.MATCH_OVER
        await host.lower(3)
        await host.wait(0.1)

        assert host.news()[-1] == MatchEnded(winners=(2,), why="clock")

    by_the_clock(story, 1, 2)


def test_it_goes_on_while_the_menu_is_open() -> None:
    async def story(host: Host) -> None:
        await host.wait(40)
        await host.open_menu()
        for _ in range(4):
            await host.wait(10)
            await host.press()
        assert (host.phase(), ended(host)) == (Phase.MENU, [])
        await host.press(3100)
        await host.wait(0.1)

        assert len(ended(host)) == 1

    by_the_clock(story)


def test_it_stands_still_while_the_match_is_set_aside() -> None:
    async def story(host: Host) -> None:
        await host.wait(14.5 * 60)
        assert ended(host) == []
        await host.wait(60)
        assert MatchSetAside() in host.news()
        await host.wait(3600)
        await host.press()  # out of attract mode
        await host.press()  # go on
        assert MatchContinued() in host.news()
        (again,) = host.ms_of(MatchContinued())
        await host.wait(4 * 60)
        assert ended(host) == []
        await host.wait(2 * 60)

        assert ended(host) == [pytest.approx(again + 5 * A_MINUTE, abs=50)]

    async def play(host: Host) -> None:
        rules = (("first", "seat"),)
        await host.table.start_match(replace(BY_THE_CLOCK, house_rules=rules))
        await host.until_quiet()
        await story(host)

    at_table(play)


@pytest.mark.parametrize(("played_ms", "left_s"), [(45_000, 15), (60_000, 0), (999_000, 0)])
def test_after_a_power_cut_it_has_what_was_left(played_ms: int, left_s: int) -> None:
    async def story(host: Host) -> None:
        await host.wait(max(left_s - 1, 0))
        assert len(ended(host)) == (left_s == 0)
        await host.wait(1.1)
        assert len(ended(host)) == 1

    before = replace(FRESH, fresh=False, match=STARTED, played_ms=played_ms)
    by_the_clock(story, before=before)


def test_another_match_has_its_whole_time() -> None:
    async def story(host: Host) -> None:
        await host.wait(59)
        await host.table.start_match(BY_THE_CLOCK)
        (_, began) = host.ms_of(STARTED[0])
        await host.wait(59)
        assert ended(host) == []
        await host.wait(1.1)
        assert ended(host) == [pytest.approx(began + A_MINUTE, abs=50)]

    by_the_clock(story)


def test_a_match_that_the_power_cut_found_in_a_throw_is_finished_by_it() -> None:
    async def story(host: Host) -> None:
        await host.wait(1)
        assert ended(host) == []
        await host.lower(3)
        await host.wait(0.1)
        assert host.phase() is Phase.MATCH_OVER

    thrown = Rolled(player=1, dice=(1, 2), total=3, k=1)
    paid = ChipPaid(player=1, room=3, chips=1, has=9)
    before = replace(FRESH, fresh=False, match=(*STARTED, thrown, paid), played_ms=70_000)
    by_the_clock(story, before=before)
