"""The score sheet of Luk Fu: deals that are entered, taken back, and read again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.errors import NotAllowedError, RulesError
from stbpi.games.events import (
    Called,
    Claimed,
    DealCommitted,
    Event,
    MatchEnded,
    Paid,
    PlayerSeated,
    RoundEnded,
    Undone,
)
from stbpi.games.game import NO_TILES
from stbpi.games.luk_fu import LukFu, record, sheet
from stbpi.games.luk_fu.sheet_record import SheetMatch
from stbpi.score import Sheet
from tests import score_sheets
from tests.score_sheets import entered, events_in, sheet_on, shown, typed

NAMES = ("Ann", "Ben", "Cid")
ANN, BEN, CID = 1, 2, 3


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "score.db"


@pytest.fixture
def points(path: Path) -> Iterator[Sheet]:
    with sheet_on(path) as opened:
        begin(opened)
        yield opened


def begin(on: Sheet, *names: str) -> None:
    on.start(score_sheets.start("luk_fu", *(names or NAMES), preset="tsoi"))


class Kept:
    """A sheet without a journal, on which points are counted with every entry."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.state = sheet.new()
        self._happen(sheet.start(score_sheets.start("luk_fu", *NAMES, preset="tsoi")))

    def enter(self, text: str) -> str:
        entered = sheet.enter(self.state, text.split())
        self._happen(entered.events)
        return entered.said

    def _happen(self, events: Sequence[Event]) -> None:
        self.state = reduce(sheet.evolve, events, self.state)
        self.events += events
        assert sum(self.state.totals) == 0
        balances = {e.player: e.balance for e in self.events if isinstance(e, Paid)}
        assert [balances.get(seat, 0) for seat in (ANN, BEN, CID)] == [*self.state.totals]
        assert sheet.table(self.state)


ENTRIES = st.one_of(
    st.just("drawn"),
    st.builds(
        "won {} {} caller {}".format,
        st.sampled_from(NAMES),
        st.integers(6, 12),
        st.sampled_from(NAMES),
    ),
)


def test_deals_add_up(points: Sheet) -> None:
    entered(points, "won ann 8 caller BEN", "drawn", "won Cid 6 caller Cid")

    assert shown(points) == [
        " deal  Ann  Ben  Cid  fu  caller",
        "    1   +6   -6    0   8     Ben",
        "    2    0    0    0   -       -",
        "    3   -1   -1   +2   6     Cid",
        "total   +5   -7   +2",
    ]
    assert points.prompt == "Deal 4, won NAME FU caller NAME or drawn: "


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("won Ann 5 caller Ben", "rule fu = 5: expected a whole number from 6 to 12"),
        ("won Ann 13 caller Ben", "rule fu = 13"),
        ("won Ann six caller Ben", "rule fu = six"),
        ("won Bennn 6 caller Ben", "rule player = Bennn: expected the name of a player\nDid you"),
        ("won Ann 6 caller Dan", "rule player = Dan"),
        ("won Ann 6", "expected `won NAME FU caller NAME`, `drawn` or help"),
        ("Ann 6 Ben", "rule deal = Ann 6 Ben"),
        ("drawn Ann", "rule deal = drawn Ann"),
        ("undo", "no deal can be taken back"),
        ("new", "the match is not over"),
    ],
)
def test_a_bad_entry_is_refused_with_the_reason(points: Sheet, entry: str, reason: str) -> None:
    before = shown(points)

    _, refused, count = typed(points, entry)

    assert count == 1
    assert reason in refused[0]
    assert shown(points) == before


def test_names_that_differ_by_their_letters_size_are_told_apart(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on, "ann", "Ann", "Cid")
        entered(on, "won Ann 6 caller cid")
        assert shown(on)[1].split() == ["1", "0", "+2", "-2", "6", "Cid"]

        with pytest.raises(RulesError, match="ANN"):
            on.enter(["won", "ANN", "6", "caller", "Cid"])


def test_undo_takes_deals_back_one_after_the_other(points: Sheet) -> None:
    empty = shown(points)
    told = entered(points, "won Ann 8 caller Ben", "drawn", "undo", "undo")

    assert [text.splitlines()[0] for text in told[2:]] == [
        "Deal 2 is taken back.",
        "Deal 1 is taken back.",
    ]
    assert shown(points) == empty


def test_the_most_points_win_when_the_players_end_it(points: Sheet) -> None:
    entered(points, "won Ann 8 caller Ben")
    before = shown(points)
    told = entered(points, "end")
    assert told[-1].splitlines()[-1] == "Ann wins."
    assert points.prompt == "new, undo or quit: "
    for words in (["drawn"], ["won", "Ann", "8", "caller", "Ben"]):
        with pytest.raises(NotAllowedError, match="the match is over"):
            points.enter(words)

    told = entered(points, "undo")
    assert told[-1].splitlines()[0] == "The match goes on."
    assert shown(points) == before

    entered(points, "won Cid 8 caller Ben", "end", "end")
    assert shown(points)[-1] == "Ann and Cid win."


def test_without_a_deal_nobody_has_won(points: Sheet) -> None:
    assert entered(points, "drawn", "end")[-1].splitlines()[-1] == "Nobody has won."


def test_the_sheet_goes_on_where_it_was_closed(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on)
        entered(on, "won Ann 8 caller Ben", "undo", "won Ann 7 caller Ben", "drawn")
        before, asked = shown(on), on.prompt
    with sheet_on(path) as on:
        assert (on.game, shown(on), on.prompt) == ("luk_fu", before, asked)
        entered(on, "end", "new")
        assert shown(on) == [" deal  Ann  Ben  Cid  fu  caller", "total    0    0    0"]


def test_what_was_entered_is_what_is_told(path: Path) -> None:
    with sheet_on(path) as on:
        begin(on)
        entered(on, "won Ann 8 caller Ben", "undo", "drawn", "end", "undo", "end")

    assert events_in(path)[1:] == [
        PlayerSeated(seat=ANN, player="Ann"),
        PlayerSeated(seat=BEN, player="Ben"),
        PlayerSeated(seat=CID, player="Cid"),
        Called(player=BEN, what="call"),
        Claimed(player=ANN, fu=8),
        Paid(player=ANN, units=6, balance=6),
        Paid(player=BEN, units=-6, balance=-6),
        RoundEnded(round=1, winners=(ANN,)),
        Undone(what="deal", round=1),
        Paid(player=ANN, units=-6, balance=0),
        Paid(player=BEN, units=6, balance=0),
        RoundEnded(round=1, winners=()),
        MatchEnded(winners=(), why="stopped"),
        Undone(what="deal", round=2),
        MatchEnded(winners=(), why="stopped"),
    ]


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Ben"), ("Ann", "Ben", "Cid", "Dan")])
def test_there_are_three_players(path: Path, names: tuple[str, ...]) -> None:
    with sheet_on(path) as on:
        with pytest.raises(RulesError, match="three players"):
            begin(on, *names)
        assert not on.has_match


def test_there_are_no_house_rules() -> None:
    assert sheet.check_rules("tsoi", ()) == ()
    with pytest.raises(RulesError, match="nobody plays but people"):
        sheet.check_rules("tsoi", (("bots", "strong"),))
    with pytest.raises(RulesError, match="a known rule"):
        sheet.check_rules("tsoi", (("chips", "5"),))
    with pytest.raises(RulesError, match="the name of a preset"):
        sheet.check_rules("classic", ())


def test_a_match_of_a_box_can_not_go_on_here() -> None:
    kept = Kept()
    state = sheet.evolve(kept.state, DealCommitted(deal=1, master=1, sha="0" * 64))

    assert sheet.is_over(state)
    for words in (["undo"], ["drawn"], ["end"]):
        with pytest.raises(NotAllowedError, match="this match is played on a box"):
            sheet.enter(state, words)


def test_rules_and_help_are_told(points: Sheet) -> None:
    told = entered(points, "rules", "help")

    assert told[0].splitlines()[0] == "Six fu are a point, and every further one is another."
    assert "take back the last deal" in told[1]


@given(entries=st.lists(ENTRIES, max_size=12), data=st.data())
def test_undone_deals_are_as_if_never_typed(entries: list[str], data: st.DataObject) -> None:
    """Points are counted on the way, and what is written is read as what was shown."""
    kept = Kept()
    before = [kept.state]
    for entry in entries:
        kept.enter(entry)
        before.append(kept.state)
    if data.draw(st.booleans()):
        kept.enter("end")
        before.append(kept.state)

    for _ in range(data.draw(st.integers(0, len(before) - 1))):
        before.pop()
        kept.enter("undo")
        assert kept.state == before[-1]

    assert reduce(sheet.evolve, kept.events, sheet.new()) == kept.state
    assert_is_read(kept)


def assert_is_read(kept: Kept) -> None:
    """Compare what the history and the game itself make of a sheet with what it shows."""
    match = record.read([(None, event) for event in kept.events])
    assert isinstance(match, SheetMatch)
    assert (match.totals, match.out) == (kept.state.totals, ())
    won = [deal for deal in kept.state.deals if deal.winner]
    assert len([*match.turns()]) == 2 * len(won)
    assert [match.values(seat)["points"] for seat in (ANN, BEN, CID)] == [*match.totals]
    assert sum(match.values(seat)["called"] for seat in (ANN, BEN, CID)) == len(won)
    assert len([*match.course()]) == 1

    game = LukFu()
    state = reduce(game.evolve, kept.events, game.new(NO_TILES, complain_ms=0))
    view = game.view(state, time_is_up=False)
    assert tuple(player.total for player in view.players) == kept.state.totals
    assert (view.round is None) == kept.state.is_ended
