"""The audits: each counter twice, as things stand in the end."""

from __future__ import annotations

import time
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.books.audits import AuditFold, audits
from stbpi.books.counts import Audits, Counts
from stbpi.games.events import (
    Bounced,
    Cleared,
    Covered,
    Event,
    Fault,
    FaultCleared,
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    OperatorEntered,
    OperatorRefused,
    Refused,
    Rolled,
    TileDown,
    TileUp,
    TurnEnded,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, EndMatch, SetRule, Undo, members
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.journal.recorded import Recorded
from tests.books.journals import (
    HOUR,
    MONDAY,
    STOPPED,
    Box,
    folded,
    folded_with_snapshots,
    histories,
    left,
    utc,
)

GAME = ShutTheBox()
FOLD = AuditFold(utc)


def read(box: Box) -> Audits:
    return audits(folded(FOLD, box.recorded))


def ever(box: Box) -> Counts:
    return read(box).ever


def thrown(*dice: int) -> Rolled:
    return Rolled(player=1, dice=dice, total=sum(dice), k=1)


@settings(max_examples=60, deadline=None)
@given(histories(), st.data())
def test_snapshots_at_any_place_change_nothing(
    history: list[Recorded], data: st.DataObject
) -> None:
    places = data.draw(st.sets(st.integers(0, len(history) - 1), max_size=10))

    whole = audits(folded(FOLD, history))

    assert audits(folded_with_snapshots(FOLD, history, places)) == whole


def _matches(history: list[Recorded]) -> list[list[Event]]:
    matches: list[list[Event]] = []
    for recorded in history:
        if isinstance(recorded.event, MatchStarted):
            matches.append([])
        if matches:
            matches[-1].append(recorded.event)
    return matches


@settings(max_examples=100, deadline=None)
@given(histories())
def test_what_counts_is_what_the_game_says_of_every_match_in_the_end(
    history: list[Recorded],
) -> None:
    states = [
        reduce(GAME.evolve, events, GAME.new(NO_TILES, complain_ms=0))
        for events in _matches(history)
    ]
    turns = [turn for state in states for turn in state.turns]
    left_standing = [sum(members(turn.standing)) for turn in turns]

    counts = audits(folded(FOLD, history)).ever

    assert counts.started == len(states)
    assert counts.seats == sum(state.seats for state in states)
    assert counts.ended == sum(state.result is not None for state in states)
    assert counts.turns == len(turns)
    assert counts.shut == sum(turn.standing == NO_TILES for turn in turns)
    assert (counts.left, counts.best) == (sum(left_standing), min(left_standing, default=None))
    assert counts.throws == sum(isinstance(one.event, Rolled) for one in history)
    assert sum(counts.by_left) == sum(counts.by_seconds) == len(turns)


def test_nothing_has_happened_at_first() -> None:
    told = audits(FOLD.start())

    assert (told.ever.started, told.ever.best, told.match) == (0, None, None)
    assert (told.ever.average_left, told.ever.shut_percent, told.ever.match_minutes) == (0, 0, 0)


def test_a_turn_that_is_undone_counts_no_more_and_its_throws_do() -> None:
    box = Box()
    box.plays(left(9), Undo(), left(1))
    box.tell(thrown(3, 4))

    assert (ever(box).turns, ever(box).left, ever(box).throws) == (1, 1, 1)


def test_a_match_scored_anew_counts_as_it_ends_in_the_end() -> None:
    box = Box()
    rounds = SetRule(field="rounds", value=1)
    box.plays(left(9), rounds, preset="luk_kassen")
    assert (ever(box).ended, ever(box).turns) == (1, 1)

    box.plays(left(9), rounds, SetRule(field="rounds", value=4), preset="luk_kassen")
    assert (ever(box).started, ever(box).ended) == (2, 1)


def test_matches_are_started_ended_and_set_aside() -> None:
    box = Box()
    box.plays(left(9))
    box.plays(left(9), STOPPED, names=("Ann", "Bo"))
    box.plays(left(9), names=("Ann", "Bo", "Cy"))
    box.tell(MatchSetAside())
    box.plays(left(9), names=("Ann", "Bo"))

    counts = ever(box)
    assert (counts.started, counts.ended, counts.set_aside) == (4, 2, 1)
    assert counts.players == 2


def test_a_match_that_went_on_is_not_set_aside() -> None:
    box = Box()
    box.plays(left(9), names=("Ann", "Bo"))
    box.tell(MatchSetAside(), MatchContinued())

    assert ever(box).set_aside == 0


def test_a_turn_is_worth_what_it_leaves_standing_whatever_the_rules() -> None:
    box = Box()
    box.plays(left(1, 2, 9), preset="digits")
    box.plays(left(9), preset="missionary")

    counts = ever(box)
    assert (counts.best, counts.average_left) == (9, 10.5)
    assert counts.by_left == (0, 0, 1, 1, 0, 0, 0, 0, 0, 0)


def test_shut_boxes_have_their_share() -> None:
    box = Box()
    for standing in ((), (9,), (1, 2), (4,)):
        box.plays(left(*standing))

    assert (ever(box).shut, ever(box).shut_percent, ever(box).best) == (1, 25, 0)


def test_times_are_added_up_and_averaged() -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"), seconds=45)
    box.after(3 * HOUR)
    box.tell(TileDown(tile=1))

    counts = ever(box)
    assert (counts.match_minutes, counts.turn_seconds) == (1.5, 45)
    assert counts.by_seconds == (0, 0, 0, 0, 2, 0, 0, 0)
    assert counts.hours_played == 90 / HOUR
    assert counts.hours_on == 3 + 90 / HOUR


def test_starts_are_counted_and_what_the_operator_writes_meanwhile_is_none() -> None:
    box = Box()
    box.after(HOUR)
    box.tell(TileDown(tile=1))
    box.starts_again()
    box.after(2 * HOUR)
    box.tell(TileUp(tile=1))
    written = Recorded(n=99, boot=3, match=0, t=4, wall=None, event=Cleared(what="records"))
    told = audits(folded(FOLD, [*box.recorded, written]))

    assert told.ever.starts == 2
    assert told.ever.hours_on == pytest.approx(3, abs=1e-4)


def test_matches_have_an_hour_and_a_day() -> None:
    box = Box(MONDAY + 23 * HOUR)
    box.plays(left(9))
    box.after(2 * HOUR)
    box.plays(left(9))
    box.plays(left(9))

    counts = ever(box)
    assert counts.by_hour == tuple({23: 1, 1: 2}.get(hour, 0) for hour in range(24))
    assert counts.by_weekday == (1, 2, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("wall", [None, 2**60])
def test_a_match_at_an_unknown_time_is_counted_and_in_no_histogram_by_time(
    wall: int | None,
) -> None:
    box = Box(wall)
    box.plays(left(9))

    assert (ever(box).started, sum(ever(box).by_hour), sum(ever(box).by_weekday)) == (1, 0, 0)


def test_the_hours_are_those_of_the_system_by_default() -> None:
    box = Box()
    box.plays(left(9))

    counts = audits(folded(AuditFold(), box.recorded)).ever

    assert counts.by_hour[time.localtime(MONDAY).tm_hour] == 1


def test_presets_are_counted_by_matches_and_turns_the_most_played_first() -> None:
    box = Box()
    box.plays(left(9))
    for _ in range(2):
        box.plays(left(9), left(8), left(7), left(6), preset="luk_kassen")

    counts = ever(box)
    assert counts.matches_of == (("shut_the_box/luk_kassen", 2), ("shut_the_box/classic", 1))
    assert counts.turns_of == (("shut_the_box/luk_kassen", 8), ("shut_the_box/classic", 1))


def test_a_wrong_cover_counts_once_a_throw_and_names_its_tiles() -> None:
    box = Box()
    asked = Refused(code="raise", tiles=(3,))
    box.tell(Refused(code="raise", tiles=(1, 2)))
    box.tell(TurnStarted(player=1, round=1), asked)
    box.tell(thrown(6, 5), asked, asked, Refused(code="raise", tiles=(3, 4)))
    box.tell(thrown(6, 5), thrown(1, 1), asked)

    counts = ever(box)
    assert (counts.throws, counts.wrong_covers, counts.refused) == (3, 2, 2)
    assert counts.wrong_per_100 == pytest.approx(200 / 3)
    assert counts.complaints[:4] == (0, 0, 2, 1)


def test_presses_in_vain_are_counted_and_tiles_that_are_lifted_are_not() -> None:
    box = Box()
    for code in ("wait", "cover", "one_die", "close_again"):
        box.tell(Refused(code=code, tiles=()))

    assert ever(box).refused == 3


def test_dice_are_counted_by_face_and_two_by_their_total() -> None:
    box = Box()
    box.tell(thrown(6, 5), thrown(1), thrown(1, 1, 1), thrown(6, 5))

    dice = ever(box).dice
    assert dice.faces == (4, 0, 0, 0, 2, 2)
    assert dice.totals == (0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)


def test_each_tile_has_its_closes_and_its_last_move() -> None:
    box = Box()
    box.tell(TileDown(tile=2), TileDown(tile=12))
    box.after(60)
    box.tell(TileUp(tile=12))

    told = read(box)
    assert told.ever.closes == (0, 1, *[0] * 9, 1)
    assert told.tiles[1].last_moved == MONDAY
    assert told.tiles[11].last_moved == MONDAY + 60
    assert told.tiles[0].last_moved is None


def ended(*standing: int) -> TurnEnded:
    return TurnEnded(player=1, standing=standing, score=0, why="no_move", total=0)


def test_a_tile_is_idle_while_it_stands_and_others_are_closed() -> None:
    box = Box()
    cover = Covered(player=1, tiles=(1, 2), standing=(3, 9))
    for _ in range(3):
        box.tell(TurnStarted(player=1, round=1), TileDown(tile=1), cover, ended(3, 9))
    box.tell(TurnStarted(player=1, round=1), ended(1, 2, 3, 9))

    def idle() -> list[int]:
        tiles = read(box).tiles
        return [tiles[tile - 1].idle_turns for tile in (1, 2, 3, 9, 12)]

    assert idle() == [0, 0, 3, 3, 0]
    box.tell(TileDown(tile=9))
    assert idle() == [0, 0, 3, 0, 0]


def test_faults_are_open_until_they_are_cleared() -> None:
    box = Box()
    stuck = Fault(part="tile_4", what="stuck")
    box.tell(stuck, stuck, Fault(part="disk", what="full"))
    box.after(60)
    box.tell(FaultCleared(part="disk", what="full"))

    told = read(box)
    assert told.faults == (("tile_4", "stuck"),)
    assert (told.ever.faults, told.ever.faults_cleared, told.last_fault) == (2, 1, MONDAY)


def test_a_fault_that_is_told_again_after_a_start_is_no_new_one() -> None:
    box = Box()
    broken = Fault(part="tile_4", what="broken")
    box.tell(broken, Fault(part="roll", what="stuck"))
    box.starts_again()
    assert read(box).faults == ()

    box.tell(broken)
    assert (read(box).faults, ever(box).faults) == ((("tile_4", "broken"),), 2)

    box.tell(FaultCleared(part="tile_4", what="broken"), broken)
    assert ever(box).faults == 3


def test_who_opens_the_drawers_is_counted() -> None:
    box = Box()
    box.tell(OperatorEntered(), OperatorRefused(), OperatorRefused())

    assert (ever(box).operator_entered, ever(box).operator_refused) == (1, 2)


def test_a_clearing_begins_the_recent_counters_anew_and_leaves_the_others() -> None:
    box = Box()
    box.plays(left())
    box.tell(thrown(6, 6), TileDown(tile=3), Fault(part="roll", what="stuck"))
    box.after(HOUR)
    assert read(box).recent == read(box).ever
    assert not read(box).is_cleared

    box.tell(Cleared(what="records"), Cleared(what="settings"), Cleared(what="audits"))
    box.plays(left(4, 5))

    told = read(box)
    assert (told.is_cleared, told.last_clear) == (True, MONDAY + 10 + HOUR)
    assert (told.recent.started, told.ever.started) == (1, 2)
    assert (told.recent.shut, told.recent.best, told.ever.best) == (0, 9, 0)
    assert (told.recent.throws, told.recent.closes[2], told.recent.faults) == (0, 0, 0)
    assert told.recent.matches_of == (("shut_the_box/classic", 1),)
    assert told.recent.dice.faces == (0,) * 6
    assert told.faults == (("roll", "stuck"),)


def test_a_match_over_when_the_audits_are_cleared_is_not_recent_even_when_the_next_begins() -> None:
    box = Box()
    box.plays(left(9))
    box.tell(Cleared(what="audits"))
    assert (read(box).recent.ended, read(box).recent.turns) == (0, 0)

    box.plays(left(1))
    assert (read(box).recent.ended, read(box).recent.turns) == (1, 1)


def test_what_is_undone_after_a_clearing_counts_as_nothing_not_as_less() -> None:
    box = Box()
    box.plays(left(9), preset="luk_kassen")
    clearing = box.recorded[-1].n
    box.plays(left(9), Undo(), EndMatch(), preset="luk_kassen")
    (undone,) = [i for i, r in enumerate(box.recorded) if r.event.e == "undone"]
    assert undone > clearing
    cleared = Recorded(n=0, boot=1, match=2, t=0, wall=None, event=Cleared(what="audits"))
    history = [*box.recorded[:undone], cleared, *box.recorded[undone:]]

    recent = audits(folded(FOLD, history)).recent

    assert (recent.turns, recent.ended, recent.left, recent.best) == (0, 1, 0, None)


def test_the_stamps_say_when() -> None:
    box = Box()
    box.plays(left(9))
    told = read(box)

    assert (told.first_boot, told.last_match) == (MONDAY, MONDAY + 10)
    assert (told.last_clear, told.last_fault) == (None, None)
    assert isinstance(box.recorded[-1].event, MatchEnded)


def test_a_clock_that_comes_back_with_an_earlier_time_is_lost_until_it_is_set() -> None:
    box = Box()
    box.tell(TileDown(tile=1))
    box.after(HOUR)
    box.tell(TileUp(tile=1))
    box.wall = MONDAY
    box.starts_again()
    assert read(box).clock_lost

    box.after(2 * HOUR)
    box.tell(TileDown(tile=1))
    assert not read(box).clock_lost


def test_a_clock_that_is_set_right_while_the_box_is_on_was_not_lost() -> None:
    box = Box()
    box.tell(TileDown(tile=1))
    box.wall = MONDAY - HOUR
    box.tell(TileUp(tile=1))

    assert not read(box).clock_lost


def test_a_clock_without_a_time_is_unknown() -> None:
    box = Box(None)
    box.tell(TileDown(tile=1))
    assert read(box).clock_unknown

    box.wall = MONDAY
    box.tell(TileUp(tile=1))
    assert not read(box).clock_unknown


def test_a_ledger_does_not_grow_with_the_years() -> None:
    box = Box()
    sizes = []
    for _ in range(3):
        for year in range(30):
            box.wall = MONDAY + year * 1000 * HOUR
            box.plays(left(year % 9 + 1))
        sizes.append(len(str(FOLD.dump(folded(FOLD, box.recorded)))))

    assert sizes[2] - sizes[1] < 100


def test_the_longest_bounce_of_a_tile_is_kept_since_the_clearing_and_for_ever() -> None:
    box = Box()
    box.tell(Bounced(part="tile_4", ms=31), Bounced(part="tile_4", ms=12))
    box.tell(Cleared(what="audits"), Bounced(part="tile_4", ms=7))

    told = read(box)
    assert (told.ever.bounces[3], told.recent.bounces[3]) == (31, 7)
    assert sum(told.ever.bounces) == 31
