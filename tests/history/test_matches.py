"""Matches from a journal and from a collection, as the game itself says they stand."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import reduce
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings

from stbpi.collector.database import RESULTS
from stbpi.games.events import (
    MatchContinued,
    MatchEnded,
    MatchSetAside,
    MatchStarted,
    PlayerSeated,
    RecordNamed,
    TileDown,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, SetRule, Undo
from stbpi.games.shut_the_box.tally import MatchWhy
from stbpi.history.archive import Archive
from stbpi.history.matches import (
    TELLING,
    Stands,
    StoredMatch,
    Trouble,
    Wanted,
    called_most_like,
    in_order,
    matches,
    stored,
)
from stbpi.journal.reader import to_row
from stbpi.journal.recorded import Recorded
from tests.books.journals import GAME, MONDAY, STOPPED, Box, histories, left
from tests.history.stores import (
    BAR,
    collected,
    collection_of_rows,
    evening,
    journal,
    journal_of_rows,
)


def whole(archive: Archive) -> list[StoredMatch]:
    """Return all matches, with all of their events read."""
    return [
        stored(key.box, key.match, archive.rows_of(key), is_whole=True) for key in archive.matches()
    ]


def told(archive: Archive) -> list[StoredMatch]:
    """Return all matches by the events that results follow from."""
    return list(matches(archive.told()))


def in_journal(path: Path, recorded: Sequence[Recorded]) -> list[StoredMatch]:
    with closing(Archive(journal(path, recorded), box=BAR)) as archive:
        return whole(archive)


def by_hand(recorded: Sequence[Recorded]) -> list[dict[str, object]]:
    """Say of each match what the game makes of all of its events, one after the other."""
    hands = []
    for number, theirs in groupby(recorded, key=lambda one: one.match):
        if not number:
            continue
        events = [one.event for one in theirs]
        in_it = [e for e in events if not isinstance(e, MatchSetAside | MatchContinued)]
        state = reduce(GAME.evolve, in_it, GAME.new(NO_TILES, complain_ms=0))
        written = {e.player: e.name for e in events if isinstance(e, RecordNamed)}
        names = enumerate(state.names, start=1)
        hands.append(
            {
                "number": number,
                "rules": state.rules,
                "names": tuple(written.get(seat, name) for seat, name in names),
                "turns": [(t.round, t.seat, t.standing) for t in state.turns],
                "scores": [state.rules.score(t.standing, start=t.start) for t in state.turns],
                "totals": state.tally.totals,
                "winners": state.result.winners if state.result is not None else None,
            }
        )
    return hands


def as_by_hand(match: StoredMatch) -> dict[str, object]:
    assert match.state is not None
    turns = match.played.turns
    has_result = match.played.result is not None
    return {
        "number": match.number,
        "rules": match.played.rules,
        "names": match.played.names,
        "turns": [(t.round, t.seat, t.standing) for t in turns],
        "scores": [t.score for t in turns],
        "totals": match.state.tally.totals,
        "winners": match.winners if has_result else None,
    }


@settings(max_examples=60, deadline=None)
@given(histories())
def test_a_match_stands_as_the_game_says_whoever_stores_it(recorded: list[Recorded]) -> None:
    """However it was undone, scored anew, stopped, set aside or continued."""
    expected = by_hand(recorded)
    with TemporaryDirectory() as folder:
        of_box = journal(Path(folder) / "journal.db", recorded)
        of_two = collected(Path(folder) / "c.db", {BAR: recorded, "zoo": recorded[:1]})
        with closing(Archive(of_box, box=BAR)) as archive:
            wholes, tells = whole(archive), told(archive)
        with closing(Archive(of_two)) as archive:
            collected_wholes = [match for match in whole(archive) if match.box == BAR]
            collected_tells = [match for match in told(archive) if match.box == BAR]

    assert [as_by_hand(match) for match in wholes] == expected
    assert [as_by_hand(match) for match in tells] == expected
    assert collected_wholes == wholes
    assert collected_tells == tells
    assert all(match.troubles == () for match in wholes)


def test_the_index_of_a_collection_holds_what_results_follow_from() -> None:
    assert set(RESULTS) == TELLING


def test_what_has_become_of_a_match(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"), rules=[("rounds", 1)], preset="luk_kassen")
    box.plays(left(9), STOPPED, names=("Ann", "Bo"))
    box.plays(left(9), names=("Ann", "Bo"))
    box.tell(MatchSetAside())
    box.plays(left(9), names=("Ann", "Bo"))
    box.tell(MatchSetAside(), MatchContinued())
    box.plays(left(9), Undo())

    found = in_journal(tmp_path / "j.db", box.recorded)

    assert [match.stands for match in found] == [
        Stands.ENDED,
        Stands.STOPPED,
        Stands.SET_ASIDE,
        Stands.OPEN,
        Stands.OPEN,
    ]
    assert [match.winners for match in found] == [(2,), (), (), (), ()]
    assert [match.why for match in found] == ["rounds", "stopped", "", "", ""]


def test_a_rule_that_is_changed_after_the_end_counts(tmp_path: Path) -> None:
    box = Box()
    scores = SetRule(field="scoring", value="count")
    box.plays(left(9), left(1, 2), scores, names=("Ann", "Bo"), rules=[("rounds", 1)])

    [match] = in_journal(tmp_path / "j.db", box.recorded)

    assert match.winners == (1,)
    assert [turn.score for turn in match.played.turns] == [1, 2]


def test_a_game_that_is_not_known_is_told_by_what_its_events_say(tmp_path: Path) -> None:
    box = Box()
    box.tell(
        MatchStarted(game="mah_jong", preset="hakka", seats=2),
        PlayerSeated(seat=1, player="Ann"),
        PlayerSeated(seat=2, player="Bo"),
        MatchEnded(winners=(2,), why="claim"),
    )

    [match] = in_journal(tmp_path / "j.db", box.recorded)

    assert (match.played.game, match.played.names) == ("mah_jong", ("Ann", "Bo"))
    assert (match.winners, match.why, match.stands) == ((2,), "claim", Stands.ENDED)
    assert (match.state, match.played.turns, match.troubles) == (None, (), ())


def damaged(
    recorded: Sequence[Recorded], which: str, **changes: object
) -> list[tuple[object, ...]]:
    """Return the rows, in which the first event of a name is another one."""
    names = ("n", "boot", "match", "t", "wall", "e", "body")
    rows: list[dict[str, object]] = [dict(zip(names, to_row(one), strict=True)) for one in recorded]
    next(row for row in rows if row["e"] == which).update(changes)
    return [tuple(row.values()) for row in rows]


def test_what_is_damaged_or_unknown_is_marked_and_listed(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"))
    box.tell(TileDown(tile=1))
    changes: list[tuple[str, dict[str, object], Trouble]] = [
        ("turn_ended", {"body": "{"}, Trouble.DAMAGED),
        ("turn_ended", {"body": "[" * 100_000}, Trouble.DAMAGED),
        ("turn_ended", {"body": '{"player":1}'}, Trouble.DAMAGED),
        ("turn_ended", {"body": b"\xff\xfe"}, Trouble.DAMAGED),
        ("turn_started", {"t": "soon"}, Trouble.DAMAGED),
        (
            "match_started",
            {"body": '{"game":"shut_the_box","preset":"x","seats":2}'},
            Trouble.DAMAGED,
        ),
        ("tile_down", {"e": "tile_flew"}, Trouble.UNKNOWN),
        ("turn_started", {"e": "turn_begun"}, Trouble.UNKNOWN),
        ("match_started", {"e": "tile_up"}, Trouble.MISSING),
        ("tile_down", {"n": 99}, Trouble.MISSING),
    ]
    for at, (e, change, trouble) in enumerate(changes):
        path = journal_of_rows(tmp_path / f"{at}.db", damaged(box.recorded, e, **change))
        with closing(Archive(path)) as archive:
            [match] = whole(archive)
            [quick] = told(archive)
        assert trouble in match.troubles, change
        assert quick.number == match.number == 1
        if trouble is Trouble.DAMAGED:
            assert (match.state, match.played.turns) == (None, ())


def test_a_damaged_number_of_a_match_is_no_match(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9))
    rows = damaged(box.recorded, "turn_started", match="one")

    with closing(Archive(journal_of_rows(tmp_path / "j.db", rows))) as archive:
        assert [match.number for match in whole(archive)] == [1]
        assert [match.number for match in told(archive)] == [1]


def test_a_collection_that_lacks_the_beginning_says_so(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"))
    some = {BAR: [to_row(one) for one in box.recorded[5:]]}

    with closing(Archive(collection_of_rows(tmp_path / "c.db", some))) as archive:
        [match] = whole(archive)

    assert match.troubles == (Trouble.MISSING,)
    assert (match.played.game, match.played.names) == ("", ())


def test_an_end_that_does_not_follow_from_the_turns_means_that_some_are_missing(
    tmp_path: Path,
) -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"), preset="luk_kassen", rules=[("rounds", 1)])
    told_of = [to_row(one) for one in box.recorded]
    first = next(i for i, row in enumerate(told_of) if row[5] == TurnStarted.e)
    del told_of[first : first + 2]

    with closing(Archive(collection_of_rows(tmp_path / "c.db", {BAR: told_of}))) as archive:
        [match] = told(archive)

    assert match.troubles == (Trouble.MISSING,)


def test_a_match_takes_as_long_as_it_was_played(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), left(8), names=("Ann", "Bo"), seconds=30, rules=[("rounds", 1)])
    box.after(100)
    box.tell(TileDown(tile=1))

    [match] = in_journal(tmp_path / "j.db", box.recorded)

    assert match.ms == 60_000


def test_a_match_of_an_unknown_time_has_the_first_time_that_is_known(tmp_path: Path) -> None:
    box = Box(wall=None)
    box.plays(left(9), names=("Ann", "Bo"))
    later = Box(wall=None)
    later.plays(left(9), names=("Ann", "Bo"))
    later.wall = MONDAY
    later.tell(MatchSetAside())

    [unknown] = in_journal(tmp_path / "1.db", box.recorded)
    [known] = in_journal(tmp_path / "2.db", later.recorded)

    assert (unknown.wall, unknown.evening) == (None, None)
    assert known.wall == MONDAY


def test_matches_are_asked_for_by_who_when_where_and_what(tmp_path: Path) -> None:
    path = collected(tmp_path / "c.db", {BAR: evening().recorded, "bell": Box().recorded})
    with closing(Archive(path)) as archive:
        found = told(archive)

    def numbers(wanted: Wanted) -> list[int]:
        return [match.number for match in found if wanted.has(match)]

    first = found[0].evening
    last = found[-1].evening
    assert first is not None
    assert last is not None
    assert first < last
    assert numbers(Wanted()) == [1, 2, 3, 4]
    assert numbers(Wanted(player="Cid")) == [2]
    assert numbers(Wanted(box="bell")) == []
    assert numbers(Wanted(since=last)) == [3, 4]
    assert numbers(Wanted(until=first)) == [1, 2]
    assert numbers(Wanted(preset="digits")) == [4]
    assert not Wanted(since=first).has(replace(found[0], wall=None))


def test_a_player_is_found_by_the_name_that_he_has_written(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(9), names=("P1", "P2"))
    box.tell(RecordNamed(player=2, name="ÅSE"))
    box.plays(left(9), names=("P1", "P2"))
    recorded = {BAR: box.recorded}
    paths = (
        journal(tmp_path / "j.db", box.recorded),
        collected(tmp_path / "c.db", recorded),
    )
    for path in paths:
        with closing(Archive(path, box=BAR)) as archive:
            found = [m for m in matches(archive.told("ÅSE")) if Wanted(player="ÅSE").has(m)]
            assert [match.number for match in found] == [1]
            assert [key.match for key in archive.matches("ÅSE")] == [1]
            assert archive.players() == ["P1", "P2", "ÅSE"]


def test_matches_of_several_boxes_stand_in_the_order_of_their_time(tmp_path: Path) -> None:
    early, late = Box(wall=MONDAY), Box(wall=MONDAY + 50)
    for box in (early, late):
        box.plays(left(9))
        box.after(100)
        box.wall, wall = None, box.wall
        box.plays(left(9))
        box.wall = wall
        box.after(100)
        box.plays(left(9))
    path = collected(tmp_path / "c.db", {"a": late.recorded, "b": early.recorded})
    with closing(Archive(path)) as archive:
        keys = in_order(archive.matches())

    assert [(key.box, key.match) for key in keys] == [
        *(("b", 1), ("b", 2)),
        *(("a", 1), ("a", 2)),
        *(("b", 3), ("a", 3)),
    ]


def test_the_nearest_name_is_found() -> None:
    assert called_most_like("an", ("Ann", "Bo")) == "Ann"
    assert called_most_like("xyzzy", ("Ann", "Bo")) == ""


def test_a_winner_of_the_last_left_is_told_as_the_game_tells_it(tmp_path: Path) -> None:
    box = Box()
    box.plays(
        left(9, 8, 7, 6, 5, 4, 3, 2),
        names=("Ann", "Bo"),
        preset="luk_kassen",
        rules=[("knock_out", 40)],
    )

    [match] = in_journal(tmp_path / "j.db", box.recorded)

    assert (match.why, match.winners) == (MatchWhy.LAST_LEFT, (2,))
